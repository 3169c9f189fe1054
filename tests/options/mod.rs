//! Options, and the page about them.

mod files;
mod options_page;
