//! Selections of frames for excerpts.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use humantime::{format_duration, parse_duration};

/// The frames of an excerpt, as on the command line: `20..40`, `37`, `backtracks`, `solutions`,
/// `first-backtrack..+10`, `t=4s..6s`, and lists of these with commas.
///
/// Steps are counted as in the film: 0 is the start. The steps of a race are the ticks of its clock.
/// Ranges include both ends; one end may be omitted.
///
/// ```
/// use queenreel::record::Selection;
///
/// let selection: Selection = "0, first-backtrack..+10, solutions".parse()?;
/// assert_eq!(selection.to_string(), "0,first-backtrack..+10,solutions");
/// assert!("40..20".parse::<Selection>().is_err());
/// # Ok::<(), queenreel::record::SelectionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    pub(super) parts: Vec<Criterion>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Criterion {
    /// Frames of steps that go back; in a race, by any solver.
    Backtracks,
    /// Frames of solutions; in a race, also frames in which a solver finishes.
    Solutions,
    Steps {
        from: Option<Anchor>,
        to: Option<End>,
    },
    Time {
        from: Duration,
        to: Option<Duration>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Step(u64),
    FirstBacktrack,
    FirstSolution,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    At(Anchor),
    /// A number of steps after the beginning of the range.
    After(u64),
}

/// Why a text is not a valid selection. See [`Selection`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectionError {
    /// A part of unknown form.
    #[error(
        "'{0}' selects nothing: write steps like 37 or 20..40, backtracks, solutions, first-backtrack..+10, \
         first-solution, or a time like t=4s..6s; commas between them"
    )]
    Unknown(String),
    /// A part without numbers, where only numbers are accepted.
    #[error("'{0}' is no number: write numbers like 37, 20..40 or 90.., with commas between them")]
    NoNumber(String),
    /// A range that ends before it begins.
    #[error("'{0}' ends before it begins")]
    Backwards(String),
}

impl FromStr for Selection {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Self, SelectionError> {
        Ok(Self { parts: text.split(',').map(|part| part.trim().parse()).collect::<Result<_, _>>()? })
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.parts.iter().map(Criterion::to_string).collect();
        f.write_str(&parts.join(","))
    }
}

impl FromStr for Criterion {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Self, SelectionError> {
        let unknown = || SelectionError::Unknown(text.to_owned());
        let part = match text {
            "backtracks" => Self::Backtracks,
            "solutions" => Self::Solutions,
            _ => match text.strip_prefix("t=") {
                Some(time) => Self::time(time),
                None => Self::steps(text),
            }
            .ok_or_else(unknown)?,
        };
        if part.is_backwards() { Err(SelectionError::Backwards(text.to_owned())) } else { Ok(part) }
    }
}

impl Criterion {
    fn time(text: &str) -> Option<Self> {
        let time = |text: &str| parse_duration(text).ok();
        let Some((from, to)) = text.split_once("..") else {
            let at = time(text)?;
            return Some(Self::Time { from: at, to: Some(at) });
        };
        let from = if from.is_empty() { Duration::ZERO } else { time(from)? };
        let to = if to.is_empty() { None } else { Some(time(to)?) };
        Some(Self::Time { from, to })
    }

    fn steps(text: &str) -> Option<Self> {
        let Some((from, to)) = text.split_once("..") else {
            let only = Anchor::of(text)?;
            return Some(Self::Steps { from: Some(only), to: Some(End::At(only)) });
        };
        let end = |text: &str| match text.strip_prefix('+') {
            Some(steps) => number(steps).map(End::After),
            None => Anchor::of(text).map(End::At),
        };
        let from = if from.is_empty() { None } else { Some(Anchor::of(from)?) };
        let to = if to.is_empty() { None } else { Some(end(to)?) };
        Some(Self::Steps { from, to }).filter(|_| from.is_some() || to.is_some())
    }

    fn numbers(self) -> Result<RangeInclusive<u64>, SelectionError> {
        let number = |anchor| match anchor {
            Anchor::Step(number) => Ok(number),
            Anchor::FirstBacktrack | Anchor::FirstSolution => Err(SelectionError::NoNumber(self.to_string())),
        };
        let Self::Steps { from, to } = self else { return Err(SelectionError::NoNumber(self.to_string())) };
        let first = from.map_or(Ok(0), number)?;
        let last = match to {
            Some(End::At(anchor)) => number(anchor)?,
            Some(End::After(more)) => first.saturating_add(more),
            None => u64::MAX,
        };
        Ok(first..=last)
    }

    fn is_backwards(self) -> bool {
        match self {
            Self::Steps { from: Some(Anchor::Step(from)), to: Some(End::At(Anchor::Step(to))) } => to < from,
            Self::Time { from, to: Some(to) } => to < from,
            Self::Steps { .. } | Self::Time { to: None, .. } | Self::Backtracks | Self::Solutions => false,
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Backtracks => f.write_str("backtracks"),
            Self::Solutions => f.write_str("solutions"),
            Self::Steps { from: Some(from), to: Some(End::At(to)) } if from == to => write!(f, "{from}"),
            Self::Steps { from, to } => {
                from.iter().try_for_each(|from| write!(f, "{from}"))?;
                f.write_str("..")?;
                match to {
                    Some(End::At(to)) => write!(f, "{to}"),
                    Some(End::After(steps)) => write!(f, "+{steps}"),
                    None => Ok(()),
                }
            }
            Self::Time { from, to: Some(to) } if from == to => write!(f, "t={}", format_duration(from)),
            Self::Time { from, to } => {
                write!(f, "t={}..", format_duration(from))?;
                to.map_or(Ok(()), |to| write!(f, "{}", format_duration(to)))
            }
        }
    }
}

impl Anchor {
    fn of(text: &str) -> Option<Self> {
        match text {
            "first-backtrack" => Some(Self::FirstBacktrack),
            "first-solution" => Some(Self::FirstSolution),
            step => number(step).map(Self::Step),
        }
    }
}

fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.starts_with(|first: char| first.is_ascii_digit()))
}

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(step) => write!(f, "{step}"),
            Self::FirstBacktrack => f.write_str("first-backtrack"),
            Self::FirstSolution => f.write_str("first-solution"),
        }
    }
}

impl Selection {
    /// Returns the ranges of a selection that has only numbers, in ascending order and merged. A range without an
    /// end goes to `u64::MAX`.
    ///
    /// ```
    /// use queenreel::record::Selection;
    ///
    /// assert_eq!("7..9, 3, ..2".parse::<Selection>()?.numbers()?, [0..=3, 7..=9]);
    /// assert!("3, backtracks".parse::<Selection>()?.numbers().is_err());
    /// # Ok::<(), queenreel::record::SelectionError>(())
    /// ```
    ///
    /// # Errors
    /// [`SelectionError::NoNumber`] for parts that are not numbers.
    pub fn numbers(&self) -> Result<Vec<RangeInclusive<u64>>, SelectionError> {
        let mut ranges = self.parts.iter().map(|part| part.numbers()).collect::<Result<Vec<_>, _>>()?;
        ranges.sort_unstable_by_key(|range| *range.start());
        let mut joined: Vec<RangeInclusive<u64>> = Vec::new();
        for range in ranges {
            match joined.last_mut().filter(|last| *range.start() <= last.end().saturating_add(1)) {
                Some(last) => *last = *last.start()..=*last.end().max(range.end()),
                None => joined.push(range),
            }
        }
        Ok(joined)
    }

    pub(crate) fn has_times(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Criterion::Time { .. }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_texts_select_nothing() {
        for text in
            ["", "a", "1-3", "..", "3...5", "-1", "+3", "t=", "t=5", "backtrack", "1,,2", "t=2s..1s", "5..4"]
        {
            assert!(text.parse::<Selection>().is_err(), "{text}");
        }
    }
}
