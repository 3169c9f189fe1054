//! From what is written to what is made: files are read, and contradictions refused.

use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use crate::board::{BoardSize, Placement, Problem};
use crate::encode::{EncodeOptions, Format, VectorText};
use crate::export::{Overwrite, is_same_place, parent};
use crate::film::{BesideKind, ClampedTime, FileBeside, FilmOptions, FilmSpec, Thumbnail};
use crate::font::Font;
use crate::page::{PageStyle, Piece, Theme};
use crate::record::Detail;
use crate::search::{Algorithm, Listing};
use crate::words::{io_words, shown};

use super::allowed::Made;
use super::formats::Still;
use super::search::{SearchSpec, check_all, names, not_in_form, stem};
use super::solutions::Solutions;
use super::values::{ListForm, TableForm};
use super::{Key, Kind, Recipe, RecipeError};

/// Reads a file of at most so many bytes; one byte more shows that it is larger.
pub type ReadFile<'a> = &'a dyn Fn(&Path, usize) -> io::Result<Vec<u8>>;

/// What is made of a recipe.
#[derive(Debug, Clone)]
pub struct Job {
    /// What is searched for, or drawn.
    pub task: Task,
    /// What it becomes.
    pub made: Made,
    /// The look of all kinds, and what else is said of films.
    pub film: FilmSpec,
    /// Times that are longer than asked for.
    pub raised: Vec<ClampedTime>,
    /// The recipe.
    pub recipe: Recipe,
    /// Files that are read: no output replaces them.
    pub inputs: Vec<PathBuf>,
    /// Whether another film writes the log first.
    pub awaits_log: bool,
}

/// What is searched for, or drawn.
#[derive(Debug, Clone)]
pub enum Task {
    /// A search, as a film.
    Search(SearchSpec),
    /// A search, step by step on a sheet.
    Steps(SearchSpec),
    /// The events of a search.
    Events(SearchSpec),
    /// A race on this problem.
    Race(Problem),
    /// A log, with a source file beside it.
    Replay(PathBuf, Option<Listing>),
    /// What is wrong with a log, with a source file beside it.
    Checked(PathBuf, Option<Listing>),
    /// Solutions of a problem, drawn.
    Solutions(Problem, Solutions),
    /// Solutions as text.
    Listed(Solutions),
    /// A position.
    Position(Placement),
    /// Problems, a size each, whose searches are compared.
    Compared(Vec<Problem>),
    /// Numbers of queens for which solutions are counted.
    Counted(RangeInclusive<u32>),
}

/// No theme is larger, in bytes.
const MAX_THEME: usize = 1_000_000;

impl Recipe {
    /// What is made: reads the files that the recipe names, and refuses what does not go together.
    ///
    /// # Errors
    /// [`RecipeError`] with the option that is wrong.
    pub fn resolve(&self, read: ReadFile<'_>) -> Result<Job, RecipeError> {
        let made = self.made()?;
        self.check_options(made)?;
        let task = self.task(made, read)?;
        let made = if let Task::Checked(..) = task { Made::Text } else { made };
        let beside = [
            (BesideKind::Poster, &self.poster),
            (BesideKind::Subtitles, &self.subtitles),
            (BesideKind::Transcript, &self.transcript),
        ];
        let file =
            |(kind, path): (BesideKind, &Option<PathBuf>)| Some(FileBeside { kind, path: path.clone()? });
        let overwrite = match made {
            // Text cannot say who wrote it.
            Made::Text | Made::Events if !self.force => Overwrite::Empty,
            Made::Film(_) | Made::Page(_) | Made::Chart(_) | Made::Text | Made::Events => {
                Overwrite::by_force(self.force)
            }
        };
        let film = FilmSpec {
            options: FilmOptions { style: self.style(read)?, ..FilmOptions::default() },
            beside: beside.into_iter().filter_map(file).collect(),
            overwrite,
            limits: self.limits(),
        };
        // Standard input may lead to a file.
        let standard = self.log.as_deref().filter(|log| *log == Path::new("-")).map(|_| "/dev/stdin".into());
        let inputs = self.inputs().map(|(_, path)| path.to_owned()).chain(standard).collect();
        let recipe = self.clone();
        let mut job = Job { task, made, film, raised: Vec::new(), recipe, inputs, awaits_log: false };
        job.complete()?;
        job.check_outputs()?;
        Ok(job)
    }

    /// Refuses all boards of an algorithm that does not set them up, and of too many queens.
    fn check_all_boards(&self, spec: &SearchSpec) -> Result<(), RecipeError> {
        /// With so many queens, 720 boards.
        const MOST_QUEENS: u8 = 6;
        if !self.all_boards {
            return Ok(());
        }
        let queens = spec.problem.size().get();
        check_all(
            &[spec.algorithm],
            Algorithm::sets_up_every_board,
            Key::AllBoards,
            "has no list of all boards; name one of",
        )?;
        if queens > MOST_QUEENS {
            let text = format!(
                "--all-boards is for up to {MOST_QUEENS} queens, which have 720 boards, not for {queens}"
            );
            return Err(RecipeError::new(Key::AllBoards, text));
        }
        Ok(())
    }

    fn task(&self, made: Made, read: ReadFile<'_>) -> Result<Task, RecipeError> {
        let problem = || self.problem_on(needed(Key::Queens, self.queens.as_ref())?);
        Ok(match self.kind() {
            Kind::Search => {
                let spec = self.search_of(problem()?)?;
                self.check_view(spec.algorithm)?;
                if made == Made::Events { Task::Events(spec) } else { Task::Search(spec) }
            }
            Kind::Sheet => {
                let mut spec = self.search_of(problem()?)?;
                self.check_all_boards(&spec)?;
                // Of algorithms that set up every board, all are shown.
                let is_whole = self.solutions.is_none() && spec.algorithm.sets_up_every_board();
                spec.solutions = spec.solutions.filter(|_| !is_whole);
                Task::Steps(spec)
            }
            Kind::Race => {
                let problem = problem()?;
                self.check_race(&problem)?;
                Task::Race(problem)
            }
            Kind::Replay => {
                let (log, source) = (needed(Key::Log, self.log.as_ref())?, self.source(read)?);
                if self.check { Task::Checked(log, source) } else { Task::Replay(log, source) }
            }
            Kind::Gallery => {
                let problem = problem()?;
                let solutions = self.solutions_of(&problem)?;
                Task::Solutions(problem, solutions)
            }
            Kind::List => Task::Listed(self.solutions_of(&problem()?)?),
            Kind::Board => Task::Position(needed(Key::Placement, self.placement.as_ref())?),
            Kind::Compare => Task::Compared(self.problems()?),
            Kind::Count => Task::Counted(needed(Key::Sizes, self.sizes.as_ref())?),
        })
    }

    /// A problem for each size.
    fn problems(&self) -> Result<Vec<Problem>, RecipeError> {
        let sizes = needed(Key::Sizes, self.sizes.as_ref())?;
        let size = |n: u32| BoardSize::try_from(n).map_err(|error| RecipeError::new(Key::Sizes, error));
        // The end comes first: a range of billions is refused at once.
        let (last, first) = (size(*sizes.end())?, size(*sizes.start())?);
        (u32::from(first)..=u32::from(last)).map(|n| self.problem_on(size(n)?)).collect()
    }

    /// Refuses tests of an algorithm that makes none, and the tree of one that has none.
    fn check_view(&self, algorithm: Algorithm) -> Result<(), RecipeError> {
        if self.detail.is_some_and(|detail| detail != Detail::Steps) {
            let why = "makes no tests; --detail tests and columns are for";
            check_all(&[algorithm], Algorithm::makes_tests, Key::Detail, why)?;
        }
        if self.tree {
            let why = "has no search tree; --tree works with";
            check_all(&[algorithm], Algorithm::has_tree, Key::Tree, why)?;
        }
        if let Some(form) = self.code.filter(|form| !form.is_of(algorithm)) {
            return Err(RecipeError::new(Key::Code, not_in_form(form, algorithm)));
        }
        if self.stages && !algorithm.has_stages() {
            let names = names(Algorithm::has_stages);
            let text = format!(
                "--state writes the matrices of {names}; {algorithm} has none: add --algorithm {names}"
            );
            return Err(RecipeError::new(Key::State, text));
        }
        Ok(())
    }

    /// Size, page, colours and font.
    fn style(&self, read: ReadFile<'_>) -> Result<PageStyle, RecipeError> {
        let theme = self.theme.as_deref().map(|text| theme(text, read)).transpose();
        let font = self.font.as_deref().map(|path| font(path, read)).transpose();
        let theme = theme.map_err(|why| self.invalid(Key::Theme, &why))?.unwrap_or_default();
        if self.piece == Some(Piece::None) && theme.heat().is_none() {
            let why = "only heat maps show queens by colour alone: add --theme purple or heatmap, or choose another piece";
            return Err(self.invalid(Key::Piece, why));
        }
        Ok(PageStyle {
            width: self.size,
            page: self.canvas.or_else(|| self.place?.page()),
            theme,
            font: font.map_err(|why| self.invalid(Key::Font, &why))?.unwrap_or_default(),
            piece: self.piece,
            grid: self.grid,
            coordinates: self.coordinates,
            names: self.squares,
            highlight: !self.no_highlight,
            attacks: self.attacks,
            ..PageStyle::default()
        })
    }

    fn source(&self, read: ReadFile<'_>) -> Result<Option<Listing>, RecipeError> {
        let listing = |path: &PathBuf| {
            let source = read(path, Listing::MAX_SOURCE_BYTES).map_err(|error| not_read(&error, "source"))?;
            Listing::of_source(&source).map_err(|error| error.to_string())
        };
        let listing = self.code_file.as_ref().map(listing).transpose();
        listing.map_err(|why| self.invalid(Key::CodeFile, &why))
    }

    /// The options of encoders.
    fn encode_options(&self) -> EncodeOptions {
        let usual = EncodeOptions::default();
        EncodeOptions {
            plays: self.plays.unwrap_or_default(),
            full_frames: self.full_frames,
            fps: self.fps.unwrap_or(usual.fps),
            quality: self.quality,
            advance: self.advance,
            text: if self.svg_text { VectorText::Text } else { VectorText::Outlines },
            compression: self.compression.unwrap_or_default(),
            motion: self.motion,
        }
    }

    /// A value that cannot be used.
    pub(super) fn invalid(&self, key: Key, why: &str) -> RecipeError {
        let text = self.given().find(|(given, _)| *given == key).map(|(_, text)| text.to_string_lossy());
        RecipeError::invalid(key, &text.unwrap_or_default(), why)
    }

    /// What the output says is made.
    fn made(&self) -> Result<Made, RecipeError> {
        let still = |still: Still, what: &str, otherwise: &str| {
            let path = self.output.as_deref().unwrap_or(Path::new("-"));
            still.of_output(path).ok_or_else(|| {
                let (shown, endings) = (shown(path), still.endings());
                RecipeError::new(Key::Output, format!("{what}: end '{shown}' in {endings}{otherwise}"))
            })
        };
        Ok(match self.kind() {
            Kind::Search | Kind::Race | Kind::Replay => self.film_made()?,
            Kind::Gallery => self.gallery_made()?,
            Kind::Board => Made::Page(still(Still::Page, "a position is one picture", "")?),
            Kind::Sheet => match self.output.as_deref().filter(|path| is_directory(path)) {
                Some(path)
                    if path.is_dir() || path.extension().is_none() || Format::names_directory(path) =>
                {
                    Made::Page(Format::PngFrames)
                }
                Some(_) | None => {
                    let otherwise = ", or in / for a directory of pages";
                    Made::Page(still(Still::Page, "a sheet is one picture", otherwise)?)
                }
            },
            Kind::Compare if self.output.is_some() => Made::Chart(still(
                Still::Chart,
                "a chart is a picture",
                "; for a table in a file: queenreel compare … --as csv > FILE",
            )?),
            Kind::Compare | Kind::List | Kind::Count => Made::Text,
        })
    }
}

/// A value that a kind cannot be without.
fn needed<T: Clone>(key: Key, value: Option<&T>) -> Result<T, RecipeError> {
    value.cloned().ok_or_else(|| RecipeError::new(key, format!("{} is missing", key.name())))
}

impl Job {
    /// The name of a default output, without its ending.
    pub fn stem(&self) -> String {
        match &self.task {
            Task::Steps(spec) => format!("{}-sheet", spec.stem()),
            Task::Search(spec) | Task::Events(spec) => spec.stem(),
            Task::Race(problem) => format!("race-{}", stem(problem)),
            Task::Replay(log, _) | Task::Checked(log, _) => {
                let name = log.file_stem().filter(|_| log.is_file());
                name.unwrap_or("replay".as_ref()).to_string_lossy().into_owned()
            }
            Task::Solutions(problem, _) => format!("queens-{}-gallery", stem(problem)),
            Task::Position(placement) => format!("board-{placement}"),
            Task::Compared(_) | Task::Counted(_) | Task::Listed(_) => self.recipe.kind().name().to_owned(),
        }
    }

    /// What depends on the format.
    fn complete(&mut self) -> Result<(), RecipeError> {
        let Self { task, made, film, raised, recipe, .. } = self;
        let style = film.options.style.clone();
        let (format, encode) = (made.format(), recipe.encode_options());
        film.options = FilmOptions { style, format, encode, ..FilmOptions::default() };
        raised.clear();
        if let Made::Film(format) = *made {
            recipe.complete(&mut film.options, format)?;
            if let Task::Replay(_, listing) = task {
                film.options.panels.listing.clone_from(listing);
            }
            *raised = film.options.fit();
        }
        Ok(())
    }

    /// The same in another format.
    ///
    /// # Errors
    /// [`RecipeError`] when an option has no effect in it.
    pub(crate) fn in_format(&self, format: Format) -> Result<Self, RecipeError> {
        let mut job = self.clone();
        // A chart has a table, too.
        if format.is_text() && matches!(self.task, Task::Compared(_)) {
            return Ok(job);
        }
        if self.made.format().is_some_and(|own| own != format)
            || self.made.format().is_none() && !format.is_text()
        {
            job.made = match self.made {
                _ if format.is_text() => Made::Text,
                Made::Film(_) => Made::Film(format),
                Made::Page(_) if matches!(self.task, Task::Solutions(..)) => {
                    let is_page = Still::Gallery.formats().any(|still| still == format);
                    if is_page { Made::Page(format) } else { Made::Film(format) }
                }
                Made::Page(_) => Made::Page(format),
                Made::Chart(_) | Made::Text | Made::Events => Made::Chart(format),
            };
            self.recipe.check_options(job.made)?;
            job.complete()?;
        }
        Ok(job)
    }

    /// The same for a trial: what is known at the end of a search is left out.
    pub(crate) fn for_trial(mut self) -> Self {
        self.film.limits = None;
        let (options, is_still) = (&mut self.film.options, self.made.format().is_some_and(Format::is_still));
        options.select = options.select.take().filter(|_| is_still).and_then(|_| "0".parse().ok());
        options.thumbnail = options.thumbnail.map(|_| Thumbnail::First);
        self
    }

    /// The formats of what is made.
    pub(crate) fn formats(&self) -> impl Iterator<Item = Format> + use<> {
        let drawn = || Format::drawn().collect::<Vec<_>>();
        let tables = || TableForm::ALL.map(TableForm::format).to_vec();
        let formats = match &self.task {
            Task::Search(_) | Task::Race(_) | Task::Replay(..) | Task::Solutions(..) => drawn(),
            Task::Steps(_) => Still::Page.formats().chain([Format::PngFrames]).collect(),
            Task::Position(_) => Still::Page.formats().collect(),
            Task::Compared(_) => Still::Chart.formats().chain(tables()).collect(),
            Task::Counted(_) => tables(),
            Task::Listed(_) => vec![Format::Text, Format::Json],
            Task::Events(_) => vec![Format::Json],
            Task::Checked(..) => vec![Format::Text],
        };
        formats.into_iter()
    }

    /// Where it is written: to the output of the recipe, or to a file with this ending in `output/`.
    pub fn output(&self, ending: &str) -> PathBuf {
        // Written like this on every system.
        let usual = || self.recipe.directory.join(format!("output/{}{ending}", self.stem()));
        self.recipe.output.clone().unwrap_or_else(usual)
    }

    /// The format that is asked for.
    pub fn format(&self) -> Format {
        let table = || self.recipe.table_form.unwrap_or_default().format();
        self.made.format().unwrap_or_else(|| match &self.task {
            Task::Compared(_) | Task::Counted(_) => table(),
            Task::Listed(_) if self.recipe.list_form == Some(ListForm::Json) => Format::Json,
            Task::Events(_) => Format::Json,
            Task::Search(_)
            | Task::Steps(_)
            | Task::Race(_)
            | Task::Replay(..)
            | Task::Checked(..)
            | Task::Solutions(..)
            | Task::Listed(_)
            | Task::Position(_) => Format::Text,
        })
    }

    /// Where it is written; `None` for standard output.
    pub fn target(&self) -> Option<PathBuf> {
        let path = match self.made.format() {
            Some(format) if format.is_directory() => self.output(""),
            Some(format) => self.output(&format!(".{}", format.extension())),
            None if matches!(self.task, Task::Listed(_)) => self.recipe.output.clone()?,
            None => return None,
        };
        (path != Path::new("-")).then_some(path)
    }

    /// Whether this output is a directory of pictures.
    pub fn writes_directory(&self, output: &Path) -> bool {
        match self.made {
            Made::Film(format) | Made::Page(format) => format.is_directory() && output == self.output(""),
            Made::Chart(_) | Made::Text | Made::Events => false,
        }
    }

    /// All files that it writes, each with the option that names it.
    pub fn outputs(&self) -> impl Iterator<Item = (Key, PathBuf)> {
        let own = self.made.format().map(|format| {
            let ending =
                if format.is_directory() { String::new() } else { format!(".{}", format.extension()) };
            (Key::Output, self.output(&ending))
        });
        let Recipe { poster, subtitles, transcript, events, save_recipe, .. } = &self.recipe;
        let others = [
            (Key::Poster, poster),
            (Key::Subtitles, subtitles),
            (Key::Transcript, transcript),
            (Key::Events, events),
            (Key::SaveRecipe, save_recipe),
        ];
        own.into_iter().chain(others.into_iter().filter_map(|(key, path)| Some((key, path.clone()?))))
    }

    /// Refuses two outputs at the same place, and a file in a directory of pictures.
    fn check_outputs(&self) -> Result<(), RecipeError> {
        let all: Vec<(Key, PathBuf)> = self.outputs().collect();
        let what = |key| match key {
            Key::Output => "film",
            Key::SaveRecipe => "recipe",
            key => key.name(),
        };
        for (index, (key, path)) in all.iter().enumerate() {
            let is_same = |(_, other): &&(Key, PathBuf)| {
                is_same_place(other, if self.writes_directory(other) { parent(path) } else { path })
            };
            let Some((other, _)) = all[..index].iter().find(is_same) else { continue };
            let (one, other, shown) = (what(*key), what(*other), shown(path));
            let text = if *key == Key::Events && path == Path::new("-") {
                "film and events cannot both go to standard output".to_owned()
            } else if *key == Key::Events {
                format!(
                    "the events '{shown}' would overwrite the film or a file beside it; give them another path"
                )
            } else {
                format!("the {one} '{shown}' conflicts with the {other}; give it another path")
            };
            return Err(RecipeError::new(*key, text));
        }
        Ok(())
    }
}

/// Whether a path names a directory for pages.
pub fn is_directory(path: &Path) -> bool {
    Still::Page.of_output(path).is_none()
}

/// The theme of this name, or in this file.
fn theme(text: &Path, read: ReadFile<'_>) -> Result<Theme, String> {
    let name = text.to_string_lossy().to_lowercase();
    let name = if name == "gray" { "grey" } else { &name };
    if let Some(theme) = Theme::named(name) {
        return Ok(theme);
    }
    if text.extension().is_none_or(|extension| extension != "toml") {
        let names = Theme::names().collect::<Vec<_>>().join(", ");
        return Err(format!("unknown theme; name one of {names}, or a file that ends in .toml"));
    }
    let source = read(text, MAX_THEME).map_err(|error| not_read(&error, ".toml"))?;
    if source.len() > MAX_THEME {
        return Err(format!("the theme is larger than {} MB", MAX_THEME / 1_000_000));
    }
    let source = String::from_utf8(source).map_err(|_| "the theme is no text in UTF-8".to_owned())?;
    Theme::from_toml(&source).map_err(|error| error.to_string())
}

fn font(path: &Path, read: ReadFile<'_>) -> Result<Font, String> {
    let bytes = read(path, Font::MAX_BYTES).map_err(|error| not_read(&error, ".ttf"))?;
    Font::from_bytes(bytes).map_err(|error| error.to_string())
}

/// Says what to write instead of the path of a file that does not exist.
fn not_read(error: &io::Error, wanted: &str) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => format!("no such file; give the path of a {wanted} file"),
        _ => io_words(error),
    }
}
