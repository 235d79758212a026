import { htmlParts } from '../../markdown/html-parts.ts';

export interface WholeTags {
  readonly html: string;
  /** What is shown as characters since nothing ends it: `<div`, `<!--`. */
  readonly unfinished: readonly string[];
}

/**
 * HTML that every parser reads as `markdown/html-parts.ts` does: whole tags, no comments, and each other `<` as a character.
 * A parser takes the beginning of a tag or a comment to the end of the page, and with it whatever follows.
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
