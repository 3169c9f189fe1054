//! H.264, through Cisco's encoder.

use std::num::NonZeroU32;

use openh264::encoder::{
    BitRate, Encoder, EncoderConfig, FrameRate, FrameType, IntraFramePeriod, QpRange, RateControlMode,
    TransferCharacteristics, VuiConfig,
};
use openh264::formats::YUVSource;
use openh264::{Error, OpenH264API};

use super::super::format::Quality;
use super::i420::I420;

/// The longest and the shortest side that the encoder takes, in pixels.
pub const MOST_PIXELS: (u32, u32) = (3840, 2160);

/// Players can only start at a key frame, so there is one every so many seconds.
const SECONDS_BETWEEN_KEY_FRAMES: u32 = 8;

/// The least that is announced, in bits a second: level 3.0, which everything plays, allows it.
const LEAST_BIT_RATE: u32 = 10_000_000;

/// Where more comes than was announced, the encoder skips pictures until its account is level
/// again; each attempt brings that closer. No board gets there.
const MOST_ATTEMPTS: u32 = 10_000;

/// The colours, as ISO/IEC 23091-2 numbers them: primaries, transfer function, matrix.
///
/// Primaries and transfer function are those of sRGB, which the themes are written in; the matrix
/// is BT.709, whose primaries are the same. The range is limited.
pub const COLOURS: [u8; 3] = [1, 13, 1];

/// Turns pictures into a stream.
pub struct H264 {
    encoder: Encoder,
    /// The sequence and the picture parameter set, once the first picture is encoded.
    pub parameters: Option<[Vec<u8>; 2]>,
}

impl H264 {
    /// An encoder for pictures of one size, so many a second.
    ///
    /// # Errors
    /// When the encoder refuses.
    pub fn new(width: usize, height: usize, fps: NonZeroU32, quality: Quality) -> Result<Self, Error> {
        let quantiser = quantiser(quality);
        // To keep below this the encoder would leave out pictures. Half a bit a pixel is many times
        // what boards take, and asks no more of players than the number of pixels does.
        let bit_rate = (width * height / 2) as u64 * u64::from(fps.get());
        let bit_rate = u32::try_from(bit_rate).unwrap_or(u32::MAX).max(LEAST_BIT_RATE);
        let config = EncoderConfig::new()
            // Where rate control is off, the encoder does not look at the range of quantisers.
            .rate_control_mode(RateControlMode::Quality)
            .qp(QpRange::new(quantiser, quantiser))
            .bitrate(BitRate::from_bps(bit_rate))
            .max_frame_rate(FrameRate::from_hz(fps.get() as f32))
            .intra_frame_period(IntraFramePeriod::from_num_frames(
                fps.get().saturating_mul(SECONDS_BETWEEN_KEY_FRAMES),
            ))
            // These are for cameras.
            .scene_change_detect(false)
            .adaptive_quantization(false)
            .background_detection(false)
            .num_threads(1)
            .vui(VuiConfig::bt709().transfer_characteristics(TransferCharacteristics::Srgb));
        let encoder = Encoder::with_api_config(OpenH264API::from_source(), config)?;
        Ok(Self { encoder, parameters: None })
    }

    /// Appends the next picture to `sample`, each unit behind its length in four bytes; returns
    /// whether it is a key frame.
    ///
    /// # Errors
    /// When the encoder fails.
    pub fn encode(&mut self, picture: &I420, sample: &mut Vec<u8>) -> Result<bool, Error> {
        for _ in 0..MOST_ATTEMPTS {
            match self.attempt(picture, sample)? {
                FrameType::Skip => {}
                _ if self.parameters.is_none() => return Err(Error::msg("there are no parameter sets")),
                kind => return Ok(kind == FrameType::IDR),
            }
        }
        Err(Error::msg("the pictures change too much"))
    }

    fn attempt(&mut self, picture: &I420, sample: &mut Vec<u8>) -> Result<FrameType, Error> {
        let stream = self.encoder.encode(picture)?;
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

/// The quantiser steps double every six; 12 is the finest that there is, 51 the coarsest.
fn quantiser(quality: Quality) -> u8 {
    (52 - quality.get() * 2 / 5).min(51)
}

/// Zeros and a one come before each unit.
fn without_start_code(unit: &[u8]) -> &[u8] {
    let code = unit.iter().position(|byte| *byte != 0).map_or(0, |one| one + 1);
    &unit[code..]
}

fn is_parameter_set(unit: &[u8]) -> bool {
    const SEQUENCE: u8 = 7;
    const PICTURE: u8 = 8;
    unit.first().is_some_and(|header| matches!(header & 0x1f, SEQUENCE | PICTURE))
}

impl YUVSource for I420 {
    fn dimensions(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    fn strides(&self) -> (usize, usize, usize) {
        (self.width, self.width / 2, self.width / 2)
    }

    fn y(&self) -> &[u8] {
        &self.luma
    }

    fn u(&self) -> &[u8] {
        &self.chroma[0]
    }

    fn v(&self) -> &[u8] {
        &self.chroma[1]
    }
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
    fn start_codes_of_both_lengths_are_taken_off() {
        assert_eq!(without_start_code(&[0, 0, 0, 1, 0x67, 0, 1]), [0x67, 0, 1]);
        assert_eq!(without_start_code(&[0, 0, 1, 0x68, 1]), [0x68, 1]);
    }
}
