//! The values in a line, each with a description of what is expected.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, SeqAccess, Unexpected, Visitor};

use super::Board;
use crate::board::{MAX_SIZE, Placement, Square};
use crate::log::{MAX_CAPTION, check_caption};

/// A whole number from `least` to `most`.
pub(super) struct Number {
    pub name: &'static str,
    pub least: u64,
    pub most: u64,
}

/// The number of a row or a column, which error messages call `name`.
pub(super) const fn line(name: &'static str) -> Number {
    Number { name, least: 1, most: MAX_SIZE as u64 }
}

impl<'de> DeserializeSeed<'de> for Number {
    type Value = u64;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u64, D::Error> {
        deserializer.deserialize_u64(self)
    }
}

impl Visitor<'_> for Number {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, a whole number from {} to {}", self.name, self.least, self.most)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u64, E> {
        if (self.least..=self.most).contains(&number) {
            Ok(number)
        } else {
            Err(E::invalid_value(Unexpected::Unsigned(number), &self))
        }
    }
}

/// `[row, column]`.
pub(super) struct At;

impl<'de> DeserializeSeed<'de> for At {
    type Value = Square;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Square, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for At {
    type Value = Square;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square, [row, column]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Square, A::Error> {
        let row = values.next_element_seed(line("a row"))?;
        let row = row.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let column = values.next_element_seed(line("a column"))?;
        let column = column.ok_or_else(|| A::Error::invalid_length(1, &self))?;
        end_of_array(&mut values, 2, &self)?;
        Ok(Square::new(row as u8, column as u8))
    }
}

/// A square or `null`.
pub(super) struct MaybeAt;

impl<'de> DeserializeSeed<'de> for MaybeAt {
    type Value = Option<Square>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de> Visitor<'de> for MaybeAt {
    type Value = Option<Square>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square, [row, column], or null")
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        At.deserialize(deserializer).map(Some)
    }
}

/// `[[row, column], [row, column]]`: the squares before and after a move.
pub(super) struct FromTo;

impl<'de> DeserializeSeed<'de> for FromTo {
    type Value = (Square, Square);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for FromTo {
    type Value = (Square, Square);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("two squares, [[row, column], [row, column]]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Self::Value, A::Error> {
        let from = values.next_element_seed(At)?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let to = values.next_element_seed(At)?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
        end_of_array(&mut values, 2, &self)?;
        Ok((from, to))
    }
}

/// The row of the queen in each column, or the squares of the queens.
pub(super) struct Queens;

impl<'de> DeserializeSeed<'de> for Queens {
    type Value = Board;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Board, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Queens {
    type Value = Board;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the row of the queen in each column, 0 where there is none, or squares, [row, column]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Board, A::Error> {
        let (mut rows, mut queens) = (Vec::new(), Vec::new());
        while let Some(queen) = values.next_element_seed(Queen)? {
            match queen {
                RowOrSquare::Row(row) => rows.push(row),
                RowOrSquare::Square(square) => queens.push(square),
            }
            if !rows.is_empty() && !queens.is_empty() {
                return Err(A::Error::custom("both rows and squares; expected either"));
            }
        }
        if !queens.is_empty() {
            return Ok(Board::Queens(queens));
        }
        Placement::new(&rows).map(Board::Rows).map_err(A::Error::custom)
    }
}

struct Queen;

enum RowOrSquare {
    Row(u8),
    Square(Square),
}

impl<'de> DeserializeSeed<'de> for Queen {
    type Value = RowOrSquare;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<RowOrSquare, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Queen {
    type Value = RowOrSquare;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a row, a whole number from 1 to {MAX_SIZE}, 0 for none, or a square, [row, column]")
    }

    fn visit_u64<E: Error>(self, row: u64) -> Result<RowOrSquare, E> {
        let row_in_bounds = u8::try_from(row).ok().filter(|row| *row <= MAX_SIZE);
        row_in_bounds.map(RowOrSquare::Row).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(row), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<RowOrSquare, A::Error> {
        At.visit_seq(values).map(RowOrSquare::Square)
    }
}

/// `true`, the only value.
pub(super) struct Yes;

impl<'de> DeserializeSeed<'de> for Yes {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_bool(self)
    }
}

impl Visitor<'_> for Yes {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("true")
    }

    fn visit_bool<E: Error>(self, yes: bool) -> Result<(), E> {
        if yes { Ok(()) } else { Err(E::invalid_value(Unexpected::Bool(yes), &self)) }
    }
}

/// One line of text without control characters.
pub(super) struct Text;

impl<'de> DeserializeSeed<'de> for Text {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Text {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one line of text, at most {MAX_CAPTION} characters")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        check_caption(text).map_err(E::custom)?;
        Ok(text.to_owned())
    }
}

/// Checks that an array ends, with a message for users instead of that of `serde`.
fn end_of_array<'de, A: SeqAccess<'de>>(
    values: &mut A,
    length: usize,
    expected: &dyn serde::de::Expected,
) -> Result<(), A::Error> {
    match values.next_element::<IgnoredAny>()? {
        None => Ok(()),
        Some(_) => Err(A::Error::custom(format_args!("more than {length} values; expected {expected}"))),
    }
}
