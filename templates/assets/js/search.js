// Searches an index that is loaded on the first search, with find.js. `/` opens the search on any page.
const NOT_TYPING = ['checkbox', 'radio', 'button', 'submit'].map((type) => `[type=${type}]`);
const TYPING = `input:not(${NOT_TYPING}), textarea, select, [contenteditable]`;
const onPage = one('[data-search]');
/** As many results as a screen shows. */
const AT_ONCE = 8;
let dialog;

addEventListener('keydown', (event) => {
  const box = one('#search-box');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || (!onPage && !box)) return;
  if (event.target.closest?.(TYPING) || one('dialog[open]')) return;
  event.preventDefault();
  if (!onPage) (dialog ??= openable(box)).showModal();
  // At once, so that no letter is lost.
  one('input', onPage ?? dialog).select();
});

function openable(box) {
  document.body.append(box.content.cloneNode(true));
  const made = one('.search-dialog');
  const close = () => {
    made.close();
    // Until the next frame the field would still get what is typed, such as the next `/`.
    if (made.contains(document.activeElement)) document.activeElement.blur();
  };
  one('[type=button]', made).addEventListener('click', close);
  made.addEventListener('click', ({ target }) => (target === made || target.closest('a.result')) && close());
  // The sheet of the dialog comes with it.
  start(made, { leave: close, styled: new Promise((done) => whenStyled(done, made)) });
  return made;
}

if (onPage) {
  const field = one('input', onPage);
  const changed = (query) => {
    const address = new URL(location.href);
    address.searchParams.set('q', query);
    if (query === '') address.searchParams.delete('q');
    history.replaceState(history.state, '', address);
    one('.everything').hidden = query !== '';
  };
  const leave = (look, target) => {
    if (target === field) field.value = '';
    field.focus();
    look();
  };
  field.value = new URLSearchParams(location.search).get('q') ?? '';
  start(one('main'), { changed, leave });
}

function start(root, { changed = () => {}, leave, styled }) {
  const search = one('[data-search]', root);
  const field = one('input', search);
  const results = one('.search-results', root);
  const count = one('.search-count', root);
  const folder = new URL('.', new URL(search.dataset.search, location.href));
  const load = async (name) => (await fetch(new URL(name, folder))).json();
  let find;
  const open = () =>
    (find ??= import(new URL(search.dataset.engine, location.href).href)
      .then(async ({ openSearch, wordsOf }) => ({ run: await openSearch(load), wordsOf }))
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
    const link = make('a', { class: 'result', href: new URL(u, folder) });
    if (m)
      link.append(
        make('img', { src: new URL(m, folder), alt: '', width: 96, height: 72, loading: 'lazy', decoding: 'async' }),
      );
    link.append(words);
    return make('li', {}, link);
  };

  /** Those of a kind come one after another, below the name of the kind. */
  const show = (found, entries, isMarked) => {
    for (const [index, { kind }] of found.entries()) {
      if (results.lastChild?.dataset.kind !== kind) {
        const list = make('ul', { class: 'result-list' });
        results.append(make('section', { 'data-kind': kind }, make('h2', { class: 'part' }, kind), list));
      }
      one('section:last-child > ul', results).append(result(entries[index], isMarked));
    }
  };
  const near = (element, act) => {
    const observer = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      act();
    });
    observer.observe(element);
  };

  let turn = 0;
  const look = async () => {
    const own = ++turn;
    const query = field.value.trim();
    changed(query);
    if (query === '') {
      results.replaceChildren();
      count.textContent = '';
      return;
    }
    const failed = () => own === turn && (count.textContent = search.dataset.failed);
    try {
      const { run, wordsOf } = await open();
      const { results: found, marks, total } = await run(query);
      await styled;
      const isMarked = (text) => wordsOf(text).some((word) => marks.has(word));
      /** Each may be in another file, so those that a visitor does not see yet are loaded when the last one is near. */
      const showFrom = async (at) => {
        const next = found.slice(at, at + AT_ONCE);
        const entries = await Promise.all(next.map((each) => each.load()));
        // A slower answer to an earlier question.
        if (own !== turn) return;
        if (at === 0) {
          count.textContent = total === 0 ? search.dataset.none : search.dataset.results.replace('{count}', total);
          results.replaceChildren();
        }
        show(next, entries, isMarked);
        if (at + AT_ONCE < found.length)
          near(all('a.result', results).at(-1), () => showFrom(at + AT_ONCE).catch(failed));
      };
      await showFrom(0);
    } catch {
      failed();
    }
  };

  const links = () => all('a.result', results);
  let looking;
  search.addEventListener('submit', async (event) => {
    event.preventDefault();
    // Those of the words in the field, which may be on their way.
    await (looking ?? look());
    links()[0]?.click();
  });
  field.addEventListener('input', () => (looking = look()));
  root.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isHere = event.target === field || results.contains(event.target);
    // oxlint-disable-next-line gitcast/supported-browsers -- In Safari, the key that ends a composition has this code.
    if (!isHere || event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      leave(look, event.target);
    } else if (step) {
      event.preventDefault();
      const stops = [field, ...links()];
      stops[Math.min(Math.max(stops.indexOf(event.target.closest('a, input')) + step, 0), stops.length - 1)].focus();
    }
  });
  field.addEventListener('focus', () => open().catch(() => {}), { once: true });
  if (field.value !== '') looking = look();
}
