//! Pages: the layout and the content of pictures, as shapes that are not drawn yet.

pub mod cell;
mod error;
pub mod figure;
pub mod inks;
mod kinds;
pub mod layout;
pub mod moves;
#[expect(clippy::module_inception, reason = "the type is the subject of the file")]
mod page;
mod panels;
pub mod pen;
pub mod scene;
pub mod shape;
pub mod square;
mod style;
mod theme;
pub mod tween;

pub use error::PageError;
pub use figure::Piece;
pub use inks::ThemeKind;
pub use kinds::card::{CardResult, EndCard, TitleCard};
pub use kinds::race::LaneContent;
pub use page::Page;
pub(crate) use page::{Block, BlockKind, TextItem, TextLine};
pub(crate) use panels::PATH;
pub(crate) use pen::Colours;
pub use style::{CaptionSpace, GaugeSpace, PanelContent, PanelKind, StatePanel};
pub use style::{Medium, PageSize, PageStyle, Paper};
pub use theme::{Theme, ThemeError};

pub use kinds::chart::{Bar, BarGroup, ChartContent, ChartFigure, ChartSeries, ChartUnit, GrowthLine, Tone};
pub use kinds::gallery::GalleryPage;
pub use kinds::gallery_content::{
    BoardLabel, GalleryContent, GalleryNote, GalleryText, GalleryTitle, LabelledBoard,
};
pub use kinds::sheet::{StepSheet, StepSheetGrid, StepSheetText};
