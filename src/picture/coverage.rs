//! How much ink the pixels of a shape have.

/// How much ink each pixel has, from 0 to 255.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Coverage {
    /// No ink.
    pub fn new(width: u32, height: u32) -> Self {
        Self { width, height, pixels: vec![0; width as usize * height as usize] }
    }

    /// The ink of each column and row.
    pub fn from_fn(width: u32, height: u32, ink: impl Fn(u32, u32) -> u8) -> Self {
        let mut coverage = Self::new(width, height);
        for (y, row) in (0..height).zip(coverage.rows_mut()) {
            for (x, pixel) in (0..width).zip(row) {
                *pixel = ink(x, y);
            }
        }
        coverage
    }

    pub const fn width(&self) -> u32 {
        self.width
    }

    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The width and the height.
    pub const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The ink of the pixel in this column and row.
    pub fn get(&self, x: u32, y: u32) -> Option<u8> {
        self.pixels.get(self.index(x, y)?).copied()
    }

    pub fn get_mut(&mut self, x: u32, y: u32) -> Option<&mut u8> {
        let index = self.index(x, y)?;
        self.pixels.get_mut(index)
    }

    fn index(&self, x: u32, y: u32) -> Option<usize> {
        (x < self.width && y < self.height).then(|| y as usize * self.width as usize + x as usize)
    }

    pub fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.pixels.chunks_exact(self.width.max(1) as usize)
    }

    fn rows_mut(&mut self) -> impl Iterator<Item = &mut [u8]> {
        self.pixels.chunks_exact_mut(self.width.max(1) as usize)
    }

    /// The column, row and ink of each pixel.
    pub fn pixels(&self) -> impl Iterator<Item = (u32, u32, u8)> {
        self.rows().zip(0..).flat_map(|(row, y)| row.iter().zip(0..).map(move |(ink, x)| (x, y, *ink)))
    }
}
