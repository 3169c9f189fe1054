//! Pages: what they show and where, without any pixels.

pub mod between;
mod block;
mod card;
pub mod cell;
mod error;
pub mod figure;
pub mod inks;
mod kinds;
pub(crate) mod layout;
mod medal;
mod montage_content;
pub mod moves;
#[expect(clippy::module_inception, reason = "the type is the subject of the file")]
mod page;
mod panel;
mod panel_content;
mod panels;
mod paper;
pub mod pen;
mod piece;
pub mod scene;
pub mod shape;
mod signs;
pub mod square;
mod state_panel;
mod style;
pub mod text;
mod theme;
mod theme_kind;
pub(crate) mod units;

pub(crate) use block::{Block, BlockKind};
pub use card::{CardResult, EndCard, TitleCard};
pub use error::PageError;
pub use kinds::comparison::{
    Bar, BarGroup, ChartContent, ChartFigure, ChartPage, ChartSeries, ChartUnit, GrowthLine, Tone,
};
pub use kinds::gallery::MontagePage;
pub use kinds::race::Lane;
pub use kinds::sheet::{StepSheet, StepSheetGrid, StepSheetText};
pub use layout::flow;
pub use montage_content::{BoardLabel, LabelledBoard, MontageContent, MontageText, MontageTitle, Note};
pub use page::Page;
pub use panel_content::{CaptionRoom, PanelContent, PanelKind};
pub(crate) use panels::PATH;
pub use paper::Paper;
pub(crate) use pen::Colours;
pub use piece::{Piece, PieceError};
pub use state_panel::StatePanel;
pub use style::{Medium, PageSize, PageSizeError, PageStyle};
pub use theme::{Theme, ThemeError};
pub use theme_kind::{HeatCell, HeatMap, ThemeKind};
pub use units::MAX_SIDE;
