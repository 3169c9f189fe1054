"use strict";
// Plays a film: parts of a picture, and for each the steps at which its drawing changes. It knows
// neither what is drawn nor why.
(async () => {
  const SVG = "http://www.w3.org/2000/svg";
  // Milliseconds until the controls fade.
  const IDLE = 3000;
  // How far a click may be from a part, in CSS pixels.
  const NEAR = 12;
  // From the end of the profile to its first and last step.
  const EDGE = 9;

  const $ = (id) => document.getElementById(id);
  const all = (selector) => document.querySelectorAll(selector);
  const set = (element, attributes) => {
    for (const name in attributes) element.setAttribute(name, attributes[name]);
    return element;
  };
  const strip = (element, ...names) => names.forEach((name) => element.removeAttribute(name));
  const make = (name, attributes) => set(document.createElementNS(SVG, name), attributes);
  const inflated = (element) => {
    const bytes = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
  };
  const sums = (differences, sum = 0) => differences.map((difference) => (sum += difference));
  // How many of these numbers, which grow, are at most `limit`.
  const upTo = (numbers, limit) => {
    let [low, high] = [0, numbers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[middle] <= limit) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const clamp = (value, least, most) => Math.max(Math.min(value, most), least);
  const grouped = (number) => number.toLocaleString("en");

  // A page that a browser has saved contains what it showed then: all of that is made again.
  const { body } = document;
  body.className = "";
  const film = await inflated($("film")).json();
  $("player").innerHTML = film.controls;
  for (const font of all("[data-weight]")) {
    const face = new FontFace("queenreel", await inflated(font).arrayBuffer(), font.dataset);
    face.load().then(() => document.fonts.add(face), () => {});
  }
  const ends = sums(film.times);
  const starts = [0, ...ends].slice(0, -1);
  const numbers = sums(film.numbers);
  const solutions = sums(film.solutions);
  const backtracks = sums(film.backtracks);
  const last = numbers.length - 1;
  const captionOf = (at) => film.texts[film.captions[at]];

  // The picture.
  const picture = $("picture");
  const [width, height] = film.size;
  const layer = ({ name, lane, area: [x, y, w, h] }) => {
    const svg = make("svg", { viewBox: [x, y, w, h], "aria-hidden": true });
    const [left, top, wide, high] = [x / width, y / height, w / width, h / height].map((part) => `${100 * part}%`);
    Object.assign(svg.style, { left, top, width: wide, height: high });
    if (name) svg.dataset.tab = name;
    svg.classList.toggle("lane", !!lane);
    picture.append(svg);
    return svg;
  };
  picture.replaceChildren();
  const rest = layer({ area: [0, 0, width, height] });
  rest.classList.add("rest");
  const layers = film.blocks.map(layer);
  const board = film.blocks.findIndex(({ grid }) => grid);
  const drawings = [];
  const drawn = (index) => {
    drawings[index] ??= Object.assign(make("g"), { innerHTML: film.drawings[index] });
    return drawings[index].cloneNode(true);
  };
  const slots = film.slots.map((slot) => {
    const { area: [x, y, w, h], steps, runs = [] } = slot;
    const svg = layers[slot.block] ?? rest;
    const element = make("svg", { x, y, width: w, height: h });
    svg.append(element);
    return { ...slot, svg, element, steps: sums(steps), runs: sums(runs), shown: -1 };
  });
  // What moves, and whether it is a copy, which is seen only for so long as it moves.
  const moving = [];
  const settle = () => {
    for (const [node, isCopy] of moving.splice(0)) {
      if (isCopy) node.remove();
      else strip(node, "class", "style");
    }
  };
  picture.onanimationend = () => picture.getAnimations({ subtree: true }).length || settle();
  const move = ({ svg, element }, before, moves) => {
    const now = element.firstChild;
    for (const [kind, delay, length, copy, child, ...numbers] of moves) {
      const drawing = copy > 1 ? before : now;
      let node = drawing.children[child] ?? drawing;
      if (copy) node = node.cloneNode(true);
      if (copy === 1) svg.append(node);
      if (copy === 2) element.append(node);
      if (copy === 3) now.before(node);
      set(node, { class: `m${kind}` });
      const times = { animationDelay: `${delay / speed}ms`, animationDuration: `${length / speed}ms` };
      Object.assign(node.style, times);
      numbers.forEach((number, at) => node.style.setProperty(`--n${at}`, number));
      moving.push([node, copy]);
    }
  };
  const paint = (moves) => {
    settle();
    for (const slot of slots) {
      const look = upTo(slot.steps, step) - 1;
      if (look === slot.shown) continue;
      slot.shown = look;
      const before = slot.element.firstChild;
      slot.element.replaceChildren();
      if (look < 0) continue;
      const drawing = drawn(slot.drawings[slot.looks[look]]);
      if (slot.shifts?.[look]) set(drawing, { transform: `translate(${slot.shifts[look]})` });
      slot.element.append(drawing);
      if (moves) move(slot, before, film.moves[slot.moves?.[look] ?? 0]);
    }
  };

  // The state: the time in milliseconds, and the step that is shown.
  let [time, step, speed, playing] = [0, -1, 1, false];
  const asks = (parameter) => location.search.slice(1).split("&").includes(parameter);

  const tell = () => {
    const state = { type: "queenreel:state", step, steps: last + 1, number: numbers[step], playing };
    if (parent !== window) parent.postMessage({ ...state, caption: captionOf(step), ended: step === last }, "*");
  };
  let timer = 0;
  // Only a step forward moves, unless it is too short.
  const show = (to, forward) => {
    if (to !== step) {
      const moves = forward && to === step + 1 && film.times[to] / speed >= film.shortest;
      step = to;
      paint(moves);
      tell();
    }
    const number = grouped(numbers[step]);
    $("number").textContent = number;
    $("found").textContent = `${upTo(solutions, step)} of ${solutions.length} solution${solutions[1] ? "s" : ""}`;
    scrubber.value = step;
    set(scrubber, { "aria-valuetext": `${film.unit[0]} ${number}: ${captionOf(step)}` });
    profile();
    clearTimeout(timer);
    if (playing) return;
    $("caption").textContent = captionOf(step);
    // Browsers limit how often an address may change, Chromium cannot save a page while it does, and some pages have none.
    timer = setTimeout(() => {
      try {
        history.replaceState(null, "", `#step=${numbers[step]}`);
      } catch {}
    }, 250);
  };
  const setPlaying = (value) => {
    if (playing === value) return;
    playing = value;
    body.classList.toggle("playing", playing);
    set($("play"), { "aria-label": playing ? "Pause" : "Play" });
    show(step);
    tell();
    wake();
  };
  const stepTo = (to, forward) => {
    setPlaying(false);
    to = clamp(Math.round(to) || 0, 0, last);
    time = starts[to];
    show(to, forward);
  };
  let drawnAt = 0;
  const tick = (now) => {
    if (!playing) return;
    // The time of a picture may be before that of the key.
    time += Math.max(now - drawnAt, 0) * speed;
    drawnAt = now;
    if (time >= ends[last] && asks("loop=1")) time %= ends[last] || 1;
    const to = upTo(starts, time) - 1;
    if (to !== step) show(to, true);
    if (time < ends[last]) requestAnimationFrame(tick);
    else setPlaying(false);
  };
  const play = () => {
    if (playing) return;
    if (step === last) stepTo(0);
    drawnAt = performance.now();
    setPlaying(true);
    requestAnimationFrame(tick);
  };
  const toggle = () => (playing ? setPlaying(false) : play());
  const next = (steps) => stepTo(steps[upTo(steps, step)] ?? last);
  const previous = (steps) => stepTo(steps[upTo(steps, step - 1) - 1] ?? 0);

  // The profile: how many queens there are over time, and where solutions and backtracks are.
  const [canvas, scrubber, hint] = [$("profile"), $("scrubber"), $("hint")];
  const style = getComputedStyle(canvas);
  // Colours as numbers: to a canvas, the name of a system colour means what it meant first.
  let inks = {};
  const ink = (name) => {
    if (!inks[name]) {
      canvas.style.color = style.getPropertyValue(`--${name}`);
      inks[name] = style.color;
    }
    return inks[name];
  };
  let room = 1;
  const xOf = (at) => EDGE + (room * at) / (last || 1);
  const atX = (x) => ((x - EDGE) / room) * last;
  const profile = () => {
    const [w, h, scale] = [canvas.clientWidth, canvas.clientHeight, devicePixelRatio];
    [canvas.width, canvas.height] = [w * scale, h * scale];
    room = Math.max(w - 2 * EDGE, 1);
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    const fill = (name, ...area) => {
      pen.fillStyle = ink(name);
      pen.fillRect(...area);
    };
    const disc = (name, x, y, radius) => {
      pen.beginPath();
      pen.arc(x, y, radius, 0, 7);
      pen.fillStyle = ink(name);
      pen.fill();
    };
    const [track, here] = [h - 10, xOf(step)];
    // Each column of pixels has one of its steps.
    for (let x = EDGE; x < w - EDGE; x++) {
      const high = Math.round((film.queens[Math.round(atX(x))] / film.most) * (track - 24));
      fill(x < here ? "past" : "rule", x, track - high, 1, high);
    }
    fill("rule", EDGE, track, room, 4);
    fill("ink", EDGE, track, here - EDGE, 4);
    const mark = (steps, gap, draw) => {
      for (let next = 0; next < steps.length; ) {
        const x = xOf(steps[next]);
        draw(x);
        next = Math.max(next + 1, upTo(steps, atX(x + gap)));
      }
    };
    mark(backtracks, 2.5, (x) => fill("backtrack", x, h - 5, 1, 5));
    mark(solutions, 1, (x) => fill("solution", x - 1, 8, 2, track - 8));
    pen.strokeStyle = ink("tick");
    pen.lineWidth = 2;
    mark(solutions, 18, (x) => {
      disc("solution", x, 9, 8);
      pen.stroke(new Path2D(`M${x - 4} 9l3 3 5-6`));
    });
    fill("ink", here - 1.5, 24, 3, track - 24);
    disc("ink", here, track + 2, 8);
    disc("bar", here, track + 2, 5);
  };
  // Another contrast theme has other colours; if no query tells, the window was left to choose it.
  onfocus = matchMedia("(forced-colors: active)").onchange = matchMedia("(prefers-color-scheme: dark)").onchange = () => {
    inks = {};
    profile();
  };
  const stepAt = ({ clientX, offsetY }) => {
    const x = clientX - canvas.getBoundingClientRect().left;
    const near = offsetY < 18 && solutions.find((at) => Math.abs(xOf(at) - x) <= 8);
    return near || clamp(Math.round(atX(x)), 0, last);
  };
  scrubber.max = last;
  scrubber.oninput = () => stepTo(+scrubber.value);
  scrubber.onpointerdown = (event) => {
    scrubber.setPointerCapture(event.pointerId);
    event.preventDefault();
    scrubber.focus();
    stepTo(stepAt(event));
  };
  scrubber.onpointermove = (event) => {
    const at = stepAt(event);
    if (scrubber.hasPointerCapture(event.pointerId)) stepTo(at);
    hint.textContent = `${grouped(numbers[at])}: ${captionOf(at)}`;
    hint.hidden = false;
    const half = hint.offsetWidth / 2;
    hint.style.left = `${clamp(xOf(at), half, canvas.clientWidth - half)}px`;
  };
  scrubber.onpointerleave = () => (hint.hidden = true);

  // Clicks on the picture lead to the step of a part, or play and pause; swipes step.
  const partAt = ({ clientX, clientY }) => {
    let [best, nearest] = [null, NEAR];
    for (const slot of slots) {
      const { svg, area, first, runs } = slot;
      if (!(first ? slot.steps[1] : runs.length)) continue;
      const [left, top, w, h] = first ?? area;
      const matrix = svg.getScreenCTM();
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
      const far = Math.hypot(x - clamp(x, left, left + w), y - clamp(y, top, top + h)) * matrix.a;
      if (far < nearest) [best, nearest] = [slot, far];
    }
    return best;
  };
  let pressed = null;
  picture.onpointerdown = (event) => (pressed = event);
  picture.onpointerup = (event) => {
    if (!pressed || event.button) return;
    const [across, down] = [event.clientX - pressed.clientX, event.clientY - pressed.clientY];
    pressed = null;
    if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(down)) stepTo(step - Math.sign(across), true);
    else if (Math.hypot(across, down) < 10) {
      const part = partAt(event);
      if (!part) toggle();
      else stepTo(part.first ? part.steps[1] : part.runs[upTo(part.runs, step)] ?? part.runs[0]);
    }
  };

  // Buttons and keys have the same actions.
  const setSpeed = (value) => {
    speed = value;
    for (const radio of all("[name=speed]")) radio.checked = +radio.value === speed;
  };
  const faster = (by) => setSpeed(clamp(speed * by, 0.25, 16));
  const menu = $("menu");
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const field = Object.assign(document.createElement("textarea"), { value: text });
      menu.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
    $("done").textContent = "Copied.";
  };
  const boardAsSvg = () => {
    settle();
    const svg = (layers[board] ?? rest).cloneNode(true);
    svg.prepend(
      Object.assign(make("title"), { textContent: `${film.title}: ${captionOf(step)}` }),
      document.querySelector("defs").cloneNode(true),
    );
    strip(svg, "class", "style", "aria-hidden");
    const { width, height } = svg.viewBox.baseVal;
    set(svg, { width, height, "font-family": "Noto Sans, sans-serif" });
    return new XMLSerializer().serializeToString(svg);
  };
  const actions = {
    play: toggle,
    back: () => stepTo(step - 1),
    forward: () => stepTo(step + 1, true),
    first: () => stepTo(0),
    last: () => stepTo(last),
    solution: () => next(solutions),
    "solution-before": () => previous(solutions),
    backtrack: () => next(backtracks),
    "backtrack-before": () => previous(backtracks),
    faster: () => faster(4),
    slower: () => faster(0.25),
    full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
    link: () => copy(`${location.href.split("#")[0]}#step=${numbers[step]}`),
    svg: () => copy(boardAsSvg()),
    menu: () => menu.showModal(),
    close: () => menu.close(),
  };
  const keys = {
    " ": "play", ArrowLeft: "back", ArrowRight: "forward", PageUp: "back", PageDown: "forward", ",": "back", ".": "forward",
    Home: "first", End: "last", s: "solution", S: "solution-before", b: "backtrack", B: "backtrack-before",
    "<": "slower", ">": "faster", f: document.fullscreenEnabled && "full", "?": "menu",
  };
  for (const button of all("[data-action=full]")) button.hidden = !keys.f;
  for (const button of all("[data-action]")) {
    button.onclick = () => {
      const { action, stays } = button.dataset;
      $("done").textContent = "";
      if (stays === undefined) menu.close();
      actions[action]();
    };
  }
  for (const radio of all("[name=speed]")) radio.onchange = () => setSpeed(+radio.value);
  document.onkeydown = (event) => {
    wake();
    const { key, target, ctrlKey, altKey, metaKey } = event;
    if (!keys[key] || ctrlKey || altKey || metaKey || menu.open) return;
    if (key === " " && target.closest("button")) return;
    if (key.startsWith("Arrow") && target.closest("[type=radio]")) return;
    event.preventDefault();
    actions[keys[key]]();
  };

  // On a narrow screen, blocks are below each other, and those with names are tabs.
  const tabs = $("tabs");
  const named = [...all("[data-tab]")];
  const names = [...new Set(named.map((svg) => svg.dataset.tab))];
  const choose = (name) => {
    for (const tab of tabs.children) set(tab, { "aria-pressed": tab.textContent === name });
    for (const svg of named) svg.classList.toggle("off", svg.dataset.tab !== name);
  };
  for (const name of names) {
    const tab = Object.assign(document.createElement("button"), { textContent: name, type: "button" });
    tab.onclick = () => choose(name);
    tabs.append(tab);
  }
  named[0]?.before(tabs);
  choose(names[0]);
  const arrange = () => {
    const stacked = matchMedia("(max-width: 600px)").matches && layers.length > 1;
    picture.classList.toggle("stacked", stacked);
    tabs.hidden = !stacked || names.length < 2;
    profile();
    if (board < 0) return;
    // The edges of squares are on those of pixels: there are no seams between them.
    const [svg, { area, grid: [x, y, side] }] = [layers[board], film.blocks[board]];
    const [sized, whole] = stacked ? [svg, area[2]] : [picture, width];
    picture.style.maxWidth = svg.style.maxWidth = svg.style.translate = "";
    const pixels = (side * sized.getBoundingClientRect().width * devicePixelRatio) / whole;
    sized.style.maxWidth = `${(whole * Math.max(Math.floor(pixels), 1)) / side / devicePixelRatio}px`;
    const { a, d, e, f } = svg.getScreenCTM();
    const off = (at) => Math.round(at * devicePixelRatio) / devicePixelRatio - at;
    svg.style.translate = `${off(x * a + e)}px ${off(y * d + f)}px`;
  };
  new ResizeObserver(arrange).observe(body);

  // The controls fade while nobody uses them.
  let idle = 0;
  const wake = () => {
    body.classList.remove("idle");
    clearTimeout(idle);
    if (playing) idle = setTimeout(() => body.classList.add("idle"), IDLE);
  };
  for (const event of ["pointermove", "pointerdown", "focusin"]) document.addEventListener(event, wake);

  // The address, and the page around this one.
  const follow = (address) => {
    const [, key, value] = /^[^#]*#(step|t)=([\d.]+)$/.exec(address) ?? [];
    if (key) stepTo((key === "t" ? upTo(starts, 1000 * value) : upTo(numbers, +value)) - 1);
    return key;
  };
  // Since the reader changed the address, a timer may have changed it back.
  onhashchange = ({ newURL }) => follow(newURL);
  onmessage = ({ source, data }) => {
    if (source !== parent || source === window) return;
    if (data?.type === "queenreel:play") play();
    if (data?.type === "queenreel:pause") setPlaying(false);
    if (data?.type === "queenreel:step") stepTo(data.step ?? step + (data.by ?? 1), true);
  };

  $("many").textContent = ` of ${grouped(numbers[last])} ${film.unit[1]}`;
  document.querySelector(".solutions").hidden = !solutions.length;
  $("controls").hidden = asks("controls=0");
  body.classList.add("ready");
  arrange();
  if (!follow(location.href)) stepTo(0);
  if (asks("autoplay=1") && !matchMedia("(prefers-reduced-motion: reduce)").matches) play();
})().catch((error) => {
  document.getElementById("player").textContent = `This page needs a newer browser (${error.message}).`;
});
