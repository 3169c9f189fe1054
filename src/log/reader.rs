//! Reads a log, event by event.

use std::collections::{BTreeMap, VecDeque};
use std::io::BufRead;
use std::num::NonZeroUsize;

use crate::board::{BoardSize, Line, Problem, Square, SquareSet};
use crate::limits::MAX_LANES;
use crate::search::{Event, EventError, Position, Rules, TestedQueens};

use super::implied_events::{steps_between, steps_to_set, whole_board};
use super::lines::{Lines, begins_with_key, looks_like_object, looks_like_utf16};
use super::parse::{Board, Claim, Details, LogAction, LogLine, Notation, parse};
use super::{Base, Boards, Entry, Fault, Header, LogError, SkippedLines};

/// Options for reading a log.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LogOptions {
    /// The size of the board; a header with another size is an error.
    pub queens: Option<BoardSize>,
    /// Rejects lines that are not objects, and an incomplete last line.
    pub strict: bool,
    /// Continues after an invalid line, to find the errors of all lines.
    pub all_errors: bool,
    /// The number of code lines that events refer to, if it differs from the header.
    pub code_lines: Option<NonZeroUsize>,
}

/// Reads and checks a log line by line, in bounded memory. Ends after the first error, unless the options request
/// all errors.
///
/// Lines that are not JSON objects are skipped, and so is an incomplete last line, as left by a solver that was
/// killed; with [`LogOptions::strict`], they are errors.
///
/// ```
/// use queenreel::log::{LogError, LogReader};
/// use queenreel::search::Event;
///
/// let log = "{\"queens\":4}\nTry row 2\n{\"place\":[2,1],\"caption\":\"Row 2\"}\n{\"place\":[2,1]}\n";
/// let mut reader = LogReader::begin(log.as_bytes())?;
/// assert_eq!(reader.size().get(), 4);
/// let entry = reader.next().transpose()?.expect("the log has an event");
/// assert_eq!((entry.event, entry.caption.as_deref()), (Event::place((2, 1).into()), Some("Row 2")));
/// assert!(matches!(reader.next(), Some(Err(LogError::Line { line: 4, .. }))));
/// assert_eq!(reader.skipped().first, Some((2, "Try row 2".to_owned())));
/// # Ok::<(), LogError>(())
/// ```
#[derive(Debug)]
pub struct LogReader<R> {
    lines: Lines<R>,
    options: LogOptions,
    header: Header,
    has_header: bool,
    /// The first line after the header, until the reader returns it.
    first: Option<Result<LogLine, LogError>>,
    /// The remaining events of the last line.
    waiting: VecDeque<Entry>,
    /// The largest row or column so far.
    largest: BoardSize,
    /// The size of the longest board so far, among boards that have an element for each line of the board.
    longest_board: Option<BoardSize>,
    /// The size of the board from the header or the options.
    said_size: Option<BoardSize>,
    /// The problem, if the size of the board is known.
    problem: Option<Problem>,
    /// The position of each lane; keyed by `None` in a log without lanes.
    lanes: BTreeMap<Option<u32>, Position>,
    skipped: SkippedLines,
    has_events: bool,
    ended: bool,
}

impl<R: BufRead> LogReader<R> {
    /// Reads up to the first event.
    ///
    /// # Errors
    /// [`LogError`] if reading fails, there is no event, or the header or the line of the first event is invalid.
    /// An event that [cannot happen](EventError) is an error of the iterator.
    pub fn begin(input: R) -> Result<Self, LogError> {
        Self::with_options(input, LogOptions::default())
    }

    /// Reads up to the first event, with these options.
    ///
    /// # Errors
    /// As [`LogReader::begin`], or if header and options have different sizes of the board. With `all_errors`,
    /// the iterator returns the errors of lines without keys of the header.
    pub fn with_options(input: R, options: LogOptions) -> Result<Self, LogError> {
        let mut reader = Self {
            lines: Lines::new(input),
            options,
            header: Header::default(),
            has_header: false,
            first: None,
            waiting: VecDeque::new(),
            largest: BoardSize::MIN,
            longest_board: None,
            said_size: options.queens,
            problem: options.queens.map(Problem::from),
            lanes: BTreeMap::new(),
            skipped: SkippedLines::default(),
            has_events: false,
            ended: false,
        };
        let line = match reader.next_line() {
            Ok(Some(LogLine::Header(header))) => reader.set_header(header).and_then(|()| reader.next_line()),
            line => line,
        };
        match line.transpose() {
            None => Err(reader.empty()),
            // Without its header, a log cannot be read.
            Some(Err(error)) if !options.all_errors || !error.is_of_line() || reader.lines.has_header() => {
                Err(error)
            }
            line => Ok(Self { first: line, ..reader }),
        }
    }

    fn empty(&self) -> LogError {
        self.lines.error(Fault::Empty { has_arrays: self.skipped.has_arrays })
    }

    fn set_header(&mut self, header: Header) -> Result<(), LogError> {
        self.has_header = true;
        let said_size = self.said_size;
        self.said_size = said_size.or(header.queens);
        self.header = header;
        if let (Some(size), Some(given)) = (self.header.queens, said_size)
            && size != given
        {
            return Err(self.lines.error(Fault::OtherQueens { header: size, given }));
        }
        let problem = self.said_size.map(|size| self.header.problem(size)).transpose();
        self.problem = problem.map_err(|error| self.lines.error(error))?;
        Ok(())
    }

    /// Returns the header, if there is one.
    pub fn header(&self) -> Option<&Header> {
        self.has_header.then_some(&self.header)
    }

    /// Sets the size of the board from now on, for a log that does not give its size.
    pub fn on_board(mut self, size: BoardSize) -> Self {
        self.problem.get_or_insert_with(|| size.into());
        let lanes = std::mem::take(&mut self.lanes).into_iter();
        self.lanes = lanes.map(|(lane, position)| (lane, position.on_board(size))).collect();
        self
    }

    pub(super) fn into_input(self) -> R {
        self.lines.input
    }

    /// Returns the number of the last line read, counted from 1.
    pub const fn line(&self) -> u64 {
        self.lines.number
    }

    /// Returns the size of the board: from the options or the header, or else the largest row or column so far.
    pub fn size(&self) -> BoardSize {
        self.problem.as_ref().map_or(self.largest, Problem::size)
    }

    /// Whether the size of the board is only the largest row or column so far: neither options nor header give
    /// a size, and the log has no board of this size.
    pub fn guesses_size(&self) -> bool {
        self.said_size.is_none() && self.longest_board != Some(self.size())
    }

    /// Returns the lines so far that are not objects.
    #[doc(hidden)]
    pub const fn skipped(&self) -> &SkippedLines {
        &self.skipped
    }

    fn read(&mut self) -> Result<Option<Entry>, LogError> {
        let entry = loop {
            if let Some(entry) = self.waiting.pop_front() {
                break entry;
            }
            let line = match self.first.take() {
                Some(first) => Some(first?),
                None => self.next_line()?,
            };
            match line {
                // Boards that never change are not events.
                None if !self.has_events => return Err(self.empty()),
                None => return Ok(None),
                Some(LogLine::Header(_)) => return Err(self.lines.error(Fault::LateHeader)),
                Some(LogLine::Action(action, details)) => self.queue(action, details)?,
            }
        };
        self.largest = self.largest.max(largest(entry.event));
        let position = self.lanes.get_mut(&entry.lane).expect("the line was queued with its lane");
        position.push(entry.event).map_err(|error| event_error(&self.lines, self.header.base, error))?;
        self.has_events = true;
        Ok(Some(entry))
    }

    fn next_line(&mut self) -> Result<Option<LogLine>, LogError> {
        loop {
            if !self.lines.advance()? {
                return Ok(None);
            }
            let line = &self.lines.line[..];
            let is_array = line.trim_ascii_start().starts_with(b"[");
            let is_board = is_array && self.header.boards == Boards::Steps;
            let is_blank = line.trim_ascii_start().is_empty();
            self.lines.is_log |= begins_with_key(line);
            if !looks_like_object(line) && !is_board && !is_blank {
                if looks_like_utf16(line) {
                    return Err(self.lines.error(Fault::Utf16));
                }
                if self.options.strict {
                    return Err(self.lines.error(Fault::NotAnObject));
                }
                self.skipped.add(self.lines.number, &self.lines.text(), is_array);
                continue;
            }
            if self.lines.is_too_long {
                self.lines.skip_limit = usize::MAX;
                return Err(self.lines.error(Fault::TooLong));
            }
            let (parsed, is_cut) = match str::from_utf8(line) {
                Ok(text) => {
                    let code_lines =
                        self.options.code_lines.map_or(self.header.code.len(), NonZeroUsize::get);
                    let (size, is_log) = (self.said_size, self.lines.is_log);
                    let notation = Notation { header: &self.header, size, code_lines, is_log };
                    let parsed = parse(text, notation);
                    let is_cut = matches!(parsed, Err(Fault::Object { is_cut: true, .. }));
                    (parsed, is_cut)
                }
                Err(error) => {
                    let fault = Fault::NotUtf8 { byte: error.valid_up_to() + 1 };
                    (Err(fault), error.error_len().is_none())
                }
            };
            if is_cut && !self.lines.is_terminated && !self.options.strict {
                self.skipped.cut_line = Some(self.lines.number);
                return Ok(None);
            }
            return parsed.map(Some).map_err(|fault| self.lines.error(fault));
        }
    }

    /// Queues the events of a line; the last event gets the details.
    fn queue(&mut self, action: LogAction, details: Details) -> Result<(), LogError> {
        let alone = details.event();
        let Details { caption, pause, line, lane, score } = details;
        if !self.lanes.contains_key(&lane) {
            self.add_lane(lane)?;
        }
        let position = &self.lanes[&lane];
        let error = |fault: Fault| self.lines.error(fault);
        let impossible = |error: EventError| event_error(&self.lines, self.header.base, error);
        let mut events = match action {
            LogAction::Event(event) => vec![event],
            LogAction::Test { square, claim, among } => {
                vec![tested(position, square, claim, among, self.header.rules).map_err(error)?]
            }
            LogAction::Set(square) => {
                let start = self.problem.as_ref().map(Problem::start);
                let is_of_start = |queen: &Square| start.is_some_and(|start| start.contains(*queen));
                let placed = position.queens().iter().filter(|queen| !is_of_start(queen)).collect();
                steps_to_set(&placed, square, self.header.order())
            }
            LogAction::Prune(squares) => squares.into_iter().map(Event::Prune).collect(),
            LogAction::Restore(squares) => squares.into_iter().map(Event::Restore).collect(),
            LogAction::Board(Board { lines, queens }) => {
                let mut after = SquareSet::new();
                if let Some(twice) = queens.into_iter().find(|queen| !after.insert(*queen)) {
                    return Err(impossible(EventError::Occupied(twice)));
                }
                if let (Boards::Whole, Some(given), Some(before), None) =
                    (self.header.boards, lines, self.longest_board, self.said_size)
                    && given != before
                {
                    return Err(error(Fault::OtherLength { lines: self.header.order(), given, before }));
                }
                self.largest = lines.map_or(self.largest, |lines| self.largest.max(lines));
                self.longest_board = self.longest_board.max(lines);
                if let (Some(given), Some(size)) = (lines, self.problem.as_ref().map(Problem::size))
                    && (given > size || given < size && self.header.boards == Boards::Whole)
                {
                    return Err(impossible(EventError::OtherSize { given, size }));
                }
                match self.header.boards {
                    Boards::Steps => {
                        // If the size is unknown, it is the largest so far, as on the first reading.
                        let largest = after.iter().map(|queen| largest(Event::Place(queen))).max();
                        let largest = self.largest.max(largest.unwrap_or(BoardSize::MIN));
                        let size = self.said_size.unwrap_or(largest);
                        steps_between(position.queens(), &after, self.header.order(), size)
                    }
                    Boards::Whole => {
                        let off = |size: &BoardSize| after.iter().find(|queen| !size.contains(*queen));
                        if let Some((size, square)) = lines.and_then(|size| Some((size, off(&size)?))) {
                            return Err(impossible(EventError::OffBoard { square, size }));
                        }
                        whole_board(&after).collect()
                    }
                }
            }
        };
        // A board without changes may still have details, such as a caption.
        if events.is_empty() {
            events.extend(alone);
        }
        self.waiting.extend(events.into_iter().map(|event| Entry { lane, ..event.into() }));
        if let Some(last) = self.waiting.back_mut() {
            *last = Entry { caption, pause, line, score, ..last.clone() };
        }
        Ok(())
    }

    fn add_lane(&mut self, lane: Option<u32>) -> Result<(), LogError> {
        if self.lanes.keys().any(|other| other.is_some() != lane.is_some()) {
            return Err(self.lines.error(Fault::MixedLanes));
        }
        if self.lanes.len() == MAX_LANES {
            return Err(self.lines.error(Fault::TooManyLanes));
        }
        let Header { rules, .. } = self.header;
        let position = Position::of_solver(self.problem.as_ref(), rules, self.header.order());
        self.lanes.insert(lane, position);
        Ok(())
    }
}

/// Returns the event of a tested square. Most solvers know only whether the square is safe; its attacker is looked
/// up.
fn tested(
    position: &Position,
    square: Square,
    claim: Option<Claim>,
    among: TestedQueens,
    rules: Rules,
) -> Result<Event, Fault> {
    match (claim, rules) {
        (Some(Claim::Attacker(attacker)), _) => Ok(Event::test_among(among, square, Some(attacker))),
        (Some(Claim::Safe), _) => Ok(Event::test_among(among, square, None)),
        (Some(Claim::Refused), Rules::Own) => Ok(Event::Refuse(square)),
        (Some(Claim::Refused) | None, Rules::Chess) => match position.attacker_of(square, among) {
            None if position.is_closed(square) => Ok(Event::Refuse(square)),
            None if claim.is_some() => Err(EventError::NotAttacked(square).into()),
            attacker => Ok(Event::test_among(among, square, attacker)),
        },
        (None, Rules::Own) => Err(Fault::UnknownResult),
    }
}

fn event_error<R: BufRead>(lines: &Lines<R>, base: Base, error: EventError) -> LogError {
    lines.error(match base {
        Base::One => Fault::Event(error),
        Base::Zero => Fault::EventFromZero(error),
    })
}

/// Returns the largest row or column that an event names. An attacker has been named by an earlier event.
fn largest(event: Event) -> BoardSize {
    let of_squares = event.squares().map(|square| square.row.max(square.column));
    let line = of_squares.chain(event.line().map(Line::number)).max().unwrap_or(1);
    BoardSize::new(line.into()).expect("the parser limits rows and columns")
}

impl<R: BufRead> Iterator for LogReader<R> {
    type Item = Result<Entry, LogError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let read = self.read().transpose();
        // A log with invalid events is not empty.
        self.has_events |= read.is_some();
        self.ended = match &read {
            Some(Ok(_)) => false,
            Some(Err(error)) => !(self.options.all_errors && error.is_of_line()),
            None => true,
        };
        if matches!(read, Some(Err(_))) {
            // The other events of a line with an error are useless.
            self.waiting.clear();
        }
        read
    }
}
