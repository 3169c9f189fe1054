//! Requests from recipes.

mod recipe;
