// Shows problems with their place in the source. It opens automatically for errors, closes when they are fixed, and can
// be dismissed: the bar still counts them.
import { closeButton, element, focusedBeside, withCode } from './element.js';
import { openInEditor } from './server.js';
import { show } from './stage.js';

const TITLE = { 'aria-labelledby': 'problems-title' };

export function createOverlay() {
  const title = element('h2', { id: 'problems-title' });
  const list = element('ol.problems-list', { tabindex: '0', ...TITLE });
  const box = element(
    'div.problems.card',
    { role: 'alertdialog', tabindex: '-1', ...TITLE },
    element(
      'div.problems-head',
      title,
      closeButton('Close', () => close()),
    ),
    list,
    element(
      'p.problems-foot',
      'The page shows the last version without errors.',
      element('span', ' Press Esc to dismiss.'),
    ),
  );
  const overlay = element('div.overlay', { hidden: true }, box);
  show(overlay);

  let problems = { errors: 0, warnings: 0, shown: [] };
  /** Dismissed errors: only a new one opens the overlay again. */
  let dismissed = new Set();
  /** The user opened it to see the warnings too. */
  let isAskedFor = false;
  /** The element that had the focus before. */
  let before;

  function appear() {
    fill(problems, { title, list, box });
    const wasHidden = overlay.hidden;
    overlay.hidden = false;
    // In a long line, the marked part may be far to the right.
    for (const mark of list.querySelectorAll('mark')) {
      const line = mark.closest('.source');
      if (mark.offsetLeft + mark.offsetWidth > line.clientWidth) line.scrollLeft = mark.offsetLeft - 64;
    }
    if (!wasHidden) return;
    before = focusedBeside(box) ?? document.activeElement;
    // Typing is not interrupted; a screen reader announces it anyway.
    if (isAskedFor || !isTyping(before)) box.focus({ preventScroll: true });
  }
  function close() {
    dismissed = new Set(problems.shown.map(keyOf));
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
      const isNew = errors.some((problem) => !dismissed.has(keyOf(problem)));
      // An error that was fixed and comes back is new again.
      dismissed = new Set(errors.map(keyOf).filter((key) => dismissed.has(key)));
      if (next.shown.length === 0 || (errors.length === 0 && !isAskedFor)) vanish();
      // Nothing covers a form in use: the bar counts the errors.
      else if (!overlay.hidden || (isNew && !isTyping(focusedBeside(box)))) appear();
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

function fill({ errors, warnings, shown }, { title, list, box }) {
  title.textContent = countText(errors, warnings);
  box.dataset.tone = errors > 0 ? 'bad' : 'warn';
  list.replaceChildren(...shown.map(problemItem));
  const hidden = errors + warnings - shown.length;
  if (hidden > 0) list.append(element('li.problem', `and ${hidden} more: run gitcast validate to list them all`));
}

export function countText(errors, warnings) {
  const some = (count, word) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`]);
  return [...some(errors, 'error'), ...some(warnings, 'warning')].join(', ') || 'No problems';
}

function problemItem({ code, severity, message, at, notes, suggestion }) {
  const noteItem = (note) =>
    element('li', element('b', 'Note: '), ...withCode(note.message), note.at && placeLine(note.at));
  return element(
    'li.problem',
    { 'data-tone': severity === 'error' ? 'bad' : 'warn' },
    element(
      'div.problem-head',
      element('p.message-text', ...withCode(message)),
      element('span.code', `${severity} ${code}`),
    ),
    placeLine(at),
    at.source && sourceLine(at),
    notes.length > 0 && element('ul.notes', ...notes.map(noteItem)),
    suggestion !== undefined && element('p.help', element('b', 'Help: '), ...withCode(suggestion)),
  );
}

function placeLine({ file, line, column, source }) {
  const name = source ? `${file}:${line}:${column}` : file;
  const opening = { title: 'Open in the editor', onclick: () => openInEditor({ file, line, column }) };
  return element('p.place', element('button.link', opening, name));
}

/** The caret has its own line, so that it is visible without colour. */
function sourceLine({ line, source: { before, marked, after, indent, run } }) {
  const caret = element('span.caret', { 'aria-hidden': 'true' }, ' '.repeat(indent) + '^'.repeat(run));
  return element(
    'div.source',
    { role: 'group', 'aria-label': `Line ${line}`, tabindex: '0' },
    element('span.number', { 'aria-hidden': 'true' }, String(line)),
    element('pre', before, element('mark', marked), `${after}\n`, caret),
  );
}
