use std::sync::Arc;

use super::*;
use crate::board::{BoardSize, SquareNames};
use crate::font::Font;
use crate::page::StyleError;
use crate::page::{BoardStyle, CaptionRoom, MAX_SIDE, PageSize, PanelContent, PanelKind};
use crate::record::{Counter, Narrator};
use crate::search::{Algorithm, Backtracking, Listing, Order, SearchTree};

const SIZES: [u64; 4] = [1, 6, 12, 64];
const SHAPES: [(u32, u32); 7] = [(21, 9), (16, 9), (4, 3), (1, 1), (3, 4), (9, 16), (1, 3)];
const LONG_SIDES: [u32; 12] = [1, 60, 200, 333, 480, 640, 719, 1080, 1280, 1920, 2999, 4096];

fn size(n: u64) -> BoardSize {
    BoardSize::new(n).unwrap()
}

/// The widest caption; measuring all of them each time would be slow.
fn widest_caption(n: u64) -> CaptionRoom {
    let narrator = Narrator::new(size(n), Some(Algorithm::Backtracking), Order::Columns, None);
    let width = |text: &String| Font::default().width(text);
    let texts = narrator.wide_captions().map(|caption| caption.text(size(n), SquareNames::Chess));
    CaptionRoom {
        size: size(n),
        names: SquareNames::Chess,
        texts: texts.max_by(|a, b| width(a).total_cmp(&width(b))).into_iter().collect(),
    }
}

/// Every set of panels for a board except the empty one.
fn subsets(n: u64) -> impl Iterator<Item = PanelContent> {
    let caption = widest_caption(n);
    let tree = Arc::new(SearchTree::of(Backtracking::new(size(4), Order::Columns)).unwrap());
    let all = PanelContent {
        title: format!("{n} queens, placed one by one"),
        caption: Some(caption),
        counters: Counter::of(Algorithm::Backtracking).to_vec(),
        most: 999_999,
        code: Some(Listing::of(Algorithm::Backtracking, Order::Columns)),
        tree: Some(tree),
    };
    assert!(PanelKind::ALL.into_iter().all(|kind| all.has(kind)));
    (1..2 << PanelKind::ALL.len()).map(move |set: u32| {
        let mut panels = all.clone();
        if set & 1 == 0 {
            panels.title.clear();
        }
        let bits = PanelKind::ALL.into_iter().zip(1..);
        for (kind, _) in bits.filter(|(_, bit)| set & (1 << bit) == 0) {
            match kind {
                PanelKind::Caption => panels.caption = None,
                PanelKind::Counters => panels.counters.clear(),
                PanelKind::Code => panels.code = None,
                PanelKind::Tree => panels.tree = None,
            }
        }
        panels
    })
}

/// Title and panels, each with its area and whether it has content.
fn parts(layout: &PanelLayout, content: &PanelContent) -> impl Iterator<Item = (String, Rect, bool)> {
    let title = ("Title".to_owned(), layout.title, !content.title.is_empty());
    let panels = PanelKind::ALL.map(|kind| (format!("{kind:?}"), layout.areas.of(kind), content.has(kind)));
    [title].into_iter().chain(panels)
}

fn pages() -> impl Iterator<Item = (u32, u32)> {
    LONG_SIDES
        .into_iter()
        .flat_map(|long| SHAPES.map(|(a, b)| ((long * a).div_ceil(a.max(b)), (long * b).div_ceil(a.max(b)))))
}

/// Asserts that all areas are within the page, do not overlap, and are large enough for their text.
fn assert_legible(found: &PanelLayout, n: u64, panels: &PanelContent, needs: &Needs, what: &str) {
    let PanelLayout { em, title_em, areas, .. } = *found;
    assert!(em >= LEAST_EM && title_em >= LEAST_EM, "{what}: letters of {em} and {title_em}");
    assert!(u64::from(areas.board.width) >= 8 * n && areas.board.width == areas.board.height, "{what}");
    for (name, area, wanted) in parts(found, panels) {
        assert_eq!(area.pixels() > 0, wanted, "{what}: {name} {area:?}");
    }
    let board = ("Board".to_owned(), areas.board, true);
    let there: Vec<_> =
        [board].into_iter().chain(parts(found, panels)).filter(|(.., wanted)| *wanted).collect();
    let margin = em as u32;
    for (index, (name, area, _)) in there.iter().enumerate() {
        let within = area.x >= margin
            && area.y >= margin
            && area.right() + margin <= found.width
            && area.bottom() + margin <= found.height;
        assert!(within, "{what}: {name} {area:?} leaves no margin on {}×{}", found.width, found.height);
        let around = Rect { width: area.width + margin / 3, height: area.height + margin / 3, ..*area };
        for (other_name, other, _) in there.iter().skip(index + 1) {
            let around_other =
                Rect { width: other.width + margin / 3, height: other.height + margin / 3, ..*other };
            let apart = !around.overlaps(*other) && !area.overlaps(around_other);
            assert!(apart, "{what}: {name} {area:?} and {other_name} {other:?}");
        }
    }
    let holds = |area: Rect, width: f32, height: f32| {
        area.width as f32 >= width - 0.01 && area.height as f32 >= height - 0.01
    };
    if found.title.pixels() > 0 {
        assert!(holds(found.title, needs.title * title_em, title_em), "{what}: title");
    }
    for kind in PanelKind::ALL {
        let (area, PanelNeeds { cells, cell: (width, height), .. }) = (areas.of(kind), needs.of(kind));
        let columns = if kind == PanelKind::Counters { areas.counter_columns } else { 1 };
        let least = columns as f32 * (width * em).ceil() + columns.saturating_sub(1) as f32 * em;
        let rows = cells.div_ceil(columns.max(1)) as f32;
        assert!(cells == 0 || holds(area, least.floor(), rows * height * em), "{what}: {kind:?}");
    }
}

fn style(panels: &PanelContent, width: Option<u32>, page: Option<PageSize>) -> BoardStyle {
    BoardStyle { width, page, panels: panels.clone(), ..BoardStyle::default() }
}

#[test]
fn every_page_is_legible_or_the_smallest_legible_one_is_named() {
    for n in SIZES {
        for panels in subsets(n) {
            let needs = panels.needs(size(n), &Font::default());
            let on = |width, height| {
                let page = Some(PageSize::Pixels(width, height));
                PanelLayout::of(size(n), &style(&panels, None, page))
            };
            for (width, height) in pages() {
                let what = format!("N = {n} on {width}×{height}, {}", described(&panels));
                match on(width, height) {
                    Ok(found) => {
                        assert_eq!((found.width, found.height), (width, height), "{what}");
                        assert_legible(&found, n, &panels, &needs, &what);
                    }
                    Err(StyleError::PageTooSmallForText { smallest, .. }) => {
                        assert!(smallest.0 >= width && smallest.1 >= height, "{what}: {smallest:?}");
                        let found = on(smallest.0, smallest.1).expect(&what);
                        assert_legible(&found, n, &panels, &needs, &what);
                        let least = smallest.0.min(smallest.1);
                        let short = width.min(height);
                        let of_shape =
                            |side: u32| ((width * side).div_ceil(short), (height * side).div_ceil(short));
                        for side in [least / 2, least - 20.min(least), least - 2, least - 1] {
                            let smaller = of_shape(side.max(short));
                            let found = on(smaller.0, smaller.1);
                            assert!(found.is_err(), "{what}: {smaller:?} is smaller than {smallest:?}");
                        }
                        // Because of rounding, pages that are a few pixels larger may still fail.
                        for side in [least * 103 / 100, least * 11 / 10, 2 * least] {
                            let larger = of_shape(side);
                            if side > least && larger.0.max(larger.1) <= MAX_SIDE {
                                let found = on(larger.0, larger.1);
                                assert!(found.is_ok(), "{what}: {larger:?} is larger than {smallest:?}");
                            }
                        }
                    }
                    Err(other) => panic!("{what}: {other}"),
                }
            }
        }
    }
}

fn described(panels: &PanelContent) -> String {
    let layout = PanelLayout::default();
    let there = parts(&layout, panels).filter(|(.., wanted)| *wanted);
    there.map(|(name, ..)| name).collect::<Vec<_>>().join(" and ")
}

#[test]
fn a_board_has_the_given_width() {
    let ratios = SHAPES.into_iter().filter(|(a, b)| a * 3 > *b).map(|(a, b)| Some(PageSize::Ratio(a, b)));
    let pages: Vec<_> = ratios.chain([None]).collect();
    for n in SIZES {
        for panels in subsets(n) {
            let needs = panels.needs(size(n), &Font::default());
            for (page, width) in pages.iter().flat_map(|page| [111, 480, 803, 1600].map(|w| (*page, w))) {
                let what = format!("N = {n}, {width} pixels on {page:?}, {}", described(&panels));
                match PanelLayout::of(size(n), &style(&panels, Some(width), page)) {
                    Ok(found) => {
                        assert_eq!(found.areas.board.width, width, "{what}");
                        assert_legible(&found, n, &panels, &needs, &what);
                        if let Some(PageSize::Ratio(a, b)) = page {
                            let off = (found.width * b).abs_diff(found.height * a);
                            assert!(off <= a.max(b), "{what}: {}×{}", found.width, found.height);
                        }
                    }
                    Err(StyleError::TooSmall { smallest, .. }) => {
                        assert!(u64::from(width) < 8 * n && u64::from(smallest) == 8 * n, "{what}");
                    }
                    Err(StyleError::TooNarrowForText { smallest, .. }) => {
                        let works =
                            |width| PanelLayout::of(size(n), &style(&panels, Some(width), page)).is_ok();
                        assert!(works(smallest) && (width..smallest).all(|less| !works(less)), "{what}");
                    }
                    Err(StyleError::TooLarge { .. }) => assert!(width >= 1600, "{what}"),
                    Err(other) => panic!("{what}: {other}"),
                }
            }
        }
    }
}

#[test]
fn without_a_width_there_is_always_a_layout() {
    let shapes = SHAPES.map(|(a, b)| Some(PageSize::Ratio(a, b)));
    for n in SIZES {
        for panels in subsets(n) {
            let needs = panels.needs(size(n), &Font::default());
            for page in shapes.into_iter().chain([None]) {
                let what = format!("N = {n} on {page:?}, {}", described(&panels));
                match PanelLayout::of(size(n), &style(&panels, None, page)) {
                    Ok(found) => assert_legible(&found, n, &panels, &needs, &what),
                    Err(error) => panic!("{what}: {error}"),
                }
            }
        }
    }
}
