// On the page of an entry: how long until it starts, that it is on, or that it is over.
const state = one('[data-state]');

// In the unit in which people would say it: up to two hours in minutes, up to two days in hours, then in days of the
// calendar at the event.
const UNITS = [
  { unit: 'minute', length: 60_000, most: 120 },
  { unit: 'hour', length: 3_600_000, most: 48 },
  { unit: 'day', length: 86_400_000, most: Infinity },
];

function showState() {
  const { start, end } = state.closest('[data-start]').dataset;
  const [left, rest] = [start, end].map((machine) => Date.parse(machine) - Date.now());
  state.dataset.state = left > 0 ? 'soon' : rest > 0 ? 'now' : 'over';
  const { soon, over } = state.dataset;
  state.textContent =
    left > 0 ? soon.replace('{when}', inWords(left, start)) : rest > 0 ? document.body.dataset.now : over;
  state.hidden = false;
}

function inWords(left, start) {
  const { unit, length } = UNITS.find((each) => left < each.most * each.length);
  const { date } = timesIn(one('.zone[data-zone]')?.dataset.zone);
  const amount = unit === 'day' ? Date.parse(date(start)) - Date.parse(date(Date.now())) : left;
  return new Intl.RelativeTimeFormat(document.documentElement.lang).format(
    Math.max(1, Math.round(amount / length)),
    unit,
  );
}

if (state) {
  showState();
  setInterval(showState, 30_000);
}
