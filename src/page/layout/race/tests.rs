//! Races of one lane and of many, on pages of many shapes.

use crate::board::BoardSize;
use crate::font::Font;
use crate::page::figure::LEAST_EM;
use crate::page::{BoardStyle, LaneStyle, PanelContent, RaceStyle};
use crate::record::{Counter, Run};

use super::RaceLayout;
use super::needs::Needs;
use super::sheet::MARGIN;

const NAMES: [&str; 8] = [
    "backtracking",
    "forward-checking",
    "eager",
    "min-conflicts",
    "marking",
    "bitfield",
    "permutations",
    "random",
];
const FEW: [Counter; 3] = [Counter::Tests, Counter::Placements, Counter::Backtracks];
const MANY: [Counter; 6] = [
    Counter::Tests,
    Counter::Placements,
    Counter::Backtracks,
    Counter::Boards,
    Counter::Moves,
    Counter::Pruned,
];

fn layout(
    (lanes, squares): (usize, u32),
    counters: &[Counter],
    title: &str,
    (width, height): (u32, u32),
) -> Option<RaceLayout> {
    let run = Run { ticks: 12_345, ..Run::default() };
    let lane = |name: &str| LaneStyle { name: name.to_owned(), counters: Vec::new(), run: run.clone() };
    let panels = PanelContent {
        title: title.to_owned(),
        counters: counters.to_vec(),
        most: 12_345,
        ..PanelContent::default()
    };
    let boards = BoardStyle { panels, ..BoardStyle::default() };
    let style = RaceStyle { boards, lanes: NAMES[..lanes].iter().copied().map(lane).collect() };
    Needs::of(BoardSize::new(squares.into()).unwrap(), &style).on_page(width, height)
}

#[test]
fn all_is_on_the_page_nothing_overlaps_and_edges_are_on_the_margins() {
    let font = Font::default();
    let (mut found, mut tried) = (0, 0);
    for (lanes, squares, counters, title) in [
        (1, 8, &FEW[..], ""),
        (2, 8, &FEW, "Eight queens, two ways"),
        (2, 1, &[], ""),
        (3, 6, &FEW, "Six queens"),
        (3, 12, &MANY, ""),
        (4, 8, &FEW, "Who is first?"),
        (4, 4, &MANY, ""),
        (5, 8, &FEW, "Five"),
        (8, 8, &FEW, ""),
    ] {
        for width in (200..2600).step_by(197) {
            for height in (200..2600).step_by(211) {
                tried += 1;
                let Some(layout) = layout((lanes, squares), counters, title, (width, height)) else {
                    continue;
                };
                found += 1;
                let parts = layout.parts(&font);
                let margin = layout.u.px(MARGIN);
                let context = format!("{width}×{height}, {lanes} lanes: {layout:?}");
                for (index, part) in parts.iter().enumerate() {
                    assert!(part.right() + margin <= width && part.bottom() <= height, "{context}");
                    assert!(part.x >= margin, "{context}");
                    let clash = parts[..index].iter().find(|other| other.overlaps(*part));
                    assert_eq!(clash, None, "{part:?} {context}");
                }
                let ems = layout.lanes.iter().flat_map(|lane| {
                    let cells = lane.counters.iter().chain(&lane.note).map(|cell| cell.place.em);
                    cells.chain([lane.name.em, lane.row_name.em, lane.chart.em]).collect::<Vec<_>>()
                });
                let ems = ems.chain([layout.clock.word_em, layout.clock.number_em, layout.axis.em]);
                assert!(ems.chain([layout.chart_title.em]).all(|em| em >= LEAST_EM), "{context}");
                for lane in &layout.lanes {
                    let chart = lane.chart;
                    assert_eq!((lane.board.width % squares, lane.board.height), (0, lane.board.width));
                    assert!(lane.board.width >= 8 * squares);
                    assert!(chart.area.y <= chart.top && chart.top + 8 <= chart.base, "{context}");
                    assert!(chart.base < chart.area.bottom(), "{context}");
                    assert_eq!(lane.counters.len(), counters.len());
                }
            }
        }
    }
    assert!(2 * found > tried, "{found} of {tried}");
}

#[test]
fn common_pages_have_room_for_common_races() {
    for short in [480, 540, 720, 1080, 1440, 2160] {
        let long = short * 16 / 9;
        for page in [(long, short), (short * 4 / 3, short), (short, short), (short, long)] {
            for lanes in 2..=4 {
                for squares in [1, 4, 6, 8, 12] {
                    let found = layout((lanes, squares), &FEW, "Queens", page);
                    // Twelve squares of 8 pixels are too many beside each other on a small page.
                    let small = squares == 12 && short < 720;
                    assert!(found.is_some() || small, "{page:?}, {lanes} lanes of {squares}");
                }
            }
        }
        for lanes in 5..=8 {
            assert!(short < 720 || layout((lanes, 8), &FEW, "", (long, short)).is_some(), "{lanes}");
        }
    }
    assert!(layout((2, 64), &FEW, "Many queens", (3840, 2160)).is_some());
}

#[test]
fn lanes_are_arranged_by_the_shape_of_the_page() {
    let in_a_row = |lanes, page| {
        let found = layout((lanes, 8), &FEW, "", page).unwrap();
        found.lanes.iter().filter(|lane| lane.board.y == found.lanes[0].board.y).count()
    };
    assert_eq!([2, 3, 4].map(|lanes| in_a_row(lanes, (1920, 1080))), [2, 3, 4]);
    assert_eq!([2, 3, 4].map(|lanes| in_a_row(lanes, (1080, 1920))), [1, 1, 2]);
    assert_eq!([2, 3].map(|lanes| in_a_row(lanes, (1080, 1080))), [2, 3]);
}

#[test]
fn the_designed_page_has_the_designed_places() {
    let found = layout((4, 6), &FEW, "Six queens, four ways", (1920, 1080)).unwrap();
    let boards = [0, 1, 2, 3].map(|lane| found.lanes[lane].board);
    assert_eq!(boards.map(|board| board.x), [60, 520, 980, 1440]);
    assert!(boards.iter().all(|board| board.y.abs_diff(187) <= 1 && board.width == 420));
    assert!(found.title.unwrap().baseline.abs_diff(91) <= 1);
    assert!(found.lanes[0].name.baseline.abs_diff(164) <= 1);
    assert!(found.chart_title.baseline.abs_diff(658) <= 1);
    assert!(found.lanes[3].chart.base.abs_diff(983) <= 1);
    assert!(found.axis.baseline.abs_diff(1014) <= 2);
    let last = found.lanes[0].counters[2].place;
    assert_eq!(last.x + last.width, 1860);
}
