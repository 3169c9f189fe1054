//! Hints for unknown arguments.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::log::program;

/// Replaces clap's suggestion where a better hint is known.
pub fn with_hint(mut error: clap::Error, arguments: &[String]) -> clap::Error {
    let command = arguments.get(1).map_or("", String::as_str);
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let hint = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            text(ContextKind::InvalidSubcommand).and_then(|name| of_command(&name))
        }
        ErrorKind::UnknownArgument => {
            let argument = text(ContextKind::InvalidArg);
            // An argument that looks like an option is never meant as a value.
            error.remove(ContextKind::Suggested);
            argument.and_then(|argument| of_argument(command, &argument))
        }
        _ => None,
    };
    if let Some(hint) = hint {
        error.remove(ContextKind::SuggestedArg);
        // The usage line names the option that clap guessed.
        error.remove(ContextKind::Usage);
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    let with_lines = error.context().filter_map(|(kind, value)| match value {
        ContextValue::String(text) if text.contains('\n') => Some((kind, text.replace('\n', "\\n"))),
        _ => None,
    });
    // These texts come from arguments, whose line breaks are escaped.
    for (kind, text) in with_lines.collect::<Vec<_>>() {
        error.insert(kind, ContextValue::String(text));
    }
    error
}

fn of_command(name: &str) -> Option<String> {
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| format!("to film a search on a board of that size: queenreel search {name}"))
}

fn of_argument(command: &str, argument: &str) -> Option<String> {
    let option = argument.split('=').next().unwrap_or_default();
    let hint = match (command, option) {
        (command, _) if command.starts_with('-') => {
            "options follow the command: queenreel search 8 -o queens.gif"
        }
        ("algorithms" | "count", "-o" | "--output") => {
            return Some(format!("to write to a file: queenreel {command} … > FILE"));
        }
        ("list" | "count" | "compare", "--format" | "--csv" | "--json" | "--markdown") => {
            "the format is that of --as, like --as json"
        }
        ("gallery" | "list", "--all") => "all solutions are taken, or the first K with --solutions K",
        ("gallery", "--hold" | "--speed") => "--delay sets the time of each solution",
        ("gallery" | "sheet" | "board" | "compare", "--for") => {
            "--canvas sets the page, like --canvas 16:9 for a slide; --for is an option of films"
        }
        ("race", "--view" | "--caption" | "--counters" | "--tree" | "--gauges" | "--code" | "--detail") => {
            "the panels of a race are always its counters, ranks and clock; 'search' has others"
        }
        ("race", "--pace") => "all boards of a race have one clock, whose ticks take the same time",
        ("race", "--solutions" | "--limit") => {
            "each solver runs to its first solution, or through the whole search with --all"
        }
        (_, "--color" | "--colour" | "--colors" | "--colours") => {
            "colours are those of a theme: --theme NAME, or your own file"
        }
        (_, "--queens" | "-n") => {
            return Some(format!("the number of queens has no option: queenreel {command} 8"));
        }
        (_, "--rate") => "--delay sets the time of each frame, and --duration that of the whole film",
        (_, "--width" | "--height" | "--resolution") => {
            "--size sets the width of the board, and --canvas the size of the page"
        }
        (_, "-v" | "--verbose") => {
            "there are no more messages than these; --quiet prints fewer, --version the version"
        }
        (_, value) if !value.starts_with('-') && value.contains('.') => {
            let of_program = program::of_name(Path::new(value));
            return of_program.or_else(|| Some(format!("to write to that file: -o {value}")));
        }
        ("board", value) if value.bytes().all(|byte| byte.is_ascii_digit() || byte == b',') => {
            "the rows of a position are one argument, with commas: queenreel board 1,5,8,6,3,7,2,4"
        }
        _ => return None,
    };
    Some(hint.to_owned())
}
