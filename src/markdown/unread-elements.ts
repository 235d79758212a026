import { htmlParts } from './html-parts.ts';

/** The content of these elements is not meant to be read: when one is removed, its content is removed too. */
export const UNREAD_ELEMENTS: readonly string[] = [
  'script',
  'style',
  'template',
  'textarea',
  'select',
  'option',
  'xmp',
  'noembed',
  'noframes',
  'iframe',
  'object',
  'svg',
  'math',
  'title',
];

const UNREAD = new Set(UNREAD_ELEMENTS);

/** Tags that are never closed: `the <option> flag` is part of a sentence, and must not remove the rest of the text. */
export function looseTags(tags: Iterable<{ readonly name: string; readonly isClosing: boolean }>): ReadonlySet<object> {
  const open = new Map<string, object[]>();
  for (const tag of tags) {
    if (!UNREAD.has(tag.name)) continue;
    const waiting = open.get(tag.name) ?? [];
    open.set(tag.name, waiting);
    if (tag.isClosing) waiting.pop();
    else waiting.push(tag);
  }
  return new Set([...open.values()].flat());
}

/** The HTML with such tags escaped as text, and their names. */
export function withLooseTagsAsText(html: string): { readonly html: string; readonly loose: readonly string[] } {
  const tags = [...htmlParts(html)].filter((part) => part.type === 'tag');
  const loose = looseTags(tags);
  if (loose.size === 0) return { html, loose: [] };
  let written = 0;
  let text = '';
  const shown = tags.filter((tag) => loose.has(tag));
  for (const tag of shown) {
    text += `${html.slice(written, tag.start)}&lt;`;
    written = tag.start + 1;
  }
  return { html: text + html.slice(written), loose: shown.map(({ name }) => name) };
}
