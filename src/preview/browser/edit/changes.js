// Changes: what differs from the last commit, in words; discarding and committing it.
import { element, focusedBeside, withCode } from '../element.js';
import { adopt } from '../stage.js';
import { sheet } from './changes-style.js';
import { sendSection } from './changes-send.js';
import { keepCommit, keptCommit } from './kept-place.js';
import { ask } from './request.js';

/** @typedef {import('../../../editing/protocol.ts').ContentChange} ContentChange */

/**
 * @param {import('./editor.js').Editor} editor
 * @returns {import('./editor.js').View}
 */
export function changesView(editor) {
  const list = element('ul.changes');
  const intro = element('p.changes-intro', 'Looking for changes…');
  const status = element('div.changes-status', { role: 'status', 'data-begun': true });
  const form = commitForm((wish) => commit(wish));
  const send = sendSection();
  const node = element('div.changes-view', intro, list, form.node, status, send.node);
  let drawn = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  async function open() {
    clearTimeout(timer);
    adopt(sheet);
    const [answer, { target }] = await Promise.all([ask('changes'), ask('waiting')]);
    send.update(target);
    if (answer.type === 'refused') {
      intro.replaceChildren(...withCode(answer.reason));
      draw([]);
      form.update({ changes: [] });
      return;
    }
    const { changes, branch } = answer;
    const where = branch === undefined ? '' : ` on ${branch}`;
    intro.textContent = changes.length === 0 ? `Nothing has changed since the last commit${where}.` : countOf(changes);
    draw(changes);
    form.update(answer);
  }

  /** @param {readonly ContentChange[]} changes */
  function draw(changes) {
    if (drawn === JSON.stringify(changes)) return;
    drawn = JSON.stringify(changes);
    const unfolded = new Set([...list.querySelectorAll('details[open]')].map((each) => each.getAttribute('data-file')));
    list.replaceChildren(
      ...changes.map((change) => item(change, { editor, discard, isOpen: unfolded.has(change.file) })),
    );
  }

  /** @param {ContentChange} change */
  async function discard({ file, digest, title }) {
    const at = [...list.children].findIndex((each) => each.contains(focusedBeside(list)));
    const answer = await ask('discard', { file, digest });
    if (answer.type === 'refused') refuse(answer.reason);
    else tell(`Discarded the changes of ${title}; Undo brings them back.`);
    editor.wrote();
    await open();
    const next = list.children[Math.min(at, list.children.length - 1)] ?? node;
    /** @type {HTMLElement | null} */ (next.querySelector('.changes-discard'))?.focus();
  }
  /** @param {{ message: string, branch: string, push: boolean }} wish */
  async function commit(wish) {
    const files = JSON.parse(drawn).map(({ file, digest }) => ({ file, digest }));
    tell(wish.push ? 'Committing and pushing…' : 'Committing…');
    const answer = await ask('commit', { ...wish, files });
    if (answer.type === 'refused') return refuse(answer.reason);
    const { branch, commit: id, pushed, notPushed, url } = answer;
    tell(
      `Committed to ${branch} (${id.slice(0, 7)})${pushed ? ' and pushed' : ''}. `,
      ...(notPushed === undefined ? [] : withCode(`It was not pushed: ${notPushed}. `)),
      url === undefined
        ? ''
        : element('a.link', { href: url, target: '_blank', rel: 'noopener' }, 'Open a pull request'),
    );
    form.reset();
    await open();
  }
  function tell(...words) {
    status.replaceChildren(...words);
    status.scrollIntoView({ block: 'nearest' });
  }
  const refuse = (reason) => tell(element('p.field-problem', ...withCode(reason)));

  return {
    title: 'Changes',
    node,
    open,
    changed() {
      clearTimeout(timer);
      timer = setTimeout(open, 300);
    },
    leave: () => clearTimeout(timer),
  };
}

const countOf = ({ length }) => `${length} ${length === 1 ? 'file differs' : 'files differ'} from the last commit.`;

/** Of a document that was rewritten, the diff says the rest. */
const FEW = 6;

/** @param {ContentChange} change */
function item(change, { editor, discard, isOpen }) {
  const { file, title, state, words, diff } = change;
  const show = () => editor.go('document', { file, line: 1 });
  const isShown = change.address !== undefined && state !== 'deleted';
  const more = words.length - FEW;
  return element(
    'li.change',
    element(
      'div.change-head',
      isShown ? element('button.link.change-title', { onclick: show }, title) : element('strong.change-title', title),
      element(
        'button.button.changes-discard',
        { 'aria-label': `Discard the changes of ${title}`, onclick: () => discard(change) },
        'Discard',
      ),
    ),
    element(
      'ul.change-words',
      ...words.slice(0, FEW).map((each) => element('li', each)),
      more > 0 && element('li', `and ${more} more`),
    ),
    diff === ''
      ? element('p.change-file', file)
      : element('details', { 'data-file': file, open: isOpen }, element('summary.change-file', file), lines(diff)),
  );
}

const KINDS = { '+': 'ins', '-': 'del' };

/** Each line with its sign, so that colours are not all that tells them apart. */
function lines(diff) {
  const rows = diff.replace(/\n$/, '').split('\n');
  return element('pre.diff', ...rows.map((row) => element('div', { 'data-line': KINDS[row[0]] ?? row[0] }, row)));
}

/** The message and the branch are proposed, until somebody writes their own. */
function commitForm(commit) {
  const message = element('textarea', { rows: '2', name: 'message' });
  const branch = element('input', { name: 'branch', autocomplete: 'off', spellcheck: 'false' });
  const about = element('p.hint', { id: 'changes-branch' });
  branch.setAttribute('aria-describedby', 'changes-branch');
  const buttons = [false, true].map((push) =>
    element('button.button', { type: 'button', onclick: () => send(push) }, push ? 'Commit and push' : 'Commit'),
  );
  const node = element(
    'form.changes-form',
    { hidden: true, onsubmit: (event) => event.preventDefault(), oninput: () => (mark(), keepCommit(written())) },
    element('label', 'Message', message),
    element('label', 'Branch', branch),
    about,
    element('div.changes-buttons', ...buttons),
  );
  const fields = { message, branch };
  const proposed = { message: '', branch: '' };
  let current = '';
  for (const [name, value] of Object.entries(keptCommit())) fields[name].value = value;

  /** What differs from the proposals. */
  const written = () => {
    const values = Object.entries(fields).map(([name, { value }]) => [name, value]);
    return Object.fromEntries(values.filter(([name, value]) => value.trim() !== '' && value !== proposed[name]));
  };
  function mark() {
    node.toggleAttribute('data-begun', Object.keys(written()).length > 0);
    const isCurrent = branch.value === current;
    about.textContent = isCurrent
      ? 'The branch that is checked out.'
      : 'A new branch: it starts here and is checked out.';
  }
  /** @param {'message' | 'branch'} name @param {string} value */
  function propose(name, value) {
    if (fields[name].value === proposed[name]) fields[name].value = value;
    proposed[name] = value;
  }
  async function send(push) {
    for (const button of buttons) button.disabled = true;
    const name = branch.value.trim();
    await commit({ message: message.value, ...(name !== '' && name !== current && { branch: name }), push });
    for (const button of buttons) button.disabled = false;
  }
  return {
    node,
    update({ changes, branch: checkedOut = '', proposed: next = '', hasRemote = false }) {
      node.hidden = changes.length === 0;
      propose('message', messageFor(changes));
      propose('branch', next);
      current = checkedOut;
      buttons[1].hidden = !hasRemote;
      mark();
    },
    reset() {
      for (const [name, value] of Object.entries(proposed)) fields[name].value = value;
      mark();
      keepCommit({});
    },
  };
}

const LONGEST = 72;

/** @param {readonly ContentChange[]} changes */
function messageFor(changes) {
  const titles = [...new Set(changes.map(({ title }) => title))];
  const [only] = changes;
  const words = changes.length === 1 ? `${only.title}: ${only.words[0]}` : `Edit ${titles.slice(0, 3).join(', ')}`;
  const more = titles.length > 3 ? ` and ${titles.length - 3} more` : '';
  return words.length + more.length > LONGEST ? `${words.slice(0, LONGEST - more.length - 1)}…${more}` : words + more;
}
