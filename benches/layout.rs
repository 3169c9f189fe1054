//! The time of the layout of a page, with its construction: `cargo bench --bench layout`.

use std::sync::Arc;

use divan::{Bencher, black_box};
use queenreel::board::{BoardSize, Problem, SquareNames};
use queenreel::internals::page::{
    CaptionSpace, CardResult, EndCard, LaneContent, Page, PageSize, PageStyle, PanelContent, StatePanel,
};
use queenreel::record::{BoardState, CaptionText, Counter, Narrator, RaceRun};
use queenreel::search::{Algorithm, DEFAULT_SEED, Order, SearchTree, until_solutions};

const SIDES: [(u32, u32); 4] = [(1920, 1080), (1080, 1080), (1080, 1920), (480, 480)];

fn main() {
    divan::main();
}

fn size() -> BoardSize {
    BoardSize::new(8).unwrap()
}

fn on(page: PageSize, panels: PanelContent) -> PageStyle {
    PageStyle { page: Some(page), coordinates: !panels.is_empty(), panels, ..PageStyle::default() }
}

/// Caption, counters, code, tree and a panel of state.
fn lecture(state: Option<StatePanel>) -> PanelContent {
    let (problem, algorithm) = (Problem::from(size()), Algorithm::Backtracking);
    let narrator = Narrator::new(&problem, Some(algorithm), Order::Columns, Some(92));
    let events = until_solutions(algorithm.events(&problem, Order::Columns, DEFAULT_SEED), Some(1));
    PanelContent {
        title: "Eight queens".to_owned(),
        caption: Some(CaptionSpace::of(&narrator, SquareNames::Chess, CaptionText::default())),
        counters: Counter::of(algorithm).to_vec(),
        most: 15_720,
        code: narrator.listing.clone(),
        tree: SearchTree::of(events).ok().map(Arc::new),
        state: state.into_iter().collect(),
        ..PanelContent::default()
    }
}

#[divan::bench]
fn board_alone(bencher: Bencher<'_, '_>) {
    let style = PageStyle::default();
    bencher.bench(|| Page::of_board(size(), black_box(&style)));
}

#[divan::bench(args = SIDES)]
fn lecture_page(bencher: Bencher<'_, '_>, (width, height): (u32, u32)) {
    let style = on(PageSize::Pixels(width, height), lecture(None));
    bencher.bench(|| Page::of_board(size(), black_box(&style)));
}

#[divan::bench(args = SIDES)]
fn page_with_state(bencher: Bencher<'_, '_>, (width, height): (u32, u32)) {
    let style = on(PageSize::Pixels(width, height), lecture(Some(StatePanel::Arrays)));
    bencher.bench(|| Page::of_board(size(), black_box(&style)));
}

#[divan::bench(args = [(200, 200), (480, 200)])]
fn page_too_small(bencher: Bencher<'_, '_>, (width, height): (u32, u32)) {
    let style = on(PageSize::Pixels(width, height), lecture(None));
    assert!(Page::of_board(size(), &style).is_err());
    bencher.bench(|| Page::of_board(size(), black_box(&style)));
}

#[divan::bench(args = SIDES)]
fn race_of_four(bencher: Bencher<'_, '_>, (width, height): (u32, u32)) {
    let counters = [Counter::Tests, Counter::Placements, Counter::Backtracks];
    let panels = PanelContent { counters: counters.to_vec(), most: 12_345, ..PanelContent::default() };
    let boards = PageStyle { coordinates: false, ..on(PageSize::Pixels(width, height), panels) };
    let names = ["backtracking", "forward-checking", "eager", "marking"];
    let lane = |name: &str| LaneContent {
        name: name.to_owned(),
        counters: counters.to_vec(),
        run: RaceRun { ticks: 12_345, ..RaceRun::default() },
    };
    let lanes = names.map(lane);
    bencher.bench(|| Page::of_race(size(), black_box(&boards), &lanes));
}

#[divan::bench(args = SIDES)]
fn end_card_of_four(bencher: Bencher<'_, '_>, sides: (u32, u32)) {
    let result = |(index, name): (usize, &str)| CardResult {
        board: BoardState::empty(size()),
        rank: Some(index + 1),
        head: name.to_owned(),
        note: "solved at tick 12,345".to_owned(),
        counters: [Counter::Tests, Counter::Placements, Counter::Backtracks]
            .map(|name| (name, 12_345))
            .to_vec(),
    };
    let names = ["backtracking", "forward-checking", "eager", "marking"];
    let results = names.into_iter().enumerate().map(result).collect();
    let card = EndCard { title: "Eight queens, four ways".to_owned(), results };
    bencher.bench(|| Page::of_end_card(sides, size(), &PageStyle::default(), black_box(&card)));
}
