//! Options of encoders.

use std::num::NonZeroU32;

use crate::variants::{enum_with_all, named_enum};

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

named_enum! {
    /// How hard lossless pictures are compressed; they look the same.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    pub enum Compression {
        /// Small and fast
        #[default]
        Normal = "normal",
        /// A few per cent smaller, several times slower
        Best = "best",
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

/// How often a film is played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Plays {
    /// In an endless loop.
    #[default]
    Forever,
    /// A number of times, at most 65,536.
    Times(NonZeroU32),
}

impl Plays {
    /// A number of times; `None` for 0.
    pub fn times(times: u32) -> Option<Self> {
        NonZeroU32::new(times).map(Self::Times)
    }

    /// The number of plays, 0 for an endless loop.
    pub(super) fn number(self) -> u32 {
        match self {
            Self::Forever => 0,
            Self::Times(times) => times.get(),
        }
    }
}

/// Quality of lossy compression, from 1 (the smallest file) to 100.
///
/// ```
/// use queenreel::encode::Quality;
///
/// assert_eq!(Quality::new(60).map(Quality::get), Some(60));
/// assert_eq!(Quality::new(101), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quality(u8);

impl Quality {
    /// 85: differences can be measured, but not seen.
    pub(super) const USUAL: Self = Self(85);
    /// 92: the edges of letters and figures look clean in a picture that does not move.
    pub(super) const HIGH: Self = Self(92);

    /// A quality from 1 to 100; `None` for other numbers.
    pub const fn new(quality: u8) -> Option<Self> {
        if 1 <= quality && quality <= 100 { Some(Self(quality)) } else { None }
    }

    /// The number.
    pub const fn get(self) -> u8 {
        self.0
    }
}
