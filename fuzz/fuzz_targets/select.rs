//! Parses any text as a selection of frames, and applies it to a film: the excerpt has frames, the same in any
//! order of the parts, and the same number for duplicated parts.
//!
//! `cargo +nightly fuzz run select` from the root of the repository.

#![no_main]

use libfuzzer_sys::fuzz_target;
use queenreel::board::BoardSize;
use queenreel::encode::Format;
use queenreel::film::{FilmBuilder, FilmError, RaceSpec, Source, Thumbnail};
use queenreel::record::Selection;
use queenreel::search::{Algorithm, Order};

/// More parts only take longer.
const MOST_PARTS: usize = 100;

fuzz_target!(|text: &str| {
    // Parsing never panics.
    let _ = text.parse::<Thumbnail>();
    let Ok(selection) = text.parse::<Selection>() else { return };
    assert_eq!(selection.to_string().parse(), Ok(selection.clone()));
    if let Ok(numbers) = selection.numbers() {
        assert!(!numbers.is_empty() && numbers.iter().all(|range| range.start() <= range.end()));
        let apart = numbers.iter().zip(&numbers[1..]).all(|(one, next)| one.end() + 1 < *next.start());
        assert!(apart, "{numbers:?}");
    }

    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > MOST_PARTS {
        return;
    }
    let frames = taken(&selection);
    let backwards = parts.iter().rev().copied().collect::<Vec<_>>().join(",");
    for same in [backwards, format!("{text},{text}")] {
        assert_eq!(taken(&same.parse().expect("its parts were read")), frames, "{same}");
    }
});

/// The numbers of frames of an excerpt of a search and of a race; `None` if there is none.
fn taken(selection: &Selection) -> [Option<u64>; 2] {
    let size = BoardSize::new(4).expect("it is small");
    let source = Source::algorithm(size, Algorithm::Backtracking, Order::Columns, 1, None);
    let search = FilmBuilder::new(size).board_width(32).format(Format::Y4m).select(selection.clone());
    let search = search.film(&source, Vec::new()).map(|(_, summary)| summary.frames);
    // Its page is large, and would take long to paint.
    let race = Source::race(RaceSpec::new(size, &[Algorithm::Backtracking, Algorithm::Marking]));
    let builder = FilmBuilder::new(size).format(Format::Html).select(selection.clone());
    let race = builder.film(&race, Vec::new()).map(|(_, summary)| summary.frames);
    [search, race].map(|film| match film {
        Ok(frames) => {
            assert!(frames > 0);
            Some(frames)
        }
        Err(
            FilmError::NothingSelected { .. }
            | FilmError::NothingSelectedOfRace { .. }
            | FilmError::Schedule(_),
        ) => None,
        Err(error) => panic!("{error}"),
    })
}
