//! Presentations, as other programs read them.
//!
//! What LibreOffice makes of them is in `tests/office/`.

mod deck;
mod program;
