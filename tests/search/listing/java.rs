//! The Java program takes exactly our steps: it prints the numbers of its lines while it runs.

use queenreel::board::{BoardSize, Problem, Square};
use queenreel::search::{Action, Algorithm, CodeForm, DEFAULT_SEED, Listing, Order, java_program};

use super::forms::lit_lines;
use crate::common::known::{size, solutions};
use crate::common::sandbox::Sandbox;
use crate::common::tools::run_tool;

/// The actions whose lines run exactly when they happen.
const TRACED: [Action; 4] = [Action::Test, Action::Place, Action::Solution, Action::Remove];

/// What the program prints for this number of queens.
fn run(program: &str, n: u64) -> Option<Vec<String>> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("Queens.java");
    std::fs::write(&path, program).unwrap();
    let mut java = std::process::Command::new("java");
    let output =
        run_tool(java.args(["-XX:TieredStopAtLevel=1", "-Xshare:auto"]).arg(&path).arg(n.to_string()))?;
    Some(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect())
}

/// The program with a statement before each traced line that prints its number.
fn traced(program: &str, listing: &Listing) -> String {
    let method = listing.lines().map(|line| "    ".to_owned() + line + "\n").collect::<String>();
    let lines: Vec<usize> = TRACED.map(|action| listing.line_of(action).unwrap()).to_vec();
    let traced: String = (0..)
        .zip(listing.lines())
        .map(|(number, line)| {
            let print = format!("System.out.println(\"line {}\");\n", number + 1);
            let print = if lines.contains(&number) { print } else { String::new() };
            print + line + "\n"
        })
        .collect();
    assert!(program.contains(&method), "the program has the listing as it is shown");
    program.replace(&method, &traced)
}

#[test]
fn the_program_takes_our_steps_and_prints_all_solutions() {
    for order in Order::ALL {
        for n in [1, 3, 4, 6] {
            let algorithm = Algorithm::Backtracking;
            let listing = Listing::in_form(CodeForm::Java, algorithm, order, size(n)).unwrap();
            let program = traced(&java_program(order, size(n)), &listing);
            let Some(printed) = run(&program, n) else { return };
            let events = || algorithm.events(size(n), order, DEFAULT_SEED);
            let (steps, found): (Vec<&String>, Vec<&String>) =
                printed.iter().partition(|line| line.starts_with("line "));
            let expected = lit_lines(&listing, algorithm, &TRACED, events());
            let expected: Vec<String> = expected.into_iter().map(|line| format!("line {line}")).collect();
            assert!(steps.into_iter().eq(&expected), "{order}, {n} queens");
            let mut all: Vec<String> = solutions(events(), n)
                .iter()
                .map(|rows| rows.iter().map(u8::to_string).collect::<String>())
                .collect();
            if all.is_empty() {
                all.push("no solution".to_owned());
            }
            assert!(found.into_iter().eq(&all), "{order}, {n} queens: {printed:?}");
        }
    }
}

#[test]
fn the_printed_program_needs_no_argument() {
    let sandbox = Sandbox::new();
    let program = sandbox.stdout(&["algorithms", "backtracking", "--code=java", "--queens", "10"]);
    assert_eq!(program, java_program(Order::Columns, size(10)));
    let Some(printed) = run(&program.replace("arguments.length > 0", "false"), 4) else { return };
    assert_eq!((printed.len(), &*printed[0]), (724, "1,3,6,8,10,5,9,2,4,7"));
}

/// With closed squares, all forms of a search say that it skips them.
#[test]
fn listings_of_puzzles_skip_closed_squares() {
    let board: BoardSize = size(5);
    let puzzle = Problem::new(board, [], [Square::new(2, 3)]).unwrap();
    for algorithm in Algorithm::ALL {
        for form in CodeForm::ALL {
            let lines = |problem: &Problem| -> Vec<String> {
                let listing = Listing::in_form(form, algorithm, Order::Rows, problem);
                listing.iter().flat_map(Listing::lines).map(str::to_owned).collect()
            };
            let (plain, closed) = (lines(&board.into()), lines(&puzzle));
            let says_so = |lines: &[String]| {
                lines.iter().any(|line| ["open", "closed"].iter().any(|word| line.contains(word)))
            };
            assert!(!says_so(&plain), "{algorithm}, {}: {plain:?}", form.name());
            assert_eq!(says_so(&closed), !plain.is_empty(), "{algorithm}, {}: {closed:?}", form.name());
        }
    }
}
