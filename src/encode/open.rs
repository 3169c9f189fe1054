//! The encoder of each format.

use std::io::Write;

use crate::picture::Canvas;

use super::apng::Apng;
use super::format::{Format, Options};
use super::gif::{Gif, GifOptions};
#[cfg(feature = "mp4")]
use super::video::Mp4;
use super::video::Y4m;
#[cfg(feature = "webp")]
use super::webp::WebP;
use super::{EncodeError, Encoder};

impl Format {
    /// Begins a file of pictures with this size and palette.
    ///
    /// # Errors
    /// When the format cannot hold such pictures or was left out of this build, or when the file
    /// cannot be begun. PNG frames are no file: [`PngFrames`](super::PngFrames) writes them.
    pub fn open<'a>(
        self,
        out: impl Write + 'a,
        canvas: &Canvas,
        options: &Options,
    ) -> Result<Box<dyn Encoder + 'a>, EncodeError> {
        if let Some(feature) = self.missing_feature() {
            return Err(EncodeError::LeftOut { format: self, feature });
        }
        let Options { plays, full_frames, fps, .. } = *options;
        Ok(match self {
            Self::Gif => Box::new(Gif::new(out, canvas, GifOptions { plays, full_frames })?),
            Self::Apng => Box::new(Apng::new(out, canvas, plays, options.frames)?),
            #[cfg(feature = "webp")]
            Self::WebP => Box::new(WebP::new(out, canvas, plays)?),
            #[cfg(feature = "mp4")]
            Self::Mp4 => Box::new(Mp4::new(out, canvas, fps, options.quality)?),
            Self::Y4m => Box::new(Y4m::new(out, canvas, fps)?),
            Self::PngFrames => return Err(EncodeError::NeedsDirectory(self)),
            #[allow(unreachable_patterns, reason = "the default build has everything")]
            _ => unreachable!("what is left out was refused above"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_that_was_left_out_names_its_feature() {
        let canvas = Canvas { width: 16, height: 16, palette: Vec::new() };
        for format in Format::ALL {
            let Some(feature) = format.missing_feature() else { continue };
            let error = format.open(Vec::new(), &canvas, &Options::default()).err().unwrap().to_string();
            assert!(error.contains(&format!("feature '{feature}'")), "{error}");
        }
    }
}
