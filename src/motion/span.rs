//! Spans of time, and how far something has come in them.

/// Milliseconds from the beginning of a step.
pub type Millis = f32;

/// When something moves, and how.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// When it begins.
    pub start: Millis,
    /// How long it takes.
    pub length: Millis,
    /// How its speed changes.
    pub ease: Ease,
}

/// How the speed of a motion changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ease {
    /// Fast at first.
    Out,
    /// Fast in the middle.
    InOut,
}

impl Span {
    /// No time at all.
    pub const fn at_once(start: Millis) -> Self {
        Self { start, length: 0.0, ease: Ease::Out }
    }

    /// A motion that is fast at first.
    pub const fn out(start: Millis, length: Millis) -> Self {
        Self { start, length, ease: Ease::Out }
    }

    /// A motion that is fast in the middle.
    pub const fn in_out(start: Millis, length: Millis) -> Self {
        Self { start, length, ease: Ease::InOut }
    }

    /// When it ends.
    pub const fn end(self) -> Millis {
        self.start + self.length
    }

    /// The same, with all times multiplied.
    pub const fn scaled(self, by: f32) -> Self {
        Self { start: self.start * by, length: self.length * by, ..self }
    }

    /// How far it has come at a time, from 0 to 1.
    pub fn at(self, time: Millis) -> f32 {
        if time >= self.end() {
            return 1.0;
        }
        let share = ((time - self.start) / self.length).max(0.0);
        match self.ease {
            Ease::Out => 1.0 - (1.0 - share).powi(3),
            Ease::InOut if share < 0.5 => 2.0 * share.powi(2),
            Ease::InOut => 1.0 - 2.0 * (1.0 - share).powi(2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_motion_goes_from_none_to_all_and_never_back() {
        for span in [Span::out(40.0, 200.0), Span::in_out(40.0, 200.0), Span::at_once(40.0)] {
            let shares: Vec<f32> = (0..30).map(|step| span.at(10.0 * step as f32)).collect();
            assert!(shares.is_sorted(), "{shares:?}");
            assert!(shares[..4].iter().all(|share| *share == 0.0), "{shares:?}");
            assert!(shares[24..].iter().all(|share| *share == 1.0), "{shares:?}");
        }
        assert!((Span::out(0.0, 100.0).at(50.0) - 0.875).abs() < 1e-6);
        assert!((Span::in_out(0.0, 100.0).at(50.0) - 0.5).abs() < 1e-6);
        assert!((Span::in_out(0.0, 100.0).at(25.0) - 0.125).abs() < 1e-6);
    }
}
