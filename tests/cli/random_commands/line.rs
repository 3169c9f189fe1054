//! Random command lines.

use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, Command};

use super::random::Random;
use super::values::{KNOWN, values};

/// A command line, without the name of the program.
pub struct Line {
    pub arguments: Vec<String>,
    /// Whether it may take long, or exceed the limits of a run.
    pub asks_for_much: bool,
}

/// The largest number of options of a line.
const MOST_OPTIONS: usize = 6;

/// The relative frequency of a command.
fn weight(command: &str) -> usize {
    match command {
        "search" => 10,
        "race" | "replay" | "gallery" => 5,
        "sheet" | "board" => 3,
        "list" | "count" | "compare" => 2,
        _ => 1,
    }
}

impl Line {
    /// A line of one of the program's commands, which is built.
    pub fn random(program: &Command, random: &mut Random) -> Self {
        let commands = program.get_subcommands().filter(|command| command.get_name() != "help");
        let weighted = commands.flat_map(|command| vec![command; weight(command.get_name())]);
        let command = *random.one_of(&weighted.collect::<Vec<_>>());
        // A careless line may have any wrong value and repeated options; in others, only the combination of
        // options and arguments may be wrong.
        let is_careless = !random.percent(70);
        let mut line = Self { arguments: Vec::new(), asks_for_much: false };
        for argument in command.get_positionals() {
            for _ in 0..number_of(argument, is_careless, random) {
                let value = line.value(command, argument, is_careless, random);
                if !line.arguments.contains(&value) || !is_repeated(argument) || is_careless {
                    line.arguments.push(value);
                }
            }
        }
        for option in options_of(command, is_careless, random) {
            line.add(command, option, is_careless, random);
        }
        line.arguments.insert(0, command.get_name().to_owned());
        line
    }

    /// Adds an option, mostly after the arguments.
    fn add(&mut self, command: &Command, option: &Arg, is_careless: bool, random: &mut Random) {
        let name = format!("--{}", option.get_long().unwrap());
        let needs_equals = option.is_require_equals_set();
        let words = if !option.get_action().takes_values() || needs_equals && random.percent(30) {
            vec![name]
        } else {
            let value = self.value(command, option, is_careless, random);
            if needs_equals || random.percent(20) {
                vec![format!("{name}={value}")]
            } else {
                vec![name, value]
            }
        };
        if random.percent(10) {
            self.arguments.splice(0..0, words);
        } else {
            self.arguments.extend(words);
        }
    }

    fn value(&mut self, command: &Command, arg: &Arg, is_careless: bool, random: &mut Random) -> String {
        let known = values(command.get_name(), arg);
        if !known.much.is_empty() && random.percent(3) {
            self.asks_for_much = true;
            return random.one_of(&known.much).clone();
        }
        if is_careless && random.percent(25) {
            // Any number of them is possible.
            self.asks_for_much |= arg.get_long() == Some("runs");
            let all = if random.percent(70) { &known.wrong } else { &KNOWN.strange };
            return random.one_of(all).clone();
        }
        let listed: Vec<PossibleValue> =
            arg.get_possible_values().into_iter().filter(|value| !value.is_hide_set()).collect();
        if listed.is_empty() {
            return random.one_of(&known.usual).clone();
        }
        let value = random.one_of(&listed).get_name().to_owned();
        self.asks_for_much |= arg.get_long() == Some("compression") && value == "best";
        value
    }

    /// Whether an option or an argument was given.
    pub fn has(&self, word: &str) -> bool {
        self.arguments.iter().any(|argument| argument == word)
    }

    /// The values of an option.
    pub fn values_of<'a>(&'a self, option: &'a str) -> impl Iterator<Item = &'a str> {
        let next = self.arguments.iter().skip(1).map(Some).chain([None]);
        self.arguments.iter().zip(next).filter_map(move |(word, next)| {
            if word == option {
                next.map(String::as_str)
            } else {
                word.strip_prefix(option)?.strip_prefix('=')
            }
        })
    }

    /// As typed in a shell.
    pub fn typed(&self) -> String {
        let quoted = |word: &String| {
            let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./,:=+".contains(letter);
            if !word.is_empty() && word.chars().all(is_plain) {
                word.clone()
            } else {
                format!("'{}'", word.replace('\'', r"'\''"))
            }
        };
        let words: Vec<String> = self.arguments.iter().map(quoted).collect();
        format!("queenreel {}", words.join(" "))
    }
}

fn is_repeated(argument: &Arg) -> bool {
    matches!(argument.get_action(), ArgAction::Append)
}

/// The number of values for a positional argument.
fn number_of(argument: &Arg, is_careless: bool, random: &mut Random) -> usize {
    let least = usize::from(argument.is_required_set());
    if is_repeated(argument) {
        2 * least + random.below(3)
    } else if is_careless && random.percent(5) {
        2 * random.below(2)
    } else {
        least + random.below(2 - least)
    }
}

/// Some options of a command.
fn options_of<'a>(command: &'a Command, is_careless: bool, random: &mut Random) -> Vec<&'a Arg> {
    let is_option = |arg: &&Arg| !arg.is_positional() && arg.get_long() != Some("help");
    let all: Vec<&Arg> = command.get_arguments().filter(is_option).collect();
    let mut options: Vec<&Arg> = Vec::new();
    if all.is_empty() {
        return options;
    }
    for _ in 0..random.below(MOST_OPTIONS + 1) {
        let option = *random.one_of(&all);
        if !options.contains(&option) || is_careless {
            options.push(option);
        }
    }
    // Small pictures, most of them in a file with a name.
    let is_named = |option: &&Arg, name| option.get_long() == Some(name);
    options.retain(|option| !is_named(option, "output") && !is_named(option, "size"));
    for (name, cases) in [("output", 75), ("size", 50)] {
        if random.percent(cases) {
            options.extend(all.iter().find(|option| is_named(option, name)));
        }
    }
    options
}
