//! Fonts, and scripts whose letters join or change.

mod files;
mod scripts;
