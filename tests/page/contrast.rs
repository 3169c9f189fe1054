//! Colour differences: with normal vision, with each of the three common colour vision deficiencies, and in grey.
//!
//! Differences of colours are CIEDE2000 (1 is hardly visible side by side, 10 at a glance), differences of greys
//! are in CIE L* (0 for black, 100 for white), contrasts of ink are those of WCAG 2.1.

use std::fmt::Write;
use std::sync::LazyLock;

use queenreel::internals::page::inks::HeatMap;
use queenreel::internals::page::{Theme, ThemeKind};
use queenreel::internals::picture::Rgb;
use queenreel::record::Mark;
use serde::Deserialize;

use crate::common::board_reader::{marks, paper};
use crate::common::lists::rows;

type Triple = [f64; 3];
type Matrix = [Triple; 3];

/// Red, green and blue in linear light, by IEC 61966-2-1.
fn linear(colour: Rgb) -> Triple {
    colour.0.map(|channel| {
        let value = f64::from(channel) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

fn dot(a: Triple, b: Triple) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn times(matrix: &Matrix, vector: Triple) -> Triple {
    matrix.map(|row| dot(row, vector))
}

fn luminance(colour: Rgb) -> f64 {
    dot([0.2126, 0.7152, 0.0722], linear(colour))
}

fn lightness_of(luminance: f64) -> f64 {
    116.0 * cube_root(luminance) - 16.0
}

fn cube_root(t: f64) -> f64 {
    if t > 216.0 / 24_389.0 { t.cbrt() } else { (24_389.0 / 27.0 * t + 16.0) / 116.0 }
}

/// CIE L*a*b* under D65, from linear light.
fn lab(linear: Triple) -> Triple {
    let to_xyz: Matrix = [
        [0.412_456_4, 0.357_576_1, 0.180_437_5],
        [0.212_672_9, 0.715_152_2, 0.072_175_0],
        [0.019_333_9, 0.119_192_0, 0.950_304_1],
    ];
    let [x, y, z] = times(&to_xyz, linear.map(|light| light.clamp(0.0, 1.0)));
    let [x, y, z] = [cube_root(x / 0.950_47), cube_root(y), cube_root(z / 1.088_83)];
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// CIEDE2000, as Sharma, Wu and Dalal (2005) write it down.
fn difference(one: Triple, other: Triple) -> f64 {
    let seventh = |chroma: f64| (chroma.powi(7) / (chroma.powi(7) + 25f64.powi(7))).sqrt();
    let mean_chroma = f64::midpoint(one[1].hypot(one[2]), other[1].hypot(other[2]));
    let stretch = 1.0 + 0.5 * (1.0 - seventh(mean_chroma));
    let polar = |[_, a, b]: Triple| {
        let a = a * stretch;
        (a.hypot(b), if a == 0.0 && b == 0.0 { 0.0 } else { b.atan2(a).to_degrees().rem_euclid(360.0) })
    };
    let ((chroma1, hue1), (chroma2, hue2)) = (polar(one), polar(other));
    let grey = chroma1 * chroma2 == 0.0;
    let apart = (hue1 - hue2).abs() > 180.0;
    let turn = match hue2 - hue1 {
        _ if grey => 0.0,
        turn if !apart => turn,
        turn => turn - 360.0 * turn.signum(),
    };
    let hue = match hue1 + hue2 {
        sum if grey => sum,
        sum if !apart => sum / 2.0,
        sum if sum < 360.0 => f64::midpoint(sum, 360.0),
        sum => (sum - 360.0) / 2.0,
    };
    let (lightness, chroma) = (f64::midpoint(one[0], other[0]), f64::midpoint(chroma1, chroma2));
    let cosine = |degrees: f64| degrees.to_radians().cos();
    let tones = 1.0 - 0.17 * cosine(hue - 30.0) + 0.24 * cosine(2.0 * hue) + 0.32 * cosine(3.0 * hue + 6.0)
        - 0.20 * cosine(4.0 * hue - 63.0);
    let from_middle = (lightness - 50.0).powi(2);
    let by_lightness = (other[0] - one[0]) / (1.0 + 0.015 * from_middle / (20.0 + from_middle).sqrt());
    let by_chroma = (chroma2 - chroma1) / (1.0 + 0.045 * chroma);
    let by_hue =
        2.0 * (chroma1 * chroma2).sqrt() * (turn / 2.0).to_radians().sin() / (1.0 + 0.015 * chroma * tones);
    let blues = (60.0 * (-((hue - 275.0) / 25.0).powi(2)).exp()).to_radians().sin();
    let crossed = -2.0 * seventh(chroma) * blues * by_chroma * by_hue;
    (by_lightness.powi(2) + by_chroma.powi(2) + by_hue.powi(2) + crossed).sqrt()
}

/// A model of colour vision: a matrix on linear light, or two, one on each side of a plane.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Eyes {
    name: &'static str,
    matrix: Matrix,
    other: Option<Matrix>,
    #[serde(default)]
    plane: Triple,
}

/// Normal vision; Machado, Oliveira and Fernandes (2009), severity 1; Viénot, Brettel and Mollon (1999) and, for
/// tritanopia, Brettel, Viénot and Mollon (1997), both for sRGB as in libDaltonLens. The models differ.
pub static EYES: LazyLock<[Eyes; 7]> =
    LazyLock::new(|| serde_json::from_str(include_str!("eyes.json")).unwrap());

impl Eyes {
    fn is_normal(self) -> bool {
        self.name == "normal"
    }

    fn see(self, colour: Rgb) -> Triple {
        let light = linear(colour);
        let other = self.other.filter(|_| dot(self.plane, light) < 0.0);
        lab(times(&other.unwrap_or(self.matrix), light))
    }

    /// The difference of two colours.
    pub fn difference(self, one: Rgb, other: Rgb) -> f64 {
        difference(self.see(one), self.see(other))
    }
}

fn grey_difference(one: Rgb, other: Rgb) -> f64 {
    (lightness_of(luminance(one)) - lightness_of(luminance(other))).abs()
}

/// The contrast of two colours, by WCAG 2.1.
pub fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

fn theme(name: &str) -> Theme {
    Theme::named(name).unwrap()
}

/// The themes that show states by colours. One theme uses shapes only, and one is a heat map.
fn boards() -> impl Iterator<Item = (&'static str, Theme)> {
    Theme::names().map(|name| (name, theme(name))).filter(|(_, theme)| theme.kind == ThemeKind::Colours)
}

const BARE: &str = "bare";
const OTHER_KIND: &str = "bare of the other kind";

fn name(mark: Option<Mark>) -> String {
    mark.map_or_else(|| BARE.to_owned(), |mark| format!("{mark:?}").to_lowercase())
}

/// The pairs of papers that must be distinguishable: all states on squares of one colour, and each state from
/// empty squares of the other colour.
fn pairs(theme: &Theme) -> Vec<(String, Rgb, Rgb)> {
    let mut pairs = Vec::new();
    for dark in [false, true] {
        let kind = if dark { "dark" } else { "light" };
        // A square of a dead end has the tone of any attacked one; a tried one also has a cross, and so has a
        // refused empty one.
        let same = [Some(Mark::Tried), Some(Mark::PlacedInConflict), Some(Mark::Refused)];
        let marks = marks().filter(|mark| !same.contains(mark));
        let mut papers: Vec<_> = marks.map(|mark| (name(mark), paper(&theme.inks(), dark, mark))).collect();
        papers.push((OTHER_KIND.to_owned(), paper(&theme.inks(), !dark, None)));
        for (index, (a, one)) in papers.iter().enumerate() {
            for (b, other) in &papers[..index] {
                // Attacked squares have dots or a frame, and light and dark ones alternate.
                let is_bare = |name: &String| *name == BARE || *name == OTHER_KIND;
                if [a, b].iter().any(|name| *name == "deadend") && [a, b].into_iter().any(is_bare) {
                    continue;
                }
                pairs.push((format!("{a} and {b} on {kind} squares"), *one, *other));
            }
        }
    }
    pairs
}

/// The pair with the smallest difference.
fn closest(theme: &Theme, difference: impl Fn(Rgb, Rgb) -> f64) -> (f64, String) {
    let distances = pairs(theme).into_iter().map(|(names, one, other)| (difference(one, other), names));
    distances.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
}

/// The themes with their minimum differences (with normal and with deficient vision, in grey), and the minimum
/// contrast of queens with their squares.
fn floors() -> impl Iterator<Item = (&'static str, [f64; 4])> {
    let floors = rows(include_str!("floors.txt"));
    floors.map(|[theme, floors @ ..]: [_; 5]| (theme, floors.map(|floor| floor.parse().unwrap())))
}

/// The lines of charts are labelled; these differences help to follow them.
#[test]
fn lines_of_charts_are_distinguishable_with_any_colour_vision() {
    for (name, theme) in boards() {
        let inks = theme.inks();
        let lines = inks.lines();
        for (line, text) in lines {
            assert!(contrast(line, inks.page) >= 3.0 && contrast(text, inks.page) >= 4.5, "{name}: {line}");
        }
        for (index, (one, _)) in lines.iter().enumerate() {
            for (other, _) in &lines[..index] {
                for eyes in *EYES {
                    let floor = if eyes.is_normal() { 20.0 } else { 11.0 };
                    let (difference, seen) = (eyes.difference(*one, *other), eyes.name);
                    let what = format!("{name}, {seen}: {one} and {other} differ by {difference:.1}");
                    assert!(difference >= floor, "{what}");
                }
            }
        }
    }
}

#[test]
fn states_are_distinguishable_with_any_colour_vision() {
    assert!(boards().map(|(name, _)| name).eq(floors().map(|(name, _)| name)), "a floor for every theme");
    let mut table = String::new();
    for (name, [normal, deficient, in_grey, _]) in floors() {
        let theme = theme(name);
        let seen = EYES.map(|eyes| {
            let floor = if eyes.is_normal() { normal } else { deficient };
            (eyes.name, floor, closest(&theme, |one, other| eyes.difference(one, other)))
        });
        // In grey, attacked squares differ by their dots.
        let grey = |one: Rgb, other: Rgb| {
            let is_attacked = [one, other].contains(&theme.inks().attacked);
            if is_attacked { f64::INFINITY } else { grey_difference(one, other) }
        };
        let grey = ("grey", in_grey, closest(&theme, grey));
        for (eyes, floor, (difference, names)) in seen.into_iter().chain([grey]) {
            let sign = if difference >= floor { ' ' } else { '!' };
            writeln!(table, "{sign} {name:13} {eyes:20} {difference:5.1}  {names}").unwrap();
        }
    }
    assert!(!table.contains('!'), "{table}");
    println!("{table}");
}

#[test]
fn the_colour_blind_theme_keeps_states_clearly_apart() {
    let theme = theme("colour-blind");
    let bare = format!("{OTHER_KIND} and {BARE}");
    for (names, one, other) in pairs(&theme).into_iter().filter(|(names, ..)| !names.starts_with(&bare)) {
        for eyes in *EYES {
            let difference = eyes.difference(one, other);
            assert!(difference >= 12.0, "{names}, {}: {difference:.1}", eyes.name);
        }
    }
}

#[test]
fn queens_contrast_with_their_squares() {
    for (name, [.., floor]) in floors() {
        let inks = theme(name).inks();
        for (mark, dark) in marks().flat_map(|mark| [(mark, false), (mark, true)]) {
            let paper = paper(&inks, dark, mark);
            let contrast = contrast(inks.queen_on(paper), paper);
            assert!(contrast >= floor.max(3.0), "{name}, {mark:?}, dark: {dark}: {contrast}, not {floor}");
        }
    }
}

#[test]
fn text_is_legible_on_every_page() {
    for name in Theme::names() {
        let theme = theme(name);
        let contrast = contrast(theme.queen, theme.page);
        assert!(contrast >= 7.0, "{name}: {contrast}");
    }
}

#[test]
fn heat_levels_are_distinguishable_with_any_colour_vision_and_in_grey() {
    for name in Theme::names() {
        let theme = theme(name);
        let Some(heat) = theme.heat() else { continue };
        for (index, level) in heat.colours().iter().copied().enumerate() {
            let ink = contrast(theme.inks().text_on(level), level);
            assert!(ink >= 4.5, "{name}, ink on level {index}: {ink}");
            for hotter in &heat.colours()[index + 1..] {
                for eyes in *EYES {
                    let difference = eyes.difference(level, *hotter);
                    assert!(difference >= 9.0, "{name}, {}: {level} and {hotter}: {difference}", eyes.name);
                }
                assert!(grey_difference(level, *hotter) >= 10.0, "{name}: {level} and {hotter}");
                // Higher counts are brighter.
                let is_brighter = luminance(*hotter) > luminance(level);
                assert!(is_brighter || matches!(heat, HeatMap::States(_)), "{name}: {level} and {hotter}");
            }
        }
    }
}

#[test]
fn differences_are_as_published() {
    let lab = |text: &str| -> Triple {
        let numbers: Vec<f64> = text.split(' ').map(|number| number.parse().unwrap()).collect();
        numbers.try_into().unwrap()
    };
    for [one, other, expected] in rows(include_str!("ciede2000.txt")) {
        let (one, other, expected) = (lab(one), lab(other), expected.parse::<f64>().unwrap());
        for difference in [difference(one, other), difference(other, one)] {
            assert!((difference - expected).abs() < 1e-4, "{one:?} {other:?}: {difference}");
        }
    }
}

#[test]
fn models_keep_white_and_merge_confused_colours() {
    let (white, grey): (Rgb, Rgb) = ("#ffffff".parse().unwrap(), "#777777".parse().unwrap());
    for eyes in *EYES {
        let [lightness, a, b] = eyes.see(white);
        assert!((lightness - 100.0).abs() < 0.1 && a.hypot(b) < 0.2, "{}", eyes.name);
        assert!((eyes.see(grey)[0] - lightness_of(luminance(grey))).abs() < 0.1);
    }
    // Olive and orange, as in Ishihara's plates.
    let (olive, orange): (Rgb, Rgb) = ("#9a9a00".parse().unwrap(), "#c78500".parse().unwrap());
    let differences = EYES.map(|eyes| eyes.difference(olive, orange));
    let [normal, red, green, blue, ..] = differences;
    assert!(normal > 15.0 && red.max(green) < 5.0 && blue > 15.0, "{differences:?}");
    assert!((contrast(white, "#000000".parse().unwrap()) - 21.0).abs() < 1e-9);
}
