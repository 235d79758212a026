// The documents of the project: found by what somebody types, by kind and by state, and what can be done with each.
import { element, focusedBeside } from '../element.js';
import { openInEditor } from '../server.js';
import { adopt } from '../stage.js';
import { deletionForm, kindOptions, newForm, renameForm } from './documents-forms.js';
import { sheet } from './documents-style.js';
import { hasDrafts } from './kept-place.js';
import { ask, forms } from './request.js';

/**
 * @typedef {import('../../../editing/document-list.ts').ListedDocument} ListedDocument
 * @typedef {import('../../../editing/document-list.ts').DocumentList} DocumentList
 * @typedef {import('../../../editing/protocol.ts').Forms} Forms
 */

const FILTERS = {
  all: 'All',
  draft: 'Draft',
  scheduled: 'Scheduled',
  invalid: 'Invalid',
  untranslated: 'Untranslated',
  changed: 'Changed',
};

/** Letters that follow each other faster than this are one search, in milliseconds. */
const PAUSE = 120;
/** The server answers with so many documents at most. */
const PAGE = 50;

/**
 * @param {import('./editor.js').Editor} editor
 * @returns {import('./editor.js').View}
 */
export function documentsView(editor) {
  const wish = { kind: '', filter: 'all' };
  const search = element('input.docs-field', {
    type: 'search',
    'aria-label': 'Search documents',
    placeholder: 'Search',
  });
  const kinds = element('select.docs-field', { 'aria-label': 'Kind', onchange: () => choose({ kind: kinds.value }) });
  const filters = element('div.docs-filters', { role: 'group', 'aria-label': 'Filter' });
  const status = element('p.hint', { role: 'status' });
  const list = element('ul.docs-list');
  const more = element(
    'button.button.docs-wide',
    { onclick: () => void load(list.childElementCount), hidden: true },
    'Show more',
  );
  const create = element(
    'button.button.docs-primary',
    { onclick: () => void showForm(newForm, { kind: wish.kind }) },
    'New',
  );
  const overview = element('div.docs', element('div.docs-find', search, kinds, create), filters, status, list, more);
  const node = element('div', overview);
  let latest = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let message = '';
  /** The documents whose actions are shown. */
  const expanded = new Set();

  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void load(), PAUSE);
  };
  search.addEventListener('input', soon);
  overview.addEventListener('keydown', (event) => moveFocus(event, [search, ...rowButtons(list)]));

  function choose(change) {
    Object.assign(wish, change);
    return load();
  }

  /** An answer that comes after a later one is dropped. */
  async function load(offset = 0) {
    const turn = ++latest;
    const { kind, filter } = wish;
    const asked = { search: search.value, offset, ...(kind && { kind }), ...(filter !== 'all' && { filter }) };
    const [answer, declared] = await Promise.all([ask('documents', asked), forms()]);
    if (turn !== latest) return;
    if (answer.type === 'refused') return void (status.textContent = answer.reason);
    draw(answer, declared, offset);
  }

  /**
   * @param {DocumentList} found
   * @param {Forms} declared
   * @param {number} offset
   */
  function draw({ documents, total, counts }, declared, offset) {
    const focused = focusedIn(overview);
    filters.replaceChildren(...Object.keys(FILTERS).map((name) => filterButton(name, counts[name])));
    const rows = documents.map((each) => rowOf(each, declared.kinds[each.kind]));
    if (offset > 0) list.append(...rows);
    else list.replaceChildren(...rows);
    more.hidden = list.childElementCount >= total;
    const words = total === 0 ? 'No document matches.' : `${total} ${total === 1 ? 'document' : 'documents'}`;
    status.textContent = [message, words].filter(Boolean).join(' ');
    message = '';
    if (offset > 0) rows[0]?.querySelector('button')?.focus();
    else refocus(overview, focused);
  }

  const filterButton = (name, count) =>
    element(
      'button.docs-filter',
      { 'aria-pressed': String(name === wish.filter), 'data-name': name, onclick: () => choose({ filter: name }) },
      `${FILTERS[name]} `,
      element('span.docs-count', String(count)),
    );

  /** @param {ListedDocument} listed @param {Forms['kinds'][string] | undefined} kind */
  function rowOf(listed, kind) {
    const { address, title, file, href, isUnreadable } = listed;
    const open = () => (isUnreadable ? void openInEditor({ file }) : editor.go('document', { address }));
    const hint = isUnreadable ? `${file} cannot be read: open it in your text editor` : undefined;
    const main = element(
      'button.docs-open',
      { 'data-name': address, onclick: open, title: hint },
      element('span.docs-title', title),
      element(
        'span.docs-about',
        element('span.docs-address', `${kind?.title} · ${address}`),
        ...chipsOf(listed),
        hasDrafts(address) && chip('warn', 'not saved'),
      ),
    );
    const link = { href, 'aria-label': `Page of ${title}`, title: 'Go to its page' };
    const hasActions = !isUnreadable && !kind?.isSingle;
    return element('li', main, href && element('a.icon-button', link, '↗'), ...(hasActions ? actionsFor(listed) : []));
  }

  /** @param {ListedDocument} listed */
  function actionsFor(listed) {
    const { address, title, kind } = listed;
    const act = (text, form) => element('button.link', { onclick: () => void showForm(form, listed) }, text);
    const actions = element(
      'div.docs-actions',
      // The description of a file cannot be that of another one.
      kind !== 'media' && act('Duplicate', newForm),
      act('Rename', renameForm),
      act('Delete', deletionForm),
    );
    const mark = () => {
      actions.hidden = !expanded.has(address);
      menu.setAttribute('aria-expanded', String(!actions.hidden));
    };
    const toggle = () => {
      if (!expanded.delete(address)) expanded.add(address);
      mark();
    };
    const named = { 'aria-label': `More for ${title}`, 'data-name': `more ${address}`, onclick: toggle };
    const menu = element('button.icon-button', named, '⋯');
    mark();
    return [menu, actions];
  }

  /** A form takes the place of the list, and gives it back. */
  async function showForm(form, what) {
    const back = async (done = '') => {
      message = done;
      node.replaceChildren(overview);
      focusOn(`more ${what.address ?? ''}`);
      if (done) editor.wrote();
      await load();
      // The row may be gone.
      if (done) focusOn(`more ${what.address ?? ''}`);
    };
    const focusOn = (name) => {
      if (!refocus(overview, name)) search.focus();
    };
    const shown = await form(what, { back, open: (address) => (editor.wrote(), editor.go('document', { address })) });
    shown.addEventListener('keydown', (event) => event.key === 'Escape' && (event.stopPropagation(), void back()));
    node.replaceChildren(shown);
    shown.querySelector('h3')?.focus();
    /** @type {HTMLElement | null} */ (shown.querySelector('[data-first]'))?.focus();
  }

  return {
    title: 'Documents',
    node,
    async open(what) {
      adopt(sheet);
      node.replaceChildren(overview);
      if (kinds.childElementCount === 0)
        kinds.append(element('option', { value: '' }, 'All kinds'), ...(await kindOptions()));
      if (what) {
        Object.assign(wish, what.wish);
        kinds.value = wish.kind;
        search.value = what.search;
      }
      await load();
    },
    shown: () => ({ wish, search: search.value }),
    focused: () => (focusedBeside(search) === search ? { path: [], name: 'search', nth: 0 } : undefined),
    refocus: () => (search.focus(), search),
    // A longer list stays where somebody reads it.
    changed: () => overview.isConnected && list.childElementCount <= PAGE && soon(),
    leave: () => clearTimeout(timer),
  };
}

/** More languages than these are counted. */
const FEW = 3;
const TONES = { draft: '', scheduled: '', invalid: 'bad', changed: 'warn' };
const chip = (tone, text) => element('span.chip', { 'data-tone': tone }, text);

/** @param {ListedDocument} listed */
const chipsOf = ({ flags, untranslated }) =>
  flags.map((flag) =>
    flag === 'untranslated'
      ? chip(
          'quiet',
          `missing ${untranslated.length > FEW ? `${untranslated.length} languages` : untranslated.join(', ')}`,
        )
      : chip(TONES[flag], FILTERS[flag].toLowerCase()),
  );

/** @returns {HTMLElement[]} */
const rowButtons = (list) => [...list.querySelectorAll('.docs-open')];

/** The arrow keys go from the search through the list. */
function moveFocus(event, stops) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const at = stops.indexOf(event.target);
  if (step === undefined || at === -1) return;
  event.preventDefault();
  stops[at + step]?.focus();
}

/** The name of the focused element: the list is drawn again while somebody uses it. */
function focusedIn(node) {
  const focused = node.isConnected ? focusedBeside(node) : null;
  return focused instanceof HTMLElement && node.contains(focused) ? focused.dataset.name : undefined;
}

/** Returns whether there is such an element. */
function refocus(node, name) {
  const found = [...node.querySelectorAll('[data-name]')].find((each) => each.dataset.name === name);
  found?.focus({ preventScroll: true });
  return found !== undefined;
}
