//! Drawn sheets.

use image::RgbaImage;
use image::imageops::crop_imm;
use queenreel::board::SquareNames;
use queenreel::internals::draw::{Painter, canvas};
use queenreel::internals::page::shape::Align;
use queenreel::internals::page::{
    Page, PageError, PageSize, PageStyle, StepSheet, StepSheetGrid, StepSheetText, Theme,
};
use queenreel::internals::picture::Rect;
use queenreel::record::Step;
use queenreel::search::{Algorithm, Order};

use super::steps;
use crate::common::board_reader::{expected, read};
use crate::common::known::ALL;
use crate::common::pixels::Pixels;
use crate::common::shown;

fn text() -> StepSheetText {
    StepSheetText {
        title: "Six queens, step by step".to_owned(),
        summary: "Backtracking places 31 queens, removes 25 and tests 171 squares on the way.".to_owned(),
        origin: "queenreel sheet 6".to_owned(),
    }
}

/// A sheet of a search by columns up to this number of solutions.
fn sheet(n: u64, algorithm: Algorithm, solutions: u64, style: PageStyle) -> Result<StepSheet, PageError> {
    StepSheet::new(steps(n, algorithm, Order::Columns, solutions), text(), style, StepSheetGrid::default())
}

fn style(page: Option<&str>, theme: &str) -> PageStyle {
    let page: Option<PageSize> = page.map(|page| page.parse().unwrap());
    let theme = Theme::named(theme).unwrap();
    PageStyle { page, theme, coordinates: true, ..PageStyle::default() }
}

fn image(page: &Page) -> RgbaImage {
    let pixels = Pixels::of(&Painter::new(page).paint(page));
    let bytes = pixels.colours.iter().flat_map(|colour| [colour.0[0], colour.0[1], colour.0[2], 255]);
    RgbaImage::from_raw(pixels.width, pixels.height, bytes.collect()).unwrap()
}

/// The areas of the boards of a page, in the order of their items.
fn boards(page: &Page, n: usize) -> Vec<Rect> {
    let areas = shown::squares(page);
    let boards = areas.chunks_exact(n * n).map(|board| Rect::around(board.iter().copied()).unwrap());
    boards.filter(|board| board.pixels() == u64::from(board.width).pow(2)).collect()
}

fn check_boards(page: &Page, n: usize, steps: &[Step], theme: &Theme) {
    let image = image(page);
    let areas: Vec<Rect> = boards(page, n).into_iter().take(steps.len()).collect();
    assert_eq!(areas.len(), steps.len());
    let in_reading_order = areas.windows(2).all(|pair| {
        let is_sidecar = pair[0].y == pair[1].y && pair[0].right() <= pair[1].x;
        is_sidecar || pair[0].bottom() <= pair[1].y && pair[1].x == areas[0].x
    });
    assert!(in_reading_order, "{areas:?}");
    for (area, step) in areas.into_iter().zip(steps).filter(|(_, step)| !step.is_discarded) {
        let board = crop_imm(&image, area.x, area.y, area.width, area.height).to_image();
        assert_eq!(read(&board, step.board.size, theme), expected(&step.board, true), "step {}", step.number);
    }
}

#[test]
fn every_square_of_every_step_is_drawn() {
    for theme in ["classic", "midnight", "ink"] {
        for (n, page) in [(4, None), (4, Some("a4")), (6, Some("1920x1080"))] {
            let sheet = sheet(n, Algorithm::Backtracking, 1, style(page, theme)).unwrap();
            for (index, steps) in sheet.pages().enumerate() {
                check_boards(&sheet.page(index), n as usize, steps, &Theme::named(theme).unwrap());
            }
        }
    }
}

#[test]
fn every_step_has_its_number_and_its_words_below_its_board() {
    for (algorithm, solutions, page) in
        [(Algorithm::Backtracking, 1, Some("a4")), (Algorithm::Permutations, ALL, None)]
    {
        let sheet = sheet(4, algorithm, solutions, style(page, "classic")).unwrap();
        let page = sheet.page(0);
        for (area, step) in boards(&page, 4).into_iter().zip(sheet.steps()) {
            let below = |text: &str| {
                shown::texts(&page).into_iter().any(|line| {
                    let room = line.room();
                    let is_near = line.baseline() > area.bottom()
                        && room.y < area.bottom() + area.height / 2
                        && room.x <= area.x + area.width / 2
                        && room.x + area.width / 4 >= area.x;
                    is_near && line.text.content == text
                })
            };
            let words = step.text(SquareNames::Chess);
            assert!(below(&step.number.to_string()), "{}", step.number);
            assert!(below(&words.fact.short), "{words:?}");
            assert!(below(&words.reason.long) || below(&words.reason.short), "{words:?}");
        }
    }
}

#[test]
fn discarded_boards_are_crossed_out_from_corner_to_corner() {
    let theme = Theme::default();
    let all = steps(4, Algorithm::Permutations, Order::Columns, ALL);
    let (text, style) = (StepSheetText::default(), style(None, "classic"));
    let sheet = StepSheet::new(all, text, style, StepSheetGrid::default()).unwrap();
    let page = sheet.page(0);
    let pixels = Pixels::of(&Painter::new(&page).paint(&page));
    let crossed = boards(&page, 4).into_iter().zip(sheet.steps()).filter(|(area, _)| {
        let on_line = (1..area.width - 1).filter(|along| {
            let both = [*along, area.width - 1 - along];
            both.into_iter().all(|across| pixels.at(area.x + across, area.y + along) == theme.inks().line)
        });
        on_line.count() as u32 > area.width * 9 / 10
    });
    let crossed: Vec<u64> = crossed.map(|(_, step)| step.number).collect();
    assert_eq!(crossed, (1..=24).filter(|number| ![11, 14].contains(number)).collect::<Vec<u64>>());
}

/// Errors of a page: text that is wider than its space, and items that overlap or leave the page.
fn faults(page: &Page, n: usize) -> Vec<String> {
    let mut faults = Vec::new();
    let mut things: Vec<(String, Rect)> = Vec::new();
    let whole = Rect { x: 0, y: 0, width: page.width, height: page.height };
    for line in shown::texts(page).into_iter().filter(|line| !line.text.content.is_empty()) {
        let (text, em, room) = (&line.text.content, line.text.style.em, line.room());
        let width = page.font.weight(line.text.style.weight).pixels(text, em);
        if width > room.width {
            faults.push(format!("{text:?} is {width} wide in {room:?}"));
        }
        if em < 11.0 {
            faults.push(format!("{text:?} is too small"));
        }
        let free = room.width.saturating_sub(width);
        let left = match line.text.align {
            Align::Start => 0,
            Align::Middle => free / 2,
            Align::End => free,
        };
        let (up, down) = ((0.72 * em) as u32, (0.2 * em) as u32);
        let ink = Rect { x: room.x + left, y: line.baseline().saturating_sub(up), width, height: up + down };
        things.push((format!("{text:?}"), ink));
    }
    for board in boards(page, n) {
        things.push(("a board".to_owned(), board));
    }
    for (index, (what, area)) in things.iter().enumerate() {
        if area.shared(whole) != Some(*area) {
            faults.push(format!("{what} leaves the page: {area:?}"));
        }
        for (other, there) in &things[..index] {
            if area.shared(*there).is_some_and(|shared| shared.pixels() > 0) {
                faults.push(format!("{what} is on {other}: {area:?}, {there:?}"));
            }
        }
    }
    faults
}

#[test]
fn nothing_overlaps_and_nothing_is_cut() {
    // Only the smallest pages may be too small.
    let small = ["480x640", "854x480"];
    let large = ["a4", "letter-landscape", "1920x1080", "1080x1080", "1080x1920", "3840x2160"];
    let mut faulty = Vec::new();
    for page in [None].into_iter().chain(large.map(Some)).chain(small.map(Some)) {
        for (n, algorithm) in [
            (1, Algorithm::Backtracking),
            (4, Algorithm::Backtracking),
            (4, Algorithm::Permutations),
            (5, Algorithm::Bitfield),
            (6, Algorithm::ForwardChecking),
            (6, Algorithm::MinConflicts),
            (8, Algorithm::Backtracking),
            (10, Algorithm::Marking),
        ] {
            for names in [SquareNames::Chess, SquareNames::Numbers] {
                let sheet = match sheet(n, algorithm, 2, PageStyle { names, ..style(page, "classic") }) {
                    Ok(sheet) => sheet,
                    Err(PageError::TooSmall { .. }) if small.map(Some).contains(&page) => continue,
                    Err(error) => panic!("{page:?}, {algorithm}, N = {n}: {error}"),
                };
                let last = sheet.pages().len() - 1;
                for index in [0, last] {
                    let page_shown = sheet.page(index);
                    let found = faults(&page_shown, n as usize);
                    faulty.extend(found.first().map(|fault| format!("{page:?}, {algorithm} {n}: {fault}")));
                    assert!(canvas(&page_shown).palette.len() <= 255);
                }
            }
        }
    }
    assert!(faulty.is_empty(), "{faulty:#?}");
}

#[test]
fn pages_that_are_too_small_name_one_that_works() {
    let new = |page: &str| sheet(8, Algorithm::Backtracking, 1, style(Some(page), "classic"));
    let Err(PageError::TooSmall { smallest: Some((width, height)), .. }) = new("200x150") else {
        panic!("it is too small");
    };
    assert!(new(&format!("{width}x{height}")).is_ok());
    assert!(new(&format!("{}x{}", width - 4, height - 3)).is_err());
}

#[test]
fn a_page_without_a_size_has_all_steps_or_says_that_they_are_too_many() {
    let new = |n: u64, solutions: u64, square| {
        let steps = steps(n, Algorithm::Backtracking, Order::Columns, solutions);
        let grid = StepSheetGrid { square, ..StepSheetGrid::default() };
        StepSheet::new(steps, text(), style(None, "classic"), grid)
    };
    for (n, solutions) in [(4, 1), (6, ALL), (8, 1)] {
        assert_eq!(new(n, solutions, None).unwrap().pages().len(), 1, "N = {n}");
    }
    assert!(matches!(new(8, ALL, None), Err(PageError::TooManyBoards { boards: 4112 })));
    assert!(matches!(new(4, 1, Some(5)), Err(PageError::TooNarrow { smallest: 48, .. })));
    assert!(matches!(new(4, 1, Some(u32::MAX)), Err(PageError::TooWide { .. })));
    assert_eq!(boards(&new(4, 1, Some(40)).unwrap().page(0), 4)[0].width, 160);
}
