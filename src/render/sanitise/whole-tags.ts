import { htmlParts } from '../../markdown/html-parts.ts';

export interface WholeTags {
  readonly html: string;
  /** Unfinished tags and comments that are shown as text: `<div`, `<!--`. */
  readonly unfinished: readonly string[];
}

/**
 * HTML that every parser reads as `markdown/html-parts.ts` does: whole tags, no comments, and every other `<` escaped.
 * Otherwise a parser would extend an unfinished tag or comment to the end of the page, and swallow what follows.
 */
export function wholeTags(html: string): WholeTags {
  const unfinished: string[] = [];
  let whole = '';
  for (const part of htmlParts(html)) {
    const written = html.slice(part.start, part.end);
    if (part.type === 'unfinished') unfinished.push(part.written);
    whole += part.type === 'tag' ? written : written.replaceAll('<', '&lt;');
  }
  return { html: whole, unfinished };
}
