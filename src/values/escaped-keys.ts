/**
 * Object keys that JSON.parse may misread. V8 in Node 24 to 26 can return a backslash for a key that is one escape
 * sequence, such as "\n" or "\u0041", once it has seen other shapes of objects (nodejs/node#63785). The parsed value
 * does not show it, so these keys are looked for in the text itself.
 */

export interface EscapedKey {
  /** The position of the key's opening quote, in UTF-16 code units. */
  readonly offset: number;
  /** The key that the text means. */
  readonly key: string;
}

/**
 * The colon makes it a key. A quote with a backslash before it is part of a longer text; in well-formed JSON nothing
 * else can look like this, so no strings have to be tracked.
 */
const CANDIDATE = /(?<!\\)"(\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))"[ \t\n\r]*:/g;

/** In text order. A key that means a backslash is left out: it is read correctly either way. */
export function escapedSingleKeys(json: string): readonly EscapedKey[] {
  const found: EscapedKey[] = [];
  if (!json.includes('\\')) return found;
  for (const match of json.matchAll(CANDIDATE)) {
    const key = JSON.parse(`"${match[1]!}"`) as string;
    if (key !== '\\') found.push({ offset: match.index, key });
  }
  return found;
}
