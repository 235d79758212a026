// Counts down to an instant, second by second. The number in the page is that of the build, even if the instant is past.
const countdowns = new Set(all('[data-countdown]'));

function tick() {
  for (const element of countdowns) {
    const { countdown, days, hours, minutes, seconds, over } = element.dataset;
    const left = Math.floor((Date.parse(countdown) - Date.now()) / 1000);
    const target = one('.countdown-left', element);
    if (left <= 0) {
      target.textContent = over;
      countdowns.delete(element);
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
