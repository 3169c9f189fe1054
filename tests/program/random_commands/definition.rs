//! The commands, their arguments and their options, as the help of the program lists them.

use crate::common::sandbox::Sandbox;

/// A command.
#[derive(Debug)]
pub struct Definition {
    pub name: String,
    pub arguments: Vec<Argument>,
    pub options: Vec<CommandOption>,
}

/// An argument without a name.
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
    /// Unless it is a flag.
    pub value: Option<Value>,
    /// Whether the value, which may be left out, follows an equals sign.
    pub needs_equals: bool,
}

/// A value of an argument or an option.
#[derive(Debug)]
pub struct Value {
    /// As the help names it, like `FILE`.
    pub name: String,
    /// All that are possible, if they are listed.
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
        let (mut arguments, mut options) = (Vec::new(), Vec::new());
        for Entry { form, text } in entries(help) {
            if form.starts_with('-') {
                options.extend(CommandOption::of(&form, &text));
            } else {
                arguments.push(Argument::of(&form, &text));
            }
        }
        Self { name: name.to_owned(), arguments, options }
    }
}

/// An argument or an option in a help text: its form, and what is said about it.
struct Entry {
    form: String,
    text: String,
}

/// Options begin with a hyphen, arguments with a bracket below their heading; the lines that continue a text are
/// indented further.
fn entries(help: &str) -> Vec<Entry> {
    let (mut entries, mut is_open, mut are_arguments) = (Vec::<Entry>::new(), false, false);
    for line in help.lines() {
        let (indent, line) = (indent(line), line.trim());
        let is_option = line.starts_with('-') && (indent == 2 || indent == 6);
        let is_argument = are_arguments && indent == 2 && line.starts_with(['<', '[']);
        if is_option || is_argument {
            let (form, text) = line.split_once("  ").unwrap_or((line, ""));
            entries.push(Entry { form: form.to_owned(), text: text.trim().to_owned() });
            is_open = true;
        } else if indent > 6 && is_open {
            let entry = entries.last_mut().unwrap();
            entry.text = format!("{} {line}", entry.text);
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
    /// `None` for those that every command has.
    fn of(form: &str, text: &str) -> Option<Self> {
        let name = &form[form.find("--").unwrap()..];
        let name = name.split([' ', '[', '=']).next().unwrap();
        let value = form.split_once('<').map(|(_, rest)| Value::of(rest, text));
        let needs_equals = form.contains("[=<");
        (!["--help", "--version"].contains(&name)).then(|| Self {
            name: name.to_owned(),
            value,
            needs_equals,
        })
    }
}

impl Argument {
    fn of(form: &str, text: &str) -> Self {
        let value = Value::of(&form[1..], text);
        Self { value, is_required: form.starts_with('<'), is_repeated: form.ends_with("...") }
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
