// Searches an index that is loaded on the first search, with find.js. `/` opens the search from any page.
const search = one('[data-search]');

addEventListener('keydown', (event) => {
  const isTyping = event.target.closest?.('input, textarea, select, [contenteditable]');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const link = document.body.dataset.find;
  if (!search && !link) return;
  event.preventDefault();
  if (search) one('input', search).select();
  else location.assign(`${link}#search-words`);
});

if (search) {
  const field = one('input', search);
  const results = one('.search-results');
  const count = one('.search-count');
  const root = new URL('.', new URL(search.dataset.search, location.href));
  const load = async (name) => (await fetch(new URL(name, root))).json();
  let find;
  const open = () =>
    (find ??= import(new URL(search.dataset.engine, location.href).href)
      .then(async ({ openSearch, fold }) => ({ run: await openSearch(load), fold }))
      .catch((error) => {
        find = undefined;
        throw error;
      }));

  /** The text with the words that were found in `<mark>`. */
  const marked = (text, isMarked) =>
    text
      .split(/([\p{L}\p{N}]+)/u)
      .map((part, index) => (index % 2 === 1 && isMarked(part) ? make('mark', {}, part) : part));
  /** The part of a text around the first word that was found. */
  const around = (text, isMarked) => {
    const first = [...text.matchAll(/[\p{L}\p{N}]+/gu)].find(([word]) => isMarked(word))?.index ?? 0;
    const from = first < 90 ? 0 : text.indexOf(' ', first - 70) + 1;
    const part = text.slice(from, from + 180);
    return `${from > 0 ? '… ' : ''}${part}${from + 180 < text.length ? '…' : ''}`;
  };
  const result = ({ u, t, l, x = '', w, p, c = [], h = [], m }, isMarked) => {
    const words = make(
      'span',
      { class: 'result-words' },
      make('span', { class: 'result-title', ...(l && { lang: l }) }, ...marked(t, isMarked)),
    );
    const facts = [w, p, ...h, ...c].filter(Boolean).join(' · ');
    if (facts) words.append(make('span', { class: 'result-facts' }, ...marked(facts, isMarked)));
    if (x) words.append(make('span', { class: 'result-text' }, ...marked(around(x, isMarked), isMarked)));
    const link = make('a', { class: 'result', href: new URL(u, root) });
    if (m)
      link.append(
        make('img', { src: new URL(m, root), alt: '', width: 96, height: 72, loading: 'lazy', decoding: 'async' }),
      );
    link.append(words);
    return make('li', {}, link);
  };

  let turn = 0;
  const look = async () => {
    const own = ++turn;
    const query = field.value.trim();
    const address = new URL(location.href);
    address.searchParams.set('q', query);
    if (query === '') address.searchParams.delete('q');
    history.replaceState(history.state, '', address);
    one('.everything').hidden = query !== '';
    if (query === '') {
      results.replaceChildren();
      count.textContent = '';
      return;
    }
    try {
      const { run, fold } = await open();
      const { entries, marks, total } = await run(query);
      // A slower answer to an earlier question.
      if (own !== turn) return;
      const isMarked = (word) => marks.has(fold(word));
      const groups = Map.groupBy(entries, ({ k }) => k);
      count.textContent = total === 0 ? search.dataset.none : search.dataset.results.replace('{count}', total);
      results.replaceChildren(
        ...[...groups].map(([kind, inside]) => {
          const list = make('ul', { class: 'result-list' }, ...inside.map((entry) => result(entry, isMarked)));
          return make('section', {}, make('h2', { class: 'part' }, kind), list);
        }),
      );
    } catch {
      if (own === turn) count.textContent = search.dataset.failed;
    }
  };

  const links = () => all('a.result', results);
  search.addEventListener('submit', (event) => {
    event.preventDefault();
    if (links().length > 0) links()[0].click();
    else look();
  });
  field.addEventListener('input', look);
  addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isHere = event.target === field || event.target.closest?.('.search-results');
    if (!isHere || event.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      if (event.target === field) field.value = '';
      field.focus();
      look();
    } else if (step) {
      event.preventDefault();
      const stops = [field, ...links()];
      stops[Math.min(Math.max(stops.indexOf(event.target.closest('a, input')) + step, 0), stops.length - 1)].focus();
    }
  });
  field.addEventListener('focus', () => open().catch(() => {}), { once: true });
  field.value = new URLSearchParams(location.search).get('q') ?? '';
  if (field.value !== '') look();
  if (location.hash === '#search-words') field.focus();
}
