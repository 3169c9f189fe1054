//! Tables as text, Markdown, CSV and JSON.

use std::fmt::Display;
use std::time::Duration;

use crate::words::Grouped;

#[derive(Debug, Clone)]
pub struct Cell {
    /// For text and Markdown.
    pub shown: String,
    /// For CSV and JSON.
    pub value: Value,
}

#[derive(Debug, Clone)]
pub enum Value {
    Absent,
    /// A number of any size, or JSON.
    Plain(String),
    /// Text without commas.
    Words(String),
}

impl Cell {
    pub fn new(shown: impl Display, value: Value) -> Self {
        Self { shown: shown.to_string(), value }
    }

    pub fn number(number: u64) -> Self {
        Self::new(Grouped(number), Value::plain(number))
    }

    pub fn words(words: impl Display) -> Self {
        Self::new(&words, Value::words(&words))
    }
}

impl Value {
    pub fn plain(value: impl Display) -> Self {
        Self::Plain(value.to_string())
    }

    pub fn words(words: impl Display) -> Self {
        Self::Words(words.to_string())
    }

    pub fn seconds(time: Duration, decimals: usize) -> Self {
        Self::Plain(format!("{:.decimals$}", time.as_secs_f64()))
    }

    fn json(&self) -> String {
        match self {
            Self::Absent => "null".to_owned(),
            Self::Plain(text) => text.clone(),
            Self::Words(words) => serde_json::Value::from(words.as_str()).to_string(),
        }
    }
}

/// Aligns columns: the first column to the left, all others to the right.
pub fn text(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match column {
            0 => format!("{cell:width$}"),
            _ => format!("  {cell:>width$}"),
        });
        format!("{}\n", cells.collect::<String>().trim_end())
    };
    rows.iter().map(line).collect()
}

pub fn markdown(rows: &[Vec<String>]) -> String {
    rows.iter().enumerate().map(|(index, row)| markdown_line(row, index == 0)).collect()
}

/// Returns a row in Markdown, and a rule below the head.
pub fn markdown_line(row: &[impl AsRef<str>], is_head: bool) -> String {
    let cells: Vec<&str> = row.iter().map(AsRef::as_ref).collect();
    let rule = if is_head { format!("|---|{}\n", "--:|".repeat(row.len() - 1)) } else { String::new() };
    format!("| {} |\n{rule}", cells.join(" | "))
}

pub fn csv(values: impl IntoIterator<Item = Value>) -> String {
    let cells = values.into_iter().map(|value| match value {
        Value::Absent => String::new(),
        Value::Plain(text) | Value::Words(text) => text,
    });
    cells.collect::<Vec<_>>().join(",") + "\n"
}

pub fn object(fields: impl IntoIterator<Item = (impl Display, Value)>) -> String {
    let fields = fields.into_iter().map(|(key, value)| format!("\"{key}\":{}", value.json()));
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}
