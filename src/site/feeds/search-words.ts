/** The words of a text as the search compares them. `templates/assets/find.js` does the same in browsers. */

import { decodeReferences } from '../../markdown/references.ts';

/** Without accents and case, so that `etale` finds `Étale`. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const wordsOf = (text: string): readonly string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Not words: where a link leads, and the names of tags and their attributes. */
const UNREAD = /(?<=\])\([^()\s]*(?:\s[^()]*)?\)|<[^<>]*>/g;

/** Those of Markdown or HTML. Parsing it would take longer than everything else that a build does with a text. */
export const wordsOfSource = (text: string): readonly string[] => wordsOf(decodeReferences(text.replace(UNREAD, ' ')));

/** The names of the files in which the words of a large site are. */
export const SHARDS: readonly string[] = [...'abcdefghijklmnopqrstuvwxyz0_'];

export function shardOf(word: string): string {
  const first = word[0]!;
  if (first >= 'a' && first <= 'z') return first;
  return first >= '0' && first <= '9' ? '0' : '_';
}
