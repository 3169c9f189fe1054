//! The notation of the boards of a log, inferred by reading it completely.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::{BoardSize, Square};
use crate::limits::MAX_BOARD_SIZE;
use crate::log::{Base, Header};
use crate::search::Order;

use super::rows::{Row, number};

/// Symbols that always mean a queen.
const QUEENS: [char; 5] = ['Q', 'q', '♛', '♕', '👑'];

/// The maximum number of different symbols: empty squares, queens, and marks.
const MOST_SYMBOLS: usize = 16;

/// The maximum length of a row, which may have its number at both ends.
const LONGEST: usize = MAX_BOARD_SIZE as usize + 2;

/// The shortest list recognised without brackets: programs also print other numbers.
const SHORTEST_BARE: usize = 4;

/// The notation of boards.
pub struct Shape {
    pub form: Form,
    lists: Lists,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Form {
    /// As many rows as columns, of these symbols, optionally with the row number at either end.
    Rows { are_words: bool, numbers: [usize; 2], symbols: BTreeSet<char>, queens: BTreeSet<char> },
    /// The position of the queen on each line.
    Lists,
    /// The squares of the queens, each in brackets.
    Squares,
}

impl Shape {
    /// Returns the number of rows of a board that contains all boards.
    pub fn size(&self, base: Base) -> usize {
        self.lists.longest.max(usize::from(self.lists.largest) + 1 - base as usize)
    }

    /// Returns the number from which rows count, and the number that means no queen: as given by the log, or as
    /// inferred from the boards. The error says why the boards are ambiguous.
    pub fn base(
        &self,
        said: Option<(Base, Option<i64>)>,
        size: Option<BoardSize>,
    ) -> Result<(Base, Option<i64>), String> {
        let Lists { are_whole, longest, largest, zeros, blanks, .. } = self.lists;
        let has_last = usize::from(largest) == size.map_or(longest, usize::from);
        let are_lists = self.form == Form::Lists;
        match said {
            _ if matches!(self.form, Form::Rows { .. }) => Ok((Base::One, None)),
            Some((Base::One, empty)) if zeros > 0 && !(are_lists && empty == Some(0)) => {
                Err(ZERO_UNKNOWN.to_owned())
            }
            Some(said) => Ok(said),
            None if zeros == 0 && has_last => Ok((Base::One, None)),
            None if zeros == 0 => Err(BASE_UNKNOWN.to_owned()),
            None if are_lists && are_whole && has_last => Ok((Base::One, Some(0))),
            None if are_lists && are_whole && zeros > 1 && blanks == 0 => Err(ZERO_UNKNOWN.to_owned()),
            None => Ok((Base::Zero, None)),
        }
    }

    /// Returns the queens in a row, the K-th of a board from 1; `None` if the row is not of a board of this shape.
    pub fn queens(&self, row: &Row, k: u8, header: &Header) -> Option<Vec<Square>> {
        let Header { base, empty, .. } = *header;
        let counted = |number: u8| number.saturating_add(1) - base as u8;
        match &self.form {
            Form::Rows { are_words, numbers: [before, after], symbols, queens } => {
                let squares = row.cells.get(*before..row.cells.len().saturating_sub(*after))?;
                let is_row = (squares.len(), row.is_word) == (self.lists.longest, *are_words)
                    && squares.iter().all(|symbol| symbols.contains(symbol));
                let columns = (1..).zip(squares).filter(|(_, symbol)| queens.contains(symbol));
                is_row.then(|| columns.map(|(column, _)| Square::new(k, column)).collect())
            }
            Form::Lists => {
                let Lists { are_numbered, are_whole, are_bracketed, longest, .. } = self.lists;
                let numbered = row.numbered().filter(|(_, cells)| are_numbered && cells.len() == longest);
                let cells = numbered.map_or(&row.cells[..], |(_, cells)| cells);
                let is_long = !are_whole || cells.len() == longest;
                let is_list = numbered.is_some() || row.is_list();
                let is_row = is_list && (row.depth > 0) == are_bracketed && is_long;
                let numbers = (0..).zip(cells).filter_map(|(line, cell)| Some((line, number(*cell)?)));
                let numbers = numbers.filter(|(_, number)| empty != Some((*number).into()));
                let square = |(line, number)| header.order().square(line, counted(number).saturating_sub(1));
                is_row.then(|| numbers.map(square).collect())
            }
            Form::Squares => match row.cells[..] {
                _ if row.depth == 0 => None,
                [] => Some(Vec::new()),
                [row, column] => Some(vec![Square::new(counted(number(row)?), counted(number(column)?))]),
                [..] => None,
            },
        }
    }

    /// Returns a description of how boards are read with this header.
    pub fn words(&self, header: &Header) -> String {
        let base = header.base as u8;
        match &self.form {
            Form::Rows { queens, .. } => {
                let queens: String = queens.iter().collect();
                format!("boards of {} rows of text, where {queens} is a queen", self.lists.longest)
            }
            Form::Lists => {
                let [number, line] = match header.order() {
                    Order::Columns => ["row", "column"],
                    Order::Rows => ["column", "row"],
                };
                let empty = header.empty.map(|empty| format!(", {empty} for none")).unwrap_or_default();
                format!("lists that count from {base}: the {number} of the queen in each {line}{empty}")
            }
            Form::Squares => format!("lists of squares that count from {base}: [row, column]"),
        }
    }
}

const BASE_UNKNOWN: &str = "without the first and the last row, these boards may count from 0 or from 1: begin the log \
                            with {\"base\":0} or with {\"base\":1}";

const ZERO_UNKNOWN: &str = "a 0 in these boards may be the first row or no queen: begin the log with {\"base\":0} or \
                            with {\"empty\":0}";

/// Statistics of the rows and lists in a log.
#[derive(Debug, Default)]
pub struct Tally {
    /// The frequency of each symbol at the start of rows, at the end and in the middle: keyed by whether a row
    /// has one of [`QUEENS`], its length, and whether it is one word.
    rows: BTreeMap<(bool, usize, bool), [BTreeMap<char, u64>; 3]>,
    /// For each length of row, both end symbols of the last such row, and whether each is not a row number.
    ends: BTreeMap<usize, [(char, bool); 2]>,
    /// The lists without brackets, and the lists with brackets.
    lists: [Lists; 2],
    numbered: Numbered,
    /// Whether some lists may be squares of the same board.
    has_squares: bool,
    /// The number of squares of the current board so far.
    squares: usize,
    most_squares: usize,
}

impl Tally {
    pub fn add(&mut self, row: &Row) {
        let cells = &row.cells;
        if row.depth == 0 && row.is_of_names() {
            return;
        }
        if let ([first, .., last], 4..=LONGEST) = (&cells[..], cells.len()) {
            for (end, cell) in self.ends.entry(cells.len()).or_default().iter_mut().zip([*first, *last]) {
                *end = (cell, end.1 || end.0 == cell || number(cell).is_none());
            }
        }
        let has_queen = cells.iter().any(|symbol| QUEENS.contains(symbol));
        let is_mixed = cells.iter().any(|symbol| *symbol != cells[0]);
        // A single symbol may be anything.
        if (has_queen || is_mixed) && (2..=LONGEST).contains(&cells.len()) {
            let counts = self.rows.entry((has_queen, cells.len(), row.is_word)).or_default();
            for (at, symbol) in cells.iter().enumerate() {
                let counts = &mut counts[if at == 0 { 0 } else { 1 + usize::from(at + 1 < cells.len()) }];
                if counts.len() < MOST_SYMBOLS || counts.contains_key(symbol) {
                    *counts.entry(*symbol).or_default() += 1;
                }
            }
        }
        if let Some((number, cells)) = row.numbered() {
            self.numbered.add(number, cells);
        }
        if row.is_list() {
            self.lists[usize::from(row.depth > 0)].add(&row.cells);
            self.has_squares |= row.depth > 1 || !row.begins_group;
            self.squares = if row.begins_group { 1 } else { self.squares + 1 };
            self.most_squares = self.most_squares.max(self.squares);
        }
    }

    /// Returns candidate notations, the most likely first.
    pub fn shapes(&self) -> impl Iterator<Item = Shape> {
        let [bare, bracketed] = self.lists;
        let bare = self.numbered.lists().unwrap_or(bare);
        let are_bracketed = bracketed.elements > bare.elements;
        let lists = if are_bracketed { Lists { are_bracketed, ..bracketed } } else { bare };
        let are_squares = are_bracketed && self.has_squares && lists.longest == 2;
        // Lists of two numbers may mean anything.
        let are_pairs = lists.are_whole && lists.longest == 2;
        let are_lists = if are_bracketed { !are_pairs } else { lists.longest >= SHORTEST_BARE };
        let squares = Shape { form: Form::Squares, lists: Lists { longest: self.most_squares, ..lists } };
        let squares = are_squares.then_some(squares);
        let lists = are_lists.then_some(Shape { form: Form::Lists, lists });
        self.rows_of_symbols().into_iter().chain(squares).chain(lists)
    }

    /// Returns the notation of the most frequent rows with one of [`QUEENS`]. Without such rows, returns the notation of
    /// the most frequent rows: a queen is then the rarer of their two symbols.
    fn rows_of_symbols(&self) -> Option<Shape> {
        let squares =
            |counts: &[BTreeMap<char, u64>; 3]| counts.iter().flat_map(BTreeMap::values).sum::<u64>();
        let (&(has_queen, length, are_words), _) =
            self.rows.iter().max_by_key(|((has_queen, ..), counts)| (*has_queen, squares(counts)))?;
        let are_numbers = |end: &(char, bool)| usize::from(!end.1);
        let numbers = self.ends.get(&length).map_or([0; 2], |ends| ends.each_ref().map(are_numbers));
        let counts = |has_queen| {
            let mut sum: BTreeMap<char, u64> = BTreeMap::new();
            let counts = self.rows.get(&(has_queen, length, are_words)).into_iter().flatten();
            let of_squares = counts.zip([numbers[0] == 0, numbers[1] == 0, true]).filter(|(_, are)| *are);
            of_squares
                .flat_map(|(counts, _)| counts)
                .for_each(|(symbol, count)| *sum.entry(*symbol).or_default() += count);
            sum
        };
        let known = counts(has_queen);
        let mut symbols: BTreeSet<char> = known.keys().copied().collect();
        let queens = if has_queen {
            // Rows without queens may have other marks.
            symbols.extend(
                counts(false).keys().filter(|symbol| !symbol.is_alphanumeric() && number(**symbol).is_none()),
            );
            symbols.intersection(&QUEENS.into()).copied().collect()
        } else {
            let (rarest, fewest) = known.iter().min_by_key(|(_, count)| **count)?;
            let is_clear = known.len() == 2 && known.values().any(|count| count > fewest);
            let is_queen = number(*rarest).is_none_or(|digit| digit == 1);
            (is_clear && is_queen).then(|| [*rarest].into())?
        };
        let lists = Lists { longest: length - numbers[0] - numbers[1], ..Lists::default() };
        Some(Shape { form: Form::Rows { are_words, numbers, symbols, queens }, lists })
    }
}

/// Lists without brackets, each after its number: lists are counted from 0 or 1.
#[derive(Debug, Default)]
struct Numbered {
    rest: Lists,
    /// The number of the first list.
    first: u8,
    /// The number of consecutive lists.
    lines: u8,
    is_other: bool,
}

impl Numbered {
    /// The minimum number of consecutive lists: two numbers may be consecutive by accident.
    const LEAST: u8 = 3;

    /// The largest number of a list: longer numbers may be rows of digits.
    const LAST: u8 = 99;

    fn add(&mut self, number: u8, cells: &[char]) {
        if self.lines == 0 {
            (self.first, self.is_other) = (number, number > 1);
        }
        let next = self.first.saturating_add(self.lines);
        if next <= Self::LAST {
            self.is_other |= number != next;
            self.lines += 1;
            self.rest.add(cells);
        }
    }

    /// Returns the lists, if all lists so far have consecutive numbers.
    fn lists(&self) -> Option<Lists> {
        let are_numbered = self.lines >= Self::LEAST && !self.is_other;
        are_numbered.then_some(Lists { are_numbered, ..self.rest })
    }
}

/// Lists of the same length, or lists that grow by one element.
#[derive(Debug, Clone, Copy, Default)]
struct Lists {
    are_bracketed: bool,
    /// Whether each list follows its number: lists are counted from 0 or 1.
    are_numbered: bool,
    /// Whether all lists have the same length.
    are_whole: bool,
    longest: usize,
    last: usize,
    elements: usize,
    largest: u8,
    /// The maximum number of zeros in a list.
    zeros: usize,
    /// The maximum number of elements of a list that are not numbers.
    blanks: usize,
}

impl Lists {
    fn add(&mut self, elements: &[char]) {
        let length = elements.len();
        if length > self.longest && (self.are_whole || length > self.last + 1) {
            *self = Self { are_whole: true, ..Self::default() };
        }
        self.last = length;
        if self.are_whole && length < self.longest {
            return;
        }
        let numbers: Vec<u8> = elements.iter().filter_map(|element| number(*element)).collect();
        self.longest = self.longest.max(length);
        self.elements += length;
        self.largest = numbers.iter().copied().fold(self.largest, u8::max);
        self.zeros = self.zeros.max(elements.iter().filter(|element| **element == '0').count());
        self.blanks = self.blanks.max(length - numbers.len());
    }
}
