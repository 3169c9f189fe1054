//! PNG: exact pictures at each compression, whole and in bands.

use std::fs;

use queenreel::encode::{Compression, EncodeError, write_png_in_bands};
use queenreel::picture::{Canvas, Rgb};
use queenreel::record::ScheduleOptions;

use super::reference::Reference;
use crate::common::tools::ffmpeg;

#[test]
fn png_frames_are_the_exact_pictures_at_each_compression() {
    for reference in [Reference::new(4, 1, 160, &ScheduleOptions::default()), Reference::article(5, 1, 480)] {
        let (width, height) = (reference.width as u32, reference.height as u32);
        let sizes = Compression::ALL.map(|compression| {
            let directory = reference.png_frames(compression);
            let sizes = (1..).zip(&reference.shown).map(|(number, (pixels, _))| {
                let path = directory.path().join(format!("frame-{number:04}.png"));
                let decoded = image::open(&path).unwrap().into_rgb8();
                assert_eq!(decoded.dimensions(), (width, height));
                assert!(decoded.as_raw() == pixels, "picture {number}, {compression:?}");
                fs::metadata(&path).unwrap().len()
            });
            let bytes: u64 = sizes.sum();
            let last = directory.path().join(format!("frame-{:04}.png", reference.shown.len()));
            let seen = ffmpeg(&last, "rgb24", reference.shown[0].0.len());
            assert!(
                seen.is_none_or(|seen| seen[0] == reference.shown.last().unwrap().0),
                "as ffmpeg sees it"
            );
            bytes
        });
        let [normal, best] = sizes;
        assert!(best <= normal, "{sizes:?}");
    }
}

#[test]
fn bands_of_any_height_make_the_same_picture() {
    // A height that is no multiple of any band, and indices of 1, 2, 4 and 8 bits.
    let (width, height) = (301, 97);
    for colours in [2_u8, 4, 16, 200] {
        let palette: Vec<Rgb> = (0..colours).map(|shade| Rgb([shade, 255 - shade, shade / 2])).collect();
        let canvas = Canvas::new(width, height, palette);
        let pixels: Vec<u8> =
            (0..width * height).map(|at| ((at * at / 977) % u32::from(colours)) as u8).collect();
        for compression in Compression::ALL {
            for rows in [1, 10, 97] {
                let mut bytes = Vec::new();
                let written = write_png_in_bands(&mut bytes, &canvas, None, compression, |bands| {
                    pixels.chunks(rows * width as usize).try_for_each(|band| bands.write(band))
                });
                let written = written.map_err(|error: EncodeError| error.to_string());
                assert_eq!(written, Ok(bytes.len() as u64));
                let decoded = image::load_from_memory(&bytes).unwrap().into_rgb8();
                let wanted = pixels.iter().flat_map(|index| canvas.palette[usize::from(*index)].0);
                assert!(decoded.as_raw().iter().copied().eq(wanted), "{colours} colours, {rows} rows");
            }
        }
    }
}
