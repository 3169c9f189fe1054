//! The arguments of `queenreel search`.

use std::num::NonZeroU64;
use std::path::PathBuf;

use crate::board::BoardSize;
use crate::cli::error::CliError;
use crate::search::{Algorithm, DEFAULT_SEED, Event, Order, until_solutions};
use anyhow::anyhow;
use clap::Args;
use clap::builder::{Resettable, Str};

use super::film::FilmArgs;
use crate::cli::values;

/// Film the search for N queens on an N×N board
///
/// There is a frame for the empty board, for every queen placed and for every queen taken away
/// again; in searches that try whole boards, one for every board, and for every queen moved. The
/// film ends with the first solution unless more are asked for.
#[derive(Debug, Args)]
#[command(after_help = "\
Times are written like 120ms or 1.5s.

Examples:
  queenreel search 8                          to the first solution, as a GIF
  queenreel search 6 --all --duration 20s     the whole search in twenty seconds
  queenreel search 4 --all --detail tests     every test, with the reason it fails
  queenreel search 6 --algorithm marking      another way to search: see 'queenreel algorithms'
  queenreel search 8 --no-highlight           only queens: the smallest file
  queenreel search 5 --size 240 --theme dark  small, for a dark page
  queenreel search 8 -o frames/               PNG frames and frames.json, for slides
  queenreel search 8 -o queens.mp4            a video, for slides
  queenreel search 4 -o - | display           into another program
  queenreel search 8 --events -               no film, but what happens, as JSON Lines

'queenreel help replay' tells how events are written.")]
pub struct SearchArgs {
    /// Number of queens, and of rows and columns: 1 to 64
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub queens: BoardSize,

    /// Where to write: FILE.gif, .apng, .webp, .mp4 or .y4m, DIRECTORY/ for PNG frames,
    /// or - for standard output [default: output/queens-N.gif, or queens-N-ALGORITHM.gif]
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// Write every event as a line of JSON as well; to - and without --output there is no film,
    /// and no limit to the length of the search
    #[arg(long, value_name = "FILE|-")]
    pub events: Option<PathBuf>,

    #[command(flatten, next_help_heading = "What is filmed")]
    pub spec: SearchSpecArgs,

    // Its first options belong under no heading.
    #[command(flatten, next_help_heading = Resettable::<Str>::Reset)]
    pub film: FilmArgs,
}

#[derive(Debug, Args)]
pub struct SearchSpecArgs {
    /// How solutions are searched for; 'queenreel algorithms' tells what each does
    #[arg(long, value_name = "NAME", value_parser = values::algorithm(), default_value = Algorithm::default().name())]
    pub algorithm: Algorithm,

    /// The chance of random and min-conflicts: the same number, the same film [default: 1]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    pub seed: Option<u64>,

    /// Film the search to its very end, with all solutions
    #[arg(long, conflicts_with = "solutions")]
    pub all: bool,

    /// End with the K-th solution
    #[arg(
        long,
        value_name = "K",
        default_value = "1",
        hide_default_value = true,
        allow_negative_numbers = true
    )]
    pub solutions: NonZeroU64,

    /// Give each column a queen in turn, or each row
    #[arg(long, value_enum, default_value_t)]
    pub order: Order,
}

impl SearchSpecArgs {
    /// Refuses what the algorithm cannot do, rather than to leave it undone without a word.
    pub fn check(&self, size: BoardSize) -> Result<(), CliError> {
        let algorithm = self.algorithm;
        let refused = if self.seed.is_some() && !algorithm.uses_seed() {
            anyhow!(
                "--seed is for searches by chance, and {algorithm} leaves nothing to it; it goes with {}",
                names(Algorithm::uses_seed)
            )
        } else if self.order == Order::Rows && !algorithm.has_order() {
            anyhow!(
                "--order rows is for searches line by line, and {algorithm} sets up whole boards; it goes with {}",
                names(Algorithm::has_order)
            )
        } else if self.goes_on() && !algorithm.visits_all_solutions() {
            anyhow!(
                "{algorithm} is over with the first solution that it meets; --all and --solutions K need one that visits all: {}",
                names(Algorithm::visits_all_solutions)
            )
        } else if algorithm.never_ends(size) {
            anyhow!(
                "{size} queens have no solution, and {algorithm} goes on until it has one: it would never end"
            )
        } else {
            return Ok(());
        };
        Err(CliError::Usage(refused))
    }

    /// Whether the film goes on after the first solution.
    pub fn goes_on(&self) -> bool {
        self.all || self.solutions.get() > 1
    }

    /// What a default output is called, without its extension.
    pub fn stem(&self, size: BoardSize) -> String {
        match self.algorithm {
            Algorithm::Backtracking => format!("queens-{size}"),
            algorithm => format!("queens-{size}-{algorithm}"),
        }
    }

    /// What chance starts from.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(DEFAULT_SEED)
    }

    pub fn events(&self, size: BoardSize) -> impl Iterator<Item = Event> + use<> {
        let solutions = if self.all { u64::MAX } else { self.solutions.get() };
        until_solutions(self.algorithm.events(size, self.order, self.seed()), solutions)
    }
}

pub fn names(which: fn(Algorithm) -> bool) -> String {
    let names = Algorithm::ALL.into_iter().filter(|algorithm| which(*algorithm)).map(Algorithm::name);
    names.collect::<Vec<_>>().join(", ")
}
