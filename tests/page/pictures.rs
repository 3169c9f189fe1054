//! Every frame of GIFs and PNG sequences, decoded and compared with the solver's board.

use std::io::Cursor;
use std::time::Duration;

use image::{Frame, RgbaImage};
use queenreel::board::{Placement, Square, SquareNames};
use queenreel::encode::{Compression, EncodeOptions, Encoder, Format, Plays, write_png};
use queenreel::internals::draw::{Painter, canvas};
use queenreel::internals::export::{PngFrames, Series};
use queenreel::internals::page::scene::Tag;
use queenreel::internals::page::shape::Shape;
use queenreel::internals::page::square::Ground;
use queenreel::internals::page::{CaptionSpace, Page, PageStyle, PanelContent, Theme};
use queenreel::internals::picture::{Rect, Rgb};
use queenreel::record::{
    Attack, BoardState, CaptionText, Mark, Narrator, Recorder, Schedule, ScheduleOptions,
};
use queenreel::search::Order;

use crate::common::board_reader::{self, Reader};
use crate::common::decode::gif_frames;
use crate::common::films::{self, boards, ordered_events};
use crate::common::known::size;
use crate::common::painting::BoardPainter;
use crate::common::pixels::{Pixels, holds};
use crate::common::sample::sampled;
use crate::common::shown;

fn style(width: u32) -> PageStyle {
    PageStyle { width: Some(width), ..PageStyle::default() }
}

fn film(n: u64, solutions: u64, order: Order, page: Page, encoder: Box<dyn Encoder + '_>) {
    let schedule = Schedule::of(ordered_events(n, solutions, order), &ScheduleOptions::default()).unwrap();
    let recorder = Recorder::new(size(n), &schedule, Narrator::of_unknown_search(size(n)));
    films::film(recorder, page, encoder, ordered_events(n, solutions, order)).unwrap();
}

fn gif(n: u64, solutions: u64, order: Order, style: &PageStyle, options: EncodeOptions) -> Vec<u8> {
    let mut out = Vec::new();
    let page = Page::of_board(size(n), style).unwrap();
    let gif = Format::Gif.open(&mut out, &canvas(&page), &options).unwrap();
    film(n, solutions, order, page, gif);
    out
}

/// Checks that the frames of a film show exactly the boards of its search.
fn assert_show_search(
    mut frames: impl Iterator<Item = RgbaImage>,
    n: u64,
    solutions: u64,
    order: Order,
    style: &PageStyle,
) {
    let mut reader = Reader::new(size(n), &style.theme);
    for (number, board) in boards(n, solutions, order).iter().enumerate() {
        let frame = frames.next().expect("a frame for every step");
        let expected = board_reader::expected(board, style.highlight);
        assert_eq!(reader.read(&frame), expected, "frame {number} of the search for {n}");
    }
    assert!(frames.next().is_none(), "no frame too many");
}

fn assert_gif_shows_search(n: u64, solutions: u64, order: Order, style: &PageStyle, options: EncodeOptions) {
    let bytes = gif(n, solutions, order, style, options);
    assert_show_search(gif_frames(&bytes).map(Frame::into_buffer), n, solutions, order, style);
}

#[test]
fn every_frame_of_a_gif_shows_the_board_of_its_event() {
    for n in [1, 2, 3, 4, 5, 6] {
        for order in [Order::Columns, Order::Rows] {
            assert_gif_shows_search(n, u64::MAX, order, &style(240), EncodeOptions::default());
        }
    }
    assert_gif_shows_search(8, 1, Order::Columns, &style(480), EncodeOptions::default());
}

#[test]
fn the_whole_search_for_eight_queens_is_in_its_gif() {
    let plain = PageStyle { highlight: false, ..style(160) };
    assert_gif_shows_search(8, u64::MAX, Order::Columns, &plain, EncodeOptions::default());
    assert_gif_shows_search(8, u64::MAX, Order::Columns, &style(160), EncodeOptions::default());
}

#[test]
fn every_theme_size_and_option_shows_the_same_boards() {
    for name in sampled(3, Theme::names().filter(|name| Theme::named(name).unwrap().heat().is_none())) {
        for coordinates in [false, true] {
            for highlight in [false, true] {
                for width in [145, 240, 487] {
                    let theme = Theme::named(name).unwrap();
                    let style = PageStyle { theme, coordinates, highlight, ..style(width) };
                    assert_gif_shows_search(4, u64::MAX, Order::Columns, &style, EncodeOptions::default());
                }
            }
        }
    }
}

#[test]
fn heat_maps_show_how_many_queens_attack_each_square() {
    let theme = Theme::named("heatmap").unwrap();
    let (heat, inks) = (theme.heat().unwrap().colours().to_vec(), theme.inks());
    let style = PageStyle { theme, highlight: false, ..style(250) };
    let bytes = gif(5, u64::MAX, Order::Columns, &style, EncodeOptions::default());
    let frames = gif_frames(&bytes);
    for (frame, board) in frames.zip(boards(5, u64::MAX, Order::Columns)) {
        for square in board.size.squares() {
            let attackers = board.queens.iter().filter(|queen| queen.attacks(square)).count();
            let level = if board.queens.contains(square) { 5 } else { attackers.min(4) };
            let (x, y) = (50 * u32::from(square.column - 1), 50 * u32::from(square.row - 1));
            let at = |dx: u32, dy: u32| {
                let pixel = frame.buffer().get_pixel(x + dx, y + dy).0;
                Rgb([pixel[0], pixel[1], pixel[2]])
            };
            for (dx, dy) in [(0, 0), (48, 0), (3, 25), (0, 48), (48, 48)] {
                assert_eq!(at(dx, dy), heat[level], "{square:?}");
            }
            // Hairlines separate the cells, and queens are drawn on their squares.
            assert_eq!([at(49, 20), at(20, 49), at(49, 49)], [inks.rule; 3], "{square:?}");
            let inked = (0..48).flat_map(|dx| (0..48).map(move |dy| (dx, dy)));
            let inked = inked.filter(|(dx, dy)| at(*dx, *dy) == inks.ink).count();
            assert_eq!(inked > 48 * 48 / 8, level == 5, "{square:?}");
            assert!(level == 5 || inked == 0, "{square:?}");
        }
    }
}

#[test]
fn heat_maps_frame_marked_squares() {
    let style = PageStyle { theme: Theme::named("heatmap").unwrap(), ..style(240) };
    let mut scene = BoardState::empty(size(4));
    let square = Square::new(2, 3);
    scene.queens.insert(square);
    let plain = scene.clone();
    scene.marks.push((square, Mark::Placed));
    let differing = differing(&style, &plain, &scene);
    assert!((4 * 50..60 * 60 / 4).contains(&differing), "a frame, not a fill: {differing} pixels");
}

#[test]
fn full_frames_show_the_same_boards() {
    let options = EncodeOptions { full_frames: true, ..EncodeOptions::default() };
    assert_gif_shows_search(6, 1, Order::Columns, &style(241), options);
    let bytes = gif(6, 1, Order::Columns, &style(241), options);
    let mut decoder = gif::DecodeOptions::new().read_info(Cursor::new(bytes)).unwrap();
    while let Some(frame) = decoder.next_frame_info().unwrap() {
        assert_eq!((frame.width, frame.height), (241, 241));
    }
}

#[test]
fn partial_frames_are_tight() {
    let mut painter = BoardPainter::new(size(5), &style(203)).unwrap();
    let mut before: Option<Pixels> = None;
    for board in boards(5, u64::MAX, Order::Columns) {
        let picture = painter.paint_scene(&board);
        let after = Pixels::of(&picture);
        if let Some(before) = &before {
            let differs = |x: u32, y: u32| before.at(x, y) != after.at(x, y);
            for (x, y) in (0..after.height).flat_map(|y| (0..after.width).map(move |x| (x, y))) {
                let inside = picture.changes.iter().filter(|change| holds(change.area, x, y)).count();
                assert!(inside <= 1, "changes do not overlap");
                assert!(!differs(x, y) || inside == 1, "nothing else changes");
            }
            for area in picture.changes.iter().map(|change| change.area) {
                let changed = after.bounds(|x, y, _| holds(area, x, y) && differs(x, y));
                assert_eq!(changed, Some(area), "tight at all sides");
            }
        }
        before = Some(after);
    }
}

/// The number of pixels in which two states of the first square of an 8×8 board differ.
fn differing(style: &PageStyle, a: &BoardState, b: &BoardState) -> usize {
    let [a, b] = [a, b].map(|scene| Pixels::painted_scene(scene, style).colours);
    a.iter().zip(b).filter(|(a, b)| **a != *b).count()
}

#[test]
fn states_differ_in_shape_as_well_as_in_colour() {
    let square = Square::new(1, 1);
    // In a theme whose papers are equal, only shapes are left.
    let theme = Theme::default();
    let [placed, removed, solution, conflict, dark] = [theme.light; 5];
    let theme = Theme { placed, removed, solution, conflict, dark, ..theme };
    let style = PageStyle { theme, ..style(480) };
    // Dead ends are not marked without a caption.
    let looks = Look::all().into_iter().filter(|look| {
        let is_left_out = matches!(look.mark, Some(Mark::DeadEnd | Mark::Tried | Mark::Refused));
        !(is_left_out || look.attacks || look.attacked || look.ruled_out)
    });
    let looks: Vec<BoardState> = looks.map(|look| look.scene(square, 8)).collect();
    for (index, a) in looks.iter().enumerate() {
        for b in &looks[..index] {
            assert!(differing(&style, a, b) > 40, "{:?} looks like {:?}", a.marks, b.marks);
        }
    }
}

/// The state of a square in the middle of a board: whether it has a queen, whether that attacks another square,
/// its mark, whether a queen elsewhere attacks it, and whether it is ruled out.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "all of them are independent")]
struct Look {
    queen: bool,
    attacks: bool,
    mark: Option<Mark>,
    attacked: bool,
    ruled_out: bool,
}

impl Look {
    fn scene(self, square: Square, n: u64) -> BoardState {
        let mut scene = BoardState::empty(size(n));
        scene.queens.extend(self.queen.then_some(square));
        scene.queens.extend(self.attacked.then(|| Square::new(1, square.column)));
        scene.ruled_out.extend(self.ruled_out.then_some(square));
        let attack = Attack::new(square, Square::new(square.row, 5));
        scene.attacks.extend(attack.into_iter().filter(|_| self.attacks));
        scene.marks.extend(self.mark.map(|mark| (square, mark)));
        scene
    }

    /// Every state that a step may show.
    fn all() -> Vec<Self> {
        let bare = Self::default();
        let queen = Self { queen: true, ..bare };
        let mut looks = vec![
            bare,
            queen,
            Self { attacks: true, ..queen },
            Self { attacked: true, ..bare },
            Self { ruled_out: true, ..bare },
            Self { attacked: true, mark: Some(Mark::DeadEnd), ..bare },
        ];
        for mark in [Mark::Placed, Mark::PlacedInConflict, Mark::Solution, Mark::Conflict, Mark::Safe] {
            looks.push(Self { mark: Some(mark), ..queen });
        }
        for mark in [Mark::Removed, Mark::Conflict, Mark::Safe, Mark::DeadEnd, Mark::Tried, Mark::Refused] {
            looks.push(Self { mark: Some(mark), ..bare });
        }
        looks
    }
}

/// The backgrounds of the figures on a square of a page.
fn grounds(page: &Page, square: usize) -> Vec<Ground> {
    let (_, item) = shown::items(page, |tag| tag == Tag::Square).nth(square).unwrap();
    let ground = |shape: &Shape| match shape {
        Shape::Figure(ground, _) => Some(*ground),
        _ => None,
    };
    item.drawing.shapes().filter_map(ground).collect()
}

#[test]
fn one_ink_tells_all_states_apart_in_black_and_white() {
    let mut faults = Vec::new();
    // Like a photocopy of squares of this side in pixels, on boards with space for a caption, without which dead
    // ends are not marked.
    for (side, n) in [(20, 27), (36, 15), (60, 9), (110, 5)] {
        let narrator = Narrator::of_unknown_search(size(n));
        let caption = Some(CaptionSpace::of(&narrator, SquareNames::Chess, CaptionText::default()));
        let panels = PanelContent { caption, ..PanelContent::default() };
        let theme = Theme::named("ink").unwrap();
        let width = Some(n as u32 * side);
        let style = PageStyle { theme, attacks: true, panels, width, ..PageStyle::default() };
        // A light square, and a dark one.
        for (square, dark) in [(Square::new(3, 3), false), (Square::new(3, 2), true)] {
            let mut page = Page::of_board(size(n), &style).unwrap();
            let slot = usize::from(square.row - 1) * n as usize + usize::from(square.column - 1);
            let area = shown::squares(&page)[slot];
            let mut figures = 0;
            let look_at = |look: Look| {
                page.show_board(&look.scene(square, n));
                let grounds = grounds(&page, slot);
                assert!(grounds.iter().all(|ground| ground.dark == dark));
                figures += grounds.len();
                let pixels = Pixels::of(&Painter::new(&page).paint(&page)).part(area);
                let light = |colour: &Rgb| colour.0.iter().map(|byte| u32::from(*byte)).sum::<u32>();
                (look, pixels.iter().map(|colour| light(colour) < 384).collect())
            };
            let looks: Vec<(Look, Vec<bool>)> = Look::all().into_iter().map(look_at).collect();
            assert!(figures > 0, "figures say what they are drawn on");
            for (index, (a, seen_a)) in looks.iter().enumerate() {
                for (b, seen_b) in &looks[..index] {
                    let differing = seen_a.iter().zip(seen_b).filter(|(a, b)| a != b).count();
                    // A dot is the smallest figure.
                    let least = (side * side / 500).max(4) as usize;
                    if differing < least {
                        faults.push(format!("{side}, {dark}: {differing} pixels, {a:?} and {b:?}"));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The pixels of a square whose side is 60 pixels.
fn square_of(picture: &Pixels, row: u32, column: u32) -> Vec<Rgb> {
    picture.part(Rect { x: 60 * column, y: 60 * row, width: 60, height: 60 })
}

#[test]
fn only_edge_squares_have_coordinates() {
    let [plain, labelled] = [false, true].map(|coordinates| {
        Pixels::painted_scene(&BoardState::empty(size(8)), &PageStyle { coordinates, ..style(480) })
    });
    let changed_in = |row: u32, column: u32| -> Vec<(u32, u32)> {
        let [plain, labelled] = [&plain, &labelled].map(|picture| square_of(picture, row, column));
        let changed =
            (0..).zip(plain.into_iter().zip(labelled)).filter(|(_, (plain, labelled))| plain != labelled);
        changed.map(|(place, _)| (place % 60, place / 60)).collect()
    };
    for row in 0..8 {
        for column in 0..8 {
            let on_edge = row == 7 || column == 0;
            assert_eq!(changed_in(row, column).len() > 5, on_edge, "row {row}, column {column}");
        }
    }
    assert!(changed_in(7, 0).len() > changed_in(7, 1).len(), "the corner has a number and a letter");
    // Numbers are in the lower left corner of their square, letters in the lower right one.
    assert!(changed_in(0, 0).into_iter().all(|(x, y)| x < 20 && y > 40), "the number of the first row");
    assert!(changed_in(7, 7).into_iter().all(|(x, y)| x > 40 && y > 40), "the letter of the last column");
    let corner = changed_in(7, 0);
    assert!(corner.iter().any(|(x, _)| *x < 20) && corner.iter().any(|(x, _)| *x > 40), "both");
    assert!(corner.iter().all(|(x, y)| (*x < 20 || *x > 40) && *y > 40), "each in its corner");
}

#[test]
fn numbered_rows_count_from_the_top() {
    // On a board with an odd number of rows, the first and the last have the same colours.
    let [chess, numbers] = [SquareNames::Chess, SquareNames::Numbers].map(|names| {
        let style = PageStyle { coordinates: true, names, ..style(420) };
        Pixels::painted_scene(&BoardState::empty(size(7)), &style)
    });
    for row in 1..6 {
        assert!(square_of(&numbers, row, 0) == square_of(&chess, 6 - row, 0), "{row}");
        assert!(square_of(&numbers, row, 1) == square_of(&chess, row, 1), "{row}");
    }
    for column in 1..7 {
        assert!(square_of(&numbers, 6, column) != square_of(&chess, 6, column), "a number, no letter");
    }
}

#[test]
fn a_board_is_centred_on_its_page() {
    let page = "800x600".parse().unwrap();
    let style = PageStyle { page: Some(page), width: Some(400), ..style(400) };
    let bytes = gif(5, 1, Order::Columns, &style, EncodeOptions::default());
    let frames = gif_frames(&bytes);
    for (frame, board) in frames.zip(boards(5, 1, Order::Columns)) {
        assert_eq!(frame.buffer().dimensions(), (800, 600));
        let cut = image::imageops::crop_imm(frame.buffer(), 200, 100, 400, 400).to_image();
        let seen = board_reader::read(&cut, board.size, &style.theme);
        assert_eq!(seen, board_reader::expected(&board, style.highlight));
        let page = style.theme.page.0;
        for (x, y) in [(0, 0), (199, 300), (600, 300), (400, 99), (400, 500), (799, 599)] {
            assert_eq!(frame.buffer().get_pixel(x, y).0[..3], page, "({x}, {y})");
        }
    }
}

#[test]
fn squares_divide_the_pixels_evenly_and_queens_have_one_size() {
    let queens: Placement = "2413".parse().unwrap();
    let scene = BoardState { marks: Vec::new(), ..BoardState::position(queens.size(), queens.queens()) };
    let mut painter = BoardPainter::new(queens.size(), &style(203)).unwrap();
    let picture = painter.paint_scene(&scene);
    let first_row = &picture.pixels[..203];
    let runs: Vec<usize> = first_row.chunk_by(|a, b| a == b).map(<[u8]>::len).collect();
    assert_eq!(runs, [50, 51, 51, 51]);
    let ink = picture.canvas.palette.iter().position(|colour| *colour == Theme::default().queen).unwrap();
    let in_columns = |columns: std::ops::Range<usize>| {
        let inked =
            |row: &[u8]| row[columns.clone()].iter().filter(|pixel| usize::from(**pixel) == ink).count();
        picture.pixels.chunks(203).map(inked).sum::<usize>()
    };
    let counts = [0..50, 50..101, 101..152, 152..203].map(in_columns);
    assert!(counts.iter().all(|count| *count == counts[0] && *count > 0), "{counts:?}");
}

#[test]
fn gif_delays_follow_the_running_total_and_never_go_below_two() {
    let mut out = Vec::new();
    let mut painter = BoardPainter::new(size(1), &style(64)).unwrap();
    let mut gif = Format::Gif.open(&mut out, painter.canvas(), &EncodeOptions::default()).unwrap();
    let scene = BoardState::empty(size(1));
    for _ in 0..1000 {
        gif.write(&painter.paint_scene(&scene), Duration::from_micros(33_333)).unwrap();
    }
    gif.write(&painter.paint_scene(&scene), Duration::from_millis(1)).unwrap();
    gif.finish().unwrap();
    let delays: Vec<u128> =
        gif_frames(&out).map(|frame| Duration::from(frame.delay()).as_millis() / 10).collect();
    assert_eq!(delays[..1000].iter().sum::<u128>(), 3333);
    assert!(delays[..1000].iter().all(|delay| (3..=4).contains(delay)));
    assert_eq!(delays[1000..], [2]);
}

#[test]
fn loops_are_counted_in_plays() {
    // A GIF stores the number of repetitions, and nothing for a single play.
    let cases =
        [(None, Some(0), 0), (Some(1), None, 1), (Some(2), Some(1), 2), (Some(65_536), Some(65_535), 65_536)];
    for (times, repeats, plays) in cases {
        let number = |format: Format, name: &[u8], at: usize| -> Option<[u8; 4]> {
            let plays = times.map_or(Plays::Forever, |times| Plays::times(times).unwrap());
            let mut painter = BoardPainter::new(size(1), &style(64)).unwrap();
            let mut out = Vec::new();
            let options = EncodeOptions { plays, ..EncodeOptions::default() };
            let mut film = format.open(&mut out, painter.canvas(), &options).unwrap();
            film.write(&painter.paint_scene(&BoardState::empty(size(1))), Duration::from_secs(1)).unwrap();
            film.finish().unwrap();
            let found = out.windows(name.len()).position(|window| window == name)?;
            out[found + name.len() + at..].first_chunk().copied()
        };
        let gif = number(Format::Gif, b"NETSCAPE2.0", 2);
        assert_eq!(gif.map(|[low, high, ..]| u16::from_le_bytes([low, high])), repeats, "{times:?}");
        assert_eq!(number(Format::Apng, b"acTL", 4).map(u32::from_be_bytes), Some(plays), "{times:?}");
        let webp = number(Format::WebP, b"ANIM", 8).map(|[low, high, ..]| u16::from_le_bytes([low, high]));
        assert_eq!(webp, Some(plays.min(65_535) as u16), "{times:?}");
    }
}

#[test]
fn single_pictures_are_small() {
    let (_, bytes) = png("15863724", &style(480));
    assert!(bytes.len() < 6_000, "{}", bytes.len());
}

#[test]
fn films_are_small() {
    let films =
        [(false, 1, 55_000), (false, u64::MAX, 900_000), (true, 1, 236_000), (true, u64::MAX, 4_780_000)];
    for (highlight, solutions, most) in films {
        let style = PageStyle { highlight, ..style(480) };
        let bytes = gif(8, solutions, Order::Columns, &style, EncodeOptions::default()).len();
        assert!(bytes <= most, "{bytes} with marks: {highlight}, up to {solutions} solutions");
    }
}

#[test]
fn every_picture_of_a_png_sequence_shows_the_board_of_its_event() {
    for (n, solutions, width) in [(4, u64::MAX, 240), (6, 1, 250), (8, 1, 480)] {
        let directory = tempfile::tempdir().unwrap();
        let names = Series::Frames.names(boards(n, solutions, Order::Columns).len() as u64);
        let page = Page::of_board(size(n), &style(width)).unwrap();
        let frames = PngFrames::new(directory.path().to_owned(), names, Compression::Normal);
        film(n, solutions, Order::Columns, page, Box::new(frames));
        let files = (1..).map(|number| directory.path().join(format!("frame-{number:04}.png")));
        let written = std::fs::read_dir(directory.path()).unwrap().count();
        let pictures = files.take(written).map(|path| image::open(path).unwrap().into_rgba8());
        assert_show_search(pictures, n, solutions, Order::Columns, &style(width));
    }
}

fn png(placement: &str, style: &PageStyle) -> (BoardState, Vec<u8>) {
    let placement: Placement = placement.parse().unwrap();
    let scene = BoardState::position(placement.size(), placement.queens());
    let mut painter = BoardPainter::new(placement.size(), style).unwrap();
    let mut out = Vec::new();
    write_png(&mut out, &painter.paint_scene(&scene), Compression::default()).unwrap();
    (scene, out)
}

#[test]
fn positions_show_their_queens_their_conflicts_and_whether_they_are_solved() {
    let attacked = "1,2,3,4,5,6,7,8,9,10";
    for text in ["15863724", "15800000", "15863728", "11111111", "0000", "1", "2413", attacked] {
        for width in [200, 371] {
            for coordinates in [false, width == 371] {
                let style = PageStyle { coordinates, ..style(width) };
                let (scene, bytes) = png(text, &style);
                let picture = image::load_from_memory(&bytes).unwrap().into_rgba8();
                let seen = board_reader::read(&picture, scene.size, &style.theme);
                assert_eq!(seen, board_reader::expected(&scene, style.highlight), "{text}");
            }
        }
    }
    let mark = |text, square| png(text, &style(200)).0.mark_at(square);
    assert_eq!(mark("15863724", Square::new(1, 1)), Some(Mark::Solution));
    assert_eq!(mark("15800000", Square::new(1, 1)), None);
    assert_eq!(mark("15863728", Square::new(8, 8)), Some(Mark::Conflict));
}

#[test]
fn pictures_have_the_fewest_bits_per_pixel() {
    let depth = |text, highlight| {
        let (_, bytes) = png(text, &PageStyle { highlight, ..style(240) });
        let reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
        assert_eq!(reader.info().color_type, png::ColorType::Indexed);
        reader.info().bit_depth as u8
    };
    assert_eq!(depth("0000", true), 1, "two colours of squares");
    assert_eq!(depth("2000", false), 4);
    assert_eq!(depth("1,1,0,5,0,8,0,0,0,0", true), 4, "attacked queens on both kinds of squares");
    assert_eq!(depth("2413", true), 8, "more than sixteen colours: a solution with its ticks");
}
