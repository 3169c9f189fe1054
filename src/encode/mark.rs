//! The mark in every file: which program wrote it, and a digest by which it is known whether it was changed since.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use flatfilm::mp4::mp4_box;
use flatfilm::png;
use xxhash_rust::xxh3::Xxh3Default;

use super::Format;

/// The name of the program.
pub const PROGRAM: &str = "queenreel";

/// The number of hexadecimal digits of a digest.
const DIGITS: usize = 16;

/// The mark is within this number of bytes from the beginning or the end of a file.
const REACH: u64 = 4096;

/// Where a file has its mark.
#[derive(Debug, Clone, Copy)]
pub enum Mark {
    /// A comment extension of a GIF, before the trailer.
    Gif,
    /// A text chunk, before the last.
    PngText,
    /// A box that readers of MP4 skip.
    Mp4Box,
    /// A comment, between these.
    Comment(&'static str, &'static str),
    /// After the end, where readers do not look.
    AfterEnd,
    /// The comment of an archive.
    Archive,
    /// [Metadata](exif), with the resolution.
    Exif,
    /// Nowhere: text has no hidden part, a QOI has no room, and a Y4M has room only before its pictures, whose digest is
    /// not known by then.
    None,
}

impl Format {
    /// The mark with this name, as it is in a file of this format, and what follows it there in every file; nothing if
    /// it is elsewhere.
    pub(crate) fn mark(self, name: &[u8]) -> Vec<u8> {
        match self.mark_kind() {
            Mark::Gif => [&[0x21, 0xfe, name.len() as u8], name, b"\0;"].concat(),
            Mark::PngText => [&png::chunk(*b"tEXt", &[b"Software\0", name].concat())[..], &png::END].concat(),
            Mark::Mp4Box => mp4_box(*b"free", &[name]),
            Mark::Comment(begin, end) => [begin.as_bytes(), name, end.as_bytes()].concat(),
            Mark::AfterEnd => [b"\0Software\0", name].concat(),
            Mark::Archive => name.to_vec(),
            Mark::Exif | Mark::None => Vec::new(),
        }
    }

    /// Whether its files have a mark; others are not known again.
    pub const fn has_mark(self) -> bool {
        !matches!(self.mark_kind(), Mark::None)
    }
}

/// The name in a mark, with a digest.
fn name(digest: u64) -> Vec<u8> {
    format!("{PROGRAM}:{digest:0DIGITS$x}").into_bytes()
}

/// The name in a mark before the digest is known.
pub fn unsigned_name() -> Vec<u8> {
    name(0)
}

/// Where the digits of the last mark are.
fn digits_in(bytes: &[u8]) -> Option<usize> {
    let name = format!("{PROGRAM}:");
    let is_mark = |bytes: &[u8]| {
        let digits = bytes.strip_prefix(name.as_bytes());
        digits.is_some_and(|digits| digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')))
    };
    Some(bytes.windows(name.len() + DIGITS).rposition(is_mark)? + name.len())
}

/// Puts the digest into a whole file with an [unsigned name](unsigned_name).
pub fn sign(file: &mut [u8]) {
    if let Some(digits) = digits_in(file) {
        let name = signed_name(Xxh3Default::new(), 0, file);
        file[digits - PROGRAM.len() - 1..digits + DIGITS].copy_from_slice(&name);
    }
}

/// The name in a file of which so many bytes have this digest, and the rest, with an unsigned name, follows.
pub fn signed_name(mut digest: Xxh3Default, bytes: u64, rest: &[u8]) -> Vec<u8> {
    let digits = digits_in(rest).unwrap_or(rest.len());
    digest.update(&rest[..digits]);
    digest.update(rest.get(digits + DIGITS + left_out(rest)..).unwrap_or_default());
    digest.update(&(bytes + rest.len() as u64).to_le_bytes());
    name(digest.digest())
}

/// Whether this program has written a file, and it is unchanged since: the digest in its mark is that of its content.
///
/// A directory, a device, a QOI and a Y4M have no mark.
///
/// ```
/// use std::fs::{self, File};
/// use queenreel::encode::{is_own, write_png};
/// use queenreel::picture::{Canvas, Picture, Rgb};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("picture.png");
/// let canvas = Canvas::new(1, 1, vec![Rgb([240, 217, 181])]);
/// write_png(File::create(&path)?, &Picture::new(&canvas, &[0], &[]))?;
/// assert!(is_own(File::open(&path)?)?);
/// fs::write(&path, [fs::read(&path)?, b"a note".to_vec()].concat())?;
/// assert!(!is_own(File::open(&path)?)?);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// When the file cannot be read.
pub fn is_own(mut file: File) -> io::Result<bool> {
    let there = file.metadata()?;
    // A pipe would be waited for.
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

/// The number of bytes after a digest that it leaves out, in a file with this end.
fn left_out(end: &[u8]) -> usize {
    // The checksum of a chunk of a PNG depends on the digest in it.
    if end.ends_with(&png::END) { 4 } else { 0 }
}

/// The name in a file of this length whose digits are here, and of which so many bytes after them are left out.
fn name_in(file: &mut File, digits: u64, left_out: usize, length: u64) -> io::Result<Vec<u8>> {
    let mut digest = Xxh3Default::new();
    file.rewind()?;
    io::copy(&mut file.by_ref().take(digits), &mut digest)?;
    file.seek(SeekFrom::Start(digits + (DIGITS + left_out) as u64))?;
    io::copy(file, &mut digest)?;
    digest.update(&length.to_le_bytes());
    Ok(name(digest.digest()))
}

/// A TIFF directory of the name, as `Software`, and of the pixels to an inch, if the picture is to be printed.
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
    // After the entries, and the 0 that says that no other directory follows.
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
