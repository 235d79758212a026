/** Keys that mean something to JavaScript: a document with one of them could change what other code does. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
