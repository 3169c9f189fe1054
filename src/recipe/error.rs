//! Why a recipe cannot be made.

use std::fmt::{self, Display};

use crate::words::{excerpt, in_line};

use super::{Key, Recipe};

/// Why a recipe cannot be made: the option that is wrong, and a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecipeError {
    key: Key,
    /// The value, if it is wrong by itself.
    value: Option<String>,
    text: String,
}

impl RecipeError {
    pub(super) fn new(key: Key, text: impl Display) -> Self {
        Self { key, value: None, text: text.to_string() }
    }

    /// A value that cannot be used.
    pub(super) fn invalid(key: Key, value: &str, why: &str) -> Self {
        Self { value: Some(value.to_owned()), ..Self::new(key, why) }
    }

    /// The option that is wrong.
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The sentence, with names of options as they are in files.
    pub(super) fn in_file(&self, recipe: &Recipe) -> String {
        let kept: Vec<String> = recipe.texts().chain(self.value.as_deref().map(in_line)).collect();
        let (name, text) = (self.key.name(), with_keys(&self.text, &kept));
        self.value.as_ref().map_or(text.clone(), |value| format!("{name} = '{}': {text}", excerpt(value)))
    }
}

impl Recipe {
    /// A message about it, with names of options as they are in files.
    #[cfg(feature = "cli")]
    pub(crate) fn in_file(&self, text: &str) -> String {
        with_keys(text, &self.texts().collect::<Vec<_>>())
    }

    /// What is given, as messages show it.
    fn texts(&self) -> impl Iterator<Item = String> {
        self.given().map(|(_, text)| in_line(&text.to_string_lossy()))
    }
}

/// A message with names of options as they are in files; what the user has written is kept.
fn with_keys(text: &str, kept: &[String]) -> String {
    let kept_first = |own: &String| Some((text.find(own.as_str())?, own.len()));
    let own = kept.iter().filter(|own| own.contains("--")).filter_map(kept_first);
    if let Some((at, length)) = own.min_by_key(|(at, length)| (*at, usize::MAX - length)) {
        let end = at + length;
        return with_keys(&text[..at], &[]) + &text[at..end] + &with_keys(&text[end..], kept);
    }
    let mut parts = text.split("--");
    let mut keys = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|letter: char| !(letter.is_ascii_lowercase() || letter == '-'));
        let name = &part[..end.unwrap_or(part.len())];
        let is_key = Key::ALL.iter().any(|key| key.is_in_files() && key.name() == name);
        let begins = keys.is_empty() || keys.ends_with([' ', '(', '\n']);
        // A command line keeps its options.
        if !is_key || !begins || keys.ends_with("… ") {
            keys.push_str("--");
        }
        keys.push_str(part);
    }
    keys
}

/// The sentence, with names of options as on the command line.
impl Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (key, text) = (self.key, &self.text);
        match &self.value {
            Some(value) => {
                write!(f, "invalid value '{value}' for '--{} <{}>': {text}", key.name(), key.value_name())
            }
            None => f.write_str(text),
        }
    }
}

impl std::error::Error for RecipeError {}
