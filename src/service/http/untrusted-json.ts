/** JSON from outside, rejected if it could not be stored unchanged or could do harm. */
import { invalid, pointerBelow } from './problem.ts';

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const DEEPEST = 100;

/**
 * Returns the parsed value; throws a SyntaxError if the text is not JSON. `pointer` is the prefix of reported pointers.
 */
export function parseUntrusted(text: string, pointer = ''): unknown {
  const value: unknown = JSON.parse(text);
  refuseUnsafe(value, pointer, 0);
  return value;
}

function refuseUnsafe(value: unknown, pointer: string, depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw invalid([{ pointer, detail: 'is a number too large to store' }]);
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === DEEPEST) throw invalid([{ pointer, detail: `is nested more than ${DEEPEST} levels deep` }]);
  const isList = Array.isArray(value);
  for (const [key, below] of Object.entries(value)) {
    const at = pointerBelow(pointer, key);
    if (!isList && FORBIDDEN.has(key)) throw invalid([{ pointer: at, detail: `\`${key}\` is not allowed as a key` }]);
    refuseUnsafe(below, at, depth + 1);
  }
}
