//! Converts clap's parse errors to [`Error`]s that name the wrong option.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use crate::error::Error;
use crate::options::name;

/// Converts a parse error; `command` is the command whose options were parsed.
pub fn error(error: &clap::Error, command: Option<&Command>) -> Error {
    let texts = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.as_str()],
        Some(ContextValue::Strings(texts)) => texts.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    };
    let named = |kind: ContextKind| {
        let shown = texts(kind).first().copied()?;
        command?.get_arguments().find(|option| option.to_string() == shown)
    };
    let Some(option) = named(ContextKind::InvalidArg) else { return Error::request(first_line(error)) };
    let (name, value) = (name(option), texts(ContextKind::InvalidValue).concat());
    match error.kind() {
        ErrorKind::ValueValidation => {
            Error::value(&name, &value, error.source().map(ToString::to_string).unwrap_or_default())
        }
        ErrorKind::InvalidValue => match &texts(ContextKind::ValidValue)[..] {
            [] => Error::value(&name, &value, "write a value"),
            known => Error::value(&name, &value, format!("write one of {}", known.join(", "))),
        },
        ErrorKind::ArgumentConflict => Error::option(
            &name,
            match named(ContextKind::PriorArg).filter(|other| other.get_id() != option.get_id()) {
                Some(other) => format!("{} cannot be used with {}", shown(option), shown(other)),
                None => format!("{} is given twice", shown(option)),
            },
        ),
        ErrorKind::MissingRequiredArgument => Error::option(&name, format!("{} is missing", shown(option))),
        _ => Error::option(&name, first_line(error)),
    }
}

/// Returns an option as written on the command line, without its value.
fn shown(option: &Arg) -> String {
    option.get_long().map_or_else(|| name(option), |long| format!("--{long}"))
}

/// Returns the message without usage and tips.
fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}
