//! Transcripts of films as Markdown.

use std::io::{self, Write};

use super::{ListWriter, on_one_line};
use crate::board::SquareNames;
use crate::encode::MarkedWriter;
use crate::record::{Description, Shot, Transcript, TranscriptBoard, TranscriptGroup, TranscriptStep};
use crate::words::Grouped;

/// Writes the [transcript](Transcript) of a film as Markdown: a heading for each group, a line for each
/// step, the boards of solutions, and at the end what the film shows.
///
/// ```
/// use queenreel::board::{BoardSize, SquareNames};
/// use queenreel::export::{ListWriter, MarkdownTranscript};
/// use queenreel::record::{Frame, Shot};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut markdown = Vec::new();
/// let (title, names) = ("Eight *queens*", SquareNames::Chess);
/// let mut transcript = Box::new(MarkdownTranscript::begin(&mut markdown, title, names)?);
/// transcript.add(&Shot::of_search(&Frame::start(BoardSize::new(8)?), true))?;
/// transcript.finish()?;
/// let text = String::from_utf8(markdown)?;
/// assert!(text.contains("# Eight \\*queens\\*\n\n## Start\n\n- Place 8 queens."), "{text}");
/// # Ok(())
/// # }
/// ```
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

impl<W: Write> ListWriter for MarkdownTranscript<W> {
    fn add(&mut self, shot: &Shot<'_>) -> io::Result<()> {
        self.frames += 1;
        if shot.is_last {
            self.description = Description::of_film(&self.title, self.frames, shot, self.names);
        }
        self.transcript.add(shot).map_or(Ok(()), |group| write_group(&mut self.out, &group))
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let Self { mut out, transcript, description, .. } = *self;
        transcript.finish().map_or(Ok(()), |group| write_group(&mut out, &group))?;
        write!(out, "\n{}\n", escape(&description))?;
        out.close(|name| [b"\n<!-- ", name, b" -->\n"].concat()).map(drop)
    }
}

fn write_group(out: &mut impl Write, group: &TranscriptGroup) -> io::Result<()> {
    write!(out, "\n## {}\n\n", group.heading())?;
    for TranscriptStep { number, words, boards } in &group.steps {
        let number = number.map(|number| format!("**{}** ", Grouped(number))).unwrap_or_default();
        let step = format!("{number}{}", escape(words));
        if !step.is_empty() {
            writeln!(out, "- {}", step.trim_end())?;
        }
        for TranscriptBoard { solver, text } in boards {
            if let Some(solver) = solver {
                write!(out, "\n  {}:\n", escape(solver))?;
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

/// A text on one line, in which nothing is markup.
fn escape(text: &str) -> String {
    let is_markup = |character| r"\`*_{}[]<>#|&~$^".contains(character);
    let escaped = |character: char| [is_markup(character).then_some('\\'), Some(character)];
    let text: String = on_one_line(text).chars().flat_map(escaped).flatten().collect();
    // Addresses would become links.
    text.replace("://", "\\://")
}
