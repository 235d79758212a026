// Reminds of favourites that are about to start. It works while a page of the site is open: there is no server that could
// do it later, and browsers have no timer for a closed page.
const MINUTE = 60_000;
/** In minutes, as the switch says. */
const AHEAD = 15;
/** Where the visitor's wish is kept: as the address of the entries in their language. */
const WISH = 'reminder';
const REMINDED = 'reminded';

/** An entry that is moved has another key, so it is announced again. */
const keyOf = ({ a, s }) => `${a} ${s}`;

/** The favourites that start soon, except those that were announced. */
export function dueEntries(entries, { favourites, reminded, now }) {
  const [chosen, known] = [new Set(favourites), new Set(reminded)];
  return entries.filter(
    (entry) =>
      !entry.x &&
      now < entry.s * MINUTE &&
      now >= (entry.s - AHEAD) * MINUTE &&
      [entry.a, ...(entry.n ?? [])].some((name) => chosen.has(name)) &&
      !known.has(keyOf(entry)),
  );
}

/** `page` is the page of favourites, which has the switch. */
export function openReminders({ own, kept, page }) {
  if (!('Notification' in globalThis)) return;
  const wish = () => kept.read(WISH, null);
  const isOn = () => typeof wish() === 'string' && Notification.permission === 'granted';
  let loaded;

  /** Again after a while, because the programme may have changed. */
  const load = async () => {
    const url = wish();
    if (loaded?.url === url && Date.now() - loaded.at < AHEAD * MINUTE) return loaded;
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(String(answer.status));
    return (loaded = { ...(await answer.json()), url, at: Date.now() });
  };
  const check = async () => {
    if (!isOn() || own.list().length === 0) return;
    const { entries, places, url } = await load();
    const now = Date.now();
    const reminded = kept.read(REMINDED, []);
    const due = dueEntries(entries, { favourites: own.list(), reminded, now });
    for (const entry of due) await announce(entry, { place: places[entry.p]?.t, root: new URL('..', url) });
    const isAhead = (key) => Number(key.split(' ').at(-1)) * MINUTE > now;
    if (due.length > 0) kept.write(REMINDED, [...reminded, ...due.map(keyOf)].filter(isAhead));
  };
  // Without a network the next attempt may succeed.
  const attempt = () => check().catch(() => {});

  if (page) openSwitch(page, { isOn, turn: (on) => kept.write(WISH, on ? entriesUrl(page) : null), attempt });
  own.listen(attempt);
  setInterval(attempt, MINUTE / 2);
  attempt();
}

const entriesUrl = (page) => new URL(page.dataset.entries, location.href).href;

function openSwitch(page, { isOn, turn, attempt }) {
  const button = page.querySelector('[data-remind-me]');
  const note = page.querySelector('.plan-remind [role=status]');
  const show = () => button.setAttribute('aria-checked', String(isOn()));
  page.querySelector('.plan-remind').hidden = false;
  button.addEventListener('click', async () => {
    const wanted = !isOn();
    const isAllowed = !wanted || (await Notification.requestPermission()) === 'granted';
    turn(wanted && isAllowed);
    note.textContent = isAllowed ? '' : button.dataset.blocked;
    show();
    attempt();
  });
  show();
}

/** Two pages with the same tag show one notification. Phones only allow those of a worker. */
async function announce(entry, { place, root }) {
  const options = {
    body: [entry.f, ...(place ? [place] : [])].join(' · '),
    tag: keyOf(entry),
    icon: document.querySelector('link[rel="apple-touch-icon"]')?.href,
    lang: entry.l ?? document.documentElement.lang,
    data: { url: new URL(entry.u, root).href },
  };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(entry.t, options);
  new Notification(entry.t, options).addEventListener('click', () => open(options.data.url, '_self'));
}
