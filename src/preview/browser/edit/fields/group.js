// An object: the fields that it has, the others to add, and the entries of a table by their keys.
import { element, focusedBeside } from '../../element.js';
import { isObject, starterOf, typesOf, wordsOf } from '../schema.js';

/** @typedef {import('../slot.js').Slot} Slot */

/** A new object shows all of its fields if there are no more than these. */
const FEW = 4;

const isPart = (declared) => typesOf(declared).includes('object') || declared.anyOf !== undefined;

/** @param {Slot} slot @returns {import('../slot.js').Control} */
export function group(slot) {
  const { form, schema } = slot;
  const { properties = {}, required = [] } = schema;
  /** @type {import('../schema.js').JsonSchema} */
  const others = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  const isTable = Boolean(schema.additionalProperties);
  const isHidden = (key) =>
    properties[key]?.const !== undefined || (slot.parent === undefined && form.hidden.includes(key));
  /** @type {Map<string, Slot>} */
  const fields = new Map();
  const body = element('div.fields');
  const more = element('div.more-fields');
  const node = element('div', body, more, isTable && keyForm(add));
  const values = () => (isObject(slot.known) ? slot.known : (slot.start ?? {}));
  let isBuilt = false;
  let offered = '';

  /** @param {string} key @param {any} [start] */
  function make(key, start) {
    const declared = properties[key] ?? others;
    const child = slot.inside({
      key: () => key,
      schema: declared,
      label: properties[key] ? wordsOf(key, declared) : key,
      isRequired: required.includes(key),
      known: isObject(slot.known) ? slot.known[key] : undefined,
      start,
    });
    fields.set(key, child);
    body.append(child.node);
    return child;
  }
  function place() {
    const absent = Object.keys(properties).filter((key) => !fields.has(key) && !isHidden(key));
    if (offered === absent.join(' ')) return;
    offered = absent.join(' ');
    more.replaceChildren(...(absent.length > 0 ? [moreFields(absent)] : []));
  }
  const isOffering = () => more.querySelector('details')?.open ?? false;
  function moreFields(keys) {
    const button = (key) =>
      element(
        'button.add',
        { title: properties[key].description, onclick: () => add(key) },
        wordsOf(key, properties[key]),
      );
    return element(
      'details',
      { open: isOffering() },
      element('summary', 'More fields'),
      element('div.adds', ...keys.map(button)),
    );
  }
  function add(key) {
    if (fields.has(key)) return fields.get(key).reveal([]);
    const declared = properties[key] ?? others;
    const child = make(key, isPart(declared) ? starterOf(declared, form.forms) : undefined);
    place();
    child.reveal([]);
    if (child.start !== undefined) void child.begin();
  }
  function build() {
    isBuilt = true;
    const now = values();
    const plain = Object.keys(properties).filter((key) => !isPart(properties[key]));
    const isShort = !slot.isWritten && plain.length <= FEW;
    const isWanted = (key) =>
      now[key] !== undefined ||
      (isShort && plain.includes(key)) ||
      required.includes(key) ||
      (form.locale !== undefined && isMissing(key));
    // In the order of the file.
    const keys = [...new Set([...Object.keys(now), ...required, ...Object.keys(properties)])];
    for (const key of keys) if (isWanted(key) && !isHidden(key)) make(key, slot.isWritten ? undefined : now[key]);
    place();
  }
  /** A text of the main language that has no translation yet. */
  const isMissing = (key) => slot.parent === undefined && form.document.values[key] !== undefined;

  return {
    node,
    layout: 'part',
    variant: typeof values().type === 'string' && properties.type?.const !== undefined ? values().type : undefined,
    open: () => isBuilt || build(),
    children: () => [...fields.values()],
    child(key) {
      if (!isBuilt) build();
      if (!fields.has(String(key)) && (properties[key] || isTable) && !isHidden(key)) {
        make(String(key));
        place();
      }
      return fields.get(String(key));
    },
    composed() {
      if (!isBuilt) build();
      const start = slot.start ?? {};
      const hidden = Object.keys(start).filter((key) => isHidden(key));
      const entered = [...fields].map(([key, child]) => [key, child.composed()]);
      const found = [...hidden.map((key) => [key, start[key]]), ...entered].filter(([, each]) => each !== undefined);
      return found.length === 0 ? undefined : Object.fromEntries(found);
    },
    show() {
      if (!isBuilt) return;
      const now = isObject(slot.known) ? slot.known : {};
      for (const [key, child] of fields) {
        const isGone = now[key] === undefined && !properties[key] && !child.hasDraft && child.known !== undefined;
        if (isGone) forget(child);
        else child.show(now[key]);
      }
      for (const key of Object.keys(now)) if (!fields.has(key) && !isHidden(key)) make(key);
      place();
    },
    renew(key, start) {
      if (!isBuilt) build();
      if (slot.known?.[key] !== undefined) return undefined;
      if (fields.has(key)) forget(fields.get(key));
      const child = make(key, start);
      place();
      return child;
    },
    isOffering,
    offer() {
      const offered = more.querySelector('details');
      if (offered) offered.open = true;
    },
    drop(child) {
      forget(child);
      place();
      /** @type {HTMLElement | null} */ (node.querySelector('summary, button'))?.focus();
    },
  };

  /** @param {Slot} child */
  function forget(child) {
    fields.delete(String(child.key()));
    child.node.remove();
  }
}

/** @param {(key: string) => void} add */
function keyForm(add) {
  const input = element('input', { type: 'text', 'aria-label': 'Name of the new entry', placeholder: 'Name' });
  const onsubmit = (event) => {
    event.preventDefault();
    const key = input.value.trim();
    input.value = '';
    mark();
    if (key !== '') add(key);
  };
  /** Only while it has the focus, because the part around it may be folded. */
  const mark = () =>
    form.toggleAttribute('data-begun', input.value.trim() !== '' && form.contains(focusedBeside(form)));
  const form = element(
    'form.beside.key-form',
    { onsubmit, oninput: mark, onfocusin: mark, onfocusout: mark },
    input,
    element('button.button', 'Add'),
  );
  return form;
}
