//! A comparison as JSON.
//!
//! Numbers of any size are written as they are, which `serde_json` would not do.

use crate::measure::{Measurement, Reached};

use super::facts::{Fact, of_end, of_first, seconds, values};
use super::{Board, Comparison};

pub fn json(comparison: &Comparison) -> String {
    let boards: Vec<String> = comparison.boards.iter().map(board).collect();
    format!(
        "{{\"timeout_seconds\":{},\"runs_at_most\":{},\"seed\":{},\"boards\":[\n{}\n]}}\n",
        comparison.limits.timeout.as_secs_f64(),
        comparison.limits.runs,
        comparison.seed,
        boards.join(",\n")
    )
}

fn board(board: &Board) -> String {
    let Board { size, problem: _, space, measured, left_out } = board;
    let nodes = space.nodes.map_or_else(|| "null".to_owned(), |nodes| nodes.to_string());
    let measured: Vec<String> = measured.iter().map(algorithm).collect();
    let left_out = left_out.iter().map(|(name, reason)| {
        // Both have neither quotes nor escapes.
        format!("{{\"name\":\"{name}\",\"reason\":\"{reason}\"}}")
    });
    format!(
        "{{\"n\":{size},\"n_to_the_n\":{},\"n_factorial\":{},\"tree_nodes\":{nodes},\"algorithms\":[\n{}\n],\
         \"left_out\":[{}]}}",
        space.boards,
        space.permutations,
        measured.join(",\n"),
        left_out.collect::<Vec<_>>().join(",")
    )
}

fn algorithm(measured: &Measurement) -> String {
    let Measurement { algorithm, first, end, last_solution, runs } = measured;
    let point = |reached: &Reached, status: &str| {
        let effort = reached.effort();
        let numbers = Fact::ALL.into_iter().zip(values(*algorithm, effort)).map(|(fact, value)| {
            let value = value.map_or_else(|| "null".to_owned(), |value| value.to_string());
            format!(",\"{}\":{value}", fact.key())
        });
        let time = effort.map_or_else(|| "null".to_owned(), seconds);
        format!("{{\"status\":\"{status}\"{},\"seconds\":{time}}}", numbers.collect::<String>())
    };
    let candidates = last_solution.filter(|_| algorithm.sets_up_every_board()).map(|last| {
        let first = first.effort().map_or(0, |effort| effort.tally.boards);
        format!(",\"first_solution_at_board\":{first},\"last_solution_at_board\":{last}")
    });
    format!(
        "{{\"name\":\"{algorithm}\",\"runs\":{runs},\"to_first_solution\":{},\"to_end\":{}{}}}",
        point(first, of_first(first)),
        point(end, of_end(end)),
        candidates.unwrap_or_default()
    )
}
