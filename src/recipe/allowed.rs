//! Which option goes with which kind, format and other option.

use crate::encode::{EncodeOption, Format};
use crate::record::Selection;
use crate::words::listed;

use super::formats::Still;
use super::{Group, Key, Kind, Recipe, RecipeError};

/// What is made of a recipe, as far as options depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    /// A film in this format, also one frame of it, or a page for each.
    Film(Format),
    /// A position, the steps of a search, or many solutions on a page.
    Page(Format),
    /// A table of figures, with a chart.
    Chart(Format),
    /// Text.
    Text,
    /// The events of a search.
    Events,
}

impl Made {
    /// The format of its file, if it has one.
    pub const fn format(self) -> Option<Format> {
        match self {
            Self::Film(format) | Self::Page(format) | Self::Chart(format) => Some(format),
            Self::Text | Self::Events => None,
        }
    }
}

/// Options of which only one is given.
const ONE_OF: [(Key, Key); 12] = [
    (Key::All, Key::Solutions),
    (Key::AllBoards, Key::All),
    (Key::AllBoards, Key::Solutions),
    (Key::Speed, Key::Duration),
    (Key::Duration, Key::Delay),
    (Key::Duration, Key::StartHold),
    (Key::Numbers, Key::From),
    (Key::Numbers, Key::Solutions),
    (Key::Title, Key::NoTitle),
    (Key::CodeFile, Key::Code),
    (Key::Lanes, Key::Solutions),
    (Key::Square, Key::Canvas),
];

impl Key {
    /// The options that contradict this one.
    pub fn contradicts(self) -> impl Iterator<Item = Self> {
        let both = ONE_OF.into_iter().flat_map(|(one, other)| [(one, other), (other, one)]);
        both.filter_map(move |(key, other)| (key == self).then_some(other))
    }

    /// The option that this one needs.
    pub fn needs(self) -> Option<Self> {
        (self == Self::State).then_some(Self::Events)
    }

    /// The option of encoders that it is.
    pub(super) const fn of_encoders(self) -> Option<EncodeOption> {
        match self {
            Self::Loop => Some(EncodeOption::Plays),
            Self::FullFrames => Some(EncodeOption::FullFrames),
            Self::Fps => Some(EncodeOption::Fps),
            Self::Advance => Some(EncodeOption::Advance),
            Self::SvgText => Some(EncodeOption::Text),
            Self::Compression => Some(EncodeOption::Compression),
            Self::Quality => Some(EncodeOption::Quality),
            Self::Motion => Some(EncodeOption::Motion),
            _ => None,
        }
    }
}

impl Recipe {
    /// Whether an option has an effect on what is made. This is the only place that decides it.
    fn allows(&self, key: Key, made: Made) -> bool {
        if let Some(option) = key.of_encoders() {
            let poster = self.poster.as_deref().and_then(|path| Still::Poster.of_path(path));
            let is_of_pages =
                matches!(option, EncodeOption::Text | EncodeOption::Compression | EncodeOption::Quality);
            return match made {
                Made::Film(format) => {
                    format.takes(option) || poster.is_some_and(|poster| poster.takes(option))
                }
                Made::Page(format) | Made::Chart(format) => is_of_pages && format.takes(option),
                Made::Text | Made::Events => false,
            };
        }
        let is_gallery = self.kind() == Kind::Gallery;
        // Times of the whole film also decide which frames pages show.
        let has_times = self.duration.is_some() || self.select.as_ref().is_some_and(Selection::has_times);
        let is_timed = |format: Format| format.is_played() && (format != Format::Pptx || self.advance);
        match (made, key) {
            // Pages are left out as frames are.
            (Made::Film(format), Key::Duration) => format.is_played() || !format.is_still(),
            (Made::Film(format), Key::Subtitles | Key::Delay) if is_gallery => {
                is_timed(format) && !format.is_directory()
            }
            (Made::Film(format), Key::StartHold | Key::Speed | Key::Subtitles) => is_timed(format),
            (Made::Film(format), Key::Delay | Key::Hold | Key::Pace) => is_timed(format) || has_times,
            (Made::Film(format), Key::Intro | Key::Outro) => format.is_animation(),
            (Made::Film(format), Key::Thumbnail) => format.is_animation() || self.poster.is_some(),
            (Made::Film(format), Key::Fit) => !format.is_directory() && !format.is_still(),
            (Made::Film(_), Key::Title) => !is_gallery || self.intro.is_some() || self.outro.is_some(),
            (
                Made::Page(_),
                Key::Size
                | Key::Coordinates
                | Key::Squares
                | Key::Delay
                | Key::Poster
                | Key::Subtitles
                | Key::Transcript
                | Key::Intro
                | Key::Outro
                | Key::Thumbnail,
            ) => !is_gallery,
            (
                Made::Text,
                Key::Force
                | Key::Quantity
                | Key::Until
                | Key::Title
                | Key::Size
                | Key::Canvas
                | Key::Theme
                | Key::Font,
            ) => self.kind() != Kind::Compare,
            (Made::Film(_), Key::Columns | Key::Square | Key::Labels | Key::NoTitle)
            | (
                Made::Events,
                Key::Poster
                | Key::Subtitles
                | Key::Transcript
                | Key::Alt
                | Key::Format
                | Key::Select
                | Key::Detail,
            ) => false,
            (Made::Events, key) => matches!(key.group(), Group::Output | Group::What | Group::Problem),
            (Made::Film(_) | Made::Page(_) | Made::Chart(_) | Made::Text, _) => true,
        }
    }

    /// Refuses options without effect, and those that contradict each other.
    pub(super) fn check_options(&self, made: Made) -> Result<(), RecipeError> {
        for (key, _) in self.given() {
            if let Some(other) = key.contradicts().find(|other| self.is_given(*other)) {
                let text = format!("--{} cannot be used with --{}", key.name(), other.name());
                return Err(RecipeError::new(key, text));
            }
            if let Some(other) = key.needs().filter(|other| !self.is_given(*other)) {
                let text = format!("--{} needs --{}", key.name(), other.name());
                return Err(RecipeError::new(key, text));
            }
        }
        match Key::ALL.iter().find(|key| self.is_given(**key) && !self.allows(**key, made)) {
            Some(key) => Err(RecipeError::new(*key, self.why_not(*key, made))),
            None => Ok(()),
        }
    }

    /// Why an option has no effect on what is made.
    fn why_not(&self, key: Key, made: Made) -> String {
        let (name, is_gallery) = (format!("--{}", key.name()), self.kind() == Kind::Gallery);
        let formats = || {
            let (formats, made): (Vec<Format>, fn(Format) -> Made) = match made {
                Made::Page(_) if is_gallery => (Still::Gallery.formats().collect(), Made::Page),
                Made::Page(_) => (Still::Page.formats().collect(), Made::Page),
                Made::Chart(_) => (Still::Chart.formats().collect(), Made::Chart),
                Made::Film(_) | Made::Text | Made::Events => (Format::drawn().collect(), Made::Film),
            };
            listed(formats.into_iter().filter(|format| self.allows(key, made(*format))), "or")
        };
        match (made, key) {
            (Made::Events, _) => format!("{name} is for films; with --events -, a film needs --output"),
            (Made::Text, _) => format!("{name} is for the chart: name its file with -o chart.png"),
            (Made::Page(Format::Pdf), Key::SvgText) => {
                format!("{name} is for SVG; the text of a PDF is text anyway")
            }
            (Made::Page(format), Key::SvgText | Key::Compression | Key::Quality) => {
                format!("{name} is for {}, not for {format}", formats())
            }
            (Made::Page(_), key) if key.of_encoders().is_some() => {
                format!("{name} is for animations and videos, not for a page")
            }
            (Made::Page(_), _) => format!(
                "{name} is for one picture each; use --square, --columns, --labels and --title for one page"
            ),
            (Made::Film(_), Key::Columns | Key::Square | Key::Labels | Key::NoTitle | Key::Title) => {
                format!("{name} is for one page; use --size, --coordinates and --delay for one picture each")
            }
            (Made::Film(Format::PngFrames), Key::Delay | Key::Subtitles) if is_gallery => {
                format!("{name} is for animations, not for separate files")
            }
            (Made::Film(format), Key::Subtitles) => {
                let advice = if format == Format::Pptx { " unless slides --advance" } else { "" };
                format!(
                    "{name} are for films: {format} has no times{advice}; --transcript has the same words"
                )
            }
            (Made::Film(Format::Pptx), Key::Delay | Key::Hold | Key::Pace | Key::StartHold | Key::Speed) => {
                format!("{name} is for slides that --advance; without it, each stays until a click")
            }
            (
                Made::Film(format),
                Key::Delay | Key::Hold | Key::Pace | Key::StartHold | Key::Speed | Key::Duration,
            ) => {
                let what = if format.is_still() { "one" } else { "pages of a" };
                format!("{name} is for films, not for {what} {format}")
            }
            (Made::Film(format), Key::Fit) => format!("{name} is for films in one file, not for {format}"),
            (Made::Film(format), Key::Intro | Key::Outro | Key::Thumbnail) => {
                let formats = Format::drawn().filter(|format| format.is_animation());
                let formats = formats.map(|format| format.to_string()).collect::<Vec<_>>().join(", ");
                let poster =
                    if key == Key::Thumbnail { "; with --poster FILE it is that picture" } else { "" };
                format!("{name} is for {formats}, not for {format}{poster}")
            }
            (Made::Film(format), Key::Fps) if !format.is_still() => {
                format!("{name} is for {}, not for {format}; --delay sets the time of each frame", formats())
            }
            (Made::Film(format) | Made::Chart(format), _) => {
                format!("{name} is for {}, not for {format}", formats())
            }
        }
    }
}
