// A picture, video or sound: chosen among those of the project, uploaded, or named by its URL.
import { element } from '../../element.js';
import { createPicker } from '../picker.js';
import { ask, upload } from '../request.js';
import { isObject, typesOf } from '../schema.js';

const PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:$|\?)/i;
const thumb = (url) => element('img.thumb', { src: url, alt: '', loading: 'lazy' });

/** @returns {Promise<import('../picker.js').Found>} */
export async function searchMedia(search) {
  const answer = await ask('media', { search });
  if (answer.type === 'refused') return { reason: answer.reason };
  const options = answer.media.map(({ name, url, alt }) => ({
    value: name,
    title: alt ?? name.split('/').at(-1),
    note: name,
    picture: url === undefined ? undefined : thumb(url),
  }));
  return { options };
}

/** @param {import('../slot.js').Slot} slot @returns {import('../slot.js').Control} */
export function media(slot) {
  /** Some fields are only a URL; the others may say what the file shows. */
  const canHaveAlt = typesOf(slot.schema).includes('object');
  const preview = element('div.preview');
  const alt = element('input', { type: 'text', id: `${slot.id}-alt`, oninput: () => slot.edit(withAlt(alt.value)) });
  const altRow = element(
    'div.alt',
    element('label', { for: `${slot.id}-alt` }, 'Text for people who cannot see it'),
    alt,
  );
  const picker = createPicker({
    label: slot.label,
    placeholder: 'Search media, or enter a URL',
    search: async (words) =>
      /^https?:/.test(words) ? { options: [{ value: words, title: words }] } : searchMedia(words),
    onChoose: ({ value }) => choose(value),
    onEmptied: () => slot.edit(undefined, { isChoice: true }),
  });
  const file = element('input.unseen', {
    type: 'file',
    accept: 'image/*,video/*,audio/*',
    'aria-label': `${slot.label}: upload a file`,
    onclick: () => setChoosing(true),
    oncancel: () => setChoosing(false),
    onchange: () => {
      setChoosing(false);
      void take(file.files[0]);
    },
  });
  const uploading = element('span', 'Upload');
  const setChoosing = (isChoosing) => uploading.toggleAttribute('data-begun', isChoosing);
  const urlOf = (value) => (isObject(value) ? value.url : value) ?? '';

  function choose(url) {
    const { value } = slot;
    slot.edit(isObject(value) ? { ...value, url } : url, { isChoice: true });
    draw(slot.value);
  }
  function withAlt(text) {
    const { value } = slot;
    const { alt: _, ...rest } = isObject(value) ? value : { url: value };
    return text === '' ? rest : { ...(isObject(value) ? value : rest), alt: text };
  }
  /** @param {File | undefined} chosen */
  async function take(chosen) {
    if (!chosen) return;
    uploading.textContent = 'Uploading…';
    const answer = await upload(chosen);
    uploading.textContent = 'Upload';
    file.value = '';
    if (answer.type === 'refused') return slot.refuse(answer);
    choose(answer.value);
  }
  /** The address of a local file on the site is known to the project alone. */
  async function draw(value) {
    const url = urlOf(value);
    picker.show(url);
    altRow.hidden = !canHaveAlt || url === '';
    if (preview.dataset.url === url) return;
    preview.dataset.url = url;
    preview.replaceChildren();
    if (url === '') return;
    const found = /^https?:/.test(url) ? { url: PICTURE.test(url) ? url : undefined } : await addressOf(url);
    if (preview.dataset.url === url && found?.url !== undefined) preview.replaceChildren(thumb(found.url));
  }
  return {
    node: element(
      'div.media',
      element('div.beside', preview, picker.node, element('label.button.upload', file, uploading)),
      altRow,
    ),
    input: picker.input,
    show(value) {
      alt.value = isObject(value) ? (value.alt ?? '') : '';
      void draw(value);
    },
  };
}

async function addressOf(name) {
  const answer = await ask('media', { search: name.replace(/^media\//, '') });
  return answer.media?.find((each) => each.name === name);
}
