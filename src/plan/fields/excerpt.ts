/** What an excerpt says of a text that a list does not show. */
import type { Json } from '../../values/json.ts';
import { withDestinations } from '../../markdown/links.ts';
import { plainText } from '../../markdown/plain-text.ts';
import { normalText } from '../../values/normal-text.ts';

/** Enough to tell texts apart, and little enough for an excerpt that ends in something of its own. */
const LENGTH = 60;

/** Whether it is certain that the excerpt is of another text. Services make excerpts of the letters, with or without marks. */
export function isOfAnotherText(excerpt: Json | undefined, text: Json | undefined): boolean {
  if (typeof excerpt !== 'string' || typeof text !== 'string') return false;
  const beginning = lettersOf(excerpt).slice(0, LENGTH);
  const withoutLinks = withDestinations(text, () => '');
  return ![text, withoutLinks, plainText(text)].some((each) => lettersOf(each).startsWith(beginning));
}

const lettersOf = (text: string): string => normalText(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
