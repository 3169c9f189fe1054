//! The colours of everything drawn, derived from a theme.
//!
//! Derived colours have a contrast of at least 4.5 to 1 for text, and of at least 3 to 1 for large text and marks.

use std::array;

use serde::Deserialize;

use crate::picture::Rgb;
use crate::variants::enum_with_all;

enum_with_all! {
    /// The result of a step on a square.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum State {
        Placed,
        Safe,
        Removed,
        /// The square is refused, or its queen is attacked.
        Conflict,
        Solution,
    }
}

/// Minimum contrast of text with its background.
const TEXT: f32 = 4.5;
/// Minimum contrast of large text and of queens.
const LARGE: f32 = 3.0;
/// Minimum contrast of muted text with the page.
const MUTED: f32 = 5.5;
/// Minimum contrast of marks and lines with the page.
const MARK: f32 = 3.1;
/// Minimum contrast of marks with squares of their state.
const DEEP: f32 = 3.6;
/// Minimum contrast of the outline of a removed queen with queens.
const GHOST: f32 = 1.8;
/// Minimum contrast of hairlines with the page.
const RULE: f32 = 1.35;
/// Bands with less contrast with the page are grey.
const SEEN: f32 = 1.05;

/// Share of a state's colour behind a line of code, on light pages.
const LIT: f32 = 0.25;
/// Share of a state's colour behind a line of code, on dark pages.
const LIT_ON_DARK: f32 = 0.45;

/// Colours of all lines of a chart but the first, on light pages. Any two differ as much as possible for all kinds
/// of colour vision, without being garish.
const LINES_ON_LIGHT: [u32; 7] = [0x816d00, 0x6986ec, 0xcd539b, 0x69334f, 0x2b5732, 0x848f7e, 0x000e5d];
const LINES_ON_DARK: [u32; 7] = [0x9e7302, 0x5666c7, 0xd19db4, 0x746d6d, 0x15a8ff, 0x7d9772, 0x91f69e];

/// Colours of the queens that attack a lost line, on light boards: blue, red, green, violet and others.
const PAIRS_ON_LIGHT: [u32; 8] =
    [0x0b4fb3, 0xa02800, 0x0b6b3a, 0x7a1fa2, 0x6b5600, 0xb0005e, 0x006a73, 0x4a4a4a];
const PAIRS_ON_DARK: [u32; 8] =
    [0xffd166, 0x9ad0ff, 0xff9bcb, 0xc6f08a, 0xffb07c, 0xcbb3ff, 0x7fe3d4, 0xf0f0f0];

const BLACK: Rgb = Rgb([0; 3]);
const WHITE: Rgb = Rgb([255; 3]);

macro_rules! derived {
    ($inks:ident: $($(#[$documentation:meta])* $name:ident = $colour:expr),+ $(,)?) => {
        /// Colours of a theme that replace derived colours.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Overrides {
            $(
                $(#[$documentation])*
                pub $name: Option<Rgb>,
            )+
        }

        impl Overrides {
            /// Returns the name of each colour, its override, if any, and the colour that is drawn.
            pub(super) fn named(&self, $inks: &Inks) -> Vec<(&'static str, Option<Rgb>, Rgb)> {
                vec![$((stringify!($name), self.$name, $colour)),+]
            }
        }
    };
}

derived! {
    inks:
    /// Labels and coordinates on the page.
    muted = inks.muted,
    tree = inks.tree,
    /// Hairlines and unvisited nodes of the tree.
    rule = inks.rule,
    /// Lines between squares.
    grid = inks.grid,
    attacked = inks.attacked,
    attacked_dot = inks.dot,
    /// Attack lines, brackets around queens in conflict, and the frame of a dead end.
    line = inks.line,
    cross = inks.cross,
    placed_frame = inks.deep(State::Placed),
    safe_ring = inks.deep(State::Safe),
    removed_outline = inks.ghost,
    solution_disc = inks.deep(State::Solution),
    tick = inks.tick,
    placed_light = inks.square(State::Placed, false),
    safe_light = inks.square(State::Safe, false),
    removed_light = inks.square(State::Removed, false),
    conflict_light = inks.square(State::Conflict, false),
    solution_light = inks.square(State::Solution, false),
    placed_band = inks.lit(State::Placed),
    /// The bar left of the `placed` band.
    placed_bar = inks.bar(State::Placed),
    safe_band = inks.lit(State::Safe),
    /// The bar left of the `safe` band.
    safe_bar = inks.bar(State::Safe),
    removed_band = inks.lit(State::Removed),
    /// The bar left of the `removed` band.
    removed_bar = inks.bar(State::Removed),
    conflict_band = inks.lit(State::Conflict),
    /// The bar left of the `conflict` band.
    conflict_bar = inks.bar(State::Conflict),
    solution_band = inks.lit(State::Solution),
    /// The bar left of the `solution` band.
    solution_bar = inks.bar(State::Solution),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inks {
    pub page: Rgb,
    pub squares: [Rgb; 2],
    /// Queens, text, and the path through the tree.
    pub ink: Rgb,
    /// Labels and coordinates.
    pub muted: Rgb,
    pub tree: Rgb,
    /// Hairlines.
    pub rule: Rgb,
    /// Lines between squares.
    pub grid: Rgb,
    /// Attacked squares. Light and dark squares have the same contrast with this colour.
    pub attacked: Rgb,
    pub dot: Rgb,
    /// The outline of a queen just removed.
    pub ghost: Rgb,
    pub line: Rgb,
    pub cross: Rgb,
    pub tick: Rgb,
    states: [StateInks; State::ALL.len()],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct StateInks {
    squares: [Rgb; 2],
    /// Marks on the squares.
    deep: Rgb,
    /// The band behind a line of code.
    band: Rgb,
    bar: Rgb,
}

impl Overrides {
    /// Returns the overrides of a state: light squares, marks, the band behind a line of code, and its bar.
    const fn of(&self, state: State) -> [Option<Rgb>; 4] {
        match state {
            State::Placed => [self.placed_light, self.placed_frame, self.placed_band, self.placed_bar],
            State::Safe => [self.safe_light, self.safe_ring, self.safe_band, self.safe_bar],
            State::Removed => [self.removed_light, self.removed_outline, self.removed_band, self.removed_bar],
            State::Conflict => [self.conflict_light, self.line, self.conflict_band, self.conflict_bar],
            State::Solution => {
                [self.solution_light, self.solution_disc, self.solution_band, self.solution_bar]
            }
        }
    }
}

impl Inks {
    /// Derives colours from the colours of page, squares, queens and states; overrides in `derived` replace them.
    pub(super) fn of(
        page: Rgb,
        [light, dark]: [Rgb; 2],
        ink: Rgb,
        colours: [Rgb; State::ALL.len()],
        kind: ThemeKind,
        derived: &Overrides,
    ) -> Self {
        let is_dark = page.luminance() < ink.luminance();
        let [pole, opposite] = if is_dark { [WHITE, BLACK] } else { [BLACK, WHITE] };
        let colour = |state| colours[state as usize];
        let conflict = colour(State::Conflict);
        let half_way = light.contrast(dark).sqrt();
        let attacked =
            derived.attacked.or_else(|| least(light, dark, 100, half_way, &[light])).unwrap_or(dark);
        let from_page = |contrast| least(page, ink, 100, contrast, &[page]).unwrap_or(ink);
        let around = [light, dark, attacked, conflict, page];
        let line = derived.line.or_else(|| least(conflict, pole, 50, MARK, &around)).unwrap_or(ink);
        let rule = derived.rule.unwrap_or_else(|| from_page(RULE));
        // The colour of a square moves away from the colour of the queens until queens are visible. Without colours,
        // states leave squares as they are.
        let under_queens = |square| {
            let seen = || least(square, opposite, 50, LARGE, &[ink]).unwrap_or(square);
            if kind.by_shape() { square } else { seen() }
        };
        let states = State::ALL.map(|state| {
            let of_state = colour(state);
            // Dark squares have the full colour of the state.
            let (share_on_light, from) = match state {
                State::Placed | State::Removed | State::Solution => (0.8, of_state),
                State::Safe => (0.9, colour(State::Placed)),
                State::Conflict => (1.0, line),
            };
            let [given_light, given_deep, given_band, given_bar] = derived.of(state);
            let on_light = light.mixed(of_state, share_on_light);
            let squares = [given_light.unwrap_or_else(|| under_queens(on_light)), under_queens(of_state)];
            let found = || if state == State::Conflict { line } else { deep(from, squares, page, pole, ink) };
            let deep = given_deep.unwrap_or_else(found);
            let lit = page.mixed(of_state, if is_dark { LIT_ON_DARK } else { LIT });
            // States without their own colour have a grey band.
            let lit = if lit.contrast(page) < SEEN { rule } else { lit };
            let bar = if deep.contrast(page) >= LARGE { deep } else { of_state };
            StateInks { squares, deep, band: given_band.unwrap_or(lit), bar: given_bar.unwrap_or(bar) }
        });
        let disc = states[State::Solution as usize].deep;
        let removed_squares = states[State::Removed as usize].squares;
        let of_states = states.iter().flat_map(|state| state.squares);
        let papers: Vec<Rgb> = match kind {
            ThemeKind::Colours => [light, dark, attacked].into_iter().chain(of_states).collect(),
            ThemeKind::Shapes => vec![page, ink],
            ThemeKind::Heat(heat) => heat.colours().to_vec(),
        };
        Self {
            page,
            squares: [light, dark],
            ink,
            muted: derived.muted.unwrap_or_else(|| from_page(MUTED)),
            tree: derived.tree.unwrap_or_else(|| from_page(MARK)),
            rule,
            grid: derived.grid.or_else(|| least(page, ink, 50, RULE, &papers)).unwrap_or(ink),
            attacked,
            dot: derived.attacked_dot.or_else(|| least(attacked, ink, 50, MARK, &[attacked])).unwrap_or(ink),
            ghost: derived
                .removed_outline
                .unwrap_or_else(|| ghost(colour(State::Removed), removed_squares, [pole, opposite], ink)),
            line,
            cross: derived.cross.unwrap_or_else(|| {
                let (lighter, darker) = if is_dark { (ink, page) } else { (page, ink) };
                if lighter.contrast(conflict) >= LARGE { lighter } else { darker }
            }),
            tick: derived.tick.unwrap_or_else(|| stronger(disc, [ink, page])),
            states,
        }
    }

    pub const fn square(&self, state: State, dark: bool) -> Rgb {
        self.states[state as usize].squares[dark as usize]
    }

    pub const fn deep(&self, state: State) -> Rgb {
        self.states[state as usize].deep
    }

    pub const fn sign(&self, state: State) -> Rgb {
        match state {
            State::Removed => self.ghost,
            State::Conflict => self.cross,
            State::Placed | State::Safe | State::Solution => self.deep(state),
        }
    }

    /// Returns the colour of the first line of text in a caption, for a step with this result.
    pub fn head(&self, state: State) -> Rgb {
        let deep = self.deep(state);
        if deep.contrast(self.page) >= LARGE { deep } else { self.ink }
    }

    pub fn queen_on(&self, paper: Rgb) -> Rgb {
        if self.ink.contrast(paper) >= LARGE { self.ink } else { self.page }
    }

    pub fn text_on(&self, paper: Rgb) -> Rgb {
        let legible = |ink: &Rgb| ink.contrast(paper) >= TEXT;
        [self.ink, self.page].into_iter().find(legible).unwrap_or_else(|| stronger(paper, [BLACK, WHITE]))
    }

    /// Returns the colours of the lines of a chart, each with the colour of the line's name.
    pub fn lines(&self) -> [(Rgb, Rgb); 1 + LINES_ON_LIGHT.len()] {
        let is_dark = self.page.luminance() < self.ink.luminance();
        let (lines, pole) = if is_dark { (LINES_ON_DARK, WHITE) } else { (LINES_ON_LIGHT, BLACK) };
        let seen = |from: Rgb, contrast| least(from, pole, 50, contrast, &[self.page]).unwrap_or(self.ink);
        array::from_fn(|index| {
            let line = index.checked_sub(1).map_or(self.ink, |index| Rgb::from_hex(lines[index]));
            (seen(line, MARK), seen(line, TEXT))
        })
    }

    /// Returns the colours that pair queens with the squares that they attack, and the colour around lines in these
    /// colours. Attack lines cross attacked squares, from which the colours stand out.
    pub fn pairs(&self, kind: ThemeKind) -> (Vec<Rgb>, Rgb) {
        let below = match kind {
            ThemeKind::Colours => self.attacked,
            ThemeKind::Heat(_) => self.page,
            ThemeKind::Shapes => return (vec![self.ink], self.page),
        };
        let pole = stronger(below, [BLACK, WHITE]);
        let pairs = if pole == WHITE { PAIRS_ON_DARK } else { PAIRS_ON_LIGHT };
        let seen = |from| least(from, pole, 50, MARK, &[below]).unwrap_or(pole);
        (pairs.into_iter().map(|pair| seen(Rgb::from_hex(pair))).collect(), below)
    }

    /// Returns the colour behind the current line of code, for a step with this result.
    pub const fn lit(&self, state: State) -> Rgb {
        self.states[state as usize].band
    }

    pub const fn bar(&self, state: State) -> Rgb {
        self.states[state as usize].bar
    }
}

/// Divides the way between two colours into `steps`, and returns the first colour for which `works` returns true.
fn first_step(from: Rgb, to: Rgb, steps: u8, works: impl Fn(&Rgb) -> bool) -> Option<Rgb> {
    (0..=steps).map(|step| from.mixed(to, f32::from(step) / f32::from(steps))).find(works)
}

fn least(from: Rgb, to: Rgb, steps: u8, contrast: f32, others: &[Rgb]) -> Option<Rgb> {
    first_step(from, to, steps, |ink| others.iter().all(|other| ink.contrast(*other) >= contrast))
}

/// Returns the colour for outlines of removed queens: visible on the squares `own`, but distinct from queens.
fn ghost(removed: Rgb, own: [Rgb; 2], poles: [Rgb; 2], ink: Rgb) -> Rgb {
    let seen = |to, least| {
        let on_own = |mark: &Rgb| own.iter().all(|square| mark.contrast(*square) >= least);
        first_step(removed, to, 50, |mark| on_own(mark) && mark.contrast(ink) >= GHOST)
    };
    poles.into_iter().find_map(|to| seen(to, TEXT).or_else(|| seen(to, DEEP))).unwrap_or(ink)
}

/// Returns the colour of marks on the squares of a state, whose colours are `own`.
fn deep(from: Rgb, own: [Rgb; 2], page: Rgb, pole: Rgb, ink: Rgb) -> Rgb {
    let works =
        |mark: &Rgb| own.iter().all(|square| mark.contrast(*square) >= DEEP) && mark.contrast(page) >= MARK;
    first_step(from, pole, 50, works)
        .unwrap_or_else(|| if own.iter().all(|square| ink.contrast(*square) >= LARGE) { ink } else { page })
}

/// Returns the colour that has more contrast with `paper`.
pub(super) fn stronger(paper: Rgb, [one, other]: [Rgb; 2]) -> Rgb {
    if one.contrast(paper) >= other.contrast(paper) { one } else { other }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThemeKind {
    Colours,
    /// No colours: shapes show the states, and dark squares are hatched.
    Shapes,
    Heat(HeatMap),
}

impl ThemeKind {
    pub(super) fn by_shape(self) -> bool {
        self == Self::Shapes
    }
}

/// The colours of the cells of a heat map.
///
/// Written in a theme as a list of colours, in the order below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<Rgb>")]
pub enum HeatMap {
    /// For squares with 0, 1, 2, 3, and 4 or more attackers, and for squares with a queen.
    Counts([Rgb; 6]),
    /// For free squares, attacked squares, and squares with a queen.
    States([Rgb; 3]),
}

impl HeatMap {
    pub const fn colours(&self) -> &[Rgb] {
        match self {
            Self::Counts(colours) => colours,
            Self::States(colours) => colours,
        }
    }

    /// Returns the largest number of attackers that has a colour; larger numbers have the same colour.
    pub const fn most_attackers(&self) -> u8 {
        self.colours().len() as u8 - 2
    }

    pub fn colour(&self, cell: HeatCell) -> Rgb {
        let index = match cell {
            HeatCell::Attackers(count) => count.min(self.most_attackers()),
            HeatCell::Queen => self.most_attackers() + 1,
        };
        self.colours()[usize::from(index)]
    }
}

impl TryFrom<Vec<Rgb>> for HeatMap {
    type Error = String;

    fn try_from(colours: Vec<Rgb>) -> Result<Self, Self::Error> {
        match *colours {
            [none, one, two, three, four, queen] => Ok(Self::Counts([none, one, two, three, four, queen])),
            [free, attacked, queen] => Ok(Self::States([free, attacked, queen])),
            _ => Err(format!(
                "`heat` has 3 colours (free, attacked, queen) or 6 (attacked by no queen, by one, two, \
                 three, four or more, queen), not {}",
                colours.len()
            )),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeatCell {
    Attackers(u8),
    Queen,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Theme;

    /// Colours set by the built-in themes: muted, tree, rule, then each state with its marks.
    const DESIGNED: [&str; 6] = [
        "classic 6b6055 8f8475 e2d8c9 56b4e9 264f67 a8d6ec 346c8c e69f00 6a4900 d55e00 661d00 009e73 003c2c",
        "green 686661 908f89 dad9d1 56b4e9 264f67 c8e4f4 39779a e69f00 6a4900 d25200 542100 9770cc 332645",
        "blue 656362 8e8d8d d5d7d7 239ced 0e3e5f acc9f2 166498 e69f00 6a4900 d55e00 592700 059f75 023c2c",
        "grey 686868 919191 dcdcdc 56b4e9 264f67 bfdaf0 357090 e69f00 6a4900 d55e00 592700 0ba06a 043d28",
        "dark 999897 6c6d6e 35383b 2f7fb8 e2edf5 3a5c7b 9bc2dd 6a4400 bdad8f be4a00 eac5ad 10805a cae3db",
        "midnight a3adc9 6f7ca3 263154 1f78b8 d2e4f1 1f5c98 9cc4e0 744a00 c7b799 cc4208 f1caba 0b8059 c9e3da",
    ];

    #[test]
    fn every_derived_colour_can_be_replaced() {
        let theme = Theme::default();
        for (index, (name, _, colour)) in (0..).zip(theme.derived.named(&theme.inks())) {
            let other = Rgb([index, 1, 2]);
            let text = theme.to_toml().replace(&format!("\n# {name} ="), &format!("\n{name} ="));
            let text = text.replace(&format!("\n{name} = \"{colour}\""), &format!("\n{name} = \"{other}\""));
            let replaced = Theme::from_toml(&text).unwrap();
            let colours = replaced.derived.named(&replaced.inks());
            assert!(colours.contains(&(name, Some(other), other)), "{name}");
        }
    }

    #[test]
    fn colours_follow_from_the_theme_as_designed() {
        for (name, designed) in DESIGNED.iter().filter_map(|line| line.split_once(' ')) {
            let inks = Theme::named(name).unwrap().inks();
            let states =
                State::ALL.into_iter().flat_map(|state| [inks.square(state, true), inks.deep(state)]);
            let colours: Vec<Rgb> = [inks.muted, inks.tree, inks.rule].into_iter().chain(states).collect();
            for (index, (colour, designed)) in colours.iter().zip(designed.split(' ')).enumerate() {
                let designed: Rgb = format!("#{designed}").parse().unwrap();
                let off = colour.0.iter().zip(designed.0).map(|(one, other)| one.abs_diff(other)).max();
                assert!(off <= Some(3), "{name}, {index}: {colour}, not {designed}");
            }
        }
    }
}
