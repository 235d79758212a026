// Shows what is on now and what is next: of the entries on this page or, on the home page, of a small file for today.
const SHOWN = 4;
const SOON = 12 * 3_600_000;

for (const box of all('[data-now-next]')) {
  const { days, zone, file } = box.dataset;
  let loaded;

  const entries = async () => {
    // A page lists an entry over several days under each of them.
    if (file === undefined) {
      const slots = all('[data-slot]:not(.slot-cancelled)').map((slot) => [slot.dataset.slot, slot]);
      return [...new Map(slots).values()].map(entryOf);
    }
    const day = eventDay(Date.now(), zone);
    if (!days.split(' ').includes(day)) return [];
    if (loaded?.day !== day) {
      const answer = await fetch(file.replace('{day}', day));
      if (!answer.ok) return [];
      loaded = { day, entries: await answer.json() };
    }
    return loaded.entries;
  };

  const entryOf = (slot) => {
    const link = one('a', slot);
    const place = one('.slot-place', slot)?.textContent;
    return { s: slot.dataset.start, e: slot.dataset.end, t: link.textContent, u: link.getAttribute('href'), p: place };
  };

  // The day on which it ends, if that is neither today nor tonight.
  const dayText = ({ e, end }, now) =>
    end - now < 18 * 3_600_000
      ? ''
      : `${new Date(`${e.slice(0, 10)}T12:00Z`).toLocaleDateString(document.documentElement.lang, { weekday: 'short', timeZone: 'UTC' })} `;

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
      ...on.slice(0, SHOWN).map((each) => item(each, `→ ${dayText(each, now)}${timeText(each.e)}`)),
    );
    nextList.replaceChildren(...next.slice(0, SHOWN).map((each) => item(each, timeText(each.s))));
    for (const list of [nowList, nextList]) list.parentElement.hidden = list.children.length === 0;
    box.hidden = nowList.children.length + nextList.children.length === 0;
  };
  const refresh = () => update().catch(() => {});
  refresh();
  setInterval(refresh, 60_000);
  document.addEventListener('gitcast:zone', refresh);
}
