//! Kinds of documents.

mod gallery;
