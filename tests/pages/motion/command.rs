//! `--motion` on the command line.

use crate::common::sandbox::Sandbox;

#[test]
fn formats_without_motion_refuse_it() {
    let sandbox = Sandbox::new();
    for output in ["film.svg", "film.pdf", "film.pptx", "film.png", "frames/"] {
        for motion in ["soft", "none"] {
            let message = sandbox.fail(2, &["search", "4", "-o", output, "--motion", motion]);
            assert!(message.contains("--motion is for GIF, APNG"), "{message}");
        }
    }
    let message = sandbox.fail(2, &["search", "4", "-o", "film.gif", "--motion", "hard"]);
    assert!(message.contains("possible values: none, soft"), "{message}");
    assert!(sandbox.names().is_empty(), "{:?}", sandbox.names());
}

#[test]
fn a_page_of_solutions_has_no_motion() {
    let sandbox = Sandbox::new();
    let message = sandbox.fail(2, &["gallery", "6", "-o", "page.png", "--motion", "soft"]);
    assert!(message.contains("--motion"), "{message}");
}

#[test]
fn words_count_frames_and_not_pictures_in_between() {
    let sandbox = Sandbox::new();
    for motion in ["none", "soft"] {
        let name = |ending: &str| format!("{motion}.{ending}");
        let (film, subtitles, transcript) = (name("gif"), name("vtt"), name("md"));
        sandbox.succeed(&[
            "search",
            "5",
            "--view",
            "lecture",
            "-o",
            &film,
            "--subtitles",
            &subtitles,
            "--transcript",
            &transcript,
            "--motion",
            motion,
            "--canvas",
            "960x540",
        ]);
    }
    for ending in ["vtt", "md"] {
        let [none, soft] = ["none", "soft"].map(|motion| sandbox.read(&format!("{motion}.{ending}")));
        assert!(none == soft, "{ending}");
    }
    assert_ne!(sandbox.read("none.gif"), sandbox.read("soft.gif"));
}

#[test]
fn solutions_follow_each_other_with_motion() {
    let sandbox = Sandbox::new();
    for motion in ["none", "soft"] {
        let film = format!("{motion}.gif");
        sandbox.succeed(&["gallery", "6", "-o", &film, "--motion", motion]);
    }
    let [none, soft] = ["none.gif", "soft.gif"].map(|name| sandbox.read(name).len());
    assert!(soft > none);
}
