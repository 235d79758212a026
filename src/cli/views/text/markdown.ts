/** Foreign text in Markdown: it never becomes markup, mentions anyone, starts a line or links to anything. */
import { printable } from '../../../diagnostics/printable.ts';
import type { Json } from '../../../values/json.ts';
import { startOf } from './excerpts.ts';

const MOST = 120;

export function code(value: Json | undefined, most = MOST): string {
  if (value === undefined || value === null) return '∅';
  const text = printable(inOneLine(textOf(value)));
  const short = text.length > most ? `${startOf(text, most - 1)}…` : text;
  // The fence is longer than any run of backticks in the text.
  const runs = short.match(/`+/g)?.map(({ length }) => length) ?? [];
  // Without a space, a text of spaces would end as a code span with nothing in it.
  if (runs.length === 0) return short.trim() === '' ? '`"' + short + '"`' : `\`${short}\``;
  const fence = '`'.repeat(Math.max(...runs) + 1);
  return `${fence} ${short} ${fence}`;
}

export const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

const inOneLine = (text: string): string => text.replaceAll('\n', '⏎ ');

/**
 * Hosts look for mentions after decoding entities, so `@` and `#` are followed by an invisible joiner. So is `www`, which
 * would start a link. A colon starts a link or an emoji, and two dollar signs enclose a formula.
 */
export const escape = (text: string): string =>
  printable(inOneLine(text))
    .replace(/[@#]|www(?=\.)/gi, '$&\u2060')
    .replace(/[<>&*_`[\]|\\~]|:(?=\/\/|[\w+-]+:)|\$(?=.*\$)/g, (character) => `&#${character.codePointAt(0)!};`);

/** A sentence of gitcast, with its commands and names in backticks as code. */
export const prose = (text: string): string =>
  text
    .split(/`([^`\n]+)`/)
    .map((part, index) => (index % 2 === 0 ? escape(part) : code(part, Infinity)))
    .join('');

export const folded = (title: string, body: string, { open = false } = {}): string =>
  `<details${open ? ' open' : ''}><summary>${title}</summary>\n\n${body}\n\n</details>`;

/** The lines that fit. */
export function within(lines: readonly string[], room: number): readonly string[] {
  let length = 0;
  const end = lines.findIndex((each) => (length += each.length + 1) > room);
  return end === -1 ? lines : lines.slice(0, end);
}

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
