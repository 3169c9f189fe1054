//! The options of a request as given.

use std::any::TypeId;
use std::ffi::{OsStr, OsString};
use std::num::{NonZeroU32, NonZeroU64};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::error::Error;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use crate::board::{BoardSize, Placement};
use crate::encode::{Plays, Quality};
use crate::film::Thumbnail;
use crate::record::Speed;

use super::look::is_theme_file;
use super::values::{SolutionNumbers, Solver, Solvers, solvers_in};

/// The given options with their values as written, in order. See [`Document`](crate::Document).
// This field must be the first of a request: the fields after it take their values out of the matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Given(Vec<(String, OsString)>);

impl Args for Given {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut given = Vec::new();
        for id in matches.ids().map(clap::Id::as_str) {
            if matches.value_source(id) == Some(ValueSource::CommandLine) {
                let values = matches.get_raw(id).into_iter().flatten();
                let places = matches.indices_of(id).into_iter().flatten();
                given.extend(
                    places.zip(values).map(|(place, value)| (place, id.replace('_', "-"), value.to_owned())),
                );
            }
        }
        given.sort_by_key(|(place, ..)| *place);
        Ok(Self(given.into_iter().map(|(_, name, value)| (name, value)).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Given {
    /// Returns whether an option is given.
    pub fn has(&self, name: &str) -> bool {
        self.iter().any(|(given, _)| given == name)
    }

    /// Returns the options with their values; `true` for a flag.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &OsStr)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_os_str()))
    }

    /// Adds an option that the command line implies.
    #[cfg(feature = "cli")]
    pub(crate) fn add(&mut self, name: &str, value: &OsStr) {
        self.0.push((name.to_owned(), value.to_owned()));
    }

    /// Returns the values of an option.
    pub fn values(&self, name: &str) -> impl Iterator<Item = &OsStr> {
        self.iter().filter(move |(given, _)| *given == name).map(|(_, value)| value)
    }

    /// Returns whether an option is given with a value other than its default.
    pub(crate) fn differs(&self, option: &Arg) -> bool {
        let is_default = |value: &OsStr| option.get_default_values().iter().any(|default| *default == value);
        self.values(&name(option)).any(|value| is_flag(option) || !is_default(value))
    }

    /// Returns a command line with the arguments, and with options under these headings that are not at their default.
    pub(crate) fn command_line<T: Args>(&self, kind: &'static str, headings: &[&str]) -> String {
        let command = T::augment_args(Command::new(kind));
        let mut words = vec![format!("queenreel {}", command.get_name())];
        let mut add = |option: &Arg| {
            let name = name(option);
            for value in self.values(&name).map(OsStr::to_string_lossy) {
                let has_space = value.contains(char::is_whitespace);
                let value = if has_space { format!("'{value}'") } else { value.into() };
                words.push(match option.is_positional() {
                    true => value,
                    false if is_flag(option) => format!("--{name}"),
                    false => format!("--{name} {value}"),
                });
            }
        };
        command.get_positionals().for_each(&mut add);
        for heading in headings {
            let under = |option: &&Arg| option.get_help_heading() == Some(*heading) && self.differs(option);
            command.get_arguments().filter(under).for_each(&mut add);
        }
        words.join(" ")
    }
}

pub(crate) fn name(option: &Arg) -> String {
    option.get_id().as_str().replace('_', "-")
}

pub(crate) fn is_flag(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::SetTrue)
}

pub(crate) fn is_number(option: &Arg) -> bool {
    let types = [
        TypeId::of::<BoardSize>(),
        TypeId::of::<NonZeroU32>(),
        TypeId::of::<NonZeroU64>(),
        TypeId::of::<Quality>(),
        TypeId::of::<RangeInclusive<u32>>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
    ];
    is_of(option, &types)
}

/// Returns whether a value may begin with a minus: such a value is wrong, but our error is more helpful than clap's.
pub(super) fn may_have_minus(option: &Arg) -> bool {
    let types = [
        TypeId::of::<Duration>(),
        TypeId::of::<Placement>(),
        TypeId::of::<Plays>(),
        TypeId::of::<SolutionNumbers>(),
        TypeId::of::<Speed>(),
        TypeId::of::<Thumbnail>(),
    ];
    option.is_allow_hyphen_values_set() || is_of(option, &types)
}

fn is_of(option: &Arg, types: &[TypeId]) -> bool {
    types.iter().any(|known| option.get_value_parser().type_id() == *known)
}

/// Returns whether the value of an option is the path of a file, unless it is `-`.
pub(super) fn is_file(option: &Arg) -> bool {
    option.get_id() != "theme" && is_of(option, &[TypeId::of::<PathBuf>()])
}

/// Returns whether this value is the path of a file.
pub(crate) fn is_path(option: &Arg, text: &OsStr) -> bool {
    text != "-" && (is_file(option) || is_input(option.get_id().as_str(), text))
}

/// Returns whether the option of this name reads a file with this value.
pub(crate) fn is_input(name: &str, text: &OsStr) -> bool {
    match name {
        "code-file" | "font" | "log" => true,
        "names" => solvers_in(text).is_ok_and(|Solvers(solvers)| matches!(solvers[..], [Solver::Log(_)])),
        "theme" => is_theme_file(Path::new(text)),
        _ => false,
    }
}
