//! Subtitles of films: what each frame shows, in words, with its time.

use std::io::{self, Write};
use std::mem;
use std::time::Duration;

use quick_xml::escape::partial_escape;

use super::{ListWriter, on_one_line};
use crate::board::SquareNames;
use crate::encode::{FrameTicks, MarkedWriter};
use crate::record::{Shot, Words};

/// Writes subtitles as WebVTT: a cue for each frame, with its caption. Neighbours with the same caption
/// share a cue; a frame that is shown for less than a millisecond has none, and neither have cards.
///
/// ```
/// use queenreel::board::{BoardSize, SquareNames};
/// use queenreel::export::{ListWriter, Subtitles};
/// use queenreel::record::{Frame, Shot};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut vtt = Vec::new();
/// let mut subtitles = Box::new(Subtitles::begin(&mut vtt, SquareNames::Chess)?);
/// let shown_for = std::time::Duration::from_millis(1500);
/// subtitles.add(&Shot { shown_for, ..Shot::of_search(&Frame::start(BoardSize::new(8)?), true) })?;
/// subtitles.finish()?;
/// let cue = "00:00:00.000 --> 00:00:01.500\nPlace 8 queens\nNone of them may attack another\n";
/// assert!(String::from_utf8(vtt)?.contains(cue));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Subtitles<W> {
    out: MarkedWriter<W>,
    names: SquareNames,
    /// When frames begin, in milliseconds, rounded down as in the formats that have delays.
    times: FrameTicks,
    /// The cue that is not complete yet: its lines, and when it begins.
    cue: (String, u64),
}

impl<W: Write> Subtitles<W> {
    /// Starts the subtitles of a film whose captions have these names of squares.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn begin(out: W, names: SquareNames) -> io::Result<Self> {
        let mut out = MarkedWriter::new(out);
        out.write_all(b"WEBVTT\n")?;
        Ok(Self { out, names, times: FrameTicks::for_delays(1000), cue: Default::default() })
    }

    /// Writes the cue that is now complete, and begins another.
    fn change(&mut self, end: u64, next: String) -> io::Result<()> {
        let (text, start) = mem::replace(&mut self.cue, (next, end));
        if text.is_empty() || start == end {
            return Ok(());
        }
        write!(self.out, "\n{} --> {}\n{text}", timestamp(start), timestamp(end))
    }
}

impl<W: Write> ListWriter for Subtitles<W> {
    fn add(&mut self, shot: &Shot<'_>) -> io::Result<()> {
        let Words { fact, reason } = shot.words(self.names);
        let text: String = [fact, reason].iter().map(|phrase| line(&phrase.long)).collect();
        let start = self.times.total();
        self.times.next(shot.shown_for);
        if text == self.cue.0 { Ok(()) } else { self.change(start, text) }
    }

    fn pass(&mut self, time: Duration) -> io::Result<()> {
        self.change(self.times.total(), String::new())?;
        self.times.next(time);
        self.cue.1 = self.times.total();
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.change(self.times.total(), String::new())?;
        self.out.close(|name| [b"\nNOTE ", name, b"\n"].concat()).map(drop)
    }
}

/// A text as a line of a cue, which is not markup; nothing if it is empty.
fn line(text: &str) -> String {
    // An arrow would begin the times of another cue.
    let line = partial_escape(on_one_line(text)).into_owned();
    if line.is_empty() { line } else { line + "\n" }
}

/// A time in milliseconds as hours, minutes and seconds.
fn timestamp(millis: u64) -> String {
    let (seconds, millis) = (millis / 1000, millis % 1000);
    format!("{:02}:{:02}:{:02}.{millis:03}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_at_least_two_digits_of_hours() {
        assert_eq!(timestamp(0), "00:00:00.000");
        assert_eq!(timestamp(3_725_007), "01:02:05.007");
        assert_eq!(timestamp(360_000_000), "100:00:00.000");
    }

    #[test]
    fn text_is_never_markup_or_another_line() {
        assert_eq!(line("a --> b & <i>\n\u{2028}c\u{0}"), "a --&gt; b &amp; &lt;i&gt; c\u{fffd}\n");
        assert_eq!(line(" \n"), "");
    }
}
