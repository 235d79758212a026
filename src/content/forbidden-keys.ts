/** Keys with a meaning in JavaScript: a document with one of them could change the behaviour of other code. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
