import { htmlParts } from './html-parts.ts';

/** The content of these elements is not meant to be read: when one is removed, its content is removed too. */
export const UNREAD_ELEMENTS: readonly string[] =
  'script style template textarea select option xmp noembed noframes iframe object svg math title'.split(' ');

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

/** The first element of each name that is removed with its content, without those inside another one. */
export function unreadElements<T extends { readonly name: string; readonly isClosing: boolean }>(
  tags: readonly T[],
): readonly T[] {
  const loose = looseTags(tags);
  const found = new Map<string, T>();
  let depth = 0;
  for (const tag of tags) {
    if (!UNREAD.has(tag.name) || loose.has(tag)) continue;
    if (!tag.isClosing && depth === 0 && !found.has(tag.name)) found.set(tag.name, tag);
    depth = Math.max(0, depth + (tag.isClosing ? -1 : 1));
  }
  return [...found.values()];
}

export const removedElement = (name: string): { readonly message: string; readonly suggestion?: string } =>
  UNREAD.has(name)
    ? {
        message: `the element ${name} is not on the page, and neither is its content`,
        suggestion: `write its content in Markdown, or write it as code, in backticks: \`<${name}>\``,
      }
    : { message: `the element ${name} is not on the page, but its content is` };

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
