//! Pages of many shapes, with few boards and with many.

use crate::board::BoardSize;
use crate::font::{Font, Weight};
use crate::page::figure::LEAST_EM;
use crate::page::layout::montage::{GridError, HeatScale, LEAST_SQUARE, LabelNeeds, MontageLayout, TextInk};
use crate::page::units::Line;
use crate::page::{BoardLabel, MontageText, MontageTitle, Note};
use crate::picture::Rect;

use super::PageRequest;

fn text(boards: u32) -> MontageText {
    MontageText {
        title: Some(MontageTitle::Count {
            number: boards.to_string(),
            sentence: "ways to put eight queens on a board so that none attacks another".to_owned(),
        }),
        note: Some(Note {
            head: "Bold numbers:".to_owned(),
            is_headline: false,
            text: "the 12 fundamental solutions. Each of the others is a turn or a reflection of one."
                .to_owned(),
        }),
        origin: Some("queenreel gallery 8".to_owned()),
    }
}

fn labels(boards: u32) -> Vec<BoardLabel> {
    let label = |number: String| BoardLabel { number, is_fundamental: true, ..BoardLabel::default() };
    (1..=boards).map(|board| label(board.to_string())).collect()
}

fn layout(n: u64, boards: u32, (width, height): (u32, u32)) -> Result<MontageLayout, GridError> {
    with(n, boards, (width, height), &text(boards), false)
}

fn with(
    n: u64,
    boards: u32,
    (width, height): (u32, u32),
    text: &MontageText,
    has_scale: bool,
) -> Result<MontageLayout, GridError> {
    let font = Font::default();
    let labels = LabelNeeds::of(&labels(boards), &font);
    let size = BoardSize::new(n).unwrap();
    let font = &font;
    PageRequest { size, boards, columns: None, width, height, font, labels, text, has_scale }.layout()
}

/// The rectangles of everything, with the ink of text only.
fn rectangles(layout: &MontageLayout, n: u32, boards: u32) -> Vec<(String, Rect)> {
    let font = Font::default();
    let ink = |x: u32, baseline: u32, em: f32, weight: Weight, text: &str| {
        let (up, down) = font.weight(weight).ink_reach(text);
        let (up, down) = ((up * em).floor() as u32, (down * em).floor() as u32);
        let width = Line { font: &font, em, weight }.width(text);
        Rect { x, y: baseline - up, width, height: up + down }
    };
    let side = layout.square * n;
    let mut all = Vec::new();
    let places = layout.rows.iter().flat_map(|row| row.lefts.iter().map(move |x| (*x, row.y)));
    for ((x, y), number) in places.zip(1..) {
        all.push((format!("board {number}"), Rect { x, y, width: side, height: side }));
        // Measuring all of many thousands would take long.
        if let Some(labels) = layout.labels.filter(|_| number % (boards / 400 + 1) == 0) {
            let text = u32::to_string(&number);
            let area = ink(x, y + side + labels.baseline, labels.number_em, Weight::Bold, &text);
            all.push((format!("label {number}"), area));
        }
    }
    assert_eq!(layout.rows.iter().map(|row| row.lefts.len()).sum::<usize>(), boards as usize);
    if let Some(HeatScale { x, y, cell }) = layout.scale {
        let width = cell * HeatScale::CELLS;
        all.push(("scale".to_owned(), Rect { x, y, width, height: cell }));
    }
    let runs = layout.runs.iter().filter(|run| !matches!(run.ink, TextInk::OnHeat(_)));
    all.extend(runs.map(|run| (run.text.clone(), ink(run.x, run.baseline, run.em, run.weight, &run.text))));
    all
}

fn assert_sound(layout: &MontageLayout, n: u32, boards: u32) {
    assert!(layout.square >= LEAST_SQUARE);
    let all = rectangles(layout, n, boards);
    for (name, area) in &all {
        let inside = area.right() <= layout.width && area.y + area.height <= layout.height;
        assert!(inside, "{name} is cut: {area:?} on {}×{}", layout.width, layout.height);
    }
    // Boards are in a grid; comparing each with the next few is enough.
    for (index, (name, area)) in all.iter().enumerate() {
        let others =
            if all.len() < 400 { &all[index + 1..] } else { &all[index + 1..all.len().min(index + 6)] };
        for (other, beside) in others {
            assert_eq!(
                area.shared(*beside),
                None,
                "{name} and {other} on {}×{}",
                layout.width,
                layout.height
            );
        }
    }
    assert!(layout.runs.iter().all(|run| run.em >= LEAST_EM));
}

const PAGES: [(u32, u32); 9] = [
    (1920, 1080),
    (1080, 1080),
    (1080, 1920),
    (2480, 3508),
    (4961, 3508),
    (8192, 8192),
    (640, 360),
    (2560, 1080),
    (8000, 1000),
];

#[test]
fn nothing_overlaps_and_nothing_is_cut() {
    let numbers =
        [(1, 1), (4, 2), (8, 3), (8, 5), (5, 10), (8, 12), (8, 13), (8, 17), (7, 40), (8, 92), (9, 352)];
    let mut done = 0;
    for page in PAGES {
        for (n, boards) in numbers.into_iter().chain([(10, 724), (11, 2680), (12, 14_200), (64, 7)]) {
            for has_scale in [false, true] {
                match with(n, boards, page, &text(boards), has_scale) {
                    Ok(layout) => {
                        done += 1;
                        assert_sound(&layout, n as u32, boards);
                    }
                    Err(GridError::PageTooSmall { .. } | GridError::WideLabels) => {}
                    Err(error) => panic!("{n}, {boards}, {page:?}: {error}"),
                }
            }
        }
    }
    assert!(done > 180, "{done}");
}

#[test]
fn the_title_stands_in_spare_cells() {
    let counts =
        |layout: &MontageLayout| -> Vec<usize> { layout.rows.iter().map(|row| row.lefts.len()).collect() };
    let wide = layout(8, 92, (1920, 1080)).unwrap();
    assert_eq!(counts(&wide), [11, 11, 14, 14, 14, 14, 14]);
    assert_eq!(wide.square, 14);
    let a3 = layout(8, 92, (4961, 3508)).unwrap();
    assert_eq!(counts(&a3), [10, 10, 12, 12, 12, 12, 12, 12]);
    // The gaps fill the page.
    let last = wide.rows.last().unwrap().lefts.last().unwrap();
    assert_eq!((wide.rows[0].y, last + 8 * wide.square), (50, 1870));
}

#[test]
fn a_few_boards_are_beside_or_below_their_title() {
    let grid = |n, boards, page| {
        let layout = layout(n, boards, page).unwrap();
        (layout.rows[0].lefts.len(), layout.rows.len(), layout.rows[0].lefts[0], layout.square)
    };
    assert_eq!(grid(8, 12, (1920, 1080)), (4, 3, 520, 34), "4 × 3, right of 52 units");
    assert_eq!(grid(6, 4, (1920, 1080)).0, 2);
    assert_eq!(grid(8, 12, (1080, 1920)).0, 3, "below the title");
    assert_eq!(grid(5, 10, (1920, 1080)).0, 5);
}

#[test]
fn errors_name_the_page_and_the_number_that_work() {
    let Err(GridError::PageTooSmall { larger: None, fewer: Some(fewer), .. }) =
        layout(12, 14_200, (1920, 1080))
    else {
        panic!()
    };
    assert!(layout(12, fewer, (1920, 1080)).is_ok() && layout(12, fewer + 1, (1920, 1080)).is_err());
    let Err(GridError::PageTooSmall { larger: Some(larger), .. }) = layout(8, 92, (320, 180)) else {
        panic!()
    };
    assert!(layout(8, 92, larger).is_ok());
    let long =
        MontageText { title: Some(MontageTitle::Text("Queens ".repeat(200))), ..MontageText::default() };
    assert_eq!(with(8, 92, (1920, 1080), &long, false), Err(GridError::LongTitle));
    assert_eq!(with(8, 4, (1920, 1080), &long, false), Err(GridError::LongTitle));
}

#[test]
fn other_titles_and_none_have_their_place() {
    for page in PAGES {
        for boards in [1, 4, 12, 13, 92] {
            for title in [None, Some(MontageTitle::Text("Six queens and more".to_owned()))] {
                let text = MontageText { title: title.clone(), note: None, origin: None };
                match with(8, boards, page, &text, false) {
                    Ok(layout) => {
                        assert_sound(&layout, 8, boards);
                        assert_eq!(layout.runs.is_empty(), title.is_none());
                    }
                    Err(GridError::PageTooSmall { .. } | GridError::LongTitle) => {}
                    Err(error) => panic!("{boards}, {page:?}: {error}"),
                }
            }
        }
    }
}
