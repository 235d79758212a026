// The bar in the corner: the page's documents and problems, and other views of the page.
import { closeButton, element, focusedBeside, withCode } from './element.js';
import { showNotices } from './messages.js';
import { countText, createOverlay } from './overlay.js';
import { chooseTime, openInEditor, post } from './server.js';
import { settings } from './settings.js';
import { show } from './stage.js';

/**
 * The page that the bar is about: the one around it, or the one in the frame of a phone.
 *
 * @typedef {{
 *   document: () => Document,
 *   visit: (href: string) => void,
 *   isPhone: boolean,
 *   switchWidth: () => void,
 *   schemeChanged: () => void,
 *   edit?: () => void,
 * }} ShownPage
 */

/** @param {ShownPage} page */
export function createBar(page) {
  const dots = [element('span.dot'), element('span.dot')];
  const chips = element('span.row');
  const opening = { 'aria-expanded': 'false', title: 'Open the preview bar', onclick: () => toggle(true) };
  const pill = element('button.pill', opening, dots[0], 'gitcast ', chips);

  const collapse = closeButton('Collapse', () => toggle(false));
  const status = element('span.status');
  const documents = documentList();
  const problems = element('button.link', { onclick: () => overlay.open() });
  const problemRow = element('p');
  const sync = element('p');
  const view = viewSection(page);
  const time = timeSection();
  const panel = element(
    'section.panel.card',
    { 'aria-label': 'Preview', hidden: true },
    element('div.panel-head', dots[1], element('h2', 'gitcast dev'), status, collapse),
    element('div.section', element('h3', 'Built from'), documents.node),
    element('div.section.choices', element('span', 'Problems'), problemRow, element('span', 'Sync'), sync),
    element('div.section', view.node),
    element('div.section', element('h3', 'Shown at'), time.node),
    !isGuest && element('div.section', phoneSection()),
  );
  const editing = { title: 'Edit this page (e)', 'aria-pressed': 'false', onclick: () => page.edit?.() };
  const edit = element('button.edit-pill', editing, 'Edit');
  const pills = element('div.pills', page.edit && edit, pill);
  show(element('aside.bar', { 'aria-label': 'gitcast dev' }, pills, panel));
  const overlay = createOverlay();

  function toggle(isOpen, { moveFocus = true } = {}) {
    settings.change({ isOpen });
    pill.hidden = isOpen;
    panel.hidden = !isOpen;
    pill.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) view.update();
    if (moveFocus) (isOpen ? collapse : pill).focus({ preventScroll: true });
  }
  toggle(settings.isOpen, { moveFocus: false });

  return {
    setLive(isLive) {
      for (const dot of dots) dot.dataset.state = isLive ? 'live' : 'lost';
      status.textContent = isLive ? 'updates on save' : 'server not reachable';
    },
    /**
     * The bar, and with it the overlay and the notices.
     *
     * @param {import('../server/page-state.ts').PageState} state
     */
    update({ documents: made, moreDocuments, problems: found, sync: syncView, time: shown }) {
      documents.update(made, moreDocuments);
      problems.textContent = countText(found.errors, found.warnings);
      problemRow.replaceChildren(found.shown.length > 0 ? problems : 'None');
      sync.textContent = syncText(syncView);
      time.update(shown);
      chips.replaceChildren(...chipsOf(found, shown, syncView));
      chips.hidden = chips.childElementCount === 0;
      overlay.update(found);
      showNotices(syncView.notices);
    },
    /** @param {boolean} isEditing @param {{ isAsked: boolean }} why */
    setEditing(isEditing, { isAsked }) {
      edit.setAttribute('aria-pressed', String(isEditing));
      edit.textContent = isEditing ? 'Done' : 'Edit';
      edit.title = isEditing ? 'Leave edit mode (e)' : 'Edit this page (e)';
      if (isAsked && !isEditing) edit.focus({ preventScroll: true });
    },
    /** Above a sheet, there is only its own button to close it. */
    focusEdit: () => (edit.checkVisibility() ? edit : pill).focus({ preventScroll: true }),
    /** The page itself has changed. */
    pageChanged: () => view.update(),
  };
}

const chip = (tone, text) => element('span.chip', { 'data-tone': tone }, text);

function chipsOf({ errors, warnings }, { isChosen, local }, { notices }) {
  return [
    ...(errors > 0 ? [chip('bad', countText(errors, 0))] : warnings > 0 ? [chip('warn', countText(0, warnings))] : []),
    ...(notices.length > 0 ? [chip('warn', `${notices.length} not synced`)] : []),
    ...(isChosen ? [chip('', local.replace('T', ' '))] : []),
  ];
}

const STATUS = {
  off: 'off',
  idle: 'up to date',
  waiting: 'waiting',
  syncing: 'syncing',
  held: 'saves wait for Send in Changes',
  stopped: 'stopped',
};

/** @param {import('../preview-site.ts').SyncView} sync */
function syncText({ status, target, last }) {
  if (status === 'off') return 'Off';
  const time = last && new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(last.at);
  return [`${target}: ${STATUS[status] ?? status}`, ...(last ? [`${last.pushed} pushed at ${time}`] : [])].join(', ');
}

const STATES = {
  'in-sync': ['good', 'in sync'],
  pending: ['warn', 'pending'],
  drifted: ['warn', 'drifted'],
  conflict: ['bad', 'conflict'],
  local: ['quiet', 'site only'],
  unknown: ['quiet', 'not known'],
};
/** A page is mostly about one document; the others are a click away. */
const FEW = 4;

/** The documents that a page was built from, with the sync status of each. A click opens the file. */
function documentList() {
  const list = element('ul.documents');
  const more = element('button.link.more', { onclick: () => toggle() });
  const hint = [element('kbd', 'Alt'), ' and click to open the file of any part of the page.'];
  let shown = { documents: [], rest: 0 };
  let isLong = false;

  const draw = () => {
    const { documents, rest } = shown;
    list.replaceChildren(...(isLong ? documents : documents.slice(0, FEW)).map(documentItem));
    if (documents.length === 0) list.replaceChildren(element('li', 'No document: a template generates this page.'));
    if (isLong && rest > 0) list.append(element('li', `and ${rest} more`));
    more.hidden = documents.length <= FEW;
    more.textContent = isLong ? 'show fewer' : `show ${documents.length + rest - FEW} more`;
  };
  function toggle() {
    isLong = !isLong;
    draw();
  }
  return {
    node: element('div', list, more, element('p.hint', 'Hold ', ...hint)),
    update(documents, rest) {
      const isSame = JSON.stringify(documents) === JSON.stringify(shown.documents);
      shown = { documents, rest };
      if (!isSame || documents.length === 0) draw();
    },
  };
}

function documentItem({ file, title, state }) {
  const [tone, word] = STATES[state] ?? STATES.unknown;
  const opening = { title: `Open ${file} in the editor`, onclick: () => openInEditor({ file }) };
  return element(
    'li',
    element('button', opening, element('span.title', title), element('span.file', file)),
    chip(tone, word),
  );
}

/** Shows the site as it will be at any time: what is published then, what is on, what the countdown shows. */
function timeSection() {
  const field = element('input', {
    type: 'datetime-local',
    'aria-label': 'Date and time',
    onchange: () => field.value !== '' && chooseTime(field.value),
  });
  const now = element('button.button', { onclick: () => chooseTime(null) }, 'Now');
  const steps = element('div.steps');
  const zone = element('p.hint');
  let drawn = '';
  return {
    node: element('div', element('div.time', field, now), steps, zone),
    update({ local, isChosen, timezone, steps: moments }) {
      // Does not interrupt somebody who is entering a date.
      if (focusedBeside(field) !== field) field.value = local;
      now.disabled = !isChosen;
      zone.textContent = `Time in ${timezone}`;
      if (drawn === JSON.stringify(moments)) return;
      drawn = JSON.stringify(moments);
      steps.replaceChildren(
        ...moments.map(({ name, local: at }) =>
          element('button.link', { title: at.replace('T', ' '), onclick: () => chooseTime(at) }, name),
        ),
      );
    },
  };
}

/** On another machine than the server's: only that one makes links. */
const isGuest = !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);

/** A link for another device on the same network, and its QR code. */
function phoneSection() {
  const place = element('div.phone-link', { role: 'status' });
  place.style.overflowWrap = 'anywhere';
  const show = async () => {
    const { url, code, reason } = await post('phone-link', {});
    if (url === undefined) return place.replaceChildren(element('p.hint', ...withCode(reason)));
    const drawn = /** @type {SVGElement} */ (new DOMParser().parseFromString(code, 'text/html').body.firstElementChild);
    Object.assign(drawn.style, { display: 'block', width: '180px', height: '180px', margin: '8px 0', stroke: 'none' });
    const about = 'It works once. Over plain http, others on the network can read along.';
    place.replaceChildren(document.adoptNode(drawn), element('a.link', { href: url }, url), element('p.hint', about));
  };
  return element('div', element('button.link', { onclick: show }, 'Open on another device'), place);
}

const SCHEMES = { system: 'System', light: 'Light', dark: 'Dark' };

const segments = (label, ...choices) => element('div.segments', { role: 'group', 'aria-label': label }, ...choices);

/**
 * Other views of the page: its languages, light or dark, a phone.
 *
 * @param {ShownPage} page
 */
function viewSection(page) {
  const languages = segments('Language');
  const languageLabel = element('span', 'Language');
  const schemes = segments(
    'Colours',
    ...Object.entries(SCHEMES).map(([name, label]) =>
      element('button', { 'data-scheme': name, onclick: () => choose(name) }, label),
    ),
  );
  const widths = [false, true].map((isPhone) => {
    const onclick = () => isPhone !== page.isPhone && page.switchWidth();
    const isHere = String(isPhone === page.isPhone);
    return element('button', { 'aria-pressed': isHere, onclick }, isPhone ? 'Phone' : 'Desk');
  });
  function choose(scheme) {
    settings.change({ scheme });
    mark();
    page.schemeChanged();
  }
  function mark() {
    for (const button of schemes.children)
      button.setAttribute('aria-pressed', String(button.getAttribute('data-scheme') === settings.scheme));
  }
  mark();
  const rows = [languageLabel, languages, element('span', 'Colours'), schemes, element('span', 'Width')];
  return {
    node: element('div.choices', ...rows, segments('Width', ...widths)),
    update() {
      mark();
      const found = languagesOf(page.document());
      languages.hidden = languageLabel.hidden = found.length < 2;
      languages.replaceChildren(...found.map((each) => languageLink(each, page)));
    },
  };
}

function languageLink({ lang, href, isHere }, page) {
  const onclick = (event) => {
    event.preventDefault();
    page.visit(href);
  };
  const here = isHere ? 'true' : undefined;
  return element('a', { href, hreflang: lang, 'aria-current': here, onclick }, lang.toUpperCase());
}

/** The same page in the site's languages, from its language switch or from its head. */
function languagesOf(doc) {
  const here = doc.documentElement.lang;
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { hreflang, href } of doc.querySelectorAll('a[hreflang]')) found.set(hreflang, href);
  if (found.size === 0) {
    // The head names the published site; the preview uses the same path.
    for (const { hreflang, href } of doc.querySelectorAll('link[rel=alternate][hreflang]'))
      if (hreflang !== 'x-default') found.set(hreflang, new URL(new URL(href).pathname, doc.baseURI).href);
  }
  found.set(here, doc.location.href);
  return [...found]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([lang, href]) => ({ lang, href, isHere: lang === here }));
}
