//! The object in a line: its keys, and how they go together.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use super::values::{At, FromTo, MaybeAt, Number, Queens, Text, Yes, line};
use super::{Board, Line};
use crate::board::{BoardSize, Square};
use crate::log::{Entry, Header};
use crate::search::Event;

pub(super) const EXPECTED: &str = "one object, like {\"place\":[2,1]}";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Key {
    Place,
    Remove,
    Move,
    Board,
    Test,
    Solution,
    Backtrack,
    DeadEnd,
    End,
    Attacker,
    Caption,
    Queens,
    Algorithm,
    Order,
    Seed,
}

const KEYS: [(&str, Key); 15] = [
    ("place", Key::Place),
    ("remove", Key::Remove),
    ("move", Key::Move),
    ("board", Key::Board),
    ("test", Key::Test),
    ("solution", Key::Solution),
    ("backtrack", Key::Backtrack),
    ("dead_end", Key::DeadEnd),
    ("end", Key::End),
    ("attacker", Key::Attacker),
    ("caption", Key::Caption),
    ("queens", Key::Queens),
    ("algorithm", Key::Algorithm),
    ("order", Key::Order),
    ("seed", Key::Seed),
];

/// The keys from the start of the list that name events.
const EVENTS: usize = 9;

impl Key {
    fn name(self) -> &'static str {
        KEYS[self as usize].0
    }
}

fn names(keys: &[(&str, Key)]) -> String {
    keys.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_identifier(KeyVisitor)
    }
}

struct KeyVisitor;

impl Visitor<'_> for KeyVisitor {
    type Value = Key;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Key, E> {
        let known = KEYS.iter().find(|(known, _)| *known == name).map(|(_, key)| *key);
        known.ok_or_else(|| {
            let shown: String = name.chars().take(40).collect();
            E::custom(format_args!("unknown key {shown:?}; known are {}", names(&KEYS)))
        })
    }
}

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(LineVisitor)
    }
}

struct LineVisitor;

impl<'de> Visitor<'de> for LineVisitor {
    type Value = Line;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Line, A::Error> {
        let mut object = Object::default();
        while let Some(key) = map.next_key::<Key>()? {
            object.claim(key)?;
            object.read(key, &mut map)?;
        }
        object.into_line()
    }
}

/// What has been read of a line.
#[derive(Default)]
struct Object {
    /// A bit for every key that was there.
    seen: u32,
    event: Option<(Key, Event)>,
    board: Option<Board>,
    attacker: Option<Square>,
    caption: Option<String>,
    queens: Option<BoardSize>,
    algorithm: Option<String>,
    order: Option<String>,
    seed: Option<u64>,
}

impl Object {
    /// Makes sure that a key may come here.
    fn claim<E: Error>(&mut self, key: Key) -> Result<(), E> {
        if self.has(key) {
            return Err(E::custom(format_args!("the key \"{}\" comes twice", key.name())));
        }
        self.seen |= 1 << key as u32;
        match &self.event {
            Some((other, _)) if (key as usize) < EVENTS => Err(E::custom(format_args!(
                "both \"{}\" and \"{}\"; expected one event a line",
                other.name(),
                key.name()
            ))),
            _ => Ok(()),
        }
    }

    const fn has(&self, key: Key) -> bool {
        self.seen & 1 << key as u32 != 0
    }

    fn read<'de, A: MapAccess<'de>>(&mut self, key: Key, map: &mut A) -> Result<(), A::Error> {
        let event = match key {
            Key::Place => Event::Place(map.next_value_seed(At)?),
            Key::Remove => Event::Remove(map.next_value_seed(At)?),
            Key::Move => {
                let (from, to) = map.next_value_seed(FromTo)?;
                Event::Move { from, to }
            }
            Key::Board => {
                self.board = Some(map.next_value_seed(Queens)?);
                Event::Board
            }
            Key::Test => Event::Test { square: map.next_value_seed(At)?, attacker: None },
            Key::Solution => {
                map.next_value_seed(Yes)?;
                Event::Solution
            }
            Key::Backtrack => Event::Backtrack { from: map.next_value_seed(line("a column or row"))? as u8 },
            Key::DeadEnd => Event::DeadEnd { column: map.next_value_seed(line("a column or row"))? as u8 },
            Key::End => {
                map.next_value_seed(Yes)?;
                Event::End
            }
            Key::Attacker => {
                self.attacker = map.next_value_seed(MaybeAt)?;
                return Ok(());
            }
            Key::Caption => {
                self.caption = Some(map.next_value_seed(Text)?);
                return Ok(());
            }
            Key::Queens => {
                let queens = map.next_value_seed(line("the number of queens"))?;
                self.queens = BoardSize::new(queens).ok();
                return Ok(());
            }
            Key::Algorithm => {
                self.algorithm = Some(map.next_value_seed(Text)?);
                return Ok(());
            }
            Key::Order => {
                self.order = Some(map.next_value_seed(Text)?);
                return Ok(());
            }
            Key::Seed => {
                let seed = Number { name: "a seed", least: 0, most: u64::MAX };
                self.seed = Some(map.next_value_seed(seed)?);
                return Ok(());
            }
        };
        self.event = Some((key, event));
        Ok(())
    }

    fn into_line<E: Error>(mut self) -> Result<Line, E> {
        let (of_event, of_header) = KEYS.split_at(Key::Queens as usize);
        let first_of =
            |keys: &[(&'static str, Key)]| keys.iter().find(|(_, key)| self.has(*key)).map(|(name, _)| *name);
        match (first_of(of_event), first_of(of_header)) {
            (Some(one), Some(other)) => {
                return Err(E::custom(format_args!(
                    "both \"{one}\" and \"{other}\"; expected an event or a header, each on a line of its own"
                )));
            }
            (None, Some(_)) => return self.into_header(),
            _ => {}
        }
        let Some((_, mut event)) = self.event.take() else {
            return Err(E::custom(format_args!("no event; expected one of {}", names(&KEYS[..EVENTS]))));
        };
        match &mut event {
            Event::Test { attacker, .. } => *attacker = self.attacker,
            _ if self.has(Key::Attacker) => {
                return Err(E::custom("an \"attacker\" without a \"test\"; expected both"));
            }
            _ => {}
        }
        Ok(match self.board {
            Some(board) => Line::Board(board, self.caption),
            None => Line::Entry(Entry { event, caption: self.caption }),
        })
    }

    fn into_header<E: Error>(self) -> Result<Line, E> {
        let Self { queens, algorithm, order, seed, .. } = self;
        let queens = queens.ok_or_else(|| E::custom("a header without \"queens\"; expected their number"))?;
        Ok(Line::Header(Header { queens, algorithm, order, seed }))
    }
}
