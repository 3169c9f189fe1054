//! Pictures: the content and the appearance of pages.

mod at_a_glance;
mod contrast;
mod font;
mod grid;
mod heat_map;
mod layout;
mod legible;
mod motion;
mod pictures;
mod scripts;
mod sheet;
mod state;
mod views;
