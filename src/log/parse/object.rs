//! The object in a line: its keys and their combinations.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use super::values::{At, FromTo, MaybeAt, Number, Queens, Text, Yes, line};
use super::{Board, Line};
use crate::board::{BoardSize, Square};
use crate::log::key::{Key, Role};
use crate::log::{Entry, Header};
use crate::search::Event;

pub(super) const EXPECTED: &str = "one object, like {\"place\":[2,1]}";

fn names(which: impl Fn(Key) -> bool) -> String {
    let names = Key::ALL.into_iter().filter(|key| which(*key)).map(Key::name);
    names.collect::<Vec<_>>().join(", ")
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
        Key::ALL.into_iter().find(|key| key.name() == name).ok_or_else(|| {
            let shown: String = name.chars().take(40).collect();
            E::custom(format_args!("unknown key {shown:?}; known are {}", names(|_| true)))
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
            object.check_new(key)?;
            object.read(key, &mut map)?;
        }
        object.into_line()
    }
}

/// The values of the keys that were read.
#[derive(Default)]
struct Object {
    event: Option<(Key, Event)>,
    board: Option<Board>,
    #[expect(clippy::option_option, reason = "null is a value")]
    attacker: Option<Option<Square>>,
    caption: Option<String>,
    queens: Option<BoardSize>,
    algorithm: Option<String>,
    order: Option<String>,
    seed: Option<u64>,
}

impl Object {
    /// Checks that a key is not repeated and no second event.
    fn check_new<E: Error>(&self, key: Key) -> Result<(), E> {
        if self.has(key) {
            return Err(E::custom(format_args!("the key \"{}\" comes twice", key.name())));
        }
        match &self.event {
            Some((other, _)) if key.role() == Role::Event => Err(E::custom(format_args!(
                "both \"{}\" and \"{}\"; expected one event a line",
                other.name(),
                key.name()
            ))),
            Some(_) | None => Ok(()),
        }
    }

    fn has(&self, key: Key) -> bool {
        match key {
            Key::Place
            | Key::Remove
            | Key::Move
            | Key::Board
            | Key::Test
            | Key::Solution
            | Key::Backtrack
            | Key::DeadEnd
            | Key::End => self.event.is_some_and(|(read, _)| read == key),
            Key::Attacker => self.attacker.is_some(),
            Key::Caption => self.caption.is_some(),
            Key::Queens => self.queens.is_some(),
            Key::Algorithm => self.algorithm.is_some(),
            Key::Order => self.order.is_some(),
            Key::Seed => self.seed.is_some(),
        }
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
                self.attacker = Some(map.next_value_seed(MaybeAt)?);
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

    fn into_line<E: Error>(self) -> Result<Line, E> {
        let first = |is_header| {
            Key::ALL.into_iter().find(|key| (key.role() == Role::Header) == is_header && self.has(*key))
        };
        match (first(false), first(true)) {
            (Some(one), Some(other)) => {
                return Err(E::custom(format_args!(
                    "both \"{}\" and \"{}\"; expected an event or a header, on separate lines",
                    one.name(),
                    other.name()
                )));
            }
            (None, Some(_)) => return self.into_header(),
            (Some(_) | None, None) => {}
        }
        let Some((_, mut event)) = self.event else {
            let events = names(|key| key.role() == Role::Event);
            return Err(E::custom(format_args!("no event; expected one of {events}")));
        };
        if let Event::Test { attacker, .. } = &mut event {
            *attacker = self.attacker.flatten();
        } else if self.attacker.is_some() {
            return Err(E::custom("an \"attacker\" without a \"test\"; expected both"));
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
