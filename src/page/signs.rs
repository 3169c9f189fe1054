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
    let is_heat = theme.heat().is_some();
    let mut signs = Vec::new();
    let mut add = |meaning, is_there: bool, has_queen: bool, change: &dyn Fn(&mut Scene)| {
        if is_there {
            let mut scene = Scene::empty(size);
            scene.queens.extend(has_queen.then_some(square));
            change(&mut scene);
            signs.push((scene, meaning));
        }
    };
    for mark in Mark::ALL.into_iter().filter(|mark| has(*mark)) {
        let (meaning, is_there, has_queen) = match mark {
            Mark::Placed => ("placed", true, true),
            // It has the signs of a queen placed and of one attacked.
            Mark::PlacedInConflict => ("placed, attacked", !has(Mark::Placed), true),
            Mark::Removed => ("removed", true, false),
            // Heat maps do not mark solutions.
            Mark::Solution => ("solution", !is_heat, true),
            Mark::Conflict => ("attacked", true, true),
            Mark::Refused => ("refused", true, false),
            // Of tests and dead ends, which are no steps.
            Mark::Safe | Mark::DeadEnd | Mark::Tried => continue,
        };
        add(meaning, is_there, has_queen, &|scene| scene.marks.push((square, mark)));
    }
    let is_ruled_out = any(&|scene| !scene.ruled_out.is_empty());
    add("ruled out", !is_heat && is_ruled_out, false, &|scene| _ = scene.ruled_out.insert(square));
    let has_start = any(&|scene| !scene.start.is_empty());
    add("from the start", has_start, true, &|scene| _ = scene.start.insert(square));
    let has_closed = any(&|scene| !scene.blocked.is_empty());
    add("closed", has_closed, false, &|scene| _ = scene.blocked.insert(square));
    add(DISCARDED, steps.iter().any(|step| step.is_discarded), false, &|_| ());
    signs
}
