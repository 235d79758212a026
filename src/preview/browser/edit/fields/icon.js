// An icon, found by its name in one of the icon sets.
import { element } from '../../element.js';
import { createPicker } from '../picker.js';
import { ask } from '../request.js';

const parser = new DOMParser();

function drawing(svg) {
  const { documentElement } = parser.parseFromString(svg, 'image/svg+xml');
  documentElement.setAttribute('aria-hidden', 'true');
  return document.importNode(documentElement, true);
}

async function searchIcons(family, search) {
  const answer = await ask('icons', { ...(family && { family }), search });
  if (answer.type === 'refused') return { reason: answer.reason };
  return { options: answer.icons.map(({ value, svg }) => ({ value, title: value.type, picture: drawing(svg) })) };
}

/** @param {import('../slot.js').Slot} slot @returns {import('../slot.js').Control} */
export function icon(slot) {
  const families = (slot.schema.properties.family.enum ?? []).filter((each) => each !== null);
  const sign = element('span.sign', { 'aria-hidden': 'true' });
  const family = element(
    'select',
    { 'aria-label': `${slot.label}: icon set`, onchange: () => edit({ family: family.value || undefined }) },
    element('option', { value: '' }, 'site’s set'),
    ...families.map((name) => element('option', { value: name }, String(name))),
  );
  const picker = createPicker({
    label: slot.label,
    isGrid: true,
    search: (words) => searchIcons(family.value, words),
    onChoose: ({ value, picture }) => {
      sign.replaceChildren(picture.cloneNode(true));
      edit({ type: value.type });
    },
    onEmptied: () => slot.edit(undefined, { isChoice: true }),
  });
  function edit(change) {
    const entries = Object.entries({ ...slot.value, ...change }).filter(([, each]) => each !== undefined);
    slot.edit(entries.length === 0 ? undefined : Object.fromEntries(entries), { isChoice: true });
  }
  async function draw({ type, family: named } = { type: undefined, family: undefined }) {
    sign.dataset.type = type ?? '';
    sign.replaceChildren();
    if (!type) return;
    const { options = [] } = await searchIcons(named, type);
    const found = options.find(({ value }) => value.type === type);
    if (found && sign.dataset.type === type) sign.replaceChildren(found.picture);
  }
  return {
    node: element('div.beside', sign, picker.node, family),
    input: picker.input,
    show(value) {
      family.value = value?.family ?? '';
      picker.show(value?.type ?? '');
      void draw(value ?? undefined);
    },
  };
}
