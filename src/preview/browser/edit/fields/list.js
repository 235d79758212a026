// A list: its entries can be added, moved by hand or by key, duplicated and removed.
import { element, focusedBeside } from '../../element.js';
import { isSame, resolve, starterOf, typesOf, variantsOf, wordsOf } from '../schema.js';
import { followDrag } from './drag.js';

/** @typedef {import('../slot.js').Slot} Slot */

/** @param {Slot} slot @returns {import('../slot.js').Control} */
export function list(slot) {
  const { form, schema } = slot;
  const { forms } = form;
  const items = schema.items ?? {};
  const variants = variantsOf(items, forms.shapes);
  const item = resolve(items, undefined, forms.shapes);
  const isOfParts = variants.length > 0 || (typesOf(item).includes('object') && !item['x-media']);
  const one = wordsOf(item.shape ?? '') || slot.label.replace(/ies$/, 'y').replace(/s$/, '');
  /** @type {{ slot: Slot, row: HTMLElement }[]} */
  let entries = [];
  const rows = element('ul.entries');
  const add = variants.length > 0 ? variantChooser(variants, (type) => start(type)) : addButton();
  const node = element('div', rows, add);
  let isBuilt = false;
  let isNew = !Array.isArray(slot.known);

  const written = () => entries.filter((each) => each.slot.isWritten);
  /** Entries that are not written yet have no position in the file. */
  const positionOf = (entry) => entries.slice(0, entries.indexOf(entry)).filter((each) => each.slot.isWritten).length;

  function addButton() {
    return element('button.add', { onclick: () => start() }, `Add ${one.toLowerCase()}`);
  }
  /** @param {number} at @param {{ known?: any, start?: any }} value */
  function make(at, { known, start: first }) {
    /** @type {{ slot: Slot, row: HTMLElement }} */
    const entry = { slot: undefined, row: undefined };
    entry.slot = slot.inside({
      key: () => positionOf(entry),
      schema: items,
      label: variants.length > 0 ? wordsOf((known ?? first)?.type ?? one) : one,
      isEntry: true,
      known,
      start: first,
    });
    entry.row = row(entry);
    entries.splice(at, 0, entry);
    rows.insertBefore(entry.row, rows.children[at] ?? null);
    nameEntries();
    return entry;
  }
  function nameEntries() {
    entries.forEach(({ slot: { face, label }, row: { children } }, index) => {
      const position = ` ${index + 1} of ${entries.length}`;
      face.setPosition(position);
      const [handle, , menu] = children;
      handle.setAttribute('aria-label', `Move ${label}${position} with the arrow keys`);
      menu.setAttribute('aria-label', `More for ${label}${position}`);
    });
  }
  function row(entry) {
    const actions = element('div.entry-actions', { hidden: true }, ...buttons(entry));
    const menu = element(
      'button.icon-button.entry-menu',
      {
        'aria-expanded': 'false',
        onclick: () => {
          actions.hidden = !actions.hidden;
          menu.setAttribute('aria-expanded', String(!actions.hidden));
        },
      },
      '⋯',
    );
    const handle = element('button.icon-button.entry-handle', { title: 'Drag, or use the arrow keys' }, '⠿');
    handle.addEventListener('keydown', (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      void moveBy(entry, step);
    });
    const made = element(isOfParts ? 'li.entry.of-parts' : 'li.entry', handle, entry.slot.node, menu, actions);
    followDrag(handle, { row: made, rows, onDrop: (to) => move(entry, to) });
    return made;
  }
  const buttons = (entry) =>
    Object.entries({
      'Move up': () => moveBy(entry, -1),
      'Move down': () => moveBy(entry, 1),
      Duplicate: () => duplicate(entry),
      Remove: () => entry.slot.remove(),
    }).map(([name, onclick]) => element('button.button', { onclick }, name));

  const moveBy = (entry, step) => move(entry, entries.indexOf(entry) + step);

  /** To another position among the rows. */
  function move(entry, to) {
    const isPossible = () => to >= 0 && to < entries.length && to !== entries.indexOf(entry);
    const reorder = () => {
      const focused = /** @type {HTMLElement | null} */ (focusedBeside(rows));
      entries = entries.filter((each) => each !== entry).toSpliced(to, 0, entry);
      rows.insertBefore(entry.row, entries[to + 1]?.row ?? null);
      nameEntries();
      if (focused && rows.contains(focused)) focused.focus();
    };
    const make = () => {
      if (!isPossible()) return undefined;
      if (!entry.slot.isWritten) return void reorder();
      const before = entries.filter((each) => each !== entry).slice(0, to);
      const target = before.filter((each) => each.slot.isWritten).length;
      return { do: 'move', path: entry.slot.path, to: target, was: entry.slot.known };
    };
    return form.change(entry.slot, make, reorder);
  }
  async function duplicate(entry) {
    await form.saver.flush();
    const copy = make(entries.indexOf(entry) + 1, {
      start: structuredClone(entry.slot.known ?? entry.slot.composed()),
    });
    copy.slot.reveal([]);
    await copy.slot.begin();
  }
  /** A new entry at the end. It is written once it is valid. */
  function start(type) {
    open();
    const first = type === undefined ? starterOf(items, forms) : starterOf(items, forms, type);
    const entry = make(entries.length, { start: isOfParts ? (first ?? {}) : undefined });
    entry.slot.reveal([]);
    if (first !== undefined && isOfParts) void entry.slot.begin();
  }
  function open() {
    if (isBuilt) return;
    isBuilt = true;
    const first = Array.isArray(slot.known) ? [] : (slot.start ?? []);
    first.forEach((each, index) => make(index, { start: each }));
    draw();
  }
  /** Entries keep their place in the form; one that is not written yet stays where it is. */
  function draw() {
    const values = Array.isArray(slot.known) ? slot.known : [];
    // The list was written as a whole, with its entries.
    if (isNew && slot.isWritten) for (const { slot: each } of entries) each.known ??= each.composed();
    isNew = !slot.isWritten;
    const here = written();
    const most = Math.min(here.length, values.length);
    const isShown = (entry, value) => isSame(entry.slot.known, value);
    let head = 0;
    while (head < most && isShown(here[head], values[head])) head++;
    let tail = 0;
    while (tail < most - head && isShown(here.at(-1 - tail), values.at(-1 - tail))) tail++;
    // In between, entries were added, or others are gone: those behind keep what is being entered in them.
    for (const gone of here.slice(values.length - tail, here.length - tail)) drop(gone.slot);
    values.forEach((value, index) => {
      const entry = index < here.length - tail || index >= values.length - tail ? written()[index] : undefined;
      if (entry) entry.slot.show(value);
      else if (!hasArrived(value, index))
        make(index === 0 ? 0 : entries.indexOf(written()[index - 1]) + 1, { known: value });
    });
    nameEntries();
  }
  /** The answer to a new entry was missed, and here it is. */
  function hasArrived(value, index) {
    const found = entries.find(
      (each) => !each.slot.isWritten && positionOf(each) === index && isSame(each.slot.composed(), value),
    );
    found?.slot.show(value);
    return found !== undefined;
  }
  /** @param {Slot} child */
  function drop(child) {
    const entry = entries.find((each) => each.slot === child);
    if (!entry) return;
    const hadFocus = entry.row.contains(focusedBeside(rows));
    entries = entries.filter((each) => each !== entry);
    entry.row.remove();
    nameEntries();
    if (hadFocus) (add.matches('button') ? add : add.querySelector('summary')).focus();
  }
  if (!isOfParts) queueMicrotask(open);

  return {
    node,
    layout: isOfParts ? 'part' : 'set',
    open,
    children: () => entries.map((each) => each.slot),
    child(key) {
      open();
      return written()[Number(key)]?.slot;
    },
    composed() {
      open();
      const found = entries.map((each) => each.slot.composed()).filter((each) => each !== undefined);
      return found.length === 0 ? undefined : found;
    },
    show: () => isBuilt && draw(),
    renew(at, first) {
      open();
      return make(Math.min(at, entries.length), { start: first }).slot;
    },
    drop,
    focus: isOfParts ? undefined : () => void start(),
  };
}

/** @param {(type: string) => void} onChoose */
function variantChooser(variants, onChoose) {
  const button = ({ type, about }) =>
    element(
      'button.add',
      {
        title: about,
        onclick: () => {
          chooser.open = false;
          onChoose(type);
        },
      },
      wordsOf(type),
    );
  const chooser = element('details.chooser', element('summary', 'Add'), element('div.adds', ...variants.map(button)));
  return chooser;
}
