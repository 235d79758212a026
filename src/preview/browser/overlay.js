// Shows problems with their place in the source. It opens automatically for errors, closes when they are fixed, and can
// be dismissed: the bar still counts them.
import { CROSS, element, focusedBeside, icon, withCode } from './element.js';
import { show } from './stage.js';

/**
 * @param {{ open: (place: { file: string, line: number, column: number }) => void }} actions
 */
export function createOverlay({ open }) {
  const title = element('h2', { id: 'problems-title' });
  const list = element('ol', { class: 'problems-list', tabindex: '0', 'aria-labelledby': 'problems-title' });
  const closeButton = element(
    'button',
    { class: 'icon-button', 'aria-label': 'Close', onclick: () => close() },
    icon(CROSS),
  );
  const box = element(
    'div',
    { class: 'problems card', role: 'alertdialog', 'aria-labelledby': 'problems-title', tabindex: '-1' },
    element('div', { class: 'problems-head' }, title, closeButton),
    list,
    element('p', { class: 'problems-foot' }, 'The page shows the last version without errors. Press Esc to dismiss.'),
  );
  const overlay = element('div', { class: 'overlay', hidden: true }, box);
  show(overlay);

  let problems = { errors: 0, warnings: 0, shown: [] };
  /** Dismissed errors: only a new one opens the overlay again. */
  let known = new Set();
  /** The user opened it to see the warnings too. */
  let isAskedFor = false;
  /** The element that had the focus before. */
  let before;

  function appear() {
    fill(problems, { title, list, box, open });
    const wasHidden = overlay.hidden;
    overlay.hidden = false;
    // In a long line, the marked part may be far to the right.
    for (const mark of list.querySelectorAll('mark')) {
      const line = mark.closest('.source');
      if (mark.offsetLeft + mark.offsetWidth > line.clientWidth) line.scrollLeft = mark.offsetLeft - 64;
    }
    if (!wasHidden) return;
    before = document.activeElement;
    // Typing is not interrupted; a screen reader announces it anyway.
    if (isAskedFor || !isTyping(before)) box.focus({ preventScroll: true });
  }
  function close() {
    known = new Set(problems.shown.map(keyOf));
    vanish();
  }
  function vanish() {
    isAskedFor = false;
    if (overlay.hidden) return;
    const hadFocus = focusedBeside(box) !== null;
    overlay.hidden = true;
    if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  }
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !overlay.hidden) close();
  });

  return {
    update(next) {
      problems = next;
      const errors = next.shown.filter(({ severity }) => severity === 'error');
      const isNew = errors.some((problem) => !known.has(keyOf(problem)));
      // An error that was fixed and comes back is new again.
      known = new Set(errors.map(keyOf).filter((key) => known.has(key)));
      if (next.shown.length === 0 || (errors.length === 0 && !isAskedFor)) vanish();
      else if (isNew || !overlay.hidden) appear();
    },
    /** All problems, including warnings. */
    open() {
      isAskedFor = true;
      if (problems.shown.length > 0) appear();
    },
  };
}

const keyOf = ({ code, message, at }) => [code, at.file, message].join('\n');

const isTyping = (focused) =>
  focused instanceof HTMLElement && (focused.isContentEditable || focused.matches('input, textarea, select'));

function fill({ errors, warnings, shown }, { title, list, box, open }) {
  title.textContent = countText(errors, warnings);
  box.dataset.tone = errors > 0 ? 'bad' : 'warn';
  list.replaceChildren(...shown.map((problem) => problemItem(problem, open)));
  const hidden = errors + warnings - shown.length;
  if (hidden > 0)
    list.append(element('li', { class: 'problem' }, `and ${hidden} more: run gitcast validate to list them all`));
}

export function countText(errors, warnings) {
  const some = (count, word) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`]);
  return [...some(errors, 'error'), ...some(warnings, 'warning')].join(', ') || 'No problems';
}

function problemItem({ code, severity, message, at, notes, suggestion }, open) {
  return element(
    'li',
    { class: 'problem', 'data-tone': severity === 'error' ? 'bad' : 'warn' },
    element(
      'div',
      { class: 'problem-head' },
      element('p', { class: 'message-text' }, ...withCode(message)),
      element('span', { class: 'code' }, `${severity} ${code}`),
    ),
    placeLine(at, open),
    at.source && sourceLine(at),
    notes.length > 0 &&
      element(
        'ul',
        { class: 'notes' },
        ...notes.map((note) =>
          element('li', {}, element('b', {}, 'Note: '), ...withCode(note.message), note.at && placeLine(note.at, open)),
        ),
      ),
    suggestion !== undefined && element('p', { class: 'help' }, element('b', {}, 'Help: '), ...withCode(suggestion)),
  );
}

function placeLine({ file, line, column, source }, open) {
  const name = source ? `${file}:${line}:${column}` : file;
  return element(
    'p',
    { class: 'place' },
    element(
      'button',
      { class: 'link', title: 'Open in the editor', onclick: () => open({ file, line, column }) },
      name,
    ),
  );
}

/** The caret has its own line, so that it is visible without colour. */
function sourceLine({ line, source: { before, marked, after, indent, run } }) {
  return element(
    'div',
    { class: 'source', role: 'group', 'aria-label': `Line ${line}`, tabindex: '0' },
    element('span', { class: 'number', 'aria-hidden': 'true' }, String(line)),
    element(
      'pre',
      {},
      before,
      element('mark', {}, marked),
      `${after}\n`,
      element('span', { class: 'caret', 'aria-hidden': 'true' }, ' '.repeat(indent) + '^'.repeat(run)),
    ),
  );
}
