//! The commands, one a file.

mod algorithms;
mod board;
mod count;
mod gallery;
mod list;
mod race;
mod replay;
mod search;
mod themes;

pub use algorithms::run as algorithms;
pub use board::run as board;
pub use count::run as count;
pub use gallery::run as gallery;
pub use list::run as list;
pub use race::run as race;
pub use replay::run as replay;
pub use search::run as search;
pub use themes::run as themes;
