//! The values in a line, each with a description of the expected format.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};

use super::{Board, Notation, SquareNotation};
use crate::board::{BoardSize, Line, SizeError, Square};
use crate::limits::{MAX_BOARD_SIZE, MAX_CAPTION, MAX_CODE_LINES};
use crate::log::{Base, Boards, Header, read_caption};
use crate::search::{Event, Order};
use crate::variants::Choice;

/// Implements a seed by the method of `Deserializer` that suits its visitor.
macro_rules! seed {
    ($seed:ty, $value:ty, $method:ident) => {
        impl<'de> DeserializeSeed<'de> for $seed {
            type Value = $value;

            fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<$value, D::Error> {
                deserializer.$method(self)
            }
        }
    };
}

pub(super) use seed;

/// An integer from `least` to `most`.
#[derive(Clone, Copy)]
pub(super) struct Number {
    pub name: &'static str,
    pub least: u64,
    pub most: u64,
    /// Whether it is the number of a row or a column, for which 0 suggests another base.
    pub is_line: bool,
}

seed!(Number, u64, deserialize_u64);

impl Visitor<'_> for Number {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, a whole number from {} to {}", self.name, self.least, self.most)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u64, E> {
        if (self.least..=self.most).contains(&number) {
            Ok(number)
        } else if number == 0 && self.is_line {
            Err(E::custom(format_args!(
                "a 0, expected {}, a whole number from 1 to {MAX_BOARD_SIZE}; a log that counts from 0 begins with \
                 {{\"base\":0}}",
                self.name
            )))
        } else {
            Err(E::invalid_value(Unexpected::Unsigned(number), &self))
        }
    }
}

impl SquareNotation {
    /// Returns the parser of the number of a row or a column, which error messages call `name`.
    fn line(self, name: &'static str) -> Number {
        let least = self.base as u64;
        Number { name, least, most: u64::from(MAX_BOARD_SIZE) - 1 + least, is_line: true }
    }

    fn counted_from_one(self, number: u64) -> u8 {
        number as u8 + 1 - self.base as u8
    }

    fn square(self, [row, column]: [u64; 2]) -> Square {
        Square::new(self.counted_from_one(row), self.counted_from_one(column))
    }
}

/// `[row, column]`, or a chess name.
#[derive(Clone, Copy)]
pub(super) struct At(pub SquareNotation);

seed!(At, Square, deserialize_any);

impl<'de> Visitor<'de> for At {
    type Value = Square;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square, [row, column] or a name like \"h6\"")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Square, E> {
        self.0.square_named(name)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Square, A::Error> {
        let numbers = ["a row", "a column"].map(|name| self.0.line(name));
        Ok(self.0.square(exactly(&mut values, numbers, &self)?))
    }
}

/// `[[row, column], [row, column]]`, the squares before and after a move; or two such moves.
pub(super) struct Moves(pub SquareNotation);

seed!(Moves, Event, deserialize_seq);

impl<'de> Visitor<'de> for Moves {
    type Value = Event;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("two squares, [[row, column], [row, column]], or two such pairs")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Event, A::Error> {
        match exactly(&mut values, [AtOrMove(self.0), AtOrMove(self.0)], &self)? {
            [(from, None), (to, None)] => Ok(Event::Move { from, to }),
            [(one, Some(to)), (other, Some(other_to))] => {
                Ok(Event::Swap { from: [one, other], to: [to, other_to] })
            }
            [(_, None), (_, Some(_))] | [(_, Some(_)), (_, None)] => {
                Err(A::Error::custom("a square and a move; expected two of either"))
            }
        }
    }
}

#[derive(Clone, Copy)]
struct AtOrMove(SquareNotation);

seed!(AtOrMove, (Square, Option<Square>), deserialize_any);

impl<'de> Visitor<'de> for AtOrMove {
    type Value = (Square, Option<Square>);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        At(self.0).expecting(f)
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok((self.0.square_named(name)?, None))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Self::Value, A::Error> {
        let elements = ["a row", "a column"].map(|name| Element::new(name, self.0));
        match exactly(&mut values, elements, &self)? {
            [Some(NumberOrSquare::Number(row)), Some(NumberOrSquare::Number(column))] => {
                Ok((Square::new(row, column), None))
            }
            [Some(NumberOrSquare::Square(from)), Some(NumberOrSquare::Square(to))] => Ok((from, Some(to))),
            [Some(_) | None, Some(_) | None] => Err(A::Error::invalid_value(Unexpected::Seq, &self)),
        }
    }
}

/// The number of a row or column, or a square; in a board, `None` for no queen.
#[derive(Clone, Copy)]
struct Element<'a> {
    name: &'static str,
    squares: SquareNotation,
    /// In a board, the header that defines the value for no queen.
    board: Option<&'a Header>,
}

#[derive(Clone, Copy)]
enum NumberOrSquare {
    Number(u8),
    Square(Square),
}

impl Element<'_> {
    const fn new(name: &'static str, squares: SquareNotation) -> Self {
        Self { name, squares, board: None }
    }
}

seed!(Element<'_>, Option<NumberOrSquare>, deserialize_any);

impl<'de> Visitor<'de> for Element<'_> {
    type Value = Option<NumberOrSquare>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.squares.line(self.name).expecting(f)?;
        f.write_str(", or a square, [row, column] or a name like \"h6\"")?;
        f.write_str(if self.board.is_some() { ", or null for no queen" } else { "" })
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        if self.board.is_some() { Ok(None) } else { Err(E::invalid_type(Unexpected::Unit, &self)) }
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        let found = Unexpected::Signed(number);
        match self.board {
            Some(header) if number == -1 || header.empty == Some(number) => Ok(None),
            Some(_) => Err(E::invalid_value(found, &self)),
            None => Err(E::invalid_type(found, &self)),
        }
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        if let Some(header) = self.board {
            if header.empty.is_some_and(|empty| u64::try_from(empty) == Ok(number)) {
                return Ok(None);
            }
            if number == 0 && header.base == Base::One {
                return Err(E::custom(
                    "a 0 in a board, but rows and columns are counted from 1; a log that counts from 0 begins \
                     with {\"base\":0}, and one where 0 means no queen with {\"empty\":0}",
                ));
            }
        }
        let number = self.squares.line(self.name).visit_u64(number)?;
        Ok(Some(NumberOrSquare::Number(self.squares.counted_from_one(number))))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Some(NumberOrSquare::Square(self.squares.square_named(name)?)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<Self::Value, A::Error> {
        Ok(Some(NumberOrSquare::Square(At(self.squares).visit_seq(values)?)))
    }
}

/// The row of the queen in each column (or the column in each row), or the squares of the queens.
pub(super) struct Queens<'a>(pub Notation<'a>);

seed!(Queens<'_>, Board, deserialize_seq);

impl<'de> Visitor<'de> for Queens<'_> {
    type Value = Board;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0.header.order() {
            Order::Columns => "the row of the queen in each column, null where there is none",
            Order::Rows => "the column of the queen in each row, null where there is none",
        })?;
        f.write_str(", or squares, [row, column]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Board, A::Error> {
        let header = self.0.header;
        let name = match header.order() {
            Order::Columns => "a row",
            Order::Rows => "a column",
        };
        let cell = Element { board: Some(header), ..Element::new(name, self.0.squares()) };
        let (mut length, mut queens, mut has_squares) = (0_u64, Vec::new(), false);
        while let Some(cell) = values.next_element_seed(cell)? {
            if length == u64::from(MAX_BOARD_SIZE) && !has_squares {
                return Err(A::Error::custom(SizeError));
            }
            length += 1;
            has_squares |= matches!(cell, Some(NumberOrSquare::Square(_))) && length == 1;
            match cell {
                Some(NumberOrSquare::Square(square)) if has_squares => queens.push(square),
                Some(NumberOrSquare::Number(position)) if !has_squares => {
                    queens.push(header.order().square(length as u8 - 1, position - 1));
                }
                None if !has_squares => {}
                Some(_) | None => {
                    return Err(A::Error::custom("both rows and squares; expected either"));
                }
            }
        }
        let is_list = header.boards == Boards::Steps;
        // With boards as steps, a list may grow with its queens; otherwise it has an element for each line.
        let lines = match BoardSize::new(length) {
            _ if has_squares => None,
            Err(_) if is_list => None,
            lines => Some(lines.map_err(A::Error::custom)?),
        };
        Ok(Board { lines, queens })
    }
}

pub(super) struct Squares(pub SquareNotation);

seed!(Squares, Vec<Square>, deserialize_any);

impl<'de> Visitor<'de> for Squares {
    type Value = Vec<Square>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        At(self.0).expecting(f)?;
        f.write_str(", or a list of squares")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Vec<Square>, E> {
        Ok(vec![self.0.square_named(name)?])
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Vec<Square>, A::Error> {
        let mut squares = Vec::new();
        match values.next_element_seed(Element::new("a row", self.0))?.flatten() {
            None => {}
            Some(NumberOrSquare::Square(square)) => {
                squares.push(square);
                while let Some(square) = values.next_element_seed(At(self.0))? {
                    squares.push(square);
                }
            }
            Some(NumberOrSquare::Number(row)) => {
                let [column] = exactly(&mut values, [self.0.line("a column")], &self)?;
                squares.push(Square::new(row, self.0.counted_from_one(column)));
            }
        }
        if squares.is_empty() {
            return Err(A::Error::invalid_length(0, &self));
        }
        Ok(squares)
    }
}

/// The number of a line in the order of the log, or `{"row":6}`, or `{"column":6}`.
pub(super) struct LineOf<'a>(pub Notation<'a>);

seed!(LineOf<'_>, Line, deserialize_any);

impl<'de> Visitor<'de> for LineOf<'_> {
    type Value = Line;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.squares().line("a column or row").expecting(f)?;
        f.write_str(", or one of {\"row\":K} and {\"column\":K}")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Line, E> {
        let squares = self.0.squares();
        let number = squares.line("a column or row").visit_u64(number)?;
        Ok(self.0.header.order().line(squares.counted_from_one(number)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Line, A::Error> {
        let key = map.next_key::<String>()?;
        let (name, line): (_, fn(u8) -> Line) = match key.as_deref() {
            Some("row") => ("a row", Line::Row),
            Some("column") => ("a column", Line::Column),
            Some(_) | None => return Err(A::Error::invalid_value(Unexpected::Map, &self)),
        };
        let squares = self.0.squares();
        let number = map.next_value_seed(squares.line(name))?;
        if map.next_key::<String>()?.is_some() {
            return Err(A::Error::invalid_value(Unexpected::Map, &self));
        }
        Ok(line(squares.counted_from_one(number)))
    }
}

/// A matrix of a solver with stages, with an entry for each square of the board, whose size may be unknown.
/// Checks only the form of the matrix, and that the entries are from 0 to 2.
#[derive(Clone, Copy)]
pub(super) struct MatrixOf(pub Option<BoardSize>);

seed!(MatrixOf, (), deserialize_seq);

impl<'de> Visitor<'de> for MatrixOf {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(size) => write!(f, "a matrix of {size} rows, each of {size} numbers from 0 to 2"),
            None => f.write_str("a matrix, with as many rows as columns, of numbers from 0 to 2"),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<(), A::Error> {
        let (mut length, mut width) = (0, self.0.map(|size| usize::from(size.get())));
        while let Some(entries) = rows.next_element::<Vec<u8>>()? {
            length += 1;
            let is_row = entries.len() == *width.get_or_insert(entries.len());
            if !is_row || entries.len() > MAX_BOARD_SIZE.into() || entries.iter().any(|entry| *entry > 2) {
                return Err(A::Error::invalid_value(Unexpected::Other("another row"), &self));
            }
        }
        if width == Some(length) { Ok(()) } else { Err(A::Error::invalid_length(length, &self)) }
    }
}

/// `true`, and `false` where it is meaningful.
pub(super) struct Truth {
    pub may_be_false: bool,
}

seed!(Truth, bool, deserialize_bool);

impl Visitor<'_> for Truth {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.may_be_false { "true or false" } else { "true" })
    }

    fn visit_bool<E: Error>(self, is_so: bool) -> Result<bool, E> {
        let is_valid = is_so || self.may_be_false;
        if is_valid { Ok(is_so) } else { Err(E::invalid_value(Unexpected::Bool(is_so), &self)) }
    }
}

pub(super) struct Score;

seed!(Score, f64, deserialize_f64);

impl Visitor<'_> for Score {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number that says how good the board is")
    }

    fn visit_f64<E: Error>(self, score: f64) -> Result<f64, E> {
        Ok(score)
    }

    fn visit_u64<E: Error>(self, score: u64) -> Result<f64, E> {
        Ok(score as f64)
    }

    fn visit_i64<E: Error>(self, score: i64) -> Result<f64, E> {
        Ok(score as f64)
    }
}

pub(super) struct NoQueen;

seed!(NoQueen, i64, deserialize_i64);

impl Visitor<'_> for NoQueen {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number that means 'no queen', like 0")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<i64, E> {
        i64::try_from(number).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<i64, E> {
        Ok(number)
    }
}

/// One line of text of at most [`MAX_CAPTION`] characters, without control characters.
pub(super) struct Text;

seed!(Text, String, deserialize_str);

impl Visitor<'_> for Text {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one line of text, at most {MAX_CAPTION} characters")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        read_caption(text).map_err(E::custom)
    }
}

/// A text with a fixed set of values: a description of these values, and a parser.
pub(super) struct Word<T>(pub &'static str, pub fn(&str) -> Option<T>);

impl<T: Choice> Word<T> {
    pub fn name(expected: &'static str) -> Self {
        Self(expected, |text| T::all().into_iter().find(|one| one.name() == text))
    }
}

impl<'de, T> DeserializeSeed<'de> for Word<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<T> Visitor<'_> for Word<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.1)(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

pub(super) struct Code;

seed!(Code, Vec<String>, deserialize_seq);

impl<'de> Visitor<'de> for Code {
    type Value = Vec<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of 1 to {MAX_CODE_LINES} lines of text")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Vec<String>, A::Error> {
        let mut lines = Vec::new();
        while let Some(line) = values.next_element_seed(Text)? {
            lines.push(line);
            if lines.len() > MAX_CODE_LINES {
                return Err(A::Error::invalid_length(lines.len(), &self));
            }
        }
        if lines.is_empty() { Err(A::Error::invalid_length(0, &self)) } else { Ok(lines) }
    }
}

/// Reads the elements of an array of this length, with a message for users instead of the message of `serde`.
fn exactly<'de, A: SeqAccess<'de>, S: DeserializeSeed<'de>, const LENGTH: usize>(
    values: &mut A,
    seeds: [S; LENGTH],
    expected: &dyn serde::de::Expected,
) -> Result<[S::Value; LENGTH], A::Error> {
    let mut read = [const { None }; LENGTH];
    for (index, (value, seed)) in read.iter_mut().zip(seeds).enumerate() {
        *value = values.next_element_seed(seed)?;
        if value.is_none() {
            return Err(A::Error::invalid_length(index, expected));
        }
    }
    if values.next_element::<IgnoredAny>()?.is_some() {
        return Err(A::Error::custom(format_args!("more than {LENGTH} values; expected {expected}")));
    }
    Ok(read.map(|value| value.expect("every element was read")))
}
