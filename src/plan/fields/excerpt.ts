/** Compares an excerpt with a text that a list does not show. */
import type { Json } from '../../values/json.ts';
import { withDestinations } from '../../markdown/links.ts';
import { plainText } from '../../markdown/reading.ts';
import { normalText } from '../../values/normal-text.ts';

/** Long enough to distinguish texts, and short enough for an excerpt that has a suffix of its own. */
const LENGTH = 60;

/**
 * True if the excerpt certainly belongs to a different text. Services make excerpts from the letters, with or without
 * marks.
 */
export function belongsToOtherText(excerpt: Json | undefined, text: Json | undefined): boolean {
  if (typeof excerpt !== 'string' || typeof text !== 'string') return false;
  const beginning = lettersOf(excerpt).slice(0, LENGTH);
  const withoutLinks = withDestinations(text, () => '');
  return ![text, withoutLinks, plainText(text)].some((each) => lettersOf(each).startsWith(beginning));
}

const lettersOf = (text: string): string => normalText(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
