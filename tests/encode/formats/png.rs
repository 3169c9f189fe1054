//! PNG: exact pictures at each compression.

use std::fs;

use queenreel::encode::Compression;
use queenreel::record::ScheduleOptions;

use super::reference::Reference;
use crate::common::decode::read_rgb;
use crate::common::sandbox::Sandbox;
use crate::common::table::words;
use crate::common::tools::ffmpeg;

#[test]
fn png_frames_are_the_exact_pictures_at_each_compression() {
    for reference in [Reference::new(4, 1, 160, &ScheduleOptions::default()), Reference::article(5, 1, 480)] {
        let (width, height) = (reference.width as u32, reference.height as u32);
        let sizes = Compression::ALL.map(|compression| {
            let directory = reference.png_frames(compression);
            let sizes = (1..).zip(&reference.shown).map(|(number, (pixels, _))| {
                let path = directory.path().join(format!("frame-{number:04}.png"));
                let decoded = read_rgb(&path);
                assert_eq!(decoded.dimensions(), (width, height));
                assert!(decoded.as_raw() == pixels, "picture {number}, {compression:?}");
                fs::metadata(&path).unwrap().len()
            });
            let bytes: u64 = sizes.sum();
            let last = directory.path().join(format!("frame-{:04}.png", reference.shown.len()));
            let seen = ffmpeg(&last, "rgb24", reference.shown[0].0.len());
            let is_last = |seen: Vec<_>| seen[0] == reference.shown.last().unwrap().0;
            assert!(seen.is_none_or(is_last), "as ffmpeg sees it");
            bytes
        });
        let [normal, best] = sizes;
        assert!(best <= normal, "{sizes:?}");
    }
}

#[test]
fn every_command_that_writes_pngs_compresses_them_as_asked() {
    let sandbox = Sandbox::new();
    for command in [
        "board 15863724 --canvas 1280x720",
        "sheet 4",
        "gallery 6 --canvas 1280x720",
        "compare 4 --quiet --until end",
        "search 4 --view article --select 3",
    ] {
        let [normal, best] = ["normal", "best"].map(|compression| {
            let path = format!("{compression}.png");
            sandbox.succeed(&words(&format!("{command} --compression {compression} -o {path}")));
            (read_rgb(&sandbox.path(&path)), sandbox.read(&path).len())
        });
        assert!(best.1 < normal.1, "{command}: {} and {} bytes", normal.1, best.1);
        // The measured times in a chart differ.
        assert!(best.0 == normal.0 || command.starts_with("compare"), "{command}");
    }
}

#[test]
fn the_pngs_beside_a_film_and_in_slides_are_compressed_as_asked() {
    let sandbox = Sandbox::new();
    let [normal, best] = ["normal", "best"].map(|compression| {
        let search = format!("search 4 -q --view article --compression {compression} -o");
        sandbox.succeed(&words(&format!("{search} film.apng --poster poster.png")));
        sandbox.succeed(&words(&format!("{search} film.pptx")));
        (sandbox.read("poster.png").len(), sandbox.read("film.pptx").len())
    });
    assert!(best.0 < normal.0 && best.1 < normal.1, "{normal:?}, {best:?}");
}
