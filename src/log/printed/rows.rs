//! Parses rows of boards in lines printed for people.

use crate::limits::MAX_BOARD_SIZE;
use std::mem::take;

use serde_json::Value;

/// A square or an element without a queen.
const BLANK: char = '\u{2423}';

/// Characters from here on encode numbers of two digits; no program prints them.
const NUMBERS: u32 = 0x000f_0000;

pub fn number(cell: char) -> Option<u8> {
    cell.to_digit(10).or((cell as u32).checked_sub(NUMBERS))?.try_into().ok()
}

/// The content between two brackets, or of a word or a line of text: a character for each square or element.
#[derive(Debug, Clone)]
pub struct Row {
    pub cells: Vec<char>,
    pub is_word: bool,
    /// The number of brackets around the row.
    pub depth: usize,
    /// Whether the row is the first in an outer bracket, or on its line of text.
    pub begins_group: bool,
}

impl Row {
    /// Whether the row is a list with the position of the queen on each line.
    pub fn is_list(&self) -> bool {
        self.are_list(&self.cells)
    }

    /// Returns the number at the beginning of the row, which may count the lists, and the list after this number.
    pub fn numbered(&self) -> Option<(u8, &[char])> {
        let (first, cells) = self.cells.split_first().filter(|_| self.depth == 0)?;
        Some((number(*first)?, cells)).filter(|_| !cells.is_empty() && self.are_list(cells))
    }

    fn are_list(&self, cells: &[char]) -> bool {
        let is_number = |cell: &char| number(*cell).is_some_and(|number| number <= MAX_BOARD_SIZE);
        cells.len() <= MAX_BOARD_SIZE.into()
            && cells.iter().all(|cell| is_number(cell) || !cell.is_alphanumeric())
            && (self.depth > 0 || cells.iter().any(|cell| is_number(cell) || *cell == BLANK))
    }

    /// Whether the row has column names, like `a b c d`.
    pub fn is_of_names(&self) -> bool {
        let code = |cell| number(cell).map_or(cell as u32, u32::from);
        // The corner above the row numbers is blank.
        let names = &self.cells[usize::from(self.cells.first() == Some(&BLANK))..];
        names.len() > 1 && names.windows(2).all(|pair| code(pair[0]) + 1 == code(pair[1]))
    }
}

fn is_box(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c)
}

/// Whether a line of text has only the frame of a board.
pub fn is_frame(line: &str) -> bool {
    line.chars().all(|c| c.is_whitespace() || is_box(c) || "+-=_~*#|".contains(c))
}

/// Parses the rows of successive lines of text; brackets may span several.
#[derive(Debug, Clone, Default)]
pub struct RowParser {
    /// The number of open brackets.
    pub depth: usize,
    /// The number of brackets and lines of text begun since the last row.
    begun: usize,
    /// The next row so far.
    cells: Vec<char>,
    /// Whether the next row is one word.
    is_word: bool,
    /// The previous rows on the line of text.
    rows: Vec<Row>,
}

impl RowParser {
    /// Returns the rows of a line of text, optionally after words, as in `Solution 1: [1, 3, 0, 2]`; `None` if
    /// there is anything else.
    pub fn rows(&mut self, line: &str) -> Option<Vec<Row>> {
        // Removes terminal escape sequences and variation selectors.
        let mut parts = line.split("\u{1b}[");
        let mut line = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            line.extend(part.chars().skip_while(|c| (' '..='?').contains(c)).skip(1));
        }
        // JSON whose symbols are escaped.
        if line.contains("\\u")
            && let Ok(json) = serde_json::from_str::<Value>(line.trim_end_matches([',', ' ']))
        {
            line = json.to_string();
        }
        line.retain(|c| !"\u{200b}\u{200d}\u{fe0e}\u{fe0f}".contains(c));
        let after = line.rsplit_once([':', '=']).map(|(_, after)| after);
        let list = line.find('[').zip(line.rfind(']')).and_then(|(from, to)| line.get(from..=to));
        // Text after a list, such as its cost, is not a row.
        let is_before = list.is_some_and(|list| list.contains([',', ' ']))
            && after.is_some_and(|after| !after.contains('['));
        let [first, second] = if is_before { [list, after] } else { [after, list] };
        let before = take(self);
        [Some(&*line), first, second].into_iter().flatten().find_map(|text| {
            let mut parser = before.clone();
            parser.read(text)?;
            *self = parser;
            Some(take(&mut self.rows))
        })
    }

    fn read(&mut self, text: &str) -> Option<()> {
        self.begun += usize::from(self.depth == 0);
        let text = spaced(&without_bars(text));
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_name =
            |at: usize| words[at].starts_with(char::is_alphabetic) && words.get(at + 1) == Some(&"[");
        // `Some(1)` is a number.
        let is_value = |at: usize| is_name(at) && words.get(at + 3) == Some(&"]");
        for (at, word) in words.iter().enumerate() {
            match *word {
                "[" if at > 0 && is_value(at - 1) => {}
                "]" if self.depth == 0 || at > 2 && is_value(at - 3) => {}
                "[" => {
                    self.end_row(false);
                    (self.depth, self.begun) = (self.depth + 1, self.begun + 1);
                }
                "]" => {
                    self.end_row(self.begun > 0);
                    self.depth -= 1;
                }
                _ if is_name(at) || word.starts_with("dtype=") => {}
                // numpy has elided elements.
                "..." if self.depth > 0 => return None,
                _ => {
                    if let Some(cell) = cell(word) {
                        // Rows larger than any board take no memory.
                        self.cells.extend((self.cells.len() <= MAX_BOARD_SIZE.into()).then_some(cell));
                    } else {
                        self.end_row(false);
                        (self.cells, self.is_word) = (squares(word)?, true);
                        self.end_row(false);
                    }
                }
            }
        }
        if self.depth == 0 {
            self.end_row(false);
        }
        Some(())
    }

    fn end_row(&mut self, may_be_empty: bool) {
        if may_be_empty || !self.cells.is_empty() {
            let begins_group = self.begun > 1 || self.cells.is_empty();
            let (cells, is_word, depth) = (take(&mut self.cells), take(&mut self.is_word), self.depth);
            let side = side_of_matrix(&cells).unwrap_or(cells.len().max(1));
            let row = |cells: &[char]| Row { cells: cells.to_vec(), is_word, depth, begins_group };
            if cells.is_empty() {
                self.rows.push(row(&[]));
            }
            self.rows.extend(cells.chunks(side).map(row));
            self.begun = 0;
        }
    }
}

/// Returns the number of rows of a 0/1 matrix in one line of text: as many as it has queens. A row of a larger
/// board has at most one queen.
fn side_of_matrix(cells: &[char]) -> Option<usize> {
    let side = cells.iter().filter(|cell| **cell == '1').count();
    let is_matrix = side > 1 && side * side == cells.len() && cells.iter().all(|cell| "01".contains(*cell));
    is_matrix.then_some(side)
}

/// Returns a text with spaces between tokens, and brackets around quoted rows.
fn spaced(text: &str) -> String {
    let quoted = |(at, part): (usize, &str)| match part.split_whitespace().count() {
        0 if at % 2 == 1 => format!(" {BLANK} "),
        count if at % 2 == 1 && count > 1 => format!("[{part}]"),
        _ => format!(" {part} "),
    };
    let text: String = text.split(['\'', '"']).enumerate().map(quoted).collect();
    text.replace(['[', '(', '{'], " [ ").replace([']', ')', '}'], " ] ").replace([',', ';'], " ")
}

fn is_symbol(c: char) -> bool {
    let is_sign = !c.is_ascii() && !c.is_alphanumeric() && !c.is_control() && !is_box(c);
    is_sign && c != char::REPLACEMENT_CHARACTER || ".-_*#@~^+".contains(c)
}

fn cell(word: &str) -> Option<char> {
    let whole = word.strip_suffix(".0").or(word.strip_suffix('.')).filter(|whole| !whole.is_empty());
    let word = whole.unwrap_or(word);
    let mut characters = word.chars();
    let only = characters.next().filter(|_| characters.as_str().is_empty());
    let number = || Some(word).filter(|word| word.len() == 2)?.parse::<u8>().ok();
    match word {
        "None" | "null" | "nil" | "nan" | "undefined" | "-1" | "--" => Some(BLANK),
        // Pieces have the colour of their side in front.
        "wQ" | "bQ" | "WQ" | "BQ" => Some('Q'),
        "True" | "true" => Some('1'),
        "False" | "false" => Some('0'),
        _ => only
            .filter(|only| is_symbol(*only) || only.is_alphanumeric())
            .or_else(|| char::from_u32(NUMBERS + u32::from(number()?))),
    }
}

/// Splits a word into squares: into digits, or symbols of which at most one is an unusual letter.
fn squares(word: &str) -> Option<Vec<char>> {
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    let letter = word.chars().find(|c| c.is_alphabetic() && !"QqXxOo".contains(*c));
    let is_square = |c: char| is_number || is_symbol(c) || "QqXxOo01".contains(c) || Some(c) == letter;
    let is_fraction = word.contains('.') && word.parse::<f64>().is_ok();
    let is_frame = word.contains('+') && word.contains(['-', '=']);
    (word.chars().all(is_square) && !is_fraction && !is_frame).then(|| word.chars().collect())
}

/// Removes bars and brackets between squares, and fills blank squares with a symbol: `|   | Q |`, `[ ][Q]`.
fn without_bars(line: &str) -> String {
    let inner = line.trim().strip_prefix('[').and_then(|line| line.strip_suffix(']')).unwrap_or_default();
    let boxes = inner.replace("] [", "|").replace("][", "|");
    let are_boxes = boxes.contains('|') && boxes.split('|').all(|square| square.trim().chars().count() < 2);
    let mut pieces: Vec<&str> = if are_boxes { &boxes } else { line }.split(['|', '│', '┃', '║']).collect();
    // Where spaces are squares, only the width of the last piece tells whether it is outside a frame.
    let is_outside =
        |last: &&str| last.is_empty() || last.trim().is_empty() && last.len() + 1 < pieces[1].len();
    if pieces.len() > 2 && pieces.last().is_some_and(is_outside) {
        pieces.pop();
        pieces.drain(..usize::from(pieces[0].trim().is_empty()));
    }
    if let [piece] = pieces[..] {
        return piece.to_owned();
    }
    let squares =
        pieces.iter().map(|piece| match piece.trim_matches(|c: char| c.is_whitespace() || c == '_') {
            "" => format!("{BLANK}"),
            square => square.to_owned(),
        });
    squares.collect::<Vec<_>>().join(" ")
}
