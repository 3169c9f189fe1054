//! Fonts of tests.

use std::fs;

use super::sandbox::repository_file;

/// Noto Sans with all widths set to zero.
pub fn without_widths() -> Vec<u8> {
    let mut font = fs::read(repository_file("fonts/NotoSans-Regular.ttf")).unwrap();
    let record = font.windows(4).position(|tag| tag == b"hmtx").unwrap();
    let number = |at: usize| u32::from_be_bytes(font[at..at + 4].try_into().unwrap()) as usize;
    let (start, length) = (number(record + 8), number(record + 12));
    font[start..start + length].fill(0);
    font
}
