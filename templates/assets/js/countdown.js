// Counts down to an instant, second by second, then shows that it has begun or, after the whole event, that it is over.
// Home has something better to show then. The number in the page is that of the build, even if the instant is past.
const countdowns = new Set(all('[data-countdown]'));
const isHome = document.body.dataset.phase !== undefined;

function tick() {
  for (const element of countdowns) {
    const { countdown, days, hours, minutes, seconds, over, ends, ended } = element.dataset;
    const left = Math.floor((Date.parse(countdown) - Date.now()) / 1000);
    const target = one('.countdown-left', element);
    const isOver = left <= 0 && Date.now() >= Date.parse(ends);
    element.hidden = isOver && isHome;
    if (left <= 0) {
      target.textContent = isOver ? ended : over;
      if (isOver || ends === undefined) countdowns.delete(element);
      continue;
    }
    const parts = [
      [Math.floor(left / 86400), days],
      [Math.floor(left / 3600) % 24, hours],
      [Math.floor(left / 60) % 60, minutes],
      [left % 60, seconds],
    ];
    target.replaceChildren(
      ...parts.map(([amount, unit], index) =>
        make('span', {}, make('b', {}, String(amount).padStart(index === 0 ? 1 : 2, '0')), make('small', {}, unit)),
      ),
    );
  }
  if (countdowns.size === 0) clearInterval(ticking);
}
const ticking = countdowns.size > 0 ? setInterval(tick, 1000) : undefined;
tick();
