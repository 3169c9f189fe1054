// Reads what a player shows from the picture in the document alone.
(() => {
  const number = (element, name) => Number(element.getAttribute(name) ?? 0);
  const part = (slot) => ({
    slot,
    x: number(slot, "x"),
    y: number(slot, "y"),
    width: number(slot, "width"),
    height: number(slot, "height"),
  });
  const parts = (block) => [...block.querySelectorAll(":scope > svg")].map(part);
  /** How far a drawing is moved to the right. */
  const shift = (text) => Number(/translate\((\d+)/.exec(text.parentElement.getAttribute("transform"))?.[1] ?? 0);
  /** The texts of a block with their places, from left to right in lines. */
  const texts = (block) => {
    const all = parts(block).flatMap(({ slot, x, y }) =>
      [...slot.querySelectorAll("text")].map((text) => ({
        text: text.textContent,
        x: x + shift(text) + number(text, "x"),
        y: y + number(text, "y"),
      })),
    );
    return all.sort((one, other) => one.y - other.y || one.x - other.x);
  };
  /** Lines of words, in which the digits of a number are one word. */
  const rowsOf = (block) => {
    const all = parts(block).flatMap((slot) =>
      [...slot.slot.querySelectorAll("text")].map((text) => ({
        y: slot.y,
        x: slot.x + shift(text) + number(text, "x"),
        width: 0.7 * number(text, "font-size"),
        text: text.textContent,
      })),
    );
    const rows = new Map();
    for (const one of all.sort((a, b) => a.x - b.x)) {
      const row = rows.get(one.y) ?? [];
      rows.set(one.y, row);
      const before = row.at(-1);
      const joins = before && /^\d+$/.test(before.text + one.text) && one.x - before.x < before.width;
      if (joins) row[row.length - 1] = { ...one, text: before.text + one.text };
      else row.push(one);
    }
    return [...rows].sort((a, b) => a[0] - b[0]).map(([, row]) => row.map(({ text }) => text));
  };
  // Of all figures on squares, only queens have curves; those that have been removed are faded.
  const ink = getComputedStyle(document.body).getPropertyValue("--ink");
  const isQueen = (use) => {
    if (use.getAttribute("fill") !== ink) return false;
    const symbol = document.querySelector(use.getAttribute("href"));
    return [...symbol.querySelectorAll("path")].some((path) => path.getAttribute("d").includes("q"));
  };
  /** Squares are the largest parts that are as wide as high, and more than ten. */
  const squaresOf = (block) => {
    const bySide = new Map();
    for (const one of parts(block)) {
      if (one.width === one.height) bySide.set(one.width, [...(bySide.get(one.width) ?? []), one]);
    }
    const sides = [...bySide.keys()].filter((side) => bySide.get(side).length >= 16);
    return sides.length ? bySide.get(Math.max(...sides)) : [];
  };
  /** The queens of each board, from left to right, as rows and columns; boards are apart. */
  const boardsOf = (block) => {
    const squares = squaresOf(block);
    if (!squares.length) return [];
    const side = squares[0].width;
    const values = (name) => [...new Set(squares.map((square) => square[name]))].sort((a, b) => a - b);
    const groups = (numbers) => {
      const found = [[numbers[0]]];
      for (const next of numbers.slice(1)) {
        const group = found.at(-1);
        if (next - group.at(-1) <= side) group.push(next);
        else found.push([next]);
      }
      return found;
    };
    const boards = [];
    for (const ys of groups(values("y"))) {
      for (const xs of groups(values("x"))) {
        const queens = new Set();
        for (const { slot, x, y } of squares) {
          if (!xs.includes(x) || !ys.includes(y)) continue;
          if ([...slot.querySelectorAll("use")].some(isQueen)) queens.add(`${ys.indexOf(y) + 1},${xs.indexOf(x) + 1}`);
        }
        boards.push([...queens].map((queen) => queen.split(",").map(Number)));
      }
    }
    return boards;
  };
  /** The number under or over each label: its digits are side by side. */
  const countersOf = (block) => {
    const all = texts(block);
    const labels = all.filter(({ text }) => /^[a-z]/.test(text));
    const counters = {};
    for (const label of labels) {
      const next = Math.min(...labels.map(({ x }) => x).filter((x) => x > label.x + 1));
      const digits = all.filter(({ text, x }) => /^\d+$/.test(text) && x >= label.x - 1 && x < next - 1);
      digits.sort((one, other) => one.x - other.x);
      counters[label.text] = Number(digits.map(({ text }) => text).join(""));
    }
    return counters;
  };
  /** Ends all motion, and takes away what is not seen from then on. */
  const still = () => {
    for (const animation of document.getAnimations()) animation.finish();
    for (const one of document.querySelectorAll("#picture [class^=m]")) {
      if (getComputedStyle(one).opacity === "0") one.remove();
    }
  };
  window.read = () => {
    still();
    const blocks = [...document.querySelectorAll("#picture > svg")];
    // The lines of a race are in several blocks.
    const isRace = blocks.some(({ classList }) => classList.contains("lane"));
    const state = { boards: [], caption: [], rows: isRace ? blocks.flatMap(rowsOf) : rowsOf(blocks[0]) };
    for (const block of blocks) {
      const words = texts(block).map(({ text }) => text);
      if (block.dataset.tab === "code") {
        const lines = parts(block).sort((one, other) => one.y - other.y);
        // Its colour and its bar.
        state.lit = lines.flatMap(({ slot }, index) => (slot.querySelectorAll("path").length > 1 ? [index] : []));
      } else if (block.dataset.tab === undefined) {
        const boards = boardsOf(block);
        if (boards.length) state.boards.push(...boards);
        else if (words.includes("placements")) state.counters = countersOf(block);
        else if (!block.classList.contains("rest")) state.caption.push(...words);
      }
    }
    state.number = document.querySelector("#number").textContent;
    state.said = document.querySelector("#caption").textContent;
    state.value = document.querySelector("#scrubber").getAttribute("aria-valuetext");
    state.at = Number(document.querySelector("#scrubber").value);
    return state;
  };
  window.press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  window.jump = (step) => {
    const scrubber = document.querySelector("#scrubber");
    scrubber.value = step;
    scrubber.dispatchEvent(new Event("input"));
  };
  /** What is shown after each of these actions. */
  window.after = (actions) => actions.map((action) => (typeof action === "number" ? jump(action) : press(action), read()));
})();
