//! Rectangles that follow each other, by their colours.

use crate::picture::{Rect, Rgb};

/// Rectangles that follow each other, those of one colour together where the order does not matter.
#[derive(Debug, Default)]
pub struct Fills(Vec<(Rgb, Vec<Rect>)>);

impl Fills {
    /// Adds a rectangle that is drawn over those before.
    pub fn add(&mut self, area: Rect, colour: Rgb) {
        if area.pixels() == 0 {
            return;
        }
        for (known, areas) in self.0.iter_mut().rev() {
            if *known == colour {
                areas.push(area);
                return;
            }
            if areas.iter().any(|other| other.overlaps(area)) {
                break;
            }
        }
        self.0.push((colour, vec![area]));
    }

    /// Where rectangles cover another one together, as squares do a board, draws that in their most
    /// frequent colour, and the others over it: what is below would show through where their edges are
    /// between two pixels.
    pub fn join(&mut self) {
        // The first rectangle may be the page, and the last ones may be beside a board.
        let ends = |first| (first + 2..=self.0.len()).rev().map(move |end| first..end);
        let mut ranges = (0..2).flat_map(ends);
        let found = ranges.find_map(|range| Some((covered(&self.0[range.clone()])?, range)));
        let Some((whole, range)) = found else { return };
        let first = range.start;
        let most = range.max_by_key(|index| self.0[*index].1.len());
        if let Some(most) = most {
            let (colour, _) = self.0.remove(most);
            self.0.insert(first, (colour, vec![whole]));
        }
    }

    /// Takes the rectangles out, colour by colour.
    pub fn drain(&mut self) -> impl Iterator<Item = (Rgb, Vec<Rect>)> {
        self.0.drain(..)
    }
}

/// The rectangle that several cover without overlapping.
fn covered(fills: &[(Rgb, Vec<Rect>)]) -> Option<Rect> {
    let areas: Vec<Rect> = fills.iter().flat_map(|(_, areas)| areas).copied().collect();
    let whole = Rect::around(areas.iter().copied())?;
    let is_filled = areas.iter().map(|area| area.pixels()).sum::<u64>() == whole.pixels();
    let overlap = || {
        let mut pairs = areas.iter().enumerate();
        pairs.any(|(index, area)| areas[index + 1..].iter().any(|other| area.overlaps(*other)))
    };
    (is_filled && !overlap()).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIGHT: Rgb = Rgb([200; 3]);
    const DARK: Rgb = Rgb([100; 3]);

    fn fills(areas: &[(u32, u32, u32, Rgb)]) -> Vec<(Rgb, Vec<Rect>)> {
        let mut fills = Fills::default();
        for &(x, y, width, colour) in areas {
            fills.add(Rect { x, y, width, height: 10 }, colour);
        }
        fills.join();
        fills.0
    }

    #[test]
    fn squares_that_cover_a_board_lie_on_one_rectangle() {
        let board = [(0, 0, 10, LIGHT), (10, 0, 10, DARK), (0, 10, 10, DARK), (10, 10, 10, LIGHT)];
        let joined = fills(&board);
        assert_eq!(joined.len(), 2);
        assert_eq!(joined[0].1, [Rect { x: 0, y: 0, width: 20, height: 20 }]);
        assert_eq!(joined[1].1.len(), 2);
        let beside = [&board[..], &[(40, 0, 10, Rgb([9; 3]))]].concat();
        assert_eq!(fills(&beside).len(), 3, "with a sign beside the board");
        for others in [&board[1..], &[(0, 0, 20, LIGHT), (10, 0, 20, DARK), (0, 10, 20, LIGHT)]] {
            let apart = fills(others);
            assert_eq!(apart.iter().map(|(_, areas)| areas.len()).sum::<usize>(), others.len());
        }
    }
}
