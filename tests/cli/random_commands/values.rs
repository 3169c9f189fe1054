//! Values for the arguments and options of random command lines: `values.toml`, read once.

use std::sync::LazyLock;

use clap::Arg;
use serde::Deserialize;

/// Texts that are valid for no value, or only for few, and the values of each kind.
#[derive(Deserialize)]
pub struct Known {
    pub strange: Vec<String>,
    values: Vec<Values>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Values {
    option: Option<String>,
    of: Option<Vec<String>>,
    command: Option<Vec<String>>,
    pub usual: Vec<String>,
    pub much: Vec<String>,
    pub wrong: Vec<String>,
}

pub static KNOWN: LazyLock<Known> = LazyLock::new(|| {
    let fonts = concat!(env!("CARGO_MANIFEST_DIR"), "/fonts");
    toml::from_str(&include_str!("values.toml").replace("{fonts}", fonts)).unwrap()
});

/// The values for an argument or option of a command.
pub fn values(command: &str, arg: &Arg) -> &'static Values {
    let name = arg.get_value_names().map_or("", |names| names[0].as_str());
    let found = KNOWN.values.iter().find(|values| {
        let is = |of: &Option<String>, text| of.as_deref().is_none_or(|own| Some(own) == text);
        let has =
            |of: &Option<Vec<String>>, text| of.as_ref().is_none_or(|all| all.iter().any(|own| own == text));
        is(&values.option, arg.get_long()) && has(&values.of, name) && has(&values.command, command)
    });
    let found = found.unwrap();
    assert!(
        !found.usual.is_empty() || !arg.get_possible_values().is_empty(),
        "no values are known for {arg}"
    );
    found
}
