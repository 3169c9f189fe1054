//! Why a recipe cannot be made.

use std::fmt::{self, Display};

use crate::words::excerpt;

use super::Key;

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

    /// The sentence for a file, in which a wrong value is shown as `key = 'value'`.
    pub(super) fn in_file(&self) -> String {
        let (name, text) = (self.key.name(), &self.text);
        self.value.as_ref().map_or(text.clone(), |value| format!("{name} = '{}': {text}", excerpt(value)))
    }
}

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
