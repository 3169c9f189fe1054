//! Boards as programs print them for people.

use std::collections::BTreeSet;

use queenreel::board::Square;
use queenreel::log::{LogError, LogOptions, SpooledLog};
use queenreel::search::{Event, Tally};

use super::films::boards;
use crate::common::sandbox::{Sandbox, stderr, stdout};
use crate::common::tools::{python, run_tool};

/// The boards of a log after each step, as the row of the queen in each column, 0 for none.
fn states(log: &SpooledLog) -> Vec<String> {
    let size = log.summary().size;
    let (mut queens, mut setting_up, mut states) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for entry in log.entries(None) {
        match entry.unwrap().event {
            Event::Place(square) => assert!(queens.insert(square)),
            Event::Remove(square) => assert!(queens.remove(&square)),
            Event::Move { from, to, .. } => assert!(queens.remove(&from) && queens.insert(to)),
            Event::Swap { from, to, .. } => {
                queens.retain(|queen| !from.contains(queen));
                queens.extend(to);
            }
            Event::SetUp(square) => {
                setting_up.insert(square);
                continue;
            }
            Event::Board => queens = std::mem::take(&mut setting_up),
            _ => continue,
        }
        let row = |column: u8| {
            let mut rows =
                queens.iter().filter(|queen: &&Square| queen.column == column).map(|queen| queen.row);
            let row = rows.next().unwrap_or(0);
            assert_eq!(rows.next(), None, "no test has two queens in a column");
            row.to_string()
        };
        states.push((1..=size.get()).map(row).collect());
    }
    states
}

/// The output of programs, how it is read, and its boards: the row of the queen in each column.
const PRINTED: &[(&str, &str, &[&str])] = &[
    // Rows of symbols.
    (".Q..\n...Q\nQ...\n..Q.\n", "boards of 4 rows of text, where Q is a queen, 1 in all", &["3142"]),
    (".Q..\n...Q\nQ...\n..Q.\n..Q.\nQ...\n...Q\n.Q..", "2 in all", &["3142", "2413"]),
    (
        ". Q . .\n. . . Q\nQ . . .\n. . Q .\n\n. . Q .\nQ . . .\n. . . Q\n. Q . .\n",
        "2 in all",
        &["3142", "2413"],
    ),
    (
        "Q . . .\n. . . .\n. . . .\n. . . .\n\nQ . . .\n. . Q .\n. . . .\n. . . .\n",
        "2 in all",
        &["1000", "1020"],
    ),
    (".|Q|.|.\n.|.|.|Q\nQ|.|.|.\n.|.|Q|.\n", "Q is", &["3142"]),
    ("|.|Q|.|.|\n|.|.|.|Q|\n|Q|.|.|.|\n|.|.|Q|.|\n", "Q is", &["3142"]),
    ("| |Q| | |\n| | | |Q|\n|Q| | | |\n| | |Q| |\n", "Q is", &["3142"]),
    (" |Q| | \n | | |Q\nQ| | | \n | |Q| \n", "Q is", &["3142"]),
    ("  | Q |   |  \n  |   |   | Q\nQ |   |   |  \n  |   | Q |  \n", "Q is", &["3142"]),
    (
        "+---+---+---+---+\n|   | Q |   |   |\n+---+---+---+---+\n|   |   |   | Q |\n+---+---+---+---+\n\
         | Q |   |   |   |\n+---+---+---+---+\n|   |   | Q |   |\n+---+---+---+---+\n",
        "Q is",
        &["3142"],
    ),
    (
        "┌─┬─┬─┬─┐\n│ │♛│ │ │\n├─┼─┼─┼─┤\n│ │ │ │♛│\n├─┼─┼─┼─┤\n│♛│ │ │ │\n├─┼─┼─┼─┤\n│ │ │♛│ │\n└─┴─┴─┴─┘\n",
        "♛ is",
        &["3142"],
    ),
    ("╔═════════╗\n║ . ♕ . . ║\n║ . . . ♕ ║\n║ ♕ . . . ║\n║ . . ♕ . ║\n╚═════════╝\n", "♕ is", &["3142"]),
    ("+----+\n|.Q..|\n|...Q|\n|Q...|\n|..Q.|\n+----+\n", "Q is", &["3142"]),
    (
        " ___ ___ ___ ___\n|___|_Q_|___|___|\n|___|___|___|_Q_|\n|_Q_|___|___|___|\n|___|___|_Q_|___|\n",
        "Q is",
        &["3142"],
    ),
    ("[ ][Q][ ][ ]\n[ ][ ][ ][Q]\n[Q][ ][ ][ ]\n[ ][ ][Q][ ]\n", "Q is", &["3142"]),
    ("[.] [Q] [.] [.]\n[.] [.] [.] [Q]\n[Q] [.] [.] [.]\n[.] [.] [Q] [.]\n", "Q is", &["3142"]),
    ("-Q--\n---Q\nQ---\n--Q-\n--------\n----\n----\nQ---\n--Q-\n", "2 in all", &["3142", "3040"]),
    ("_ Q _ _\n_ _ _ Q\nQ _ _ _\n_ _ Q _\n", "Q is", &["3142"]),
    ("* Q * *\n* * * Q\nQ * * *\n* * Q *\n", "Q is", &["3142"]),
    ("0 Q 0 0\n0 0 0 Q\nQ 0 0 0\n0 0 Q 0\n", "Q is", &["3142"]),
    ("0X00\n000X\nX000\n00X0\n", "X is", &["3142"]),
    ("x o x x\nx x x o\no x x x\nx x o x\n", "o is", &["3142"]),
    (". * . .\n. . . *\n* . . .\n. . * .\n", "* is", &["3142"]),
    ("-#--\n---#\n#---\n--#-\n", "# is", &["3142"]),
    ("□■□□\n□□□■\n■□□□\n□□■□\n", "■ is", &["3142"]),
    ("⬜👑⬜⬜\n⬜⬜⬜👑\n👑⬜⬜⬜\n⬜⬜👑⬜\n", "👑 is", &["3142"]),
    ("⬜♛\u{fe0f}⬜⬛\n⬛⬜⬛♛\u{fe0f}\n♛\u{fe0f}⬛⬜⬛\n⬛⬜♛\u{fe0f}⬜\n", "♛ is", &["3142"]),
    // Marked attacked squares, colours, and a cleared screen.
    ("Q x x x\nx x . .\nx . x .\nx . . x\n\nQ x x x\nx x x x\nx Q x x\nx x x x\n", "Q is", &["1000", "1300"]),
    ("\u{1b}[H\u{1b}[2J. \u{1b}[1;31mQ\u{1b}[0m . .\n. . . Q\nQ . . .\n. . Q .\n", "Q is", &["3142"]),
    // Names of rows and columns, captions, blank lines between rows.
    (
        "4 . Q . .\n3 . . . Q\n2 Q . . .\n1 . . Q .\n  a b c d\n\n4 . . . .\n3 . . . .\n2 Q . . .\n1 . . Q .\n  a b c d\n",
        "2 in all",
        &["3142", "3040"],
    ),
    ("  0 1 2 3\n0 . Q . .\n1 . . . Q\n2 Q . . .\n3 . . Q .\n", "Q is", &["3142"]),
    (
        "4 |   | Q |   |   | 4\n3 |   |   |   | Q | 3\n2 | Q |   |   |   | 2\n1 |   |   | Q |   | 1\n",
        "Q is",
        &["3142"],
    ),
    (
        "Solution 1:\n.Q..\n...Q\nQ...\n..Q.\n\nSolution 2:\n..Q.\nQ...\n...Q\n.Q..\n\n2 solutions\n",
        "2 in all",
        &["3142", "2413"],
    ),
    (
        ". Q . .\n\n. . . Q\n\nQ . . .\n\n. . Q .\n\n\n. . Q .\n\nQ . . .\n\n. . . Q\n\n. Q . .\n",
        "2 in all",
        &["3142", "2413"],
    ),
    ("\r\n.Q..\r\n...Q\r\nQ...\r\n..Q.\r\n", "Q is", &["3142"]),
    ("4 x x Q x\n3 Q x x x\n2 x x x Q\n1 x Q x x\n", "Q is", &["2413"]),
    ("1) 0 1 0 0\n2) 0 0 0 1\n3) 1 0 0 0\n4) 0 0 1 0\n", "1 is", &["3142"]),
    ("   0  1  2  3\n0  0  1  0  0\n1  0  0  0  1\n2  1  0  0  0\n3  0  0  1  0\n", "1 is", &["3142"]),
    ("+ Q + +\n+ + + Q\nQ + + +\n+ + Q +\n", "Q is", &["3142"]),
    ("· ♛ · ·\n· · · ♛\n♛ · · ·\n· · ♛ ·\n", "♛ is", &["3142"]),
    (
        "-|-|Q|-\nQ|-|-|-\n-|-|-|Q\n-|Q|-|-\n----\n-|-|-|-\n-|-|-|-\n-|-|-|Q\n-|Q|-|-\n----\n",
        "2 in all",
        &["2413", "0403"],
    ),
    // Lists of rows.
    (
        "[\"\\u2b1c\\ud83d\\udc51\\u2b1c\\u2b1c\", \"\\u2b1c\\u2b1c\\u2b1c\\ud83d\\udc51\"]\n\
      [\"\\ud83d\\udc51\\u2b1c\\u2b1c\\u2b1c\", \"\\u2b1c\\u2b1c\\ud83d\\udc51\\u2b1c\"]\n",
        "👑 is",
        &["3142"],
    ),
    ("['.Q..', '...Q', 'Q...', '..Q.']\n", "Q is", &["3142"]),
    ("[\n  '.Q..',\n  '...Q',\n  'Q...',\n  '..Q.'\n]\n", "Q is", &["3142"]),
    (
        "[[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"],[\"..Q.\",\"Q...\",\"...Q\",\".Q..\"]]",
        "2 in all",
        &["3142", "2413"],
    ),
    ("['. Q . .', '. . . Q', 'Q . . .', '. . Q .']\n", "Q is", &["3142"]),
    (
        "['.', 'Q', '.', '.']\n['.', '.', '.', 'Q']\n['Q', '.', '.', '.']\n['.', '.', 'Q', '.']\n",
        "Q is",
        &["3142"],
    ),
    (
        "[[' ', 'Q', ' ', ' '], [' ', ' ', ' ', 'Q'], ['Q', ' ', ' ', ' '], [' ', ' ', 'Q', ' ']]\n",
        "Q is",
        &["3142"],
    ),
    ("[['.' 'Q' '.' '.']\n ['.' '.' '.' 'Q']\n ['Q' '.' '.' '.']\n ['.' '.' 'Q' '.']]\n", "Q is", &["3142"]),
    ("[[. Q . .] [. . . Q] [Q . . .] [. . Q .]]\n", "Q is", &["3142"]),
    (
        "[[None, 'Q', None, None], [None, None, None, 'Q'], ['Q', None, None, None], [None, None, 'Q', None]]",
        "Q is",
        &["3142"],
    ),
    // Matrices.
    ("[[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]]\n", "1 is", &["3142"]),
    ("[[0, 1, 0, 0],\n [0, 0, 0, 1],\n [1, 0, 0, 0],\n [0, 0, 1, 0]]\n", "1 is", &["3142"]),
    (
        "[[0 1 0 0]\n [0 0 0 1]\n [1 0 0 0]\n [0 0 1 0]]\n[[0 0 1 0]\n [1 0 0 0]\n [0 0 0 1]\n [0 1 0 0]]\n",
        "2 in all",
        &["3142", "2413"],
    ),
    ("[[0. 1. 0. 0.]\n [0. 0. 0. 1.]\n [1. 0. 0. 0.]\n [0. 0. 1. 0.]]\n", "1 is", &["3142"]),
    ("[[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]\n", "1 is", &["102"]),
    (
        "array([[0, 1, 0, 0],\n       [0, 0, 0, 1],\n       [1, 0, 0, 0],\n       [0, 0, 1, 0]], dtype=int8)\n",
        "1 is",
        &["3142"],
    ),
    (
        "[[False  True False False]\n [False False False  True]\n [ True False False False]\n [False False  True False]]\n",
        "1 is",
        &["3142"],
    ),
    (
        "0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n\n0 0 0 0\n0 0 0 0\n1 0 0 0\n0 0 1 0\n",
        "2 in all",
        &["3142", "3040"],
    ),
    ("0100\n0001\n1000\n0010\n", "1 is", &["3142"]),
    ("{0, 1, 0, 0},\n{0, 0, 0, 1},\n{1, 0, 0, 0},\n{0, 0, 1, 0}\n", "1 is", &["3142"]),
    ("[\n  [ 0, 1, 0, 0 ],\n  [ 0, 0, 0, 1 ],\n  [ 1, 0, 0, 0 ],\n  [ 0, 0, 1, 0 ]\n]\n", "1 is", &["3142"]),
    // What R prints.
    (
        "     [,1] [,2] [,3] [,4]\n[1,]    0    1    0    0\n[2,]    0    0    0    1\n[3,]    1    0    0    0\n[4,]    0    0    1    0\n",
        "1 is",
        &["3142"],
    ),
    ("[1] 2 4 1 3\n[1] 3 1 4 2\n", "count from 1", &["2413", "3142"]),
    // Lists.
    (
        "[0, None, None, None]\n[0, 2, None, None]\n[1, 3, None, None]\n[1, 3, 0, 2]\n",
        "lists that count from 0: the row of the queen in each column, 4 in all",
        &["1000", "1300", "2400", "2413"],
    ),
    ("[0, -1, -1, -1]\n[0, 0, -1, -1]\n[0, 2, -1, -1]\n", "count from 0", &["1000", "1100", "1300"]),
    ("0 -1 -1 -1\n0 2 -1 -1\n-1 -1 -1 -1\n1 -1 -1 -1\n", "count from 0", &["1000", "1300", "0000", "2000"]),
    ("[0 2 -1 -1]\n[0 3 1 -1]\n", "count from 0", &["1300", "1420"]),
    ("(1, 3, 0, 2)\n(2, 0, 3, 1)\n", "count from 0", &["2413", "3142"]),
    ("1 5 8 6 3 7 2 4\n", "count from 1", &["15863724"]),
    ("15863724\n16837425\n", "count from 1", &["15863724", "16837425"]),
    ("[2 4 1 3]\n", "count from 1", &["2413"]),
    ("array([1, 3, 0, 2])\n", "count from 0", &["2413"]),
    ("[np.int64(1), np.int64(3), np.int64(0), np.int64(2)]\n", "count from 0", &["2413"]),
    (
        "[Some(1), Some(3), None, None]\n[Some(1), Some(3), Some(0), Some(2)]\n",
        "count from 0",
        &["2400", "2413"],
    ),
    ("List(1, 3, 0, 2)\n", "count from 0", &["2413"]),
    (
        "[]\n[0]\n[0, 2]\n[0, 3]\n[0, 3, 1]\n[1]\n[1, 3]\n[1, 3, 0]\n[1, 3, 0, 2]\n",
        "count from 0",
        &["1000", "1300", "1400", "1420", "2000", "2400", "2410", "2413"],
    ),
    (
        "0\n0 2\n0 3\n0 3 1\n1\n1 3\n1 3 0\n1 3 0 2\n",
        "count from 0",
        &["1000", "1300", "1400", "1420", "2000", "2400", "2410", "2413"],
    ),
    (
        "[1]\n[1, 3]\n[1, 4]\n[1, 4, 2]\n[2]\n[2, 4]\n[2, 4, 1]\n[2, 4, 1, 3]\n",
        "count from 1",
        &["1000", "1300", "1400", "1420", "2000", "2400", "2410", "2413"],
    ),
    (
        "[1, 0, 0, 0]\n[1, 3, 0, 0]\n[1, 4, 0, 0]\n[2, 4, 1, 3]\n",
        "count from 1: the row of the queen in each column, 0 for none",
        &["1000", "1300", "1400", "2413"],
    ),
    ("[[1, 3, 0, 2], [2, 0, 3, 1]]\n", "2 in all", &["2413", "3142"]),
    ("[\n  0, 4, 7, 5,\n  2, 6, 1, 3\n]\n", "count from 0", &["15863724"]),
    ("Solution 1: [1, 3, 0, 2]\nSolution 2: [2, 0, 3, 1]\n", "2 in all", &["2413", "3142"]),
    ("Found [1, 3, 0, 2] after 8 steps\n", "count from 0", &["2413"]),
    ("queens = [2, 4, 1, 3]\n", "count from 1", &["2413"]),
    ("4\n1 3 0 2\n2 0 3 1\n2\n", "2 in all", &["2413", "3142"]),
    (
        "Trying [0, 1]\n[0, None, None, None]\nTrying [1, 2]\n[0, 2, None, None]\n",
        "2 in all",
        &["1000", "1300"],
    ),
    // Squares.
    ("[(0, 1), (1, 3), (2, 0), (3, 2)]\n", "lists of squares that count from 0", &["3142"]),
    (
        "[]\n[(1, 1)]\n[(1, 1), (2, 3)]\n[(1, 2), (2, 4), (3, 1), (4, 3)]\n",
        "count from 1",
        &["1000", "1020", "3142"],
    ),
    ("[[(0, 1), (1, 3), (2, 0), (3, 2)], [(0, 2), (1, 0), (2, 3), (3, 1)]]\n", "2 in all", &["3142", "2413"]),
    (
        "[Queen(0, 1), Queen(1, 3)]\ndone\n[Queen(0, 1), Queen(1, 3), Queen(2, 0)]\n",
        "count from 0",
        &["0102", "3102"],
    ),
    ("{(0, 1), (1, 3)}\n", "count from 0", &["0102"]),
    // After the numbers of their lines.
    (
        "1. 2 4 6 1 3 5\n2. 3 6 2 5 1 4\n3. 4 1 5 2 6 3\n4. 5 3 1 6 4 2\n",
        "count from 1",
        &["246135", "362514", "415263", "531642"],
    ),
    ("1 1 3 0 2\n2 2 0 3 1\n3 1 3 0 2\n", "count from 0", &["2413", "3142", "2413"]),
    ("0) 2 4 1 3\n1) 3 1 4 2\n2) 2 4 1 3\n", "count from 1", &["2413", "3142", "2413"]),
    // With words around them.
    ("State: [1, 3, 0, 2], conflicts: 0\n", "count from 0", &["2413"]),
    ("step=3 board=[1, 3, 0, 2] cost=2\nstep=4 board=[2, 0, 3, 1] cost=0\n", "2 in all", &["2413", "3142"]),
    // Matrices in one line.
    ("0 1 0 0 0 0 0 1 1 0 0 0 0 0 1 0\n", "where 1 is a queen", &["3142"]),
    ("[0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0]\n", "where 1 is a queen", &["3142"]),
    ("0100000110000010\n", "where 1 is a queen", &["3142"]),
    // With names of columns above numbers of rows.
    (
        "|   | a | b | c | d |\n|---|---|---|---|---|\n| 1 |   | Q |   |   |\n| 2 |   |   |   | Q |\n\
         | 3 | Q |   |   |   |\n| 4 |   |   | Q |   |\n",
        "boards of 4 rows",
        &["3142"],
    ),
    (
        "[['--', 'wQ', '--', '--'], ['--', '--', '--', 'wQ'], ['wQ', '--', '--', '--'], ['--', '--', 'wQ', '--']]\n",
        "where Q is a queen",
        &["3142"],
    ),
    // After a header.
    ("{\"base\":0}\n[1, 0, 0, 0]\n[1, 3, 0, 0]\n", "count from 0", &["2111", "2411"]),
    ("{\"empty\":0}\n[1, 0, 0, 0]\n[1, 3, 0, 0]\n", "count from 1", &["1000", "1300"]),
    ("{\"base\":1}\n[1, 3, None, None]\n", "count from 1", &["1300"]),
    ("{\"queens\":4}\n[0]\n[0, 2]\n", "count from 0", &["1000", "1300"]),
    ("{\"order\":\"rows\"}\n[1, 3, 0, 2]\n", "the column of the queen in each row", &["3142"]),
];

#[test]
fn boards_are_read_as_programs_print_them() {
    for (text, reading, expected) in PRINTED {
        let log = SpooledLog::read(text.as_bytes(), LogOptions::default());
        let log = log.unwrap_or_else(|error| panic!("{text}\n{error}"));
        let said = log.summary().reading.clone().unwrap();
        assert!(said.contains(reading), "{text}\n{said}");
        let states = states(&log);
        let mut others = states.iter();
        for board in *expected {
            assert!(others.any(|state| state == board), "{text}\n{board} is not among {states:?}");
        }
        assert_eq!(states.last().map(String::as_str), expected.last().copied(), "{text}");
        // The events are exactly the differences between the boards.
        let changed = |pair: &[&str]| {
            let changed = pair[0].bytes().zip(pair[1].bytes()).filter(|(one, other)| one != other);
            changed.map(|(one, other)| 1 + usize::from(![one, other].contains(&b'0'))).sum::<usize>()
        };
        let none = "0".repeat(usize::from(log.summary().size.get()));
        let boards: Vec<&str> = [none.as_str()].into_iter().chain(expected.iter().copied()).collect();
        let most: usize = boards.windows(2).map(changed).sum();
        assert!(states.len() <= most, "{text}\n{states:?}");
    }
}

/// Refused texts, and the message.
const REFUSED: &[(&str, &[&str])] = &[
    ("[1, 0, 0, 0]\n[1, 3, 0, 0]\n", &["may be the first row or no queen", "{\"base\":0}", "{\"empty\":0}"]),
    ("[0 0 0 0]\n[0 2 0 0]\n[1 3 0 2]\n", &["{\"base\":0}", "{\"empty\":0}"]),
    ("[1, 2, None, None]\n", &["may count from 0 or from 1", "{\"base\":0}", "{\"base\":1}"]),
    ("[1]\n[1, 2]\n[1, 3]\n", &["{\"base\":0}", "{\"base\":1}"]),
    ("[(1, 1), (2, 3)]\n", &["{\"base\":0}", "{\"base\":1}"]),
    ("only\nwords\n", &["without an event"]),
    ("92\n0.001\nDone: 12 ms\n", &["without an event"]),
    ("(0, 1)\n(1, 3)\n(2, 0)\n", &["without an event"]),
    (" Q  \n   Q\nQ   \n  Q \n", &["without an event"]),
    ("xo\nox\n", &["without an event"]),
    (".Q..\n...Q\nQ...\n", &["without an event"]),
    ("a b c d\n", &["without an event"]),
    (".Q..\n...Q\noops\nQ...\n..Q.\n", &["line 3: a board ends before this line, after 2 rows"]),
    // Text that also contains a list.
    (
        "Words\nand\nmore\nwords\nbefore\nthe\nonly\nlist\nof\nthis\ntext\nis\nnothing\nelse\nsizes = [1, 3, 0, 2]\n",
        &["without an event"],
    ),
    // Output that numpy has abbreviated.
    ("[[1 0 0 ... 0 0 0]\n [0 0 0 ... 0 0 0]\n ...\n [0 0 0 ... 0 1 0]]\n", &["without an event"]),
    ("{\"base\":1}\n[1, 3, 0, 2]\n", &["{\"base\":0}", "{\"empty\":0}"]),
    ("{\"base\":1,\"empty\":0}\n[(0, 1), (1, 3)]\n", &["{\"base\":0}"]),
    ("{\"base\":0}\n[64, 1, 2, 3]\n", &["from 1 to 64"]),
    ("{\"queens\":3}\n[1, 3, 0, 2]\n", &["a board of 4 rows, and 3 were expected"]),
    ("{\"queens\":5}\n.Q..\n...Q\nQ...\n..Q.\n", &["a board of 4 rows, and 5 were expected"]),
    (".Q..\n...Q\nQ...\n..Q.\n{\"place\":[1,1]}\n{\"place\":[1,1]}\n", &["line 6: there is already a queen"]),
];

#[test]
fn what_can_be_read_in_two_ways_is_refused() {
    for (text, parts) in REFUSED {
        let error = SpooledLog::read(text.as_bytes(), LogOptions::default()).unwrap_err().to_string();
        assert!(parts.iter().all(|part| error.contains(part)), "{text}\n{error}");
    }
    // The rest of an overlong line is not a board.
    for long in [".Q".repeat(5_000), ".Q".repeat(50_000), "[0, ".repeat(20_000), "9 ".repeat(1 << 20)] {
        for text in [long.clone(), format!("{long}\n"), format!("[\n{}", format!("{long},\n").repeat(20))] {
            assert!(SpooledLog::read(text.as_bytes(), LogOptions::default()).is_err(), "{}", &text[..100]);
        }
    }
}

const BOARDS: &str = ".Q..\n...Q\nQ...\n..Q.\n\n..Q.\nQ...\n...Q\n.Q..\n";

#[test]
fn the_program_says_how_boards_were_read() {
    let sandbox = Sandbox::new();
    let film = |log: &str| {
        let output = sandbox.replay(log, &["-o", "-", "--size", "240"]);
        (boards(&output.stdout, 4), stderr(&output))
    };
    let (frames, said) = film(&format!("Solutions\n{BOARDS}That is all"));
    assert_eq!(said.matches("note: ").count(), 2, "{said}");
    assert!(
        said.contains("note: read as boards of 4 rows of text, where Q is a queen, 2 in all\n"),
        "{said}"
    );
    assert!(said.contains("note: 2 other lines skipped, the first: line 1: Solutions\n"), "{said}");
    let squares = |places: [(u8, u8); 4]| places.map(Square::from).to_vec();
    let solutions = [[(1, 2), (2, 4), (3, 1), (4, 3)], [(1, 3), (2, 1), (3, 4), (4, 2)]].map(squares);
    assert_eq!(frames, [(vec![], false), (solutions[0].clone(), true), (solutions[1].clone(), true)]);
    // A program that was stopped.
    for (cut, line) in [("Q...\n...", 12), ("Q...\n....\n", 12), ("Q...\n....\nQ", 13)] {
        let (cut_frames, said) = film(&format!("{BOARDS}\n{cut}"));
        assert_eq!(cut_frames, frames);
        let expected = format!("note: the board in line {line}, the last, is incomplete, and left out");
        assert!(said.contains(&expected), "{said}");
    }
    assert!(film("[1, 3, 0, 2]\n[2, 0, 3").1.contains("the board in line 2, the last, is incomplete"));
    // With at least one event, boards are ordinary lines.
    let (frames, said) = film(&format!("{{\"queens\":4}}\n{BOARDS}[1,3,0,2]\n{{\"place\":[1,1]}}\n"));
    assert_eq!(frames.len(), 2);
    assert!(said.contains("9 other lines skipped") && said.contains("{\"boards\":\"steps\"}"), "{said}");
}

#[test]
fn printed_boards_are_checked_raced_and_piped() {
    let sandbox = Sandbox::new();
    sandbox.write("mine.txt", BOARDS);
    let output = sandbox.succeed(&["replay", "mine.txt", "--check"]);
    assert!(stdout(&output).contains("mine.txt: 2 boards, 2 solutions"), "{}", stdout(&output));
    assert!(stderr(&output).contains("2 in all"), "{}", stderr(&output));
    sandbox.refuse(1, &["replay", "mine.txt", "--strict"], &["line 1: this is not an event"]);
    sandbox.refuse(1, &["replay", "mine.txt", "--queens", "5"], &["a board of 4 rows, and 5 were expected"]);
    sandbox.refuse(2, &["race", "5", "mine.txt", "eager"], &["'mine.txt' has 4 queens, and the race has 5"]);
    let race = ["race", "4", "mine.txt", "eager", "-o", "race.gif", "--canvas", "640x360"];
    let said = sandbox.succeed(&race);
    assert!(stdout(&said).contains("mine") && stderr(&said).contains("2 in all"), "{}", stderr(&said));
    // Without a file, a replay reads what is piped into it.
    let piped = sandbox.feed(BOARDS, &["replay", "-o", "piped.gif"]);
    assert!(piped.status.success(), "{}", stderr(&piped));
    sandbox.succeed(&["replay", "mine.txt", "-o", "file.gif"]);
    assert!(sandbox.read("piped.gif") == sandbox.read("file.gif"));
    sandbox.refuse(2, &["replay"], &["the log is missing: queenreel replay log.jsonl, or python3"]);
    let growing = sandbox.feed("[0]\n[0, 2]\n", &["replay", "--queens", "6", "-o", "six/"]);
    assert!(growing.status.success(), "{}", stderr(&growing));
}

#[test]
fn steps_of_a_search_by_rows_are_those_of_rows() {
    let log = "Q...\n....\n....\n....\n\nQ...\n..Q.\n....\n....\n\nQ...\n...Q\n....\n....\n\n\
               Q...\n...Q\n.Q..\n....\n\n.Q..\n....\n....\n....\n";
    let log = SpooledLog::read(log.as_bytes(), LogOptions::default()).unwrap();
    let mut tally = Tally::default();
    log.entries(None).for_each(|entry| tally.count(entry.unwrap().event));
    // A queen that moves in its row, and a backtrack over three rows.
    assert_eq!((tally.placements, tally.moves, tally.removals, tally.backtracks), (4, 1, 3, 2));
    assert_eq!(log.summary().tally, tally);
}

/// Programs as students write them, with the known steps and solutions of their searches.
const PROGRAMS: [(&str, &str); 3] = [
    (
        "\
n = 6
board = [['.'] * n for _ in range(n)]

def show():
    for row in board:
        print(' '.join(row))
    print()

def safe(row, column):
    return not any(board[r][c] == 'Q' and (c == column or abs(r - row) == abs(c - column))
                   for r in range(row) for c in range(n))

def solve(row):
    if row == n:
        print('Solved!')
        return True
    for column in range(n):
        if safe(row, column):
            board[row][column] = 'Q'
            show()
            if solve(row + 1):
                return True
            board[row][column] = '.'
            show()
    return False

solve(0)
",
        "31 placements, 25 removals",
    ),
    (
        "\
n = 6
queens = [None] * n

def solve(column):
    if column == n:
        return True
    for row in range(n):
        if all(row != queens[c] and abs(row - queens[c]) != column - c for c in range(column)):
            queens[column] = row
            print(queens)
            if solve(column + 1):
                return True
            queens[column] = None
            print(queens)
    return False

solve(0)
",
        "31 placements, 25 removals",
    ),
    (
        "\
n = 5
board = [[0] * n for _ in range(n)]
for column, row in enumerate([0, 2, 4, 1, 3]):
    board[row][column] = 1
    print(f'Step {column + 1}')
    print('[' + '\\n '.join(str(row).replace(',', '') for row in board) + ']')
",
        "5 placements",
    ),
];

#[test]
fn programs_of_students_are_filmed() {
    for (program, steps) in PROGRAMS {
        let Some(mut python) = python(&[]) else { return };
        let Some(printed) = run_tool(python.args(["-c", program])) else { return };
        let log = SpooledLog::read(printed.stdout.as_slice(), LogOptions::default()).unwrap();
        let Tally { placements, removals, solutions, moves, .. } = log.summary().tally;
        let removed = if removals > 0 { format!(", {removals} removals") } else { String::new() };
        assert_eq!((format!("{placements} placements{removed}"), solutions, moves), (steps.to_owned(), 0, 0));
        let sandbox = Sandbox::new();
        let output = sandbox.feed(&printed.stdout, &["replay", "-o", "film.gif", "--size", "240"]);
        assert!(stdout(&output).contains("1 solution"), "{}", stderr(&output));
        let n = u64::from(log.summary().size.get());
        let (queens, is_solution) = boards(&sandbox.read("film.gif"), n).pop().unwrap();
        assert!(is_solution && queens.len() as u64 == n);
    }
}

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

#[test]
fn any_lines_are_read_or_refused() {
    const PARTS: [&str; 51] = [
        "Q",
        ".",
        "♛",
        "-",
        "0",
        "1",
        "2",
        "3",
        "9",
        "10",
        "64",
        "65",
        "-1",
        " ",
        " ",
        " ",
        "\n",
        "\n",
        "\n",
        "\n\n",
        "|",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        ",",
        ", ",
        "'",
        "\"",
        "None",
        "True",
        "Some(",
        "array(",
        ", dtype=int8",
        "+---+",
        "│",
        "a b",
        ":",
        "=",
        ".Q..\n",
        "0 1 0\n",
        "[0, 2]",
        "(0, 1)",
        "\u{1b}[1m",
        "\0",
        "{\"base\":0}\n",
        "{\"base\":1}\n",
        "{\"empty\":0}\n",
        "{\"queens\":4}\n",
    ];
    let (mut random, mut read) = (Random(1), 0);
    for _ in 0..6_000 {
        // Few parts make boards more likely.
        let few: Vec<&str> = (0..=random.below(6)).map(|_| PARTS[random.below(PARTS.len())]).collect();
        let text: String = (0..random.below(60)).map(|_| few[random.below(few.len())]).collect();
        let log = SpooledLog::read(text.as_bytes(), LogOptions::default());
        if let Ok(log) = log {
            let mut tally = Tally::default();
            let entries: Result<Vec<_>, LogError> = log.entries(None).collect();
            entries.unwrap().iter().for_each(|entry| tally.count(entry.event));
            tally.solutions = 0;
            assert_eq!(tally, log.summary().tally, "{text:?}");
            assert!(log.summary().reading.is_some(), "{text:?}");
            read += 1;
        }
    }
    assert!(read > 100, "{read}");
}
