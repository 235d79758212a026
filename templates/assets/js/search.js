// Searches an index that is loaded on the first search.
const search = one('[data-search]');

/** Without accents and case, so that `etale` finds `Étale`. */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

if (search) {
  const field = one('input', search);
  const results = one('.search-results');
  const count = one('.search-count');
  const index = new URL(search.dataset.search, location.href);
  let entries;
  const load = async () =>
    (entries ??= (await (await fetch(index)).json()).map((entry) => ({
      ...entry,
      words: plain(`${entry.t} ${entry.k} ${entry.x ?? ''}`),
      head: plain(entry.t),
    })));

  const look = async () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    const address = new URL(location.href);
    address.searchParams.set('q', field.value);
    history.replaceState(null, '', address);
    one('.everything').hidden = words.length > 0;
    if (words.length === 0) {
      results.replaceChildren();
      count.textContent = '';
      return;
    }
    const rank = ({ head, words: text }) =>
      words.reduce(
        (sum, word) =>
          head.startsWith(word) ? sum + 4 : head.includes(word) ? sum + 3 : text.includes(word) ? sum + 1 : -Infinity,
        0,
      );
    const found = (await load())
      .map((entry) => ({ entry, points: rank(entry) }))
      .filter(({ points }) => points > 0)
      .sort((a, b) => b.points - a.points)
      .slice(0, 40);
    count.textContent = found.length === 0 ? search.dataset.none : '';
    results.replaceChildren(
      ...found.map(({ entry: { u, t, k, l } }) => {
        const link = make('a', { href: new URL(u, index) }, t);
        if (l) link.lang = l;
        return make('li', {}, link, ' ', make('small', {}, k));
      }),
    );
  };
  field.value = new URLSearchParams(location.search).get('q') ?? '';
  search.addEventListener('submit', (event) => {
    event.preventDefault();
    look();
  });
  field.addEventListener('input', look);
  if (field.value !== '') look();
}
