//! Sinks that write what each frame shows as text: subtitles, and transcripts as Markdown.

use std::io::{self, Write};
use std::mem;
use std::time::Duration;

use quick_xml::escape::partial_escape;

use crate::board::SquareNames;
use crate::encode::{Encoded, FrameTicks, MarkedWriter};
use crate::export::on_one_line;
use crate::picture::Picture;
use crate::record::{Description, Transcript, TranscriptBoard, TranscriptGroup, TranscriptStep, Words};
use crate::watch::Watch;
use crate::words::Grouped;

use crate::film::{Exposure, FilmError, Sink};

/// Writes subtitles as WebVTT: a cue for each frame, with its caption. Neighbours with the same caption
/// share a cue; a frame that is shown for less than a millisecond has none, and neither have cards.
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

impl<W: Write + Send> Sink for Subtitles<W> {
    fn frame(&mut self, Exposure { shot, .. }: &mut Exposure<'_>) -> Result<(), FilmError> {
        let Words { fact, reason } = shot.words(self.names);
        let text: String = [fact, reason].iter().map(|phrase| line(&phrase.long)).collect();
        let start = self.times.total();
        self.times.next(shot.shown_for);
        if text == self.cue.0 { Ok(()) } else { Ok(self.change(start, text)?) }
    }

    fn picture(&mut self, _: &Picture<'_>, time: Duration, _: &dyn Watch) -> Result<(), FilmError> {
        self.change(self.times.total(), String::new())?;
        self.times.next(time);
        self.cue.1 = self.times.total();
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Encoded, FilmError> {
        self.change(self.times.total(), String::new())?;
        self.out.close(|name| [b"\nNOTE ", name, b"\n"].concat())?;
        Ok(Encoded::default())
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

/// Writes the [transcript](Transcript) of a film as Markdown: a heading for each group, a line for each
/// step, the boards of solutions, and at the end what the film shows.
#[derive(Debug)]
pub struct MarkdownTranscript<W> {
    out: MarkedWriter<W>,
    title: String,
    names: SquareNames,
    transcript: Transcript,
    frames: u64,
    /// What the whole film shows, once the last frame is known.
    description: String,
}

impl<W: Write> MarkdownTranscript<W> {
    /// Starts the transcript of a film with this title, whose captions have these names of squares.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn begin(out: W, title: &str, names: SquareNames) -> io::Result<Self> {
        let mut out = MarkedWriter::new(out);
        writeln!(out, "# {}", escape(title))?;
        let (title, description) = (title.to_owned(), String::new());
        Ok(Self { out, title, names, transcript: Transcript::new(names), frames: 0, description })
    }
}

impl<W: Write + Send> Sink for MarkdownTranscript<W> {
    fn frame(&mut self, Exposure { shot, .. }: &mut Exposure<'_>) -> Result<(), FilmError> {
        self.frames += 1;
        if shot.is_last {
            self.description = Description::of_film(&self.title, self.frames, shot, self.names);
        }
        Ok(self.transcript.add(shot).map_or(Ok(()), |group| write_group(&mut self.out, &group))?)
    }

    fn finish(self: Box<Self>) -> Result<Encoded, FilmError> {
        let Self { mut out, transcript, description, .. } = *self;
        transcript.finish().map_or(Ok(()), |group| write_group(&mut out, &group))?;
        write!(out, "\n{}\n", block(&description))?;
        out.close(|name| [b"\n<!-- ", name, b" -->\n"].concat())?;
        Ok(Encoded::default())
    }
}

fn write_group(out: &mut impl Write, group: &TranscriptGroup) -> io::Result<()> {
    write!(out, "\n## {}\n\n", group.heading())?;
    for TranscriptStep { number, words, boards } in &group.steps {
        let step = match number {
            Some(number) => format!("**{}** {}", Grouped(*number), escape(words)),
            None => block(words),
        };
        if !step.is_empty() {
            writeln!(out, "- {}", step.trim_end())?;
        }
        for TranscriptBoard { solver, text } in boards {
            if let Some(solver) = solver {
                write!(out, "\n  {}:\n", block(solver))?;
            }
            // Indented, it belongs to the step.
            write!(out, "\n  ```text\n")?;
            for row in text.lines() {
                writeln!(out, "  {row}")?;
            }
            writeln!(out, "  ```")?;
        }
    }
    Ok(())
}

/// A text on one line that begins a block, in which nothing is markup.
fn block(text: &str) -> String {
    let text = escape(text);
    let marker = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let digits = text.len() - marker.len();
    let is_before_space = |mark| {
        let rest = marker.trim_start_matches(mark);
        rest.is_empty() || rest.starts_with(' ')
    };
    let begins = match marker.chars().next() {
        Some(mark @ ('.' | ')')) => digits > 0 && is_before_space(mark),
        Some(mark @ ('-' | '+' | '*' | '#' | '=')) => digits == 0 && is_before_space(mark),
        Some('>') => digits == 0,
        Some(_) | None => false,
    };
    if begins { format!("{}\\{marker}", &text[..digits]) } else { text }
}

/// A text on one line, in which nothing is markup, also as GitHub reads it.
fn escape(text: &str) -> String {
    let text = on_one_line(text);
    // One of these alone means itself.
    let pairs: String = "`~$*_".chars().filter(|mark| text.matches(*mark).nth(1).is_some()).collect();
    let has_links = ["](", "][", "[[", "[^"].iter().any(|part| text.contains(part));
    let end = text.trim_end_matches('#').len();
    let is_gap = |letter: Option<char>| letter.is_none_or(char::is_whitespace);
    let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let mut escaped = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        let (before, after) = (&text[..at], &text[at + letter.len_utf8()..]);
        let (last, next) = (before.chars().next_back(), after.chars().next());
        let is_markup = match letter {
            '\\' => next.is_none_or(|next| next.is_ascii_punctuation()),
            '`' | '~' | '$' => pairs.contains(letter),
            '*' => pairs.contains(letter) && !(is_gap(last) && is_gap(next)),
            '_' => pairs.contains(letter) && !(is_word(last) && is_word(next)),
            '[' => has_links || last.is_none(),
            '<' => next.is_some_and(|next| next.is_ascii_alphabetic() || "/!?".contains(next)),
            '&' => {
                let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '#';
                !after.starts_with(';') && after.trim_start_matches(is_name).starts_with(';')
            }
            '#' => at >= end,
            ':' => after.starts_with("//"),
            '.' => last_word(before).eq_ignore_ascii_case("www"),
            _ => false,
        };
        if letter == '.' && is_word(next) && is_mail_host(before) {
            // GitHub looks for addresses after it has read what escapes them.
            escaped.push_str("<!-- -->");
        }
        escaped.extend(is_markup.then_some('\\'));
        escaped.push(letter);
    }
    escaped
}

/// The letters and digits at the end of a text.
fn last_word(text: &str) -> &str {
    text.rsplit(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default()
}

/// Whether a text ends with an address of mail up to the first dot of its host.
fn is_mail_host(text: &str) -> bool {
    let name = text.trim_end_matches(|letter: char| letter.is_alphanumeric() || "-_".contains(letter));
    let name = name.strip_suffix('@').filter(|name| name.len() + 1 < text.len());
    name.is_some_and(|name| !last_word(name).is_empty() || name.ends_with(['.', '_', '+', '-']))
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
