//! Limits on the number of drawn solutions, and the search for them.

use crate::board::Problem;
use crate::limits::MAX_SOLUTIONS;
use crate::search::NumberedSolution;
use crate::watch::{self, Stage};
use crate::words::counted;

use super::super::problem::{number_of_solutions, they_have};
use super::{Error, Result, Run, Solutions};

impl Run<'_> {
    /// Searches for the solutions; in a trial, returns placeholders.
    pub(super) fn find(&mut self, taken: &Solutions) -> Result<Vec<NumberedSolution>> {
        if self.is_trial {
            return Ok(taken.placeholders());
        }
        self.watch.stage(Stage::Searching);
        let mut solutions = Vec::new();
        for found in taken.found() {
            if let Some(found) = found? {
                solutions.push(found);
                self.watch.progress(solutions.len() as u64, None);
            }
            watch::check(self.watch)?;
        }
        Ok(solutions)
    }
}

/// Refuses more than `most` solutions without a limit, and a limit above [`MAX_SOLUTIONS`].
pub fn check_number(taken: &Solutions, problem: &Problem, most: u64) -> Result<()> {
    // A number that is not known is far too large.
    let number = taken.number();
    if taken.is_limited() && number.is_none_or(|number| number > MAX_SOLUTIONS) {
        return Err(Error::request(format!("at most {MAX_SOLUTIONS} solutions are drawn")));
    }
    if !taken.is_limited() && number.is_none_or(|number| number > most) {
        return Err(too_many(taken, problem));
    }
    Ok(())
}

pub fn too_many(taken: &Solutions, problem: &Problem) -> Error {
    let they_have = they_have(problem);
    let found = number_of_solutions(problem).map_or_else(
        || "more solutions than can be listed".to_owned(),
        |(total, fundamental)| {
            let (number, kind) = if taken.fundamental { (fundamental, "fundamental ") } else { (total, "") };
            counted(number, &format!("{kind}solution"))
        },
    );
    let fewer = if taken.fundamental { "" } else { ", --fundamental leaves out rotations and reflections" };
    Error::request(format!(
        "{they_have} {found}, too many to be drawn: --solutions K takes the first K, --from K begins with the \
         K-th, --select 7..9 takes those{fewer}"
    ))
}
