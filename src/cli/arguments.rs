//! The arguments of the commands that make something: the options of recipes.

use std::ffi::{OsStr, OsString};

use clap::builder::{
    OsStringValueParser, PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser,
    ValueParser,
};
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::recipe::{Group, Key, Kind, Recipe, Shape};
use crate::variants::Choice;

use super::help;
use crate::document::Error;

/// The command that makes this kind.
pub fn command(kind: Kind) -> Command {
    // Only those of the command that is run are built: all would double the time in which the program starts.
    help::of_kind(Command::new(kind.name()), kind).defer(with_arguments)
}

/// The command of a kind with its arguments.
fn with_arguments(command: Command) -> Command {
    match kind_of(command.get_name()) {
        Some(kind) => command.args(help::in_order(kind).into_iter().map(|key| argument(key, kind))),
        None => command,
    }
}

/// The kind that a command of this name makes, if it makes one.
pub fn kind_of(command: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.name() == command)
}

fn argument(key: Key, kind: Kind) -> Arg {
    let (choices, shape) = (key.choices(), key.shape());
    let default = choices.default.map(|name| format!(" [default: {name}]")).unwrap_or_default();
    let mut argument = Arg::new(key.name());
    let text = key.help(kind) + &default;
    if key.is_positional(kind) {
        argument = argument.required(![Key::Algorithms, Key::Log].contains(&key)).help(text);
    } else {
        let short = match key {
            Key::Output => Some('o'),
            Key::Quiet => Some('q'),
            _ => None,
        };
        argument = help::of_option(argument, key, &text);
        argument = argument.long(key.name()).short(short).aliases(key.old_name());
        if key.group() != Group::Output {
            argument = argument.help_heading(Choice::about(key.group()));
        }
    }
    let others = key.contradicts().filter(|other| other.kinds().contains(&kind));
    argument = argument.conflicts_with_all(others.map(Key::name));
    if let Some(other) = key.needs() {
        argument = argument.requires(other.name());
    }
    let parser = if choices.all.is_empty() {
        let read = move |text: &OsStr| Recipe::new(kind).set(key, text);
        if key.names_file() {
            // It refuses an empty path.
            let parser = PathBufValueParser::new();
            ValueParser::from(parser.try_map(move |path| read(path.as_os_str()).map(|()| path)))
        } else {
            ValueParser::from(OsStringValueParser::new().try_map(move |text| read(&text).map(|()| text)))
        }
    } else {
        let value = |(name, about): (&'static str, &'static str)| {
            let value = PossibleValue::new(name);
            if about.is_empty() { value } else { value.help(about) }
        };
        PossibleValuesParser::new(choices.all.into_iter().map(value)).into()
    };
    let is_list = key == Key::Algorithms || key == Key::Panel || key == Key::PositionPanel;
    argument = match shape {
        Shape::Flag => return argument.action(ArgAction::SetTrue),
        Shape::One => argument.action(ArgAction::Set),
        Shape::List if key.is_positional(kind) => argument.action(ArgAction::Append).num_args(1..),
        Shape::List => argument.action(ArgAction::Append),
    };
    argument = argument.value_name(key.value_name()).value_parser(parser).ignore_case(true);
    argument = if is_list { argument.value_delimiter(',') } else { argument };
    argument = match key.without_value() {
        Some(value) => argument.num_args(0..=1).require_equals(true).default_missing_value(value),
        None => argument,
    };
    let may_be_negative = ["TIME", "2x", "SIZE", "NUMBERS", "solution|first|K", "PLACEMENT", "N|A..B"];
    argument
        .allow_negative_numbers(key.is_number() || key.value_name() == "TIMES")
        .allow_hyphen_values(may_be_negative.contains(&key.value_name()))
}

/// One of a few values, by its name.
pub fn choice<T: Choice>() -> impl TypedValueParser<Value = T> {
    let parser = PossibleValuesParser::new(T::all().into_iter().map(Choice::name));
    parser.map(|name| {
        T::all().into_iter().find(|one| one.name() == name).expect("only these names are possible")
    })
}

/// What the arguments ask for.
pub fn recipe(kind: Kind, matches: &ArgMatches) -> Result<Recipe, Error> {
    let mut recipe = Recipe::new(kind);
    for key in Key::of(kind) {
        let texts: Vec<OsString> = match key.shape() {
            Shape::Flag if matches.get_flag(key.name()) => vec!["true".into()],
            Shape::Flag => Vec::new(),
            Shape::One | Shape::List => {
                matches.get_raw(key.name()).into_iter().flatten().map(OsString::from).collect()
            }
        };
        for text in texts {
            recipe.set(key, &text).map_err(|why| Error::request(format!("--{}: {why}", key.name())))?;
        }
    }
    Ok(recipe)
}
