// Reads what a player shows from the picture in the document alone, and acts on it.
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
  /** The middle of an element in the window. */
  window.middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  /** The rectangles of visible elements, with the beginning of their HTML. */
  window.places = (selector) => {
    const all = [...document.querySelectorAll(selector)].map((one) => [one, one.getBoundingClientRect()]);
    const shown = all.filter(([one, { width }]) => width > 2 && one.checkVisibility());
    return shown.map(([one, { left, top, right, bottom }]) => [
      one.outerHTML.slice(0, 80),
      [Math.ceil(left), Math.ceil(top), Math.floor(right), Math.floor(bottom)],
    ]);
  };
  /** The distance of the playhead from the left edge of the profile. */
  window.playhead = () => {
    const { value, max } = document.querySelector("#scrubber");
    const { width } = document.querySelector("#profile").getBoundingClientRect();
    return 9 + ((width - 18) * value) / max;
  };
  /** Moves the pointer over the scrubber. */
  window.point = (clientX, clientY) =>
    document.querySelector("#scrubber").dispatchEvent(new PointerEvent("pointermove", { clientX, clientY }));
  /** The name of the focused element, and its outline. */
  window.focused = () => {
    const element = document.activeElement;
    const isInput = element.type === "range" || element.type === "radio";
    const style = getComputedStyle(isInput ? element.nextElementSibling : element);
    return [element.getAttribute("aria-label") ?? element.tagName, style.outlineStyle, style.outlineWidth];
  };
  /** Waits until the page has been drawn. */
  window.drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))));
  /** Draws the whole page again: partial repaints round the edges of curves differently. */
  window.redraw = async () => {
    document.body.style.display = "none";
    await window.drawn();
    document.body.style.display = "";
    await window.drawn();
  };
  /** The index of the step. */
  const at = () => Number(document.querySelector("#scrubber").value);
  const isPlaying = () => document.body.classList.contains("playing");
  /** Plays for 400 ms: how often the caption changes, whether the film plays then, and its step. */
  window.playForAMoment = () =>
    new Promise((resolve) => {
      let changes = 0;
      const observer = new MutationObserver(() => changes++);
      const caption = document.querySelector("#caption");
      observer.observe(caption, { childList: true, characterData: true, subtree: true });
      setTimeout(() => resolve([changes, isPlaying(), at()]), 400);
      window.press(" ");
    });
  /** Waits until the film begins again: its last step that was seen, and whether the film plays. */
  window.playsAgain = () =>
    new Promise((resolve) => {
      let most = 0;
      const timer = setInterval(() => {
        most = Math.max(most, at());
        if (at() < most - 3) resolve([most, isPlaying()]), clearInterval(timer);
      }, 1);
    });
  /** The running animations. */
  window.moving = () =>
    document.getAnimations().map((animation) => {
      const { delay, duration } = animation.effect.getTiming();
      const frames = animation.effect.getKeyframes();
      const names = frames.flatMap((frame) => Object.keys(frame).filter((name) => frame[name] !== ""));
      const known = ["offset", "computedOffset", "easing", "composite"];
      const properties = [...new Set(names)].filter((name) => !known.includes(name)).sort();
      return { delay, duration, properties: properties.join(" ") };
    });
  /** Sets all animations to a time in milliseconds, and returns how many are left. */
  window.seek = (time) => {
    for (const one of document.getAnimations()) one.currentTime = time;
    return document.getAnimations().length;
  };
  /** Plays up to a step, and calls `picture` with the time of each picture. */
  const playTo = (step, picture) =>
    new Promise((done) => {
      window.press(" ");
      const draw = (time) => {
        picture(time);
        if (at() < step) requestAnimationFrame(draw);
        else window.press(" "), done();
      };
      requestAnimationFrame(draw);
    });
  /** Plays up to a step: the pictures, how many of them are in motion, and the most parts that change at once. */
  window.playAndCount = async (step) => {
    const touched = [];
    const observer = new MutationObserver((changes) =>
      touched.push(new Set(changes.map(({ target }) => target.closest("svg svg"))).size),
    );
    observer.observe(document.querySelector("#picture"), { childList: true, subtree: true });
    let [pictures, moving] = [0, 0];
    await playTo(step, () => {
      pictures++;
      moving += document.getAnimations().length > 0;
    });
    return [pictures, moving, Math.max(...touched)];
  };
  /** Plays up to a step: for each picture in motion, the time since the previous one. */
  window.playAndTime = async (step) => {
    const gaps = [];
    let before;
    await playTo(step, (time) => {
      if (before && document.getAnimations().length > 0) gaps.push(time - before);
      before = time;
    });
    return gaps;
  };
  /** What is shown after each of these actions. */
  window.after = (actions) => actions.map((action) => (typeof action === "number" ? window.jump(action) : window.press(action), window.read()));
})();
