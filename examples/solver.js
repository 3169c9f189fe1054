// A solver that prints what it does, one JSON object a line; queenreel makes the film:
//
//   node examples/solver.js 6 | queenreel replay - -o mine.gif
//
// It tells of every test as well, to be seen with --detail tests, and of the size of the board.

const n = Number(process.argv[2] ?? 8);
const tell = (event) => console.log(JSON.stringify(event));
const attacks = ([r, c], [row, column]) => c === column || row - r === Math.abs(column - c);

function solve(queens) {
  const row = queens.length + 1;
  if (row > n) return true;
  for (let column = 1; column <= n; column++) {
    const square = [row, column];
    const attacker = queens.find((queen) => attacks(queen, square)) ?? null;
    tell({ test: square, attacker });
    if (attacker) continue;
    tell({ place: square });
    if (solve([...queens, square])) return true;
    tell({ remove: square });
  }
  return false;
}

tell({ queens: n });
solve([]);
