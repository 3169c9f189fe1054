//! What pictures as vectors say.

use crate::encode::VectorText;

/// Options of a picture as vectors.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VectorOptions {
    /// What becomes of text.
    pub text: VectorText,
    /// What it is, in a few words.
    pub title: String,
    /// What is seen, in words.
    pub description: String,
}
