//! The combined changes of two consecutive pictures.

use crate::picture::{Change, Picture, Rect, digest};

/// Compares a picture with the canvas before the last frame, whose changes were `last`. Returns the changes since
/// that canvas if the picture undoes one of `last`, and the result has fewer pixels than `picture.changes`: the
/// last frame should then be disposed to previous.
pub fn combined_if_smaller(last: &[Change], picture: &Picture<'_>) -> Option<Vec<Change>> {
    let is_undone =
        |a: &Change| picture.changes.iter().any(|b| a.area == b.area && a.before == Some(b.digest));
    // A quick check that most pictures fail.
    if !last.iter().any(is_undone) {
        return None;
    }
    let combined = combine(last, picture);
    let pixels = |changes: &[Change]| changes.iter().map(|change| change.area.pixels()).sum::<u64>();
    (pixels(&combined) < pixels(picture.changes)).then_some(combined)
}

/// Joins `last` and the changes of the picture: merges changes that overlap, and drops changes that cancel out.
fn combine(last: &[Change], picture: &Picture<'_>) -> Vec<Change> {
    let mut combined = last.to_vec();
    for change in picture.changes {
        let mut merged = *change;
        while let Some(index) = combined.iter().position(|earlier| earlier.area.overlaps(merged.area)) {
            let earlier = combined.swap_remove(index);
            merged = if earlier.area == merged.area {
                Change { before: earlier.before, ..merged }
            } else {
                let area = earlier.area.with(merged.area);
                Change { area, before: None, digest: area_digest(picture, area) }
            };
        }
        if merged.before != Some(merged.digest) {
            combined.push(merged);
        }
    }
    combined
}

pub fn area_digest(picture: &Picture<'_>, area: Rect) -> u128 {
    digest(area.width, area.rows(picture.pixels, picture.canvas.width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Canvas, Rgb};

    fn change(x: u32, before: u128, digest: u128) -> Change {
        Change { area: Rect { x, y: 0, width: 2, height: 2 }, before: Some(before), digest }
    }

    fn with_picture<T>(changes: &[Change], work: impl FnOnce(&Picture<'_>) -> T) -> T {
        let canvas = Canvas::new(8, 2, vec![Rgb([0; 3])]);
        work(&Picture { canvas: &canvas, pixels: &[0; 16], changes })
    }

    fn combined(first: &[Change], second: &[Change]) -> Vec<Change> {
        with_picture(second, |picture| combine(first, picture))
    }

    fn smaller(first: &[Change], second: &[Change]) -> Option<Vec<Change>> {
        with_picture(second, |picture| combined_if_smaller(first, picture))
    }

    #[test]
    fn changes_that_cancel_out_are_dropped() {
        let (there, back, elsewhere) = (change(0, 1, 2), change(0, 2, 1), change(4, 7, 8));
        assert_eq!(smaller(&[there], &[back]), Some(vec![]));
        assert_eq!(smaller(&[there], &[back, elsewhere]), Some(vec![elsewhere]));
        assert_eq!(combined(&[elsewhere, there], &[back]), [elsewhere]);
        assert_eq!(smaller(&[elsewhere, there], &[back]), None, "it is not smaller");
    }

    #[test]
    fn changes_of_the_same_area_become_one() {
        let (first, second) = (change(0, 1, 2), change(0, 2, 3));
        assert_eq!(smaller(&[first], &[second]), None);
        assert_eq!(combined(&[first], &[second]), [change(0, 1, 3)]);
    }

    #[test]
    fn overlapping_changes_become_one_with_a_digest_of_its_pixels() {
        let first = [change(0, 1, 2), change(3, 1, 2), change(6, 1, 2)];
        let merged = combined(
            &first,
            &[Change { area: Rect { width: 3, ..first[0].area }, ..change(0, 2, 1) }, change(4, 2, 1)],
        );
        let areas: Vec<Rect> = merged.iter().map(|change| change.area).collect();
        let joined = |x, width| Rect { x, y: 0, width, height: 2 };
        assert_eq!(areas, [joined(6, 2), joined(0, 3), joined(3, 3)]);
        assert!(merged[1..].iter().all(|change| change.before.is_none()));
    }

    #[test]
    fn a_change_without_digest_before_never_cancels_out() {
        let first = Change { before: None, ..change(0, 0, 2) };
        assert_eq!(smaller(&[first], &[change(0, 2, 1)]), None);
        assert_eq!(combined(&[first], &[change(0, 2, 1)]), [Change { digest: 1, ..first }]);
    }
}
