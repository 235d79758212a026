// Counts down to an instant, second by second.
const countdowns = all('[data-countdown]').filter((element) => Date.parse(element.dataset.countdown) > Date.now());

function tick() {
  for (const element of countdowns) {
    const { countdown, days, hours, minutes, seconds, over } = element.dataset;
    const left = Math.floor((Date.parse(countdown) - Date.now()) / 1000);
    const target = one('.countdown-left', element);
    if (left <= 0) {
      target.textContent = over;
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
}
if (countdowns.length > 0) {
  tick();
  setInterval(tick, 1000);
}
