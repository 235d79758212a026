/** JSON from outside, refused where it could not be kept as it is or could do harm. */
import { invalid, pointerBelow } from './problem.ts';

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const DEEPEST = 100;

/** The parsed value; throws a SyntaxError where the text is no JSON. `pointer` is what problems begin with. */
export function parseUntrusted(text: string, pointer = ''): unknown {
  const value: unknown = JSON.parse(text);
  refuseUnsafe(value, pointer, 0);
  return value;
}

function refuseUnsafe(value: unknown, pointer: string, depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw invalid([{ pointer, detail: 'is too large a number' }]);
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === DEEPEST) throw invalid([{ pointer, detail: `is nested more than ${DEEPEST} levels deep` }]);
  const isList = Array.isArray(value);
  for (const [key, below] of Object.entries(value)) {
    const at = pointerBelow(pointer, key);
    if (!isList && FORBIDDEN.has(key)) throw invalid([{ pointer: at, detail: `\`${key}\` may not be a key` }]);
    refuseUnsafe(below, at, depth + 1);
  }
}
