//! Random command lines.

use super::definition::{Argument, CommandOption, Definition, Value};
use super::random::Random;
use super::values::{STRANGE, Values, values};

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
    /// A line of one of the commands.
    pub fn random(definitions: &[Definition], random: &mut Random) -> Self {
        let weighted = definitions.iter().flat_map(|command| vec![command; weight(&command.name)]);
        let command = *random.one_of(&weighted.collect::<Vec<_>>());
        // A careless line may have any wrong value and repeated options; in others, only the combination of
        // options and arguments may be wrong.
        let is_careless = !random.percent(70);
        let mut line = Self { arguments: Vec::new(), asks_for_much: false };
        for argument in &command.arguments {
            for _ in 0..number_of(argument, is_careless, random) {
                let value = line.value(command, "", &argument.value, is_careless, random);
                let is_twice = argument.is_repeated && line.arguments.contains(&value);
                if !is_twice || is_careless {
                    line.arguments.push(value);
                }
            }
        }
        for option in options_of(command, is_careless, random) {
            line.add(command, option, is_careless, random);
        }
        line.arguments.insert(0, command.name.clone());
        line
    }

    /// Adds an option, mostly after the arguments.
    fn add(&mut self, command: &Definition, option: &CommandOption, is_careless: bool, random: &mut Random) {
        let name = option.name.clone();
        let words = match &option.value {
            None => vec![name],
            Some(_) if option.needs_equals && random.percent(30) => vec![name],
            Some(value) => {
                let value = self.value(command, &option.name, value, is_careless, random);
                if option.needs_equals || random.percent(20) {
                    vec![format!("{name}={value}")]
                } else {
                    vec![name, value]
                }
            }
        };
        if random.percent(10) {
            self.arguments.splice(0..0, words);
        } else {
            self.arguments.extend(words);
        }
    }

    fn value(
        &mut self,
        command: &Definition,
        option: &str,
        value: &Value,
        is_careless: bool,
        random: &mut Random,
    ) -> String {
        let Values { usual, much, wrong } = values(&command.name, option, &value.name);
        if !much.is_empty() && random.percent(3) {
            self.asks_for_much = true;
            return (*random.one_of(much)).to_owned();
        }
        if is_careless && random.percent(25) {
            // Any number of them is possible.
            self.asks_for_much |= option == "--runs";
            let all = if random.percent(70) { wrong } else { STRANGE };
            return (*random.one_of(all)).to_owned();
        }
        if value.possible.is_empty() {
            return (*random.one_of(usual)).to_owned();
        }
        let possible = random.one_of(&value.possible);
        self.asks_for_much |= option == "--compression" && possible == "best";
        possible.clone()
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

/// The number of values for an argument.
fn number_of(argument: &Argument, is_careless: bool, random: &mut Random) -> usize {
    let least = usize::from(argument.is_required);
    if argument.is_repeated {
        2 * least + random.below(3)
    } else if is_careless && random.percent(5) {
        2 * random.below(2)
    } else {
        least + random.below(2 - least)
    }
}

/// Some options of a command.
fn options_of<'a>(command: &'a Definition, is_careless: bool, random: &mut Random) -> Vec<&'a CommandOption> {
    let mut options: Vec<&CommandOption> = Vec::new();
    if command.options.is_empty() {
        return options;
    }
    for _ in 0..random.below(MOST_OPTIONS + 1) {
        let option = random.one_of(&command.options);
        let is_twice = options.iter().any(|other| other.name == option.name);
        if !is_twice || is_careless {
            options.push(option);
        }
    }
    // Small pictures, most of them in a file with a name.
    options.retain(|option| !["--output", "--size"].contains(&option.name.as_str()));
    for (name, cases) in [("--output", 75), ("--size", 50)] {
        if random.percent(cases) {
            options.extend(command.options.iter().find(|option| option.name == name));
        }
    }
    options
}
