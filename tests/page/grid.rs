//! Lines between squares, compared with the same pictures without them.

use queenreel::board::Placement;
use queenreel::internals::page::inks::HeatMap;
use queenreel::internals::page::{PageStyle, Theme, ThemeKind};
use queenreel::internals::picture::{Rect, Rgb};
use queenreel::record::BoardState;

use crate::common::decode::read_rgb;
use crate::common::pixels::Pixels;
use crate::common::sample::sampled;
use crate::common::sandbox::{Sandbox, names};
use crate::common::table::words;

/// A position, and in `unmarked` one of 5 queens that do not attack each other.
fn position(placement: &str) -> BoardState {
    let placement: Placement = placement.parse().unwrap();
    BoardState::position(placement.size(), placement.queens())
}

fn unmarked() -> BoardState {
    position("13500")
}

/// Whether a pixel is on a line of this width between two squares.
fn is_on_line(at: u32, side: u32, width: u32, squares: u32) -> bool {
    (1..squares).any(|edge| {
        let start = edge * side - width.div_ceil(2);
        (start..start + width).contains(&at)
    })
}

fn style(theme: &str, width: u32, grid: bool) -> PageStyle {
    let (theme, width) = (Theme::named(theme).unwrap(), Some(width));
    PageStyle { theme, width, grid, coordinates: true, ..PageStyle::default() }
}

#[test]
fn lines_are_between_squares_and_nowhere_else() {
    // 2.2 hundredths of a square, and at least a pixel.
    for (side, width) in [(40, 1), (80, 2), (150, 3), (230, 5)] {
        for theme in Theme::names() {
            let (style, plain) = (style(theme, 5 * side, true), style(theme, 5 * side, false));
            let line = style.theme.inks().grid;
            let has_hairlines = matches!(style.theme.heat(), Some(HeatMap::Counts(_)));
            let [with, without] = [&style, &plain].map(|style| Pixels::painted_scene(&unmarked(), style));
            // Boards drawn by shapes have a border, where their lines end.
            let border = if style.theme.kind == ThemeKind::Shapes { width } else { 0 };
            // Where a queen covers hatching, a blend is the nearest colour of the palette, which has one more.
            let most_off = if style.theme.kind == ThemeKind::Shapes { 32 } else { 0 };
            let inner = border..5 * side - border;
            for (y, x) in inner.clone().flat_map(|y| inner.clone().map(move |x| (y, x))) {
                let colour = with.at(x, y);
                if [x, y].into_iter().any(|at| is_on_line(at, side, width, 5)) {
                    assert_eq!(colour, line, "{theme}, {side}: {x}, {y}");
                } else if !has_hairlines {
                    let plain = without.at(x, y);
                    let off = colour.0.iter().zip(plain.0).map(|(one, other)| one.abs_diff(other)).max();
                    assert!(off <= Some(most_off), "{theme}, {side}: {x}, {y}: {colour}, not {plain}");
                }
            }
        }
    }
}

#[test]
fn heat_maps_with_lines_have_none_around_the_board() {
    let style = style("heatmap", 400, true);
    let Some(HeatMap::Counts([_, _, two, .., queen])) = style.theme.heat() else { panic!("counts") };
    let picture = Pixels::painted_scene(&unmarked(), &style);
    assert_eq!(picture.at(0, 40), queen);
    // The lower right corner is on diagonals of the first queen and of the third.
    assert_eq!([picture.at(399, 390), picture.at(390, 399), picture.at(399, 399)], [two; 3]);
}

#[test]
fn marks_and_attacks_cover_lines() {
    // A queen on each end of the first row.
    let scene = position("10001");
    for theme in Theme::names() {
        let picture = Pixels::painted_scene(&scene, &style(theme, 400, true));
        let without = Pixels::painted_scene(&scene, &style(theme, 400, false));
        // The lower right bracket of the queen in the corner.
        let bracket = Rect { x: 70, y: 77, width: 10, height: 3 };
        assert_eq!(picture.part(bracket), without.part(bracket), "{theme}");
    }
}

#[test]
fn small_squares_have_no_lines() {
    let board = |side: u32, grid: bool| {
        let style = PageStyle { coordinates: false, ..style("grey", 5 * side, grid) };
        Pixels::painted_scene(&unmarked(), &style)
    };
    assert!(board(9, true) == board(9, false));
    assert!(board(10, true) != board(10, false));
}

#[test]
fn signs_and_panels_have_no_lines() {
    let sandbox = Sandbox::new();
    let film = |name: &str, more: &str| {
        let film = format!("search 4 --view lecture --canvas 1280x720 -o {name}{more}");
        sandbox.succeed(&words(&film));
        let pictures = names(&sandbox.path(name)).into_iter().filter(|file| file.starts_with("frame-"));
        pictures.map(|file| read_rgb(&sandbox.path(name).join(file))).collect::<Vec<_>>()
    };
    let (with, without) = (film("with/", " --grid"), film("without/", ""));
    assert_eq!(with.len(), without.len());
    let mut board = None;
    for (with, without) in with.iter().zip(&without) {
        let differing = with.enumerate_pixels().filter(|(x, y, pixel)| without.get_pixel(*x, *y) != *pixel);
        let differing = differing.map(|(x, y, _)| Rect { x, y, width: 1, height: 1 });
        board = Rect::around(board.into_iter().chain(differing));
    }
    // The lines end at the edges of the square board; without its edges they are square as well.
    let board = board.expect("lines");
    assert_eq!(board.width, board.height);
    assert_eq!(board.width % 4, 0);
}

#[test]
fn every_command_that_draws_boards_has_lines() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&words("search 4 --events search.jsonl -o search.gif"));
    let line = Theme::default().inks().grid;
    for command in [
        "board 2413 --size 200 -o poster.png --force",
        "gallery 4 --square 40 -o poster.png --force",
        "gallery 4 --size 200 -o film.gif --force --poster poster.png",
        "search 4 --size 200 -o film.gif --force --poster poster.png",
        "replay search.jsonl --size 200 -o film.gif --force --poster poster.png",
        "race 4 backtracking bitfield -o film.gif --force --poster poster.png",
    ] {
        let has_line = |more: &str| {
            sandbox.succeed(&words(&format!("{command}{more}")));
            let picture = read_rgb(&sandbox.path("poster.png"));
            picture.pixels().filter(|pixel| Rgb(pixel.0) == line).count() > 300
        };
        assert!(has_line(" --grid"), "{command}");
        assert!(!has_line(""), "{command}");
    }
}

#[test]
fn boards_of_a_page_have_lines_between_their_squares() {
    let sandbox = Sandbox::new();
    for theme in sampled(3, Theme::names()) {
        let page = "gallery 4 --square 60 --grid --labels none -o page.png --force --theme";
        sandbox.succeed(&words(&format!("{page} {theme}")));
        let page = read_rgb(&sandbox.path("page.png"));
        let line = Theme::named(theme).unwrap().inks().grid;
        let is_board = |left: u32, top: u32| {
            let places = (0..240).flat_map(|y| (0..240).map(move |x| (x, y)));
            let mut on_lines = places.filter(|(x, y)| [x, y].into_iter().any(|at| is_on_line(*at, 60, 1, 4)));
            let is_line = |x: u32, y: u32| Rgb(page.get_pixel(left + x, top + y).0) == line;
            on_lines.all(|(x, y)| is_line(x, y))
                && !(0..240).any(|at| at % 60 < 57 && is_line(at, 0) && is_line(at, 239))
        };
        let corners = (0..=page.width() - 240).flat_map(|x| (0..=page.height() - 240).map(move |y| (x, y)));
        assert_eq!(corners.filter(|(x, y)| is_board(*x, *y)).count(), 2, "{theme}: two solutions");
    }
}
