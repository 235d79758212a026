/** How the files beside the pages write texts, lists, times and numbers. */
import { urlUuid } from '../../values/uuid.ts';

const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes text for XML and removes control characters, which no version of XML allows. */
export const xmlText = (text: string): string =>
  text.replace(NOT_IN_XML, '').replace(/[&<>"]/g, (found) => REFERENCES[found]!);

/** One entry a line: a change of one changes little of the file, and devices load only that. */
export const jsonLines = (entries: readonly object[]): string =>
  `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`;

/** `2027-06-18T18:30:00Z` */
export const utc = (instant: number): string => new Date(instant).toISOString().replace('.000', '');

const MOST = 2 ** 31 - 1;

/**
 * A positive integer for each address, the same in every build. Of two addresses with the same one, the later in the
 * alphabet has the next.
 */
export function numbersOf(addresses: readonly string[]): ReadonlyMap<string, number> {
  const taken = new Set<number>();
  const numbers = new Map<string, number>();
  for (const address of [...new Set(addresses)].sort()) {
    let number = (Number.parseInt(urlUuid(address).slice(0, 8), 16) % MOST) + 1;
    while (taken.has(number)) number = (number % MOST) + 1;
    taken.add(number);
    numbers.set(address, number);
  }
  return numbers;
}
