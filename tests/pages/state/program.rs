//! `--panel` on the command line.

use crate::common::sandbox::Sandbox;

#[test]
fn a_panel_of_another_algorithm_is_refused_with_those_that_it_has() {
    let sandbox = Sandbox::new();
    let cases: [(&[&str], &str); 4] = [
        (&["--panel", "bits"], "the panel 'bits' is for bitfield; backtracking has 'arrays', 'stack'"),
        (&["--panel", "stack", "--algorithm", "random"], "random has no panels of state"),
        (&["--panel", "stages", "--algorithm", "bitfield"], "bitfield has 'bits', 'stack'"),
        (&["--panel", "nonsense"], "possible values: arrays, bits, matrix"),
    ];
    for (arguments, expected) in cases {
        let said = sandbox.fail(2, &[&["search", "6", "-o", "x.gif"], arguments].concat());
        assert!(said.contains(expected), "{said}");
        assert!(!sandbox.path("x.gif").exists());
    }
}

#[test]
fn pages_without_room_for_digits_name_what_works() {
    let sandbox = Sandbox::new();
    let small = ["search", "6", "--panel", "arrays", "--canvas", "200x150", "-o", "x.gif"];
    let said = sandbox.fail(2, &small);
    let smallest = said.rsplit(' ').next().unwrap().trim().to_owned();
    let works = ["search", "6", "--panel", "arrays", "--canvas", &smallest, "-o", "y.gif", "--every", "9"];
    sandbox.succeed(&works);
    let large = ["search", "12", "--algorithm", "marking", "--panel", "stages", "--canvas", "640x360"];
    let said = sandbox.fail(2, &[&large[..], &["-o", "x.gif"]].concat());
    assert!(said.contains("the largest board is") || said.contains("the smallest of this shape"), "{said}");
}

#[test]
fn a_panel_that_is_named_twice_is_shown_once() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["search", "4", "--panel", "arrays", "-o", "once.gif"]);
    sandbox.succeed(&["search", "4", "--panel", "arrays", "--panel", "arrays", "-o", "twice.gif"]);
    assert_eq!(sandbox.read("once.gif"), sandbox.read("twice.gif"));
}
