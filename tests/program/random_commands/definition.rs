//! The commands, their arguments and their options, parsed from the help of the program.

use crate::common::sandbox::Sandbox;

/// A command.
#[derive(Debug)]
pub struct Definition {
    pub name: String,
    pub arguments: Vec<Argument>,
    pub options: Vec<CommandOption>,
}

/// A positional argument.
#[derive(Debug)]
pub struct Argument {
    pub value: Value,
    pub is_required: bool,
    pub is_repeated: bool,
}

#[derive(Debug)]
pub struct CommandOption {
    /// Like `--output`.
    pub name: String,
    /// `None` for a flag.
    pub value: Option<Value>,
    /// Whether the value, which may be left out, follows an equals sign.
    pub needs_equals: bool,
}

/// A value of an argument or an option.
#[derive(Debug)]
pub struct Value {
    /// As the help names it, like `FILE`.
    pub name: String,
    /// All possible values, if they are listed.
    pub possible: Vec<String>,
}

/// All commands but `help`.
pub fn definitions() -> Vec<Definition> {
    let sandbox = Sandbox::new();
    let help = sandbox.stdout(&["-h"]);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = listed.take_while(|line| !line.is_empty()).filter(|line| indent(line) == 2);
    let names = names.map(|line| line.split_whitespace().next().unwrap()).filter(|name| *name != "help");
    names.map(|name| Definition::of(name, &sandbox.stdout(&[name, "--help"]))).collect()
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

impl Definition {
    fn of(name: &str, help: &str) -> Self {
        let (options, arguments): (Vec<_>, Vec<_>) =
            entries(help).into_iter().partition(|(form, _)| form.starts_with('-'));
        let options = options.iter().filter_map(|(form, text)| CommandOption::of(form, text)).collect();
        let argument = |(form, text): &(String, String)| Argument {
            value: Value::of(&form[1..], text),
            is_required: form.starts_with('<'),
            is_repeated: form.ends_with("..."),
        };
        Self { name: name.to_owned(), arguments: arguments.iter().map(argument).collect(), options }
    }
}

/// The arguments and options in a help text: the form and the description of each.
///
/// Options begin with a hyphen, arguments with a bracket below their heading; continued lines are indented
/// further.
fn entries(help: &str) -> Vec<(String, String)> {
    let (mut entries, mut is_open, mut are_arguments) = (Vec::<(String, String)>::new(), false, false);
    for line in help.lines() {
        let (indent, line) = (indent(line), line.trim());
        let is_option = line.starts_with('-') && (indent == 2 || indent == 6);
        let is_argument = are_arguments && indent == 2 && line.starts_with(['<', '[']);
        if is_option || is_argument {
            let (form, text) = line.split_once("  ").unwrap_or((line, ""));
            entries.push((form.to_owned(), text.trim().to_owned()));
            is_open = true;
        } else if indent > 6 && is_open {
            let (_, text) = entries.last_mut().unwrap();
            text.extend([" ", line]);
        } else {
            is_open = false;
        }
        if indent == 0 && !line.is_empty() {
            are_arguments = line == "Arguments:";
        }
    }
    entries
}

impl CommandOption {
    /// `None` for options of every command.
    fn of(form: &str, text: &str) -> Option<Self> {
        let name = &form[form.find("--").unwrap()..];
        let name = name.split([' ', '[', '=']).next().unwrap();
        (!["--help", "--version"].contains(&name)).then(|| Self {
            name: name.to_owned(),
            value: form.split_once('<').map(|(_, rest)| Value::of(rest, text)),
            needs_equals: form.contains("[=<"),
        })
    }
}

impl Value {
    /// The value of a form that goes on with its name.
    fn of(rest: &str, text: &str) -> Self {
        let name = rest.split(['>', ']']).next().unwrap();
        let possible = text.split_once("[possible values: ").map(|(_, rest)| rest.split_once(']').unwrap().0);
        let possible = possible.map(|all| all.split(", ").map(str::to_owned).collect()).unwrap_or_default();
        Self { name: name.to_owned(), possible }
    }
}

#[test]
fn the_help_lists_what_the_random_lines_are_made_of() {
    let all = definitions();
    let command = |name: &str| all.iter().find(|command| command.name == name).unwrap();
    let value = |name: &str, option: &str| {
        let mut options = command(name).options.iter();
        options.find(|other| other.name == option).unwrap().value.as_ref()
    };
    assert!(all.len() >= 13, "{all:?}");
    assert!(command("search").options.len() > 40);
    assert_eq!(value("search", "--output").unwrap().name, "PATH");
    assert_eq!(value("search", "--detail").unwrap().possible, ["steps", "columns", "tests"]);
    assert_eq!(value("search", "--code").unwrap().name, "FORM");
    assert!(value("search", "--alt").is_none());
    assert_eq!(value("gallery", "--thumbnail").unwrap().name, "solution|first|K");
    let [queens, solvers] = &command("race").arguments[..] else { panic!("{all:?}") };
    assert!(queens.is_required && !queens.is_repeated && solvers.is_repeated);
    assert_eq!([&queens.value.name, &solvers.value.name], ["N", "NAME|LOG"]);
    assert!(!command("themes").arguments[0].is_required);
}
