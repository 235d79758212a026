import { hash } from 'node:crypto';

/** An entry of an index has at most 2,704 bytes in PostgreSQL, and no text there has the character U+0000. */
const LONGEST = 500;
const DIGEST = 'sha256:';

/**
 * What a column with an index has for a text that a client chose: the text itself, or a digest if an index cannot have it.
 * Equal texts have equal forms, so the form of one finds the other.
 */
export const indexable = (text: string): string =>
  text.length > LONGEST || text.includes('\0') || text.startsWith(DIGEST) ? DIGEST + hash('sha256', text) : text;
