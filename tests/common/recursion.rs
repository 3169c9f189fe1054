//! Backtracking column by column by recursion, without events.

/// A queen placed or removed, the queens after it, and the squares refused since the step before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub placed: bool,
    pub at: (u8, u8),
    pub queens: Vec<(u8, u8)>,
    pub refused: Vec<(u8, u8)>,
    pub solved: bool,
}

/// The steps up to this number of solutions.
pub fn steps(n: u8, solutions: u64) -> Vec<Step> {
    let mut search = Search { n, rows: Vec::new(), refused: Vec::new(), steps: Vec::new(), solutions };
    search.go_on();
    search.steps
}

struct Search {
    n: u8,
    rows: Vec<u8>,
    refused: Vec<(u8, u8)>,
    steps: Vec<Step>,
    solutions: u64,
}

impl Search {
    fn go_on(&mut self) {
        let column = self.rows.len() as u8 + 1;
        for row in 1..=self.n {
            let attacked = self.rows.iter().zip(1..).any(|(queen, other): (&u8, u8)| {
                *queen == row || queen.abs_diff(row) == column.abs_diff(other)
            });
            if attacked {
                self.refused.push((row, column));
                continue;
            }
            self.rows.push(row);
            self.add(true, (row, column));
            if column < self.n {
                self.go_on();
            } else {
                self.solutions -= 1;
            }
            if self.solutions == 0 {
                return;
            }
            self.rows.pop();
            self.add(false, (row, column));
        }
    }

    fn add(&mut self, placed: bool, at: (u8, u8)) {
        let queens: Vec<(u8, u8)> = self.rows.iter().copied().zip(1..).collect();
        let refused = std::mem::take(&mut self.refused);
        let solved = placed && queens.len() == usize::from(self.n);
        self.steps.push(Step { placed, at, queens, refused, solved });
    }
}
