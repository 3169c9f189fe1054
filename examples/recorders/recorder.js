// The recorder: copy this function into your solver, and call it wherever the solver does something.
// The log is what the program prints; queenreel makes the film:
//
//   node examples/recorders/recorder.js 6 | queenreel replay - -o mine.gif

function record(event, row, column) {
  console.log(`{"${event}":[${row},${column}]}`);
}

// A solver that uses it. It counts rows and columns from 0, as its first line says.

function safe(queens, row) {
  const column = queens.length;
  return queens.every((r, c) => row !== r && Math.abs(row - r) !== column - c);
}

/** Gives every column a queen, from the left; queens[c] is the row of the queen in column c. */
function solve(n, queens) {
  const column = queens.length;
  if (column === n) return true;
  for (let row = 0; row < n; row++) {
    record('test', row, column);
    if (!safe(queens, row)) continue;
    record('place', row, column);
    if (solve(n, [...queens, row])) return true;
    record('remove', row, column);
  }
  return false;
}

const n = Number(process.argv[2] ?? 8);
console.log(`{"queens":${n},"base":0}`);
solve(n, []);
