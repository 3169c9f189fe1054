//! Colour differences: with normal vision, with each of the three common colour vision deficiencies, and in grey.
//!
//! Differences of colours are CIEDE2000 (1 is hardly visible side by side, 10 at a glance), differences of greys
//! are in CIE L* (0 for black, 100 for white), contrasts of ink are those of WCAG 2.1.

use std::fmt::Write;

use queenreel::internals::page::inks::HeatMap;
use queenreel::internals::page::{Theme, ThemeKind};
use queenreel::internals::picture::Rgb;
use queenreel::record::Mark;

use crate::common::board_reader::{MARKS, paper};

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

/// A model of colour vision: matrices on linear light, one on each side of a plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Eyes {
    name: &'static str,
    matrices: [Matrix; 2],
    plane: Triple,
}

const NORMAL: Eyes = one_sided("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);

const fn one_sided(name: &'static str, matrix: Matrix) -> Eyes {
    Eyes { name, matrices: [matrix; 2], plane: [0.0; 3] }
}

/// Machado, Oliveira and Fernandes (2009), severity 1; Viénot, Brettel and Mollon (1999) and, for
/// tritanopia, Brettel, Viénot and Mollon (1997), both for sRGB as in libDaltonLens. The
/// models differ.
pub const EYES: [Eyes; 7] = [
    NORMAL,
    one_sided(
        "protanopia (2009)",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    one_sided(
        "deuteranopia (2009)",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    one_sided(
        "tritanopia (2009)",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
    one_sided(
        "protanopia (1999)",
        [[0.112_38, 0.887_62, 0.0], [0.112_38, 0.887_62, 0.0], [0.004_01, -0.004_01, 1.0]],
    ),
    one_sided(
        "deuteranopia (1999)",
        [[0.292_75, 0.707_25, 0.0], [0.292_75, 0.707_25, 0.0], [-0.022_34, 0.022_34, 1.0]],
    ),
    Eyes {
        name: "tritanopia (1997)",
        matrices: [
            [
                [1.012_77, 0.135_48, -0.148_26],
                [-0.012_43, 0.868_12, 0.144_31],
                [0.075_89, 0.805_00, 0.119_11],
            ],
            [
                [0.936_78, 0.189_79, -0.126_57],
                [0.061_54, 0.815_26, 0.123_20],
                [-0.375_62, 1.127_67, 0.247_96],
            ],
        ],
        plane: [0.039_01, -0.027_88, -0.011_13],
    },
];

impl Eyes {
    fn see(self, colour: Rgb) -> Triple {
        let light = linear(colour);
        let [one, other] = self.matrices;
        lab(times(if dot(self.plane, light) >= 0.0 { &one } else { &other }, light))
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
        let marks = MARKS.into_iter().filter(|mark| !same.contains(mark));
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

/// The minimum differences of a theme: with normal and with deficient vision, in grey, and the contrast of queens
/// with their squares.
struct Floors {
    theme: &'static str,
    normal: f64,
    deficient: f64,
    grey: f64,
    queen: f64,
}

/// States also differ in shape, so little depends on colours; a theme must still reach these differences. In the
/// colour-blind theme all states differ for every kind of colour vision.
const FLOORS: [Floors; 7] = [
    Floors { theme: "classic", normal: 8.5, deficient: 2.5, grey: 0.0, queen: 4.4 },
    Floors { theme: "green", normal: 14.0, deficient: 3.5, grey: 0.0, queen: 3.9 },
    Floors { theme: "blue", normal: 9.5, deficient: 3.5, grey: 0.0, queen: 4.4 },
    Floors { theme: "grey", normal: 10.5, deficient: 5.5, grey: 0.0, queen: 4.5 },
    Floors { theme: "dark", normal: 8.5, deficient: 1.3, grey: 0.0, queen: 3.3 },
    Floors { theme: "colour-blind", normal: 10.0, deficient: 10.0, grey: 6.9, queen: 3.1 },
    Floors { theme: "midnight", normal: 8.5, deficient: 3.4, grey: 0.0, queen: 3.6 },
];

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
                for eyes in EYES {
                    let floor = if eyes == NORMAL { 20.0 } else { 11.0 };
                    let difference = eyes.difference(*one, *other);
                    let seen = eyes.name;
                    assert!(
                        difference >= floor,
                        "{name}, {seen}: {one} and {other} differ by {difference:.1}"
                    );
                }
            }
        }
    }
}

#[test]
fn states_are_distinguishable_with_any_colour_vision() {
    assert!(boards().map(|(name, _)| name).eq(FLOORS.map(|floors| floors.theme)), "a floor for every theme");
    let mut table = String::new();
    for floors in FLOORS {
        let theme = theme(floors.theme);
        let seen = EYES.map(|eyes| {
            let floor = if eyes == NORMAL { floors.normal } else { floors.deficient };
            (eyes.name, floor, closest(&theme, |one, other| eyes.difference(one, other)))
        });
        // In grey, attacked squares differ by their dots.
        let grey = |one: Rgb, other: Rgb| {
            let is_attacked = [one, other].contains(&theme.inks().attacked);
            if is_attacked { f64::INFINITY } else { grey_difference(one, other) }
        };
        let grey = ("grey", floors.grey, closest(&theme, grey));
        for (eyes, floor, (difference, names)) in seen.into_iter().chain([grey]) {
            let sign = if difference >= floor { ' ' } else { '!' };
            writeln!(table, "{sign} {:13} {eyes:20} {difference:5.1}  {names}", floors.theme).unwrap();
        }
    }
    assert!(!table.contains('!'), "{table}");
    println!("{table}");
}

#[test]
fn the_colour_blind_theme_keeps_states_clearly_apart() {
    let theme = theme("colour-blind");
    let bare = format!("{OTHER_KIND} and {BARE}");
    let mut faults = String::new();
    for (names, one, other) in pairs(&theme).into_iter().filter(|(names, ..)| !names.starts_with(&bare)) {
        for eyes in EYES {
            let difference = eyes.difference(one, other);
            if difference < 12.0 {
                writeln!(faults, "{names}, {}: {difference:.1}", eyes.name).unwrap();
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn queens_contrast_with_their_squares() {
    let mut faults = String::new();
    for floors in FLOORS {
        let theme = theme(floors.theme);
        let mut least = (f64::INFINITY, String::new());
        for mark in MARKS {
            for dark in [false, true] {
                let paper = paper(&theme.inks(), dark, mark);
                let contrast = contrast(theme.inks().queen_on(paper), paper);
                if contrast < least.0 {
                    least = (contrast, format!("{mark:?}, {}", if dark { "dark" } else { "light" }));
                }
            }
        }
        if least.0 < floors.queen.max(3.0) {
            writeln!(faults, "{}: {least:?}, not {}", floors.theme, floors.queen).unwrap();
        }
    }
    assert!(faults.is_empty(), "{faults}");
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
                for eyes in EYES {
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
    // From the test data of Sharma, Wu and Dalal (2005), with the pairs that detect specific errors.
    let published: [(Triple, Triple, f64); 12] = [
        ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
        ([50.0, -1.3802, -84.2814], [50.0, 0.0, -82.7485], 1.0000),
        ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
        ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0009], 7.1792),
        ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0011], 7.2195),
        ([50.0, -0.001, 2.49], [50.0, 0.0011, -2.49], 4.7461),
        ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
        ([50.0, 2.5, 0.0], [56.0, -27.0, -3.0], 31.9030),
        ([50.0, 2.5, 0.0], [58.0, 24.0, 15.0], 19.4535),
        ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
        ([22.7233, 20.0904, -46.6940], [23.0331, 14.9730, -42.5619], 2.0373),
        ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
    ];
    for (one, other, expected) in published {
        for difference in [difference(one, other), difference(other, one)] {
            assert!((difference - expected).abs() < 1e-4, "{one:?} {other:?}: {difference}");
        }
    }
}

#[test]
fn models_keep_white_and_merge_confused_colours() {
    let (white, grey): (Rgb, Rgb) = ("#ffffff".parse().unwrap(), "#777777".parse().unwrap());
    for eyes in EYES {
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
