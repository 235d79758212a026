// Draws the favourites as a plan: days, gaps and clashes. What shares it is loaded on a click.
const one = (selector, root) => root.querySelector(selector);
const MINUTE = 60_000;

/** With `own` the favourites of this browser are read, changed and followed. */
export async function openPlan(page, own) {
  const texts = textsOf(page);
  let data;
  /** Favourites that are not in the programme, and the entries of a shared plan. */
  let [missing, offered] = [[], []];

  const show = async () => {
    const shared = sharedKeys(location.hash);
    const isEmpty = own.list().length === 0;
    one('.favourites-empty', page).hidden = !isEmpty || shared !== undefined;
    try {
      if (!isEmpty || shared) data ??= await loadEntries(page);
    } catch {
      one('.plan-failed', page).hidden = false;
      return;
    }
    one('.plan-failed', page).hidden = true;
    const words = await own.words();
    const shown = words && data ? inZone(data, words) : data;
    const chosen = chosenEntries(shown, own.list());
    showPlan(chosen, { data: shown, page, texts });
    const known = new Set(chosen.flatMap(namesOf));
    missing = own.list().filter((address) => !known.has(address));
    one('.plan-missing', page).hidden = missing.length === 0;
    one('.plan-missing span', page).textContent = texts.plural('missing', missing.length);
    offered = shared ? data.entries.filter(({ k }) => shared.keys.has(k)) : [];
    showShared(shared);
    own.show();
  };

  const showShared = (shared) => {
    const box = one('.plan-shared', page);
    box.hidden = shared === undefined;
    if (shared === undefined) return;
    const unknown = shared.keys.size - offered.length;
    one('.plan-shared-count', box).textContent = offered.length > 0 ? texts.plural('shared', offered.length) : '';
    const problem = unknown > 0 ? texts.plural('unknown', unknown) : '';
    one('.plan-shared-unknown', box).textContent = shared.isWhole ? problem : page.dataset.damaged;
    one('ul', box).replaceChildren(...offered.map((entry) => sharedLine(entry, data)));
    for (const name of ['merge', 'replace']) one(`[data-${name}]`, box).hidden = offered.length === 0;
    one('[data-replace]', box).hidden ||= own.list().length === 0;
  };

  /** Ends the offer of a shared plan, with a new list or with the old one. */
  const settle = (list) => {
    history.replaceState(null, '', location.pathname + location.search);
    const heading = one('h1', page);
    heading.tabIndex = -1;
    heading.focus();
    if (list) own.change(list);
    else show();
  };
  const onClick = (name, action) => one(`[data-${name}]`, page).addEventListener('click', action);
  const addresses = () => offered.map(({ a }) => a);
  onClick('merge', () => settle([...own.list(), ...addresses()]));
  onClick('replace', () => settle(addresses()));
  onClick('dismiss', () => settle());
  onClick('forget', () => own.change(own.list().filter((address) => !missing.includes(address))));
  onClick('print', () => print());

  const exporting = () => import(new URL(page.dataset.export, location.href));
  const orFail = (action) => async () => {
    try {
      await action();
    } catch {
      one('.plan-failed', page).hidden = false;
    }
  };
  onClick(
    'share',
    orFail(async () => (await exporting()).toggleShare(page, chosenEntries(data, own.list()))),
  );
  onClick(
    'save',
    orFail(async () => (await exporting()).saveCalendar(page, chosenEntries(data, own.list()), data.uid)),
  );

  own.listen(() => {
    one('.plan-share', page).hidden = true;
    one('[data-share]', page).setAttribute('aria-expanded', 'false');
    show();
  });
  addEventListener('hashchange', show);
  document.addEventListener('gitcast:zone', show);
  setInterval(() => markNow(page), MINUTE);
  await show();
}

/** The name under which an entry is kept, then those that it had while its file had another name. */
const namesOf = ({ a, n = [] }) => [a, ...n];

/** The file with its days and times in the visitor's own time zone. */
function inZone(data, words) {
  const startsOf = (day) => data.entries.filter(({ d }) => d === day).map(({ s }) => s * MINUTE);
  const starts = new Map(Object.keys(data.days).map((day) => [day, startsOf(day)]));
  const dayText = ([day, text]) => {
    const all = starts.get(day);
    return [day, all.length > 0 ? words.days([all[0], all.at(-1)]) : text];
  };
  const entryIn = (entry) => {
    const [start, end] = [entry.s * MINUTE, entry.e * MINUTE];
    const all = starts.get(entry.d);
    return {
      ...entry,
      f: words.timeAmong(start, [all[0], all.at(-1)].map(words.date)),
      o: words.end(start, end),
      b: `${words.short(start)} ${words.time(start)}`,
    };
  };
  return {
    ...data,
    days: Object.fromEntries(Object.entries(data.days).map(dayText)),
    entries: data.entries.map(entryIn),
  };
}

function chosenEntries(data, list) {
  const chosen = new Set(list);
  return data ? data.entries.filter((entry) => namesOf(entry).some((name) => chosen.has(name))) : [];
}

/** Outside of the heading of its evening, 01:30 needs its own date. */
function sharedLine({ d, b, f, t, l }, { days }) {
  const item = document.createElement('li');
  const title = document.createElement('strong');
  title.textContent = t;
  if (l) title.lang = l;
  item.append(`${b ?? `${days[d]}, ${f}`} `, title);
  return item;
}

async function loadEntries(page) {
  const url = new URL(page.dataset.entries, location.href);
  const response = await fetch(url);
  if (!response.ok) throw new Error(String(response.status));
  return { ...(await response.json()), root: new URL('..', url) };
}

/**
 * The keys in `#plan=…`, six characters each. Messengers add parameters to a link, some programs change its case, and
 * some cut it.
 */
export function sharedKeys(hash) {
  const text = /^#plan=([^&?]*)/i.exec(hash)?.[1].toLowerCase();
  if (text === undefined) return undefined;
  const isWhole = /^(?:[0-9a-z]{6})+$/.test(text);
  return { keys: new Set(text.match(/[0-9a-z]{6}/gy) ?? []), isWhole };
}

/** The page's own words, with numbers and times in its language. */
function textsOf(page) {
  const locale = document.documentElement.lang;
  const rules = new Intl.PluralRules(locale);
  const amount = (value, unit) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  const fill = (name, values) =>
    page.dataset[name].replace(/\{(\w+)\}/g, (whole, key) => (key in values ? values[key] : whole));
  return {
    fill,
    plural(name, n) {
      const form = rules.select(n).replace(/^./, (letter) => letter.toUpperCase());
      return fill(name + form in page.dataset ? name + form : `${name}Other`, { n });
    },
    span(minutes) {
      const parts = [
        [Math.floor(minutes / 60), 'hour'],
        [minutes % 60, 'minute'],
      ];
      return parts.flatMap(([value, unit]) => (value > 0 ? [amount(value, unit)] : [])).join(' ');
    },
  };
}

function showPlan(entries, { data, page, texts }) {
  const { days, places, root } = data ?? {};
  const groups = new Map();
  for (const day of Object.keys(days ?? {})) {
    const inside = entries.filter(({ d, z = d }) => d <= day && day <= z);
    if (inside.length > 0) groups.set(day, inside);
  }
  const clashes = clashesOf(entries);
  one('.plan', page).hidden = entries.length === 0;
  const pairs = [...clashes.values()].flat().length / 2;
  one('.plan-summary', page).textContent = [
    texts.plural('count', entries.length),
    ...(pairs > 0 ? [texts.plural('clashes', pairs)] : []),
  ].join(' · ');
  const keepFocus = focusIn(page);
  one('.plan-days', page).replaceChildren(
    ...[...groups].map(([day, inside]) => {
      const section = copyOf('day', page);
      one('h2', section).textContent = days[day];
      one('ol', section).append(
        ...inside.flatMap((entry, index) => [
          ...gapBefore(entry, inside.slice(0, index), { places, page, texts }),
          drawEntry(entry, clashes.get(entry) ?? [], { day, places, root, page, texts }),
        ]),
      );
      return section;
    }),
  );
  markNow(page);
  keepFocus();
}

/** A removed entry takes its button with it: the next one gets the focus, or the way back to the programme. */
function focusIn(page) {
  const hearts = () => [...page.querySelectorAll('.plan-days [data-heart]')];
  const held = hearts().indexOf(document.activeElement);
  return () => {
    if (held >= 0)
      (
        hearts()
          .slice(0, held + 1)
          .at(-1) ?? one('.favourites-empty a', page)
      ).focus();
  };
}

const copyOf = (name, page) => one(`template[data-${name}]`, page).content.firstElementChild.cloneNode(true);

/** An exhibition is visited in between. */
const needsTime = ({ x, w }) => !x && !w;

/** The entries that overlap with each one. */
export function clashesOf(entries) {
  const found = new Map();
  const open = entries.filter(needsTime);
  const note = (entry, other) => found.set(entry, [...(found.get(entry) ?? []), other]);
  open.forEach((entry, index) => {
    for (const other of open.slice(index + 1)) {
      if (other.s >= entry.e) break;
      if (entry.s >= other.e) continue;
      note(entry, other);
      note(other, entry);
    }
  });
  return found;
}

const METRES_A_MINUTE = 70;
/** A path is longer than the straight line. */
const DETOUR = 1.3;

/** In minutes. Undefined if the places are not on the same map, or its scale is unknown. */
export function walkBetween(from, to) {
  if (from?.m === undefined || from.m !== to?.m) return undefined;
  return Math.ceil((Math.hypot(from.x - to.x, from.y - to.y) * DETOUR) / METRES_A_MINUTE);
}

/** The time between an entry and the latest end before it. */
function gapBefore(entry, earlier, { places, page, texts }) {
  const before = earlier.filter(needsTime).reduce((last, each) => (last && last.e > each.e ? last : each), undefined);
  if (!before || !needsTime(entry)) return [];
  const minutes = entry.s - before.e;
  const moves = entry.p !== undefined && entry.p !== before.p;
  const walk = moves ? walkBetween(places[before.p], places[entry.p]) : undefined;
  const isTight = walk !== undefined && minutes >= 0 && walk > minutes;
  if (minutes <= 0 && !isTight) return [];
  const line = copyOf('gap', page);
  line.classList.toggle('is-tight', isTight);
  const place = moves ? places[entry.p].t : '';
  one('span', line).textContent = isTight
    ? texts.fill('tight', { time: texts.span(minutes) || '0', place, walk: texts.span(walk) })
    : [
        texts.fill('gap', { time: texts.span(minutes) }),
        ...(moves ? [texts.fill('move', { place })] : []),
        ...(walk > 1 ? [texts.fill('walk', { time: texts.span(walk) })] : []),
      ].join(', ');
  return [line];
}

function drawEntry(entry, clashing, { day, places, root, page, texts }) {
  const item = copyOf('entry', page);
  const put = (name, text) => {
    const element = one(`[data-put="${name}"]`, item);
    if (text === undefined) element.remove();
    else (one('span', element) ?? element).textContent = text;
    return element;
  };
  if (entry.c) item.classList.add(entry.c);
  item.classList.toggle('is-cancelled', entry.x === true);
  item.classList.toggle('has-clash', clashing.length > 0);
  Object.assign(item.dataset, { slot: entry.a, start: entry.s * MINUTE, end: entry.e * MINUTE });
  put('from', day === entry.d ? entry.f : entry.b).setAttribute('datetime', new Date(entry.s * MINUTE).toISOString());
  put('to', entry.o).setAttribute('datetime', new Date(entry.e * MINUTE).toISOString());
  const link = put('title', entry.t);
  link.href = new URL(entry.u, root);
  if (entry.l) link.lang = entry.l;
  put('place', places[entry.p]?.t);
  put('category', entry.g);
  put(
    'clash',
    clashing.length === 0 ? undefined : texts.fill('clash', { title: clashing.map(({ t }) => t).join(', ') }),
  );
  put('live', entry.v);
  put('cancelled', entry.x ? page.dataset.cancelled : undefined);
  const heart = one('[data-heart]', item);
  heart.dataset.favourite = namesOf(entry).join(' ');
  heart.setAttribute(
    'aria-label',
    heart.getAttribute('aria-label').replace('{title}', () => entry.t),
  );
  return item;
}

function markNow(page) {
  const now = Date.now();
  for (const item of page.querySelectorAll('[data-slot]')) {
    const { start, end } = item.dataset;
    const isNow = start <= now && now < end;
    item.classList.toggle('is-now', isNow);
    if (isNow) item.dataset.now = document.body.dataset.now;
    item.classList.toggle('is-over', end <= now);
  }
}
