//! `queenreel gallery`: draws solutions, on a page or one by one.

mod each;
mod found;
mod page;
mod words;

use crate::board::Problem;
use crate::cli::error::CliError;
use crate::recipe::{Job, Made, Solutions};

pub fn run(job: &Job, problem: &Problem, taken: &Solutions) -> Result<(), CliError> {
    match job.made {
        Made::Page(format) => page::draw(job, problem, taken, format),
        Made::Film(_) | Made::Chart(_) | Made::Text | Made::Events => each::draw(job, problem, taken),
    }
}
