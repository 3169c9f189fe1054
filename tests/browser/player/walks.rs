//! At every step, forward, backward and after jumps, the page shows the state of the solver.

use std::collections::{BTreeMap, BTreeSet};

use queenreel::search::Algorithm;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Player, WIDE, plain};
use crate::common::alone::{State, states};
use crate::common::log_oracle;
use crate::common::search_oracle::{SearchSpec, truths};
use crate::common::solver_logs::stored;

const COUNTERS: [&str; 6] = ["step", "tests", "placements", "backtracks", "solutions", "depth"];
const JUMPS: usize = 200;

/// The content of a page, as `read.js` returns it.
#[derive(Debug, Deserialize)]
struct Shown {
    boards: Vec<BTreeSet<(u8, u8)>>,
    caption: Vec<String>,
    /// The indices of highlighted lines of code.
    lit: Option<Vec<usize>>,
    counters: Option<BTreeMap<String, u64>>,
    /// Rows of text and numbers outside of blocks.
    rows: Vec<Vec<String>>,
    number: String,
    /// The text for screen readers.
    said: String,
    /// Their text for the position.
    value: String,
    at: usize,
}

/// Goes through all steps forward, backward and by jumps, and checks each.
fn walk(player: &Player, steps: usize, check: impl Fn(usize, &Shown)) {
    assert_eq!(player.last(), steps - 1);
    let mut seed = 1_u64;
    let jumps = (0..JUMPS).map(|_| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let step = (seed >> 33) as usize % steps;
        (json!(step), step)
    });
    let forward = (1..steps).map(|step| (json!("ArrowRight"), step));
    let backward = (0..steps - 1).rev().map(|step| (json!("ArrowLeft"), step));
    let start = (json!("Home"), 0);
    let walk: Vec<(Value, usize)> = [start].into_iter().chain(forward).chain(backward).chain(jumps).collect();
    for part in walk.chunks(200) {
        let actions: Vec<&Value> = part.iter().map(|(action, _)| action).collect();
        let shown: Vec<Shown> = player.read(&format!("after({})", json!(actions)));
        assert_eq!(shown.len(), part.len());
        for (shown, (action, step)) in shown.iter().zip(part) {
            assert_eq!(shown.at, *step, "after {action}");
            check(*step, shown);
        }
    }
    player.assert_no_faults("after a walk");
}

fn number(shown: &Shown) -> u64 {
    shown.number.replace(',', "").parse().unwrap()
}

/// A search with all panels, compared with an oracle at each step.
#[test]
fn every_step_of_a_lecture_is_that_of_the_search() {
    let Some(player) = Player::showing("search 6 --all --view lecture", "") else { return };
    let truths = truths(SearchSpec::whole(6));
    walk(&player, truths.len(), |step, shown| {
        let truth = &truths[step];
        let context = format!("step {step}: {shown:?}");
        assert_eq!(shown.boards, [truth.queens.iter().copied().collect::<BTreeSet<_>>()], "{context}");
        assert_eq!(shown.lit.as_deref(), Some(&[truth.kind.line()][..]), "{context}");
        let counters = COUNTERS.into_iter().map(str::to_owned).zip(truth.counters).collect();
        assert_eq!(shown.counters.as_ref(), Some(&counters), "{context}");
        let caption = plain(&truth.caption);
        // Where space is short, a picture leaves out the end of the reason.
        assert!(caption.starts_with(&plain(&shown.caption.join(": "))), "{caption} is not that of {context}");
        assert_eq!(Some(&*plain(&shown.caption[0])), caption.split(": ").next(), "{context}");
        assert_eq!(number(shown), truth.counters[0], "{context}");
        let said = caption.replace(": ", ". ") + ".";
        assert_eq!(plain(&shown.said), said, "{context}");
        assert_eq!(plain(&shown.value), format!("step {}: {said}", shown.number), "{context}");
    });
}

#[test]
fn every_step_of_a_race_is_that_of_its_solvers() {
    let Some(player) = Player::start() else { return };
    let field = [Algorithm::Backtracking, Algorithm::Bitfield, Algorithm::Marking];
    let names = field.map(|algorithm| algorithm.to_string());
    player.film(&format!("race 6 {}", names.join(" ")));
    player.open(WIDE, "");
    let lanes = field.map(|algorithm| states(algorithm, 6, false));
    let steps = lanes.iter().map(Vec::len).max().unwrap();
    walk(&player, steps, |tick, shown| {
        let context = format!("tick {tick}: {shown:?}");
        assert_eq!(number(shown), tick as u64, "{context}");
        let now: Vec<&State> = lanes.iter().map(|states| &states[tick.min(states.len() - 1)]).collect();
        assert!(shown.boards.iter().eq(now.iter().map(|state| &state.queens)), "{context}");
        let counts = now.iter().zip(&names).map(|(state, name)| {
            let [tests, placements, backtracks, ..] = state.counts;
            let tests = if name == "backtracking" { tests.to_string() } else { "–".to_owned() };
            vec![tests, placements.to_string(), backtracks.to_string()]
        });
        let is_count = |word: &String| word == "–" || word.parse::<u64>().is_ok();
        // Above are the ranks of the boards.
        let table = shown.rows.iter().skip_while(|row| row[0] != "queens on the board");
        let rows = table.filter(|row| row.len() == 3 && row.iter().all(is_count));
        assert!(rows.cloned().eq(counts), "{context}");
        assert!(shown.rows.contains(&vec!["tick".to_owned(), tick.to_string()]), "{context}");
    });
}

#[test]
fn every_step_of_a_log_is_that_of_its_solver() {
    let Some(player) = Player::start() else { return };
    for name in ["dancing_links", "annealing"] {
        player.sandbox.write("log.jsonl", stored(name));
        player.film("replay log.jsonl");
        player.open(WIDE, "");
        let frames = log_oracle::frames(&stored(name), 6, None);
        walk(&player, frames.len(), |step, shown| {
            assert_eq!(shown.boards, [frames[step].queens.clone()], "{name}, step {step}");
        });
    }
}
