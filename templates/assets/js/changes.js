// Shows what changed in the programme since the last visit, favourites first. A visit ends after half an hour without a page.
const CHANGES = 'gitcast:changes';
const VISIT = 30 * 60_000;
const changes = one('[data-changes]');

if (changes) {
  const listed = changes.dataset.changes
    .split(' ')
    .filter(Boolean)
    .map((mark) => mark.split('@'));
  const { seen, before, at = 0 } = kept.read(CHANGES, {});
  const now = Date.now();
  const last = seen !== undefined && now - at > VISIT ? { commit: seen, at } : before;
  kept.write(CHANGES, { seen: listed[0]?.[0] ?? '', before: last, at: now });
  const known = last ? listed.findIndex(([commit]) => commit === last.commit) : 0;
  const isLater = ([, seconds]) => last.commit === '' || seconds * 1000 > last.at;
  const fresh = known < 0 ? listed.filter(isLater).length : known;
  const since = one('.changes-since', changes);
  if (fresh > 0 && since) {
    const isLiked = (change) => one('[data-favourite][aria-pressed="true"]', change) !== null;
    const items = all('[data-change]', changes).slice(0, fresh);
    items.sort((a, b) => isLiked(b) - isLiked(a));
    one('ol', since).append(...items);
    since.hidden = false;
    for (const day of all('.changes-day', changes)) day.hidden = !one('[data-change]', day);
  } else if (fresh > 0) {
    const count = one('.changes-count', changes);
    count.textContent = `${count.dataset.text}: ${fresh}`;
    count.hidden = false;
  }
}
