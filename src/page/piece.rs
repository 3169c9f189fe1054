//! The figure that stands for a queen.

use std::str::FromStr;

/// The figure that stands for a queen.
///
/// ```
/// use queenreel::page::Piece;
///
/// assert_eq!("white".parse(), Ok(Piece::White));
/// assert_eq!("disc".parse(), Ok(Piece::Disc));
/// assert_eq!("Q".parse(), Ok(Piece::Character('Q')));
/// assert!("queen".parse::<Piece>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Piece {
    /// The black queen of chess.
    Black,
    /// The white queen: its outline, filled with the colour of the page.
    White,
    /// A disc.
    Disc,
    /// A character of the font.
    Character(char),
}

impl Piece {
    /// The character of the font that it is, if it is one.
    pub(super) const fn character(self) -> Option<char> {
        match self {
            Self::Character(character) => Some(character),
            Self::Black | Self::White | Self::Disc => None,
        }
    }
}

impl FromStr for Piece {
    type Err = PieceError;

    fn from_str(text: &str) -> Result<Self, PieceError> {
        match text {
            "black" | "♛" => Ok(Self::Black),
            "white" | "♕" => Ok(Self::White),
            "disc" => Ok(Self::Disc),
            _ => match text.chars().collect::<Vec<char>>()[..] {
                [letter] if !letter.is_whitespace() && !letter.is_control() => Ok(Self::Character(letter)),
                _ => Err(PieceError),
            },
        }
    }
}

/// A text that is no piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write black, white, disc, or a single character like Q")]
pub struct PieceError;
