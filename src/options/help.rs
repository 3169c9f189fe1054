//! Help of options: placeholders in braces, and the order of headings.

use clap::builder::{Resettable, StyledStr};
use clap::{Arg, Command, ValueHint};

use crate::encode::EncodeOption;
use crate::limits::{DEFAULT_MAX_FRAMES, DEFAULT_MAX_LOG_BYTES, DEFAULT_MAX_SLIDES, DEFAULT_MAX_STEPS};
use crate::record::Counter;
use crate::search::{Algorithm, DEFAULT_SEED};
use crate::words::listed;

use super::formats::{Still, extensions, formats_with, picture_extensions, usual_qualities};
use super::given::{is_file, is_flag, is_number, may_have_minus, name};
use super::values::in_unit;
use super::{DEFAULT_RUNS, DEFAULT_TIMEOUT, HEADINGS};

const OF_ENCODERS: [(&str, EncodeOption); 8] = [
    ("loop", EncodeOption::Plays),
    ("full-frames", EncodeOption::FullFrames),
    ("fps", EncodeOption::Fps),
    ("advance", EncodeOption::Advance),
    ("svg-text", EncodeOption::Text),
    ("compression", EncodeOption::Compression),
    ("quality", EncodeOption::Quality),
    ("motion", EncodeOption::Motion),
];

pub fn of_encoders(name: &str) -> Option<EncodeOption> {
    OF_ENCODERS.iter().find(|(known, _)| *known == name).map(|(_, option)| *option)
}

/// Sorts the options of a command by heading, and fills in placeholders in their help.
pub fn completed(command: &Command) -> Command {
    let mut options: Vec<Arg> = command.get_arguments().cloned().map(complete).collect();
    // An option that a kind of document changes has been moved behind all other options.
    options.sort_by_key(|option| {
        let heading = option.get_help_heading();
        let heading = heading.map(|heading| HEADINGS.iter().position(|known| *known == heading));
        (heading, !option.is_positional(), option.get_display_order())
    });
    let about = command.get_about().cloned().unwrap_or_default();
    Command::new(command.get_name().to_owned()).about(about).args(options)
}

fn complete(option: Arg) -> Arg {
    let encode = of_encoders(&name(&option));
    let filled = |text: Option<&StyledStr>| {
        text.map_or(Resettable::Reset, |text| Resettable::Value(filled(&text.to_string(), encode).into()))
    };
    let (brief, full) = (filled(option.get_help()), filled(option.get_long_help()));
    let (is_number, has_minus, is_file) = (is_number(&option), may_have_minus(&option), is_file(&option));
    let has_value = !is_flag(&option);
    let option = option.help(brief).long_help(full).ignore_case(has_value);
    let option = option.allow_negative_numbers(is_number).allow_hyphen_values(has_minus);
    if is_file { option.value_hint(ValueHint::FilePath) } else { option }
}

/// Sets the help of an option: the first paragraph for `-h`, all of it for `--help`.
pub fn with_help(option: Arg, text: &'static str) -> Arg {
    match text.split_once("\n\n") {
        Some((brief, _)) => option.help(brief.trim_end_matches('.')).long_help(text),
        None => option.help(text).long_help(Resettable::Reset),
    }
}

/// Fills in the placeholders in braces.
fn filled(text: &str, encode: Option<EncodeOption>) -> String {
    let algorithms = |which: fn(Algorithm) -> bool| {
        listed(Algorithm::ALL.into_iter().filter(|algorithm| which(*algorithm)), "and")
    };
    let value = |name: &str| {
        match name {
        ".pictures" => picture_extensions(),
        ".page" => Still::Page.endings(),
        ".gallery" => Still::Gallery.endings(),
        ".chart" => Still::Chart.endings(),
        ".poster" => Still::Poster.endings(),
        "film-output" => format!(
            "FILE{}, FILE{} for one frame, DIRECTORY/ for PNG frames, or - for standard output.",
            extensions(),
            Still::Frame.endings()
        ),
        "paper" => "Sizes are like 1920x1080, shapes like 16:9, and paper has 300 dpi: a4, a3, letter (-landscape for \
                    a sheet on its side) or 210x148mm."
            .to_owned(),
        "randomised" => algorithms(Algorithm::uses_seed),
        "ordered" => algorithms(Algorithm::has_order),
        "seed" => DEFAULT_SEED.to_string(),
        "max-log" => {
            let (number, unit) = in_unit(DEFAULT_MAX_LOG_BYTES);
            format!("{number}{unit}")
        }
        "timeout" => format!("{}s", DEFAULT_TIMEOUT.as_secs()),
        "runs" => DEFAULT_RUNS.to_string(),
        "frames" => DEFAULT_MAX_FRAMES.to_string(),
        "slides" => DEFAULT_MAX_SLIDES.to_string(),
        "steps" => DEFAULT_MAX_STEPS.to_string(),
        "counters" => listed(Counter::ALL.map(Counter::name), "and"),
        "qualities" => usual_qualities(),
        "formats" => encode.map(formats_with).unwrap_or_default(),
        other => format!("{{{other}}}"),
    }
    };
    let mut filled = String::new();
    for part in text.split('{') {
        match part.split_once('}') {
            Some((name, rest)) => filled.extend([&value(name), rest]),
            None => filled.push_str(part),
        }
    }
    filled
}
