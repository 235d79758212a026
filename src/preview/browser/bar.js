// The bar in the corner: the page's documents and problems, and other views of the page.
import { documentList } from './bar-documents.js';
import { timeSection } from './bar-time.js';
import { viewSection } from './bar-view.js';
import { CROSS, element, icon } from './element.js';
import { countText } from './overlay.js';
import { settings } from './settings.js';
import { show } from './stage.js';

/**
 * @param {{
 *   open: (place: { file: string }) => void,
 *   openProblems: () => void,
 *   chooseTime: (local: string | null) => void,
 *   page: { document: () => Document, visit: (href: string) => void, isPhone: boolean, switchWidth: () => void },
 *   schemeChanged: () => void,
 * }} actions
 */
export function createBar({ open, openProblems, chooseTime, page, schemeChanged }) {
  const dots = [element('span', { class: 'dot' }), element('span', { class: 'dot' })];
  const chips = element('span', { class: 'row' });
  const pill = element(
    'button',
    { class: 'pill', 'aria-expanded': 'false', title: 'Open the preview bar', onclick: () => toggle(true) },
    dots[0],
    'gitcast ',
    chips,
  );

  const collapse = element(
    'button',
    { class: 'icon-button', 'aria-label': 'Collapse', onclick: () => toggle(false) },
    icon(CROSS),
  );
  const status = element('span', { class: 'status' });
  const documents = documentList({ open });
  const problems = element('button', { class: 'link', onclick: openProblems });
  const problemRow = element('p', {});
  const sync = element('p', {});
  const view = viewSection({ page, schemeChanged });
  const time = timeSection({ chooseTime });
  const panel = element(
    'section',
    { class: 'panel card', 'aria-label': 'Preview', hidden: true },
    element('div', { class: 'panel-head' }, dots[1], element('h2', {}, 'gitcast dev'), status, collapse),
    element('div', { class: 'section' }, element('h3', {}, 'Built from'), documents.node),
    element(
      'div',
      { class: 'section choices' },
      element('span', {}, 'Problems'),
      problemRow,
      element('span', {}, 'Sync'),
      sync,
    ),
    element('div', { class: 'section' }, view.node),
    element('div', { class: 'section' }, element('h3', {}, 'Shown at'), time.node),
  );
  show(element('aside', { class: 'bar', 'aria-label': 'gitcast dev' }, pill, panel));

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
    /** @param {import('../server/page-state.ts').PageState} state */
    update({ documents: made, moreDocuments, problems: found, sync: syncView, time: shown }) {
      documents.update(made, moreDocuments);
      problems.textContent = countText(found.errors, found.warnings);
      problemRow.replaceChildren(found.shown.length > 0 ? problems : 'None');
      sync.textContent = syncText(syncView);
      time.update(shown);
      chips.replaceChildren(...chipsOf(found, shown, syncView));
      chips.hidden = chips.childElementCount === 0;
    },
    /** The page itself has changed. */
    pageChanged: () => view.update(),
  };
}

const chip = (tone, text) => element('span', { class: 'chip', 'data-tone': tone }, text);

function chipsOf({ errors, warnings }, { isChosen, local }, { notices }) {
  return [
    ...(errors > 0 ? [chip('bad', countText(errors, 0))] : warnings > 0 ? [chip('warn', countText(0, warnings))] : []),
    ...(notices.length > 0 ? [chip('warn', `${notices.length} not synced`)] : []),
    ...(isChosen ? [chip('', local.replace('T', ' '))] : []),
  ];
}

const STATUS = { off: 'off', idle: 'up to date', waiting: 'waiting', syncing: 'syncing', stopped: 'stopped' };

/** @param {import('../preview-site.ts').SyncView} sync */
function syncText({ status, target, last }) {
  if (status === 'off') return 'Off';
  const time = last && new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(last.at);
  return [`${target}: ${STATUS[status] ?? status}`, ...(last ? [`${last.pushed} pushed at ${time}`] : [])].join(', ');
}
