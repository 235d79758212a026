/** The words of a text, in Markdown or HTML: both are reduced to the same few parts. */
import { createHeadingIds } from './heading-ids.ts';
import { looseTags, UNREAD_ELEMENTS } from './unread-elements.ts';

export type WordPart =
  | { readonly type: 'words'; readonly text: string }
  /** The alternative text of an image. */
  | { readonly type: 'alt'; readonly text: string }
  | { readonly type: 'break' }
  | { readonly type: 'tag'; readonly name: string; readonly isClosing: boolean };

export interface Words {
  /** One line per paragraph, heading, list item and table cell. */
  readonly lines: readonly string[];
  /** The ids of its headings on a page, without the page's prefix. */
  readonly headings: readonly string[];
}

/** Elements that end a line of text. */
const BREAKS =
  /^(?:address|article|aside|blockquote|br|caption|center|d[dlt]|details|div|figcaption|figure|footer|form|h[1-6r]|header|li|main|nav|ol|p|pre|section|summary|table|t[dhr]|ul)$/;
const HEADING = /^h[1-6]$/;
const UNREAD = new Set(UNREAD_ELEMENTS);

/** The lines are computed only if they are used. */
export function wordsOf(
  parts: readonly WordPart[],
): Pick<Words, 'headings'> & { readonly lines: () => Words['lines'] } {
  const loose = looseTags(parts.filter((part) => part.type === 'tag'));
  const idFor = createHeadingIds('');
  const headings: string[] = [];
  const unread: string[] = [];
  let text = '';
  let alts = '';
  let heading: number | undefined;
  for (const part of parts) {
    if (part.type === 'tag' && UNREAD.has(part.name) && !loose.has(part)) {
      if (!part.isClosing) unread.push(part.name);
      else if (unread.at(-1) === part.name) unread.pop();
    }
    if (unread.length > 0) continue;
    if (part.type === 'words') text += part.text;
    else if (part.type === 'alt') alts += `${part.text}\n`;
    else if (part.type === 'break') text += '\n';
    else if (loose.has(part)) text += `<${part.name}>`;
    else if (BREAKS.test(part.name)) {
      if (HEADING.test(part.name) && part.isClosing && heading !== undefined) {
        headings.push(idFor(linesOf(text.slice(heading)).join(' ')));
        heading = undefined;
      }
      text += '\n';
      if (HEADING.test(part.name) && !part.isClosing) heading = text.length;
    }
  }
  return {
    headings,
    lines() {
      const lines = linesOf(text);
      // A text that consists of images only still has their alternative texts.
      return lines.length === 0 ? linesOf(alts) : lines;
    },
  };
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/[\s\u00a0]+/g, (space) => (space.includes('\u00a0') ? '\u00a0' : ' ')).trim())
    .filter((line) => line !== '');
