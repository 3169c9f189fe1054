//! MP4: the file around the H.264 stream (ISO/IEC 14496-12 and 14496-15).

use std::io::Write;
use std::num::NonZeroU32;
use std::time::Duration;

use crate::h264::{COLOUR_SPACE, H264, MAX_SIZE};
use crate::picture::{Canvas, Picture};
use crate::spool::Spool;
use crate::ticks::FrameTicks;
use crate::{Encoded, Encoder, Error, Quality};

const NAME: &str = "MP4";

/// The longest display time of a frame of a video.
pub const LONGEST_FRAME: Duration = Duration::from_secs(60 * 60);

/// The longest video: pictures that are shown for long are repeated.
pub const LONGEST_FILM: Duration = Duration::from_secs(24 * 60 * 60);

/// How long a side of the pictures in the file is, in pixels, if it is so long on the canvas: it is even, and not
/// shorter than a macroblock.
pub fn side_in_file(pixels: u32) -> u32 {
    const MACROBLOCK: u32 = 16;
    pixels.next_multiple_of(2).max(MACROBLOCK)
}

/// Fails for a frame after which a video is longer than it may be.
pub(crate) fn check_times(
    format: &'static str,
    ticks: &FrameTicks,
    shown_for: Duration,
) -> Result<(), Error> {
    Error::check_frame(format, LONGEST_FRAME, shown_for)?;
    let lasts = ticks.total_time().saturating_add(shown_for);
    if lasts > LONGEST_FILM {
        return Err(Error::FilmTooLong { format, longest: LONGEST_FILM, lasts });
    }
    Ok(())
}

/// Writes a video at a constant frame rate; a longer frame is repeated, at a few bytes a picture.
///
/// The index comes first in the file, so that it plays while it is still loading. Until the index
/// is known, the stream is kept in a temporary file, or in memory up to 8 MiB.
pub struct Mp4<W> {
    out: W,
    encoder: H264,
    ticks: FrameTicks,
    fps: NonZeroU32,
    stream: Spool,
    /// What wrote the file.
    software: Option<String>,
    /// The pictures in the stream: the bytes of each, and whether it is a key frame.
    samples: Vec<(u32, bool)>,
    sample: Vec<u8>,
}

impl<W: Write> Mp4<W> {
    /// Starts a video of pictures with this size and palette, at `fps` pictures per second. The file
    /// names the `software` that wrote it, if there is a name.
    ///
    /// # Errors
    /// When the canvas is larger than 3840×2160 pixels, landscape or portrait.
    pub fn new(
        out: W,
        canvas: &Canvas,
        fps: NonZeroU32,
        quality: Quality,
        software: Option<&str>,
    ) -> Result<Self, Error> {
        let (long, short) = MAX_SIZE;
        let most = if canvas.width < canvas.height { (short, long) } else { (long, short) };
        Error::check_size(NAME, canvas, most)?;
        Ok(Self {
            out,
            encoder: H264::new(canvas, fps, quality),
            ticks: FrameTicks::for_frame_rate(fps.get()),
            fps,
            stream: Spool::new(),
            software: software.map(str::to_owned),
            samples: Vec::new(),
            sample: Vec::new(),
        })
    }

    /// The boxes before the stream.
    fn head(&self) -> Vec<u8> {
        let file_type = mp4_box(*b"ftyp", &[b"isom", &[0; 4], b"isomiso2mp41avc1"]);
        let data = self.data_header();
        // The index holds the position of the stream, which depends on the size of the index.
        let position = file_type.len() + self.index(0).len() + data.len();
        [file_type, self.index(position as u32), data].concat()
    }

    /// The header of the box around the stream.
    fn data_header(&self) -> Vec<u8> {
        let stream: u64 = self.samples.iter().map(|(bytes, _)| u64::from(*bytes)).sum();
        match u32::try_from(stream + BOX_HEADER) {
            Ok(size) => [size.to_be_bytes(), *b"mdat"].concat(),
            Err(_) => [&numbers(&[1])[..], b"mdat", &(stream + BOX_HEADER + 8).to_be_bytes()].concat(),
        }
    }

    /// The index of a stream at this position in the file.
    fn index(&self, position: u32) -> Vec<u8> {
        let size = numbers(&self.encoder.size().map(|side| (side as u32) << 16));
        let (rate, pictures) = (self.fps.get(), self.samples.len() as u32);
        let movie_header =
            [&numbers(&[0, 0, rate, pictures, 1 << 16])[..], &[1, 0], &[0; 10], &matrix(), &[0; 24]];
        let track_header = [&numbers(&[0, 0, TRACK, 0, pictures])[..], &[0; 16], &matrix()];
        // The language is undetermined.
        let media_header = [&numbers(&[0, 0, rate, pictures])[..], &[0x55, 0xc4, 0, 0]];
        let source = full_box(*b"dref", 0, &[&numbers(&[1]), &full_box(*b"url ", IN_THIS_FILE, &[])]);
        let information = [
            full_box(*b"vmhd", 1, &[&[0; 8]]),
            mp4_box(*b"dinf", &[&source]),
            mp4_box(*b"stbl", &[&self.sample_table(position)]),
        ];
        let media = [
            full_box(*b"mdhd", 0, &media_header),
            full_box(*b"hdlr", 0, &[&[0; 4], b"vide", &[0; 13]]),
            mp4_box(*b"minf", &[&information.concat()]),
        ];
        let track = [
            full_box(*b"tkhd", ENABLED, &[&track_header.concat(), &size]),
            mp4_box(*b"mdia", &[&media.concat()]),
        ];
        let movie = [
            full_box(*b"mvhd", 0, &[&movie_header.concat(), &numbers(&[TRACK + 1])]),
            self.encoder_name(),
            mp4_box(*b"trak", &[&track.concat()]),
        ];
        mp4_box(*b"moov", &[&movie.concat()])
    }

    /// The boxes in which ffmpeg, too, names the encoder.
    fn encoder_name(&self) -> Vec<u8> {
        const UTF_8: u32 = 1;
        let Some(software) = &self.software else { return Vec::new() };
        let text = mp4_box(*b"data", &[&UTF_8.to_be_bytes(), &[0; 4], software.as_bytes()]);
        let list = mp4_box(*b"ilst", &[&mp4_box(*b"\xa9too", &[&text])]);
        let handler = mp4_box(*b"hdlr", &[&[0; 8], b"mdirappl", &[0; 9]]);
        mp4_box(*b"udta", &[&mp4_box(*b"meta", &[&[0; 4], &handler, &list])])
    }

    /// What the samples are, and where.
    fn sample_table(&self, position: u32) -> Vec<u8> {
        let pictures = self.samples.len() as u32;
        let sizes: Vec<u32> = self.samples.iter().map(|(bytes, _)| *bytes).collect();
        let numbered = self.samples.iter().zip(1..);
        let keys: Vec<u32> = numbered.filter_map(|((_, is_key), number)| is_key.then_some(number)).collect();
        [
            full_box(*b"stsd", 0, &[&numbers(&[1]), &self.sample_entry()]),
            full_box(*b"stts", 0, &[&numbers(&[1, pictures, 1])]),
            full_box(*b"stss", 0, &[&numbers(&[keys.len() as u32]), &numbers(&keys)]),
            // All are in one chunk.
            full_box(*b"stsc", 0, &[&numbers(&[1, 1, pictures, 1])]),
            full_box(*b"stsz", 0, &[&numbers(&[0, pictures]), &numbers(&sizes)]),
            full_box(*b"stco", 0, &[&numbers(&[1, position])]),
        ]
        .concat()
    }

    /// What a decoder needs.
    fn sample_entry(&self) -> Vec<u8> {
        /// Pixels per inch, in 1/65536.
        const RESOLUTION: u32 = 72 << 16;
        let size = self.encoder.size().map(|side| (side as u16).to_be_bytes()).concat();
        let resolution = numbers(&[RESOLUTION, RESOLUTION, 0]);
        let [sps, pps] = self.encoder.parameter_sets();
        let [sps_bytes, pps_bytes] = [&sps, &pps].map(|set| (set.len() as u16).to_be_bytes());
        // After the version: profile, constraints and level; lengths of four bytes; one set of each kind.
        let avcc =
            mp4_box(*b"avcC", &[&[1], &sps[1..4], &[0xff, 0xe1], &sps_bytes, &sps, &[1], &pps_bytes, &pps]);
        // For players that read it from the container instead of the stream.
        let [primaries, transfer, matrix] = COLOUR_SPACE;
        let colr = mp4_box(*b"colr", &[b"nclx", &[0, primaries, 0, transfer, 0, matrix, 0]]);
        // One picture in a sample, no name of a compressor, a depth of 24 bits.
        let rest = [&[0, 1][..], &[0; 32], &[0, 24, 0xff, 0xff]].concat();
        mp4_box(*b"avc1", &[&[0; 6], &[0, 1], &[0; 16], &size, &resolution, &rest, &avcc, &colr])
    }
}

impl<W: Write + Send> Encoder for Mp4<W> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), Error> {
        check_times(NAME, &self.ticks, shown_for)?;
        self.encoder.update(picture);
        for _ in 0..self.ticks.next(shown_for) {
            self.sample.clear();
            let is_key = self.encoder.encode(&mut self.sample);
            self.stream.write_all(&self.sample)?;
            self.samples.push((self.sample.len() as u32, is_key));
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded, Error> {
        let head = self.head();
        let bytes = self.stream.write_to(self.out, &head, &[])?;
        Ok(Encoded { pictures: self.ticks.total(), playing_time: self.ticks.total_time(), bytes })
    }
}

/// The bytes of a box before its payload.
const BOX_HEADER: u64 = 8;

/// The number of the only track.
const TRACK: u32 = 1;

/// Flags of a track: it is enabled, and part of the presentation.
const ENABLED: u32 = 3;

/// A flag of a source of samples.
const IN_THIS_FILE: u32 = 1;

/// A box of an MP4, of which the file is a sequence.
pub fn mp4_box(kind: [u8; 4], parts: &[&[u8]]) -> Vec<u8> {
    let payload = parts.concat();
    [&(8 + payload.len() as u32).to_be_bytes()[..], &kind, &payload].concat()
}

/// A box with a version, 0, and flags.
fn full_box(kind: [u8; 4], flags: u32, parts: &[&[u8]]) -> Vec<u8> {
    mp4_box(kind, &[&flags.to_be_bytes(), &parts.concat()])
}

fn numbers(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

/// The transformation that changes nothing.
fn matrix() -> Vec<u8> {
    numbers(&[1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Rgb;

    #[test]
    fn a_stream_of_over_4_gib_has_a_wide_size() {
        let canvas = Canvas::new(16, 16, vec![Rgb([0; 3])]);
        let mut film = Mp4::new(Vec::new(), &canvas, NonZeroU32::MIN, Quality::USUAL, None).unwrap();
        film.samples.push((u32::MAX - 8, true));
        assert_eq!(film.data_header(), *b"\xff\xff\xff\xffmdat");
        film.samples.push((1, true));
        assert_eq!(film.data_header(), *b"\0\0\0\x01mdat\0\0\0\x01\0\0\0\x08");
    }
}
