//! Wrong usage, films that are too large, and writers that fail.

use crate::common::sandbox::Sandbox;

#[test]
fn wrong_usage_is_refused_with_the_choices() {
    let sandbox = Sandbox::new();
    for (command, messages) in [
        (&["search", "4", "-o", "q.gif", "--svg-text"][..], &["--svg-text is for SVG, not for GIF"][..]),
        (&["board", "2413", "-o", "b.png", "--svg-text"], &["--svg-text is for SVG, not for PNG"]),
        (&["sheet", "4", "-o", "s.png", "--svg-text"], &["--svg-text is for SVG, not for PNG"]),
        (&["gallery", "4", "-o", "g.png", "--svg-text"], &["--svg-text is for SVG, not for PNG"]),
        (&["search", "4", "-o", "q.svg", "--full-frames"], &["--full-frames is for GIF, not for SVG"]),
        (&["search", "4", "-o", "q.svg", "--fps", "25"], &["not for SVG", "--delay"]),
        (&["search", "4", "-o", "q.svg", "--quality", "9"], &["--quality is for MP4 or JPEG, not for SVG"]),
        (&["search", "4", "-o", "q.svg", "--loop", "0"], &["forever, once, or a number from 1"]),
        (&["search", "4", "-o", "q.gif", "--poster", "p.gif"], &["a poster is one picture", ".webp or .svg"]),
        (&["board", "2413", "-o", "b.gif"], &["a position is one picture", ".webp, .svg or .pdf"]),
        (&["sheet", "4", "-o", "s.svgz"], &["a sheet is one picture", ".webp, .svg or .pdf"]),
        (&["gallery", "4", "-o", "g.svg", "--format", "gif"], &["contradicts --format gif", "g.gif"]),
        (&["gallery", "4", "-o", "g.svg", "--loop", "once"], &["--loop is for animations"]),
        (
            &["search", "4", "--format", "svgz"],
            &["possible values: gif, apng, webp, mp4, y4m, svg, html, pptx, pdf, png"],
        ),
    ] {
        let error = sandbox.fail(2, command);
        for message in messages {
            assert!(error.contains(message), "{command:?}: {error}");
        }
    }
    assert!(sandbox.names().is_empty());
}

#[test]
fn films_with_too_many_changes_are_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("large.svg", "mine");
    let command = ["search", "7", "--all", "--view", "lecture", "--detail", "tests"];
    let error = sandbox.fail(2, &[&command[..], &["-o", "film.svg"]].concat());
    assert!(error.contains("an SVG film has at most 20,000 changes"), "{error}");
    assert!(error.contains("--every K") && error.contains("--select"), "{error}");
    let (_, changes) = error.split_once("this one has ").unwrap();
    let changes: String = changes.split(';').next().unwrap().chars().filter(char::is_ascii_digit).collect();
    assert!((20_001..20_200).contains(&changes.parse::<u32>().unwrap()), "{error}");
    let error = sandbox.fail(2, &[&command[..], &["-o", "large.svg", "--force"]].concat());
    assert!(error.contains("at most 20,000 changes"), "{error}");
    assert_eq!(sandbox.read("large.svg"), b"mine");
    assert_eq!(sandbox.names(), ["large.svg"]);
    sandbox.succeed(&[&command[..], &["-o", "film.svg", "--every", "40"]].concat());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing() {
    use crate::common::sandbox::{full_device, stderr};
    let sandbox = Sandbox::new();
    std::os::unix::fs::symlink("/dev/full", sandbox.path("full.svg")).unwrap();
    for command in [
        &["search", "4", "-o", "full.svg"][..],
        &["search", "4", "--select", "3", "-o", "full.svg"],
        &["race", "4", "eager", "marking", "-o", "full.svg"],
        &["gallery", "4", "-o", "full.svg"],
        &["gallery", "4", "--animate", "-o", "full.svg"],
        &["sheet", "4", "-o", "full.svg"],
        &["board", "2413", "-o", "full.svg"],
        &["search", "4", "-o", "film.gif", "--poster", "full.svg"],
    ] {
        let error = sandbox.fail(1, command);
        assert!(error.contains("cannot write") && error.contains("No space left"), "{command:?}: {error}");
        assert_eq!(sandbox.names(), ["full.svg"], "{command:?}");
    }
    for command in [&["search", "4"][..], &["gallery", "4"]] {
        let mut command = sandbox.command(&[command, &["-o", "-", "--format", "svg"]].concat());
        let output = command.stdout(full_device()).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("No space left"), "{}", stderr(&output));
    }
}
