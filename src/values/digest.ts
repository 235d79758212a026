import { createHmac, hash } from 'node:crypto';

/** A short name for a text: equal texts have equal names, and the name reveals nothing about the text. */
export type Digest = (text: string) => string;

/** 22 characters of base64url are 132 bits: enough to rule out collisions, and short in the state file. */
const LENGTH = 22;

export function digest(text: string): string {
  if (text.length > SHORT) return digestAnew(text);
  let name = known.get(text);
  if (name === undefined) {
    if (known.size === MOST_KNOWN) known.clear();
    known.set(text, (name = digestAnew(text)));
  }
  return name;
}

const digestAnew: Digest = (text) => hash('sha256', text, 'base64url').slice(0, LENGTH);

/** Most fields have one of a few values, and a lookup takes a tenth of the time. */
const known = new Map<string, string>();
const SHORT = 64;
const MOST_KNOWN = 10_000;

/** For secrets: without the key, values cannot be guessed by trying digests. */
export const keyedDigest =
  (key: string): Digest =>
  (text) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, LENGTH);
