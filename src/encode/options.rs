//! Options of encoders.

use std::num::NonZeroU32;

use flatfilm::{Compression, Plays, Quality};

use crate::variants::{Choice, enum_with_all, named_enum};

enum_with_all! {
    /// The fields of [`EncodeOptions`]; each [format](super::Format::takes) uses some of them.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum EncodeOption {
        /// [`EncodeOptions::plays`].
        Plays,
        /// [`EncodeOptions::full_frames`].
        FullFrames,
        /// [`EncodeOptions::fps`].
        Fps,
        /// [`EncodeOptions::quality`].
        Quality,
        /// [`EncodeOptions::advance`].
        Advance,
        /// [`EncodeOptions::text`].
        Text,
        /// [`EncodeOptions::compression`].
        Compression,
        /// [`EncodeOptions::motion`].
        Motion,
    }
}

/// Options of encoders; those that a [format does not take](super::Format::takes) are ignored.
///
/// ```
/// use queenreel::encode::{EncodeOptions, Plays};
///
/// let once = Plays::times(1).expect("1 is not 0");
/// let options = EncodeOptions { plays: once, ..EncodeOptions::default() };
/// assert!(!options.full_frames);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EncodeOptions {
    /// How often the film is played.
    pub plays: Plays,
    /// Whether every frame is written whole, for programs that mishandle partial ones.
    pub full_frames: bool,
    /// Pictures per second.
    pub fps: NonZeroU32,
    /// Quality of lossy compression; `None` is [what is usual](super::Format::usual_quality) in the format.
    pub quality: Option<Quality>,
    /// Whether slides advance by themselves, each after the time of its frame.
    pub advance: bool,
    /// What becomes of text in vectors.
    pub text: VectorText,
    /// How hard lossless pictures are compressed.
    pub compression: Compression,
    /// How one frame follows another; `None` is [what is usual](super::Format::usual_motion) in the format.
    pub motion: Option<Motion>,
}

impl Default for EncodeOptions {
    fn default() -> Self {
        let (plays, text, compression) = Default::default();
        Self {
            plays,
            full_frames: false,
            fps: DEFAULT_FPS,
            quality: None,
            advance: false,
            text,
            compression,
            motion: None,
        }
    }
}

/// The default frame rate of videos, in pictures per second.
pub const DEFAULT_FPS: NonZeroU32 = NonZeroU32::new(30).expect("30 is not 0");

/// What becomes of text in vectors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum VectorText {
    /// Outlines of letters, which look the same everywhere.
    #[default]
    Outlines,
    /// Text, in another font where the one of the page is not installed.
    Text,
}

impl Choice for Compression {
    fn all() -> Vec<Self> {
        Self::ALL.to_vec()
    }

    fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Best => "best",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Normal => "Small and fast",
            Self::Best => "A few per cent smaller, several times slower",
        }
    }
}

named_enum! {
    /// How one frame follows another.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    pub enum Motion {
        /// At once
        #[default]
        None = "none",
        /// Queens settle and lines grow, within the time of a step
        Soft = "soft",
    }
}
