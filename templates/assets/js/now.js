// Marks what is on now and what is over. In the programme, also folds what is over, and opens at what is on now.
const slots = all('[data-slot]').map((element) => ({
  element,
  start: Date.parse(element.dataset.start),
  end: Date.parse(element.dataset.end),
}));
const programme = one('[data-programme]');
const lists = programme ? all('.day', programme).filter((day) => !one('.grid', day)) : [];

function markNow() {
  const now = Date.now();
  const isAllOver = slots.every(({ end }) => end <= now);
  for (const { element, start, end } of slots) {
    const isNow = start <= now && now < end;
    element.classList.toggle('is-now', isNow);
    if (isNow) element.dataset.now = document.body.dataset.now;
    // Set back behind what is still to come, and behind nothing when all of it is over.
    element.classList.toggle('is-over', end <= now && !isAllOver);
  }
  // Before and after the event there is nothing to fold: all of it is to come, or all of it is over.
  const isRunning = !isAllOver && slots.some(({ end }) => end <= now);
  for (const list of lists) foldPast(list, isRunning);
  for (const grid of all('[data-grid]')) drawNow(grid, now);
  return isRunning;
}

function foldPast(list, isRunning) {
  for (const box of all('.moment, .part', list))
    box.classList.toggle('is-past', !one('[data-slot]:not(.is-over)', box));
  const count = all('.is-over:not([hidden])', list).length;
  let button = one('.past-toggle', list);
  if (!button && isRunning && count > 0) {
    button = make('button', { type: 'button', class: 'past-toggle', 'aria-expanded': 'false' });
    button.addEventListener('click', () => {
      const isFolded = list.classList.toggle('is-folded');
      button.setAttribute('aria-expanded', String(!isFolded));
    });
    one('h2', list).after(button);
    // A link that leads here wants to see it.
    const isWanted = location.hash === `#${one('h2', list).id}`;
    list.classList.toggle('is-folded', !isWanted);
    button.setAttribute('aria-expanded', String(isWanted));
  }
  if (button) {
    button.textContent = programme.dataset.past.replace('{n}', count);
    button.hidden = count === 0;
  }
}

/** A line across the grid, in the row of the current time. */
function drawNow(grid, now) {
  const hours = all('.grid-hour time', grid).map(({ dateTime }) => Date.parse(dateTime));
  const row = Math.floor((now - hours[0]) / 300_000);
  const line = one('.grid-now', grid) ?? grid.appendChild(make('div', { 'aria-hidden': 'true' }));
  const isInside = row >= 0 && now < hours.at(-1) + 3_600_000;
  line.className = `${one('.grid-line', grid).className.replace(/^grid-line t-\d+/, `grid-now t-${Math.max(0, row)}`)}`;
  line.hidden = !isInside;
}

function openAtNow() {
  // After a reload or on the way back, the browser returns to where the visitor was.
  const { type } = performance.getEntriesByType('navigation')[0] ?? {};
  if (type === 'reload' || type === 'back_forward' || location.hash !== '') return;
  const now = Date.now();
  const coming = slots.filter(({ end }) => end > now);
  // What is on for days began on an earlier day, which is not the one to open.
  const next = (coming.find(({ start, end }) => end - start < 86_400_000) ?? coming[0])?.element;
  const day = next?.closest('.day');
  const parts = day ? all('details.part', day) : [];
  // Every hour with something that is on, and the one with what starts next.
  const on = coming.filter(({ start, end }) => start <= now && end - start < 86_400_000);
  const soon = coming.find(({ start }) => start > now);
  const wanted = new Set([...on, ...(soon ? [soon] : [])].map(({ element }) => element.closest('details.part')));
  if (parts.some((part) => wanted.has(part))) for (const part of parts) part.open = wanted.has(part);
  const target = parts.find(({ open }) => open) ?? day;
  target?.scrollIntoView({ behavior: 'instant' });
  for (const line of all('.grid-now:not([hidden])', programme)) {
    const box = line.closest('.grid-scroll');
    const on = one('.is-now', box);
    box.scrollTo(on ? on.offsetLeft - one('.grid-corner', box).offsetWidth : 0, line.offsetTop - box.clientHeight / 3);
  }
}

if (slots.length > 0) {
  const isRunning = markNow();
  if (isRunning && programme?.dataset.by !== 'place' && programme?.dataset.by !== 'category' && programme) openAtNow();
  setInterval(markNow, 60_000);
  document.addEventListener('gitcast:filter', markNow);
}

// The entrance of a large programme shows one day, that of the build; a visitor wants today's.
const zone = programme && one('[data-zone]', programme)?.dataset.zone;
if (zone && 'entrance' in programme.dataset) {
  const today = eventDay(Date.now(), zone);
  const link = one(`.jump [data-day="${today}"]:not([aria-current])`, programme);
  if (link && location.hash === '') location.replace(Object.assign(new URL(link.href), { search: location.search }));
}
