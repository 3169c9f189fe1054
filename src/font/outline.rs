//! Outlines of glyphs, and the places of glyphs in a text.

/// A closed curve or several; places are distances to the right and down from an origin.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outline(pub Vec<Segment>);

/// A place right of and below an origin.
type Point = (f32, f32);

/// A piece of an outline. It begins where the one before it ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Segment {
    /// Begins another curve at this point.
    Move(Point),
    /// A straight line to this point.
    Line(Point),
    /// A quadratic Bézier curve: its control point, and its end.
    Quad(Point, Point),
    /// A cubic Bézier curve: its control points, and its end.
    Cubic(Point, Point, Point),
    /// A straight line to where the curve began.
    Close,
}

/// A line of text as glyphs, and the box of whole pixels that it is drawn in.
#[derive(Debug, Clone, PartialEq)]
pub struct GlyphRun {
    /// The characters that the font has, with the distance of their origins from the left edge of the
    /// box in pixels.
    pub glyphs: Vec<(char, f32)>,
    /// The em that they are drawn with, in pixels.
    pub em: f32,
    /// From the upper edge of the box to the baseline in pixels.
    pub baseline: f32,
    /// Width and height of the box.
    pub size: (u32, u32),
}

impl Outline {
    /// The same further to the right and down.
    pub fn moved(self, right: f32, down: f32) -> Self {
        self.mapped(|x, y| (x + right, y + down))
    }

    /// The same with all distances multiplied.
    pub fn scaled(self, by: f32) -> Self {
        self.mapped(|x, y| (x * by, y * by))
    }

    fn mapped(self, at: impl Fn(f32, f32) -> Point) -> Self {
        let at = |(x, y): Point| at(x, y);
        let segment = |segment| match segment {
            Segment::Move(to) => Segment::Move(at(to)),
            Segment::Line(to) => Segment::Line(at(to)),
            Segment::Quad(control, end) => Segment::Quad(at(control), at(end)),
            Segment::Cubic(first, second, end) => Segment::Cubic(at(first), at(second), at(end)),
            Segment::Close => Segment::Close,
        };
        Self(self.0.into_iter().map(segment).collect())
    }
}

impl Segment {
    /// Its control points and its end.
    pub fn points(self) -> Vec<Point> {
        match self {
            Self::Move(to) | Self::Line(to) => vec![to],
            Self::Quad(control, end) => vec![control, end],
            Self::Cubic(first, second, end) => vec![first, second, end],
            Self::Close => Vec::new(),
        }
    }
}
