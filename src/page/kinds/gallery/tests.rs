//! Tests of gallery pages: many shapes, few boards and many.

use crate::board::BoardSize;
use crate::font::Font;
use crate::page::figure::LEAST_EM;
use crate::page::kinds::gallery_grid::{COMFORTABLE_SIDE, LEAST_SQUARE};
use crate::page::shape::{Shape, Text};
use crate::page::{
    BoardLabel, GalleryContent, GalleryNote, GalleryPage, GalleryText, GalleryTitle, LabelledBoard,
    PageError, PageSize, PageStyle, Theme,
};
use crate::picture::Rect;
use crate::record::BoardState;

fn text(boards: u32) -> GalleryText {
    GalleryText {
        title: Some(GalleryTitle::Count {
            number: boards.to_string(),
            sentence: "ways to put eight queens on a board so that none attacks another".to_owned(),
        }),
        note: Some(GalleryNote {
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

fn layout(n: u64, boards: u32, page: (u32, u32)) -> Result<GalleryPage, PageError> {
    with(n, boards, page, &text(boards), false)
}

fn with(
    n: u64,
    boards: u32,
    (width, height): (u32, u32),
    text: &GalleryText,
    has_scale: bool,
) -> Result<GalleryPage, PageError> {
    let theme = if has_scale { Theme::named("heatmap").unwrap() } else { Theme::default() };
    let style = PageStyle { page: Some(PageSize::Pixels(width, height)), theme, ..PageStyle::default() };
    let content = GalleryContent { labels: labels(boards), text: text.clone(), ..GalleryContent::default() };
    made(n, boards, &style, &content)
}

fn made(n: u64, boards: u32, style: &PageStyle, content: &GalleryContent) -> Result<GalleryPage, PageError> {
    GalleryPage::new(BoardSize::new(n).unwrap(), boards, style, content)
}

fn around_boards(page: &GalleryPage) -> impl Iterator<Item = Shape> {
    page.around_boards.iter().map(|(corner, shape)| shape.clone().moved(*corner))
}

fn texts(page: &GalleryPage) -> impl Iterator<Item = Text> {
    around_boards(page).filter_map(|shape| shape.text().cloned())
}

/// Returns the cells of the scale: all fills except the page.
fn scale(page: &GalleryPage) -> impl Iterator<Item = Rect> {
    around_boards(page).filter_map(|shape| shape.fill()).map(|(area, _)| area).skip(1)
}

/// Returns the rectangles of everything drawn; for texts, the rectangles of their ink.
fn rectangles(page: &GalleryPage, boards: u32) -> Vec<(String, Rect)> {
    let font = Font::default();
    let area = |text: Text| {
        let (letters, em) = (font.weight(text.style.weight), text.style.em);
        let (up, down) = letters.ink_reach(&text.content);
        let (up, down) = ((up * em).floor() as u32, (down * em).floor() as u32);
        let width = letters.pixels(&text.content, em);
        let ink = Rect { x: text.start(width), y: text.baseline - up, width, height: up + down };
        (text.content, ink)
    };
    let (side, labels) = (page.board_width(), labels(boards));
    let mut all = Vec::new();
    assert_eq!(page.corners().count(), boards as usize);
    for (index, ((x, y), label)) in page.corners().zip(&labels).enumerate() {
        all.push((format!("board {}", index + 1), Rect { x, y, width: side, height: side }));
        // Measuring all of many thousands would take long.
        if (index + 1).is_multiple_of(boards as usize / 400 + 1) {
            let board = LabelledBoard {
                board: BoardState::empty(page.size),
                label: Some(label),
                title: String::new(),
            };
            let shapes: Vec<Shape> =
                page.label(&board, (x, y)).map(|(corner, shape)| shape.moved(corner)).collect();
            assert!(!shapes.is_empty() && shapes.iter().all(|shape| shape.text().is_some()));
            all.extend(shapes.iter().filter_map(Shape::text).cloned().map(area));
        }
    }
    assert!([0, 6].contains(&scale(page).count()));
    if let Some(scale) = Rect::around(scale(page)) {
        all.push(("scale".to_owned(), scale));
    }
    let on_page = texts(page).filter(|text| text.style.pen.paper == page.squares.inks.page);
    all.extend(on_page.map(area));
    all
}

fn assert_sound(layout: &GalleryPage, boards: u32) {
    assert!(layout.boards.square >= LEAST_SQUARE);
    let all = rectangles(layout, boards);
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
    assert!(texts(layout).all(|text| text.style.em >= LEAST_EM));
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
                        assert_sound(&layout, boards);
                    }
                    Err(PageError::TooSmall { .. } | PageError::LabelsTooWide { .. }) => {}
                    Err(error) => panic!("{n}, {boards}, {page:?}: {error}"),
                }
            }
        }
    }
    assert!(done > 180, "{done}");
}

#[test]
fn the_title_stands_in_spare_cells() {
    let counts = |page: &GalleryPage| -> Vec<usize> { page.boards.rows.iter().map(Vec::len).collect() };
    let wide = layout(8, 92, (1920, 1080)).unwrap();
    assert_eq!(counts(&wide), [11, 11, 14, 14, 14, 14, 14]);
    assert_eq!(wide.boards.square, 14);
    let a3 = layout(8, 92, (4961, 3508)).unwrap();
    assert_eq!(counts(&a3), [10, 10, 12, 12, 12, 12, 12, 12]);
    // The gaps fill the page.
    let last = wide.boards.rows.last().unwrap().last().unwrap().0;
    assert_eq!(
        (wide.bands().nth(1).map(|(rows, _)| rows.start), last + wide.board_width()),
        (Some(50), 1870)
    );
}

#[test]
fn a_few_boards_are_beside_or_below_their_title() {
    let grid = |n, boards, page| {
        let layout = layout(n, boards, page).unwrap();
        let rows = &layout.boards.rows;
        (rows[0].len(), rows.len(), rows[0][0].0, layout.boards.square)
    };
    assert_eq!(grid(8, 12, (1920, 1080)), (4, 3, 520, 34), "4 × 3, right of 52 units");
    assert_eq!(grid(6, 4, (1920, 1080)).0, 2);
    assert_eq!(grid(8, 12, (1080, 1920)).0, 3, "below the title");
    assert_eq!(grid(5, 10, (1920, 1080)).0, 5);
}

#[test]
fn errors_name_the_page_and_the_number_that_work() {
    let Err(PageError::TooSmall { smallest: None, boards: Some(fewer), .. }) =
        layout(12, 14_200, (1920, 1080))
    else {
        panic!()
    };
    assert!(layout(12, fewer, (1920, 1080)).is_ok() && layout(12, fewer + 1, (1920, 1080)).is_err());
    let Err(PageError::TooSmall { smallest: Some(larger), .. }) = layout(8, 92, (320, 180)) else { panic!() };
    assert!(layout(8, 92, larger).is_ok());
    let long =
        GalleryText { title: Some(GalleryTitle::Text("Queens ".repeat(200))), ..GalleryText::default() };
    assert_eq!(with(8, 92, (1920, 1080), &long, false).err(), Some(PageError::TitleTooLong));
    assert_eq!(with(8, 4, (1920, 1080), &long, false).err(), Some(PageError::TitleTooLong));
}

#[test]
fn other_titles_and_none_have_their_place() {
    for page in PAGES {
        for boards in [1, 4, 12, 13, 92] {
            for title in [None, Some(GalleryTitle::Text("Six queens and more".to_owned()))] {
                let text = GalleryText { title: title.clone(), note: None, origin: None };
                match with(8, boards, page, &text, false) {
                    Ok(layout) => {
                        assert_sound(&layout, boards);
                        assert_eq!(texts(&layout).count() == 0, title.is_none());
                    }
                    Err(PageError::TooSmall { .. } | PageError::TitleTooLong) => {}
                    Err(error) => panic!("{boards}, {page:?}: {error}"),
                }
            }
        }
    }
}

/// Creates a page without a given size, whose labels and title have these numbers of letters.
fn own(n: u64, boards: u32, square: Option<u32>, letters: [usize; 2]) -> Result<GalleryPage, PageError> {
    let [number, title] = letters.map(|letters| "0".repeat(letters));
    let labels = vec![BoardLabel { number, ..BoardLabel::default() }].into_iter().filter(|_| letters[0] > 0);
    let title = Some(GalleryTitle::Text(title)).filter(|_| letters[1] > 0);
    let text = GalleryText { title, ..GalleryText::default() };
    let content = GalleryContent { square, labels: labels.collect(), text, ..GalleryContent::default() };
    made(n, boards, &PageStyle::default(), &content)
}

#[test]
fn grids_are_close_to_four_by_three() {
    for (n, boards, columns, rows) in
        [(8, 92, 11, 9), (8, 12, 4, 3), (8, 1, 1, 1), (4, 2, 2, 1), (10, 724, 31, 24)]
    {
        let page = own(n, boards, None, [0, 0]).unwrap();
        let counts = &page.boards.rows;
        assert_eq!((counts[0].len(), counts.len()), (columns, rows), "{boards} boards");
        assert_eq!(page.corners().count(), boards as usize);
    }
}

#[test]
fn squares_shrink_only_if_necessary() {
    let square = |n, boards| own(n, boards, None, [0, 0]).unwrap().boards.square;
    assert_eq!(square(8, 92), 28);
    assert_eq!(square(10, 724), 24);
    let longest = |square| {
        let page = own(12, 14_200, square, [0, 0]).unwrap();
        page.width.max(page.height)
    };
    assert!(square(12, 14_200) >= 4 && longest(None) <= COMFORTABLE_SIDE);
    assert!(longest(Some(square(12, 14_200) + 1)) > COMFORTABLE_SIDE);
}

#[test]
fn errors_name_what_fits() {
    let with_square = |square| own(12, 14_200, Some(square), [0, 0]);
    let Err(PageError::SquaresTooLarge { fitting }) = with_square(100) else { panic!() };
    assert!(with_square(fitting).is_ok() && with_square(fitting + 1).is_err());
    assert!(matches!(with_square(u32::MAX), Err(PageError::SquaresTooLarge { .. })));
    let too_many = own(16, 14_772_512, None, [0, 0]);
    assert_eq!(too_many.err(), Some(PageError::TooManyBoards { boards: 14_772_512 }));
}

#[test]
fn errors_name_squares_at_which_labels_are_legible() {
    let labelled = |square| own(12, 100, Some(square), [26, 0]);
    let Err(PageError::LabelsTooWide { square: Some(readable) }) = labelled(5) else { panic!() };
    assert!(labelled(readable).is_ok() && labelled(readable - 1).is_err());
    assert_eq!(own(4, 2, None, [0, 900]).err(), Some(PageError::TitleTooLong));
    assert!(own(4, 2, None, [0, 17]).is_ok());
}
