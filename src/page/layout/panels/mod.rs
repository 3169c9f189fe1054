//! The layouts of a board with its panels: for wide pages, for pages that are nearly square, for high
//! ones, and for columns of text.
//!
//! There is a file for each arrangement: `titled.rs`, `beside.rs`, `around.rs`,
//! `around_with_code_below.rs`, `below.rs` and `column.rs`; `arrangement.rs` chooses. They are made of
//! parts that they share, such as `caption.rs` or `blocks.rs`.

mod around;
mod around_with_code_below;
mod arrangement;
mod below;
mod beside;
mod blocks;
mod caption;
mod code;
mod column;
mod counters;
mod headed_board;
mod lower_room;
mod needs;
mod panel_layout;
mod sheet;
mod side_column;
mod title;
mod titled;

pub use caption::CaptionLayout;
pub use code::CodeLayout;
pub use counters::CounterLayout;
pub use needs::Needs;
pub use panel_layout::PanelLayout;
