//! Pictures: the content and the appearance of pages.

mod at_a_glance;
mod contrast;
mod gauges;
mod grid;
mod heat_map;
mod layout;
mod legible;
mod pictures;
mod sheet;
mod state;
mod views;
