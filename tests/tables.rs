//! Command lines, with what each says and makes: the rows are in `tests/tables/`.

use std::collections::BTreeSet;
use std::fs;

use crate::common::sandbox::repository_file;
use crate::common::table::check;

macro_rules! tables {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                check(stringify!($name));
            }
        )*

        #[test]
        fn every_table_is_run() {
            let files = fs::read_dir(repository_file("tests/tables")).unwrap();
            let files = files.map(|entry| entry.unwrap().path());
            let tables = files.filter(|path| path.extension().is_some_and(|extension| extension == "txt"));
            let found: BTreeSet<_> =
                tables.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
            assert_eq!(found, [$(stringify!($name)),*].map(str::to_owned).into());
        }
    };
}

tables! {
    algorithms
    alt
    cards
    code
    compare
    count
    events
    excerpts
    fonts
    formats
    gallery
    given_up
    limits
    list
    logs
    messages
    motion
    options
    outputs
    pace
    panels
    printed
    problem
    programs
    race
    recipe
    replacing
    sheet
    sidecars
    stills
    themes
    times
}
