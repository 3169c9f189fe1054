//! The file mark: the name of this program, and a digest that reveals later changes of the file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use flatfilm::mp4::mp4_box;
use flatfilm::png;
use xxhash_rust::xxh3::Xxh3Default;

use super::Format;

pub const PROGRAM: &str = "queenreel";

const DIGITS: usize = 16;

/// Maximum distance in bytes of a mark from the start or the end of a file.
const REACH: u64 = 4096;

#[derive(Debug, Clone, Copy)]
pub enum MarkPosition {
    /// A Comment Extension before the trailer.
    Gif,
    /// A `tEXt` chunk before `IEND`.
    PngText,
    /// A `free` box.
    Mp4Box,
    /// A comment with these delimiters.
    Comment(&'static str, &'static str),
    /// Bytes after the end of the picture, which readers ignore.
    AfterEnd,
    /// The ZIP archive comment.
    Archive,
    /// [Exif](exif) metadata, which also have the resolution.
    Exif,
    /// No mark: text and QOI have no room for it; Y4M has room only before the pictures, when the digest is
    /// unknown.
    None,
}

impl Format {
    /// Returns the encoded mark and the bytes that follow it in a file; empty for Exif and None.
    pub(crate) fn mark(self, name: &[u8]) -> Vec<u8> {
        match self.mark_position() {
            MarkPosition::Gif => [&[0x21, 0xfe, name.len() as u8], name, b"\0;"].concat(),
            MarkPosition::PngText => {
                [&png::chunk(*b"tEXt", &[b"Software\0", name].concat())[..], &png::END].concat()
            }
            MarkPosition::Mp4Box => mp4_box(*b"free", &[name]),
            MarkPosition::Comment(begin, end) => [begin.as_bytes(), name, end.as_bytes()].concat(),
            MarkPosition::AfterEnd => [b"\0Software\0", name].concat(),
            MarkPosition::Archive => name.to_vec(),
            MarkPosition::Exif | MarkPosition::None => Vec::new(),
        }
    }

    /// Whether files have a mark, by which the program recognises them.
    pub const fn has_mark(self) -> bool {
        !matches!(self.mark_position(), MarkPosition::None)
    }
}

fn name(digest: u64) -> Vec<u8> {
    format!("{PROGRAM}:{digest:0DIGITS$x}").into_bytes()
}

/// Returns the content of a mark that is not signed yet: the name with the digest 0.
pub fn unsigned_name() -> Vec<u8> {
    name(0)
}

fn digits_in(bytes: &[u8]) -> Option<usize> {
    let name = format!("{PROGRAM}:");
    let is_mark = |bytes: &[u8]| {
        let digits = bytes.strip_prefix(name.as_bytes());
        digits.is_some_and(|digits| digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')))
    };
    Some(bytes.windows(name.len() + DIGITS).rposition(is_mark)? + name.len())
}

/// Replaces the unsigned name in a complete file by the name with the digest of the file.
pub fn sign(file: &mut [u8]) {
    if let Some(digits) = digits_in(file) {
        let name = signed_name(Xxh3Default::new(), 0, file);
        file[digits - PROGRAM.len() - 1..digits + DIGITS].copy_from_slice(&name);
    }
}

/// Returns the name with the digest of a file: `digest` covers its first `bytes`, and `rest`, which contains an
/// unsigned name, follows.
pub fn signed_name(mut digest: Xxh3Default, bytes: u64, rest: &[u8]) -> Vec<u8> {
    let digits = digits_in(rest).unwrap_or(rest.len());
    digest.update(&rest[..digits]);
    digest.update(rest.get(digits + DIGITS + left_out(rest)..).unwrap_or_default());
    digest.update(&(bytes + rest.len() as u64).to_le_bytes());
    name(digest.digest())
}

/// Whether this program has written a file, and it is unchanged: the digest in its mark matches.
///
/// Directories, devices, text, QOI and Y4M have no mark.
///
/// # Errors
/// When the file cannot be read.
pub fn is_own(mut file: File) -> io::Result<bool> {
    let there = file.metadata()?;
    // Reading a pipe would block.
    if !there.is_file() {
        return Ok(false);
    }
    for start in [there.len().saturating_sub(REACH), 0] {
        let mut part = Vec::new();
        file.seek(SeekFrom::Start(start))?;
        file.by_ref().take(REACH).read_to_end(&mut part)?;
        if let Some(digits) = digits_in(&part) {
            let written = &part[digits - PROGRAM.len() - 1..digits + DIGITS];
            return Ok(name_in(&mut file, start + digits as u64, left_out(&part), there.len())? == written);
        }
    }
    Ok(false)
}

fn left_out(end: &[u8]) -> usize {
    // The digest leaves out the checksum of the PNG chunk, which depends on the digest.
    if end.ends_with(&png::END) { 4 } else { 0 }
}

fn name_in(file: &mut File, digits: u64, left_out: usize, length: u64) -> io::Result<Vec<u8>> {
    let mut digest = Xxh3Default::new();
    file.rewind()?;
    io::copy(&mut file.by_ref().take(digits), &mut digest)?;
    file.seek(SeekFrom::Start(digits + (DIGITS + left_out) as u64))?;
    io::copy(file, &mut digest)?;
    digest.update(&length.to_le_bytes());
    Ok(name(digest.digest()))
}

/// Returns a TIFF file with one IFD: Software, and the resolution with its unit if there is a resolution.
pub fn exif(name: &[u8], dpi: Option<u16>) -> Vec<u8> {
    const RESOLUTIONS: [u16; 2] = [0x011a, 0x011b];
    const RESOLUTION_UNIT: u16 = 0x0128;
    const INCH: u32 = 2;
    const SOFTWARE: u16 = 0x0131;
    const ASCII: u16 = 2;
    const SHORT: u16 = 3;
    const RATIONAL: u16 = 5;
    const DIRECTORY: u32 = 8;
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        [&tag.to_le_bytes()[..], &kind.to_le_bytes(), &count.to_le_bytes(), &value.to_le_bytes()].concat()
    };
    let text = [name, b"\0"].concat();
    let density = dpi.map(|dpi| [dpi.into(), 1].map(u32::to_le_bytes).concat()).unwrap_or_default();
    let entries: u16 = if dpi.is_some() { 4 } else { 1 };
    // The data follow the entries and the offset of the next IFD.
    let data = DIRECTORY + 2 + 12 * u32::from(entries) + 4;
    let mut directory = Vec::new();
    if dpi.is_some() {
        directory.extend(RESOLUTIONS.map(|tag| entry(tag, RATIONAL, 1, data)));
        directory.push(entry(RESOLUTION_UNIT, SHORT, 1, INCH));
    }
    directory.push(entry(SOFTWARE, ASCII, text.len() as u32, data + density.len() as u32));
    [
        &b"II*\0"[..],
        &DIRECTORY.to_le_bytes(),
        &entries.to_le_bytes(),
        &directory.concat(),
        &0_u32.to_le_bytes(),
        &density,
        &text,
    ]
    .concat()
}
