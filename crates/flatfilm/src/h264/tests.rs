//! `rusty_h264` decodes streams to exactly the samples that the encoder expects.

use rusty_h264_decoder::Decoder;

use super::*;
use crate::picture::{Change, Rect, Rgb, digest};

struct Random(u64);

impl Random {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(end)) as u32
    }
}

struct Pair {
    canvas: Canvas,
    encoder: H264,
    decoder: Decoder,
    pixels: Vec<u8>,
    sample: Vec<u8>,
}

impl Pair {
    fn new(width: u32, height: u32, qp: u8) -> Self {
        let colour = |index: u8| Rgb([index.wrapping_mul(97), index.wrapping_mul(31), 255 - index]);
        let canvas = Canvas::new(width, height, (0..=254).map(colour).collect());
        let encoder = H264::with_qp(&canvas, NonZeroU32::new(30).unwrap(), qp);
        let mut decoder = Decoder::new();
        for unit in encoder.parameter_sets() {
            decoder.decode(&[&[0, 0, 0, 1], &unit[..]].concat()).unwrap();
        }
        let pixels = vec![0; (width * height) as usize];
        Self { canvas, encoder, decoder, pixels, sample: Vec::new() }
    }

    fn update(&mut self, areas: &[Rect]) {
        let width = self.canvas.width;
        let change =
            |area: &Rect| Change::new(*area, None, digest(area.width, area.rows(&self.pixels, width)));
        let changes: Vec<Change> = areas.iter().map(change).collect();
        self.encoder.update(&Picture::new(&self.canvas, &self.pixels, &changes));
    }

    fn show(&mut self) -> usize {
        self.sample.clear();
        self.encoder.encode(&mut self.sample);
        let mut units = Vec::new();
        let mut rest = &self.sample[..];
        while let Some((size, unit)) = rest.split_first_chunk() {
            let (unit, after) = unit.split_at(u32::from_be_bytes(*size) as usize);
            units.extend([&[0, 0, 0, 1], unit].concat());
            rest = after;
        }
        let picture = self.decoder.decode(&units).unwrap().expect("each sample is a picture");
        let [width, height] = self.encoder.size();
        assert_eq!((picture.width, picture.height), (width, height));
        let planes = [(picture.y, width), (picture.u, width / 2), (picture.v, width / 2)];
        for ((decoded, width), expected) in planes.into_iter().zip(self.encoder.decoded()) {
            let wrong =
                decoded.chunks(width).zip(expected.chunks(width)).position(|(one, other)| one != other);
            assert!(decoded == expected, "{:?}, row {wrong:?}", self.canvas);
        }
        self.sample.len()
    }

    fn whole(&self) -> Rect {
        Rect::whole(&self.canvas)
    }

    fn area(&self, random: &mut Random) -> Rect {
        let Canvas { width, height, .. } = self.canvas;
        let (x, y) = (random.below(width), random.below(height));
        Rect { x, y, width: 1 + random.below(width - x), height: 1 + random.below(height - y) }
    }

    fn draw(&mut self, area: Rect, random: &mut Random) {
        let Canvas { width, height, .. } = self.canvas;
        let before = self.pixels.clone();
        let (kind, colours) = (random.below(4), 1 + random.below(255));
        let from = [random.below(width - area.width + 1), random.below(height - area.height + 1)];
        let colour = random.below(255) as u8;
        for (y, row) in (0..).zip(area.rows_mut(&mut self.pixels, width)) {
            for (x, pixel) in (0..).zip(row) {
                *pixel = match kind {
                    0 => colour,
                    1 => random.below(colours) as u8,
                    2 => ((x / 3 + y / 5) % colours) as u8,
                    _ => before[((from[1] + y) * width + from[0] + x) as usize],
                };
            }
        }
    }

    fn play(&mut self, pictures: u32, random: &mut Random) {
        let whole = self.whole();
        self.draw(whole, random);
        self.update(&[whole]);
        self.show();
        let mut earlier = self.pixels.clone();
        for _ in 1..pictures {
            let areas: Vec<Rect> = (0..random.below(4)).map(|_| self.area(random)).collect();
            for area in &areas {
                if random.below(3) == 0 {
                    let width = self.canvas.width;
                    let rows = area.rows_mut(&mut self.pixels, width).zip(area.rows(&earlier, width));
                    rows.for_each(|(row, earlier)| row.copy_from_slice(earlier));
                } else {
                    self.draw(*area, random);
                }
            }
            if random.below(5) == 0 {
                earlier.copy_from_slice(&self.pixels);
            }
            self.update(&areas);
            self.show();
        }
    }
}

#[test]
fn random_pictures_of_many_sizes_are_decoded_exactly() {
    let mut random = Random(1);
    for number in 0..120 {
        let qp = 10 + (number % 42) as u8;
        let [width, height] = [(); 2].map(|()| 1 + random.below(90));
        Pair::new(width, height, qp).play(25, &mut random);
    }
}

#[test]
fn all_even_sizes_around_one_macroblock_are_decoded_exactly() {
    let mut random = Random(2);
    for width in (16..=50).step_by(2) {
        for height in (16..=34).step_by(2) {
            Pair::new(width, height, 22).play(3, &mut random);
        }
    }
}

#[test]
fn the_largest_pictures_are_decoded_exactly() {
    let mut random = Random(3);
    for (width, height) in [(3840, 2160), (2160, 3840)] {
        let mut pair = Pair::new(width, height, 22);
        for (place, pixel) in pair.pixels.iter_mut().enumerate() {
            *pixel = (place as u32 % width / 200 + place as u32 / width / 90 * 7) as u8 % 255;
        }
        pair.update(&[pair.whole()]);
        pair.show();
        // Larger areas of noise exceed the memory of the decoder.
        for _ in 0..8 {
            let area = pair.area(&mut random);
            let area = Rect { width: area.width.min(200), height: area.height.min(200), ..area };
            pair.draw(area, &mut random);
            pair.update(&[area]);
            pair.show();
        }
    }
}

#[test]
fn random_pictures_with_a_strip_are_decoded_exactly() {
    let mut random = Random(7);
    for (width, height) in [(1024, 576), (576, 1024), (1000, 594)] {
        let mut pair = Pair::new(width, height, 28);
        assert!(pair.encoder.parameters.strip > 0, "{width}×{height}");
        pair.play(80, &mut random);
    }
}

#[test]
fn what_was_seen_long_ago_takes_few_bytes() {
    let mut random = Random(8);
    let mut pair = Pair::new(1024, 576, 22);
    pair.update(&[pair.whole()]);
    pair.show();
    let tile = Rect { x: 480, y: 320, width: 64, height: 64 };
    let patterns: Vec<Vec<u8>> =
        (0..40).map(|_| (0..64 * 64).map(|_| random.below(255) as u8).collect()).collect();
    let mut show = |pixels: &[u8]| {
        for (row, from) in tile.rows_mut(&mut pair.pixels, 1024).zip(pixels.chunks(64)) {
            row.copy_from_slice(from);
        }
        pair.update(&[tile]);
        pair.show()
    };
    for pattern in &patterns {
        let first = show(pattern);
        assert!(first > 3000, "{first} bytes");
    }
    for pattern in &patterns[..39] {
        let again = show(pattern);
        assert!(again < 300, "{again} bytes");
    }
}

#[test]
fn ten_thousand_pictures_are_decoded_exactly() {
    let mut random = Random(4);
    let mut pair = Pair::new(48, 32, 24);
    pair.update(&[pair.whole()]);
    for _ in 0..10_000 {
        // Sometimes many pictures are equal.
        if random.below(400) == 0 {
            (0..random.below(300)).for_each(|_| {
                pair.show();
            });
        }
        let area = pair.area(&mut random);
        pair.draw(area, &mut random);
        pair.update(&[area]);
        pair.show();
    }
}

#[test]
fn noise_of_any_contrast_is_decoded_exactly() {
    let mut random = Random(5);
    for qp in 10..=51 {
        let mut pair = Pair::new(64, 48, qp);
        for _ in 0..3 {
            pair.pixels.fill_with(|| if random.below(2) == 0 { 0 } else { random.below(255) as u8 });
            pair.update(&[pair.whole()]);
            pair.show();
        }
    }
}

#[test]
fn flat_areas_have_their_colour() {
    for qp in [16, 22, 35, 51] {
        flat_areas_have_their_colour_with(qp);
    }
}

fn flat_areas_have_their_colour_with(qp: u8) {
    let mut random = Random(9);
    let mut pair = Pair::new(256, 256, qp);
    let colours = Matrix::Bt709.convert(&pair.canvas.palette);
    let square = |place: u32| Rect { x: place % 4 * 64, y: place / 4 * 64, width: 64, height: 64 };
    let mut areas: Vec<Rect> = (0..16).map(square).collect();
    for _ in 0..40 {
        for area in &areas {
            let (paper, ink) = (random.below(255) as u8, random.below(255) as u8);
            let has_stripes = random.below(3) == 0;
            for (y, row) in (0..).zip(area.rows_mut(&mut pair.pixels, 256)) {
                for (x, pixel) in (0..).zip(row) {
                    let is_inked =
                        has_stripes && (10..54).contains(&x) && (10..54).contains(&y) && (x * y) % 7 < 3;
                    *pixel = if is_inked { ink } else { paper };
                }
            }
        }
        pair.update(&areas);
        pair.show();
        let picture = pair.encoder.references.last();
        for place in 0..16 * 16 {
            let Macroblock { source, decoded } = &**picture.get(place % 16, place / 16);
            if source.is_flat() {
                assert!(*decoded == source.samples(&colours), "macroblock {place}");
            }
        }
        areas = (0..random.below(4)).map(|_| square(random.below(16))).collect();
    }
}

#[test]
fn what_was_seen_before_takes_few_bytes() {
    let mut random = Random(6);
    let mut pair = Pair::new(320, 320, 22);
    let whole = pair.whole();
    pair.update(&[whole]);
    pair.show();
    let tile = Rect { x: 20, y: 60, width: 40, height: 40 };
    let noise: Vec<u8> = (0..40 * 40).map(|_| random.below(255) as u8).collect();
    let put = |pair: &mut Pair, tile: Rect, pixels: &[u8]| {
        for (row, from) in tile.rows_mut(&mut pair.pixels, 320).zip(pixels.chunks(40)) {
            row.copy_from_slice(from);
        }
        pair.update(&[tile]);
        pair.show()
    };
    let first = put(&mut pair, tile, &noise);
    assert!(first > 1000, "{first} bytes");
    let removed = put(&mut pair, tile, &[0; 40 * 40]);
    assert!(removed < 80, "{removed} bytes");
    let again = put(&mut pair, tile, &noise);
    assert!(again < 80, "{again} bytes");
    // The tile moves by whole macroblocks, so far that no macroblock has samples of the old and the new place.
    let moved = put(&mut pair, tile.moved(160, 64), &noise);
    assert!(moved < 120, "{moved} bytes");
    let still = pair.show();
    assert!(still < 12, "{still} bytes");
}

#[test]
fn levels_are_as_low_as_sizes_and_rates_allow() {
    let level = |width, height, fps, bits| {
        let parameters = Parameters::new([width, height], NonZeroU32::new(fps).unwrap(), 22);
        (parameters.level(bits), parameters.max_num_ref_frames)
    };
    assert_eq!(level(480, 480, 30, 0), (31, 16));
    assert_eq!(level(1280, 720, 30, 0), (40, 4));
    assert_eq!(level(1920, 1080, 30, 0), (40, 4));
    assert_eq!(level(1920, 1080, 60, 0), (42, 4));
    assert_eq!(level(1920, 1080, 30, 30_000_000), (41, 4));
    assert_eq!(level(3840, 2160, 30, 0), (51, 5));
    assert_eq!(level(16, 16, 1_000_000, 0), (52, 16));
}

#[test]
fn a_higher_quality_never_has_a_coarser_quantiser() {
    let steps: Vec<u8> = (1..=100).map(|quality| qp_of(Quality::new(quality).unwrap())).collect();
    assert!(steps.is_sorted_by(|lower, higher| lower >= higher));
    assert_eq!((steps[0], steps[99]), (51, 16));
    assert_eq!(qp_of(Quality::new(85).unwrap()), 22);
}
