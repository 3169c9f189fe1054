//! References for counts: a plain search, and published numbers.

/// Counts the solutions on a board of `n` rows, 1 to 32, by a plain search.
///
/// ```
/// assert_eq!(queenreel::count::plain(8), 92);
/// ```
///
/// This is the search of Jeff Somers ("The N Queens Problem", 2002) and Martin Richards ("Backtracking Algorithms
/// in MCPL using Bit Patterns and Recursion", 1997): row by row, the attacked columns, diagonals and antidiagonals
/// are bits of three masks. Solutions in one half of the first row are counted twice, for their mirror images.
pub fn plain(n: u32) -> u64 {
    if n == 1 {
        return 1;
    }
    let board = u32::MAX.unbounded_shr(32_u32.saturating_sub(n));
    let half = board.unbounded_shr(n.div_ceil(2));
    let mut solutions = search(half, board, 0, 0);
    if n % 2 == 1 {
        // With a queen in the middle of the first row, half of the second row is searched instead.
        let middle = half + 1;
        solutions += search(half >> 1, board ^ middle, middle << 1, middle >> 1);
    }
    2 * solutions
}

/// Counts the solutions with the next queen on one of the `free` squares of its row; `columns` are those without a
/// queen.
fn search(mut free: u32, columns: u32, diagonals: u32, antidiagonals: u32) -> u64 {
    let mut solutions = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        let columns = columns ^ queen;
        if columns == 0 {
            return 1;
        }
        let diagonals = (diagonals | queen) << 1;
        let antidiagonals = (antidiagonals | queen) >> 1;
        let next = columns & !(diagonals | antidiagonals);
        if next != 0 {
            solutions += search(next, columns, diagonals, antidiagonals);
        }
    }
    solutions
}

/// Numbers of all and of fundamental solutions for 1, 2, … queens, each confirmed by several authors.
const KNOWN: [(u64, u64); 27] = [
    (1, 1),
    (0, 0),
    (0, 0),
    (2, 1),
    (10, 2),
    (4, 1),
    (40, 6),
    (92, 12),
    (352, 46),
    (724, 92),
    (2_680, 341),
    (14_200, 1_787),
    (73_712, 9_233),
    (365_596, 45_752),
    (2_279_184, 285_053),
    (14_772_512, 1_846_955),
    (95_815_104, 11_977_939),
    (666_090_624, 83_263_591),
    (4_968_057_848, 621_012_754),
    (39_029_188_884, 4_878_666_808),
    (314_666_222_712, 39_333_324_973),
    (2_691_008_701_644, 336_376_244_042),
    (24_233_937_684_440, 3_029_242_658_210),
    (227_514_171_973_736, 28_439_272_956_934),
    (2_207_893_435_808_352, 275_986_683_743_434),
    (22_317_699_616_364_044, 2_789_712_466_510_289),
    (234_907_967_154_122_528, 29_363_495_934_315_694),
];

/// The OEIS sequence of the numbers of all solutions.
pub const ALL_SEQUENCE: &str = "A000170";

/// The OEIS sequence of the numbers of fundamental solutions.
pub const FUNDAMENTAL_SEQUENCE: &str = "A002562";

/// The largest board with a published number of solutions.
pub const LARGEST_KNOWN: u32 = KNOWN.len() as u32;

/// Published times of counts of all solutions, for 14, 15, … queens. The source has no unit for 22.
const TIMES: [&str; 10] =
    ["0.2 s", "1.9 s", "11.2 s", "77.2 s", "9.6 min", "75.0 min", "10.2 h", "87.2 h", "31.9 d?", "296 d"];

/// Returns the time of a published count of all solutions for `n` queens, with a question mark where the source
/// has no unit; `None` if unknown.
///
/// ```
/// assert_eq!(queenreel::count::published_time(20), Some("10.2 h"));
/// ```
pub fn published_time(n: u32) -> Option<&'static str> {
    match n {
        0 => None,
        1..=13 => Some("< 1 s"),
        _ => TIMES.get(n as usize - 14).copied(),
    }
}

/// Returns the numbers of all solutions (OEIS A000170) and of fundamental solutions (OEIS A002562) for `n` queens;
/// `None` for 0, and above 27, the largest published count.
///
/// ```
/// assert_eq!(queenreel::count::known(8), Some((92, 12)));
/// ```
pub fn known(n: u32) -> Option<(u64, u64)> {
    KNOWN.get((n as usize).checked_sub(1)?).copied()
}
