/** JSON from outside, rejected if it could not be stored unchanged or could do harm. */
import { invalid, pointerBelow, type FieldProblem } from './problem.ts';

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const DEEPEST = 100;

/**
 * Returns the parsed value; throws a SyntaxError if the text is not JSON. `pointer` is the prefix of reported pointers.
 */
export function parseUntrusted(text: string, pointer = ''): unknown {
  const value: unknown = JSON.parse(text);
  const unsafe = findUnsafe(value, 0);
  if (unsafe) throw invalid([{ ...unsafe, pointer: pointer + unsafe.pointer }]);
  return value;
}

/** The first value that is not safe. Its pointer is put together on the way back: most bodies have none. */
function findUnsafe(value: unknown, depth: number): FieldProblem | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { pointer: '', detail: 'is a number too large to store' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === DEEPEST) return { pointer: '', detail: `is nested more than ${DEEPEST} levels deep` };
  const isList = Array.isArray(value);
  for (const [key, below] of Object.entries(value)) {
    const unsafe =
      !isList && FORBIDDEN.has(key)
        ? { pointer: '', detail: `\`${key}\` is not allowed as a key` }
        : findUnsafe(below, depth + 1);
    if (unsafe) return { ...unsafe, pointer: pointerBelow('', key) + unsafe.pointer };
  }
  return undefined;
}
