//! Lists of cases in text files beside their tests.

use super::table::words;

/// The rows of a list, each in its parts between bars. A line that begins with `#` is a comment.
pub fn rows<const PARTS: usize>(list: &str) -> impl Iterator<Item = [&str; PARTS]> {
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let parts: Vec<&str> = line.split(" | ").collect();
        parts.try_into().unwrap_or_else(|_| panic!("not {PARTS} parts: {line}"))
    })
}

/// The commands of a list, each with its words.
pub fn commands(list: &str) -> impl Iterator<Item = Vec<&str>> {
    rows(list).map(|[command]| words(command))
}
