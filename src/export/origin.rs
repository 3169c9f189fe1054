//! Which program wrote a file.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use rawzip::{Error, ErrorKind, ZipArchive};

use super::{markdown, subtitles};
use crate::encode::Format;

/// Whether a file is a picture or a film that queenreel wrote: it has the mark of the program in the
/// metadata of its format, or after the pixels of a BMP or a TIFF, and its end is there. Of a large file only a few
/// KiB are read.
///
/// A directory or a device is none, and neither is a QOI, which has no room for a mark.
///
/// ```
/// use queenreel::encode::write_png;
/// use queenreel::export::is_own_picture;
/// use queenreel::picture::{Canvas, Picture, Rgb};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("picture.png");
/// let canvas = Canvas::new(1, 1, vec![Rgb([240, 217, 181])]);
/// write_png(std::fs::File::create(&path)?, &Picture::new(&canvas, &[0], &[]))?;
/// assert!(is_own_picture(&path)?);
/// std::fs::write(&path, "a text about queenreel")?;
/// assert!(!is_own_picture(&path)?);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// When there is no such file, or it cannot be read.
pub fn is_own_picture(path: &Path) -> io::Result<bool> {
    // A pipe would be waited for when it is opened.
    if !fs::metadata(path)?.is_file() {
        return Ok(false);
    }
    let mut file = Ends::of(File::open(path)?)?;
    for format in Format::ALL {
        if file.is_own(format)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a file is one of the texts that queenreel writes beside a film: [`Subtitles`](super::Subtitles)
/// or a [`MarkdownTranscript`](super::MarkdownTranscript).
///
/// # Errors
/// When there is no such file, or it cannot be read.
pub fn is_own_text(path: &Path) -> io::Result<bool> {
    if !fs::metadata(path)?.is_file() {
        return Ok(false);
    }
    let head = read(&mut File::open(path)?, 0, HEAD_BYTES)?;
    Ok([subtitles::FIRST_LINES, markdown::FIRST_LINE].iter().any(|own| head.starts_with(own.as_bytes())))
}

/// The metadata of our files is within the first or the last bytes of this number.
const HEAD_BYTES: u64 = 4096;
const TAIL_BYTES: u64 = 256;

/// A file, and its first and last bytes.
struct Ends {
    file: File,
    length: u64,
    head: Vec<u8>,
    tail: Vec<u8>,
}

impl Ends {
    fn of(mut file: File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        let head = read(&mut file, 0, HEAD_BYTES)?;
        let tail = read(&mut file, length.saturating_sub(TAIL_BYTES), TAIL_BYTES)?;
        Ok(Self { file, length, head, tail })
    }

    /// Whether it is a file of this format with the mark of the program.
    fn is_own(&mut self, format: Format) -> io::Result<bool> {
        let mark = format.mark();
        let is_own = match format {
            Format::Gif => self.is_own_gif(&mark),
            Format::Apng | Format::PngFrames | Format::Png => self.is_own_png(&mark),
            Format::Jpeg => Some(self.is_own_jpeg(&mark)),
            Format::Ppm => self.is_own_ppm(&mark),
            Format::Bmp => {
                let size = self.head.strip_prefix(b"BM").and_then(<[u8]>::first_chunk);
                let is_complete =
                    size.is_some_and(|size| u64::from(u32::from_le_bytes(*size)) == self.length);
                Some(is_complete && self.tail.ends_with(&mark))
            }
            Format::Tiff => Some(self.head.starts_with(b"II*\0") && self.tail.ends_with(&mark)),
            Format::Qoi => None,
            Format::WebP => self.is_own_webp(&mark),
            Format::Mp4 => Some(self.is_own_mp4(&mark) == Some(true) && self.is_filled_by_boxes()?),
            Format::Y4m => self.is_own_y4m(&mark),
            Format::Pptx => self.is_own_pptx(&mark)?,
            Format::Svg => Some(self.is_own_svg(&mark)),
            Format::Html => Some(self.is_own_html(&mark)),
            Format::Pdf => Some(self.is_own_pdf(&mark)),
        };
        Ok(is_own == Some(true))
    }

    fn is_own_svg(&self, mark: &[u8]) -> bool {
        let has_mark = self.head.windows(mark.len()).any(|bytes| bytes == mark);
        has_mark && self.head.starts_with(b"<svg") && self.tail.ends_with(b"</svg>\n")
    }

    /// The mark is the second line.
    fn is_own_html(&self, mark: &[u8]) -> bool {
        let head = self.head.strip_prefix(b"<!doctype html>\n");
        head.is_some_and(|head| head.starts_with(mark)) && self.tail.ends_with(b"</html>\n")
    }

    /// The mark follows the two lines of the header.
    fn is_own_pdf(&self, mark: &[u8]) -> bool {
        let has_mark =
            self.head.splitn(3, |byte| *byte == b'\n').nth(2).is_some_and(|rest| rest.starts_with(mark));
        has_mark && self.head.starts_with(b"%PDF-") && self.tail.ends_with(b"%%EOF\n")
    }

    fn is_own_gif(&self, mark: &[u8]) -> Option<bool> {
        let flags = *self.head.get(10).filter(|_| self.head.starts_with(b"GIF89a"))?;
        let palette_bytes = if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
        let mut extensions = self.head.get(13 + palette_bytes..)?;
        // A film that is played once has none.
        if let Some(plays) = extensions.strip_prefix(b"\x21\xff\x0bNETSCAPE2.0") {
            extensions = plays.get(5..)?;
        }
        Some(extensions.starts_with(mark) && self.tail.ends_with(b"\0\x3b"))
    }

    /// The mark is the type and the data of a chunk before the pixels.
    fn is_own_png(&self, mark: &[u8]) -> Option<bool> {
        let mut chunks = self.head.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
        loop {
            let end = big_endian(chunks)?.checked_add(8)?;
            let chunk = chunks.get(4..end)?;
            if chunk == mark {
                return Some(self.tail.ends_with(b"\0\0\0\0IEND\xae\x42\x60\x82"));
            }
            if chunk.starts_with(b"IDAT") {
                return None;
            }
            chunks = chunks.get(end..)?.get(4..)?;
        }
    }

    /// The mark is the metadata, in the segment after the first.
    fn is_own_jpeg(&self, mark: &[u8]) -> bool {
        const FIRST: usize = 20;
        let metadata = self.head.get(FIRST..).and_then(|segment| segment.strip_prefix(b"\xff\xe1")?.get(2..));
        let has_mark = metadata
            .and_then(|exif| exif.strip_prefix(b"Exif\0\0"))
            .is_some_and(|exif| exif.starts_with(mark));
        has_mark && self.head.starts_with(b"\xff\xd8") && self.tail.ends_with(b"\xff\xd9")
    }

    /// The mark is the second line; the third has the width, the height and the largest value.
    fn is_own_ppm(&self, mark: &[u8]) -> Option<bool> {
        let sizes = self.head.strip_prefix(b"P6\n")?.strip_prefix(mark)?;
        let end = sizes.iter().position(|byte| *byte == b'\n')?;
        let mut numbers = str::from_utf8(&sizes[..end]).ok()?.split(' ').map(str::parse::<u64>);
        let bytes = numbers.next()?.ok()?.checked_mul(numbers.next()?.ok()?)?.checked_mul(3)?;
        let start = b"P6\n".len() + mark.len() + end + 1;
        Some(self.length == bytes.checked_add(start as u64)?)
    }

    /// The mark is the last chunk.
    fn is_own_webp(&self, mark: &[u8]) -> Option<bool> {
        const EXIF: u8 = 1 << 3;
        let (header, rest) = self.head.split_at_checked(12)?;
        let size = u32::from_le_bytes(*header[4..].first_chunk()?);
        let is_webp = header.starts_with(b"RIFF") && header.ends_with(b"WEBP");
        let has_metadata = rest.starts_with(b"VP8X") && rest.get(8)? & EXIF > 0;
        let is_complete = u64::from(size) + 8 == self.length;
        Some(is_webp && has_metadata && is_complete && self.tail.ends_with(mark))
    }

    /// The mark is the second box in the index.
    fn is_own_mp4(&self, mark: &[u8]) -> Option<bool> {
        let index = self.head.get(big_endian(&self.head)?..)?;
        let in_index = index.get(8..)?;
        let after_first = in_index.get(big_endian(in_index)?..)?;
        let is_mp4 = self.head[4..].starts_with(b"ftyp") && index[4..].starts_with(b"moov");
        Some(is_mp4 && after_first.starts_with(mark))
    }

    /// Whether the file ends where its last box does.
    fn is_filled_by_boxes(&mut self) -> io::Result<bool> {
        const MOST_BOXES: usize = 8;
        let mut position = 0;
        for _ in 0..MOST_BOXES {
            let header = read(&mut self.file, position, 16)?;
            let size = match (big_endian(&header), header.last_chunk()) {
                (Some(1), Some(size)) => u64::from_be_bytes(*size),
                (Some(size), _) => size as u64,
                (None, _) => 0,
            };
            position = position.saturating_add(size);
            if size == 0 || position >= self.length {
                return Ok(position == self.length);
            }
        }
        Ok(false)
    }

    /// The mark is in a file of the archive that is not compressed. The index of the archive, which may be large,
    /// is only read between the right beginning and end.
    fn is_own_pptx(&mut self, mark: &[u8]) -> io::Result<Option<bool>> {
        let is_complete =
            self.tail.len() > 21 && self.tail[self.tail.len() - 22..].starts_with(b"PK\x05\x06");
        if !is_complete || !self.head.starts_with(b"PK\x03\x04") {
            return Ok(None);
        }
        let (start, end) = match self.app_properties().map_err(Error::into_kind) {
            Ok(Some(range)) => range,
            Err(ErrorKind::IO(error)) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error),
            Ok(None) | Err(_) => return Ok(None),
        };
        let properties = read(&mut self.file, start, (end - start).min(HEAD_BYTES))?;
        Ok(Some(properties.windows(mark.len()).any(|bytes| bytes == mark)))
    }

    /// Where the properties of the program are in a presentation.
    fn app_properties(&self) -> Result<Option<(u64, u64)>, Error> {
        let mut buffer = vec![0; HEAD_BYTES as usize];
        let archive = ZipArchive::from_file(self.file.try_clone()?, &mut buffer)?;
        let mut entries = archive.entries(&mut buffer);
        while let Some(entry) = entries.next_entry()? {
            if entry.file_path().as_ref() == b"docProps/app.xml" {
                return Ok(Some(archive.get_entry(entry.wayfinder())?.compressed_data_range()));
            }
        }
        Ok(None)
    }

    /// The mark is the end of the header line.
    fn is_own_y4m(&self, mark: &[u8]) -> Option<bool> {
        let line_end = self.head.iter().position(|byte| *byte == b'\n')? + 1;
        let line = str::from_utf8(&self.head[..line_end]).ok()?;
        let side = |name| line.split(' ').find_map(|word| word.strip_prefix(name)?.parse::<u64>().ok());
        let frame = side('W')?.checked_mul(side('H')?)?.checked_mul(3)?.checked_add("FRAME\n".len() as u64)?;
        let frames = self.length - line_end as u64;
        let is_complete = frames > 0 && frames.is_multiple_of(frame);
        Some(line.starts_with("YUV4MPEG2 ") && line.as_bytes().ends_with(mark) && is_complete)
    }
}

/// At most this number of bytes from a position on; fewer at the end of the file.
fn read(file: &mut File, position: u64, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(position))?;
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The number in the first four bytes, the highest first.
fn big_endian(bytes: &[u8]) -> Option<usize> {
    bytes.first_chunk().map(|number| u32::from_be_bytes(*number) as usize)
}
