// Shows what is on now and what is next: of the entries on this page or, on the home page, of a small file for each day.
// Before, during and after the event, the home page begins with something else.
const SHOWN = 4;
const HOUR = 3_600_000;
const SOON = 18 * HOUR;
// A night may last until 10:00.
const NIGHT = 4 * HOUR;

for (const box of all('[data-now-next]')) {
  const { days, zone, file, ends } = box.dataset;
  let loaded;

  const dayAt = (later) => eventDay(Date.now() + later, zone);
  const isListed = (day) => days.split(' ').includes(day);

  const entries = async () => {
    // A page lists an entry over several days under each of them.
    if (file === undefined) {
      const slots = all('[data-slot]:not(.slot-cancelled)').map((slot) => [slot.dataset.slot, slot]);
      return [...new Map(slots).values()].map(entryOf);
    }
    // Late at night, what is next is in the file of the day after; in the morning, what is still on in that of the day before.
    const key = [...new Set([-NIGHT, 0, SOON].map(dayAt))].filter(isListed).join(' ');
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

  // The day on which it ends, if that is neither today nor tonight, or on which it begins, if that is neither.
  const untilText = ({ end }, now, times) =>
    `→ ${end - now < 18 * HOUR ? '' : `${times.weekday(end)} `}${times.time(end)}`;
  const fromText = ({ start }, now, times) => {
    const isSame = (dayOf) => dayOf(start) === dayOf(now);
    return `${isSame(times.weekday) || isSame(times.eventDay) ? '' : `${times.weekday(start)} `}${times.time(start)}`;
  };

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
    const times = timesIn(isOwnZone() ? undefined : zone);
    const [nowList, nextList] = ['now', 'next'].map((name) => one(`[data-list="${name}"]`, box));
    nowList.replaceChildren(...on.slice(0, SHOWN).map((each) => item(each, untilText(each, now, times))));
    nextList.replaceChildren(...next.slice(0, SHOWN).map((each) => item(each, fromText(each, now, times))));
    for (const list of [nowList, nextList]) list.parentElement.hidden = list.children.length === 0;
    box.hidden = nowList.children.length + nextList.children.length === 0;
  };
  const showPhase = () => {
    const phase =
      Date.now() >= Date.parse(ends) ? 'after' : [-NIGHT, 0].map(dayAt).some(isListed) ? 'during' : 'before';
    if (document.body.dataset.phase === phase) return;
    document.body.dataset.phase = phase;
    for (const line of all('[data-after]')) line.hidden = phase !== 'after';
    const news = phase === 'after' && one('[data-news]');
    if (news) news.parentElement.prepend(news);
  };
  const refresh = () => {
    if (ends !== undefined) showPhase();
    // What was on when the site was built may be over.
    update().catch(() => (box.hidden ||= loaded === undefined));
  };
  refresh();
  setInterval(refresh, 60_000);
  document.addEventListener('gitcast:zone', refresh);
}
