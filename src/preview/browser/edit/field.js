// What surrounds the inputs of a field: its name and help, where its value comes from, and its problems.
import { closeButton, element, focusedBeside, withCode } from '../element.js';
import { excerptOf, isSame, typesOf, valueAt } from './schema.js';

/** @typedef {import('./slot.js').Slot} Slot */

/** @param {Slot} slot */
export function drawField(slot) {
  const { control, id, label, schema } = slot;
  const { layout = 'label', input } = control;
  const chips = element('span.chips');
  const problems = element('div.field-problems', { id: `${id}-problems`, 'aria-live': 'polite' });
  const help = schema.description && !slot.isEntry && element('p.field-help', { id: `${id}-help` }, schema.description);
  const canRemove = !slot.isRequired && !slot.isEntry && slot.parent !== undefined && !control.canBeEmptied;
  const remove = canRemove && closeButton(`Remove ${label}`, () => slot.remove());
  const position = slot.isEntry && element('span.unseen');
  const { node, details, note, copy } = LAYOUTS[layout]({ slot, chips, help, remove, problems, position });
  node.addEventListener('focusout', (event) => {
    if (control.children === undefined && !node.contains(/** @type {Node} */ (event.relatedTarget))) slot.left();
  });
  const described = [help && `${id}-help`, `${id}-problems`].filter(Boolean).join(' ');
  if (input) input.setAttribute('aria-describedby', described);

  return {
    node,
    /** Entries with the same name differ for screen readers by their positions. @param {string} words */
    setPosition: (words) => position && (position.textContent = words),
    hasFocus: () => node.isConnected && node.contains(focusedBeside(node)),
    isOpen: () => details?.open,
    open() {
      if (details) details.open = true;
      control.open?.();
    },
    focus() {
      const first = /** @type {HTMLElement | null} */ (
        input ?? node.querySelector('textarea, input:not([type=file]), select, summary, button')
      );
      node.scrollIntoView({ block: node.offsetHeight > innerHeight / 2 ? 'start' : 'center' });
      if (control.focus) control.focus();
      else first?.focus({ preventScroll: true });
    },
    mark() {
      const found = problemsOf(slot, details !== undefined);
      const isBad = found.here.some(({ severity }) => severity !== 'warning') || slot.conflict !== undefined;
      problems.replaceChildren(...found.here.map(problemLine), ...(slot.conflict ? [conflictBox(slot)] : []));
      if (input) input.setAttribute('aria-invalid', String(isBad));
      node.toggleAttribute('data-bad', isBad);
      chips.replaceChildren(...chipsOf(slot, found.inside));
      if (remove) remove.hidden = !(slot.isWritten || slot.known === undefined);
      if (copy) copy.hidden = slot.isWritten;
      if (note) note.textContent = excerptOf(slot.known ?? slot.start, slot.form.document.titles);
    },
  };
}

const LAYOUTS = {
  label({ slot: { id, label, control, isEntry }, chips, help, remove, problems, position }) {
    const name = element(nameTag('label', isEntry), { for: id }, label, position);
    if (control.input) control.input.id = id;
    return { node: element('div.field', head(name, chips, remove), control.node, help, problems) };
  },
  set({ slot: { id, label, control, isEntry }, chips, help, remove, problems, position }) {
    const name = element(nameTag('span', isEntry), { id }, label, position);
    const names = { role: 'group', 'aria-labelledby': id };
    return { node: element('div.field', names, head(name, chips, remove), control.node, help, problems) };
  },
  part({ slot, chips, help, remove, problems, position }) {
    const { label, control, parent, form } = slot;
    if (!parent) return { node: element('div.form', problems, control.node) };
    const note = element('span.part-note');
    const start = () => form.change(slot, () => slot.creation(slot.original));
    const isMissing = slot.original !== undefined && slot.known === undefined && !slot.isEntry;
    const copy = isMissing && element('button.add', { onclick: start }, `Copy from ${form.document.locale}`);
    const summary = element('summary', element('span.field-name', label, position), note, chips);
    const details = element('details', summary, element('div.part-body', help, copy, control.node));
    details.addEventListener('toggle', () => details.open && control.open());
    if (isSmall(slot)) {
      details.open = true;
      queueMicrotask(() => control.open());
    }
    return { node: element('div.field.part', details, remove, problems), details, note, copy };
  },
};

/** The entries of a list have names for screen readers alone. */
const nameTag = (tag, isEntry) => (isEntry ? `${tag}.field-name.unseen` : `${tag}.field-name`);
const head = (name, chips, remove) => element('div.field-head', name, chips, remove);

const MOST_LEAVES = 4;
const leavesOf = (value) =>
  typeof value === 'object' && value !== null ? Object.values(value).reduce((sum, each) => sum + leavesOf(each), 0) : 1;

/** A small part is open from the start, and a new one. @param {Slot} slot */
function isSmall({ known, start, isEntry }) {
  return known === undefined || start !== undefined || (!isEntry && leavesOf(known) <= MOST_LEAVES);
}

const startsWith = (path, start) => isSame(path.slice(0, start.length), start);

/** Its own problems, and the number of those deeper inside. @param {Slot} slot */
function problemsOf(slot, isPart) {
  const { form, path, refusals, draft } = slot;
  const isContainer = slot.isContainer;
  const known = form.problemsOf().filter((each) => startsWith(each.path, path));
  const here = known.filter((each) => (isContainer ? each.path.length === path.length : !draft));
  const inside = isPart ? known.length - here.length : 0;
  return { here: [...refusals, ...here].slice(0, 5), inside };
}

const problemLine = ({ message, suggestion, severity = 'error' }) =>
  element(
    'p.field-problem',
    { 'data-tone': severity === 'warning' ? 'warn' : 'bad' },
    ...withCode(message.replace(/^[a-z]/, (first) => first.toUpperCase())),
    ...(suggestion === undefined ? [] : [': ', ...withCode(suggestion)]),
  );

const spoken = (value) => (typeof value === 'string' ? `“${value}”` : JSON.stringify(value));

/** @param {Slot} slot */
function conflictBox(slot) {
  const { theirs } = slot.conflict;
  return element(
    'div.conflict',
    { role: 'group', 'aria-label': 'Changed on disk' },
    element('p', theirs === undefined ? 'Removed on disk meanwhile.' : `Changed on disk to ${spoken(theirs)}`),
    element('button.button', { onclick: () => slot.keepMine() }, 'Keep mine'),
    element('button.button', { onclick: () => slot.takeTheirs() }, 'Take theirs'),
  );
}

const chip = (tone, text, title) => element('span.chip', { 'data-tone': tone, title }, text);

/** @param {Slot} slot */
function chipsOf(slot, inside) {
  const origin = originOf(slot);
  const isMissing = slot.path.length === 1 && slot.known === undefined && slot.original !== undefined;
  return [
    ...(inside > 0 ? [chip('bad', inside === 1 ? '1 problem' : `${inside} problems`)] : []),
    ...(isMissing ? [chip('warn', 'not translated')] : []),
    ...(origin ? [chip('', ORIGINS[origin.role](origin), origin.file)] : []),
  ];
}

const ORIGINS = {
  inherited: ({ file }) => `inherited from ${file.split('/')[0]}`,
  target: ({ file }) => `only for ${file.split('/')[0].split('.').at(-1)}`,
};

/** The layer that has a value. Objects are merged by their fields, lists are overlaid as a whole. @param {Slot} slot */
function originOf({ form: { document, locale }, schema, path }) {
  const isMerged = typesOf(schema).includes('object') || path.some((key) => typeof key === 'number');
  if (locale !== undefined || isMerged) return undefined;
  const layer = document.layers.findLast(({ values }) => valueAt(values, path) !== undefined);
  return layer?.role === 'own' ? undefined : layer;
}
