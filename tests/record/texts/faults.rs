//! Text files that cannot be written to their end.

use crate::common::sandbox::Sandbox;

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing() {
    let sandbox = Sandbox::new();
    for name in ["full.vtt", "full.md"] {
        std::os::unix::fs::symlink("/dev/full", sandbox.path(name)).unwrap();
    }
    for command in [
        &["search", "4", "-o", "film.gif"][..],
        &["search", "8", "--all", "--every", "9", "--size", "64", "-o", "film.gif"],
        &["search", "4", "-o", "frames/"],
        &["race", "4", "eager", "marking", "--canvas", "640x360", "-o", "film.gif"],
        &["gallery", "4", "-o", "film.gif"],
    ] {
        for words in [["--subtitles", "full.vtt"], ["--transcript", "full.md"]] {
            let error = sandbox.fail(1, &[command, &words].concat());
            let named = format!("cannot write the {} {}", &words[0][2..], words[1]);
            assert!(error.contains(&named) && error.contains("No space left"), "{error}");
            assert_eq!(sandbox.names(), ["full.md", "full.vtt"], "{command:?}");
        }
    }
}
