//! Names in help texts, taken from the code so that none is forgotten.

use crate::encode::{EncodeOption, Format};
use crate::words::listed;

/// The extensions of films that are files: `.gif, .apng or .webp`.
pub fn extensions() -> String {
    let files = Format::available().filter(|format| !format.is_directory() && !format.is_still());
    listed(files.map(|format| format!(".{}", format.extension())), "or")
}

/// The extensions of those that are made of pictures.
pub fn picture_extensions() -> String {
    let files = Format::available().filter(|format| !format.is_directory() && !format.is_still());
    let files = files.filter(|format| !format.is_vector());
    listed(files.map(|format| format!(".{}", format.extension())), "or")
}

/// The formats that have an option: `GIF, APNG or WebP`.
pub fn formats_with(option: EncodeOption) -> String {
    listed(Format::available().filter(|format| format.takes(option)), "or")
}

/// The usual quality of each format that has one: `85 for MP4 and 92 for JPEG`.
pub fn usual_qualities() -> String {
    let formats = Format::available().filter(|format| format.takes(EncodeOption::Quality));
    listed(formats.map(|format| format!("{} for {format}", format.usual_quality().get())), "and")
}

/// A help text without the lines that name files of formats that are not in this build.
pub fn in_this_build(help: &str) -> String {
    let missing = Format::ALL.into_iter().filter(|format| format.missing_feature().is_some());
    let endings: Vec<String> = missing.map(|format| format!(".{} ", format.extension())).collect();
    let names_missing = |line: &str| endings.iter().any(|ending| format!("{line} ").contains(ending));
    help.lines().filter(|line| !names_missing(line)).map(|line| line.to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_name_only_formats_of_this_build() {
        for format in Format::ALL {
            let line = format!("  queenreel search 8 -o film.{} --loop once\n", format.extension());
            let is_there = format.missing_feature().is_none();
            assert_eq!(in_this_build(&format!("Examples:\n{line}")).contains("film"), is_there, "{format}");
        }
    }
}
