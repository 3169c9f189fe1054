//! The JSON Schema of recipes.

use clap::{Arg, ArgAction, Command};
use serde_json::{Map, Value, json};

use crate::options::{is_flag, is_number, name};

use super::command;
use super::recipe::{keys, makers};

/// Returns the JSON Schema of recipes. See [`read_recipes`](super::read_recipes).
pub fn schema() -> String {
    let mut program = command();
    program.build();
    let films: Vec<Value> = makers(&program).map(film).collect();
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Recipes of Queenreel",
        "type": "object",
        "properties": { "film": { "type": "array", "minItems": 1, "items": { "oneOf": films } } },
        "required": ["film"],
        "additionalProperties": false,
    });
    format!("{schema:#}\n")
}

fn film(kind: &Command) -> Value {
    let mut properties = Map::new();
    properties.insert("kind".to_owned(), json!({ "const": kind.get_name() }));
    let mut required = vec!["kind".to_owned()];
    for option in keys(kind) {
        // Only the command line can read a piped log, so a recipe must name its log.
        required.extend((option.is_required_set() || option.get_id() == "log").then(|| name(option)));
        properties.insert(name(option), property(option));
    }
    json!({
        "type": "object",
        "description": kind.get_about().map(ToString::to_string),
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn property(option: &Arg) -> Value {
    let may_lack_value = option.get_num_args().is_some_and(|number| number.min_values() == 0);
    let names = option.get_possible_values();
    let names = names.iter().map(|value| Value::from(value.get_name()));
    let names: Vec<Value> = names.chain(may_lack_value.then_some(true.into())).collect();
    let value = if is_flag(option) {
        json!({ "type": "boolean" })
    } else if !names.is_empty() {
        json!({ "enum": names })
    } else if is_number(option) {
        json!({ "type": ["integer", "string"] })
    } else {
        json!({ "type": ["string", "integer"] })
    };
    let mut value = match option.get_action() {
        ArgAction::Append => json!({ "anyOf": [{ "type": "array", "items": value }, { "type": "string" }] }),
        _ => value,
    };
    let help = option.get_long_help().or(option.get_help()).map(ToString::to_string).unwrap_or_default();
    value["description"] = help.replace("--", "").replace("\n\n", " ").into();
    value
}
