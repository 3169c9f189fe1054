// Simulated annealing: one queen in each column, moved at random; a worse board is accepted
// less often as the temperature falls.

const n = Number(process.argv[2] ?? 6);
const report = (event) => console.log(JSON.stringify(event));

let state = 1;
function random() {
  state = (state * 48271) % 2147483647;
  return state / 2147483647;
}

const queens = Array.from({ length: n }, () => Math.floor(random() * n) + 1);

function conflicts() {
  let pairs = 0;
  for (let a = 0; a < n; a++)
    for (let b = 0; b < a; b++)
      if (queens[a] === queens[b] || Math.abs(queens[a] - queens[b]) === a - b) pairs++;
  return pairs;
}

let energy = conflicts();
report({ queens: n, algorithm: 'simulated annealing', seed: 1 });
report({ board: queens, score: -energy });
for (let temperature = 2; energy > 0; temperature = Math.max(temperature * 0.98, 0.3)) {
  const column = Math.floor(random() * n);
  const before = queens[column];
  queens[column] = Math.floor(random() * n) + 1;
  const after = conflicts();
  if (after > energy && random() >= Math.exp((energy - after) / temperature)) {
    queens[column] = before;
  } else if (queens[column] !== before) {
    energy = after;
    report({
      move: [[before, column + 1], [queens[column], column + 1]],
      score: -energy,
      caption: `temperature ${temperature.toFixed(2)}, ${energy} conflicts`,
    });
  }
}
report({ solution: true });
