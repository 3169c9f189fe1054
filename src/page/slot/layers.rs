//! All slots of a page.

use crate::page::cell::CellSlot;
use crate::page::pen::Colours;
use crate::page::square::SquareSlot;

use super::chart::ChartSlot;
use super::code::CodeSlot;
use super::fill::FillSlot;
use super::layer::Layer;
use super::medal::MedalSlot;
use super::strike::StrikeSlot;
use super::text::{LineSlot, TextSlot};
use super::tree::{NodeSlot, TipSlot, TreeStyle};

macro_rules! layers {
    ($($(#[$documentation:meta])* $name:ident: $slot:ty,)+) => {
        /// All slots of a page, by kind, in the order in which they are painted. Only nodes of the tree
        /// overlap, and strikes are over boards.
        #[derive(Debug, Default)]
        pub struct Layers {
            $($(#[$documentation])* pub $name: Layer<$slot>,)+
            /// How the nodes are drawn, if there are any.
            pub tree: Option<TreeStyle>,
        }

        impl Layers {
            pub(in crate::page) fn begin_step(&mut self) {
                $(self.$name.begin_step();)+
            }
        }
    };
}

layers! {
    /// The squares of all boards, and those beside captions.
    squares: SquareSlot,
    /// What crosses boards out.
    strikes: StrikeSlot,
    /// Hairlines.
    fills: FillSlot,
    /// Lines of text.
    texts: TextSlot,
    /// Medals of a race.
    medals: MedalSlot,
    /// Lines with several pieces of text.
    lines: LineSlot,
    /// Charts of a race.
    charts: ChartSlot,
    /// Lines of code.
    code: CodeSlot,
    /// Cells of arrays, masks and matrices.
    entries: CellSlot,
    /// Nodes of the search tree.
    nodes: NodeSlot,
    /// Levels of the tree that are drawn in cells.
    cells: FillSlot,
    /// What hangs below the path.
    tip: TipSlot,
}

impl Layers {
    /// The colours of all slots in all states, but those of squares, which their style has.
    pub(in crate::page) fn colours(&self) -> impl Iterator<Item = Colours> {
        let Self {
            squares: _,
            strikes,
            fills,
            texts,
            medals,
            lines,
            charts,
            code,
            entries,
            nodes: _,
            cells: _,
            tip: _,
            tree,
        } = self;
        let texts = texts.slots().flat_map(TextSlot::colours);
        let medals = medals.slots().flat_map(MedalSlot::colours);
        let lines = lines.slots().flat_map(LineSlot::colours);
        let charts = charts.slots().flat_map(ChartSlot::colours);
        let code = code.slots().flat_map(CodeSlot::colours);
        let entries = entries.slots().flat_map(CellSlot::colours);
        let fills = fills.iter().map(|(_, colour)| Colours::One(*colour));
        let strikes = strikes.slots().map(|slot| Colours::One(slot.ink));
        texts
            .chain(fills)
            .chain(strikes)
            .chain(medals)
            .chain(lines)
            .chain(charts)
            .chain(code)
            .chain(entries)
            .chain(tree.iter().flat_map(TreeStyle::colours))
    }
}
