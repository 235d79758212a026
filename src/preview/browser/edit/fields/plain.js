// Texts of a line, numbers, flags and choices.
import { element } from '../../element.js';
import { grow } from './grow.js';

/** @typedef {import('../slot.js').Slot} Slot */
/** @typedef {import('../slot.js').Control} Control */

/** A value that was emptied is removed, unless the document needs one there. @param {Slot} slot */
export const orNothing = (slot, value) => (value === '' && !slot.isRequired && !slot.isEntry ? undefined : value);

const LONG = 60;
const MANY = 160;

/** @param {Slot} slot @returns {Control} */
export function text(slot) {
  const { schema, original } = slot;
  const isLong = [slot.value, original].some(
    (each) => typeof each === 'string' && (/\n/.test(each) || each.length > LONG),
  );
  const hasRoom = isLong || schema.maxLength > MANY;
  const oninput = () => {
    slot.edit(orNothing(slot, input.value));
    resize();
  };
  const placeholder = typeof original === 'string' ? original : undefined;
  const known = schema['x-known'];
  const listed = known && `${slot.id}-known`;
  const input = hasRoom
    ? element('textarea', { rows: 1, placeholder, oninput })
    : element('input', { type: 'text', placeholder, oninput, list: listed, autocomplete: 'off' });
  const options = known && element('datalist', { id: listed }, ...known.map((value) => element('option', { value })));
  const resize = hasRoom ? grow(input) : () => {};
  return {
    node: options ? element('div', input, options) : input,
    input,
    canBeEmptied: true,
    show(value) {
      input.value = value ?? '';
      resize();
    },
  };
}

/** @param {Slot} slot @returns {Control} */
export function number(slot) {
  const { minimum, maximum } = slot.schema;
  const oninput = () => {
    if (input.value === '' && !input.validity.badInput) slot.edit(orNothing(slot, '') ?? undefined);
    else if (!Number.isNaN(input.valueAsNumber)) slot.edit(input.valueAsNumber);
  };
  const input = element('input', { type: 'number', step: 'any', min: minimum, max: maximum, oninput });
  return { node: input, input, canBeEmptied: true, show: (value) => (input.value = value ?? '') };
}

/** @param {Slot} slot @returns {Control} */
export function flag(slot) {
  const onchange = () => {
    say();
    slot.edit(input.checked, { isChoice: true });
  };
  const input = element('input.switch', { type: 'checkbox', role: 'switch', onchange });
  const word = element('span', { 'aria-hidden': 'true' });
  const say = () => (word.textContent = input.checked ? 'Yes' : 'No');
  return {
    node: element('div.flag', input, word),
    input,
    show(value) {
      input.checked = value === true;
      say();
    },
  };
}

/** @param {Slot} slot @returns {Control} */
export function choice(slot) {
  const values = slot.schema.enum.filter((value) => value !== null);
  const onchange = () => slot.edit(values[Number(input.value)], { isChoice: true });
  const none = element('option', { value: '' }, slot.schema.default ? `${slot.schema.default} (default)` : '–');
  const input = element('select', { onchange });
  return {
    node: input,
    input,
    canBeEmptied: true,
    show(value) {
      const options = values.map((each, index) => element('option', { value: index }, String(each)));
      input.replaceChildren(...(slot.isRequired && values.includes(value) ? [] : [none]), ...options);
      const index = values.indexOf(value);
      input.value = index === -1 ? '' : String(index);
    },
  };
}

/** The value is on the machine that syncs; a file has only the name of its variable. @param {Slot} slot @returns {Control} */
export function secret(slot) {
  const name = element('code');
  void slot;
  return {
    node: element('p.secret', 'From the variable ', name),
    layout: 'set',
    canBeEmptied: true,
    show: (value) => (name.textContent = value?.$env ?? 'that is not named yet'),
  };
}
