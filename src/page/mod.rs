//! What a page shows and where: in numbers, without a pixel drawn.

pub(crate) mod attack_segment;
pub(crate) mod layout;
mod panels;
mod style;
mod theme;

pub use layout::montage::GridError;
pub use panels::Panels;
pub use style::{BoardStyle, MAX_SIDE, PageSize, PageSizeError, StyleError};
pub use theme::{Theme, ThemeError};
