//! Frames as text: WebVTT subtitles, and transcripts as Markdown.

use std::io::{self, Write};
use std::mem;
use std::time::Duration;

use quick_xml::escape::partial_escape;

use crate::board::SquareNames;
use crate::encode::{Encoded, FrameTicks, MarkedWriter};
use crate::export::on_one_line;
use crate::picture::Picture;
use crate::record::{CaptionText, Description, Transcript, TranscriptBoard, TranscriptGroup, TranscriptStep};
use crate::watch::Watch;
use crate::words::Grouped;

use crate::film::{Result, ShownFrame, Sink};

/// Writes WebVTT subtitles: a cue with the caption of each frame. Adjacent frames with the same caption share a
/// cue. Fast forward and cards have no cue; a cue of a story that would be too short to be read gives way to the next.
pub struct Subtitles<W> {
    out: MarkedWriter<W>,
    names: SquareNames,
    times: FrameTicks,
    /// The unfinished cue: its text and its start in milliseconds.
    cue: (String, u64),
    /// Whether the frames have the sentences of a story.
    is_story: bool,
}

impl<W: Write> Subtitles<W> {
    /// Starts the subtitles; `names` is how captions name squares.
    pub fn begin(out: W, names: SquareNames) -> io::Result<Self> {
        let mut out = MarkedWriter::new(out);
        out.write_all(b"WEBVTT\n")?;
        Ok(Self { out, names, times: FrameTicks::for_delays(1000), cue: Default::default(), is_story: false })
    }

    /// Writes the current cue, which ends at `end`, and begins the next cue.
    fn change(&mut self, end: u64, next: String) -> io::Result<()> {
        let (text, start) = mem::replace(&mut self.cue, (next, end));
        if text.is_empty() || start == end {
            return Ok(());
        }
        if self.is_story && end - start < SHORTEST_CUE {
            self.cue.1 = if self.cue.0.is_empty() { end } else { start };
            return Ok(());
        }
        write!(self.out, "\n{} --> {}\n{text}", timestamp(start), timestamp(end))
    }
}

impl<W: Write + Send> Sink for Subtitles<W> {
    fn frame(&mut self, ShownFrame { film_frame, .. }: &mut ShownFrame<'_>) -> Result<()> {
        let CaptionText { fact, reason } = film_frame.caption(self.names);
        let shown = [fact, reason].into_iter().filter(|_| !film_frame.is_fast_forward());
        let text: String = shown.map(|phrase| line(&phrase.long)).collect();
        self.is_story = film_frame.is_story();
        let start = self.times.total();
        self.times.next(film_frame.shown_for);
        if text == self.cue.0 { Ok(()) } else { Ok(self.change(start, text)?) }
    }

    fn picture(&mut self, _: &Picture<'_>, time: Duration, _: &dyn Watch) -> Result<()> {
        self.change(self.times.total(), String::new())?;
        self.times.next(time);
        self.cue.1 = self.times.total();
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Encoded> {
        self.change(self.times.total(), String::new())?;
        self.out.close(|name| [b"\nNOTE ", name, b"\n"].concat())?;
        Ok(Encoded::default())
    }
}

/// The minimum time of a cue of a story, in milliseconds.
const SHORTEST_CUE: u64 = 1000;

/// Escapes a text as a line of text in a cue; an empty text has no line.
fn line(text: &str) -> String {
    // An arrow would begin the times of another cue.
    let line = partial_escape(on_one_line(text)).into_owned();
    if line.is_empty() { line } else { line + "\n" }
}

/// Formats milliseconds as hours, minutes and seconds.
fn timestamp(millis: u64) -> String {
    let (seconds, millis) = (millis / 1000, millis % 1000);
    format!("{:02}:{:02}:{:02}.{millis:03}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Writes the [transcript](Transcript) of a film as Markdown: a heading for each group, a list item for each step,
/// the boards of solutions, and a description of the film at the end.
pub struct MarkdownTranscript<W> {
    out: MarkedWriter<W>,
    title: String,
    names: SquareNames,
    transcript: Transcript,
    frames: u64,
    description: String,
}

impl<W: Write> MarkdownTranscript<W> {
    /// Starts the transcript of a film with this title; `names` is how captions name squares.
    pub fn begin(out: W, title: &str, names: SquareNames) -> io::Result<Self> {
        let mut out = MarkedWriter::new(out);
        writeln!(out, "# {}", escape(title))?;
        let (title, description) = (title.to_owned(), String::new());
        Ok(Self { out, title, names, transcript: Transcript::new(names), frames: 0, description })
    }
}

impl<W: Write + Send> Sink for MarkdownTranscript<W> {
    fn frame(&mut self, ShownFrame { film_frame, .. }: &mut ShownFrame<'_>) -> Result<()> {
        self.frames += 1;
        if film_frame.is_last {
            self.description = Description::of_film(&self.title, self.frames, film_frame, self.names);
        }
        Ok(self.transcript.add(film_frame).map_or(Ok(()), |group| write_group(&mut self.out, &group))?)
    }

    fn finish(self: Box<Self>) -> Result<Encoded> {
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
            // The indentation makes the block part of the step's list item.
            write!(out, "\n  ```text\n")?;
            for row in text.lines() {
                writeln!(out, "  {row}")?;
            }
            writeln!(out, "  ```")?;
        }
    }
    Ok(())
}

/// Escapes a text that begins a block, on one line of text.
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

/// Escapes Markdown, including GitHub's extensions, on one line of text.
fn escape(text: &str) -> String {
    let text = on_one_line(text);
    // One of these characters alone needs no escape.
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
            // GitHub turns addresses into links after it has resolved escapes.
            escaped.push_str("<!-- -->");
        }
        escaped.extend(is_markup.then_some('\\'));
        escaped.push(letter);
    }
    escaped
}

fn last_word(text: &str) -> &str {
    text.rsplit(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default()
}

/// Returns whether a text ends with a mail address up to the first dot of its host.
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
