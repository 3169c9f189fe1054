//! Recipes as files in TOML.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use serde_json::{Map, Value, json};
use toml::de::{DeTable, DeValue};

use crate::words::{excerpt, in_line, toml_string};

use super::values::{self, Solver};
use super::{Group, Key, Kind, Recipe, RecipeError, Shape};

/// A recipe of a file.
#[derive(Debug, Clone)]
pub struct FileRecipe {
    /// What is asked for.
    pub recipe: Recipe,
    /// The line of its table, counted from 1.
    line: usize,
    lines: Vec<(Key, usize)>,
}

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {text}")]
pub struct FileError {
    /// The line, counted from 1.
    pub line: usize,
    /// A sentence, which names the key.
    pub text: String,
}

impl FileRecipe {
    /// Says where in the file an error is.
    pub fn locate(&self, error: &RecipeError) -> FileError {
        self.error_at(error.key(), error.in_file())
    }

    /// An error in the line of a key, or of the table if that does not have it. The text gets the name of the key,
    /// unless it has it.
    pub fn error_at(&self, key: Key, text: String) -> FileError {
        let text = if text.contains(key.name()) { text } else { format!("{}: {text}", key.name()) };
        let given = self.lines.iter().find(|(given, _)| *given == key);
        FileError { line: given.map_or(self.line, |(_, line)| *line), text }
    }
}

/// Reads the recipes of a file in this directory, from which its relative paths start.
///
/// # Errors
/// [`FileError`] for the first key that is unknown, or has a value that it cannot have.
///
/// ```
/// use std::path::Path;
/// use queenreel::recipe::read_file;
///
/// let text = "[[film]]\nkind = 'search'\nqueens = 8\nstart-hold = '1s'\n";
/// assert_eq!(read_file(text, Path::new(""))?.len(), 1);
/// let error = read_file(&text.replace("1s", "1"), Path::new("")).unwrap_err();
/// assert_eq!(error.line, 4);
/// # Ok::<(), queenreel::recipe::FileError>(())
/// ```
pub fn read_file(text: &str, directory: &Path) -> Result<Vec<FileRecipe>, FileError> {
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let line_at = |at: usize| 1 + ends.partition_point(|end| *end < at);
    let wrong = |at: usize, text: String| FileError { line: line_at(at), text: in_line(&text) };
    let parsed = DeTable::parse(text).map_err(|error| {
        wrong(error.span().map_or(0, |span| span.start), error.message().replace('\n', ", "))
    })?;
    let mut films = Vec::new();
    for (name, value) in parsed.get_ref() {
        let at = name.span().start;
        match (name.get_ref().as_ref(), value.get_ref()) {
            ("film", DeValue::Array(tables)) => {
                for table in tables {
                    let at = table.span().start;
                    let DeValue::Table(keys) = table.get_ref() else {
                        return Err(wrong(at, A_FILM.to_owned()));
                    };
                    films.push((at, keys));
                }
            }
            ("film", DeValue::Table(keys)) => films.push((at, keys)),
            ("film", _) => return Err(wrong(at, A_FILM.to_owned())),
            (name, _) => {
                let near = nearest(name, ["film"].into_iter());
                let text = format!("there is no key '{}' outside of [[film]]{near}", excerpt(name));
                return Err(wrong(at, text));
            }
        }
    }
    if films.is_empty() {
        return Err(wrong(0, "there is no film: begin one with [[film]]".to_owned()));
    }
    films.into_iter().map(|(at, keys)| read_film(keys, at, directory, &line_at)).collect()
}

const A_FILM: &str = "film is a list of tables, each begun with [[film]]";

/// Reads a table, which begins at this byte of the file.
fn read_film(
    keys: &DeTable<'_>,
    at: usize,
    directory: &Path,
    line_at: &impl Fn(usize) -> usize,
) -> Result<FileRecipe, FileError> {
    let wrong = |at: usize, text: String| FileError { line: line_at(at), text: in_line(&text) };
    let makers = || Kind::MAKERS.iter().copied();
    let names = || makers().map(Kind::name).collect::<Vec<_>>().join(", ");
    let kind = keys.iter().find(|(name, _)| name.get_ref() == "kind");
    let Some((_, value)) = kind else {
        return Err(wrong(at, format!("kind is missing: one of {}", names())));
    };
    let kind = value.get_ref().as_str().and_then(|name| makers().find(|kind| kind.name() == name));
    let kind = kind.ok_or_else(|| wrong(value.span().start, format!("kind is one of {}", names())))?;
    let mut film = FileRecipe { recipe: Recipe::new(kind), line: line_at(at), lines: Vec::new() };
    let mut keys: Vec<_> = keys.iter().filter(|(name, _)| name.get_ref() != "kind").collect();
    // The parser sorts them by name.
    keys.sort_by_key(|(name, _)| name.span().start);
    for (name, value) in keys {
        let (name, at) = (name.get_ref().as_ref(), name.span().start);
        let key = Key::named(kind, name).filter(|key| key.is_in_files());
        let key = key.ok_or_else(|| wrong(at, unknown(kind, name)))?;
        for text in texts(key, value.get_ref()).map_err(|text| wrong(at, text))? {
            let text = if is_path(key, &text) { directory.join(&text).into() } else { text };
            film.recipe.set(key, &text).map_err(|why| {
                wrong(at, RecipeError::invalid(key, &text.to_string_lossy(), &why).in_file())
            })?;
        }
        film.lines.push((key, line_at(at)));
    }
    directory.clone_into(&mut film.recipe.directory);
    Ok(film)
}

/// Says that a kind has no such key.
fn unknown(kind: Kind, name: &str) -> String {
    if name == Key::Force.name() {
        return "force is for the command line: queenreel make FILE.toml --force".to_owned();
    }
    let known = || Key::ALL.iter().filter(|key| key.is_in_files());
    let others = || known().filter(|key| key.name() == name).flat_map(|key| key.kinds());
    if others().next().is_some() {
        let mut kinds: Vec<&str> = others().map(|kind| kind.name()).collect();
        kinds.dedup();
        return format!("{name} is for {}, not for {}", kinds.join(", "), kind.name());
    }
    let near = nearest(name, Key::of(kind).filter(|key| key.is_in_files()).map(Key::name));
    format!("there is no key '{}'{near}", excerpt(name))
}

/// Names what was probably meant.
fn nearest(name: &str, known: impl Iterator<Item = &'static str>) -> String {
    let distance = |other: &&str| strsim::damerau_levenshtein(name, other);
    let near = known.min_by_key(distance).filter(|other| distance(other) <= 1 + name.len() / 3);
    near.map_or_else(String::new, |near| format!("; did you mean '{near}'?"))
}

/// The texts of a value, as they would be on the command line.
fn texts(key: Key, value: &DeValue<'_>) -> Result<Vec<OsString>, String> {
    let name = key.name();
    Ok(match (key.shape(), value) {
        (Shape::Flag, DeValue::Boolean(is_given)) => is_given.then(|| "true".into()).into_iter().collect(),
        (Shape::Flag, _) => return Err(format!("{name} is true, or left out")),
        (Shape::One, DeValue::Boolean(true)) if key.without_value().is_some() => {
            key.without_value().into_iter().map(OsString::from).collect()
        }
        (Shape::One | Shape::List, DeValue::String(text)) => vec![text.as_ref().into()],
        (Shape::One | Shape::List, DeValue::Integer(number)) if number.radix() == 10 => {
            vec![number.as_str().into()]
        }
        (Shape::List, DeValue::Array(values)) => {
            let texts = values.iter().map(|value| match value.get_ref() {
                DeValue::Array(_) => Err(format!("{name} is a list of values, not of lists")),
                value => texts(key, value),
            });
            texts.collect::<Result<Vec<_>, String>>()?.concat()
        }
        (Shape::One | Shape::List, DeValue::Integer(_)) => {
            return Err(format!("{name}: write numbers in decimal, not in hexadecimal, octal or binary"));
        }
        (Shape::One | Shape::List, _) => {
            let what = if key.is_number() { "a whole number" } else { "a text" };
            let list = if key.shape() == Shape::List { ", or a list" } else { "" };
            return Err(format!("{name} is {what}{list}, not {}", described(value)));
        }
    })
}

const fn described(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a number with decimals",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// Whether a value is a path.
fn is_path(key: Key, text: &OsStr) -> bool {
    let path = Path::new(text);
    match key {
        Key::Theme => path.extension().is_some_and(|extension| extension == "toml"),
        Key::Solvers => matches!(values::solvers(text).as_deref(), Ok([Solver::Log(_)])),
        key => key.names_file() && path != Path::new("-"),
    }
}

impl Recipe {
    /// The files that it reads, but standard input, each with the option that names it.
    pub fn inputs(&self) -> impl Iterator<Item = (Key, &Path)> {
        let files = self.given().filter(|(key, text)| !key.is_output() && is_path(*key, text));
        files.map(|(key, text)| (key, Path::new(text)))
    }

    /// The recipe as a file in this directory: what differs from the defaults, with comments.
    ///
    /// # Errors
    /// When a path is no text.
    pub fn to_toml(&self, directory: &Path) -> Result<String, RecipeError> {
        let kind = self.kind();
        let mut lines = vec![format!("[[film]]\nkind = {}\n", toml_string(kind.name()))];
        for group in Group::ALL {
            for key in self.differing().filter(|key| key.group() == group) {
                let values: Vec<String> = self
                    .given()
                    .filter(|(given, _)| *given == key)
                    .map(|(_, text)| written(key, text, directory))
                    .collect::<Result<_, RecipeError>>()?;
                let value = match key.shape() {
                    Shape::List => format!("[{}]", values.join(", ")),
                    Shape::Flag | Shape::One => values.join(", "),
                };
                lines.push(format!("{} = {value}  # {}\n", key.name(), summary(key, kind)));
            }
        }
        Ok(lines.concat())
    }

    /// The options that are given and are no defaults, in the order of help.
    pub fn differing(&self) -> impl Iterator<Item = Key> {
        let is_default = |key: Key| {
            let default = key.choices().default;
            default.is_some() && self.given().any(|(given, text)| given == key && text.to_str() == default)
        };
        // Quiet is about a run, and not about what is made.
        let is_kept = |key: Key| key.is_in_files() && key != Key::Quiet;
        let given = move |key: &Key| self.is_given(*key) && is_kept(*key) && !is_default(*key);
        Key::ALL.iter().copied().filter(given)
    }

    /// The command line that asks for the same, as far as these sections say it.
    pub fn command(&self, groups: &[Group]) -> String {
        let mut words = vec![format!("queenreel {}", self.kind().name())];
        let mut keys: Vec<Key> =
            groups.iter().flat_map(|group| self.differing().filter(|key| key.group() == *group)).collect();
        keys.sort_by_key(|key| !key.is_positional(self.kind()));
        for key in keys {
            for (_, text) in self.given().filter(|(given, _)| *given == key) {
                let text = text.to_string_lossy();
                let text = if text.contains(char::is_whitespace) { format!("'{text}'") } else { text.into() };
                words.push(match (key.is_positional(self.kind()), key.shape()) {
                    (true, _) => text,
                    (false, Shape::Flag) => format!("--{}", key.name()),
                    (false, Shape::One | Shape::List) => format!("--{} {text}", key.name()),
                });
            }
        }
        words.join(" ")
    }
}

/// A value as it is written in a file in this directory.
fn written(key: Key, text: &OsStr, directory: &Path) -> Result<String, RecipeError> {
    if key.shape() == Shape::Flag {
        return Ok("true".to_owned());
    }
    // In another directory, a relative path would be another.
    let is_here = [Path::new(""), Path::new(".")].contains(&directory);
    let is_elsewhere = !is_here && is_path(key, text);
    let absolute = if is_elsewhere { std::path::absolute(text).ok() } else { None };
    let text = absolute.as_deref().map_or(text, Path::as_os_str).to_str().ok_or_else(|| {
        RecipeError::new(key, format!("--save-recipe: the value of --{} is no text in UTF-8", key.name()))
    })?;
    let is_number = key.is_number() && text.parse::<u32>().is_ok_and(|number| number.to_string() == text);
    Ok(if is_number { text.to_owned() } else { toml_string(text) })
}

/// What an option does, in short.
fn summary(key: Key, kind: Kind) -> String {
    let help = key.help(kind).replace("--", "");
    let ends = [" [default", ". ", "; ", ": "].into_iter().filter_map(|end| help.find(end));
    help[..ends.min().unwrap_or(help.len())].to_owned()
}

/// The JSON Schema of files.
pub fn schema() -> String {
    let film = |kind: Kind| {
        let mut properties = Map::new();
        properties.insert("kind".to_owned(), json!({ "const": kind.name() }));
        let mut required = vec!["kind"];
        for key in Key::of(kind).filter(|key| key.is_in_files()) {
            if key.is_positional(kind) && key != Key::Algorithms {
                required.push(key.name());
            }
            let names = key.choices().all.into_iter().map(|(name, _)| Value::from(name));
            let names: Vec<Value> = names.chain(key.without_value().map(|_| true.into())).collect();
            let value = if !names.is_empty() {
                json!({ "enum": names })
            } else if key.shape() == Shape::Flag {
                json!({ "type": "boolean" })
            } else if key.is_number() {
                json!({ "type": ["integer", "string"] })
            } else {
                json!({ "type": ["string", "integer"] })
            };
            let mut value = match key.shape() {
                Shape::List => {
                    json!({ "anyOf": [{ "type": "array", "items": value }, { "type": "string" }] })
                }
                Shape::Flag | Shape::One => value,
            };
            value["description"] = key.help(kind).replace("--", "").into();
            properties.insert(key.name().to_owned(), value);
        }
        json!({
            "type": "object",
            "description": kind.about(),
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    };
    let films: Vec<Value> = Kind::MAKERS.iter().map(|kind| film(*kind)).collect();
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Recipes of Queenreel",
        "type": "object",
        "properties": { "film": { "type": "array", "minItems": 1, "items": { "oneOf": films } } },
        "required": ["film"],
        "additionalProperties": false,
    });
    format!("{schema:#}\n")
}
