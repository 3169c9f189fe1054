//! What two steps change together.

use crate::picture::{Change, Picture, Rect, digest};

/// The changes that lead to a picture from the one before the last step, if they are fewer pixels
/// than those from the last one: then it pays to take that step back.
pub fn less_after_taking_back(step: &[Change], picture: &Picture<'_>) -> Option<Vec<Change>> {
    let undone = |a: &Change| picture.changes.iter().any(|b| a.area == b.area && a.before == Some(b.digest));
    // Most steps are no way back, which is quickly seen.
    if !step.iter().any(undone) {
        return None;
    }
    let both = both(step, picture);
    let pixels = |changes: &[Change]| changes.iter().map(|change| change.area.pixels()).sum::<u64>();
    (pixels(&both) < pixels(picture.changes)).then_some(both)
}

/// The changes that a step makes together with the one to this picture.
fn both(step: &[Change], picture: &Picture<'_>) -> Vec<Change> {
    let mut net = step.to_vec();
    for change in picture.changes {
        let mut sum = *change;
        while let Some(place) = net.iter().position(|known| known.area.overlaps(sum.area)) {
            let known = net.swap_remove(place);
            sum = if known.area == sum.area {
                Change { before: known.before, ..sum }
            } else {
                let area = known.area.with(sum.area);
                Change { area, before: None, digest: area_digest(picture, area) }
            };
        }
        if sum.before != Some(sum.digest) {
            net.push(sum);
        }
    }
    net
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

    fn with_picture<T>(changes: &[Change], look: impl FnOnce(&Picture<'_>) -> T) -> T {
        let canvas = Canvas { width: 8, height: 2, palette: vec![Rgb([0; 3])] };
        look(&Picture { canvas: &canvas, pixels: &[0; 16], changes })
    }

    fn sum(first: &[Change], second: &[Change]) -> Vec<Change> {
        with_picture(second, |picture| both(first, picture))
    }

    fn less(first: &[Change], second: &[Change]) -> Option<Vec<Change>> {
        with_picture(second, |picture| less_after_taking_back(first, picture))
    }

    #[test]
    fn what_is_taken_back_is_no_change() {
        let (there, back, elsewhere) = (change(0, 1, 2), change(0, 2, 1), change(4, 7, 8));
        assert_eq!(less(&[there], &[back]), Some(vec![]));
        assert_eq!(less(&[there], &[back, elsewhere]), Some(vec![elsewhere]));
        assert_eq!(sum(&[elsewhere, there], &[back]), [elsewhere]);
        assert_eq!(less(&[elsewhere, there], &[back]), None, "it is no less");
    }

    #[test]
    fn what_goes_on_at_the_same_place_is_one_change() {
        let (first, second) = (change(0, 1, 2), change(0, 2, 3));
        assert_eq!(less(&[first], &[second]), None);
        assert_eq!(sum(&[first], &[second]), [change(0, 1, 3)]);
    }

    #[test]
    fn what_overlaps_becomes_one_area_that_is_known_by_its_pixels() {
        let first = [change(0, 1, 2), change(3, 1, 2), change(6, 1, 2)];
        let sum = sum(
            &first,
            &[Change { area: Rect { width: 3, ..first[0].area }, ..change(0, 2, 1) }, change(4, 2, 1)],
        );
        let areas: Vec<Rect> = sum.iter().map(|change| change.area).collect();
        let joined = |x, width| Rect { x, y: 0, width, height: 2 };
        assert_eq!(areas, [joined(6, 2), joined(0, 3), joined(3, 3)]);
        assert!(sum[1..].iter().all(|change| change.before.is_none()));
    }

    #[test]
    fn what_was_not_known_before_is_not_known_to_be_taken_back() {
        let first = Change { before: None, ..change(0, 0, 2) };
        assert_eq!(less(&[first], &[change(0, 2, 1)]), None);
        assert_eq!(sum(&[first], &[change(0, 2, 1)]), [Change { digest: 1, ..first }]);
    }
}
