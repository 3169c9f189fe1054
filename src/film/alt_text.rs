//! What a film shows, in words.

use std::sync::{Arc, OnceLock};

use crate::board::SquareNames;
use crate::record::Description;

use super::{AnySink, Exposure, FilmError, OutputSpec, Sink};

/// What a film shows, in a sentence or two, for readers who do not see it. It is known when the film is complete.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::film::{AltText, FilmBuilder, Source};
/// use queenreel::search::{Algorithm, Order};
///
/// let size = BoardSize::new(4)?;
/// let source = Source::algorithm(size, Algorithm::Backtracking, Order::Columns, 1, Some(1));
/// let alt = AltText::default();
/// FilmBuilder::new(size).alt_text(&alt).film(&source, Vec::new())?;
/// assert_eq!(
///     alt.get(),
///     "Backtracking search for 4 queens: 26 tests, 8 placements and 4 backtracks; solution a3 b1 c4 d2."
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct AltText(Arc<OnceLock<String>>);

impl AltText {
    /// The text; empty before the film is complete.
    pub fn get(&self) -> &str {
        self.0.get().map_or("", String::as_str)
    }

    /// A sink that finds the text, for a film with this output.
    pub fn sink(&self, spec: &OutputSpec) -> AnySink<'static> {
        Box::new(AltTextSink {
            text: self.clone(),
            subject: spec.subject.clone(),
            names: spec.squares,
            frames: 0,
        })
    }
}

struct AltTextSink {
    text: AltText,
    subject: String,
    names: SquareNames,
    frames: u64,
}

impl Sink for AltTextSink {
    fn frame(&mut self, Exposure { shot, .. }: &mut Exposure<'_>) -> Result<(), FilmError> {
        self.frames += 1;
        if shot.is_last {
            self.text.0.get_or_init(|| Description::of_film(&self.subject, self.frames, shot, self.names));
        }
        Ok(())
    }
}
