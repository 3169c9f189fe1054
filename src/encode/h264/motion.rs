//! Where samples are copied from, and how the stream says so (clause 8.4.1 of H.264).

/// Where the samples of a quarter of a macroblock come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Motion {
    /// The number of the reference picture, 0 for the last one.
    pub reference: u8,
    /// To the right and down, in whole samples of luma.
    pub vector: [i16; 2],
}

impl Motion {
    /// As in the last reference picture.
    pub const NONE: Self = Self { reference: 0, vector: [0; 2] };
}

/// What is known of a quarter nearby.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nearby {
    /// It is beyond the edge, or comes later.
    Unknown,
    /// It is not copied.
    Intra,
    Copied(Motion),
}

impl Nearby {
    const fn vector(self) -> [i16; 2] {
        match self {
            Self::Unknown | Self::Intra => [0; 2],
            Self::Copied(motion) => motion.vector,
        }
    }

    /// Whether a skipped macroblock next to it stands still.
    pub fn has_no_motion(self) -> bool {
        matches!(self, Self::Unknown | Self::Copied(Motion::NONE))
    }

    /// Another one where this is not known.
    pub const fn or(self, other: Self) -> Self {
        match self {
            Self::Unknown => other,
            Self::Intra | Self::Copied(_) => self,
        }
    }

    fn refers_to(self, reference: u8) -> bool {
        matches!(self, Self::Copied(motion) if motion.reference == reference)
    }
}

/// The quarters around one, or around a macroblock.
#[derive(Debug, Clone, Copy)]
pub struct Neighbours {
    pub left: Nearby,
    pub above: Nearby,
    /// Above to the right; where that is unknown, above to the left.
    pub corner: Nearby,
}

impl Neighbours {
    /// The vector that a copy from this reference is expected to have.
    pub fn expected(self, reference: u8) -> [i16; 2] {
        let all = [self.left, self.above, self.corner];
        if all[1..] == [Nearby::Unknown; 2] {
            return self.left.vector();
        }
        let mut same = all.into_iter().filter(|nearby| nearby.refers_to(reference));
        if let (Some(only), None) = (same.next(), same.next()) {
            return only.vector();
        }
        let [left, above, corner] = all.map(Nearby::vector);
        [0, 1].map(|axis| {
            let (low, high) = (left[axis].min(above[axis]), left[axis].max(above[axis]));
            corner[axis].clamp(low, high)
        })
    }

    /// The vector of a skipped macroblock.
    pub fn of_skipped(self) -> [i16; 2] {
        if self.left.has_no_motion() || self.above.has_no_motion() { [0; 2] } else { self.expected(0) }
    }
}
