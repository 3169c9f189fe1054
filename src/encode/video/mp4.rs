//! MP4: the file around the H.264 stream.

use std::io::Write;
use std::num::NonZeroU32;
use std::time::Duration;

use shiguredo_mp4::boxes::{Avc1Box, AvccBox, SampleEntry, UnknownBox, VisualSampleEntryFields};
use shiguredo_mp4::mux::{FinalizedBoxes, Mp4FileMuxer, Mp4FileMuxerOptions, MuxError, Sample};
use shiguredo_mp4::{BoxSize, BoxType, TrackKind, Uint};

use crate::picture::{Canvas, Picture};

use super::super::counting_writer::CountingWriter;
use super::super::frame_ticks::FrameTicks;
use super::super::h264::{COLOUR_SPACE, H264, MAX_SIZE};
use super::super::shared::{Spool, spool, write_spooled};
use super::super::{EncodeError, EncodeOptions, Encoded, Encoder, Format};

/// Writes a video at a constant frame rate; a longer frame is repeated, at a few bytes a picture.
///
/// The index comes first in the file, so that it plays while it is still loading. Until the index
/// is known, the stream is kept in a temporary file, or in memory up to 8 MiB.
pub struct Mp4<W> {
    out: CountingWriter<W>,
    encoder: H264,
    ticks: FrameTicks,
    fps: NonZeroU32,
    stream: Spool,
    samples: Vec<EncodedPicture>,
    sample: Vec<u8>,
}

/// A picture in the stream.
#[derive(Debug)]
struct EncodedPicture {
    bytes: u32,
    is_key: bool,
}

impl<W: Write> Mp4<W> {
    /// Starts a video of pictures with this size and palette, at [`EncodeOptions::fps`] and
    /// [`EncodeOptions::quality`].
    ///
    /// # Errors
    /// When the canvas is larger than 3840×2160 pixels, landscape or portrait.
    pub fn new(out: W, canvas: &Canvas, options: &EncodeOptions) -> Result<Self, EncodeError> {
        let (long, short) = MAX_SIZE;
        let most = if canvas.width < canvas.height { (short, long) } else { (long, short) };
        EncodeError::check_size(Format::Mp4, canvas, most)?;
        let EncodeOptions { fps, quality, .. } = *options;
        Ok(Self {
            out: CountingWriter::new(out),
            encoder: H264::new(canvas, fps, quality),
            ticks: FrameTicks::for_frame_rate(fps.get()),
            fps,
            stream: spool(),
            samples: Vec::new(),
            sample: Vec::new(),
        })
    }

    /// The boxes before the stream. The index holds file offsets, which depend on its own size: so
    /// it is built twice.
    fn head(&self) -> Result<Vec<u8>, MuxError> {
        let entry = self.sample_entry();
        let mark = Format::Mp4.mark();
        let index_size = self.mux(&entry, 0)?.moov_box_size();
        let boxes = self.mux(&entry, index_size + mark.len())?;
        let pairs = boxes.offset_and_bytes_pairs();
        let mut head: Vec<u8> = pairs.flat_map(|(_, bytes)| bytes).copied().collect();
        insert_in_index(&mut head, mark);
        Ok(head)
    }

    /// The boxes around the stream, for an index of `index_size` bytes.
    fn mux(&self, entry: &SampleEntry, index_size: usize) -> Result<FinalizedBoxes, MuxError> {
        let options =
            Mp4FileMuxerOptions { reserved_moov_box_size: index_size, ..Mp4FileMuxerOptions::default() };
        let mut muxer = Mp4FileMuxer::with_options(options)?;
        let mut data_offset = muxer.initial_boxes_bytes().len() as u64;
        let mut sample_entry = Some(entry.clone());
        for EncodedPicture { bytes, is_key } in &self.samples {
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
        let [sps, pps] = self.encoder.parameter_sets();
        let [width, height] = self.encoder.size();
        let (profile, constraints, level) = match sps[..] {
            [_, profile, constraints, level, ..] => (profile, constraints, level),
            _ => (0, 0, 0),
        };
        SampleEntry::Avc1(Avc1Box {
            visual: VisualSampleEntryFields {
                data_reference_index: VisualSampleEntryFields::DEFAULT_DATA_REFERENCE_INDEX,
                width: width as u16,
                height: height as u16,
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

impl<W: Write + Send> Encoder for Mp4<W> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), EncodeError> {
        self.encoder.update(picture);
        for _ in 0..self.ticks.next(shown_for) {
            self.sample.clear();
            let is_key = self.encoder.encode(&mut self.sample);
            self.stream.write_all(&self.sample)?;
            self.samples.push(EncodedPicture { bytes: self.sample.len() as u32, is_key });
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Encoded, EncodeError> {
        let head = self.head().map_err(codec_error)?;
        write_spooled(&mut self.out, &head, self.stream, 0)?;
        let (pictures, playing_time) = (self.ticks.total(), self.ticks.total_time());
        Ok(Encoded { pictures, playing_time, bytes: self.out.close()? })
    }
}

/// The colour space, for players that read it from the container instead of the stream.
fn colr() -> UnknownBox {
    let [primaries, transfer, matrix] = COLOUR_SPACE;
    let full_range = 0;
    let payload = [b"nclx", &[0, primaries, 0, transfer, 0, matrix, full_range][..]].concat();
    UnknownBox {
        box_type: BoxType::Normal(*b"colr"),
        box_size: BoxSize::U32((BOX_HEADER + payload.len()) as u32),
        payload,
    }
}

/// The bytes of a box before its payload: its size, which includes them, and its type.
const BOX_HEADER: usize = 8;

/// Inserts a box after the first one in the index; the muxer has no place for it, but a free box
/// after the index, which becomes smaller. Nothing else moves.
fn insert_in_index(head: &mut Vec<u8>, inserted: Vec<u8>) {
    let index = box_size(head, 0);
    let free = index + box_size(head, index);
    let first_in_index = index + BOX_HEADER;
    let after_first = first_in_index + box_size(head, first_in_index);
    let by = inserted.len();
    resize_box(head, free, -(by as i32));
    head.drain(free + BOX_HEADER..free + BOX_HEADER + by);
    resize_box(head, index, by as i32);
    head.splice(after_first..after_first, inserted);
}

/// The size of the box that begins there.
fn box_size(bytes: &[u8], start: usize) -> usize {
    bytes[start..].first_chunk().map_or(0, |size| u32::from_be_bytes(*size) as usize)
}

fn resize_box(bytes: &mut [u8], start: usize, by: i32) {
    let size = box_size(bytes, start) as u32;
    bytes[start..][..4].copy_from_slice(&size.wrapping_add_signed(by).to_be_bytes());
}

fn codec_error(error: impl std::error::Error + Send + Sync + 'static) -> EncodeError {
    EncodeError::codec(Format::Mp4, error)
}
