//! Descriptions of cards: their texts, and whether everything fits.

use queenreel::internals::draw::canvas;
use queenreel::internals::font::{Font, Weight};
use queenreel::internals::page::scene::Tag;
use queenreel::internals::page::{CardResult, EndCard, Page, PageError, PageStyle, Piece, Theme, TitleCard};
use queenreel::internals::picture::Rect;
use queenreel::record::{BoardState, Counter};

use crate::common::known::{all_solutions, size};
use crate::common::sample::sampled;
use crate::common::shown;

/// From small boards to screens, upright and landscape.
const SIDES: [(u32, u32); 14] = [
    (240, 240),
    (240, 180),
    (180, 240),
    (320, 320),
    (480, 480),
    (640, 360),
    (540, 960),
    (800, 200),
    (1024, 576),
    (1080, 1080),
    (1080, 1920),
    (1280, 720),
    (1920, 1080),
    (3840, 2160),
];

const TITLES: [&str; 4] = [
    "Four",
    "Backtracking search for 64 queens",
    "ÀÉÎÕÜ gjpqy: a title with accents above and letters below, so long that it takes several lines",
    "forward-checking-without-a-space-in-its-whole-name",
];

fn title_card(n: u64, title: &str) -> TitleCard {
    let task = format!("Place {n} queens on an {n}×{n} board so that no two attack each other.");
    let method = "Backtracking tests squares one by one and continues from the first safe one.".to_owned();
    TitleCard { title: title.to_owned(), task, method, board: BoardState::empty(size(n)) }
}

fn result(n: u64, rank: Option<usize>) -> CardResult {
    let counters = [
        (Counter::Tests, 123_456_789),
        (Counter::Placements, 1),
        (Counter::Backtracks, 10_000),
        (Counter::Pruned, 999),
    ];
    CardResult {
        board: BoardState { queens: all_solutions(n)[0].queens(), ..BoardState::empty(size(n)) },
        rank,
        head: if rank.is_some() { "forward-checking".to_owned() } else { "No solution yet".to_owned() },
        note: "a8 b4 c1 d3 e6 f2 g7 h5".to_owned(),
        counters: counters.to_vec(),
    }
}

fn end_card(n: u64, lanes: usize, title: &str) -> EndCard {
    let results = match lanes {
        1 => vec![result(n, None)],
        _ => (1..=lanes).map(|rank| result(n, Some(rank).filter(|rank| *rank < 4))).collect(),
    };
    EndCard { title: title.to_owned(), results }
}

/// Checks that everything is on the page, uncut and without overlaps; returns the texts.
fn assert_in_place(page: &Page, what: &str) -> Vec<String> {
    let whole = Rect { x: 0, y: 0, width: page.width, height: page.height };
    let mut areas: Vec<(Rect, &str)> = Vec::new();
    for line in shown::texts(page) {
        let (text, style) = (&line.text.content, line.text.style);
        let wide = page.font.weight(style.weight).pixels(text, style.em);
        assert!(line.text.left + wide <= line.area.width, "{what}: '{text}' is cut");
        assert_eq!((line.text.left, line.text.width), (0, line.area.width), "{what}: '{text}'");
        assert!(style.em >= 11.0, "{what}: '{text}' has an em of {}", style.em);
        areas.push((line.area, text));
    }
    let medals = shown::items(page, |tag| tag == Tag::Plain);
    areas.extend(medals.map(|(_, item)| (item.area, "a medal")));
    areas.extend(shown::squares(page).into_iter().map(|area| (area, "a square")));
    for (index, (area, text)) in areas.iter().enumerate() {
        assert_eq!(area.shared(whole), Some(*area), "{what}: '{text}' leaves the page");
        let other = areas[..index].iter().find(|(other, _)| other.overlaps(*area));
        assert!(other.is_none(), "{what}: '{text}' at {area:?} lies over {other:?}");
    }
    let known = [Tag::Text, Tag::Plain, Tag::Square];
    assert!(shown::items(page, |tag| !known.contains(&tag)).next().is_none(), "{what}: all is looked at");
    shown::words(page)
}

/// The characters of a text without its spaces, since words may be split.
fn letters(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

#[test]
fn every_word_of_a_title_card_is_on_the_page() {
    for sides in sampled(2, SIDES) {
        for n in [1, 8, 64] {
            for title in TITLES {
                let what = format!("{sides:?}, {n}, {title}");
                let card = title_card(n, title);
                let page = Page::of_title_card(sides, &PageStyle::default(), &card).expect(&what);
                let words = assert_in_place(&page, &what);
                let all = [&card.title, &card.task, &card.method].map(|text| letters(text)).concat();
                assert_eq!(letters(&words.concat()), all, "{what}");
                // Films of 64 queens are at least 512 pixels wide; smaller cards may leave out the board.
                let squares = shown::squares(&page).len() as u64;
                assert!(squares == n * n || squares == 0 && n == 64 && sides.0.min(sides.1) < 512, "{what}");
            }
        }
    }
}

#[test]
fn every_result_of_an_end_card_is_on_the_page() {
    let style = PageStyle::default();
    for sides in sampled(2, SIDES) {
        // Four results do not fit on the smallest pages.
        let most = if sides.0.min(sides.1) < 320 { 1 } else { 4 };
        for (n, lanes) in [(1, 1), (8, 1), (8, most), (4, most.min(3)), (12, most.min(2))] {
            for title in TITLES {
                let what = format!("{sides:?}, {lanes} with {n}, {title}");
                let card = end_card(n, lanes, title);
                let page = Page::of_end_card(sides, size(n), &style, &card).expect(&what);
                let words = assert_in_place(&page, &what);
                assert!(letters(&words.concat()).starts_with(&letters(title)), "{what}: {words:?}");
                for word in ["123,456,789", "tests", "placement", "backtracks", "pruned"] {
                    assert_eq!(words.iter().filter(|text| *text == word).count(), lanes, "{what}: {word}");
                }
                assert_eq!(shown::squares(&page).len() as u64, n * n * lanes as u64, "{what}");
                let medals: Vec<&str> =
                    shown::medals(&page).into_iter().map(|(_, sign)| sign.text.as_str()).collect();
                let ranked = if lanes > 1 { lanes.min(3) } else { 0 };
                let ranks: Vec<String> = (1..=ranked).map(|rank| rank.to_string()).collect();
                assert_eq!(medals, ranks, "{what}");
            }
        }
    }
}

#[test]
fn results_stand_in_the_order_of_finish() {
    let card = end_card(8, 4, "Race");
    for (sides, is_across) in [((1280, 720), true), ((1080, 1920), false)] {
        let page = Page::of_end_card(sides, size(8), &PageStyle::default(), &card).unwrap();
        let corners: Vec<_> =
            shown::squares(&page).into_iter().step_by(64).map(|area| (area.x, area.y)).collect();
        let along = |corner: &(u32, u32)| if is_across { corner.0 } else { corner.1 };
        assert!(corners.windows(2).all(|pair| along(&pair[0]) < along(&pair[1])), "{corners:?}");
        let across = |corner: &(u32, u32)| if is_across { corner.1 } else { corner.0 };
        assert!(corners.iter().all(|corner| across(corner) == across(&corners[0])), "{corners:?}");
    }
}

#[test]
fn larger_pages_have_larger_text_and_boards() {
    let side = |sides| {
        let page = Page::of_end_card(sides, size(8), &PageStyle::default(), &end_card(8, 1, "Four")).unwrap();
        let em = shown::texts(&page).iter().map(|line| line.text.style.em).fold(0.0, f32::max);
        (shown::squares(&page)[0].width, em)
    };
    let [small, middle, large] = [(240, 240), (480, 480), (1080, 1080)].map(side);
    assert!(small.0 < middle.0 && middle.0 < large.0 && small.1 < middle.1 && middle.1 < large.1);
    assert!(small.0 >= 12 && large.0 >= 67, "{small:?}, {large:?}");
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let style = PageStyle::default();
    let of_title = |sides, title: &str| Page::of_title_card(sides, &style, &title_card(8, title)).map(|_| ());
    let small = PageError::CardTooSmall { width: 60, height: 60 };
    assert_eq!(of_title((60, 60), "Four"), Err(small));
    assert_eq!(of_title((480, 480), &"word ".repeat(300)), Err(PageError::TitleTooLong));
    assert_eq!(of_title((480, 480), "\u{1f451}"), Err(PageError::NoGlyph('\u{1f451}')));
    let end = Page::of_end_card((60, 60), size(8), &style, &end_card(8, 1, "Four")).map(|_| ());
    assert_eq!(end, Err(small));
}

#[test]
fn cards_have_few_colours_with_every_theme_and_piece() {
    for name in Theme::names() {
        for piece in [Piece::Black, Piece::White] {
            let theme = Theme::named(name).unwrap();
            let style = PageStyle { theme, piece: Some(piece), ..PageStyle::default() };
            let title = Page::of_title_card((640, 360), &style, &title_card(8, "Four")).unwrap();
            let end = Page::of_end_card((640, 360), size(8), &style, &end_card(8, 3, "Race")).unwrap();
            for page in [title, end] {
                let colours = canvas(&page).palette.len();
                assert!(colours <= 255, "{name}, {piece:?}: {colours}");
            }
        }
    }
}

#[test]
fn a_font_of_one_weight_has_room_as_well() {
    let font = Font::default().weight(Weight::Bold).clone();
    let style = PageStyle { font, ..PageStyle::default() };
    for sides in [(240, 240), (1280, 720)] {
        let page = Page::of_title_card(sides, &style, &title_card(8, TITLES[1])).unwrap();
        assert_in_place(&page, &format!("{sides:?}"));
    }
}
