//! The iterative solver with stage matrices, written independently from its description.

/// A matrix of digits.
pub type Digits = Vec<Vec<u8>>;

/// The state of the solver after a placement or a step back.
pub struct Step {
    /// Row and column of the queen that was placed or removed, counted from 1.
    pub square: [usize; 2],
    /// Whether it was placed.
    pub is_placed: bool,
    pub now: Digits,
    /// The stages of all columns; `None` before the first queen of a column.
    pub kept: Vec<Option<Digits>>,
}

/// The steps to the first solution, or to the end of the search.
pub fn steps(n: usize, all: bool) -> Vec<Step> {
    let mut now = vec![vec![0_u8; n]; n];
    let mut kept: Vec<Option<Digits>> = vec![None; n];
    let mut queens: Vec<usize> = Vec::new();
    let mut steps = Vec::new();
    loop {
        let column = queens.len();
        let free = if column < n { (0..n).find(|row| now[*row][column] == 0) } else { None };
        let (square, is_placed) = if let Some(row) = free {
            let mut stage = now.clone();
            stage[row][column] = 2;
            kept[column] = Some(stage);
            now[row].fill(1);
            for (other, entries) in now.iter_mut().enumerate() {
                entries[column] = 1;
                // The squares of the queen's diagonals in later columns.
                let ahead = column + other.abs_diff(row);
                if other != row && ahead < n {
                    entries[ahead] = 1;
                }
            }
            queens.push(row);
            ([row + 1, column + 1], true)
        } else {
            if column == n && !all {
                return steps;
            }
            let Some(row) = queens.pop() else { return steps };
            now = kept[column - 1].clone().unwrap();
            ([row + 1, column], false)
        };
        steps.push(Step { square, is_placed, now: now.clone(), kept: kept.clone() });
    }
}

/// A matrix as text: digits, rows separated by `/`.
pub fn digits(rows: &[Vec<u8>]) -> String {
    let row = |row: &Vec<u8>| row.iter().map(u8::to_string).collect::<String>();
    rows.iter().map(row).collect::<Vec<_>>().join("/")
}
