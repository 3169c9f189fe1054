//! The object in a line: its keys and their combinations.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::values::{
    At, AtOrNull, Code, LineOf, MatrixOf, Moves, NoQueen, Number, Queens, Score, Squares, Text, Truth, Word,
    seed,
};
use super::{Action, Claim, Details, Line, Notation, SquareNotation};
use crate::board::{BoardSize, MAX_SIZE, Square};
use crate::log::{Base, Header, LONGEST_PAUSE};
use crate::search::{Event, TestedQueens};
use crate::variants::enum_with_all;

/// The role of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::log) enum Role {
    /// An event.
    Event,
    /// A detail of an event.
    Detail,
    /// An entry of the header.
    Header,
}

/// Declares the keys of each role, with their names.
macro_rules! keys {
    ($($role:ident { $($key:ident = $name:literal),+ $(,)? })+) => {
        enum_with_all! {
            /// A key of an object.
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

struct KeyVisitor;

seed!(KeyVisitor, Key, deserialize_identifier);

impl Visitor<'_> for KeyVisitor {
    type Value = Key;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Key, E> {
        Key::ALL.into_iter().find(|key| key.name() == name).ok_or_else(|| {
            let shown: String = name.chars().take(40).collect();
            E::custom(format_args!("unknown key {shown:?}; known are {}", names(|_| true)))
        })
    }
}

const CONTRADICTION: &str = "\"attacker\" and \"safe\" contradict each other";

const NO_CODE: &str = "a \"line\" without \"code\" in the header of the log, or --code-file";

/// Reads a line in this notation.
pub(super) struct LineSeed<'a>(pub Notation<'a>);

seed!(LineSeed<'_>, Line, deserialize_any);

impl<'de> Visitor<'de> for LineSeed<'_> {
    type Value = Line;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Line, A::Error> {
        let mut object = Object {
            notation: self.0,
            keys: Vec::new(),
            action: None,
            attacker: None,
            is_safe: None,
            among: None,
            details: Details::default(),
            header: Header::default(),
        };
        while let Some(key) = map.next_key_seed(KeyVisitor)? {
            if object.keys.contains(&key) {
                return Err(A::Error::custom(format_args!("the key \"{}\" comes twice", key.name())));
            }
            if let (Role::Event, Some(other)) = (key.role(), object.first(Role::Event)) {
                return Err(A::Error::custom(format_args!(
                    "both \"{}\" and \"{}\"; expected one event a line",
                    other.name(),
                    key.name()
                )));
            }
            object.keys.push(key);
            object.read(key, &mut map)?;
        }
        object.into_line()
    }

    /// A bare array is a board; the reader passes only those of logs with boards as steps.
    fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<Line, A::Error> {
        let board = Queens(self.0).visit_seq(values)?;
        Ok(Line::Action(Action::Board(board), Details::default()))
    }
}

/// What has been read of an object.
struct Object<'a> {
    notation: Notation<'a>,
    keys: Vec<Key>,
    action: Option<Action>,
    attacker: Option<Square>,
    is_safe: Option<bool>,
    among: Option<TestedQueens>,
    details: Details,
    header: Header,
}

impl Object<'_> {
    /// The first key of this role.
    fn first(&self, role: Role) -> Option<Key> {
        self.keys.iter().copied().find(|key| key.role() == role)
    }

    fn read<'de, A: MapAccess<'de>>(&mut self, key: Key, map: &mut A) -> Result<(), A::Error> {
        let Self { action, among, details, header, .. } = self;
        let notation = self.notation;
        let squares = notation.squares();
        let squares_of_header = Squares(SquareNotation { base: header.base, ..squares });
        let (at, line, yes) = (At(squares), LineOf(notation), Truth { may_be_false: false });
        let number = |name, least, most| Number { name, least, most, is_line: false };
        match key {
            Key::Place => *action = Some(Event::Place(map.next_value_seed(at)?).into()),
            Key::Remove => *action = Some(Event::Remove(map.next_value_seed(at)?).into()),
            Key::Move => *action = Some(map.next_value_seed(Moves(squares))?.into()),
            Key::Set => *action = Some(Action::Set(map.next_value_seed(at)?)),
            Key::Board => *action = Some(Action::Board(map.next_value_seed(Queens(notation))?)),
            Key::Test => {
                let square = map.next_value_seed(at)?;
                *action = Some(Action::Test { square, claim: None, among: TestedQueens::All });
            }
            Key::Prune => *action = Some(Action::Prune(map.next_value_seed(Squares(squares))?)),
            Key::Restore => *action = Some(Action::Restore(map.next_value_seed(Squares(squares))?)),
            Key::Backtrack => *action = Some(Event::Backtrack { from: map.next_value_seed(line)? }.into()),
            Key::DeadEnd => *action = Some(Event::DeadEnd { line: map.next_value_seed(line)? }.into()),
            Key::Solution => *action = map.next_value_seed(yes).map(|_| Some(Event::Solution.into()))?,
            Key::End => *action = map.next_value_seed(yes).map(|_| Some(Event::End.into()))?,
            Key::Attacker => {
                self.attacker = map.next_value_seed(AtOrNull(squares))?;
                self.claim::<A::Error>()?;
            }
            Key::Safe => {
                self.is_safe = Some(map.next_value_seed(Truth { may_be_false: true })?);
                self.claim::<A::Error>()?;
            }
            Key::Among => {
                let names = "all, above, left, other columns or other rows";
                *among = Some(map.next_value_seed(Word::name(names))?);
            }
            Key::Caption => details.caption = Some(map.next_value_seed(Text)?),
            Key::Pause => {
                let time = Word("a time like \"1s\"", |text| humantime::parse_duration(text).ok());
                let pause = map.next_value_seed(time)?;
                if pause > LONGEST_PAUSE {
                    return Err(A::Error::custom("a pause of more than 1 minute, the maximum"));
                }
                details.pause = Some(pause);
            }
            Key::Line => {
                let lines = notation.code_lines as u64;
                if lines == 0 {
                    return Err(A::Error::custom(NO_CODE));
                }
                let line = map.next_value_seed(number("a line of the code", 1, lines))?;
                details.line = Some(line as usize - 1);
            }
            Key::Lane => {
                let lane = map.next_value_seed(number("the number of a lane", 0, u32::MAX.into()))?;
                details.lane = Some(lane as u32);
            }
            Key::Score => details.score = Some(map.next_value_seed(Score)?),
            // For other programs: the film has matrices of its own.
            Key::Now | Key::Stage => map.next_value_seed(MatrixOf(notation.size))?,
            Key::Queens => {
                let queens = number("the number of queens", 1, MAX_SIZE.into());
                header.queens = BoardSize::new(map.next_value_seed(queens)?).ok();
                // The squares of the same header may have chess names.
                self.notation.size = notation.size.or(header.queens);
            }
            Key::Start => header.start = map.next_value_seed(squares_of_header)?,
            Key::Blocked => header.blocked = map.next_value_seed(squares_of_header)?,
            Key::Algorithm => header.algorithm = Some(map.next_value_seed(Text)?),
            Key::Order => header.order = Some(map.next_value_seed(Word::name("columns or rows"))?),
            Key::Seed => header.seed = Some(map.next_value_seed(number("a seed", 0, u64::MAX))?),
            Key::Base => {
                let base = map.next_value_seed(number("the first row and column", 0, 1))?;
                header.base = if base == 0 { Base::Zero } else { Base::One };
            }
            Key::Empty => header.empty = Some(map.next_value_seed(NoQueen)?),
            Key::Boards => header.boards = map.next_value_seed(Word::name("whole or steps"))?,
            Key::Rules => header.rules = map.next_value_seed(Word::name("chess or own"))?,
            Key::Code => header.code = map.next_value_seed(Code)?,
        }
        Ok(())
    }

    /// Whether a tested square is said to be safe; both keys may say it.
    fn claim<E: Error>(&self) -> Result<Option<Claim>, E> {
        let names_attacker = self.keys.contains(&Key::Attacker);
        match (self.attacker, self.is_safe) {
            (Some(_), Some(true)) => Err(E::custom(CONTRADICTION)),
            (None, Some(false)) if names_attacker => Err(E::custom(CONTRADICTION)),
            (Some(attacker), Some(false) | None) => Ok(Some(Claim::Attacker(attacker))),
            (None, Some(true)) => Ok(Some(Claim::Safe)),
            (None, Some(false)) => Ok(Some(Claim::Refused)),
            (None, None) => Ok(names_attacker.then_some(Claim::Safe)),
        }
    }

    fn into_line<E: Error>(self) -> Result<Line, E> {
        let (event, detail) = (self.first(Role::Event), self.first(Role::Detail));
        if let Some(header) = self.first(Role::Header) {
            return match event.or(detail) {
                None => self.checked_header().map(Line::Header),
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
            && !matches!(self.action, Some(Action::Event(Event::Place(_) | Event::Remove(_))))
        {
            return Err(E::custom(format_args!(
                "a \"{}\" without a \"place\" or a \"remove\"",
                matrix.name()
            )));
        }
        let action = match self.action {
            Some(Action::Test { square, .. }) => {
                Action::Test { square, claim, among: self.among.unwrap_or_default() }
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
        Ok(Line::Action(action, self.details))
    }

    fn checked_header<E: Error>(self) -> Result<Header, E> {
        let Header { base, empty, queens, .. } = self.header;
        let has_squares = !self.header.start.is_empty() || !self.header.blocked.is_empty();
        if has_squares && queens.is_none() {
            return Err(E::custom("a \"start\" or \"blocked\" without \"queens\""));
        }
        let first = base as i64;
        let last = first + queens.map_or(i64::from(MAX_SIZE), |queens| queens.get().into()) - 1;
        match empty {
            Some(empty) if (first..=last).contains(&empty) => Err(E::custom(format_args!(
                "an \"empty\" of {empty} would also be a row ({first} to {last}); expected another number, or \"queens\" in the same header"
            ))),
            Some(_) | None => Ok(self.header),
        }
    }
}
