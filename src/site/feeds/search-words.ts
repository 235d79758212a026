/** The words of a text as the search compares them. `templates/assets/find.js` does the same in browsers. */

/** Without accents and case, so that `etale` finds `Étale`. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const wordsOf = (text: string): readonly string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The names of the files in which the words of a large site are. */
export const SHARDS: readonly string[] = [...'abcdefghijklmnopqrstuvwxyz0_'];

export const shardOf = (word: string): string => (/^[a-z]/.test(word) ? word[0]! : /^\d/.test(word) ? '0' : '_');
