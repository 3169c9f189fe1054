//! Pages: what they show and where, without any pixels.

pub(crate) mod attack_segment;
pub mod between;
mod block;
mod card;
pub mod cell;
mod drawing;
pub mod element;
mod error;
pub mod figure;
pub mod inks;
mod kinds;
pub(crate) mod layout;
mod montage_content;
#[expect(clippy::module_inception, reason = "the type is the subject of the file")]
mod page;
mod panel;
mod panel_content;
mod panels;
mod paper;
mod parts;
mod pen;
mod piece;
mod signs;
pub mod slot;
pub mod square;
mod state_panel;
mod style;
mod theme;
pub(crate) mod units;

pub(crate) use block::{Block, BlockKind};
pub use card::{CardResult, EndCard, TitleCard};
pub use drawing::{Drawing, HeatCell, HeatMap};
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
pub use paper::{Paper, PaperError, PaperFormat};
pub(crate) use parts::{Part, PartKey, PartKind, TextParts, TreePart};
pub(crate) use pen::Colours;
pub use piece::{Piece, PieceError};
pub use state_panel::{StatePanel, StatePanelError};
pub use style::{Medium, PageSize, PageSizeError, PageStyle};
pub use theme::{Theme, ThemeError};
pub use units::MAX_SIDE;
