// A pointer to another document, found by its title.
import { createPicker } from '../picker.js';
import { ask } from '../request.js';
import { orNothing } from './plain.js';

/** @param {import('../slot.js').Slot} slot @returns {import('../slot.js').Control} */
export function pointer(slot) {
  const kinds = slot.schema['x-pointer'];
  const picker = createPicker({
    label: slot.label,
    search: (words) => searchDocuments(kinds, words),
    onChoose: ({ value, title }) => {
      chosen.set(value, title);
      slot.edit(value, { isChoice: true });
    },
    onEmptied: () => slot.edit(orNothing(slot, ''), { isChoice: true }),
  });
  /** The document has the titles only of those that it pointed at when it was opened. */
  const chosen = new Map();
  return {
    node: picker.node,
    input: picker.input,
    canBeEmptied: true,
    show: (value) => picker.show(value ? (slot.form.document.titles[value] ?? chosen.get(value) ?? value) : ''),
  };
}

/** @param {readonly string[]} kinds */
export async function searchDocuments(kinds, search) {
  const answer = await ask('choices', { kinds, search });
  if (answer.type === 'refused') return { reason: answer.reason };
  return { options: answer.choices.map(({ address, title }) => ({ value: address, title, note: address })) };
}
