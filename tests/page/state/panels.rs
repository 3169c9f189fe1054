//! Panels of state at every frame, read from the description of the page and compared with independent oracles.

use queenreel::board::{Square, SquareNames};
use queenreel::internals::page::cell::{CellLook, CellState};
use queenreel::internals::page::inks::State;
use queenreel::internals::page::{Page, PageSize, PageStyle, PanelContent, StatePanel};
use queenreel::record::{Detail, FilmFrame, Frame, Moment};
use queenreel::search::{Algorithm, Order};

use super::{arrays, frames, most, on_diagonals, texts};
use crate::common::cell_states::states;
use crate::common::iterative_solver::steps;
use crate::common::known::size;
use crate::common::search_oracle::{name, pair};
use crate::common::shown::{fills, words};

const ARRAYS: (StatePanel, Algorithm) = (StatePanel::Arrays, Algorithm::Backtracking);
const BITS: (StatePanel, Algorithm) = (StatePanel::Bits, Algorithm::Bitfield);

/// A page with one panel of state.
fn page_with(n: u64, panel: StatePanel, order: Order) -> Page {
    page_named(n, panel, order, SquareNames::Chess)
}

fn page_named(n: u64, panel: StatePanel, order: Order, names: SquareNames) -> Page {
    let panels = PanelContent { state: vec![panel], order, ..PanelContent::default() };
    let page = Some(PageSize::Pixels(1280, 720));
    Page::of_board(size(n), &PageStyle { page, panels, names, ..PageStyle::default() }).unwrap()
}

/// The cells of a page with one panel of state, after each frame.
fn cells(
    n: u64,
    (panel, algorithm): (StatePanel, Algorithm),
    order: Order,
    detail: Detail,
    solutions: Option<u64>,
) -> Vec<(Frame, Vec<CellState>)> {
    let mut page = page_with(n, panel, order);
    let shown = frames(n, algorithm, order, solutions, detail).into_iter().map(|frame| {
        page.show(&FilmFrame::of_search(&frame, false));
        (frame, states(&page))
    });
    shown.collect()
}

fn digits(cells: &[CellState]) -> String {
    texts(cells).concat()
}

fn queens(frame: &Frame) -> Vec<(i32, i32)> {
    frame.board.queens.iter().map(at).collect()
}

/// Row and column, from 0.
fn at(square: Square) -> (i32, i32) {
    (i32::from(square.row) - 1, i32::from(square.column) - 1)
}

#[test]
fn arrays_are_those_of_the_queens_on_the_board() {
    for (n, order) in [(4, Order::Rows), (5, Order::Columns), (6, Order::Rows), (8, Order::Rows)] {
        for (frame, cells) in cells(n, ARRAYS, order, Detail::Tests, Some(1)) {
            let expected = arrays(n as i32, &queens(&frame), order);
            assert_eq!(texts(&cells), expected, "N = {n}, step {}", frame.step);
        }
    }
}

#[test]
fn a_test_lights_the_cells_that_it_looks_up() {
    for (n, tests, looked_up) in [(4, 26, 53), (6, 171, 306), (8, 876, 1452)] {
        let (mut seen, mut lit) = (0, 0);
        for (frame, cells) in cells(n, ARRAYS, Order::Rows, Detail::Tests, Some(1)) {
            let Moment::Test { square, attacker, .. } = frame.moment else { continue };
            seen += 1;
            let (row, column) = at(square);
            let size = n as i32;
            let indices = [column, size + row + column, 3 * size - 1 + row - column + size - 1];
            let lookups: Vec<usize> =
                (0..cells.len()).filter(|index| matches!(cells[*index].look, CellLook::Lit(_))).collect();
            lit += lookups.len();
            let expected: Vec<usize> = indices[..lookups.len()].iter().map(|index| *index as usize).collect();
            assert_eq!(lookups, expected, "in the order of the program");
            let last = &cells[*lookups.last().unwrap()];
            let (state, text) = match attacker {
                Some(_) => (State::Conflict, "0"),
                None => (State::Safe, "1"),
            };
            assert_eq!((last.look, last.text.as_str()), (CellLook::Lit(state), text));
            assert!(attacker.is_some() || lookups.len() == 3);
        }
        assert_eq!((seen, lit), (tests, looked_up), "N = {n}");
    }
}

#[test]
fn the_slides_solution_for_four_queens_has_the_known_arrays() {
    let (_, cells) = cells(4, ARRAYS, Order::Rows, Detail::Tests, Some(1)).pop().unwrap();
    assert_eq!(digits(&cells), "0000".to_owned() + "1001001" + "1001001" + "1302");
}

/// The rows of digits of the panel of bits, each as a number.
fn rows(cells: &[CellState], n: usize) -> Vec<Option<u64>> {
    cells.chunks(n).map(|row| u64::from_str_radix(&digits(row), 2).ok()).collect()
}

#[test]
fn masks_are_those_of_the_board() {
    for n in 4..=8 {
        let mut tried: Vec<(usize, i32)> = Vec::new();
        for (frame, cells) in cells(n, BITS, Order::Columns, Detail::Steps, None) {
            let (newest, removed) = match frame.moment {
                Moment::Place(square) | Moment::Solution { last: Some(square), is_mirror_image: false } => {
                    (Some(square), None)
                }
                Moment::Remove(square) => (None, Some(square)),
                _ => continue,
            };
            let (row, column) = at(newest.or(removed).unwrap());
            let before: Vec<(i32, i32)> =
                queens(&frame).into_iter().filter(|(_, earlier)| *earlier < column).collect();
            let bits = |attacked: &dyn Fn(i32, (i32, i32)) -> bool| -> u64 {
                let is_attacked = |bit: &i32| before.iter().any(|queen| attacked(*bit, *queen));
                (0..n as i32).filter(is_attacked).map(|bit| 1 << bit).sum()
            };
            let straight = bits(&|bit, (row, _)| row == bit);
            let falling = bits(&|bit, (row, earlier)| row + column - earlier == bit);
            let rising = bits(&|bit, (row, earlier)| row - (column - earlier) == bit);
            tried.retain(|(queens, _)| *queens <= before.len());
            let is_tried = |bit: i32| tried.contains(&(before.len(), bit));
            let untried: u64 = (0..n as i32).filter(|bit| !is_tried(*bit)).map(|bit| 1 << bit).sum();
            // A queen that was removed has been tried.
            let untried = if removed.is_some() { untried & !(1 << row) } else { untried };
            let free = untried & !(straight | falling | rising);
            let shown = rows(&cells, n as usize);
            let expected = [straight, falling, rising, free, 1 << row].map(Some);
            assert_eq!(shown[..5], expected, "N = {n}, step {}", frame.step);
            let whole = (1 << n) - 1;
            let next = newest.map(|_| {
                let q = 1 << row;
                [straight | q, (falling | q) << 1 & whole, (rising | q) >> 1]
            });
            assert_eq!(shown[5..], next.map_or([None; 3], |masks| masks.map(Some)));
            tried.push((before.len(), row));
        }
    }
}

#[test]
fn the_first_columns_for_eight_queens_have_the_known_bits() {
    let frames = cells(8, BITS, Order::Columns, Detail::Steps, Some(1));
    let known = [
        (0b1111_1111, 0b0000_0001),
        (0b1111_1100, 0b0000_0100),
        (0b1111_0000, 0b0001_0000),
        (0b1100_0010, 0b0000_0010),
        (0b1000_1000, 0b0000_1000),
    ];
    for ((free, taken), (_, cells)) in known.into_iter().zip(&frames[1..]) {
        let rows = rows(cells, 8);
        assert_eq!((rows[3], rows[4]), (Some(free), Some(taken)));
    }
    let rows = rows(&frames[4].1, 8);
    assert_eq!(rows[..3], [Some(0b0001_0101), Some(0b0011_1000), Some(0b0000_1001)]);
}

#[test]
fn masks_stand_still_while_a_mirror_image_is_shown() {
    let frames = cells(6, BITS, Order::Columns, Detail::Steps, None);
    let images = frames.windows(2).filter(|pair| {
        matches!(pair[1].0.moment, Moment::Solution { is_mirror_image: true, .. } | Moment::Board)
    });
    let mut seen = 0;
    for pair in images {
        seen += 1;
        assert_eq!(digits(&pair[0].1), digits(&pair[1].1));
    }
    assert!(seen >= 2, "{seen}");
}

#[test]
fn diagonals_are_counted_on_every_board() {
    for (n, by_most) in [(4, vec![2, 16, 4, 2]), (6, vec![])] {
        let search = (StatePanel::Diagonals, Algorithm::Permutations);
        let mut boards = vec![0; n as usize];
        for (frame, cells) in cells(n, search, Order::Columns, Detail::Steps, None) {
            let queens = queens(&frame);
            let expected: Vec<String> =
                on_diagonals(n as i32, &queens).iter().map(usize::to_string).collect();
            assert_eq!(texts(&cells), expected);
            for cell in &cells {
                let is_marked = cell.look == CellLook::Lit(State::Conflict);
                assert_eq!(is_marked, cell.text.parse::<u8>().unwrap() > 1, "those above 1 are marked");
            }
            if frame.board.queens.len() == n as usize {
                boards[most(n as i32, &queens) - 1] += 1;
            }
        }
        if !by_most.is_empty() {
            assert_eq!(boards, by_most, "boards by the largest number");
        }
    }
}

#[test]
fn the_words_of_candidate_45_are_the_known_ones() {
    let mut page = page_with(8, StatePanel::Diagonals, Order::Columns);
    let frames = frames(8, Algorithm::Permutations, Order::Columns, Some(1), Detail::Steps);
    for frame in &frames[..=45] {
        page.show(&FilmFrame::of_search(frame, false));
    }
    let texts = words(&page);
    assert!(texts.iter().any(|text| text.starts_with("dv = 4: 4 queens on antidiagonal")), "{texts:?}");
    assert!(texts.contains(&"kept 0, discarded 45".to_owned()), "{texts:?}");
    assert_eq!(digits(&states(&page)), "1011101001010".to_owned() + "0001014101000");
}

#[test]
fn matrices_show_the_digits_of_the_solver() {
    for n in 4..=8 {
        for panel in [StatePanel::Matrix, StatePanel::Stages] {
            let search = (panel, Algorithm::Marking);
            for (frame, cells) in cells(n, search, Order::Columns, Detail::Steps, Some(1)) {
                let stages = frame.memory.as_ref().unwrap().stages.as_ref().unwrap();
                let matrices: Vec<_> = match panel {
                    StatePanel::Matrix => vec![Some(&stages.now)],
                    _ => stages.kept.iter().map(Option::as_ref).collect(),
                };
                for (matrix, cells) in matrices.into_iter().zip(cells.chunks((n * n) as usize)) {
                    let entries = matrix.map(|matrix| matrix.rows().flatten().collect::<Vec<_>>());
                    let expected: String =
                        entries.unwrap_or_default().iter().map(|entry| entry.digit().to_string()).collect();
                    assert_eq!(digits(cells), expected, "N = {n}, step {}", frame.step);
                }
            }
        }
    }
}

#[test]
fn only_the_present_stage_is_framed() {
    let mut page = page_with(6, StatePanel::Stages, Order::Columns);
    let ink = PageStyle::default().theme.inks().ink;
    for frame in frames(6, Algorithm::Marking, Order::Columns, Some(1), Detail::Steps) {
        page.show(&FilmFrame::of_search(&frame, false));
        let (Moment::Place(touched) | Moment::Remove(touched) | Moment::Solution { last: Some(touched), .. }) =
            frame.moment
        else {
            continue;
        };
        let cells = states(&page);
        let bars: Vec<_> = fills(&page).into_iter().map(|(_, colour)| colour).collect();
        assert_eq!(bars.len(), 6 * 4, "four bars around each stage");
        for (stage, (cells, bars)) in cells.chunks(36).zip(bars.chunks(4)).enumerate() {
            let is_present = stage + 1 == usize::from(touched.column);
            assert!(bars.iter().all(|bar| (*bar == ink) == is_present), "step {}", frame.step);
            let is_stale = stage + 1 > usize::from(touched.column) && !cells[0].text.is_empty();
            assert_eq!(cells[0].look == CellLook::Faded, is_stale, "stage {stage} at step {}", frame.step);
        }
    }
}

#[test]
fn the_head_of_a_stage_names_its_queen() {
    let mut page = page_with(6, StatePanel::Stages, Order::Columns);
    let mut seen = 0;
    for frame in frames(6, Algorithm::Marking, Order::Columns, None, Detail::Steps) {
        page.show(&FilmFrame::of_search(&frame, false));
        let texts = words(&page);
        for queen in &frame.memory.as_ref().unwrap().trail.queens {
            let title = format!("stage {}", queen.column);
            let head = texts.iter().skip_while(|text| **text != title).nth(1).unwrap();
            let name = name(pair(*queen), 6);
            assert_eq!(*head, name, "step {}", frame.step);
            seen += 1;
        }
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn a_dead_end_changes_no_matrix() {
    for panel in [StatePanel::Matrix, StatePanel::Stages] {
        let frames = cells(6, (panel, Algorithm::Marking), Order::Columns, Detail::Steps, Some(1));
        let mut seen = 0;
        for pair in frames.windows(2) {
            let [(_, before), (frame, now)] = pair else { continue };
            if !matches!(frame.moment, Moment::DeadEnd { .. }) {
                continue;
            }
            seen += 1;
            let is_marked = |cell: &CellState| matches!(cell.look, CellLook::Lit(_) | CellLook::Changed(_));
            assert!(!now.iter().any(is_marked), "{panel}, step {}", frame.step);
            assert_eq!(digits(before), digits(now));
            let faded =
                |cells: &[CellState]| cells.iter().filter(|cell| cell.look == CellLook::Faded).count();
            assert_eq!(faded(before), faded(now), "stages stay out of date");
        }
        assert!(seen > 10, "{seen}");
    }
}

#[test]
fn a_search_without_a_solution_ends_with_an_answer_of_zeros() {
    for n in [2, 3] {
        for panel in [StatePanel::Matrix, StatePanel::Stages] {
            let mut page = page_with(n, panel, Order::Columns);
            for frame in frames(n, Algorithm::Marking, Order::Columns, None, Detail::Steps) {
                page.show(&FilmFrame::of_search(&frame, frame.is_last));
                let says = words(&page).iter().any(|text| text.starts_with("solve is all 0"));
                assert_eq!(says, frame.is_last, "{n}, step {}", frame.step);
            }
        }
    }
}

#[test]
fn boards_are_discarded_or_kept_and_never_both() {
    let mut page = page_with(5, StatePanel::Diagonals, Order::Columns);
    for frame in frames(5, Algorithm::Permutations, Order::Columns, None, Detail::Tests) {
        page.show(&FilmFrame::of_search(&frame, false));
        if frame.tally.boards == 0 {
            continue;
        }
        // A board is complete when its tests are over.
        let is_open = most(5, &queens(&frame)) == 1 && !matches!(frame.moment, Moment::Solution { .. });
        let kept = frame.tally.solutions;
        let discarded = frame.tally.boards - kept - u64::from(is_open);
        let expected = format!("kept {kept}, discarded {discarded}");
        assert!(words(&page).contains(&expected), "{expected}: {:?}", words(&page));
    }
}

#[test]
fn a_call_ends_only_where_its_own_line_has_no_square_left() {
    for algorithm in [Algorithm::Backtracking, Algorithm::ForwardChecking] {
        let mut page = page_with(6, StatePanel::Stack, Order::Columns);
        let (mut ahead, mut last) = (0, 0);
        let frames = frames(6, algorithm, Order::Columns, None, Detail::Steps);
        for (index, frame) in frames.iter().enumerate() {
            page.show(&FilmFrame::of_search(frame, false));
            let open = states(&page).iter().step_by(3).filter(|cell| !cell.text.is_empty()).count();
            let queens = frame.memory.as_ref().unwrap().trail.queens.len();
            let ends = words(&page).iter().any(|text| text.starts_with("This call ends"));
            if let Moment::DeadEnd { is_ahead, .. } = frame.moment {
                assert_eq!(ends, !is_ahead, "{algorithm}, step {}", frame.step);
                assert_eq!(open, if is_ahead { queens } else { queens + 1 });
                ahead += u32::from(is_ahead);
            } else {
                let next = frames.get(index + 1).map(|next| next.moment);
                let is_last = matches!(next, Some(Moment::DeadEnd { is_ahead: false, .. }));
                assert_eq!(ends, is_last && matches!(frame.moment, Moment::Remove(_)));
            }
            last = open;
        }
        assert_eq!(ahead > 0, algorithm == Algorithm::ForwardChecking);
        assert_eq!(last, 0, "no call is open after the search");
    }
}

#[test]
fn the_open_calls_are_those_of_the_queens() {
    for (n, algorithm) in [(4, Algorithm::Backtracking), (6, Algorithm::Bitfield), (6, Algorithm::Marking)] {
        for (frame, cells) in cells(n, (StatePanel::Stack, algorithm), Order::Columns, Detail::Steps, Some(2))
        {
            let trail = &frame.memory.as_ref().unwrap().trail.queens;
            let lines: Vec<&[CellState]> = cells.chunks(3).collect();
            let open = lines.iter().filter(|line| !line[0].text.is_empty()).count();
            let expected = match frame.moment {
                Moment::Start => 0,
                Moment::Place(_) | Moment::Solution { .. } => trail.len(),
                _ => trail.len() + 1,
            };
            assert_eq!(open, expected.min(n as usize), "{algorithm}, step {}", frame.step);
            for (line, queen) in lines.iter().zip(trail) {
                let letter = char::from(b'a' + queen.column - 1);
                assert_eq!(line[0].text, format!("search(column {letter})"));
                assert_eq!(line[1].text, name(pair(*queen), n as u8));
                assert_eq!(line[2].text, format!("{} left", n + 1 - u64::from(queen.column)));
            }
        }
    }
}

#[test]
fn open_calls_name_squares_as_captions_do() {
    for (order, names, texts) in [
        (Order::Columns, SquareNames::Chess, ["search(column a)", "a4", "4 left"]),
        (Order::Rows, SquareNames::Chess, ["search(rank 4)", "a4", "4 left"]),
        (Order::Columns, SquareNames::Numbers, ["search(column 1)", "row 1", "4 left"]),
        (Order::Rows, SquareNames::Numbers, ["search(row 1)", "column 1", "4 left"]),
    ] {
        let mut page = page_named(4, StatePanel::Stack, order, names);
        let frames = frames(4, Algorithm::Backtracking, order, Some(1), Detail::Steps);
        page.show(&FilmFrame::of_search(&frames[1], false));
        let shown: Vec<String> = states(&page).into_iter().take(3).map(|cell| cell.text).collect();
        assert_eq!(shown, texts);
    }
}

#[test]
fn the_flow_chart_lights_what_runs() {
    for (n, solutions) in [(3, None), (4, None), (6, Some(1))] {
        let shown =
            cells(n, (StatePanel::Flow, Algorithm::Marking), Order::Columns, Detail::Steps, solutions);
        let lit = |cells: &Vec<CellState>| -> String {
            let lit = cells.iter().filter(|cell| matches!(cell.look, CellLook::Lit(_)));
            lit.map(|cell| cell.text.split(':').next().unwrap()).collect()
        };
        let lit: Vec<String> = shown.iter().map(|(_, cells)| lit(cells)).collect();
        // Events of another solver.
        let mut queens = 0;
        let mut expected = vec!["initialise".to_owned()];
        for step in steps(n as usize, solutions.is_none()) {
            queens = if step.is_placed { queens + 1 } else { queens - 1 };
            let found = step.is_placed && queens == n;
            let update = if step.is_placed { "update" } else { "back" };
            expected.push(if found { "print the solution" } else { update }.to_owned());
        }
        // Without a limit of solutions, it ends in the first column.
        if solutions.is_none() {
            *expected.last_mut().unwrap() = "stop".to_owned();
        }
        let question = "a free square in this column?";
        let steps: Vec<&String> = lit.iter().filter(|lit| *lit != question).collect();
        assert_eq!(steps, expected.iter().collect::<Vec<_>>(), "{n} queens");
        // The answer is no where the search goes back.
        let answers = lit.windows(2).filter(|pair| pair[0] == question);
        assert!(answers.clone().all(|pair| ["back", "stop"].contains(&&*pair[1])), "{lit:?}");
        assert!(answers.count() > 3, "{lit:?}");
        let texts = texts(&shown[0].1);
        for text in [question, "column N?", "column = 1?", "next column", "stop"] {
            assert!(texts.contains(&text), "{texts:?}");
        }
    }
}
