//! MP4: the file around the H.264 stream.

use std::io::{self, BufWriter, Seek, Write};
use std::num::NonZeroU32;
use std::time::Duration;

use shiguredo_mp4::boxes::{Avc1Box, AvccBox, SampleEntry, UnknownBox, VisualSampleEntryFields};
use shiguredo_mp4::mux::{FinalizedBoxes, Mp4FileMuxer, Mp4FileMuxerOptions, MuxError, Sample};
use shiguredo_mp4::{BoxSize, BoxType, TrackKind, Uint};
use tempfile::SpooledTempFile;

use crate::picture::{Canvas, Picture};

use super::super::clock::Clock;
use super::super::format::{Format, Quality};
use super::super::{Counted, EncodeError, Encoder};
use super::h264::{COLOURS, H264, MOST_PIXELS};
use super::i420::I420;
use super::yuv::Matrix;

/// Writes a video at a constant frame rate; a frame that stays is repeated, which takes a few
/// bytes a picture.
///
/// The index comes first in the file, so that it plays while it is still loading. Since the index
/// is known last, the stream waits in a temporary file, or in memory while it is small.
pub struct Mp4<W> {
    out: Counted<W>,
    picture: I420,
    encoder: H264,
    clock: Clock,
    fps: NonZeroU32,
    stream: BufWriter<SpooledTempFile>,
    samples: Vec<Encoded>,
    sample: Vec<u8>,
}

/// A picture in the stream.
struct Encoded {
    bytes: u32,
    is_key: bool,
}

/// Streams of more bytes go to a file.
const MOST_IN_MEMORY: usize = 8 << 20;

impl<W: Write> Mp4<W> {
    /// Begins a video of pictures with this size and palette, so many a second.
    ///
    /// # Errors
    /// When the canvas is beyond 3840×2160 pixels, lying or standing, or the encoder refuses.
    pub fn new(out: W, canvas: &Canvas, fps: NonZeroU32, quality: Quality) -> Result<Self, EncodeError> {
        let (long, short) = MOST_PIXELS;
        let most = if canvas.width < canvas.height { (short, long) } else { (long, short) };
        EncodeError::check_size(Format::Mp4, canvas, most)?;
        let picture = I420::new(canvas, Matrix::Bt709);
        Ok(Self {
            out: Counted { out, bytes: 0 },
            encoder: H264::new(picture.width, picture.height, fps, quality).map_err(codec_error)?,
            picture,
            clock: Clock::of_pictures(fps.get()),
            fps,
            stream: BufWriter::new(SpooledTempFile::new(MOST_IN_MEMORY)),
            samples: Vec::new(),
            sample: Vec::new(),
        })
    }

    /// What precedes the stream: the index, whose size says where the stream begins.
    fn head(&self) -> Result<Vec<u8>, MuxError> {
        let entry = self.sample_entry();
        let room = self.mux(&entry, 0)?.moov_box_size();
        let boxes = self.mux(&entry, room)?;
        Ok(boxes.offset_and_bytes_pairs().flat_map(|(_, bytes)| bytes).copied().collect())
    }

    /// The boxes around the stream, with room for an index of so many bytes in front of it.
    fn mux(&self, entry: &SampleEntry, room: usize) -> Result<FinalizedBoxes, MuxError> {
        let options = Mp4FileMuxerOptions { reserved_moov_box_size: room, ..Mp4FileMuxerOptions::default() };
        let mut muxer = Mp4FileMuxer::with_options(options)?;
        let mut data_offset = muxer.initial_boxes_bytes().len() as u64;
        let mut sample_entry = Some(entry.clone());
        for Encoded { bytes, is_key } in &self.samples {
            muxer.append_sample(&Sample {
                track_kind: TrackKind::Video,
                sample_entry: sample_entry.take(),
                keyframe: *is_key,
                timescale: self.fps,
                duration: 1,
                composition_time_offset: None,
                data_offset,
                data_size: *bytes as usize,
            })?;
            data_offset += u64::from(*bytes);
        }
        muxer.finalize().cloned()
    }

    fn sample_entry(&self) -> SampleEntry {
        let [sps, pps] = self.encoder.parameters.clone().unwrap_or_default();
        let (profile, constraints, level) = match sps[..] {
            [_, profile, constraints, level, ..] => (profile, constraints, level),
            _ => (0, 0, 0),
        };
        SampleEntry::Avc1(Avc1Box {
            visual: VisualSampleEntryFields {
                data_reference_index: VisualSampleEntryFields::DEFAULT_DATA_REFERENCE_INDEX,
                width: self.picture.width as u16,
                height: self.picture.height as u16,
                horizresolution: VisualSampleEntryFields::DEFAULT_HORIZRESOLUTION,
                vertresolution: VisualSampleEntryFields::DEFAULT_VERTRESOLUTION,
                frame_count: VisualSampleEntryFields::DEFAULT_FRAME_COUNT,
                compressorname: VisualSampleEntryFields::NULL_COMPRESSORNAME,
                depth: VisualSampleEntryFields::DEFAULT_DEPTH,
            },
            avcc_box: AvccBox {
                avc_profile_indication: profile,
                profile_compatibility: constraints,
                avc_level_indication: level,
                length_size_minus_one: Uint::new(3),
                sps_list: vec![sps],
                pps_list: vec![pps],
                chroma_format: None,
                bit_depth_luma_minus8: None,
                bit_depth_chroma_minus8: None,
                sps_ext_list: Vec::new(),
            },
            unknown_boxes: vec![colr()],
        })
    }
}

impl<W: Write> Encoder for Mp4<W> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), EncodeError> {
        self.picture.update(picture);
        for _ in 0..self.clock.ticks(shown_for) {
            self.sample.clear();
            let is_key = self.encoder.encode(&self.picture, &mut self.sample).map_err(codec_error)?;
            self.stream.write_all(&self.sample)?;
            self.samples.push(Encoded { bytes: self.sample.len() as u32, is_key });
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<u64, EncodeError> {
        let head = self.head().map_err(codec_error)?;
        self.out.write_all(&head)?;
        let mut stream = self.stream.into_inner().map_err(io::IntoInnerError::into_error)?;
        stream.rewind()?;
        io::copy(&mut stream, &mut self.out)?;
        self.out.flush()?;
        Ok(self.out.bytes)
    }
}

/// The colours once more, for players that look at the file only. The stream says the same.
fn colr() -> UnknownBox {
    let [primaries, transfer, matrix] = COLOURS;
    let full_range = 0;
    let payload = [b"nclx", &[0, primaries, 0, transfer, 0, matrix, full_range][..]].concat();
    let header = 8;
    UnknownBox {
        box_type: BoxType::Normal(*b"colr"),
        box_size: BoxSize::U32(header + payload.len() as u32),
        payload,
    }
}

fn codec_error(error: impl std::error::Error + Send + Sync + 'static) -> EncodeError {
    EncodeError::Codec { format: Format::Mp4, source: Box::new(error) }
}
