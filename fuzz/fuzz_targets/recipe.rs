//! Parses any bytes as a file of recipes. Valid ones become documents, and are equal after writing and parsing
//! them.
//!
//! `cargo +nightly fuzz run recipe` from the root of the repository.

#![no_main]

use std::path::{Path, PathBuf};

use libfuzzer_sys::fuzz_target;
use queenreel::Files;
use queenreel::request::read_recipes;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (here, lines) = (Path::new(""), 1 + text.matches('\n').count());
    let films = match read_recipes(text, here) {
        Ok(films) => films,
        Err(error) => {
            assert!((1..=lines).contains(&error.line), "{error}");
            assert!(!error.to_string().contains('\n'), "{error}");
            return;
        }
    };
    let no_files = Files::in_memory::<PathBuf>([]);
    for film in films {
        if let Err(error) = film.request.document(&no_files)
            && let Some(located) = film.locate(&error)
        {
            assert!((1..=lines).contains(&located.line), "{located}");
            assert!(!located.to_string().contains('\n'), "{located}");
        }
        let written = film.request.to_recipe(here).expect("what was read is text");
        let read = read_recipes(&written, here).expect("what was written is a recipe");
        let [again] = &read[..] else { panic!("{written}") };
        assert_eq!(again.request.to_recipe(here), Ok(written));
    }
});
