//! The recorders in `examples/recorders`: the same log in every language.

use super::{film, log_of};
use crate::common::sandbox::{Sandbox, repository_file};

#[test]
fn recorders_in_all_languages_make_the_same_film() {
    let names = ["py", "js", "c"].map(|extension| format!("examples/recorders/recorder.{extension}"));
    let logs: Vec<String> = names.iter().filter_map(|name| log_of(&repository_file(name))).collect();
    let films: Vec<Vec<u8>> = logs.iter().map(|log| film(log, &["--detail", "tests"])).collect();
    // They search like our backtracking.
    let own = Sandbox::new()
        .succeed(&["search", "6", "-o", "-", "--size", "240", "--pace", "even", "--detail", "tests"])
        .stdout;
    for (log, film) in logs.iter().zip(&films) {
        assert_eq!(log, &logs[0]);
        assert!(*film == own);
    }
}
