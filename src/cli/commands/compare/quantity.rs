//! Quantities as cells of tables and as values of charts.

use std::time::Duration;

use crate::cli::report;
use crate::cli::table::{Cell, Value};
use crate::measure::{Quantity, Reached, Until};
use crate::page::ChartUnit;

use super::comparison::Asked;

/// Its name in charts.
pub fn title(quantity: Quantity) -> &'static str {
    if quantity == Quantity::Boards { "whole boards" } else { quantity.names().0 }
}

/// The unit in charts.
pub fn unit(quantity: Quantity) -> ChartUnit {
    if quantity == Quantity::Time { ChartUnit::Seconds } else { ChartUnit::Count }
}

/// A number in this unit.
pub fn value(quantity: Quantity, number: u64) -> f64 {
    match unit(quantity) {
        ChartUnit::Count => number as f64,
        ChartUnit::Seconds => Duration::from_nanos(number).as_secs_f64(),
    }
}

/// A number as a cell of a table.
pub fn cell(quantity: Quantity, number: u64) -> Cell {
    let time = Duration::from_nanos(number);
    match unit(quantity) {
        ChartUnit::Count => Cell::number(number),
        ChartUnit::Seconds => Cell::new(short_time(time), Value::seconds(time, 9)),
    }
}

/// Why there is no number.
pub fn why_none(until: Until, reached: &Reached, asked: &Asked<'_>) -> String {
    match (reached, until) {
        (Reached::CutOff, _) => format!("cut off after {}", asked.timeout()),
        (Reached::Never, Until::First) => "no solution".to_owned(),
        (Reached::Never, Until::End) => "never ends by itself".to_owned(),
        (Reached::Done(_), _) => "does not count them".to_owned(),
    }
}

/// A time with its unit; short ones in microseconds.
fn short_time(time: Duration) -> String {
    // Rounded to the microsecond.
    match (time.as_nanos() + 500) / 1000 {
        micros @ ..1000 => format!("{micros} µs"),
        _ => report::time(time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_times_are_in_microseconds() {
        for (nanos, text) in
            [(0, "0 µs"), (1_499, "1 µs"), (999_499, "999 µs"), (999_500, "1.0 ms"), (12_000_000, "12 ms")]
        {
            assert_eq!(short_time(Duration::from_nanos(nanos)), text);
        }
    }
}
