//! The object in a line: its keys and their combinations.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::values::{
    At, Code, LineOf, MatrixOf, Moves, NoQueen, Number, Queens, Score, Squares, Text, Truth, Word, seed,
};
use super::{Claim, Details, LogAction, LogLine, Notation, SquareNotation};
use crate::board::{BoardSize, Square};
use crate::limits::{MAX_BOARD_SIZE, MAX_PAUSE};
use crate::log::{Base, Header};
use crate::search::{Event, TestedQueens};
use crate::variants::enum_with_all;
use crate::words::excerpt;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::log) enum Role {
    Event,
    Detail,
    Header,
}

/// Declares the keys of each role, with their names.
macro_rules! keys {
    ($($role:ident { $($key:ident = $name:literal),+ $(,)? })+) => {
        enum_with_all! {
            #[derive(Debug, Clone, Copy, PartialEq, Eq)]
            pub(in crate::log) enum Key { $($($key),+),+ }
        }

        impl Key {
            pub const fn name(self) -> &'static str {
                match self { $($(Self::$key => $name),+),+ }
            }

            pub const fn role(self) -> Role {
                match self { $($(Self::$key => Role::$role),+),+ }
            }
        }
    };
}

keys! {
    Event {
        Place = "place",
        Remove = "remove",
        Move = "move",
        Set = "set",
        Board = "board",
        Test = "test",
        Prune = "prune",
        Restore = "restore",
        Backtrack = "backtrack",
        DeadEnd = "dead_end",
        Solution = "solution",
        End = "end",
    }
    Detail {
        Attacker = "attacker",
        Safe = "safe",
        Among = "among",
        Caption = "caption",
        Pause = "pause",
        Line = "line",
        Lane = "lane",
        Score = "score",
        Now = "now",
        Stage = "stage",
    }
    Header {
        Queens = "queens",
        Start = "start",
        Blocked = "blocked",
        Algorithm = "algorithm",
        Order = "order",
        Seed = "seed",
        Base = "base",
        Empty = "empty",
        Boards = "boards",
        Rules = "rules",
        Code = "code",
    }
}

pub(super) const EXPECTED: &str = "one object, like {\"place\":[2,1]}";

fn names(which: impl Fn(Key) -> bool) -> String {
    let names = Key::ALL.into_iter().filter(|key| which(*key)).map(Key::name);
    names.collect::<Vec<_>>().join(", ")
}

struct KeyVisitor {
    /// Whether a message may quote unknown keys.
    may_show: bool,
}

seed!(KeyVisitor, Key, deserialize_identifier);

impl Visitor<'_> for KeyVisitor {
    type Value = Key;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Key, E> {
        Key::ALL.into_iter().find(|key| key.name() == name).ok_or_else(|| {
            let shown = if self.may_show { format!(" {:?}", excerpt(name)) } else { String::new() };
            E::custom(format_args!("unknown key{shown}; known are {}", names(|_| true)))
        })
    }
}

const NO_CODE: &str = "a \"line\" without \"code\" in the header of the log, or --code-file";

pub(super) struct LineSeed<'a>(pub Notation<'a>);

seed!(LineSeed<'_>, LogLine, deserialize_any);

impl<'de> Visitor<'de> for LineSeed<'_> {
    type Value = LogLine;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LogLine, A::Error> {
        let mut object = Object {
            notation: self.0,
            keys: Vec::new(),
            unused: Vec::new(),
            action: None,
            attacker: None,
            is_safe: None,
            among: None,
            details: Details::default(),
            header: Header::default(),
        };
        while let Some(key) = map.next_key_seed(KeyVisitor { may_show: self.0.is_log })? {
            if object.keys.contains(&key) || object.unused.contains(&key) {
                return Err(A::Error::custom(format_args!("the key \"{}\" comes twice", key.name())));
            }
            map.next_value_seed(Value { object: &mut object, key })?;
        }
        object.into_line()
    }

    /// A line that is only an array is a board; the reader passes such lines only if boards are steps.
    fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<LogLine, A::Error> {
        Ok(LogLine::Action(LogAction::Board(Queens(self.0).visit_seq(values)?), Details::default()))
    }
}

/// Reads the value of a key; a `null` is recorded in `unused`.
struct Value<'o, 'a> {
    object: &'o mut Object<'a>,
    key: Key,
}

seed!(Value<'_, '_>, (), deserialize_option);

impl<'de> Visitor<'de> for Value<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.object.unused.push(self.key);
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        let Self { object, key } = self;
        if let (Role::Event, Some(other)) = (key.role(), object.first(Role::Event)) {
            return Err(D::Error::custom(format_args!(
                "both \"{}\" and \"{}\"; expected one event a line",
                other.name(),
                key.name()
            )));
        }
        object.keys.push(key);
        object.read(key, value)
    }
}

/// An object under construction.
struct Object<'a> {
    notation: Notation<'a>,
    keys: Vec<Key>,
    /// The keys whose value is `null`.
    unused: Vec<Key>,
    action: Option<LogAction>,
    attacker: Option<Square>,
    is_safe: Option<bool>,
    among: Option<TestedQueens>,
    details: Details,
    header: Header,
}

impl Object<'_> {
    fn first(&self, role: Role) -> Option<Key> {
        self.keys.iter().copied().find(|key| key.role() == role)
    }

    fn read<'de, D: Deserializer<'de>>(&mut self, key: Key, value: D) -> Result<(), D::Error> {
        let Self { action, among, details, header, .. } = self;
        let notation = self.notation;
        let squares = notation.squares();
        let squares_of_header = Squares(SquareNotation { base: header.base, ..squares });
        let (at, line, yes) = (At(squares), LineOf(notation), Truth { may_be_false: false });
        let number = |name, least, most| Number { name, least, most, is_line: false };
        match key {
            Key::Place => *action = Some(Event::Place(at.deserialize(value)?).into()),
            Key::Remove => *action = Some(Event::Remove(at.deserialize(value)?).into()),
            Key::Move => *action = Some(Moves(squares).deserialize(value)?.into()),
            Key::Set => *action = Some(LogAction::Set(at.deserialize(value)?)),
            Key::Board => *action = Some(LogAction::Board(Queens(notation).deserialize(value)?)),
            Key::Test => {
                let square = at.deserialize(value)?;
                *action = Some(LogAction::Test { square, claim: None, among: TestedQueens::All });
            }
            Key::Prune => *action = Some(LogAction::Prune(Squares(squares).deserialize(value)?)),
            Key::Restore => *action = Some(LogAction::Restore(Squares(squares).deserialize(value)?)),
            Key::Backtrack => *action = Some(Event::Backtrack { from: line.deserialize(value)? }.into()),
            Key::DeadEnd => *action = Some(Event::DeadEnd { line: line.deserialize(value)? }.into()),
            Key::Solution => *action = yes.deserialize(value).map(|_| Some(Event::Solution.into()))?,
            Key::End => *action = yes.deserialize(value).map(|_| Some(Event::End.into()))?,
            Key::Attacker => {
                self.attacker = Some(at.deserialize(value)?);
                self.claim::<D::Error>()?;
            }
            Key::Safe => {
                self.is_safe = Some(Truth { may_be_false: true }.deserialize(value)?);
                self.claim::<D::Error>()?;
            }
            Key::Among => {
                let names = "all, above, left, other columns or other rows";
                *among = Some(Word::name(names).deserialize(value)?);
            }
            Key::Caption => details.caption = Some(Text.deserialize(value)?),
            Key::Pause => {
                let time = Word("a time like \"1s\"", |text| humantime::parse_duration(text).ok());
                let pause = time.deserialize(value)?;
                if pause > MAX_PAUSE {
                    return Err(D::Error::custom("a pause of more than 1 minute, the maximum"));
                }
                details.pause = Some(pause);
            }
            Key::Line => {
                let lines = notation.code_lines as u64;
                if lines == 0 {
                    return Err(D::Error::custom(NO_CODE));
                }
                let line = number("a line of the code", 1, lines).deserialize(value)?;
                details.line = Some(line as usize - 1);
            }
            Key::Lane => {
                let lane = number("the number of a lane", 0, u32::MAX.into()).deserialize(value)?;
                details.lane = Some(lane as u32);
            }
            Key::Score => details.score = Some(Score.deserialize(value)?),
            // Matrices are for other programs; a film computes its own.
            Key::Now | Key::Stage => MatrixOf(notation.size).deserialize(value)?,
            Key::Queens => {
                let queens = number("the number of queens", 1, MAX_BOARD_SIZE.into());
                header.queens = BoardSize::new(queens.deserialize(value)?).ok();
                // The squares of the same header may have chess names.
                self.notation.size = notation.size.or(header.queens);
            }
            Key::Start => header.start = squares_of_header.deserialize(value)?,
            Key::Blocked => header.blocked = squares_of_header.deserialize(value)?,
            Key::Algorithm => header.algorithm = Some(Text.deserialize(value)?),
            Key::Order => header.order = Some(Word::name("columns or rows").deserialize(value)?),
            Key::Seed => header.seed = Some(number("a seed", 0, u64::MAX).deserialize(value)?),
            Key::Base => {
                let base = number("the first row and column", 0, 1).deserialize(value)?;
                header.base = if base == 0 { Base::Zero } else { Base::One };
            }
            Key::Empty => header.empty = Some(NoQueen.deserialize(value)?),
            Key::Boards => header.boards = Word::name("whole or steps").deserialize(value)?,
            Key::Rules => header.rules = Word::name("chess or own").deserialize(value)?,
            Key::Code => header.code = Code.deserialize(value)?,
        }
        Ok(())
    }

    /// Returns the solver's result for a tested square, given by the keys `attacker` and `safe`; a `null` attacker
    /// means safe.
    fn claim<E: Error>(&self) -> Result<Option<Claim>, E> {
        let is_test = matches!(self.action, Some(LogAction::Test { .. }));
        match (self.attacker, self.is_safe) {
            (Some(_), Some(true)) => Err(E::custom("\"attacker\" and \"safe\" contradict each other")),
            (Some(attacker), Some(false) | None) => Ok(Some(Claim::Attacker(attacker))),
            (None, Some(true)) => Ok(Some(Claim::Safe)),
            (None, Some(false)) => Ok(Some(Claim::Refused)),
            (None, None) => Ok((is_test && self.unused.contains(&Key::Attacker)).then_some(Claim::Safe)),
        }
    }

    fn into_line<E: Error>(self) -> Result<LogLine, E> {
        let (event, detail) = (self.first(Role::Event), self.first(Role::Detail));
        // A header whose values are all `null` is still a header.
        let mut unused = self.unused.iter().copied().filter(|_| self.keys.is_empty());
        let unused_header = unused.find(|key| key.role() == Role::Header);
        if let Some(header) = self.first(Role::Header).or(unused_header) {
            return match event.or(detail) {
                None => self.checked_header().map(LogLine::Header),
                Some(other) => Err(E::custom(format_args!(
                    "both \"{}\" and \"{}\"; expected an event or a header, on separate lines",
                    other.name(),
                    header.name()
                ))),
            };
        }
        let claim = self.claim()?;
        let says_result = claim.is_some() || self.among.is_some();
        if let Some(matrix) = self.keys.iter().find(|key| matches!(key, Key::Now | Key::Stage))
            && !matches!(self.action, Some(LogAction::Event(Event::Place(_) | Event::Remove(_))))
        {
            let name = matrix.name();
            return Err(E::custom(format_args!("a \"{name}\" without a \"place\" or a \"remove\"")));
        }
        let action = match self.action {
            Some(LogAction::Test { square, .. }) => {
                LogAction::Test { square, claim, among: self.among.unwrap_or_default() }
            }
            Some(_) | None if says_result => {
                return Err(E::custom("an \"attacker\", \"safe\" or \"among\" without a \"test\""));
            }
            Some(action) => action,
            None => {
                let missing = || {
                    let events = names(|key| key.role() == Role::Event);
                    E::custom(format_args!("no event; expected one of {events}"))
                };
                self.details.event().ok_or_else(missing)?.into()
            }
        };
        Ok(LogLine::Action(action, self.details))
    }

    fn checked_header<E: Error>(self) -> Result<Header, E> {
        let Header { base, empty, queens, .. } = self.header;
        let has_squares = !self.header.start.is_empty() || !self.header.blocked.is_empty();
        if has_squares && queens.is_none() {
            return Err(E::custom("a \"start\" or \"blocked\" without \"queens\""));
        }
        let first = base as i64;
        let last = first + queens.map_or(i64::from(MAX_BOARD_SIZE), |queens| queens.get().into()) - 1;
        match empty {
            Some(empty) if (first..=last).contains(&empty) => Err(E::custom(format_args!(
                "an \"empty\" of {empty} would also be a row ({first} to {last}); expected another number, or \"queens\" in the same header"
            ))),
            Some(_) | None => Ok(self.header),
        }
    }
}
