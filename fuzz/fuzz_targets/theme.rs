//! Parses any text as a theme: a valid one can be written, parsed again and drawn.
//!
//! `cargo +nightly fuzz run theme` from the root of the repository; it begins soonest with the texts that
//! `queenreel themes NAME` prints, in `fuzz/corpus/theme/`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use queenreel::board::BoardSize;
use queenreel::encode::Format;
use queenreel::film::{FilmBuilder, Source};
use queenreel::internals::page::Theme;
use queenreel::record::Detail;
use queenreel::search::{Algorithm, Order};

fuzz_target!(|text: &str| {
    let Ok(theme) = Theme::from_toml(text) else { return };
    assert_eq!(Theme::from_toml(&theme.to_toml()), Ok(theme.clone()));

    let size = BoardSize::new(3).expect("it is small");
    for (format, algorithm) in [(Format::Gif, Algorithm::Backtracking), (Format::Svg, Algorithm::Marking)] {
        let source = Source::algorithm(size, algorithm, Order::Columns, 1, None);
        let builder = FilmBuilder::new(size).board_width(24).attacks().theme(theme.clone());
        let tests = if algorithm.makes_tests() { Detail::Tests } else { Detail::Steps };
        let (bytes, summary) =
            builder.detail(tests).format(format).film(&source, Vec::new()).expect("any colours can be drawn");
        assert_eq!(bytes.len() as u64, summary.bytes);
    }
});
