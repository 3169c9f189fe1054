//! Contrast themes of Windows (forced colours): system colours for the controls, and the picture as it is.

use std::collections::HashMap;

use image::{Rgb, RgbImage, imageops};
use serde_json::json;

use super::{Player, WIDE};

const FILMS: [&str; 6] = [
    "search 6",
    "search 4 --view lecture",
    "search 5 --theme dark --view article --all",
    "race 5 backtracking bitfield",
    "gallery 6",
    "search 4 --theme midnight",
];

/// The minimum contrasts by WCAG 2.2: of graphics, and of text.
const SEEN: f64 = 3.0;
const READ: f64 = 4.5;

type Colour = Rgb<u8>;

fn contrast(one: Colour, other: Colour) -> f64 {
    let luminance = |colour: Colour| {
        let linear = colour.0.map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05
    };
    let (one, other) = (luminance(one), luminance(other));
    one.max(other) / one.min(other)
}

/// The colours of a picture, the most frequent first.
fn colours(picture: &RgbImage) -> Vec<(Colour, u32)> {
    let mut counts: HashMap<Colour, u32> = HashMap::new();
    picture.pixels().for_each(|pixel| *counts.entry(*pixel).or_default() += 1);
    let mut counts: Vec<(Colour, u32)> = counts.into_iter().collect();
    counts.sort_by_key(|(colour, count)| (u32::MAX - count, colour.0));
    counts
}

impl Player {
    fn force_colours(&self, scheme: Option<&str>) {
        let forced = if scheme.is_some() { "active" } else { "none" };
        self.browser.features(&json!([
            { "name": "forced-colors", "value": forced },
            { "name": "prefers-color-scheme", "value": scheme.unwrap_or("light") },
        ]));
        self.value("drawn()");
    }

    /// The rectangles of visible elements, with their names.
    fn places(&self, selector: &str) -> Vec<(String, [u32; 4])> {
        self.read(&format!("places({selector:?})"))
    }
}

/// The largest contrast of a picture with its ground.
fn largest_contrast(picture: &RgbImage) -> f64 {
    let shades = colours(picture);
    shades.iter().map(|(shade, _)| contrast(*shade, shades[0].0)).fold(0.0, f64::max)
}

fn part(picture: &RgbImage, [left, top, right, bottom]: [u32; 4]) -> RgbImage {
    imageops::crop_imm(picture, left, top, right - left, bottom - top).to_image()
}

#[test]
fn contrast_themes_colour_the_controls_and_not_the_picture() {
    let Some(player) = Player::start() else { return };
    for film in FILMS {
        player.film(film);
        for step in [1, 6, 20] {
            player.open(WIDE, &format!("#step={step}"));
            let plain = player.browser.picture();
            let (picture, canvas) = (player.places("#picture")[0].1, player.places("#profile")[0].1);
            let mut grounds = Vec::new();
            // The theme changes while the page is open.
            for scheme in ["dark", "light"] {
                let context = format!("{film} at step {step}, {scheme}");
                player.force_colours(Some(scheme));
                let forced = player.browser.picture();
                assert!(part(&forced, picture) == part(&plain, picture), "{context}: the picture changes");

                let profile = part(&forced, canvas);
                let shades = colours(&profile);
                let ground = shades[0].0;
                grounds.push(ground);
                // Colours with fewer pixels are at edges.
                let shades = shades.into_iter().skip(1).filter(|(_, count)| *count > 60);
                for (shade, count) in shades {
                    let seen = contrast(shade, ground);
                    assert!(seen >= SEEN, "{context}: {count} pixels of {shade:?} on {ground:?}, {seen:.1}");
                }
                let here = player.read::<f64>("playhead()") as u32;
                let line = *profile.get_pixel(here.min(profile.width() - 1), 40);
                for beside in [here.saturating_sub(6), here + 6] {
                    let Some(beside) = profile.get_pixel_checked(beside, 40) else { continue };
                    let seen = contrast(line, *beside);
                    assert!(seen >= SEEN, "{context}: the playhead {line:?} beside {beside:?}, {seen:.1}");
                }
                for (name, place) in player.places("#controls button, .count, .solutions, legend, .speed b") {
                    let read = largest_contrast(&part(&forced, place));
                    assert!(read >= READ, "{context}: {name}, {read:.1}");
                }
            }
            assert!(contrast(grounds[0], grounds[1]) > 10.0, "{film}: {grounds:?}");
            player.force_colours(None);
            assert!(player.browser.picture() == plain, "{film}: without the theme it is as before");
        }
        player.assert_no_faults("a contrast theme");
    }
}

#[test]
fn menus_choices_and_focus_are_seen_in_contrast_themes() {
    let Some(player) = Player::with("search 4 --view lecture") else { return };
    for scheme in ["dark", "light"] {
        player.open(WIDE, "#step=5");
        player.force_colours(Some(scheme));
        // The selected speed has reversed colours.
        let picture = player.browser.picture();
        let speeds = player.places(".speed b").into_iter();
        let grounds: Vec<Colour> = speeds.map(|(_, place)| colours(&part(&picture, place))[0].0).collect();
        let is_reversed = contrast(grounds[0], grounds[1]) >= SEEN;
        assert!(is_reversed && grounds[0] == grounds[2], "{scheme}: {grounds:?}");
        for name in ["#scrubber", "[data-action=forward]", "[name=speed]:checked"] {
            let before = player.browser.picture();
            player.browser.run(&format!("document.querySelector('{name}').focus({{ focusVisible: true }})"));
            let after = player.browser.picture();
            let changed = before.pixels().zip(after.pixels());
            let changed = changed.filter(|(before, after)| contrast(**before, **after) >= SEEN).count();
            assert!(changed > 150, "{scheme}: {changed} pixels show the focus of {name}");
            player.browser.run("document.activeElement.blur()");
        }
        player.press("?");
        let picture = player.browser.picture();
        for (name, place) in player.places("dialog h2, dialog button span, dialog kbd") {
            let read = largest_contrast(&part(&picture, place));
            assert!(read >= READ, "{scheme}: {name}, {read:.1}");
        }
        // The menu ends at its visible edge.
        let [left, top, _, bottom] = player.places("dialog")[0].1;
        let middle = u32::midpoint(top, bottom);
        let edge = contrast(*picture.get_pixel(left, middle), *picture.get_pixel(left + 3, middle));
        assert!(edge >= SEEN, "{scheme}: the border of the menu, {edge:.1}");
        player.force_colours(None);
    }
}
