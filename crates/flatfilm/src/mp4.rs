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

/// The longest display time of a frame.
pub const LONGEST_FRAME: Duration = Duration::from_secs(60 * 60);

/// The longest video.
pub const LONGEST_FILM: Duration = Duration::from_secs(24 * 60 * 60);

/// Converts a side of the canvas to a side of the video, in pixels: even, and at least 16 (a macroblock).
pub fn side_in_file(pixels: u32) -> u32 {
    const MACROBLOCK: u32 = 16;
    pixels.next_multiple_of(2).max(MACROBLOCK)
}

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

/// Writes H.264 video at a constant frame rate. A picture is repeated while it is shown; each time takes a few
/// bytes.
///
/// The `moov` box comes first, so that the video plays while it loads. The box describes all samples, so these are
/// in memory up to 8 MiB, then in a temporary file, until the film is complete.
pub struct Mp4<W> {
    out: W,
    encoder: H264,
    ticks: FrameTicks,
    fps: NonZeroU32,
    stream: Spool,
    software: Option<String>,
    /// Size in bytes of each sample, and whether it is a sync sample.
    samples: Vec<(u32, bool)>,
    sample: Vec<u8>,
}

impl<W: Write> Mp4<W> {
    /// Starts a video at `fps` pictures per second; `software` is named as its encoding tool.
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

    fn head(&self) -> Vec<u8> {
        let ftyp = mp4_box(*b"ftyp", &[b"isom", &[0; 4], b"isomiso2mp41avc1"]);
        let mdat = self.mdat_header();
        // The position of the samples, which `stco` in `moov` contains, depends on the size of `moov`.
        let chunk_offset = ftyp.len() + self.moov(0).len() + mdat.len();
        [ftyp, self.moov(chunk_offset as u32), mdat].concat()
    }

    /// Returns the header of `mdat`; the size in it has 64 bits if necessary (ISO/IEC 14496-12, 4.2).
    fn mdat_header(&self) -> Vec<u8> {
        let stream: u64 = self.samples.iter().map(|(bytes, _)| u64::from(*bytes)).sum();
        match u32::try_from(stream + BOX_HEADER) {
            Ok(size) => [size.to_be_bytes(), *b"mdat"].concat(),
            Err(_) => [&u32s(&[1])[..], b"mdat", &(stream + BOX_HEADER + 8).to_be_bytes()].concat(),
        }
    }

    fn moov(&self, chunk_offset: u32) -> Vec<u8> {
        let size = u32s(&self.encoder.size().map(|side| (side as u32) << 16));
        let (timescale, pictures) = (self.fps.get(), self.samples.len() as u32);
        let mvhd = [&u32s(&[0, 0, timescale, pictures, 1 << 16])[..], &[1, 0], &[0; 10], &matrix(), &[0; 24]];
        let tkhd = [&u32s(&[0, 0, TRACK_ID, 0, pictures])[..], &[0; 16], &matrix()];
        // The language is undetermined.
        let mdhd = [&u32s(&[0, 0, timescale, pictures])[..], &[0x55, 0xc4, 0, 0]];
        // The flag of `url `: the samples are in this file.
        let dref = full_box(*b"dref", 0, &[&u32s(&[1]), &full_box(*b"url ", 1, &[])]);
        let minf = [
            full_box(*b"vmhd", 1, &[&[0; 8]]),
            mp4_box(*b"dinf", &[&dref]),
            mp4_box(*b"stbl", &[&self.stbl(chunk_offset)]),
        ];
        let mdia = [
            full_box(*b"mdhd", 0, &mdhd),
            full_box(*b"hdlr", 0, &[&[0; 4], b"vide", &[0; 13]]),
            mp4_box(*b"minf", &[&minf.concat()]),
        ];
        // The flags of `tkhd`: track_enabled and track_in_movie.
        let trak = [full_box(*b"tkhd", 3, &[&tkhd.concat(), &size]), mp4_box(*b"mdia", &[&mdia.concat()])];
        let moov = [
            full_box(*b"mvhd", 0, &[&mvhd.concat(), &u32s(&[TRACK_ID + 1])]),
            self.udta(),
            mp4_box(*b"trak", &[&trak.concat()]),
        ];
        mp4_box(*b"moov", &[&moov.concat()])
    }

    /// Returns the box `udta` with the encoding tool, in the form that ffmpeg writes.
    fn udta(&self) -> Vec<u8> {
        let Some(software) = &self.software else { return Vec::new() };
        // Type 1: UTF-8.
        let text = mp4_box(*b"data", &[&1_u32.to_be_bytes(), &[0; 4], software.as_bytes()]);
        let list = mp4_box(*b"ilst", &[&mp4_box(*b"\xa9too", &[&text])]);
        let handler = mp4_box(*b"hdlr", &[&[0; 8], b"mdirappl", &[0; 9]]);
        mp4_box(*b"udta", &[&mp4_box(*b"meta", &[&[0; 4], &handler, &list])])
    }

    fn stbl(&self, chunk_offset: u32) -> Vec<u8> {
        let pictures = self.samples.len() as u32;
        let sizes: Vec<u32> = self.samples.iter().map(|(bytes, _)| *bytes).collect();
        let numbered = self.samples.iter().zip(1..);
        let sync_samples: Vec<u32> =
            numbered.filter_map(|((_, is_sync), number)| is_sync.then_some(number)).collect();
        [
            full_box(*b"stsd", 0, &[&u32s(&[1]), &self.avc1()]),
            full_box(*b"stts", 0, &[&u32s(&[1, pictures, 1])]),
            full_box(*b"stss", 0, &[&u32s(&[sync_samples.len() as u32]), &u32s(&sync_samples)]),
            // All samples are in one chunk.
            full_box(*b"stsc", 0, &[&u32s(&[1, 1, pictures, 1])]),
            full_box(*b"stsz", 0, &[&u32s(&[0, pictures]), &u32s(&sizes)]),
            full_box(*b"stco", 0, &[&u32s(&[1, chunk_offset])]),
        ]
        .concat()
    }

    fn avc1(&self) -> Vec<u8> {
        const RESOLUTION: u32 = 72 << 16;
        let size = self.encoder.size().map(|side| (side as u16).to_be_bytes()).concat();
        let resolution = u32s(&[RESOLUTION, RESOLUTION, 0]);
        let [sps, pps] = self.encoder.parameter_sets();
        let [sps_bytes, pps_bytes] = [&sps, &pps].map(|set| (set.len() as u16).to_be_bytes());
        // AVCDecoderConfigurationRecord (ISO/IEC 14496-15): version; profile, constraints and level;
        // lengths of four bytes; one set of each kind.
        let avcc =
            mp4_box(*b"avcC", &[&[1], &sps[1..4], &[0xff, 0xe1], &sps_bytes, &sps, &[1], &pps_bytes, &pps]);
        // The colour space, for players that read it from the container instead of the stream.
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
            let is_sync = self.encoder.encode(&mut self.sample);
            self.stream.write_all(&self.sample)?;
            self.samples.push((self.sample.len() as u32, is_sync));
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded, Error> {
        let head = self.head();
        let bytes = self.stream.write_to(self.out, &head, &[])?;
        Ok(Encoded { pictures: self.ticks.total(), playing_time: self.ticks.total_time(), bytes })
    }
}

const BOX_HEADER: u64 = 8;

const TRACK_ID: u32 = 1;

/// Returns a box: size, type, payload (ISO/IEC 14496-12, 4.2).
pub fn mp4_box(kind: [u8; 4], parts: &[&[u8]]) -> Vec<u8> {
    let payload = parts.concat();
    [&(8 + payload.len() as u32).to_be_bytes()[..], &kind, &payload].concat()
}

/// Returns a `FullBox` with version 0.
fn full_box(kind: [u8; 4], flags: u32, parts: &[&[u8]]) -> Vec<u8> {
    mp4_box(kind, &[&flags.to_be_bytes(), &parts.concat()])
}

fn u32s(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

fn matrix() -> Vec<u8> {
    u32s(&[1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30])
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
        assert_eq!(film.mdat_header(), *b"\xff\xff\xff\xffmdat");
        film.samples.push((1, true));
        assert_eq!(film.mdat_header(), *b"\0\0\0\x01mdat\0\0\0\x01\0\0\0\x08");
    }
}
