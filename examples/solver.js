// A solver that prints what it does, one JSON object a line; queenreel makes the film:
//
//   node examples/solver.js 6 | queenreel replay - -o mine.gif
//
// It also reports the size of the board and every test; --detail tests shows them.

const n = Number(process.argv[2] ?? 8);
const report = (event) => console.log(JSON.stringify(event));
const attacks = ([r, c], [row, column]) => c === column || row - r === Math.abs(column - c);

function solve(queens) {
  const row = queens.length + 1;
  if (row > n) return true;
  for (let column = 1; column <= n; column++) {
    const square = [row, column];
    const attacker = queens.find((queen) => attacks(queen, square)) ?? null;
    report({ test: square, attacker });
    if (attacker) continue;
    report({ place: square });
    if (solve([...queens, square])) return true;
    report({ remove: square });
  }
  return false;
}

report({ queens: n });
solve([]);
