//! A comparison as text, Markdown and CSV.

use crate::cli::args::in_words;
use crate::measure::{Measurement, Natural, Reached};
use crate::search::Algorithm;
use crate::words::{Grouped, capital};

use super::chart::Until;
use super::facts::{Fact, of_end, of_first, seconds, time, values};
use super::{Board, Comparison, timeout};

/// The end that an algorithm does not have.
const NONE: &str = "–";

/// A table of words, whose first column is aligned to the left and all others to the right.
struct Table {
    title: String,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// The numbers up to a point; counters that no algorithm has are left out.
    fn of(comparison: &Comparison, point: Until) -> Self {
        let is_growth = comparison.is_growth();
        let tallies = || {
            let all = comparison.boards.iter().flat_map(|board| &board.measured);
            all.filter_map(move |one| Some((one.algorithm, point.reached(one).effort()?)))
        };
        let is_used =
            |fact: &Fact| tallies().any(|(algorithm, of)| fact.value(algorithm, &of.tally).is_some());
        let used: Vec<Fact> = Fact::ALL.into_iter().filter(is_used).collect();
        let mut head = vec!["algorithm".to_owned()];
        head.extend(is_growth.then(|| "N".to_owned()));
        head.extend(used.iter().map(|fact| fact.name().to_owned()));
        head.push("time".to_owned());
        let mut rows = Vec::new();
        for algorithm in &comparison.algorithms {
            for (index, (size, measured)) in comparison.of(*algorithm).enumerate() {
                // A name stands at the first of its rows.
                let mut row = vec![if index == 0 { algorithm.to_string() } else { String::new() }];
                row.extend(is_growth.then(|| size.to_string()));
                row.extend(cells(comparison, *algorithm, point, measured, &used));
                rows.push(row);
            }
        }
        Self { title: capital(point.name()), head, rows }
    }

    /// The sizes of what is searched.
    fn of_spaces(comparison: &Comparison) -> Self {
        let head = ["N", "N^N: a queen in each column", "N!: and in each row", "nodes of the search tree"];
        let row = |board: &Board| {
            let [boards, permutations, nodes] = space(comparison, board);
            vec![board.size.to_string(), boards, permutations, nodes]
        };
        Self {
            title: "Size of what is searched".to_owned(),
            head: head.map(str::to_owned).to_vec(),
            rows: comparison.boards.iter().map(row).collect(),
        }
    }

    fn widths(&self) -> Vec<usize> {
        let width = |column: usize| {
            let cells = self.rows.iter().chain([&self.head]).map(|row| row[column].chars().count());
            cells.max().unwrap_or(0)
        };
        (0..self.head.len()).map(width).collect()
    }

    fn text(&self) -> String {
        let widths = self.widths();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match column {
                0 => format!("{cell:width$}"),
                _ => format!("  {cell:>width$}"),
            });
            format!("{}\n", cells.collect::<String>().trim_end())
        };
        format!(
            "{}\n{}",
            self.title,
            [&self.head].into_iter().chain(&self.rows).map(line).collect::<String>()
        )
    }

    fn markdown(&self) -> String {
        let line = |row: &Vec<String>| format!("| {} |\n", row.join(" | "));
        let rule = format!("|---|{}\n", "--:|".repeat(self.head.len() - 1));
        let rows: String = self.rows.iter().map(line).collect();
        format!("**{}**\n\n{}{rule}{rows}", self.title, line(&self.head))
    }
}

/// The cells of the facts and of the time.
fn cells(
    comparison: &Comparison,
    algorithm: Algorithm,
    point: Until,
    measured: &Measurement,
    facts: &[Fact],
) -> Vec<String> {
    let filled = |cell: &str, last: String| {
        facts.iter().map(|_| cell.to_owned()).chain([last]).collect::<Vec<String>>()
    };
    match (point.reached(measured), point) {
        (Reached::Done(effort), _) => {
            let value = |fact: &Fact| fact.value(algorithm, &effort.tally);
            let number = |fact| value(fact).map_or_else(String::new, |value| Grouped(value).to_string());
            facts.iter().map(number).chain([time(effort.time)]).collect()
        }
        (Reached::CutOff, _) => filled("", format!("cut off after {}", timeout(comparison.limits))),
        (Reached::Never, Until::First) => filled("", "no solution".to_owned()),
        (Reached::Never, Until::End) => filled(NONE, NONE.to_owned()),
    }
}

/// The sizes of what is searched on a board.
fn space(comparison: &Comparison, board: &Board) -> [String; 3] {
    let nodes = board.space.nodes.map(|nodes| Grouped(nodes).to_string());
    let nodes = nodes.unwrap_or_else(|| format!("not counted within {}", timeout(comparison.limits)));
    [rounded(&board.space.boards), rounded(&board.space.permutations), nodes]
}

/// A number that is written in full up to so many digits.
const FULL: usize = 15;

fn rounded(number: &Natural) -> String {
    let digits = number.to_string();
    match digits.parse::<u64>() {
        Ok(number) if digits.len() <= FULL => Grouped(number).to_string(),
        Ok(_) | Err(_) => {
            let number: f64 = digits.parse().unwrap_or(f64::INFINITY);
            let scientific = format!("{number:.2e}");
            scientific.replace('e', " × 10^")
        }
    }
}

/// What is said below the tables.
fn notes(comparison: &Comparison) -> Vec<String> {
    let mut notes = Vec::new();
    for board in &comparison.boards {
        for measured in &board.measured {
            let Measurement { algorithm, first, end, last_solution, .. } = measured;
            let (Some(first), Some(end), Some(last)) = (first.effort(), end.effort(), last_solution) else {
                continue;
            };
            if algorithm.sets_up_every_board() {
                let [first, last, all] =
                    [first.tally.boards, *last, end.tally.boards].map(|boards| Grouped(boards).to_string());
                let at = if end.tally.solutions == 1 {
                    format!("the solution is candidate {first}")
                } else {
                    let count = Grouped(end.tally.solutions);
                    format!("the {count} solutions are at candidates {first} to {last}")
                };
                let size = board.size;
                notes.push(format!("{algorithm}, N = {size}: {at} of {all}."));
            }
        }
    }
    let all = || comparison.boards.iter().flat_map(|board| &board.measured);
    if all().any(|one| one.end == Reached::Never) {
        notes.push(format!("{NONE}: the search stops at its first solution, and never ends without one."));
    }
    if all().any(|one| [one.first, one.end].contains(&Reached::CutOff)) {
        notes
            .push("Searches that were cut off have no numbers; --timeout TIME gives them longer.".to_owned());
    }
    notes
}

/// The heading, the tables, and the notes.
fn parts(comparison: &Comparison) -> (String, Vec<Table>, Vec<String>) {
    let mut tables = vec![Table::of(comparison, Until::First), Table::of(comparison, Until::End)];
    let heading = match &comparison.boards[..] {
        [board] if !board.problem.is_plain() => {
            let [.., nodes] = space(comparison, board);
            format!("{}: nodes of the search tree: {nodes}", in_words(&board.problem))
        }
        [board] => {
            let (size, [boards, permutations, nodes]) = (board.size, space(comparison, board));
            let queens = if size.get() == 1 { "queen" } else { "queens" };
            format!(
                "{size} {queens}: {boards} boards with a queen in each column ({size}^{size}), {permutations} \
                 with one in each row as well ({size}!); nodes of the search tree: {nodes}"
            )
        }
        boards => {
            tables.push(Table::of_spaces(comparison));
            let (first, last) =
                (boards.first().map(|board| board.size), boards.last().map(|board| board.size));
            let [first, last] =
                [first, last].map(|size| size.map_or_else(String::new, |size| size.to_string()));
            format!("{first} to {last} queens")
        }
    };
    (heading, tables, notes(comparison))
}

pub fn text(comparison: &Comparison) -> String {
    let (heading, tables, notes) = parts(comparison);
    let mut parts = vec![format!("{heading}\n")];
    parts.extend(tables.iter().map(Table::text));
    parts.extend((!notes.is_empty()).then(|| notes.join("\n") + "\n"));
    parts.join("\n")
}

pub fn markdown(comparison: &Comparison) -> String {
    let (heading, tables, notes) = parts(comparison);
    let mut parts = vec![heading + "\n"];
    parts.extend(tables.iter().map(Table::markdown));
    parts.extend(notes.into_iter().map(|note| note + "\n"));
    parts.join("\n")
}

pub fn csv(comparison: &Comparison) -> String {
    let mut head = vec!["n".to_owned(), "algorithm".to_owned(), "runs".to_owned()];
    for point in ["first", "end"] {
        head.push(format!("{point}_status"));
        head.extend(Fact::ALL.map(|fact| format!("{point}_{}", fact.key())));
        head.push(format!("{point}_seconds"));
    }
    let last = [
        "first_solution_at_board",
        "last_solution_at_board",
        "timeout_seconds",
        "n_to_the_n",
        "n_factorial",
        "tree_nodes",
    ];
    head.extend(last.map(str::to_owned));
    let mut lines = vec![head.join(",")];
    let number = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
    for board in &comparison.boards {
        for measured in &board.measured {
            let Measurement { algorithm, first, end, last_solution, runs } = measured;
            let mut cells = vec![board.size.to_string(), algorithm.to_string(), runs.to_string()];
            for (reached, status) in [(first, of_first(first)), (end, of_end(end))] {
                cells.push(status.to_owned());
                cells.extend(values(*algorithm, reached.effort()).map(number));
                cells.push(reached.effort().map_or_else(String::new, seconds));
            }
            let last = last_solution.filter(|_| algorithm.sets_up_every_board());
            cells.push(number(last.and(first.effort()).map(|effort| effort.tally.boards)));
            cells.push(number(last));
            cells.push(comparison.limits.timeout.as_secs_f64().to_string());
            let space = &board.space;
            cells.extend([space.boards.to_string(), space.permutations.to_string(), number(space.nodes)]);
            lines.push(cells.join(","));
        }
    }
    lines.join("\n") + "\n"
}
