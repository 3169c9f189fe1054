//! Comparisons as text, Markdown, CSV and JSON.

use crate::measure::{Effort, Measurement, Natural, Quantity, Reached, SearchSpace, Until};
use crate::options::TableForm;
use crate::search::Algorithm;
use crate::words::{self, Grouped, capital};

use super::super::problem::in_words;
use super::super::table::{self, Cell, Value, csv, object};
use super::comparison::{Board, Comparison, cell, left_out, why_none};

const NONE: &str = "–";

/// The columns for sizes of the search space: titles in tables of text, and keys in CSV and JSON.
const SPACE: [(&str, &str); 4] = [
    ("N² choose N: queens on any squares", "n_squared_choose_n"),
    ("N^N: a queen in each column", "n_to_the_n"),
    ("N!: and in each row", "n_factorial"),
    ("nodes of the search tree", "tree_nodes"),
];

/// The keys for the numbers of the first and the last board that is a solution, in a search through all boards.
const CANDIDATES: [&str; 2] = ["first_solution_at_board", "last_solution_at_board"];

pub fn written_as(form: TableForm, comparison: &Comparison) -> String {
    match form {
        TableForm::Table => {
            page(comparison, |(title, rows)| format!("{title}\n{}", table::text(&rows)), "\n")
        }
        TableForm::Markdown => {
            page(comparison, |(title, rows)| format!("**{title}**\n\n{}", table::markdown(&rows)), "\n\n")
        }
        TableForm::Json => json(comparison),
        TableForm::Csv => records(comparison),
    }
}

type Titled = (String, Vec<Vec<String>>);

fn page(comparison: &Comparison, table: fn(Titled) -> String, between_notes: &str) -> String {
    let (heading, notes) = (heading(comparison), notes(comparison));
    let mut parts = vec![format!("{heading}\n")];
    parts.extend(comparison.asked.points().map(|point| table(numbers(comparison, point))));
    parts.extend(comparison.asked.is_growth().then(|| table(spaces(comparison))));
    parts.extend((!notes.is_empty()).then(|| notes.join(between_notes) + "\n"));
    parts.join("\n")
}

fn heading(comparison: &Comparison) -> String {
    match &comparison.boards[..] {
        [board] => {
            let [any_squares, boards, permutations, nodes] = space(comparison, board).map(|cell| cell.shown);
            let (size, what) = (board.problem.size(), in_words(&board.problem));
            let nodes = format!("nodes of the search tree: {nodes}");
            if !board.problem.is_plain() {
                return format!("{what}: {nodes}");
            }
            format!(
                "{what}: {any_squares} boards with queens on any squares ({} choose {size}), {boards} with a queen in \
                 each column ({size}^{size}), {permutations} with one in each row as well ({size}!); {nodes}",
                u32::from(size).pow(2)
            )
        }
        boards => {
            let sizes: Vec<String> = boards.iter().map(|board| board.problem.size().to_string()).collect();
            format!("{} to {} queens", sizes[0], sizes[sizes.len() - 1])
        }
    }
}

/// Returns the table of quantities up to a point; leaves out counters for which no algorithm has a number.
fn numbers(comparison: &Comparison, point: Until) -> Titled {
    let is_growth = comparison.asked.is_growth();
    let all = || comparison.boards.iter().flat_map(|board| &board.measured);
    let is_used = |quantity: &Quantity| {
        let number = |one: &Measurement| quantity.number(one.algorithm, point.reached(one).effort()?);
        *quantity == Quantity::Time || all().any(|one| number(one).is_some())
    };
    let used: Vec<Quantity> = Quantity::ALL.into_iter().filter(is_used).collect();
    let titles = used.iter().map(|quantity| quantity.names().0);
    let titles = ["algorithm"].into_iter().chain(is_growth.then_some("N")).chain(titles);
    let mut rows = vec![titles.map(str::to_owned).collect()];
    for algorithm in &comparison.asked.wanted {
        // Only the first row of an algorithm has its name.
        let mut name = algorithm.to_string();
        for (size, measured) in comparison.of(*algorithm) {
            let mut row = vec![std::mem::take(&mut name)];
            row.extend(is_growth.then(|| size.to_string()));
            row.extend(cells(comparison, point, measured, &used).map(|cell| cell.shown));
            rows.push(row);
        }
    }
    (capital(&point.in_words(comparison.asked.request.solutions)), rows)
}

fn spaces(comparison: &Comparison) -> Titled {
    let head = ["N"].into_iter().chain(SPACE.map(|(title, _)| title)).map(str::to_owned).collect();
    let row = |board: &Board| {
        let cells = space(comparison, board).map(|cell| cell.shown);
        [board.problem.size().to_string()].into_iter().chain(cells).collect()
    };
    let rows = comparison.boards.iter().map(row);
    ("Size of what is searched".to_owned(), [head].into_iter().chain(rows).collect())
}

fn cells(
    comparison: &Comparison,
    point: Until,
    measured: &Measurement,
    quantities: &[Quantity],
) -> impl Iterator<Item = Cell> {
    let reached = point.reached(measured);
    quantities.iter().map(move |quantity| {
        let number = reached.effort().map(|effort| quantity.number(measured.algorithm, effort));
        let shown = match (number, reached, point) {
            (Some(Some(number)), ..) => return cell(*quantity, number),
            (None, Reached::Never, Until::End) => NONE.to_owned(),
            (None, ..) if *quantity == Quantity::Time => why_none(point, reached, &comparison.asked),
            (None | Some(None), ..) => String::new(),
        };
        Cell::new(shown, Value::Absent)
    })
}

fn space(comparison: &Comparison, board: &Board) -> [Cell; 4] {
    let natural = |number: &Natural| Cell::new(rounded(number), Value::plain(number));
    let not_counted = format!("not counted within {}", comparison.asked.timeout());
    let nodes = board.space.nodes.map_or(Cell::new(not_counted, Value::Absent), Cell::number);
    let SearchSpace { any_squares, boards, permutations, .. } = &board.space;
    [natural(any_squares), natural(boards), natural(permutations), nodes]
}

/// Numbers with more digits than this are rounded.
const FULL: usize = 15;

fn rounded(number: &Natural) -> String {
    let digits = number.to_string();
    match digits.parse::<u64>() {
        Ok(number) if digits.len() <= FULL => Grouped(number).to_string(),
        Ok(_) | Err(_) => {
            let number: f64 = digits.parse().unwrap_or(f64::INFINITY);
            format!("{number:.2e}").replace('e', " × 10^")
        }
    }
}

fn notes(comparison: &Comparison) -> Vec<String> {
    let mut notes = Vec::new();
    for board in &comparison.boards {
        for measured in &board.measured {
            let (Some(candidates), Some(end)) = (candidates(measured), measured.end.effort()) else {
                continue;
            };
            let [first, last] = candidates.map(Grouped);
            let (count, all) = (Grouped(end.tally.solutions), Grouped(end.tally.boards));
            let at = match end.tally.solutions {
                1 => format!("the solution is candidate {first}"),
                _ => format!("the {count} solutions are at candidates {first} to {last}"),
            };
            notes.push(format!("{}, N = {}: {at} of {all}.", measured.algorithm, board.problem.size()));
        }
    }
    notes.extend(all_boards(comparison));
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

/// Returns a note with the estimated time to set up all boards with queens on any squares, for the largest size at
/// which [`Algorithm::Anywhere`] was measured; `None` if its search was cut off.
fn all_boards(comparison: &Comparison) -> Option<String> {
    let anywhere = Algorithm::Anywhere;
    let board = comparison.boards.iter().rfind(|board| {
        board.problem.is_plain() && board.measured.iter().any(|one| one.algorithm == anywhere)
    })?;
    let of_anywhere = board.measured.iter().find(|one| one.algorithm == anywhere)?;
    let Effort { tally, time } = of_anywhere.end.effort()?;
    let (size, steps, boards) = (board.problem.size(), tally.ticks(), &board.space.any_squares);
    let number: f64 = boards.to_string().parse().ok()?;
    let all = words::time(time.mul_f64(number / steps as f64));
    Some(format!(
        "{anywhere}, N = {size}: {} steps are enough, since it leaves a board when a queen is attacked; a step for each \
         of the {} boards would take about {all}, an estimate at the same speed.",
        Grouped(steps),
        rounded(boards)
    ))
}

/// Returns the numbers of the first and the last board that is a solution, in a search through all boards.
fn candidates(measured: &Measurement) -> Option<[u64; 2]> {
    let last = measured.last_solution.filter(|_| measured.algorithm.sets_up_every_board())?;
    Some([measured.first.effort()?.tally.boards, last])
}

fn point<'a>(
    comparison: &'a Comparison,
    point: Until,
    measured: &'a Measurement,
) -> impl Iterator<Item = (&'static str, Value)> + 'a {
    let status = Value::Words(point.status(point.reached(measured)).to_owned());
    let keys = Quantity::ALL.into_iter().map(|quantity| quantity.names().1);
    let values = cells(comparison, point, measured, &Quantity::ALL).map(|cell| cell.value);
    [("status", status)].into_iter().chain(keys.zip(values))
}

fn space_by_name(comparison: &Comparison, board: &Board) -> impl Iterator<Item = (&'static str, Value)> {
    SPACE.into_iter().zip(space(comparison, board)).map(|((_, key), cell)| (key, cell.value))
}

/// Writes CSV: a head, and a row for each search.
fn records(comparison: &Comparison) -> String {
    let all = comparison.boards.iter().flat_map(|board| board.measured.iter().map(move |one| (board, one)));
    let rows: Vec<_> = all.map(|(board, one)| record(comparison, board, one)).collect();
    let head = rows.first().map(|fields| csv(fields.iter().map(|(key, _)| Value::words(key))));
    let rows = rows.into_iter().map(|fields| csv(fields.into_iter().map(|(_, value)| value)));
    head.into_iter().chain(rows).collect()
}

fn record(comparison: &Comparison, board: &Board, measured: &Measurement) -> Vec<(String, Value)> {
    let points = comparison.asked.points().flat_map(move |until| {
        let fields = point(comparison, until, measured);
        fields.map(move |(key, value)| (format!("{until}_{key}"), value))
    });
    let search = [
        ("n", Value::plain(board.problem.size())),
        ("algorithm", Value::words(measured.algorithm)),
        ("runs", Value::plain(measured.runs)),
    ];
    let candidates =
        candidates(measured).map_or([Value::Absent, Value::Absent], |both| both.map(Value::plain));
    let timeout = ("timeout_seconds", Value::plain(comparison.asked.limits().timeout.as_secs_f64()));
    let about = CANDIDATES.into_iter().zip(candidates).chain([timeout]);
    let about = about.chain(space_by_name(comparison, board));
    let owned = |(key, value): (&str, Value)| (key.to_owned(), value);
    search.into_iter().map(owned).chain(points).chain(about.map(owned)).collect()
}

fn json(comparison: &Comparison) -> String {
    let lines = |objects: Vec<String>| Value::Plain(format!("[\n{}\n]", objects.join(",\n")));
    let board = |board: &Board| {
        let algorithms = board.measured.iter().map(|measured| algorithm(comparison, measured));
        let left_out =
            left_out(&comparison.asked.wanted, &board.problem).into_iter().map(|(algorithm, reason)| {
                object([("name", Value::words(algorithm)), ("reason", Value::words(reason))])
            });
        let left_out = Value::Plain(format!("[{}]", left_out.collect::<Vec<_>>().join(",")));
        let lists = [("algorithms", lines(algorithms.collect())), ("left_out", left_out)];
        let size = [("n", Value::plain(board.problem.size()))].into_iter();
        object(size.chain(space_by_name(comparison, board)).chain(lists))
    };
    let whole = [
        ("timeout_seconds", Value::plain(comparison.asked.limits().timeout.as_secs_f64())),
        ("runs_at_most", Value::plain(comparison.asked.limits().runs)),
        ("seed", Value::plain(comparison.asked.seed())),
    ];
    let solution = comparison.asked.request.solutions.map(|number| ("solution", Value::plain(number)));
    let boards = ("boards", lines(comparison.boards.iter().map(board).collect()));
    object(whole.into_iter().chain(solution).chain([boards])) + "\n"
}

fn algorithm(comparison: &Comparison, measured: &Measurement) -> String {
    let search = [("name", Value::words(measured.algorithm)), ("runs", Value::plain(measured.runs))];
    let points = comparison.asked.points().map(|until| {
        let name = match until {
            Until::First => "to_first_solution",
            Until::Solution => "to_solution",
            Until::End => "to_end",
        };
        (name, Value::Plain(object(point(comparison, until, measured))))
    });
    let candidates = candidates(measured).into_iter().flatten().map(Value::plain);
    object(search.into_iter().chain(points).chain(CANDIDATES.into_iter().zip(candidates)))
}
