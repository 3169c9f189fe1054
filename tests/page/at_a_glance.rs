//! The appearance of squares in all states, measured in the pixels of every theme at small and large sizes.

use queenreel::board::Square;
use queenreel::internals::page::{PageStyle, Theme, ThemeKind};
use queenreel::internals::picture::{Rect, Rgb};
use queenreel::record::{BoardState, Mark};

use super::contrast::{EYES, contrast};
use crate::common::known::size;
use crate::common::pixels::Pixels;
use crate::common::sample::sampled;

/// The sides of squares, in pixels.
const SIDES: [u32; 7] = [14, 20, 24, 37, 48, 60, 96];

/// A square of each colour, and a queen that attacks neither.
const LIGHT: Square = Square { row: 1, column: 1 };
const DARK: Square = Square { row: 2, column: 1 };
const ELSEWHERE: Square = Square { row: 4, column: 2 };
const N: u64 = 4;

/// The states of a square: whether it has a queen, its mark, and whether it is attacked.
const LOOKS: [(&str, bool, Option<Mark>, bool); 10] = [
    ("free", false, None, false),
    ("attacked", false, None, true),
    ("refused", false, Some(Mark::Conflict), false),
    ("refused before", false, Some(Mark::Refused), false),
    ("safe", false, Some(Mark::Safe), false),
    ("removed", false, Some(Mark::Removed), false),
    ("queen", true, None, false),
    ("placed", true, Some(Mark::Placed), false),
    ("in conflict", true, Some(Mark::Conflict), false),
    ("solved", true, Some(Mark::Solution), false),
];

/// Squares of both colours, on boards that show attacked squares or do not.
const PLACES: [(Square, bool); 4] = [(LIGHT, true), (DARK, true), (LIGHT, false), (DARK, false)];

/// The pixels of a square, and the colour of the page if the square may be hatched.
struct Seen {
    side: u32,
    pixels: Vec<Rgb>,
    page: Option<Rgb>,
}

impl Seen {
    /// A square in a state, in a theme, with this side, on a board that shows attacked squares.
    fn of(theme: &Theme, side: u32, square: Square, look: &str) -> Self {
        Self::on(true, theme, side, square, look)
    }

    /// The same, on a board that shows attacked squares or does not.
    fn on(attacks: bool, theme: &Theme, side: u32, square: Square, look: &str) -> Self {
        let (_, queen, mark, attacked) = LOOKS.into_iter().find(|(name, ..)| *name == look).unwrap();
        let mut scene = BoardState::empty(size(N));
        scene.queens.extend(queen.then_some(square));
        // In the same row.
        let attacker = Square { column: 4, ..square };
        scene.queens.insert(if attacked { attacker } else { ELSEWHERE });
        scene.marks.extend(mark.map(|mark| (square, mark)));
        let width = Some(side * N as u32);
        let style = PageStyle { theme: theme.clone(), width, attacks, ..PageStyle::default() };
        let picture = Pixels::painted_scene(&scene, &style);
        let (x, y) = (u32::from(square.column - 1) * side, u32::from(square.row - 1) * side);
        // In a theme of shapes, all squares except squares of a solution are hatched paper.
        let page = (theme.kind == ThemeKind::Shapes && mark != Some(Mark::Solution)).then_some(theme.page);
        Self { side, pixels: picture.part(Rect { x, y, width: side, height: side }), page }
    }

    /// The colour of the square, between figures and frames.
    fn paper(&self) -> Rgb {
        self.page.unwrap_or_else(|| self.at(0.18, 0.82))
    }

    fn at(&self, x: f64, y: f64) -> Rgb {
        let [x, y] = [x, y].map(|share| (share * f64::from(self.side)) as u32);
        self.pixels[(y * self.side + x) as usize]
    }

    /// The body of a queen.
    fn body(&self) -> Rgb {
        self.at(0.5, 0.58)
    }

    /// The fraction of the square that an ink covers; where it is blended, half.
    fn share(&self, ink: Rgb) -> f64 {
        let paper = self.paper();
        let count = |is: &dyn Fn(Rgb) -> bool| self.pixels.iter().filter(|pixel| is(**pixel)).count() as f64;
        let blended = count(&|pixel| pixel != ink && pixel != paper);
        (count(&|pixel| pixel == ink) + blended / 2.0) / self.pixels.len() as f64
    }

    /// The fraction of pixels that differ from the paper of their square in one of two squares only.
    fn differs_in_shape(&self, other: &Self) -> f64 {
        let (one, two) = (self.paper(), other.paper());
        let pairs = self.pixels.iter().zip(&other.pixels);
        let differing = pairs.filter(|(a, b)| (**a == one) != (**b == two)).count();
        differing as f64 / self.pixels.len() as f64
    }

    /// The colour that contrasts most with the paper.
    fn strongest(&self) -> Rgb {
        let paper = self.paper();
        let contrasts = self.pixels.iter().map(|pixel| (contrast(*pixel, paper), *pixel));
        contrasts.max_by(|one, other| one.0.total_cmp(&other.0)).unwrap().1
    }
}

/// All themes with all sides.
fn cases() -> impl Iterator<Item = (&'static str, Theme, u32)> {
    let themes = Theme::names().map(|name| (name, Theme::named(name).unwrap()));
    themes.flat_map(|(name, theme)| sampled(3, SIDES).map(move |side| (name, theme.clone(), side)))
}

#[test]
fn attacked_squares_are_one_tone_between_light_and_dark() {
    for (name, theme, side) in cases().filter(|(_, theme, _)| theme.kind == ThemeKind::Colours) {
        let attacked = [LIGHT, DARK].map(|square| Seen::of(&theme, side, square, "attacked"));
        assert_eq!(attacked[0].paper(), attacked[1].paper(), "{name}, {side}");
        let [light, dark] = [LIGHT, DARK].map(|square| Seen::of(&theme, side, square, "free").paper());
        for free in [light, dark] {
            let seen = contrast(attacked[0].paper(), free);
            assert!(seen >= 1.4, "{name}, {side}: {seen:.2} from {free}");
        }
        let dot = contrast(attacked[0].strongest(), attacked[0].paper());
        assert!(dot >= 2.0, "{name}, {side}: a dot of {dot:.2}");
    }
}

#[test]
fn all_queens_have_one_ink_that_is_seen_on_every_square() {
    for (name, theme, side) in cases() {
        let mut inks = Vec::new();
        for (look, ..) in LOOKS.into_iter().filter(|(_, queen, ..)| *queen) {
            for (square, attacks) in PLACES {
                let seen = Seen::on(attacks, &theme, side, square, look);
                let (ink, paper) = (seen.body(), seen.paper());
                let contrast = contrast(ink, paper);
                assert!(contrast >= 3.0, "{name}, {side}, {look}: {ink} on {paper} has {contrast:.2}");
                // With one ink, solutions are black squares with white queens.
                if theme.kind != ThemeKind::Shapes || look != "solved" {
                    inks.push(ink);
                }
            }
        }
        inks.dedup();
        assert_eq!(inks.len(), 1, "{name}, {side}: {inks:?}");
    }
}

#[test]
fn a_queen_covers_about_a_third_of_her_square() {
    let theme = Theme::default();
    for side in SIDES.into_iter().filter(|side| *side >= 20) {
        let seen = Seen::of(&theme, side, LIGHT, "queen");
        let share = seen.share(seen.body());
        assert!((0.28..=0.38).contains(&share), "{side}: {share:.3}");
    }
}

#[test]
fn queens_that_have_gone_are_hollow_and_in_another_ink() {
    for (name, theme, side) in cases() {
        for square in [LIGHT, DARK] {
            let [ghost, queen] = ["removed", "queen"].map(|look| Seen::of(&theme, side, square, look));
            // Frames and hatching are not part of the queen.
            if theme.kind == ThemeKind::Colours {
                let shares = [ghost.share(ghost.strongest()), queen.share(queen.body())];
                assert!(shares[0] < 0.75 * shares[1], "{name}, {side}: {shares:?}");
            }
            let rows = [0.5, 0.66].map(|y| ghost.at(0.5, y));
            assert!(rows.contains(&ghost.paper()) || side < 24, "{name}, {side}: a ghost is hollow");
            let seen = contrast(ghost.strongest(), ghost.paper());
            assert!(seen >= 3.0, "{name}, {side}: {seen:.2}");
            let apart = contrast(ghost.strongest(), queen.body());
            assert!(apart >= 1.8 || theme.kind == ThemeKind::Shapes, "{name}, {side}: {apart:.2}");
        }
    }
}

#[test]
fn placed_and_solved_squares_have_frames_and_solved_ones_a_tick() {
    for (name, theme, side) in cases().filter(|(_, theme, _)| theme.kind != ThemeKind::Shapes) {
        for square in [LIGHT, DARK] {
            let plain = [LIGHT, DARK].map(|square| Seen::of(&theme, side, square, "free").paper());
            for look in ["placed", "solved"] {
                let seen = Seen::of(&theme, side, square, look);
                let frame = seen.at(0.5, 0.0);
                let plain = plain.into_iter().filter(|_| theme.kind == ThemeKind::Colours);
                for other in plain.chain([seen.paper()]) {
                    let contrast = contrast(frame, other);
                    assert!(contrast >= 1.8, "{name}, {side}, {look}: {frame} beside {other}: {contrast:.2}");
                }
            }
            if side >= 37 {
                let [placed, solved] = ["placed", "solved"].map(|look| Seen::of(&theme, side, square, look));
                let is_bare = |seen: &Seen| {
                    let places = [(0.8, 0.12), (0.87, 0.2), (0.93, 0.12)];
                    places.into_iter().all(|(x, y)| seen.at(x, y) == seen.paper())
                };
                assert!(is_bare(&placed) && !is_bare(&solved), "{name}, {side}: a tick");
            }
        }
    }
}

#[test]
fn any_two_states_differ_in_shape_or_for_every_kind_of_colour_vision() {
    for (name, theme, side) in sampled(3, cases()) {
        for (square, attacks) in PLACES {
            let looks = LOOKS.iter().map(|(look, ..)| look).filter(|look| attacks || **look != "attacked");
            let seen = looks.map(|look| (look, Seen::on(attacks, &theme, side, square, look)));
            let seen: Vec<_> = seen.collect();
            for (index, (one, a)) in seen.iter().enumerate() {
                for (other, b) in &seen[..index] {
                    let shape = a.differs_in_shape(b);
                    let differences = EYES.map(|eyes| eyes.difference(a.paper(), b.paper()));
                    let colour = differences.into_iter().reduce(f64::min).unwrap();
                    // A dot counts as a shape.
                    assert!(
                        shape >= 0.005 || colour >= 10.0,
                        "{name}, {side}: {one} and {other} differ in {shape:.3} of their shape, by {colour:.1}"
                    );
                }
            }
        }
    }
}
