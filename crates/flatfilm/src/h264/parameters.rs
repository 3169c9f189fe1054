//! Parameter sets and level of a stream (7.3.2.1, 7.3.2.2, Annexes A and E of H.264).

use std::num::NonZeroU32;

use super::bits::Bits;
use super::samples::SIDE;

/// Number of bits of `frame_num`, which must distinguish all reference pictures.
pub const LOG2_MAX_FRAME_NUM: u32 = 5;

/// Number of bits of `pic_order_cnt_lsb`, which counts half pictures.
pub const LOG2_MAX_POC_LSB: u32 = 8;

/// Maximum of `max_num_ref_frames` (A.3.1).
const MAX_REF_FRAMES: usize = 16;

/// `colour_primaries`, `transfer_characteristics`, `matrix_coefficients`: sRGB, sRGB, BT.709 (E.2.1).
pub const COLOUR_SPACE: [u8; 3] = [1, 13, 1];

/// Limit of the horizontal motion vectors in use, in luma samples.
pub const MAX_MV_X: u32 = 2032;

/// Limit of the vertical motion vectors in use, in luma samples.
pub const MAX_MV_Y: u32 = 512;

/// A row of Table A-1: `level_idc`, `MaxMBPS`, `MaxFS`, `MaxDpbMbs`, `MaxBR` (1200 bits/s of NAL units), and
/// `MaxVmvR` (luma samples), here at most [`MAX_MV_Y`].
type Level = (u8, u64, usize, usize, u64, usize);

const LEVELS: [Level; 19] = [
    (10, 1_485, 99, 396, 64, 64),
    (11, 3_000, 396, 900, 192, 128),
    (12, 6_000, 396, 2_376, 384, 128),
    (13, 11_880, 396, 2_376, 768, 128),
    (20, 11_880, 396, 2_376, 2_000, 128),
    (21, 19_800, 792, 4_752, 4_000, 256),
    (22, 20_250, 1_620, 8_100, 4_000, 256),
    (30, 40_500, 1_620, 8_100, 10_000, 256),
    (31, 108_000, 3_600, 18_000, 14_000, 512),
    (32, 216_000, 5_120, 20_480, 20_000, 512),
    (40, 245_760, 8_192, 32_768, 20_000, 512),
    (41, 245_760, 8_192, 32_768, 50_000, 512),
    (42, 522_240, 8_704, 34_816, 50_000, 512),
    (50, 589_824, 22_080, 110_400, 135_000, 512),
    (51, 983_040, 36_864, 184_320, 240_000, 512),
    (52, 2_073_600, 36_864, 184_320, 240_000, 512),
    (60, 4_177_920, 139_264, 696_320, 240_000, 512),
    (61, 8_355_840, 139_264, 696_320, 480_000, 512),
    (62, 16_711_680, 139_264, 696_320, 800_000, 512),
];

/// The `level_idc` that usual devices decode. Small pictures use it, too, for more reference pictures.
const USUAL_LEVEL: u8 = 40;

#[derive(Debug, Clone, Copy)]
pub struct Parameters {
    pub size: [usize; 2],
    pub fps: NonZeroU32,
    pub qp: u8,
    /// Width in macroblocks of the strip to the right, which is cropped.
    pub strip: usize,
    pub max_num_ref_frames: usize,
}

impl Parameters {
    /// Chooses as many reference pictures and as wide a strip, up to the width of the picture, as the usual level
    /// allows, or the lowest higher level that fits.
    ///
    /// Measured: a lecture of 1280×720 takes 1.7 MB with a strip, 3.5 MB without. A board alone, which has the
    /// maximum number of reference pictures anyway, would take 6 % more with a strip.
    pub fn new(size: [usize; 2], fps: NonZeroU32, qp: u8) -> Self {
        let without = Self { size, fps, qp, strip: 0, max_num_ref_frames: 1 };
        let is_usual = |level: &&Level| level.0 >= USUAL_LEVEL;
        let mut usual = LEVELS.iter().filter(is_usual);
        let Some(&(_, max_mbps, max_fs, max_dpb_mbs, ..)) = usual.find(|level| without.fits(level, 0)) else {
            return without;
        };
        let [columns, rows] = without.macroblock_size();
        let max_num_ref_frames = |columns: usize| (max_dpb_mbs / (columns * rows)).clamp(1, MAX_REF_FRAMES);
        let most = max_fs.min((max_mbps / u64::from(fps.get())) as usize);
        let most = (most / rows).min((8 * max_fs).isqrt());
        let strip = most.saturating_sub(columns).min(columns);
        let is_worth_it = max_num_ref_frames(columns) < MAX_REF_FRAMES && strip >= columns / 2;
        let strip = if is_worth_it { strip } else { 0 };
        Self { strip, max_num_ref_frames: max_num_ref_frames(columns + strip), ..without }
    }

    /// Returns width and height in macroblocks, without the strip.
    pub fn macroblock_size(&self) -> [usize; 2] {
        self.size.map(|side| side.div_ceil(SIDE))
    }

    fn macroblocks(&self) -> usize {
        let [columns, rows] = self.macroblock_size();
        (columns + self.strip) * rows
    }

    fn fits(&self, level: &Level, bits_per_second: u64) -> bool {
        let (_, max_mbps, max_fs, max_dpb_mbs, max_br, max_vmv_r) = *level;
        let [columns, rows] = self.macroblock_size();
        let columns = columns + self.strip;
        let macroblocks = self.macroblocks();
        let longest = (8 * max_fs).isqrt();
        macroblocks <= max_fs
            && columns.max(rows) <= longest
            && macroblocks as u64 * u64::from(self.fps.get()) <= max_mbps
            && self.max_num_ref_frames * macroblocks <= max_dpb_mbs
            && ((rows - 1) * SIDE).min(MAX_MV_Y as usize) <= max_vmv_r
            && bits_per_second <= max_br * 1200
    }

    /// Returns `level_idc` of the lowest level that allows the pictures and this bit rate; if none does, of the
    /// highest level.
    pub fn level(&self, bits_per_second: u64) -> u8 {
        let level = LEVELS.iter().find(|level| self.fits(level, bits_per_second));
        level.unwrap_or(&LEVELS[LEVELS.len() - 1]).0
    }

    /// Returns the SPS (7.3.2.1.1).
    pub fn sps(&self, bits_per_second: u64) -> Vec<u8> {
        let mut bits = Bits::default();
        bits.u(66, 8); // profile_idc: Baseline
        bits.u(0b1100_0000, 8); // constraint_set0_flag and constraint_set1_flag: Constrained Baseline
        bits.u(self.level(bits_per_second).into(), 8); // level_idc
        bits.ue(0); // seq_parameter_set_id
        bits.ue(LOG2_MAX_FRAME_NUM - 4);
        bits.ue(0); // pic_order_cnt_type
        bits.ue(LOG2_MAX_POC_LSB - 4);
        bits.ue(self.max_num_ref_frames as u32);
        bits.flag(false); // gaps_in_frame_num_value_allowed_flag
        let [columns, rows] = self.macroblock_size();
        bits.ue((columns + self.strip) as u32 - 1); // pic_width_in_mbs_minus1
        bits.ue(rows as u32 - 1); // pic_height_in_map_units_minus1
        bits.flag(true); // frame_mbs_only_flag
        bits.flag(true); // direct_8x8_inference_flag, which has no effect without B slices
        let [right, bottom] = [(columns + self.strip) * SIDE - self.size[0], rows * SIDE - self.size[1]];
        let frame_cropping_flag = right > 0 || bottom > 0;
        bits.flag(frame_cropping_flag);
        if frame_cropping_flag {
            for side in [0, right, 0, bottom] {
                bits.ue(side as u32 / 2);
            }
        }
        bits.flag(true); // vui_parameters_present_flag
        self.vui_parameters(&mut bits);
        bits.into_nal_unit(0x67) // nal_ref_idc 3, nal_unit_type 7
    }

    /// Writes `vui_parameters` (E.1.1).
    fn vui_parameters(&self, bits: &mut Bits) {
        bits.flag(false); // aspect_ratio_info_present_flag
        bits.flag(false); // overscan_info_present_flag
        bits.flag(true); // video_signal_type_present_flag
        bits.u(5, 3); // video_format: unspecified
        bits.flag(false); // video_full_range_flag
        bits.flag(true); // colour_description_present_flag
        for code in COLOUR_SPACE {
            bits.u(code.into(), 8);
        }
        bits.flag(false); // chroma_loc_info_present_flag: the default location
        bits.flag(true); // timing_info_present_flag
        bits.u(1, 32); // num_units_in_tick
        bits.u(self.fps.get().saturating_mul(2), 32); // time_scale: a tick is half a picture
        bits.flag(true); // fixed_frame_rate_flag
        bits.flag(false); // nal_hrd_parameters_present_flag
        bits.flag(false); // vcl_hrd_parameters_present_flag
        bits.flag(false); // pic_struct_present_flag
        bits.flag(true); // bitstream_restriction_flag
        bits.flag(false); // motion_vectors_over_pic_boundaries_flag
        bits.ue(0); // max_bytes_per_pic_denom: unlimited
        bits.ue(0); // max_bits_per_mb_denom: unlimited
        bits.ue(13); // log2_max_mv_length_horizontal
        bits.ue(11); // log2_max_mv_length_vertical
        bits.ue(0); // max_num_reorder_frames
        bits.ue(self.max_num_ref_frames as u32); // max_dec_frame_buffering
    }

    /// Returns the PPS (7.3.2.2).
    pub fn pps(&self) -> Vec<u8> {
        let mut bits = Bits::default();
        bits.ue(0); // pic_parameter_set_id
        bits.ue(0); // seq_parameter_set_id
        bits.flag(false); // entropy_coding_mode_flag: CAVLC
        bits.flag(false); // bottom_field_pic_order_in_frame_present_flag
        bits.ue(0); // num_slice_groups_minus1
        bits.ue(0); // num_ref_idx_l0_default_active_minus1
        bits.ue(0); // num_ref_idx_l1_default_active_minus1
        bits.flag(false); // weighted_pred_flag
        bits.u(0, 2); // weighted_bipred_idc
        bits.se(i32::from(self.qp) - 26); // pic_init_qp_minus26
        bits.se(0); // pic_init_qs_minus26
        bits.se(0); // chroma_qp_index_offset
        bits.flag(true); // deblocking_filter_control_present_flag
        bits.flag(false); // constrained_intra_pred_flag
        bits.flag(false); // redundant_pic_cnt_present_flag
        bits.into_nal_unit(0x68) // nal_ref_idc 3, nal_unit_type 8
    }
}
