//! Placements of the queens on the outer ring of the board.
//!
//! Every solution has one queen in each of the first and the last row and the
//! first and the last column: four queens, or three if one is in a corner.
//! Of the placements that are images of one another under the symmetries of
//! the square, only one is searched, and its count multiplied by their number.
//! Takaken's program does so with corners and edges while descending; Kise et
//! al., "Solving the 24-queens Problem using MPI on a PC Cluster" (2004), and
//! Preußer and Engelhardt, "Putting Queens in Carry Chains, No. 27" (2017), place
//! border queens first, the latter on two rings.

/// The queen on the top, right, bottom and left side: its distance from the
/// corner that comes first when going round clockwise.
type Ring = [i32; 4];

/// A square as row and column.
type Square = (i32, i32);

/// Ring placements that differ in the top queen only.
pub struct Group {
    /// Number of images that each of the boards represents.
    pub weight: u64,
    /// The inner rows without a queen, from top to bottom.
    pub rows: Vec<Row>,
    /// One board per top queen, as seen from the first of the rows.
    pub boards: Vec<Board>,
}

/// An inner row; bit 0 of a mask is the first inner column.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Squares on a diagonal of the right, bottom or left queen.
    pub attacked: u32,
    /// Distance to the next row of the group, 0 for the last row.
    pub step: u32,
}

/// The squares of a row that the queens above it attack.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// Columns with a queen, and all bits outside the inner columns.
    pub columns: u32,
    /// Diagonals, one column further right in each row.
    pub diagonals: u32,
    /// Antidiagonals, one column further left in each row.
    pub antidiagonals: u32,
}

/// One placement of each class of images, for a board of `n` >= 6 rows.
pub fn groups(n: u32) -> Vec<Group> {
    let n = n as i32;
    let end = n - 1;
    let mut groups = Vec::new();
    for bottom in 0..=end / 2 {
        // The image with the bottom queen nearest to a corner leaves the
        // smallest search: at n = 14 about half that of the worst image.
        let side = bottom..=end - bottom;
        for left in side.clone() {
            for right in side.clone() {
                let mut tops: Vec<_> = side
                    .clone()
                    .filter_map(|top| Some((weight(n, [top, right, bottom, left])?, top)))
                    .collect();
                tops.sort_unstable();
                for tops in tops.chunk_by(|a, b| a.0 == b.0) {
                    groups.push(group(n, [right, bottom, left], tops));
                }
            }
        }
    }
    groups
}

/// Number of different images, `None` if two queens attack each other or
/// another image is the one to keep.
fn weight(n: i32, ring: Ring) -> Option<u64> {
    let squares = squares(n, ring);
    for (i, &a) in squares.iter().enumerate() {
        if squares[..i].iter().any(|&b| attack(a, b)) {
            return None;
        }
    }
    let key = |[top, right, bottom, left]: Ring| [bottom, left, right, top];
    let mut same = 0;
    for mut image in [ring, mirrored(n, ring)] {
        for _ in 0..4 {
            if key(image) < key(ring) {
                return None;
            }
            same += u64::from(image == ring);
            image.rotate_right(1);
        }
    }
    Some(8 / same)
}

fn mirrored(n: i32, ring: Ring) -> Ring {
    let [top, right, bottom, left] = ring.map(|distance| n - 1 - distance);
    [top, left, bottom, right]
}

fn squares(n: i32, [top, right, bottom, left]: Ring) -> [Square; 4] {
    let end = n - 1;
    [(0, top), (right, end), (end, end - bottom), (end - left, 0)]
}

/// Two sides may share one queen in their corner.
fn attack(a: Square, b: Square) -> bool {
    let (rows, columns) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
    a != b && (rows == 0 || columns == 0 || rows == columns)
}

fn group(n: i32, [right, bottom, left]: [i32; 3], tops: &[(u64, i32)]) -> Group {
    let inner = 1..n - 1;
    let bit = |column: i32| if inner.contains(&column) { 1 << (column - 1) } else { 0 };
    let [_, right, bottom, left] = squares(n, [0, right, bottom, left]);
    let open: Vec<i32> = inner.clone().filter(|&row| row != right.0 && row != left.0).collect();
    let rows = open.iter().enumerate().map(|(i, &row)| Row {
        attacked: [right, bottom, left].iter().fold(0, |mask, queen| {
            let distance = (queen.0 - row).abs();
            mask | bit(queen.1 - distance) | bit(queen.1 + distance)
        }),
        step: open.get(i + 1).map_or(0, |next| next.abs_diff(row)),
    });
    let outside = u32::MAX << (n - 2);
    let boards = tops.iter().map(|&(_, top)| Board {
        columns: outside | bit(bottom.1) | bit(top),
        diagonals: bit(top + open[0]),
        antidiagonals: bit(top - open[0]),
    });
    Group { weight: tops[0].0, rows: rows.collect(), boards: boards.collect() }
}
