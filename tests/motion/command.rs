//! Files with and without motion; `tests/tables/motion.txt` has wrong usage.

use crate::common::sandbox::Sandbox;
use crate::common::table::words;

#[test]
fn words_count_frames_and_not_pictures_in_between() {
    let sandbox = Sandbox::new();
    for motion in ["none", "soft"] {
        let files = format!("-o {motion}.gif --subtitles {motion}.vtt --transcript {motion}.md");
        let search = format!("search 5 --view lecture {files} --motion {motion} --canvas 960x540");
        sandbox.succeed(&words(&search));
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
    let [none, soft] = ["none", "soft"].map(|motion| {
        let film = format!("{motion}.gif");
        sandbox.succeed(&words(&format!("gallery 6 -o {film} --motion {motion}")));
        sandbox.read(&film).len()
    });
    assert!(soft > none);
}
