//! Pages: what they show and where, without any pixels.

// For the tests of this repository; not part of the API.
#[doc(hidden)]
pub mod between;
#[doc(hidden)]
pub mod cell;
mod error;
#[doc(hidden)]
pub mod figure;
#[doc(hidden)]
pub mod inks;
mod kinds;
pub(crate) mod layout;
#[doc(hidden)]
pub mod moves;
#[expect(clippy::module_inception, reason = "the type is the subject of the file")]
mod page;
mod panels;
#[doc(hidden)]
pub mod pen;
#[doc(hidden)]
pub mod scene;
#[doc(hidden)]
pub mod shape;
#[doc(hidden)]
pub mod square;
mod style;
mod theme;

pub use error::PageError;
pub use figure::{Piece, PieceError};
pub use inks::{HeatCell, HeatMap, ThemeKind};
pub use kinds::card::{CardResult, EndCard, TitleCard};
pub use kinds::race::Lane;
pub(crate) use layout::MAX_SIDE;
pub use page::Page;
pub(crate) use page::{Block, BlockKind, TextItem, TextLine};
pub(crate) use panels::PATH;
pub(crate) use pen::Colours;
pub use style::{CaptionRoom, PanelContent, PanelKind, StatePanel};
pub use style::{Medium, PageSize, PageSizeError, PageStyle, Paper};
pub use theme::{Theme, ThemeError};

// For the program and the tests of this repository; not part of the API.
#[doc(hidden)]
pub use kinds::comparison::{
    Bar, BarGroup, ChartContent, ChartFigure, ChartSeries, ChartUnit, GrowthLine, Tone,
};
#[doc(hidden)]
pub use kinds::gallery::MontagePage;
#[doc(hidden)]
pub use kinds::gallery_content::{
    BoardLabel, LabelledBoard, MontageContent, MontageText, MontageTitle, Note,
};
#[doc(hidden)]
pub use kinds::sheet::{StepSheet, StepSheetGrid, StepSheetText};
#[doc(hidden)]
pub use layout::flow;
