// A screen: shows what is on now and what is next, second by second, from the programme in its own page. When there is a
// network, it takes over a newer version of the page; without one it keeps what it has, for as long as it takes.
const REFRESH = 5 * 60_000;
const PATIENCE = 20_000;
const NEXT_HERE = 4;
const NEXT_ANYWHERE = 8;
const FEWEST_NEXT = 2;
const TURN = 12_000;
// On a phone, people scroll.
const LARGE = matchMedia('(min-width: 48rem)');
// An event at 01:30 belongs to the evening before.
const DAY_ENDS_AT = 6 * 3_600_000;

let main = document.querySelector('main');
// As it was sent: this script changes it.
let sent = main.outerHTML;
let screen;

function open() {
  const kiosk = main.querySelector('[data-kiosk]');
  const { timezone: timeZone, over, nothing } = kiosk.dataset;
  const find = (selector) => kiosk.querySelector(selector);
  const lists = { now: find('.kiosk-now ol'), next: find('.kiosk-next ol') };
  const slots = [...kiosk.querySelectorAll('.kiosk-all [data-from]')].map((element) => ({
    element,
    from: Date.parse(element.dataset.from),
    until: Date.parse(element.dataset.until),
  }));
  const most = find('.kiosk-place') ? NEXT_ANYWHERE : NEXT_HERE;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const date = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  /** As `data-day` has it: browsers differ in how they write a date. */
  const dayOf = (time) => {
    const parts = date.formatToParts(time - DAY_ENDS_AT);
    return ['year', 'month', 'day'].map((name) => parts.find(({ type }) => type === name).value).join('-');
  };
  find('.kiosk-all').hidden = true;
  let shown = '';
  let turns = 0;
  let part = 0;

  const copy = ({ element }, today) => {
    const item = element.cloneNode(true);
    if (element.dataset.day !== today) item.querySelector('.kiosk-day').textContent = `${element.dataset.dayText}, `;
    return item;
  };
  const isFull = () => LARGE.matches && document.documentElement.scrollHeight > innerHeight;
  const showPart = (first, count = turns) => {
    const items = [...lists.now.children];
    const wanted = [...items.slice(first), ...items].slice(0, count);
    for (const item of items) item.hidden = !wanted.includes(item);
  };
  /** As much of what is next as there is room for. */
  const fillNext = () => {
    const others = [...lists.next.children].slice(FEWEST_NEXT);
    for (const item of others) item.hidden = true;
    for (const item of others) {
      item.hidden = false;
      if (!isFull()) continue;
      item.hidden = true;
      return;
    }
  };
  /** Leaves out what comes last, then uses smaller type. Returns how many of what is on now fit, or 0 if all do. */
  const fit = () => {
    part = 0;
    kiosk.classList.remove('is-dense');
    fillNext();
    if (!isFull()) return 0;
    kiosk.classList.add('is-dense');
    let count = lists.now.children.length;
    while (isFull() && count > 1) showPart(0, --count);
    fillNext();
    return count < lists.now.children.length ? count : 0;
  };
  return {
    tick() {
      const time = Date.now();
      const text = clock.format(time);
      const display = find('.kiosk-clock');
      if (display.textContent !== text) display.textContent = text;
      const now = slots.filter(
        ({ element, from, until }) => from <= time && time < until && !element.matches('.slot-cancelled'),
      );
      const next = slots.filter(({ from }) => time < from).slice(0, most);
      const today = dayOf(time);
      const state = [today, ...now.map(({ from }) => from), '', ...next.map(({ from }) => from)].join(' ');
      if (state === shown) return;
      shown = state;
      lists.now.replaceChildren(...now.map((slot) => copy(slot, today)));
      lists.next.replaceChildren(...next.map((slot) => copy(slot, today)));
      find('.kiosk-now').dataset.count = now.length === 1 ? 'one' : now.length > 3 ? 'many' : 'few';
      find('.kiosk-nothing').textContent = now.length > 0 ? '' : next.length > 0 ? nothing : over;
      find('.kiosk-next').hidden = next.length === 0;
      turns = fit();
    },
    /** Shows the next part of what is on now, if there is more than fits. */
    turn() {
      if (turns === 0) return;
      showPart((part = (part + turns) % lists.now.children.length));
      fillNext();
    },
  };
}

const assetsOf = (page) =>
  [...page.querySelectorAll('link[rel="stylesheet"], script[src], [data-script]')].map((element) => {
    const name = ['href', 'src', 'data-script'].find((each) => element.hasAttribute(each));
    return new URL(element.getAttribute(name), location.href).href;
  });

const get = async (url) => {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const answer = await fetch(url, { cache: 'no-cache', signal: patience.signal });
    if (!answer.ok) throw new Error(String(answer.status));
    return await answer.text();
  } finally {
    clearTimeout(timer);
  }
};

async function refresh() {
  const page = new DOMParser().parseFromString(await get(location.href), 'text/html');
  const fresh = page.querySelector('main');
  // Not the page that a network shows before it lets anybody through.
  if (fresh?.querySelector('[data-kiosk]')?.dataset.kiosk !== main.querySelector('[data-kiosk]').dataset.kiosk) return;
  const [before, after] = [assetsOf(document), assetsOf(page)];
  if (after.some((url) => !before.includes(url))) {
    // A page that fails to load would stay broken, so everything is fetched before the screen lets go of what it has.
    await Promise.all(after.map(get));
    location.reload();
    return;
  }
  if (fresh.outerHTML === sent) return;
  sent = fresh.outerHTML;
  main.replaceWith(fresh);
  main = fresh;
  screen = open();
  screen.tick();
}

/** Screens go dark by themselves; browsers ask again after each return to the page. */
const stayAwake = () => document.visibilityState === 'visible' && navigator.wakeLock?.request('screen').catch(() => {});

screen = open();
screen.tick();
setInterval(() => screen.tick(), 1000);
setInterval(() => screen.turn(), TURN);
setInterval(() => refresh().catch(() => {}), REFRESH);
document.addEventListener('visibilitychange', stayAwake);
stayAwake();
