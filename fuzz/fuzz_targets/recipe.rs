//! Reads any bytes as a file of recipes. What is read is resolved, and written as a file that is read as the same.
//!
//! `cargo +nightly fuzz run recipe` from the root of the repository.

#![no_main]

use std::io;
use std::path::Path;

use libfuzzer_sys::fuzz_target;
use queenreel::recipe::read_file;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let films = match read_file(text, Path::new("")) {
        Ok(films) => films,
        Err(error) => {
            assert!(error.line <= 1 + text.matches('\n').count(), "{error}");
            assert!(!error.to_string().contains('\n'), "{error}");
            return;
        }
    };
    for film in films {
        // No file is there.
        if let Err(error) = film.recipe.resolve(&|_, _| Err(io::ErrorKind::NotFound.into())) {
            let located = film.locate(&error);
            assert!(located.line <= 1 + text.matches('\n').count(), "{located}");
        }
        let written = film.recipe.to_toml(Path::new("")).expect("what was read is text");
        let read = read_file(&written, Path::new("")).expect("what was written is a recipe");
        let [again] = &read[..] else { panic!("{written}") };
        assert_eq!(again.recipe.to_toml(Path::new("")), Ok(written));
    }
});
