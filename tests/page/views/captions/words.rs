//! The squares, lines and numbers in captions, in both names of squares.

use std::collections::BTreeSet;

use queenreel::board::{BoardSize, Line, Square, SquareNames};
use queenreel::record::{Caption, CaptionText, Frame, FreeBit, Narrator, WayBack};
use queenreel::search::{Algorithm, DEFAULT_SEED, Event, Order};

use super::check;
use crate::common::known::size;

/// The squares and lines in a text, in their order.
#[derive(Debug, Default, PartialEq)]
struct Named {
    squares: Vec<Square>,
    lines: Vec<Line>,
}

/// Parses names of the letters and numbers of a chess board.
fn named(text: &str, size: BoardSize) -> Named {
    let mut named = Named::default();
    let words: Vec<&str> = text.split_whitespace().map(|word| word.trim_end_matches([',', '.'])).collect();
    for (index, word) in words.iter().enumerate() {
        match index.checked_sub(1).map(|index| words[index].to_lowercase()).as_deref() {
            // Not a noun, as in `its column` or `another column attacks`.
            Some("column") if word.len() == 1 => {
                named.lines.push(Line::Column(word.as_bytes()[0] - b'a' + 1));
            }
            Some("rank") => named.lines.push(Line::Row(size.get() + 1 - word.parse::<u8>().unwrap())),
            _ => named.squares.extend(size.square_named(word)),
        }
    }
    named
}

/// Checks a caption in its long and its short form, and by both names of squares.
pub(super) fn check_words(frame: &Frame) {
    let size = frame.board.size;
    for names in [SquareNames::Chess, SquareNames::Numbers] {
        let CaptionText { fact, reason } = frame.caption.text(size, names);
        for phrase in [&fact, &reason] {
            for text in [&phrase.long, &phrase.short] {
                assert!(!text.contains('\n') && text.trim() == text, "one line: {text:?}");
            }
            assert!(phrase.short.chars().count() <= phrase.long.chars().count(), "{phrase:?}");
        }
        let begins_well = !fact.long.starts_with(char::is_lowercase) || names == SquareNames::Chess;
        assert!(!fact.long.is_empty() && begins_well && !fact.long.ends_with('.'), "{fact:?}");
    }
    check_chess(frame);
    check_numbers(&frame.caption, size);
}

/// Checks that the squares and numbers in a caption agree with the board.
fn check_chess(frame: &Frame) {
    let scene = &frame.board;
    let CaptionText { fact, reason } = frame.caption.text(scene.size, SquareNames::Chess);
    let on_board = scene.queens.len();
    // The squares that the fact must name, and those of the long reason.
    let (in_fact, in_reason): (Vec<Square>, Vec<Square>) = match &frame.caption {
        Caption::Attacked { square, queen } => (vec![*square], vec![*queen]),
        Caption::Safe { square, .. }
        | Caption::Accepted(square)
        | Caption::Refused(square)
        | Caption::Placed { square, .. }
        | Caption::TookBit { square, .. }
        | Caption::Continued { square, .. }
        | Caption::WentBack { square, .. }
        | Caption::Removed { square, .. } => (vec![*square], vec![]),
        Caption::Discarded { diagonal, .. } => (vec![], diagonal.to_vec()),
        Caption::Moved { from, to } => (vec![*to], vec![*from]),
        Caption::Swapped { from, to } => (vec![], [*from, *to].concat()),
        Caption::Solution { mirrored: false, queens, .. } => (vec![], queens.to_vec()),
        _ => (vec![], vec![]),
    };
    let named = |text: &str| named(text, scene.size);
    let lines = |line: Option<Line>| line.into_iter().collect::<Vec<_>>();
    let dead = match &frame.caption {
        Caption::DeadEnd { line, .. } => Some(*line),
        _ => None,
    };
    for text in [&fact.long, &fact.short] {
        assert_eq!(named(text), Named { squares: in_fact.clone(), lines: lines(dead) }, "{text}");
    }
    let of_reason = match &frame.caption {
        Caption::TookBit { line, .. }
        | Caption::Continued { line, .. }
        | Caption::WentBack { line, reason: WayBack::LastSquare | WayBack::Other, .. } => Some(*line),
        _ => None,
    };
    let in_long = Named { squares: in_reason.clone(), lines: lines(of_reason) };
    assert_eq!(named(&reason.long), in_long, "{}", reason.long);
    // A short form may name fewer squares, but no others, and in the same order.
    let mut left = in_reason.iter();
    let short = named(&reason.short);
    assert!(short.squares.iter().all(|square| left.any(|other| other == square)), "{}", reason.short);
    assert!(short.lines.is_empty(), "{}", reason.short);
    let says = |part: &str| assert!(reason.long.contains(part), "{part}: {}", reason.long);
    match &frame.caption {
        Caption::Attacked { square, queen } => {
            let along = [("its row", square.row == queen.row), ("its column", square.column == queen.column)];
            let along = along.into_iter().find(|(_, is_so)| *is_so).map_or("a diagonal", |(along, _)| along);
            says(&format!("attacks it along {along}"));
        }
        Caption::Placed { .. } if on_board <= usize::from(scene.size) => {
            says(&format!("Queen {on_board} of {}", scene.size));
        }
        Caption::Placed { .. } => says(&format!("{on_board} queens are on the board")),
        Caption::TookBit { bit: FreeBit::Lowest, .. } => says("lowest free bit"),
        Caption::TookBit { bit: FreeBit::Next, .. } => says("next free bit"),
        Caption::Continued { .. } => says("The search continues"),
        Caption::WentBack { reason: WayBack::LastSquare, .. } => says("goes back from the last square of"),
        Caption::WentBack { line, reason: WayBack::NoSafeSquare, .. } => says(match line {
            Line::Column(_) => "goes back, as no square below is safe",
            Line::Row(_) => "goes back, as no square on the right is safe",
        }),
        Caption::WentBack { reason: WayBack::Other, .. } => says("The search goes back from"),
        Caption::Discarded { queens, .. } => {
            assert!(fact.long.ends_with("is discarded"));
            says(&format!("{queens} queens are on the diagonal from"));
        }
        Caption::Removed { .. } => says(&match on_board {
            0 => "The board is empty".to_owned(),
            1 => "1 queen is left".to_owned(),
            _ => format!("{on_board} queens are left"),
        }),
        _ => {}
    }
}

/// Translates chess names in a caption to numbers one by one; `short` for their short form.
fn in_numbers(text: &str, size: BoardSize, short: bool) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    for index in 0..words.len() {
        let word = words[index].clone();
        let before = index.checked_sub(1).map(|index| words[index].clone());
        let row_of = |rank: &str| size.get() + 1 - rank.parse::<u8>().unwrap();
        match before.as_deref() {
            Some("column" | "Column") if word.len() == 1 => {
                words[index] = (word.as_bytes()[0] - b'a' + 1).to_string();
            }
            Some(rank @ ("rank" | "Rank")) => {
                words[index - 1] = rank.replace("ank", "ow");
                if let Some(preposition) = index.checked_sub(2).map(|index| &mut words[index])
                    && preposition == "on"
                {
                    "in".clone_into(preposition);
                }
                words[index] = row_of(&word).to_string();
            }
            _ => {
                let Some(Square { row, column }) = size.square_named(&word) else { continue };
                let preposition = if short { "at" } else { "in" };
                words[index] = match (short, index) {
                    (true, _) => format!("({row}, {column})"),
                    (false, 0) => format!("Row {row}, column {column}"),
                    (false, _) => format!("row {row}, column {column}"),
                };
                if before.as_deref() == Some("on") {
                    preposition.clone_into(&mut words[index - 1]);
                }
            }
        }
    }
    words.join(" ")
}

/// A solution by chess names, as rows column by column.
fn rows_of(text: &str, size: BoardSize) -> String {
    let row = |name: &str| size.square_named(name).unwrap().row.to_string();
    format!("Rows {}", text.split_whitespace().map(row).collect::<Vec<_>>().join(", "))
}

/// Checks that a caption by numbers is the one by chess names, translated.
fn check_numbers(caption: &Caption, size: BoardSize) {
    let [chess, numbers] = [SquareNames::Chess, SquareNames::Numbers].map(|names| caption.text(size, names));
    let mut expected = [chess.fact, chess.reason.clone()]
        .map(|phrase| (in_numbers(&phrase.long, size, false), in_numbers(&phrase.short, size, true)));
    if matches!(caption, Caption::Solution { mirrored: false, .. }) {
        // Solutions are long lists of squares; the short form is used if that is shorter.
        let rows = rows_of(&chess.reason.long, size);
        let peace = "No queen attacks another".to_owned();
        let short = if peace.len() < rows.len() { peace } else { rows.clone() };
        expected[1] = (rows, short);
    }
    let seen = [numbers.fact, numbers.reason].map(|phrase| (phrase.long, phrase.short));
    assert_eq!(seen, expected, "{caption:?}");
}

#[test]
fn captions_name_squares_by_numbers_too() {
    let mut seen = BTreeSet::new();
    for algorithm in Algorithm::ALL {
        for order in [Order::Columns, Order::Rows] {
            let n = size(6);
            let events: Vec<Event> = algorithm.events(n, order, DEFAULT_SEED).take(3000).collect();
            let captions = check(&events, n, Narrator::new(n, Some(algorithm), order, Some(4)), Some(4));
            seen.extend(captions.iter().map(|caption| caption.text(n, SquareNames::Numbers).line()));
        }
    }
    for caption in [
        "Place a queen in row 3, column 2: Queen 2 of 6",
        "Row 2, column 2 is refused: The queen in row 1, column 1 attacks it along a diagonal",
        "Dead end in column 6: It has no safe square",
        "Dead end in row 6: It has no safe square",
    ] {
        assert!(seen.contains(caption), "{caption}");
    }
    let [from, to] = [[(1, 1), (2, 2)], [(2, 1), (1, 2)]].map(|squares| squares.map(Square::from));
    let words = Caption::Swapped { from, to }.text(size(8), SquareNames::Numbers);
    assert_eq!(words.fact, "Move two queens".into());
    let long = "From row 1, column 1 and row 2, column 2 to row 2, column 1 and row 1, column 2";
    assert_eq!((&*words.reason.long, &*words.reason.short), (long, "To (2, 1) and (1, 2)"));
}
