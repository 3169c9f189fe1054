//! The timing of the squares of a board in a step.

use crate::board::Square;
use crate::record::{Attack, AttackSegment, Frame, Moment, end_reach};

use super::span::{Millis, Span};
use super::{growing, longest_motion, sweeping};

#[derive(Debug, Clone, PartialEq)]
pub struct SquareTiming {
    /// When the square gets its new background and marks.
    pub turn: Millis,
    /// When queens and signs appear and disappear.
    pub figures: Span,
    /// When the pieces of attack lines on the square appear.
    pub lines: Vec<LineTiming>,
    /// Whether a queen that appears grows to its size, and does not only fade in.
    pub settles: bool,
    pub over: Span,
}

/// When the piece of an attack line on a square appears.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineTiming {
    pub piece: AttackSegment,
    /// The time of the whole attack line.
    pub line: Span,
    /// The shares of the attack line at which the piece begins and ends.
    pub shares: [f32; 2],
}

/// The parts of a square that change gradually between two states; everything else changes at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each part of it moves or not")]
pub struct MovingParts {
    /// Whether queens or signs appear or disappear gradually.
    pub figures: bool,
    pub line: bool,
    pub over: bool,
    /// Whether figures disappear gradually, and none appears.
    pub only_leaves: bool,
}

impl SquareTiming {
    /// Keeps only the times of parts that move; returns whether any does, or the background changes after the
    /// start of the step. Figures that only leave take at most `longest`.
    pub fn keep(&mut self, parts: MovingParts, longest: Millis) -> bool {
        let MovingParts { figures, line, over, only_leaves } = parts;
        // Figures of the previous step begin to disappear at once.
        if only_leaves && self.turn > 0.0 {
            (self.turn, self.figures) = (0.0, Span::in_out(0.0, FADE.min(longest)));
        } else if figures {
            self.turn = self.turn.min(self.figures.start);
        }
        if !figures {
            self.figures = Span::at_once(0.0);
        }
        if !line {
            self.lines.clear();
        }
        if !over {
            self.over = Span::at_once(0.0);
        }
        figures || line || over || self.turn > 0.0
    }

    pub fn end(&self) -> Millis {
        let lines = self.lines.iter().map(|timing| timing.line.end());
        lines.fold(self.turn.max(self.figures.end()).max(self.over.end()), f32::max)
    }

    /// Multiplies all times.
    pub fn scaled(mut self, by: f32) -> Self {
        self.lines.iter_mut().for_each(|timing| timing.line = timing.line.scaled(by));
        Self { turn: self.turn * by, figures: self.figures.scaled(by), over: self.over.scaled(by), ..self }
    }

    /// Returns when the piece of a line appears.
    pub fn line(&self, piece: AttackSegment) -> LineTiming {
        let timing = self.lines.iter().find(|timing| timing.piece == piece);
        timing.copied().unwrap_or(LineTiming { piece, line: Span::at_once(0.0), shares: [0.0, 1.0] })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueenMove {
    pub from: Square,
    pub to: Square,
}

pub struct BoardMotion<'a> {
    pub frame: &'a Frame,
    /// The duration of the step.
    pub time: Millis,
}

/// The delay between neighbouring squares that get or lose attack marks.
const SPREAD: Millis = 15.0;

/// The maximum delay between the queens of a solution.
const WAVE: Millis = 80.0;

const CROSS: Millis = 80.0;

/// Lines that grow one after the other take at least and at most this time each.
const SHORTEST_LINE: Millis = 150.0;
const LONGEST_LINE: Millis = 250.0;

const FADE: Millis = 120.0;
const FRAME: Millis = 220.0;
const SIGN: Millis = 160.0;
const LEAVE: Millis = 160.0;
const GLIDE: Millis = 250.0;

/// The time in which queens move from square to square.
pub const GLIDING: Span = Span::in_out(0.0, GLIDE);

fn settling(step: Millis) -> Millis {
    (0.9 * longest_motion(step)).min(220.0)
}

impl BoardMotion<'_> {
    pub fn queen_moves(&self) -> Vec<QueenMove> {
        if let Moment::Move { from, to } = self.frame.moment {
            vec![QueenMove { from, to }]
        } else if let Moment::Swap { from, to } = self.frame.moment {
            from.into_iter().zip(to).map(|(from, to)| QueenMove { from, to }).collect()
        } else {
            Vec::new()
        }
    }

    pub fn square(&self, square: Square) -> SquareTiming {
        let step = self.time;
        let figures = Span::in_out(0.0, FADE.min(longest_motion(step)));
        let over = Span::at_once(0.0);
        let usual = SquareTiming { turn: 0.0, figures, lines: Vec::new(), settles: true, over };
        match self.frame.moment {
            Moment::Place(at) if at == square => {
                SquareTiming { figures: Span::out(0.0, settling(step)), ..usual }
            }
            Moment::Place(at) => {
                let lines = self.lines(square, settling(step));
                SquareTiming { turn: SPREAD * distance(at, square), lines, ..usual }
            }
            Moment::Test { square: tested, .. } => self.test(square, tested, usual),
            Moment::Refuse(_) => SquareTiming { figures: Span::out(0.0, CROSS), ..usual },
            Moment::Remove(at) if at == square => SquareTiming { figures: Span::in_out(0.0, LEAVE), ..usual },
            // Attack marks disappear first where they are farthest from the removed queen.
            Moment::Remove(at) => {
                let farthest = f32::from(self.frame.board.size.get() - 1);
                SquareTiming { turn: SPREAD * (farthest - distance(at, square)), ..usual }
            }
            Moment::Solution { last, .. } => self.solution(square, last, usual),
            Moment::Start | Moment::Board | Moment::BoardAgain => {
                SquareTiming { figures: Span::in_out(0.0, settling(step)), settles: false, ..usual }
            }
            Moment::Move { .. } | Moment::Swap { .. } => {
                let leaves = self.queen_moves().iter().any(|queen_move| queen_move.from == square);
                let turn = if leaves { 0.0 } else { GLIDE };
                SquareTiming { turn, figures: Span::at_once(turn), ..usual }
            }
            // The outline around a line of the board appears; a note may describe a dead end.
            Moment::DeadEnd { .. } | Moment::Note => {
                SquareTiming { figures: Span::in_out(0.0, FRAME), lines: self.lines(square, 0.0), ..usual }
            }
        }
    }

    /// The attack line grows to the square that is tested, and then the cross appears there.
    fn test(&self, square: Square, tested: Square, usual: SquareTiming) -> SquareTiming {
        let attacks = &self.frame.board.attacks;
        if attacks.is_empty() && square == tested {
            return SquareTiming { figures: Span::out(0.0, sweeping(self.time)), ..usual };
        }
        let lines = self.lines(square, 0.0);
        let arrives = attacks.iter().any(|attack| attack.to() == square);
        let end = lines
            .iter()
            .filter(|timing| matches!(timing.piece, AttackSegment::End(..)))
            .map(|timing| timing.line.end());
        let over = end.fold(0.0, f32::max);
        // Short steps have at least enough time for the attack line.
        let cross = CROSS.min(longest_motion(self.time) - over).max(0.0);
        SquareTiming { over: if arrives { Span::out(over, cross) } else { usual.over }, lines, ..usual }
    }

    /// Returns when the pieces of attack lines on a square appear. The lines grow one after the other from `start`
    /// on, or all at once if the step is too short for that.
    fn lines(&self, square: Square, start: Millis) -> Vec<LineTiming> {
        let attacks = &self.frame.board.attacks;
        let room = longest_motion(self.time) - start - CROSS;
        let each = (room / attacks.len().max(1) as f32).min(LONGEST_LINE);
        let is_in_turn = attacks.len() > 1 && each >= SHORTEST_LINE;
        let timing = |(number, attack): (usize, &Attack)| {
            let piece = AttackSegment::on(square, *attack)?;
            let line = if is_in_turn {
                Span::out(start + each * number as f32, each)
            } else {
                Span::out(start, growing(self.time))
            };
            Some(LineTiming { piece, line, shares: shares(piece, square, *attack) })
        };
        attacks.iter().enumerate().filter_map(timing).collect()
    }

    /// The last queen grows to its size while the figures of the previous step disappear. Then the signs of the
    /// solution appear on one queen after another, from the first column to the last.
    fn solution(&self, square: Square, last: Option<Square>, usual: SquareTiming) -> SquareTiming {
        let settled = if last.is_some() { settling(self.time) } else { FADE };
        let place = |queen: Square| (queen.column, queen.row);
        let before = self.frame.board.queens.iter().filter(|queen| place(*queen) < place(square)).count();
        let figures =
            if last == Some(square) { Span::out(0.0, settled) } else { Span::in_out(0.0, FADE.min(settled)) };
        // The delay between queens is so short that all signs are complete within the motion.
        let rest = longest_motion(self.time) - settled - SIGN;
        let wave = (rest / f32::from(self.frame.board.size.get())).clamp(0.0, WAVE);
        SquareTiming { figures, over: Span::out(settled + wave * before as f32, SIGN), ..usual }
    }
}

/// Returns the shares of an attack line at which its piece on a square begins and ends.
fn shares(segment: AttackSegment, square: Square, attack: Attack) -> [f32; 2] {
    let (from, to) = (attack.from(), attack.to());
    let (AttackSegment::Through(x, y) | AttackSegment::End(x, y) | AttackSegment::Corner(x, y)) = segment;
    // Lengths are measured from the edge of the attacker's square.
    let length = distance(from, to) - 1.0 + end_reach(x, y);
    let at = distance(from, square) - 1.0;
    let [begin, end] = match segment {
        AttackSegment::Through(..) => [at, at + 1.0],
        AttackSegment::End(..) => [at, length],
        // The corner where the attack line passes from one square to the next.
        AttackSegment::Corner(..) => [at, at],
    };
    [begin / length, end / length]
}

fn distance(from: Square, to: Square) -> f32 {
    f32::from(from.row.abs_diff(to.row).max(from.column.abs_diff(to.column)))
}
