//! What the signs on the boards of a sheet mean.

use crate::board::{BoardSize, Square};
use crate::record::{Mark, Scene, Step};

use super::theme::Theme;

/// What it means that a board is crossed out.
pub const DISCARDED: &str = "discarded";

/// For each sign that the boards have a board, whose first square shows it, with its meaning.
pub fn signs(steps: &[Step], theme: &Theme) -> Vec<(Scene, &'static str)> {
    // Where a queen leaves squares free, as on most boards.
    let (size, square) = (BoardSize::new(3).expect("3 is a size"), Square::new(1, 1));
    let any = |has: &dyn Fn(&Scene) -> bool| steps.iter().any(|step| has(&step.scene));
    let has = |mark: Mark| any(&|scene| scene.marks.iter().any(|(_, other)| *other == mark));
    let sign = |has_queen: bool, change: &dyn Fn(&mut Scene)| {
        let mut scene = Scene::empty(size);
        scene.queens.extend(has_queen.then_some(square));
        change(&mut scene);
        scene
    };
    let of_mark = |mark: Mark| {
        let (has_queen, meaning) = match mark {
            Mark::Placed => (true, "placed"),
            // It has the signs of a queen placed and of one attacked.
            Mark::PlacedInConflict if has(Mark::Placed) => return None,
            Mark::PlacedInConflict => (true, "placed, attacked"),
            Mark::Removed => (false, "removed"),
            // Heat maps do not mark solutions.
            Mark::Solution if theme.heat().is_some() => return None,
            Mark::Solution => (true, "solution"),
            Mark::Conflict => (true, "attacked"),
            Mark::Refused => (false, "refused"),
            // Of tests and dead ends, which are no steps.
            Mark::Safe | Mark::DeadEnd | Mark::Tried => return None,
        };
        Some((sign(has_queen, &|scene| scene.marks.push((square, mark))), meaning))
    };
    let mut signs: Vec<_> = Mark::ALL.into_iter().filter(|mark| has(*mark)).filter_map(of_mark).collect();
    if theme.heat().is_none() && any(&|scene| !scene.ruled_out.is_empty()) {
        signs.push((sign(false, &|scene| _ = scene.ruled_out.insert(square)), "ruled out"));
    }
    if any(&|scene| !scene.start.is_empty()) {
        signs.push((sign(true, &|scene| _ = scene.start.insert(square)), "from the start"));
    }
    if any(&|scene| !scene.blocked.is_empty()) {
        signs.push((sign(false, &|scene| _ = scene.blocked.insert(square)), "closed"));
    }
    if steps.iter().any(|step| step.is_discarded) {
        signs.push((Scene::empty(size), DISCARDED));
    }
    signs
}
