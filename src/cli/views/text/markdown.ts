/** Foreign text in Markdown: it never becomes markup, mentions anyone, starts a line or links to anything. */
import { inOneLine, spelledOut } from './excerpts.ts';

export function code(text: string): string {
  const line = inOneLine(text);
  // The fence is longer than any run of backticks in the text.
  const runs = line.match(/`+/g)?.map(({ length }) => length) ?? [];
  // Without a space, a text of spaces would end as a code span with nothing in it.
  if (runs.length === 0) return line.trim() === '' ? '`"' + line + '"`' : `\`${line}\``;
  const fence = '`'.repeat(Math.max(...runs) + 1);
  return `${fence} ${line} ${fence}`;
}

/**
 * Hosts look for mentions after decoding entities, so `@` and `#` are followed by an invisible joiner. So is `www`, which
 * would start a link. A colon starts a link or an emoji, and two dollar signs enclose a formula.
 */
export const escape = (text: string): string =>
  inOneLine(text)
    .replace(/[@#]|www(?=\.)/gi, '$&\u2060')
    .replace(/[<>&*_`[\]|\\~$]|:(?=\/\/|[\w+-]+:)/g, (character) => `&#${character.codePointAt(0)!};`);

/** A sentence of gitcast, with its commands and names in backticks as code. */
export const prose = (text: string): string =>
  text
    .split(/`([^`\n]+)`/)
    .map((part, index) => (index % 2 === 0 ? escape(part) : code(part)))
    .join('');

/** Spaces at the ends stay outside, where they are not underlined; a change of spaces alone is made visible. */
export function marked(text: string, tag: 'del' | 'ins' | 'strong'): string {
  const [, start = '', body = '', end = ''] = /^(\s*)([^]*?)(\s*)$/.exec(text) ?? [];
  if (body === '') return `<${tag}>${escape(spelledOut(text))}</${tag}>`;
  return `${escape(start)}<${tag}>${escape(body)}</${tag}>${escape(end)}`;
}

export const folded = (title: string, body: string): string =>
  `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
