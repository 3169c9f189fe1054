//! `--panel` on the command line; `tests/tables/panels.txt` has wrong usage.

use crate::common::sandbox::Sandbox;
use crate::common::table::words;

#[test]
fn a_panel_that_is_named_twice_is_shown_once() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&words("search 4 --panel arrays -o once.gif"));
    sandbox.succeed(&words("search 4 --panel arrays --panel arrays -o twice.gif"));
    assert_eq!(sandbox.read("once.gif"), sandbox.read("twice.gif"));
}
