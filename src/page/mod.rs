//! Pages: what they show and where, without any pixels.

pub(crate) mod attack_segment;
pub mod between;
mod block;
mod board_page;
mod card;
pub mod cell;
mod comparison;
mod drawing;
pub mod element;
pub mod figure;
pub mod inks;
mod kinds;
pub(crate) mod layout;
mod montage;
mod montage_text;
#[expect(clippy::module_inception, reason = "the type is the subject of the file")]
mod page;
mod panel;
mod panel_content;
mod panels;
mod paper;
mod parts;
mod pen;
mod piece;
pub mod slot;
pub mod square;
mod state_panel;
mod step_sheet;
mod style;
mod theme;
pub(crate) mod units;

pub(crate) use block::{Block, BlockKind};
pub use card::{CardResult, EndCard, TitleCard};
pub use comparison::{
    Bar, BarGroup, ChartContent, ChartError, ChartFigure, ChartPage, ChartSeries, ChartStyle, ChartUnit,
    GrowthLine, Tone,
};
pub use drawing::{Drawing, HeatCell, HeatMap};
pub use kinds::Lane;
pub use layout::flow;
pub use layout::montage::GridError;
pub use montage::{LabelledBoard, MontageError, MontagePage, MontageStyle};
pub use montage_text::{BoardLabel, MontageText, MontageTitle, Note};
pub use page::Page;
pub use panel_content::{CaptionRoom, PanelContent, PanelKind};
pub use paper::{Paper, PaperError, PaperFormat};
pub(crate) use parts::{Part, PartKey, PartKind, TextParts, TreePart};
pub(crate) use pen::Colours;
pub use piece::{Piece, PieceError};
pub use state_panel::{StatePanel, StatePanelError};
pub use step_sheet::{StepSheet, StepSheetStyle, StepSheetText};
pub use style::{BoardStyle, Medium, PageSize, PageSizeError, StyleError};
pub use theme::{Theme, ThemeError};
pub use units::MAX_SIDE;
