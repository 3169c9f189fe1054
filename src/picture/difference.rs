//! The difference of two pictures.

use super::Rect;

/// The bounding box of the pixels that differ between two pictures of the same size; empty if none
/// do. `width` is that of the pictures.
pub fn differing(before: &[u8], after: &[u8], width: u32) -> Rect {
    let mut left = width;
    let mut right = 0;
    let mut rows = None;
    let pairs = before.chunks(width as usize).zip(after.chunks(width as usize));
    for (y, (before, after)) in (0..).zip(pairs) {
        if before == after {
            continue;
        }
        let differs = |(a, b): (&u8, &u8)| a != b;
        let Some(first) = before.iter().zip(after).position(differs) else { continue };
        let last = before.iter().zip(after).rposition(differs).unwrap_or(first);
        left = left.min(first as u32);
        right = right.max(last as u32 + 1);
        rows = Some((rows.map_or(y, |(top, _)| top), y + 1));
    }
    rows.map_or_else(Rect::default, |(y, bottom)| Rect {
        x: left,
        y,
        width: right - left,
        height: bottom - y,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_is_tight() {
        let before = [0; 20];
        let mut after = before;
        after[5 + 3] = 1;
        after[10 + 1] = 1;
        assert_eq!(differing(&before, &after, 5), Rect { x: 1, y: 1, width: 3, height: 2 });
        assert_eq!(differing(&before, &before, 5).pixels(), 0);
    }
}
