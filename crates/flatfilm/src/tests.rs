//! Random pictures for round trips through other decoders.

use crate::picture::{Canvas, Change, Picture, Rect, Rgb, digest};

/// Random pictures and their changes (xorshift of Marsaglia, 2003).
pub struct RandomPictures {
    pub canvas: Canvas,
    pub pixels: Vec<u8>,
    pub changes: Vec<Change>,
    steps: u64,
    state: u64,
}

impl RandomPictures {
    pub fn new(width: u32, height: u32) -> Self {
        let palette = (0..20).map(|shade| Rgb([shade, 10 * shade, 255 - shade])).collect();
        let canvas = Canvas::new(width, height, palette);
        let change = Change { area: Rect::whole(&canvas), before: None, digest: 0 };
        let pixels = vec![0; change.area.pixels() as usize];
        Self { canvas, pixels, changes: vec![change], steps: 0, state: 0x9e37_79b9_7f4a_7c15 }
    }

    fn below(&mut self, bound: u64) -> u32 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % bound) as u32
    }

    pub fn step(&mut self) {
        self.changes.clear();
        self.steps += 1;
        let unchanged_one_of = if (self.steps / 50).is_multiple_of(2) { 2 } else { 8 };
        let (width, height) = (self.canvas.width / 2, self.canvas.height / 2);
        for quarter in 0..4 {
            if self.below(unchanged_one_of) == 0 {
                continue;
            }
            let (x, y) = (quarter % 2 * width, quarter / 2 * height);
            let inner = u32::from(self.below(4) == 0);
            let area = Rect { x: x + inner, y, width: width - inner, height: height - inner };
            let digest = |pixels: &[u8]| digest(area.width, area.rows(pixels, 2 * width));
            let before = digest(&self.pixels);
            let pattern = self.below(3) as u8;
            for y in 0..area.height {
                for x in 0..area.width {
                    let pixel = if pattern < 2 { pattern * (x + y) as u8 % 7 } else { self.below(20) as u8 };
                    self.pixels[((area.y + y) * 2 * width + area.x + x) as usize] = pixel;
                }
            }
            let known = self.below(5) > 0;
            let before = known.then_some(before);
            self.changes.push(Change { area, before, digest: digest(&self.pixels) });
        }
    }

    pub fn picture(&self) -> Picture<'_> {
        Picture { canvas: &self.canvas, pixels: &self.pixels, changes: &self.changes }
    }

    pub fn colours(&self) -> Vec<u8> {
        let colours = self.pixels.iter().map(|pixel| self.canvas.palette[usize::from(*pixel)].0);
        colours.flat_map(|[red, green, blue]| [red, green, blue, 255]).collect()
    }
}
