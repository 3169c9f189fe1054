//! Gauges next to boards, and the pairs of a lost line.

use std::collections::HashMap;

use queenreel::board::{BoardSize, Problem, Square};
use queenreel::film::{Theme, View};
use queenreel::internals::draw::Painter;
use queenreel::internals::page::figure::Figure;
use queenreel::internals::page::scene::{Item, Tag};
use queenreel::internals::page::shape::{Shape, Sign};
use queenreel::internals::page::{GaugeSpace, Page, PageSize, PageStyle, PanelContent};
use queenreel::internals::picture::Rect;
use queenreel::record::{BoardState, FilmFrame, Frame, LostLine};
use queenreel::search::{Algorithm, Order};

use crate::common::known::size;
use crate::common::pages::Subject;
use crate::common::shown::{items, squares};
use crate::record::gauge::{boards, counted};

fn style(order: Order, gauges: GaugeSpace) -> PageStyle {
    let panels = PanelContent { gauges, order, lost_lines: true, ..PanelContent::default() };
    PageStyle { panels, attacks: true, ..PageStyle::default() }
}

fn show(page: &mut Page, board: &BoardState, lost: Option<LostLine>) {
    let frame = Frame { lost: lost.map(Box::new), ..Frame::still(board.clone()) };
    page.show(&FilmFrame::of_search(&frame, false));
}

fn begun() -> Problem {
    Problem::new(size(6), [Square::new(5, 4)], [Square::new(1, 1), Square::new(4, 6)]).unwrap()
}

/// What the gauge of a line shows: nothing but a queen, or a number, lit cells and all cells.
fn shown(item: &Item) -> Option<(u8, usize, usize)> {
    let number = item.drawing.shapes().find_map(Shape::text)?.content.parse().unwrap();
    let cells: Vec<_> = item.drawing.shapes().filter_map(Shape::fill).skip(1).collect();
    let lit = cells.iter().take_while(|cell| number > 0 && cell.1 == cells[0].1).count();
    Some((number, lit, cells.len()))
}

#[test]
fn gauges_show_what_is_counted_beside_their_lines() {
    for (problem, order) in
        [(begun(), Order::Columns), (begun(), Order::Rows), (size(8).into(), Order::Columns)]
    {
        let n = usize::from(problem.size().get());
        let style = PageStyle { width: Some(720), ..style(order, GaugeSpace::Always) };
        let mut page = Page::of_board(problem.size(), &style).unwrap();
        for board in boards(&problem, order).iter().step_by(7) {
            show(&mut page, board, None);
            let areas = squares(&page);
            let board_area = Rect::around(areas[..n * n].iter().copied()).unwrap();
            let gauges: Vec<_> = items(&page, |tag| tag == Tag::Plain).collect();
            assert_eq!(gauges.len(), n);
            for (index, (_, item)) in gauges.into_iter().enumerate() {
                let Rect { x, y, width, height } = item.area;
                assert!(!item.area.overlaps(board_area));
                match order {
                    Order::Columns => assert_eq!((x, width), (areas[index].x, areas[index].width)),
                    _ => assert_eq!((y, height), (areas[index * n].y, areas[index * n].height)),
                }
                let expected = counted(board, order, index as u8 + 1);
                let expected = expected.map(|(safe, open)| (safe, usize::from(safe), usize::from(open)));
                assert_eq!(shown(item), expected, "line {index}: {board:?}");
                let has_queen = item.drawing.shapes().any(|shape| matches!(shape, Shape::Figure(..)));
                assert_eq!(has_queen, expected.is_none());
            }
        }
    }
}

/// The squares with an edge of a frame.
fn framed(page: &Page, size: BoardSize) -> Vec<Square> {
    let has_edge = |item: &Item| {
        let is_edge = |shape: &Shape| matches!(shape, Shape::Figure(_, stamp) if matches!(stamp.figure, Figure::Edges(..)));
        item.drawing.shapes().any(is_edge)
    };
    let squares = size.squares().zip(items(page, |tag| tag == Tag::Square));
    squares.filter(|(_, (_, item))| has_edge(item)).map(|(square, _)| square).collect()
}

#[test]
fn exactly_a_lost_line_has_a_frame() {
    for order in Order::ALL {
        for gauges in [GaugeSpace::Always, GaugeSpace::Never] {
            let mut page = Page::of_board(size(6), &style(order, gauges)).unwrap();
            let mut lines = 0;
            for board in boards(&size(6).into(), order).iter().take(120) {
                show(&mut page, board, None);
                let lost = LostLine::of(board, order).filter(|_| gauges == GaugeSpace::Always);
                lines += usize::from(lost.is_some());
                let expected: Vec<Square> = size(6)
                    .squares()
                    .filter(|square| lost.as_ref().is_some_and(|lost| lost.line.contains(*square)))
                    .collect();
                assert_eq!(framed(&page, size(6)), expected);
            }
            assert_eq!(lines > 0, gauges == GaugeSpace::Always);
        }
    }
}

#[test]
fn figures_pair_queens_with_squares_that_they_attack() {
    for theme in ["classic", "midnight", "ink", "heatmap"].map(|name| Theme::named(name).unwrap()) {
        let style = PageStyle { theme, width: Some(600), ..style(Order::Columns, GaugeSpace::Never) };
        let mut page = Page::of_board(size(6), &style).unwrap();
        let lost = |board: &BoardState| LostLine::of(board, Order::Columns);
        let colours = Painter::new(&page).canvas().palette.clone();
        for board in
            boards(&size(6).into(), Order::Columns).iter().filter(|board| lost(board).is_some()).take(8)
        {
            show(&mut page, board, lost(board));
            let areas = squares(&page);
            let (_, overlay) = items(&page, |tag| tag == Tag::Overlay).next().unwrap();
            let mut queens = HashMap::new();
            let mut pairs = Vec::new();
            for shape in overlay.drawing.shapes() {
                let ink = match shape {
                    Shape::Fill(_, ink) | Shape::Disc { ink, .. } | Shape::Polygons(_, ink) => ink,
                    Shape::Sign(sign) => &sign.ink,
                    Shape::Figure(..) | Shape::Text(_) => panic!("{shape:?} above a board"),
                };
                assert!(colours.contains(ink), "{ink:?} is no colour of the page");
                let Shape::Sign(Sign { centre: (x, y), text, .. }) = shape else { continue };
                let at = Rect {
                    x: overlay.area.x + *x as u32,
                    y: overlay.area.y + *y as u32,
                    width: 1,
                    height: 1,
                };
                let square = size(6).squares().zip(&areas).find(|(_, area)| area.overlaps(at)).unwrap().0;
                if board.queens.contains(square) {
                    assert_eq!(queens.insert(text.clone(), square), None, "a figure for each queen");
                } else {
                    pairs.push((text.clone(), square));
                }
            }
            let named: Vec<_> = pairs.iter().map(|(text, square)| (queens[text], *square)).collect();
            let expected = lost(board).unwrap().attacks;
            assert!(expected.iter().map(|attack| (attack.from(), attack.to())).eq(named), "{pairs:?}");
            show(&mut page, board, None);
            let (_, overlay) = items(&page, |tag| tag == Tag::Overlay).next().unwrap();
            assert_eq!(overlay.drawing.shapes().count(), 0);
        }
    }
}

/// Squares below pairs are painted with them, and again without them.
#[test]
fn pictures_do_not_depend_on_earlier_pairs() {
    let style = PageStyle { width: Some(240), ..style(Order::Columns, GaugeSpace::Always) };
    let fresh = || Page::of_board(size(6), &style).unwrap();
    let mut page = fresh();
    let mut painter = Painter::new(&page);
    for (index, board) in boards(&size(6).into(), Order::Columns).iter().take(40).enumerate() {
        let lost = LostLine::of(board, Order::Columns).filter(|_| index % 3 > 0);
        let mut alone = fresh();
        show(&mut page, board, lost.clone());
        show(&mut alone, board, lost);
        let expected = Painter::new(&alone).paint(&alone).pixels.to_vec();
        assert!(painter.paint(&page).pixels == expected, "board {index}");
    }
}

/// Boards and texts stay nearly as large as without gauges, or there are none.
#[test]
fn gauges_that_are_not_requested_take_little_room() {
    let (mut with, mut without) = (0, 0);
    for n in [4, 6, 8, 12, 20] {
        let subject = Subject::new(n, Algorithm::Backtracking, 1, 400);
        for page in ["1920x1080", "1280x720", "854x480", "960x720", "720x1280", "1080x1080"] {
            let page: PageSize = page.parse().unwrap();
            let side = |order, gauges| {
                let PageStyle { panels, .. } = subject.style(View::Lecture, "");
                let panels = PanelContent { gauges, order, ..panels };
                let style = PageStyle { page: Some(page), panels, coordinates: true, ..PageStyle::default() };
                let page = Page::of_board(size(n), &style).ok()?;
                let gauges = items(&page, |tag| tag == Tag::Plain);
                let has_gauges = gauges.filter(|(_, item)| item.drawing.layers.is_empty()).count() > 0;
                Some((squares(&page)[0].width, has_gauges))
            };
            for order in Order::ALL {
                let Some((plain, none)) = side(order, GaugeSpace::Never) else { continue };
                let (gauged, has_gauges) = side(order, GaugeSpace::WhereRoom).unwrap();
                assert!(!none && (has_gauges || gauged == plain));
                assert!(f64::from(gauged) >= 0.92 * f64::from(plain), "{n} on {page:?}: {plain}, {gauged}");
                *if has_gauges { &mut with } else { &mut without } += 1;
            }
        }
    }
    assert!(with > 30 && without > 0, "{with}, {without}");
}

#[test]
fn pairs_stand_out_from_attacked_squares_and_from_each_other() {
    for name in Theme::names() {
        let theme = Theme::named(name).unwrap();
        let (pairs, casing) = theme.inks().pairs(theme.kind);
        assert!(pairs.len() == 8 || name == "ink", "{name}");
        for (index, pair) in pairs.iter().enumerate() {
            assert!(pair.contrast(casing) >= 3.1, "{name}: {pair:?} on {casing:?}");
            let apart = |other: &[u8; 3]| {
                pair.0.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(*b))).sum::<u32>()
            };
            assert!(pairs[..index].iter().all(|other| apart(&other.0) >= 48), "{name}: {pair:?}");
        }
    }
}
