import { createHmac, hash } from 'node:crypto';
import { onceEach } from './once-each.ts';

/** A short name for a text: equal texts have equal names, and the name reveals nothing about the text. */
export type Digest = (text: string) => string;

/** 22 characters of base64url are 132 bits: enough to rule out collisions, and short in the state file. */
const LENGTH = 22;

export const digest: Digest = (text) => (text.length > SHORT ? digestAnew(text) : digestOfShort(text));

const digestAnew: Digest = (text) => hash('sha256', text, 'base64url').slice(0, LENGTH);

/** Most fields have one of a few values, and a lookup takes a tenth of the time. */
const digestOfShort: Digest = onceEach(digestAnew, 10_000);
const SHORT = 64;

/** For secrets: without the key, values cannot be guessed by trying digests. */
export const keyedDigest =
  (key: string): Digest =>
  (text) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, LENGTH);
