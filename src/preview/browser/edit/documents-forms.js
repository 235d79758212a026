// The forms of the list of documents: a new one, a copy, another name, a deletion. Each shows what follows before it happens.
import { element } from '../element.js';
import { ask, forms } from './request.js';

/**
 * @typedef {import('../../../editing/document-list.ts').ListedDocument} ListedDocument
 * @typedef {import('../../../editing/document-list.ts').PointingDocument} PointingDocument
 *
 * `back` returns to the list, and shows what was done.
 *
 * @typedef {{ back: (done?: string) => Promise<void>, open: (address: string) => void }} Ways
 */

/** The kinds of documents, by title. */
export async function kindOptions(chosen = '') {
  const { kinds } = await forms();
  const options = Object.entries(kinds)
    .filter(([, { isSingle }]) => !isSingle)
    .map(([name, { title }]) => element('option', { value: name, selected: name === chosen }, title));
  return options.sort((one, other) => one.text.localeCompare(other.text));
}

/**
 * A document of a kind, or a copy of another one.
 *
 * @param {{ kind: string, address?: string, title?: string }} what
 * @param {Ways} ways
 */
export async function newForm({ kind, address: from, title: former = '' }, ways) {
  const { kinds } = await forms();
  const options = (await kindOptions(kind || 'event')).filter(({ value }) => value !== 'media');
  const select = element('select.docs-field', { 'data-first': from === undefined }, ...options);
  const about = element('p.hint', { 'aria-live': 'polite' });
  const explain = () => void (about.textContent = kinds[select.value]?.summary ?? '');
  select.addEventListener('change', explain);
  explain();
  const title = element('input.docs-field', { 'data-first': from !== undefined, value: former, required: true });
  return formOf(from === undefined ? 'New document' : `Duplicate ${former}`, ways, {
    fields: [...(from === undefined ? [labelled('Kind', select), about] : []), labelled('Title', title)],
    act: from === undefined ? 'Create' : 'Duplicate',
    async submit() {
      const copy = from === undefined ? { kind: select.value } : { kind, from };
      const answer = await ask('create', { ...copy, title: title.value });
      if (answer.type === 'created') ways.open(answer.address);
      return answer;
    },
  });
}

/** @param {ListedDocument} listed @param {Ways} ways */
export async function renameForm({ address, title }, ways) {
  const at = address.indexOf('/') + 1;
  const folder = address.slice(0, at);
  const name = element('input.docs-field', {
    'data-first': true,
    value: address.slice(at),
    required: true,
    autocapitalize: 'none',
    spellcheck: 'false',
  });
  const followers = element('div.docs-follow');
  let seen = '';
  name.addEventListener('input', () => followers.replaceChildren());
  return formOf(`Rename ${title}`, ways, {
    fields: [
      labelled(`Address, after ${folder}`, name),
      element('p.hint', 'Links to its former address keep working.'),
      followers,
    ],
    act: 'Rename',
    async submit() {
      const to = folder + name.value.trim();
      // What follows is shown once, for this name.
      if (seen !== to) {
        const asked = await ask('rename', { address, to, dryRun: true });
        if (asked.type === 'refused') return asked;
        seen = to;
        if (asked.pointedAtBy.length > 0) {
          followers.replaceChildren(...pointing('These change too', asked.pointedAtBy, ways));
          return { again: `Rename and change ${documents(asked.pointedAtBy.length)}` };
        }
      }
      const answer = await ask('rename', { address, to });
      if (answer.type === 'renamed') await ways.back(`${title} is now ${answer.address}.`);
      return answer;
    },
  });
}

/** @param {ListedDocument} listed @param {Ways} ways */
export async function deletionForm({ address, title }, ways) {
  const asked = await ask('delete', { address });
  const { pointedAtBy = [], uncommitted = [], hasPage, refusal = asked.reason } = asked;
  /** @param {boolean} isOnlyLinked */
  const those = (isOnlyLinked) => pointedAtBy.filter((each) => each.isOnlyLinked === isOnlyLinked);
  const { kinds } = await forms();
  const redirect = await documentField(address, Object.keys(kinds));
  const fields = [
    ...pointing('These point at it, and lose the pointer', those(false), ways),
    ...pointing('Texts of these have links to it, which will lead nowhere', those(true), ways),
    pointedAtBy.length === 0 && element('p', 'Nothing points at it.'),
    uncommitted.length > 0 &&
      element(
        'p.docs-warning',
        `${uncommitted.join(', ')} is in no commit: only Undo in this tab brings it back, as long as this server runs.`,
      ),
    refusal === undefined && hasPage && labelled('Lead its page to (optional)', redirect),
    refusal !== undefined && element('p.docs-warning', { role: 'alert' }, refusal),
  ];
  return formOf(`Delete ${title}?`, ways, {
    fields,
    ...(refusal === undefined && { act: 'Delete' }),
    isHarmful: true,
    async submit() {
      const redirectTo = redirect.querySelector('input')?.value.trim();
      const answer = await ask('delete', { address, sure: true, ...(redirectTo && { redirectTo }) });
      if (answer.type === 'deleted') await ways.back(`${title} was deleted.`);
      return answer;
    },
  });
}

/**
 * `submit` returns the answer of the server, or the words on the button for a second look.
 *
 * @param {string} title
 * @param {Ways} ways
 * @param {{ fields: (Node | false)[], act?: string, isHarmful?: boolean, submit: () => Promise<any> }} form
 */
function formOf(title, { back }, { fields, act, isHarmful = false, submit }) {
  const problem = element('p.docs-warning', { role: 'alert', hidden: true });
  const button = element(`button.button.${isHarmful ? 'docs-harmful' : 'docs-primary'}`, act);
  const cancel = element(
    'button.button',
    { type: 'button', onclick: () => void back() },
    act === undefined ? 'Back' : 'Cancel',
  );
  const onsubmit = async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    const { reason, again } = (await submit()) ?? {};
    button.disabled = false;
    problem.hidden = reason === undefined;
    problem.textContent = reason ?? '';
    button.textContent = again ?? act ?? '';
    if (again || reason) button.focus();
  };
  return element(
    'form.docs-form',
    { onsubmit, 'aria-label': title, 'data-begun': true },
    element('h3', { tabindex: '-1' }, title),
    ...fields,
    problem,
    element('div.docs-buttons', act !== undefined && button, cancel),
  );
}

const labelled = (text, field) => element('label.docs-label', element('span', text), field);

const documents = (count) => `${count} ${count === 1 ? 'document' : 'documents'}`;

/** @param {string} words @param {PointingDocument[]} pointedAtBy @param {Ways} ways */
function pointing(words, pointedAtBy, { open }) {
  if (pointedAtBy.length === 0) return [];
  const links = pointedAtBy.map(({ address, title }) =>
    element('li', element('button.link', { type: 'button', onclick: () => open(address), title: address }, title)),
  );
  return [element('p', `${words}:`), element('ul.docs-pointing', ...links)];
}

/** A field for an address, with suggestions for what is typed. */
async function documentField(except, kinds) {
  const list = element('datalist', { id: 'lead-to' });
  const input = element('input.docs-field', { list: 'lead-to', autocapitalize: 'none', spellcheck: 'false' });
  const suggest = async () => {
    const { choices = [] } = await ask('choices', { kinds, search: input.value });
    const others = choices.filter((each) => each.address !== except);
    list.replaceChildren(...others.map(({ address, title }) => element('option', { value: address }, title)));
  };
  input.addEventListener('input', () => void suggest());
  await suggest();
  return element('span', input, list);
}
