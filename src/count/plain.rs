//! The plain search, the reference for the fast one.

/// The number of solutions on a board of `n` rows, 1 to 32, by the plain search.
///
/// ```
/// assert_eq!(queenreel::count::plain(8), 92);
/// ```
///
/// Row by row, the taken columns, diagonals and antidiagonals are bits of three
/// masks, and half of the first row represents the other half: the search of
/// Jeff Somers ("The N Queens Problem", 2002) and Martin Richards
/// ("Backtracking Algorithms in MCPL using Bit Patterns and Recursion", 1997).
pub fn plain(n: u32) -> u64 {
    if n == 1 {
        return 1;
    }
    let board = u32::MAX.unbounded_shr(32_u32.saturating_sub(n));
    let half = board.unbounded_shr(n.div_ceil(2));
    let mut solutions = search(half, board, 0, 0);
    if n % 2 == 1 {
        // Below a queen in the middle the second row has the mirror images.
        let middle = half + 1;
        solutions += search(half >> 1, board ^ middle, middle << 1, middle >> 1);
    }
    2 * solutions
}

/// Solutions with the next queen on one of the `free` squares of its row, for
/// queens in all `columns` that have none.
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
