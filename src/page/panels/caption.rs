//! The caption: a sign of what happened, a fact and its reason, each on one line.

use crate::board::{BoardSize, SquareNames};
use crate::font::{Font, Weight};
use crate::page::inks::State;
use crate::page::layout::TextPlace;
use crate::page::pen::{Colours, Pen, TextStyle};
use crate::page::scene::{Id, Scene};
use crate::page::square::{Ground, SquareState, SquareStyle, state_of};
use crate::page::{CaptionRoom, Page, TextItem, TextLine};
use crate::picture::{Rect, Rgb};
use crate::record::{Caption, Frame, Mark, Moment, Passage, Phrase};

use super::code::{ELLIPSIS, truncated};
use super::{Panel, View};

/// Shows the caption of a search.
#[derive(Debug)]
pub struct CaptionPanel {
    size: BoardSize,
    names: SquareNames,
    style: SquareStyle,
    /// The sign, if marks are drawn.
    sign: Option<(Id, Ground)>,
    fact: TextItem,
    reason: TextItem,
    font: Font,
    /// What is shown, and the colour of the fact if it is that of a state.
    shown: Option<Caption>,
    head: Option<Rgb>,
}

impl CaptionPanel {
    /// A caption with its sign, if it has one, and its two lines.
    pub fn new(
        page: &mut Page,
        chip: Option<Rect>,
        [fact, reason]: [TextPlace; 2],
        captions: &CaptionRoom,
    ) -> Self {
        let CaptionRoom { size, names, words: _ } = *captions;
        let sign = chip.map(|chip| page.squares.add_sign(&mut page.scene, chip));
        let fact = page.add_text(fact, Weight::Bold, "");
        let reason = page.add_text(reason, Weight::Regular, "");
        let (style, font) = (page.squares.clone(), page.font.clone());
        if sign.is_some() {
            let heads = State::ALL.map(|state| Pen { ink: style.inks.head(state), paper: style.inks.page });
            page.colours.extend(heads.map(Colours::Blends));
        }
        let panel = Self { size, names, style, sign, fact, reason, font, shown: None, head: None };
        panel.show_sign(SquareState::EMPTY, &mut page.scene);
        panel
    }

    fn show_sign(&self, state: SquareState, scene: &mut Scene) {
        if let Some((id, ground)) = self.sign {
            scene.set(id, &state, || self.style.drawing(ground, state));
        }
    }

    /// The longest form that fits into a line; a custom caption may have to be truncated.
    fn fitted(&self, line: &TextLine, Phrase { long, short }: &Phrase) -> String {
        let TextLine { area: Rect { width, .. }, style: TextStyle { em, weight, .. }, .. } = *line;
        let font = self.font.weight(weight);
        let fits = |text: &&String| font.pixels(text, em) <= width;
        let cut = || truncated(font, em, short, width, ELLIPSIS);
        [long, short].into_iter().find(fits).cloned().unwrap_or_else(cut)
    }
}

impl Panel for CaptionPanel {
    fn draw(&mut self, view: &View<'_>, scene: &mut Scene) {
        if let Some((sign, said)) = sign(view.frame).filter(|_| self.sign.is_some()) {
            self.show_sign(sign, scene);
            let head = said.map(|state| self.style.inks.head(state));
            if head != self.head {
                (self.head, self.shown) = (head, None);
            }
        }
        let caption = view.frame.shared.as_ref().unwrap_or(&view.frame.caption);
        if self.shown.as_ref() != Some(caption) {
            let words = caption.words(self.size, self.names);
            self.fact.write_in(scene, &self.fitted(&self.fact.line, &words.fact), self.head);
            self.reason.write(scene, &self.fitted(&self.reason.line, &words.reason));
            self.shown = Some(caption.clone());
        }
    }
}

/// The sign of what happened, and the state that it says; `None` for what has none of its own, which keeps the one
/// before.
fn sign(frame: &Frame) -> Option<(SquareState, Option<State>)> {
    let marked = |mark, queen| (SquareState::marked(mark, queen), state_of(mark));
    let placed = |queens: &[_]| {
        let in_conflict =
            queens.iter().any(|square| frame.scene.mark_at(*square) == Some(Mark::PlacedInConflict));
        marked(if in_conflict { Mark::PlacedInConflict } else { Mark::Placed }, true)
    };
    if let Some(Caption::Passage { passage, .. }) = frame.shared {
        return Some(match passage {
            Passage::Placements | Passage::Moves => marked(Mark::Placed, true),
            Passage::DeadEnds => (SquareState::DEAD_END, Some(State::Conflict)),
            Passage::WayBack => marked(Mark::Removed, false),
            Passage::Boards => (SquareState::QUEEN, None),
        });
    }
    Some(match frame.moment {
        Moment::Start => (SquareState::EMPTY, None),
        Moment::Test { attacker: Some(_), .. } | Moment::Refuse(_) => marked(Mark::Conflict, false),
        Moment::Test { attacker: None, .. } => marked(Mark::Safe, false),
        Moment::Place(square) => placed(&[square]),
        Moment::Move { to, .. } => placed(&[to]),
        Moment::Swap { to, .. } => placed(&to),
        Moment::DeadEnd { .. } => (SquareState::DEAD_END, Some(State::Conflict)),
        Moment::Solution { .. } => marked(Mark::Solution, true),
        Moment::Remove(_) => marked(Mark::Removed, false),
        Moment::Board if frame.scene.conflicts() > 0 => marked(Mark::Conflict, true),
        Moment::Board => (SquareState::QUEEN, None),
        Moment::BoardAgain => (SquareState::RESTART, None),
        Moment::Note => return None,
    })
}
