//! Pages: what they show and where, without any pixels.

pub mod between;
pub mod cell;
mod error;
pub mod figure;
pub mod inks;
mod kinds;
pub(crate) mod layout;
mod montage_content;
pub mod moves;
#[expect(clippy::module_inception, reason = "the type is the subject of the file")]
mod page;
mod panel_content;
mod panels;
pub mod pen;
pub mod scene;
pub mod shape;
pub mod square;
mod style;
mod theme;
pub(crate) mod units;

pub use error::PageError;
pub use figure::{Piece, PieceError};
pub use inks::{HeatCell, HeatMap, ThemeKind};
pub use kinds::card::{CardResult, EndCard, TitleCard};
pub use kinds::comparison::{
    Bar, BarGroup, ChartContent, ChartFigure, ChartPage, ChartSeries, ChartUnit, GrowthLine, Tone,
};
pub use kinds::gallery::MontagePage;
pub use kinds::race::Lane;
pub use kinds::sheet::{StepSheet, StepSheetGrid, StepSheetText};
pub use layout::flow;
pub use montage_content::{BoardLabel, LabelledBoard, MontageContent, MontageText, MontageTitle, Note};
pub use page::Page;
pub(crate) use page::{Block, BlockKind, TextItem, TextLine};
pub use panel_content::{CaptionRoom, PanelContent, PanelKind, StatePanel};
pub(crate) use panels::PATH;
pub(crate) use pen::Colours;
pub use style::{Medium, PageSize, PageSizeError, PageStyle, Paper};
pub use theme::{Theme, ThemeError};
pub use units::MAX_SIDE;
