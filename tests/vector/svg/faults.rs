//! Writers that fail; `tests/tables/formats.txt` has wrong usage, and films that are too large.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing() {
    use crate::common::sandbox::{Sandbox, full_device, stderr};
    use crate::common::table::words;
    let sandbox = Sandbox::new();
    std::os::unix::fs::symlink("/dev/full", sandbox.path("full.svg")).unwrap();
    for command in [
        "search 4 -o full.svg",
        "search 4 --select 3 -o full.svg",
        "race 4 eager marking -o full.svg",
        "gallery 4 -o full.svg",
        "gallery 4 --animate -o full.svg",
        "sheet 4 -o full.svg",
        "board 2413 -o full.svg",
        "search 4 -o film.gif --poster full.svg",
    ] {
        sandbox.refuse(1, &words(command), &["cannot write", "No space left"]);
        assert_eq!(sandbox.names(), ["full.svg"], "{command}");
    }
    for command in ["search 4 -o - --format svg", "gallery 4 -o - --format svg"] {
        let mut command = sandbox.command(&words(command));
        let output = command.stdout(full_device()).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("No space left"), "{}", stderr(&output));
    }
}
