// Carries over the state of a page that must be reloaded.
import { isAnswering } from './server.js';
import { ofTab, takeOfTab } from './storage.js';

const KEY = 'gitcast.dev.kept';
const FIELDS = 'input, textarea, select';
const NEVER = ['password', 'file', 'hidden', 'submit', 'button', 'reset', 'image'];

/** Identifies a field on this page and on its next version, even if other fields are added or removed around it. */
function fieldsOf(doc) {
  const seen = new Map();
  return [...doc.querySelectorAll(FIELDS)]
    .filter(({ type }) => !NEVER.includes(type))
    .map((field) => {
      const choice = ['radio', 'checkbox'].includes(field.type) ? field.value : '';
      const name = [field.form?.id, field.id, field.name, field.type, choice].join(' ');
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return { field, name: `${name} ${count}` };
    });
}

const isChoice = ({ type }) => type === 'radio' || type === 'checkbox';

function isTouched(field) {
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  if (field.localName === 'select') return [...field.options].some((each) => each.selected !== each.defaultSelected);
  return field.value !== field.defaultValue;
}

const summaries = () => [...document.querySelectorAll('details')];

/**
 * `isInUse`: somebody is entering something that a reload would lose. `flush` sends what was entered.
 *
 * @typedef {{ isInUse: () => boolean, flush: () => Promise<unknown> }} Editing
 */

/** @type {Editing} */
const NOBODY = { isInUse: () => false, flush: () => Promise.resolve() };
/** The editor that is open now: it may be another one than when the reload was first wanted. */
let editing = NOBODY;
/** @param {Editing} [editor] absent when it is closed */
export const beforeReload = (editor = NOBODY) => (editing = editor);

const AGAIN_AFTER = 1_000;

/** Without the server, a reload would leave the browser's error page. */
async function untilReady() {
  for (;;) {
    if (!editing.isInUse()) {
      await editing.flush();
      if ((await isAnswering()) && !editing.isInUse()) return;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
  }
}

/** @type {Promise<void> | undefined} */
let reloading;
export const reloadKeeping = () =>
  (reloading ??= untilReady()
    .then(reload)
    .finally(() => (reloading = undefined)));

function reload() {
  const fields = fieldsOf(document);
  const kept = {
    href: location.href,
    scroll: [scrollX, scrollY],
    fields: fields
      .filter(({ field }) => isTouched(field))
      .map(({ field, name }) => [name, isChoice(field) ? field.checked : field.value]),
    focus: fields.find(({ field }) => field === document.activeElement)?.name,
    details: summaries().map(({ open }) => open),
  };
  ofTab.set(KEY, kept);
  location.reload();
}

/** After the page's own scripts have run, so that they notice it. */
export function restoreKept() {
  const kept = takeOfTab(KEY);
  if (kept?.href !== location.href) return;
  const scroll = () => scrollTo({ left: kept.scroll[0], top: kept.scroll[1], behavior: 'instant' });
  const restore = () => {
    const all = summaries();
    if (all.length === kept.details.length) all.forEach((each, index) => (each.open = kept.details[index]));
    const values = new Map(kept.fields);
    for (const { field, name } of fieldsOf(document)) {
      if (values.has(name)) refill(field, values.get(name));
      if (name === kept.focus) field.focus({ preventScroll: true });
    }
    scroll();
  };
  addEventListener('DOMContentLoaded', restore, { once: true });
  // Pictures have their sizes now; fonts may load later and move things a little.
  addEventListener('load', () => holdScroll(scroll, kept.scroll[1]), { once: true });
}

/** A distance this small means that only the page has moved and nobody has scrolled. */
const NEAR = 60;

async function holdScroll(scroll, top) {
  scroll();
  await document.fonts.ready;
  if (Math.abs(scrollY - top) < NEAR) scroll();
}

function refill(field, value) {
  if (isChoice(field)) field.checked = value;
  else field.value = value;
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
}
