//! Recipes: requests as TOML files.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Command};
use toml::de::{DeTable, DeValue};

use crate::error::Error;
use crate::options::{is_flag, is_number, is_path, name};
use crate::words::{excerpt, in_line, toml_string};

use super::{Request, command};

/// A table of a recipe file: a request and its position in the file. See [`read_recipes`].
#[derive(Debug, Clone)]
pub struct Recipe {
    /// The request.
    pub request: Request,
    /// The base directory of default outputs.
    pub directory: PathBuf,
    /// Line of the table, counted from 1.
    line: usize,
    keys: Vec<Key>,
}

#[derive(Debug, Clone)]
struct Key {
    name: String,
    /// Line of the key, counted from 1.
    line: usize,
    /// Position on the command line, for a positional argument.
    place: Option<usize>,
    /// The arguments to which the key is converted.
    words: Vec<OsString>,
}

/// An error in a recipe file. See [`read_recipes`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {text}")]
pub struct RecipeError {
    /// Line, counted from 1.
    pub line: usize,
    /// A sentence that names the key.
    pub text: String,
}

impl Recipe {
    /// Locates the error of an option in the file; `None` if the error is not about an option.
    pub fn locate(&self, error: &Error) -> Option<RecipeError> {
        Some(self.error_at(error.option.as_deref()?, in_file(error)))
    }

    /// Returns an error at the line of a key, or of the table if the key is missing. Adds the key to the text
    /// unless the text names it.
    pub(crate) fn error_at(&self, key: &str, text: String) -> RecipeError {
        error_at(&self.keys, self.line, key, text)
    }

    /// Returns the keys of the table, and whether each is a positional argument.
    #[cfg(feature = "cli")]
    pub(crate) fn keys(&self) -> impl Iterator<Item = (&str, bool)> {
        self.keys.iter().map(|key| (key.name.as_str(), key.place.is_some()))
    }

    /// Sets an option from the command line, which overrides the file.
    #[cfg(feature = "cli")]
    pub(crate) fn with(mut self, name: &str, value: Option<&OsStr>) -> Result<Self, Error> {
        self.keys.retain(|key| key.name != name);
        let (line, words) = (self.line, vec![option_word(name, value)]);
        self.keys.push(Key { name: name.to_owned(), line, place: None, words });
        self.request = parse(&mut command(), self.request.kind(), &self.keys)?;
        Ok(self)
    }

    /// Returns the request without a key.
    #[cfg(feature = "cli")]
    pub(crate) fn without(&self, name: &str) -> Result<Request, Error> {
        let mut rest = self.keys.clone();
        rest.retain(|key| key.name != name);
        parse(&mut command(), self.request.kind(), &rest)
    }
}

fn error_at(keys: &[Key], line: usize, key: &str, text: String) -> RecipeError {
    let text = if text.contains(key) { text } else { format!("{key}: {text}") };
    let line = keys.iter().find(|given| given.name == key).map_or(line, |given| given.line);
    RecipeError { line, text: in_line(&text) }
}

/// Returns the message for a file, in which a wrong value is shown as `key = 'value'`.
fn in_file(error: &Error) -> String {
    match (&error.option, &error.value) {
        (Some(option), Some(value)) => format!("{option} = '{}': {}", excerpt(value), error.message),
        _ => error.to_string().replace("\n  ", "; "),
    }
}

/// Parses the keys of a table as command-line arguments.
fn parse(command: &mut Command, kind: &str, keys: &[Key]) -> Result<Request, Error> {
    let mut keys: Vec<&Key> = keys.iter().collect();
    keys.sort_by_key(|key| key.place);
    let (options, arguments) = keys.split_at(keys.partition_point(|key| key.place.is_none()));
    let [options, arguments] = [options, arguments].map(|keys| keys.iter().flat_map(|key| key.words.clone()));
    Request::parse(command, [kind.into()].into_iter().chain(options).chain(["--".into()]).chain(arguments))
}

/// Reads the recipes of a file; relative paths start at `directory`.
///
/// # Errors
/// [`RecipeError`] for a syntax error, a missing film or kind, or the first unknown key or invalid value.
///
/// ```
/// use std::path::Path;
/// use queenreel::request::read_recipes;
///
/// let text = "[[film]]\nkind = 'search'\nqueens = 8\nstart-hold = '1s'\n";
/// assert_eq!(read_recipes(text, Path::new(""))?.len(), 1);
/// let error = read_recipes(&text.replace("1s", "1"), Path::new("")).unwrap_err();
/// assert_eq!(error.line, 4);
/// # Ok::<(), queenreel::request::RecipeError>(())
/// ```
pub fn read_recipes(text: &str, directory: &Path) -> Result<Vec<Recipe>, RecipeError> {
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let line_at = |at: usize| 1 + ends.partition_point(|end| *end < at);
    let wrong = |at: usize, text: String| RecipeError { line: line_at(at), text: in_line(&text) };
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
    // Building the options of a command is slow, so all films share one.
    let mut command = command();
    command.build();
    films.into_iter().map(|(at, keys)| read_film(keys, at, directory, &mut command, &line_at)).collect()
}

const A_FILM: &str = "film is a list of tables, each begun with [[film]]";

/// Returns the commands that a recipe can use.
pub(super) fn makers(command: &Command) -> impl Iterator<Item = &Command> {
    let is_saved = |kind: &&Command| kind.get_arguments().any(|option| option.get_id() == "save_recipe");
    command.get_subcommands().filter(is_saved)
}

/// Returns the options that a recipe can set.
pub(super) fn keys(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|option| !["force", "save_recipe"].contains(&option.get_id().as_str()))
}

/// Reads a table that begins at byte `at` of the file.
fn read_film(
    table: &DeTable<'_>,
    at: usize,
    directory: &Path,
    command: &mut Command,
    line_at: &impl Fn(usize) -> usize,
) -> Result<Recipe, RecipeError> {
    let wrong = |at: usize, text: String| RecipeError { line: line_at(at), text: in_line(&text) };
    let names = || makers(command).map(Command::get_name).collect::<Vec<_>>().join(", ");
    let Some((_, value)) = table.iter().find(|(name, _)| name.get_ref() == "kind") else {
        return Err(wrong(at, format!("kind is missing: one of {}", names())));
    };
    let kind = value.get_ref().as_str().and_then(|name| makers(command).find(|kind| kind.get_name() == name));
    let kind = kind.ok_or_else(|| wrong(value.span().start, format!("kind is one of {}", names())))?;
    let mut given: Vec<_> = table.iter().filter(|(name, _)| name.get_ref() != "kind").collect();
    // Restores the order of the file, since the TOML parser sorts keys by name.
    given.sort_by_key(|(name, _)| name.span().start);
    let mut read = Vec::new();
    for (key, value) in given {
        let (key, at) = (key.get_ref().as_ref(), key.span().start);
        let is_named = |option: &&Arg| {
            name(option) == key || option.get_all_aliases().is_some_and(|names| names.contains(&key))
        };
        let option = keys(kind).find(is_named).ok_or_else(|| wrong(at, unknown(command, kind, key)))?;
        let texts = texts(option, value.get_ref()).map_err(|text| wrong(at, text))?;
        let words = texts.into_iter().map(|text| word(option, text, directory)).collect();
        // An option may be given twice, by its name and by an old name: its last value counts.
        read.retain(|known: &Key| known.name != name(option));
        read.push(Key { name: name(option), line: line_at(at), place: option.get_index(), words });
    }
    let kind = kind.get_name().to_owned();
    let request = parse(command, &kind, &read).map_err(|error| match &error.option {
        Some(option) => error_at(&read, line_at(at), option, in_file(&error)),
        None => wrong(at, error.to_string()),
    })?;
    Ok(Recipe { request, directory: directory.to_owned(), line: line_at(at), keys: read })
}

fn unknown(program: &Command, kind: &Command, key: &str) -> String {
    if key == "force" {
        return "force is for the command line: queenreel make FILE.toml --force".to_owned();
    }
    let has_it = |command: &&Command| keys(command).any(|option| name(option) == key);
    let others: Vec<&str> = makers(program).filter(has_it).map(Command::get_name).collect();
    if !others.is_empty() {
        return format!("{key} is for {}, not for {}", others.join(", "), kind.get_name());
    }
    let known: Vec<String> = keys(kind).map(name).collect();
    let near = nearest(key, known.iter().map(String::as_str));
    format!("there is no key '{}'{near}", excerpt(key))
}

/// Suggests the most similar known name.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let distance = |other: &&str| strsim::damerau_levenshtein(name, other);
    let near = known.min_by_key(distance).filter(|other| distance(other) <= 1 + name.len() / 3);
    near.map_or_else(String::new, |near| format!("; did you mean '{near}'?"))
}

/// Returns the values of a key as on the command line; `None` for a flag, or for an option without its value.
fn texts(option: &Arg, value: &DeValue<'_>) -> Result<Vec<Option<OsString>>, String> {
    let (name, is_list) = (name(option), matches!(option.get_action(), ArgAction::Append));
    let text = |text: &str| Ok(vec![Some(text.into())]);
    match value {
        DeValue::Boolean(is_given) if is_flag(option) => Ok(is_given.then_some(None).into_iter().collect()),
        _ if is_flag(option) => Err(format!("{name} is true, or left out")),
        DeValue::Boolean(true) if option.get_num_args().is_some_and(|number| number.min_values() == 0) => {
            Ok(vec![None])
        }
        DeValue::String(value) => text(value),
        DeValue::Integer(number) if number.radix() == 10 => text(number.as_str()),
        DeValue::Integer(_) => {
            Err(format!("{name}: write numbers in decimal, not in hexadecimal, octal or binary"))
        }
        DeValue::Array(values) if is_list => {
            let texts = values.iter().map(|value| match value.get_ref() {
                DeValue::Array(_) => Err(format!("{name} is a list of values, not of lists")),
                value => texts(option, value),
            });
            Ok(texts.collect::<Result<Vec<_>, String>>()?.concat())
        }
        _ => {
            let what = if is_number(option) { "a whole number" } else { "a text" };
            let list = if is_list { ", or a list" } else { "" };
            Err(format!("{name} is {what}{list}, not {}", described(value)))
        }
    }
}

/// Returns an argument for a value; a relative path starts at `directory`.
fn word(option: &Arg, text: Option<OsString>, directory: &Path) -> OsString {
    let text = text.map(|text| if is_path(option, &text) { directory.join(text).into() } else { text });
    match text {
        Some(text) if option.is_positional() => text,
        text => option_word(&name(option), text.as_deref()),
    }
}

fn option_word(name: &str, text: Option<&OsStr>) -> OsString {
    let mut word = OsString::from(format!("--{name}"));
    if let Some(text) = text {
        word.push("=");
        word.push(text);
    }
    word
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

impl Request {
    /// Writes the request as a commented recipe for a file in `directory`, in the order of [`Request::given`].
    ///
    /// # Errors
    /// When a value is not valid UTF-8.
    pub fn to_recipe(&self, directory: &Path) -> Result<String, Error> {
        let mut program = command();
        program.build();
        let kind = program.find_subcommand(self.kind()).expect("it is one of the kinds");
        let mut lines = vec![format!("[[film]]\nkind = {}\n", toml_string(self.kind()))];
        let mut written: Vec<&str> = Vec::new();
        for (key, _) in self.given().iter() {
            // `--quiet` is about a run, not about the document.
            let option = keys(kind).find(|option| name(option) == key && key != "quiet");
            let Some(option) = option.filter(|_| !written.contains(&key)) else { continue };
            let values = self.given().values(key).map(|text| value(option, text, directory));
            let values = values.collect::<Result<Vec<String>, Error>>()?.join(", ");
            let is_list = matches!(option.get_action(), ArgAction::Append);
            let values = if is_list { format!("[{values}]") } else { values };
            lines.push(format!("{key} = {values}  # {}\n", summary(option)));
            written.push(key);
        }
        Ok(lines.concat())
    }
}

/// Returns a value as written in a recipe in `directory`.
fn value(option: &Arg, text: &OsStr, directory: &Path) -> Result<String, Error> {
    if is_flag(option) {
        return Ok("true".to_owned());
    }
    // A relative path would mean another file in another directory.
    let is_here = [Path::new(""), Path::new(".")].contains(&directory);
    let is_elsewhere = !is_here && is_path(option, text);
    let absolute = if is_elsewhere { std::path::absolute(text).ok() } else { None };
    let text = absolute.as_deref().map_or(text, Path::as_os_str).to_str().ok_or_else(|| {
        let name = name(option);
        Error::option(&name, format!("--save-recipe: the value of --{name} is no text in UTF-8"))
    })?;
    let is_number = is_number(option) && text.parse::<u32>().is_ok_and(|number| number.to_string() == text);
    Ok(if is_number { text.to_owned() } else { toml_string(text) })
}

/// Returns the short help of an option, without its default.
fn summary(option: &Arg) -> String {
    let help = option.get_help().map(ToString::to_string).unwrap_or_default().replace("--", "");
    help[..help.find(" [default").unwrap_or(help.len())].to_owned()
}
