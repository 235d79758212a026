// Shows what is on now and what is next: of the entries on this page or, on the home page, of a small file for each day.
const SHOWN = 4;
const HOUR = 3_600_000;
const SOON = 12 * HOUR;

for (const box of all('[data-now-next]')) {
  const { days, zone, file } = box.dataset;
  let loaded;

  const entries = async () => {
    // A page lists an entry over several days under each of them.
    if (file === undefined) {
      const slots = all('[data-slot]:not(.slot-cancelled)').map((slot) => [slot.dataset.slot, slot]);
      return [...new Map(slots).values()].map(entryOf);
    }
    // Late at night, what is next is in the file of the day after.
    const wanted = [...new Set([0, SOON].map((later) => eventDay(Date.now() + later, zone)))];
    const key = wanted.filter((day) => days.split(' ').includes(day)).join(' ');
    if (loaded?.key !== key) {
      const lists = await Promise.all(key.split(' ').filter(Boolean).map(entriesOf));
      // What lasts several days is in the file of each.
      loaded = { key, entries: [...new Map(lists.flat().map((each) => [each.u, each])).values()] };
    }
    return loaded.entries;
  };

  const entriesOf = async (day) => {
    const answer = await fetch(file.replace('{day}', day));
    return answer.ok ? answer.json() : [];
  };

  const entryOf = (slot) => {
    const link = one('a', slot);
    const place = one('.slot-place', slot)?.textContent;
    return { s: slot.dataset.start, e: slot.dataset.end, t: link.textContent, u: link.getAttribute('href'), p: place };
  };

  const weekday = (machine) =>
    `${new Date(`${machine.slice(0, 10)}T12:00Z`).toLocaleDateString(document.documentElement.lang, { weekday: 'short', timeZone: 'UTC' })} `;
  // The day on which it ends, if that is neither today nor tonight, or on which it begins, if that is after this night.
  const lastDay = ({ e, end }, now) => (end - now < 18 * HOUR ? '' : weekday(e));
  const firstDay = ({ s, start }, now) =>
    start - now < 6 * HOUR || eventDay(start, zone) === eventDay(now, zone) ? '' : weekday(s);

  const item = ({ t, u, p, l }, time) =>
    make(
      'li',
      {},
      make('span', { class: 'now-time' }, time),
      make('a', { href: u, ...(l && { lang: l }) }, t),
      ...(p ? [make('span', { class: 'now-place' }, p)] : []),
    );

  const update = async () => {
    const now = Date.now();
    const known = (await entries()).map((each) => ({ ...each, start: Date.parse(each.s), end: Date.parse(each.e) }));
    const on = known.filter(({ start, end }) => start <= now && now < end).sort((a, b) => b.start - a.start);
    const next = known.filter(({ start }) => start > now && start - now < SOON).sort((a, b) => a.start - b.start);
    const [nowList, nextList] = ['now', 'next'].map((name) => one(`[data-list="${name}"]`, box));
    nowList.replaceChildren(
      ...on.slice(0, SHOWN).map((each) => item(each, `→ ${lastDay(each, now)}${timeText(each.e)}`)),
    );
    nextList.replaceChildren(
      ...next.slice(0, SHOWN).map((each) => item(each, `${firstDay(each, now)}${timeText(each.s)}`)),
    );
    for (const list of [nowList, nextList]) list.parentElement.hidden = list.children.length === 0;
    box.hidden = nowList.children.length + nextList.children.length === 0;
  };
  const refresh = () => update().catch(() => {});
  refresh();
  setInterval(refresh, 60_000);
  document.addEventListener('gitcast:zone', refresh);
}
