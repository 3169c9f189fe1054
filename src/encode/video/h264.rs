//! H.264, encoded by Cisco's `OpenH264`.

use std::num::NonZeroU32;

use openh264::encoder::{
    BitRate, Encoder, EncoderConfig, FrameRate, FrameType, IntraFramePeriod, QpRange, RateControlMode,
    TransferCharacteristics, VuiConfig,
};
use openh264::formats::YUVSlices;
use openh264::{Error, OpenH264API};

use super::super::Quality;
use super::i420::I420;

/// The largest picture that the encoder allows: the longer and the shorter side in pixels.
pub const MAX_SIZE: (u32, u32) = (3840, 2160);

/// Players can only seek to key frames.
const SECONDS_BETWEEN_KEY_FRAMES: u32 = 8;

/// The lowest bit rate to declare, in bits per second: allowed by level 3.0, which every player
/// supports.
const MIN_BIT_RATE: u32 = 10_000_000;

/// Above the declared bit rate the encoder skips pictures until the average is low enough; each
/// skipped attempt lowers it. Boards never exceed it.
const MAX_ATTEMPTS: u32 = 10_000;

/// The colour space as code points of ISO/IEC 23091-2: primaries, transfer function, matrix.
///
/// Primaries and transfer function are those of sRGB, as in the themes; the matrix is BT.709. The
/// range is limited.
pub const COLOUR_SPACE: [u8; 3] = [1, 13, 1];

/// Encodes pictures as a stream of NAL units.
pub struct H264 {
    encoder: Encoder,
    /// The sequence and the picture parameter set; available after the first picture.
    pub parameters: Option<[Vec<u8>; 2]>,
}

impl H264 {
    /// An encoder for pictures of this size in pixels and this frame rate.
    ///
    /// # Errors
    /// When `OpenH264` does not accept them.
    pub fn new(width: usize, height: usize, fps: NonZeroU32, quality: Quality) -> Result<Self, Error> {
        let quantiser = quantiser(quality);
        // The encoder skips pictures above this rate. Half a bit per pixel is many times what boards
        // take, and needs no higher level than the picture size does.
        let bit_rate = (width * height / 2) as u64 * u64::from(fps.get());
        let bit_rate = u32::try_from(bit_rate).unwrap_or(u32::MAX).max(MIN_BIT_RATE);
        let config = EncoderConfig::new()
            // Without rate control, the encoder ignores the quantiser range.
            .rate_control_mode(RateControlMode::Quality)
            .qp(QpRange::new(quantiser, quantiser))
            .bitrate(BitRate::from_bps(bit_rate))
            .max_frame_rate(FrameRate::from_hz(fps.get() as f32))
            .intra_frame_period(IntraFramePeriod::from_num_frames(
                fps.get().saturating_mul(SECONDS_BETWEEN_KEY_FRAMES),
            ))
            // For camera footage only.
            .scene_change_detect(false)
            .adaptive_quantization(false)
            .background_detection(false)
            .num_threads(1)
            .vui(VuiConfig::bt709().transfer_characteristics(TransferCharacteristics::Srgb));
        let encoder = Encoder::with_api_config(OpenH264API::from_source(), config)?;
        Ok(Self { encoder, parameters: None })
    }

    /// Appends the NAL units of the next picture to `sample`, each after its length in four bytes;
    /// returns whether it is a key frame.
    ///
    /// # Errors
    /// When `OpenH264` fails.
    pub fn encode(&mut self, picture: &I420, sample: &mut Vec<u8>) -> Result<bool, Error> {
        for _ in 0..MAX_ATTEMPTS {
            match self.attempt(picture, sample)? {
                FrameType::Skip => {}
                _ if self.parameters.is_none() => {
                    return Err(Error::msg("the encoder gave no parameter sets"));
                }
                kind => return Ok(kind == FrameType::IDR),
            }
        }
        Err(Error::msg("the pictures change too much"))
    }

    fn attempt(&mut self, picture: &I420, sample: &mut Vec<u8>) -> Result<FrameType, Error> {
        let I420 { width, height, luma, chroma: [blue, red], .. } = picture;
        let strides = (*width, width / 2, width / 2);
        let stream = self.encoder.encode(&YUVSlices::new((luma, blue, red), (*width, *height), strides))?;
        let mut parameters = Vec::new();
        let layers = (0..stream.num_layers()).filter_map(|number| stream.layer(number));
        for layer in layers {
            for unit in (0..layer.nal_count()).filter_map(|number| layer.nal_unit(number)) {
                let unit = without_start_code(unit);
                if is_parameter_set(unit) {
                    parameters.push(unit.to_vec());
                } else {
                    sample.extend_from_slice(&(unit.len() as u32).to_be_bytes());
                    sample.extend_from_slice(unit);
                }
            }
        }
        if self.parameters.is_none() {
            self.parameters = parameters.try_into().ok();
        }
        Ok(stream.frame_type())
    }
}

/// The quantisation parameter, from 12 (the finest in use) to 51 (the coarsest); the step size
/// doubles every six.
fn quantiser(quality: Quality) -> u8 {
    (52 - quality.get() * 2 / 5).min(51)
}

/// A NAL unit without the zeros and the one before it.
fn without_start_code(unit: &[u8]) -> &[u8] {
    let code = unit.iter().position(|byte| *byte != 0).map_or(0, |one| one + 1);
    &unit[code..]
}

fn is_parameter_set(unit: &[u8]) -> bool {
    const SEQUENCE: u8 = 7;
    const PICTURE: u8 = 8;
    unit.first().is_some_and(|header| matches!(header & 0x1f, SEQUENCE | PICTURE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_quality_never_has_a_coarser_quantiser() {
        let steps: Vec<u8> = (1..=100).map(|quality| quantiser(Quality::new(quality).unwrap())).collect();
        assert!(steps.is_sorted_by(|lower, higher| lower >= higher));
        assert_eq!((steps[0], steps[99]), (51, 12));
        assert_eq!(quantiser(Quality::default()), 18);
    }

    #[test]
    fn start_codes_of_both_lengths_are_removed() {
        assert_eq!(without_start_code(&[0, 0, 0, 1, 0x67, 0, 1]), [0x67, 0, 1]);
        assert_eq!(without_start_code(&[0, 0, 1, 0x68, 1]), [0x68, 1]);
    }
}
