(() => {
  // Errors of layout in a page with a player.
  const problems = [];
  const box = (element) => element.getBoundingClientRect();
  const { innerWidth: width, innerHeight: height } = window;
  if (document.documentElement.scrollWidth > width) problems.push(`${document.documentElement.scrollWidth} wide`);
  const controls = box(document.querySelector('#controls'));
  if (controls.bottom > height + 0.5) problems.push('controls are below the window');
  const shown = [...document.querySelectorAll('#controls button, #scrubber, .speed label')].filter((one) => box(one).width);
  for (const one of shown) {
    const { left, right, top, bottom } = box(one);
    const name = one.getAttribute('aria-label') ?? one.textContent;
    if (left < 0 || right > width + 0.5 || top < controls.top || bottom > height + 0.5) problems.push(`${name} is outside`);
    if (one.tagName === 'BUTTON' && right - left < 24) problems.push(`${name} is small`);
    for (const other of shown) {
      const place = box(other);
      if (other !== one && left + 0.5 < place.right && place.left + 0.5 < right && top + 0.5 < place.bottom && place.top + 0.5 < bottom) {
        problems.push(`${name} overlaps ${other.getAttribute('aria-label') ?? other.textContent}`);
      }
    }
  }
  for (const name of ['Play', 'Step back', 'Step forward', 'Menu and keys', 'Position']) {
    if (!shown.some((one) => one.getAttribute('aria-label') === name)) problems.push(`no ${name}`);
  }
  const squares = [...document.querySelectorAll('#picture > svg > svg')].filter((one) =>
    one.getAttribute('width') === one.getAttribute('height') && one.querySelector('path') && box(one).width > 12);
  const lowest = Math.max(...squares.map((one) => box(one).bottom));
  if (!squares.length || lowest > controls.top + 0.5) problems.push(`the board ends at ${lowest}, the controls begin at ${controls.top}`);
  const right = Math.max(...squares.map((one) => box(one).right));
  if (right > width + 0.5) problems.push('the board is wider than the window');
  return problems;
})()
