//! Y4M: colours and times, as ffmpeg reads them without any options.

use queenreel::encode::Format;

use super::reference::{at_rate, references};
use crate::common::pixels::largest_difference;
use crate::common::sample::sampled;
use crate::common::tools::{ffmpeg, probe};

#[test]
fn y4m_keeps_colours_and_time() {
    for (reference, fps) in sampled(2, references().iter().zip([30, 25, 30, 1, 60])) {
        let file = reference.file(Format::Y4m, at_rate(fps));
        let Some(pictures) = ffmpeg(&file.path, "rgb24", 3 * reference.width * reference.width) else {
            return;
        };
        let expected = reference.at_rate(fps);
        assert_eq!(pictures.len(), expected.len());
        for (number, (picture, expected)) in pictures.iter().zip(expected).enumerate() {
            assert!(largest_difference(picture, expected) <= 2, "picture {number}");
        }
        let entries = "stream=pix_fmt,color_range,r_frame_rate";
        let Some(properties) = probe(entries, &file.path) else { return };
        assert_eq!(properties, ["yuv444p", "tv", &format!("{fps}/1")]);
    }
}
