//! Limits that users can reach, with the reason for each.

use std::time::Duration;

/// Largest board: a row of squares fits into the bits of a `u64`.
pub const MAX_BOARD_SIZE: u8 = 64;

/// Largest board whose number of solutions fits into a `u64`: it is known up to n = 27, where it is 2.3e17, and
/// each further row makes it about eleven times as large.
pub const MAX_COUNTED_SIZE: u32 = 28;

/// Largest plain board whose solutions are counted while a film is planned: it takes milliseconds.
pub const QUICKLY_COUNTED: u8 = 14;

/// Largest board with given queens or closed squares whose solutions are counted in advance, without symmetry.
pub const QUICKLY_COUNTED_ONE_BY_ONE: u8 = 12;

/// Largest board whose count needs no estimate of its time.
pub const COUNTED_WITHOUT_ESTIMATE: u32 = 16;

/// Largest board that is searched to find out whether it has a solution: it takes seconds at most.
pub const QUICKLY_SEARCHED: u8 = 14;

/// Events until the look-ahead of a search, or the search for the next solution, gives up: it bounds the
/// waiting time.
pub const MAX_EVENTS: u64 = 500_000_000;

/// Ticks until the look-ahead of a race gives up; each tick is an event of every solver.
pub const MAX_TICKS: u64 = 200_000_000;

/// Frames of a film without `--max-frames`, so that no film is long by mistake.
pub const DEFAULT_MAX_FRAMES: u64 = 10_000;

/// Frames of a film from which `--select` takes an excerpt: their summaries are in memory.
pub const MAX_FRAMES_OF_EXCERPT: usize = 2_000_000;

/// Frames of a film at the pace `story`; longer films have even times, which need no memory for each frame.
pub const MAX_FRAMES_OF_STORY: usize = 100_000;

/// Nodes of a tree: more nodes cannot be distinguished in a picture.
pub const MAX_TREE_NODES: usize = 100_000;

/// Largest interval between shown steps that `--fit` tries; beyond it, only solutions are shown.
pub const MAX_FITTED_INTERVAL: u64 = 1 << 20;

/// Frames in the transcript of an HTML page.
pub const MAX_TRANSCRIPT_FRAMES: u64 = 20_000;

/// Changes in an SVG film, beyond which browsers stutter.
pub const MAX_SVG_CHANGES: u64 = 20_000;
/// Bytes of an SVG film, beyond which browsers stutter.
pub const MAX_SVG_BYTES: usize = 2_000_000;

/// Longest pause that an event can request.
pub const MAX_PAUSE: Duration = Duration::from_secs(60);

/// Time of a frame or a card, as given by options.
pub const MAX_FRAME_TIME: Duration = Duration::from_secs(10 * 60);
/// Time of a film or a search, as given by options.
pub const MAX_FILM_TIME: Duration = Duration::from_secs(60 * 60);

/// Number of plays, which formats store in 16 bits.
pub const MAX_PLAYS: u32 = u16::MAX as u32;

/// Frame rate in pictures per second; not every player supports higher rates.
pub const MAX_FPS: u32 = 60;

/// Width of a board and longest side of a page in pixels: a picture with sides of this length has 64 MiB.
pub const MAX_PAGE_SIDE: u32 = 8192;

/// Longest side in pixels of a still that is not a PNG: such a still is in memory with three bytes per pixel.
pub const MAX_STILL_SIDE: u32 = 1 << 14;

/// Slides without `--max-frames`, through which readers click one by one.
pub const DEFAULT_MAX_SLIDES: u64 = 300;

/// Steps of an HTML page without `--max-frames`; readers can jump to any of them.
pub const DEFAULT_MAX_STEPS: u64 = 1_000_000;

/// Steps on one sheet.
pub const MAX_SHEET_STEPS: usize = 20_000;

/// Pages of a sheet without a note that there are many.
pub const FEW_PAGES: u64 = 20;

/// Solutions on one page without a limit on their number.
pub const DEFAULT_MAX_BOARDS: u64 = 1_000_000;
/// Pictures of a gallery without a limit on their number.
pub const DEFAULT_MAX_PICTURES: u64 = 10_000;

/// Solutions that are drawn, even if a higher limit is given.
pub const MAX_SOLUTIONS: u64 = 1_000_000;

/// Bytes of a line of text in a log, without its end.
pub const MAX_LOG_LINE: usize = 1 << 16;

/// Bytes of a log from a pipe without `--max-log`: its copy is on the disk.
pub const DEFAULT_MAX_LOG_BYTES: u64 = 4_000_000_000;

/// Bytes of a line that a log reader skips; a longer line is an error, since it may never end.
pub const MAX_SKIPPED_LINE: usize = 1 << 19;

/// Characters of a caption, which has to fit next to the board.
pub const MAX_CAPTION: usize = 200;

/// Lines of code in the header of a log.
pub const MAX_CODE_LINES: usize = 100;

/// Solvers that write one log.
pub const MAX_LANES: usize = 1000;

/// Boards of a log that fit side by side.
pub const MAX_LANES_SHOWN: usize = 4;

/// Errors of a log that are printed; all further errors are only counted.
pub const MAX_PRINTED_ERRORS: usize = 1000;

/// Bytes of a source file that is shown as code.
pub const MAX_SOURCE_BYTES: usize = 1_000_000;
/// Lines of a source file that is shown as code.
pub const MAX_SOURCE_LINES: usize = 100_000;

/// Bytes of a theme.
pub const MAX_THEME_BYTES: usize = 1_000_000;
/// Bytes of a recipe.
#[cfg(feature = "cli")]
pub const MAX_RECIPE_BYTES: usize = 1_000_000;

/// Bytes of a font; fonts with tens of thousands of characters are smaller.
pub const MAX_FONT_BYTES: usize = 64 << 20;
