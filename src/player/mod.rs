//! The player: a film as one HTML file with a script that plays it.

mod data;

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac_sha256::Hash;
use miniz_oxide::deflate::compress_to_vec;
use xxhash_rust::xxh3::xxh3_64;

use crate::encode::{Format, MarkedWriter};
use crate::font::{Font, Weight};
use crate::page::inks::{Inks, State};
use crate::page::scene::{Id, Tag};
use crate::page::shape::Shape;
use crate::page::{Block, PATH, Page};
use crate::picture::Rgb;
use crate::record::TranscriptGroup;
use crate::vector::{Distinct, PREFIX, Symbols, Table, TextParts, escape, prefix};
use crate::words::counted;

use data::{Data, Moves};

/// Compression level of Deflate.
const LEVEL: u8 = 9;

/// The margin that the page adds around a board without its own margin, in CSS pixels.
const MARGIN: u32 = 24;

/// The text around a film.
#[derive(Debug, Clone, Copy)]
pub struct PlayerWords<'a> {
    pub title: &'a str,
    /// The unit in which the player counts frames, in singular and plural: step and steps.
    pub unit: [&'a str; 2],
    /// The transcript, for readers without scripts.
    pub transcript: &'a [TranscriptGroup],
    /// The number of frames that the transcript leaves out.
    pub left_out: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepNote {
    pub number: u64,
    pub queens: u64,
    pub solutions: u64,
    pub backtracks: u64,
    pub caption: String,
}

pub struct PlayerFilm {
    table: Table,
    symbols: Symbols,
    font: Font,
    characters: [BTreeSet<char>; Weight::ALL.len()],
    runs: HashMap<Id, Vec<u32>>,
    /// The moves of parts, if the film has motion.
    moves: Option<Moves>,
    notes: Notes,
    /// The picture for readers without scripts: the last solution, or else the last step.
    poster: String,
    blocks: Vec<Block>,
    size: (u32, u32),
    /// The part of the style sheet that depends on the page.
    variables: String,
}

#[derive(Debug, Default)]
struct Notes {
    numbers: Vec<u64>,
    queens: Vec<u64>,
    solutions: Vec<u32>,
    backtracks: Vec<u32>,
    captions: Vec<usize>,
    texts: Distinct<String>,
    last: (u64, u64),
}

impl PlayerFilm {
    pub fn new(page: &Page, moves: bool) -> Self {
        Self {
            table: Table::of(TextParts::Digits, moves),
            symbols: Symbols::with_embedded_font(page.font.clone()),
            font: page.font.clone(),
            characters: Default::default(),
            runs: HashMap::new(),
            moves: moves.then(Moves::default),
            notes: Notes::default(),
            poster: String::new(),
            blocks: page.blocks.clone(),
            size: (page.width, page.height),
            variables: variables(page),
        }
    }

    pub fn add(&mut self, page: &Page, shown_for: Duration, is_last: bool, note: StepNote) {
        let step = self.table.starts.len() as u32;
        if let Some(moves) = &mut self.moves {
            page.scene.changes().for_each(|(change, _)| moves.add(step, change));
        }
        for (id, _) in page.scene.items().filter(|(_, item)| item.is_lit) {
            self.runs.entry(id).or_default().push(step);
        }
        let Self { symbols, characters, moves, .. } = self;
        self.table.add(page, shown_for, |key, tag, shapes| {
            for (weight, text) in shapes.iter().filter_map(Shape::words) {
                characters[weight as usize].extend(text.chars());
            }
            // Figures, and the legs of a path, move separately. They are in groups, since not all browsers support
            // positions on `use` elements.
            if moves.is_some() && (tag == Tag::Square || key.z == PATH) {
                symbols.groups(&shapes)
            } else {
                symbols.drawing(&shapes)
            }
        });
        let is_solution = self.notes.add(step, note);
        if is_solution || is_last && self.notes.solutions.is_empty() {
            self.poster = self.symbols.markup(page.shapes());
        }
    }

    pub const fn length(&self) -> Duration {
        self.table.length
    }

    pub const fn steps(&self) -> u64 {
        self.table.starts.len() as u64
    }

    /// Writes the page; returns the number of bytes.
    pub fn finish(mut self, out: impl Write, words: &PlayerWords<'_>) -> io::Result<u64> {
        let definitions = self.symbols.take_definitions();
        // Names have a prefix, since users may copy boards from several pages into one document.
        let prefix = prefix(xxh3_64(definitions.as_bytes()));
        let named = |markup: &str| markup.replace(PREFIX, &prefix);
        let definitions = named(&definitions);
        self.poster = named(&self.poster);
        self.table.drawings.all.iter_mut().for_each(|drawing| drawing.markup = named(&drawing.markup));
        let fonts = Weight::ALL.into_iter().filter_map(|weight| {
            let characters = &self.characters[weight as usize];
            let font = self.font.weight(weight);
            (!characters.is_empty()).then(|| (weight, font.web_font(weight, characters)))
        });
        let fonts: Vec<(Weight, Vec<u8>)> = fonts.collect();
        let slots = self.table.take_slots();
        let data = serde_json::to_vec(&Data::of(&self, &slots, words))?;
        let mut out = MarkedWriter::new(out);
        out.write_all(self.html(words, &definitions, &data, &fonts).as_bytes())?;
        out.close(|name| Format::Html.mark(name))
    }

    /// Returns the file up to the file mark at its end: shared symbols, the film as `data`, and subsets of the
    /// fonts of the picture.
    fn html(
        &self,
        words: &PlayerWords<'_>,
        definitions: &str,
        data: &[u8],
        fonts: &[(Weight, Vec<u8>)],
    ) -> String {
        let Self { size: (width, height), poster, moves, .. } = self;
        let title = escape(words.title);
        let script = script();
        let moves = moves.as_ref().map(Moves::style).unwrap_or_default();
        let style = self.variables.clone() + include_str!("player.css") + &moves;
        let mut html = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
             script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n\
             <svg class=\"definitions\" aria-hidden=\"true\"><defs>{definitions}</defs></svg>\n\
             <main>\n<h1 class=\"hidden\" dir=\"auto\">{title}</h1>\n<figure id=\"picture\">\
             <svg id=\"poster\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\">{poster}</svg>\
             </figure>\n</main>\n<div id=\"player\"></div>\n<noscript>\n",
            hash(&script),
            hash(&style),
        );
        for group in words.transcript {
            let _ = writeln!(html, "<h2>{}</h2>", escape(&group.heading()));
            let sentences: Vec<&str> = group.steps.iter().map(|step| step.words.as_str()).collect();
            let _ = writeln!(html, "<p dir=\"auto\">{}</p>", escape(&sentences.join(" ")));
            for board in group.steps.iter().flat_map(|step| &step.boards) {
                let solver = board.solver.as_deref().unwrap_or_default();
                let _ = writeln!(html, "<pre>{}\n{}</pre>", escape(solver), lines(&board.text));
            }
        }
        if words.left_out > 0 {
            let frames = counted(words.left_out, "more frame");
            let _ = writeln!(html, "<p>Not described: {frames}.</p>");
        }
        html.push_str("</noscript>\n");
        for (weight, font) in fonts {
            let (weight, font) = (if *weight == Weight::Bold { 700 } else { 400 }, packed(font));
            let _ = writeln!(html, "<script type=\"text/plain\" data-weight=\"{weight}\">{font}</script>");
        }
        let _ = writeln!(html, "<script type=\"text/plain\" id=\"film\">{}</script>", packed(data));
        let _ = write!(html, "<script>{script}</script>\n</body>\n");
        html
    }
}

impl Notes {
    /// Adds the note of a step; returns whether the step has a new solution.
    fn add(&mut self, step: u32, note: StepNote) -> bool {
        let StepNote { number, queens, solutions, backtracks, caption } = note;
        self.numbers.push(number);
        self.queens.push(queens);
        let is_solution = solutions > self.last.0;
        self.solutions.extend((self.last.0..solutions).map(|_| step));
        if backtracks > self.last.1 {
            self.backtracks.push(step);
        }
        self.last = (solutions, backtracks);
        self.captions.push(self.texts.index(caption));
        is_solution
    }
}

/// Returns the variables of the style sheet: sizes, and the colours of the controls.
fn variables(page: &Page) -> String {
    /// Minimum contrast of shapes other than text.
    const SEEN: f32 = 3.0;
    let Inks { page: paper, ink, muted, rule, .. } = page.squares.inks;
    let inks = &page.squares.inks;
    // A board that covers its page needs a margin.
    let margin = if page.background == paper { 0 } else { MARGIN };
    let bar = if paper.luminance() > ink.luminance() { Rgb([255; 3]) } else { paper };
    // The part of the profile that has been played.
    let past = [inks.squares[1], inks.tree].into_iter().find(|colour| colour.contrast(bar) >= SEEN);
    let past = past.unwrap_or(muted);
    let (solution, backtrack) = (inks.square(State::Solution, true), inks.deep(State::Removed));
    let tick = if inks.tick.contrast(solution) >= SEEN { inks.tick } else { bar };
    format!(
        ":root{{--w:{};--h:{};--margin:{margin}px;--page:{paper};--bar:{bar};--ink:{ink};--muted:{muted};\
         --rule:{rule};--past:{past};--solution:{solution};--tick:{tick};--backtrack:{backtrack}}}\n",
        page.width, page.height
    )
}

fn lines(text: &str) -> String {
    text.lines().flat_map(|line| [escape(line), "\n".to_owned()]).collect()
}

/// Returns the source of the script without comments and indentation.
fn script() -> String {
    let lines = include_str!("player.js").lines().map(str::trim).filter(|line| !line.starts_with("//"));
    // After these characters, no line break is needed.
    let end = |line: &str| if line.ends_with([';', '{', ',']) { "" } else { "\n" };
    let script: String = lines.flat_map(|line| [line, end(line)]).collect();
    // No string in the script contains these operators.
    script.replace(" => ", "=>").replace(" = ", "=")
}

/// Compresses bytes, and encodes them as text.
fn packed(bytes: &[u8]) -> String {
    STANDARD.encode(compress_to_vec(bytes, LEVEL))
}

fn hash(content: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Hash::hash(content.as_bytes())))
}
