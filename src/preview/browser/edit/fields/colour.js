// A colour, by eye or by its number.
import { element } from '../../element.js';
import { orNothing } from './plain.js';

/** `#fa0` and `#ffaa0080` as a browser's picker wants them. */
function withoutAlpha(value) {
  const digits = /^#([0-9a-f]+)$/i.exec(value)?.[1] ?? '';
  if (digits.length === 3 || digits.length === 4)
    return `#${digits.slice(0, 3).replaceAll(/./g, '$&$&')}`.toLowerCase();
  return digits.length === 6 || digits.length === 8 ? `#${digits.slice(0, 6)}`.toLowerCase() : '#000000';
}

/** @param {import('../slot.js').Slot} slot @returns {import('../slot.js').Control} */
export function colour(slot) {
  const input = element('input', {
    type: 'text',
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: '#rrggbb',
    oninput: () => {
      picker.value = withoutAlpha(input.value);
      slot.edit(orNothing(slot, input.value.trim()));
    },
  });
  const picker = element('input.swatch', {
    type: 'color',
    'aria-label': `${slot.label}: choose`,
    oninput: () => {
      input.value = picker.value;
      slot.edit(picker.value);
    },
  });
  return {
    node: element('div.beside', picker, input),
    input,
    canBeEmptied: true,
    show(value) {
      input.value = value ?? '';
      picker.value = withoutAlpha(value ?? '');
    },
  };
}
