//! The number of queens on the board over the ticks of a clock, in bounded memory.

/// At most so many spans are kept: more than a chart has columns of pixels.
const MAX_SPANS: usize = 8192;

/// The number of queens after each tick. Long runs are kept in spans of several ticks, each with its
/// least, its greatest and its last number.
///
/// ```
/// use queenreel::record::QueenCurve;
///
/// let mut curve = QueenCurve::default();
/// [1, 2, 1].map(|queens| curve.push(queens));
/// let spans: Vec<_> = curve.spans().map(|span| (span.first, span.last, span.queens)).collect();
/// assert_eq!(spans, [(1, 1, 1), (2, 2, 2), (3, 3, 1)]);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueenCurve {
    start: u16,
    spans: Vec<QueenSpan>,
    /// How often spans were joined in pairs.
    halvings: u32,
}

/// Some ticks of a [`QueenCurve`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueenSpan {
    /// The first tick, counted from 1.
    pub first: u64,
    /// The last tick.
    pub last: u64,
    /// The least number of queens after any of these ticks.
    pub least: u16,
    /// The greatest number.
    pub most: u16,
    /// The number after the last one.
    pub queens: u16,
}

impl QueenSpan {
    /// This one, then the next.
    fn then(self, next: Self) -> Self {
        Self { first: self.first, least: self.least.min(next.least), most: self.most.max(next.most), ..next }
    }
}

impl QueenCurve {
    /// Before the first tick, with so many queens on the board.
    pub fn starting_with(queens: u16) -> Self {
        Self { start: queens, ..Self::default() }
    }

    /// The number of queens before the first tick.
    pub const fn start(&self) -> u16 {
        self.start
    }

    /// Adds the number of queens after the next tick.
    pub fn push(&mut self, queens: u16) {
        let tick = self.spans.last().map_or(0, |span| span.last) + 1;
        let one = QueenSpan { first: tick, last: tick, least: queens, most: queens, queens };
        if let Some(last) = self.spans.last_mut().filter(|span| tick - span.first < 1 << self.halvings) {
            *last = last.then(one);
            return;
        }
        // All spans are full, as their number is even.
        if self.spans.len() == MAX_SPANS {
            let joined = |pair: &[QueenSpan]| pair.iter().copied().reduce(QueenSpan::then);
            self.spans = self.spans.chunks(2).filter_map(joined).collect();
            self.halvings += 1;
        }
        self.spans.push(one);
    }

    /// All ticks in spans of equal length, but the last span, which may be shorter.
    pub fn spans(&self) -> impl Iterator<Item = QueenSpan> + '_ {
        self.spans.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queens(tick: u64) -> u16 {
        (tick * tick / 7 % 13) as u16
    }

    #[test]
    fn spans_have_the_extremes_of_their_ticks_and_the_last_number() {
        for ticks in [0, 1, 2, 8191, 8192, 8193, 16_384, 16_385, 100_000] {
            let mut curve = QueenCurve::default();
            (1..=ticks).for_each(|tick| curve.push(queens(tick)));
            let spans: Vec<QueenSpan> = curve.spans().collect();
            assert!(spans.len() <= MAX_SPANS);
            assert!(ticks > MAX_SPANS as u64 || spans.len() as u64 == ticks, "short runs are exact");
            let mut next = 1;
            for span in spans {
                let all = || (span.first..=span.last).map(queens);
                assert_eq!((span.first, span.queens), (next, queens(span.last)));
                assert_eq!((Some(span.least), Some(span.most)), (all().min(), all().max()));
                next = span.last + 1;
            }
            assert_eq!(next, ticks + 1);
        }
    }
}
