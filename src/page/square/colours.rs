//! All colours of squares, for the palette.

use crate::page::inks::State;
use crate::page::pen::{Colours, Pen};
use crate::page::piece::Piece;
use crate::page::theme_kind::ThemeKind;
use crate::picture::Rgb;

use super::style::{Lines, SquareStyle};

impl SquareStyle {
    /// The colours of squares in all states, the most frequent first; `numbers` says whether there may
    /// be coordinates or counts on squares in a state.
    pub(crate) fn colours(&self, attacks: bool, numbers: bool) -> Vec<Colours> {
        let inks = &self.inks;
        let blend = |paper: Rgb, ink: Rgb| Colours::Blends(Pen { ink, paper });
        let piece = |paper: Rgb| match self.piece {
            Piece::Black | Piece::Disc | Piece::Character(_) => vec![blend(paper, inks.queen_on(paper))],
            Piece::White => {
                let [fill, outline] = self.white();
                vec![blend(paper, fill), blend(fill, outline), blend(paper, outline)]
            }
        };
        let on = |paper: Rgb, ink: Rgb| [blend(paper, ink)].into_iter().chain(piece(paper));
        let squares = inks.squares;
        let mut colours: Vec<Colours> = match self.theme.kind {
            ThemeKind::Heat(heat) => {
                let cells = heat.colours().iter().flat_map(|cell| on(*cell, inks.text_on(*cell)));
                // The line from an attacker.
                let casing = heat.colours().iter().map(|cell| blend(*cell, inks.page));
                let line = casing.chain([blend(inks.page, inks.ink)]).filter(|_| self.highlight);
                cells.chain([Colours::One(inks.rule)]).chain(line).collect()
            }
            ThemeKind::Colours | ThemeKind::Shapes => {
                [squares[0], squares[1], inks.ink].map(Colours::One).to_vec()
            }
        };
        if self.lines == Lines::Grid {
            colours.push(Colours::One(inks.grid));
        }
        // The board of a heat map has its own colours, but the signs of captions have those of states.
        if self.theme.heat().is_some() && !self.dead_ends {
            return colours;
        }
        colours.extend(squares.into_iter().flat_map(|paper| on(paper, inks.text_on(paper))));
        // Solvers may rule squares out, until a line has none left.
        let has_tone = attacks || self.highlight;
        if self.highlight {
            for state in State::ALL {
                for paper in [false, true].map(|dark| inks.square(state, dark)) {
                    let ink = match state {
                        State::Conflict => inks.cross,
                        State::Removed => inks.ghost,
                        State::Placed | State::Safe | State::Solution => inks.deep(state),
                    };
                    colours.extend(on(paper, ink));
                    if numbers {
                        colours.push(blend(paper, inks.text_on(paper)));
                    }
                }
            }
            colours.push(blend(inks.deep(State::Solution), inks.tick));
            let conflict = [false, true].map(|dark| inks.square(State::Conflict, dark));
            let crossed = squares.into_iter().chain(conflict);
            colours.extend(crossed.map(|paper| blend(paper, inks.line)));
            if self.theme.kind == ThemeKind::Shapes {
                colours.push(blend(inks.page, inks.ink));
            }
        }
        if has_tone {
            colours.extend([inks.dot, inks.line].map(|ink| blend(inks.attacked, ink)));
            colours.extend(piece(inks.attacked));
        }
        colours
    }
}
