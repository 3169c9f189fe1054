//! The caption: a sign of the result, and two lines of text for a fact and its reason.

use crate::board::{BoardSize, SquareNames};
use crate::font::{Font, Weight};
use crate::page::inks::State;
use crate::page::layout::TextPlace;
use crate::page::pen::{Colours, Pen, TextStyle};
use crate::page::scene::{Id, Scene};
use crate::page::square::{Ground, SquareState, SquareStyle, state_of};
use crate::page::{CaptionSpace, Page, TextItem, TextLine};
use crate::picture::{Rect, Rgb};
use crate::record::{Caption, CaptionLine, Frame, Mark, Moment};
use crate::search::Tally;

use super::code::{ELLIPSIS, truncated};
use super::{Panel, PanelInput};

pub struct CaptionPanel {
    size: BoardSize,
    names: SquareNames,
    style: SquareStyle,
    /// The sign, if marks are drawn.
    sign: Option<(Id, Ground)>,
    fact: TextItem,
    reason: TextItem,
    font: Font,
    /// Whether the caption counts in fast forward, since the page has no counters.
    counts: bool,
    /// The current content.
    shown: Option<Caption>,
    /// The colour of the fact, if it has the colour of a state.
    head: Option<Rgb>,
}

impl CaptionPanel {
    /// Creates a caption with two lines of text and, if marks are drawn, its sign.
    /// `counts`: whether the caption counts in fast forward.
    pub fn new(
        page: &mut Page,
        chip: Option<Rect>,
        lines: [TextPlace; 2],
        captions: &CaptionSpace,
        counts: bool,
    ) -> Self {
        let CaptionSpace { size, names, words: _ } = *captions;
        let sign = chip.map(|chip| page.squares.add_sign(&mut page.scene, chip));
        let fact = page.add_text(lines[0], Weight::Bold, "");
        let reason = page.add_text(lines[1], Weight::Regular, "");
        let (style, font) = (page.squares.clone(), page.font.clone());
        if sign.is_some() {
            let heads = State::ALL.map(|state| Pen { ink: style.inks.head(state), paper: style.inks.page });
            page.colours.extend(heads.map(Colours::Blends));
        }
        let panel = Self { size, names, style, sign, fact, reason, font, counts, shown: None, head: None };
        panel.show_sign(SquareState::EMPTY, &mut page.scene);
        panel
    }

    fn show_sign(&self, state: SquareState, scene: &mut Scene) {
        if let Some((id, ground)) = self.sign {
            scene.set(id, &state, || self.style.drawing(ground, state));
        }
    }

    /// Returns the longest form that fits into a line of text. Custom captions that do not fit are truncated.
    fn fitted(&self, line: &TextLine, CaptionLine { long, short }: &CaptionLine) -> String {
        let TextLine { area: Rect { width, .. }, style: TextStyle { em, weight, .. }, .. } = *line;
        let font = self.font.weight(weight);
        let fits = |text: &&String| font.pixels(text, em) <= width;
        let cut = || truncated(font, em, short, width, ELLIPSIS);
        [long, short].into_iter().find(fits).cloned().unwrap_or_else(cut)
    }
}

impl Panel for CaptionPanel {
    fn draw(&mut self, view: &PanelInput<'_>, scene: &mut Scene) {
        if let Some((sign, result)) = sign(view.frame).filter(|_| self.sign.is_some()) {
            self.show_sign(sign, scene);
            let head = result.map(|state| self.style.inks.head(state));
            if head != self.head {
                (self.head, self.shown) = (head, None);
            }
        }
        let is_solution = matches!(view.frame.moment, Moment::Solution { .. });
        let is_fast = |sentence: &&Caption| matches!(sentence, Caption::FastForward { .. });
        let sentence = view.frame.sentence.as_ref().filter(|sentence| !(is_solution && is_fast(sentence)));
        let caption = sentence.unwrap_or(&view.frame.caption);
        let steady = Caption::FastForward { tally: Tally::default() };
        let is_steady = !self.counts && matches!(caption, Caption::FastForward { .. });
        let caption = if is_steady { &steady } else { caption };
        if self.shown.as_ref() != Some(caption) {
            let words = caption.text(self.size, self.names);
            self.fact.write_in(scene, &self.fitted(&self.fact.line, &words.fact), self.head);
            self.reason.write(scene, &self.fitted(&self.reason.line, &words.reason));
            self.shown = Some(caption.clone());
        }
    }
}

/// Returns the sign of a frame, and the state whose colour the fact gets; `None` to keep the previous sign.
fn sign(frame: &Frame) -> Option<(SquareState, Option<State>)> {
    let marked = |mark, queen| (SquareState::marked(mark, queen), state_of(mark));
    let placed = |queens: &[_]| {
        let in_conflict =
            queens.iter().any(|square| frame.board.mark_at(*square) == Some(Mark::PlacedInConflict));
        marked(if in_conflict { Mark::PlacedInConflict } else { Mark::Placed }, true)
    };
    if let Some(sentence) = frame.sentence.as_ref().filter(|sentence| **sentence != frame.caption) {
        let is_solution = matches!(frame.moment, Moment::Solution { .. });
        if let Caption::FastForward { .. } = sentence {
            let result = marked(Mark::Solution, true);
            return Some(if is_solution { result } else { (SquareState::FAST_FORWARD, None) });
        } else if let Caption::Placements { .. }
        | Caption::Unseen
        | Caption::WayOn { .. }
        | Caption::Branch { .. } = sentence
        {
            return Some(marked(Mark::Placed, true));
        } else if let Caption::Lost { .. } = sentence {
            return Some((SquareState::DEAD_END, Some(State::Conflict)));
        } else if let Caption::Return { .. } = sentence {
            return Some(marked(Mark::Removed, false));
        } else if !frame.is_last {
            // The sentence is about an earlier frame.
            return None;
        }
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
        Moment::Board if frame.board.conflicts() > 0 => marked(Mark::Conflict, true),
        Moment::Board => (SquareState::QUEEN, None),
        Moment::BoardAgain => (SquareState::RESTART, None),
        Moment::Note => return None,
    })
}
