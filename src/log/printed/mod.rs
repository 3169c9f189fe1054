//! Boards that are printed for people, as rows of symbols, matrices or lists of numbers. They are converted to a
//! log of the steps between boards.

mod rows;
mod shape;

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Seek};
use std::mem::take;

use crate::board::{BoardSize, SquareSet};
use crate::search::Order;

use super::implied_events::steps_between;
use super::lines::{Lines, looks_like_object};
use super::parse::{LogLine, Notation, parse};
use super::{BLOCK, Fault, Header, LogError, LogWriter, SkippedLines};
use rows::{RowParser, is_frame};
use shape::{Form, Shape, Tally};

/// Converts the printed boards in `file` to a log of the steps between them, in `out`. Returns a description of
/// how the boards were read, and the skipped lines; `None` if there are no boards, or far more other text.
/// `queens` is the requested size of the board.
pub(super) fn write_steps(
    file: &File,
    out: &File,
    queens: Option<BoardSize>,
) -> Result<Option<(String, SkippedLines)>, LogError> {
    let (mut tally, mut said, mut says_base) = (Tally::default(), Header::default(), false);
    let (mut lines, mut parser) = (lines_of(file)?, RowParser::default());
    while lines.advance()? {
        let text = lines.text();
        let notation = Notation { header: &Header::default(), size: queens, code_lines: 0, is_log: false };
        if lines.is_too_long && !is_frame(&text) {
            return Err(lines.error(Fault::TooLong));
        } else if !looks_like_object(&lines.line) {
            parser.rows(&text).iter().flatten().for_each(|row| tally.add(row));
        } else if let Ok(LogLine::Header(header)) = parse(&text, notation) {
            said = header;
            says_base = ["\"base\"", "\"empty\""].iter().any(|key| text.contains(key));
        }
    }
    let wanted = queens.or(said.queens);
    let refused = |message: String| lines.error(Fault::Printed { message });
    for shape in tally.shapes() {
        let said_base = says_base.then_some((said.base, said.empty));
        let (base, empty) = shape.base(said_base, wanted).map_err(refused)?;
        let size = BoardSize::try_from(shape.size(base)).map_err(|error| refused(error.to_string()))?;
        let mut header = Header { queens: wanted.max(Some(size)), base, empty, ..said.clone() };
        let mut steps = Steps::write(&shape, &header, file, out)?;
        if steps.are_by_rows && header.order.is_none() && shape.form != Form::Lists {
            header.order = Some(Order::Rows);
            steps = Steps::write(&shape, &header, file, out)?;
        }
        // A symbol on more squares than the board has rows does not mean a queen. A text that has only a few lists
        // is not a log.
        let is_text = steps.skipped.lines > OTHERS + 2 * steps.used;
        if steps.boards == 0 || is_text || steps.most_queens > size.into() {
            continue;
        }
        let is_other =
            |wanted: &BoardSize| size > *wanted || size < *wanted && matches!(shape.form, Form::Rows { .. });
        if let Some(wanted) = wanted.filter(is_other) {
            return Err(refused(format!("a board of {size} rows, and {wanted} were expected")));
        }
        return Ok(Some((format!("{}, {} in all", shape.words(&header), steps.boards), steps.skipped)));
    }
    Ok(None)
}

fn lines_of(mut file: &File) -> Result<Lines<impl BufRead>, LogError> {
    file.rewind()?;
    Ok(Lines::new(BufReader::with_capacity(BLOCK, file)))
}

/// The maximum number of skipped lines of text, to which each line of text with rows adds two.
const OTHERS: u64 = 10;

struct Steps {
    boards: u64,
    /// The number of lines of text that are neither skipped nor frames of boards.
    used: u64,
    most_queens: usize,
    /// Whether the first queen of each board is in row 1, the second in row 2, and so on.
    are_by_rows: bool,
    skipped: SkippedLines,
}

impl Steps {
    /// Writes the steps between boards.
    fn write(shape: &Shape, header: &Header, file: &File, mut out: &File) -> Result<Self, LogError> {
        out.set_len(0)?;
        out.rewind()?;
        let size = header.queens.unwrap_or(BoardSize::MAX);
        let mut log = LogWriter::new(BufWriter::with_capacity(BLOCK, out), size);
        log.header(header)?;
        let mut steps =
            Self { boards: 0, used: 0, most_queens: 0, are_by_rows: true, skipped: SkippedLines::default() };
        let (mut lines, mut parser) = (lines_of(file)?, RowParser::default());
        let (mut before, mut after): (SquareSet, _) =
            (header.start.iter().copied().collect(), SquareSet::new());
        // The number of rows or squares of the next board that have been read.
        let mut begun = 0_u8;
        while lines.advance()? {
            let text = lines.text();
            let rows = parser.rows(&text).filter(|_| !lines.is_too_long);
            let is_frame = is_frame(&text) || rows.as_ref().is_some_and(Vec::is_empty);
            let mut is_used = is_frame || looks_like_object(&lines.line);
            for (at, row) in rows.iter().flatten().enumerate() {
                let Some(queens) = shape.queens(row, begun.saturating_add(1), header) else {
                    is_used |= row.is_of_names();
                    continue;
                };
                (is_used, begun) = (true, begun.saturating_add(1));
                for queen in queens.into_iter().filter(|queen| size.contains(*queen)) {
                    after.insert(queen);
                }
                let next = rows.as_ref().and_then(|rows| rows.get(at + 1));
                let is_complete = match shape.form {
                    Form::Rows { .. } => usize::from(begun) == shape.size(header.base),
                    Form::Lists => true,
                    Form::Squares => next.map_or(parser.depth == 0, |next| next.begins_group),
                };
                if is_complete {
                    for event in steps_between(&before, &after, header.order(), size) {
                        log.event(event)?;
                    }
                    steps.boards += 1;
                    steps.are_by_rows &= (1..).zip(&after).all(|(row, queen)| queen.row == row);
                    steps.most_queens = steps.most_queens.max(after.len());
                    (before, begun) = (take(&mut after), 0);
                }
            }
            steps.used += u64::from(is_used && !is_frame);
            if !is_used && rows.is_some() && !lines.is_terminated {
                steps.skipped.cut_line = Some(lines.number);
            } else if !is_used && begun > 0 {
                let message = format!("a board ends before this line, after {begun} rows");
                return Err(lines.error(Fault::Printed { message }));
            } else if !is_used {
                steps.skipped.add(lines.number, &text, false);
            }
        }
        if begun > 0 || parser.depth > 0 {
            steps.skipped.cut_line = Some(lines.number);
        }
        log.flush()?;
        Ok(steps)
    }
}
