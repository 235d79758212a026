/** JSON from outside, rejected if it could not be stored unchanged or could do harm. */
import { isObject, type JsonObject } from '../../values/json.ts';
import { invalid, pointerBelow, Problem, type FieldProblem } from './problem.ts';
import { tooLarge, type ServiceRequest } from './request.ts';

const MOST_BYTES = 1024 * 1024;

/** The JSON object in a request's body. Anything else is rejected before it is used. */
export async function readBody(request: ServiceRequest): Promise<JsonObject> {
  const body = await readJson(request);
  if (!isObject(body)) throw invalid([{ pointer: '', detail: 'must be an object' }]);
  return body;
}

export async function readJson(request: ServiceRequest): Promise<unknown> {
  const type = request.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new Problem(415, 'unsupported-media-type', 'the body must be application/json');
  }
  const text = decode(await readBytes(request));
  try {
    return parseUntrusted(text);
  } catch (error) {
    throw error instanceof SyntaxError ? malformed(error.message) : error;
  }
}

async function readBytes(request: ServiceRequest): Promise<Uint8Array> {
  if (Number(request.header('content-length') ?? 0) > MOST_BYTES) throw tooLarge();
  try {
    return await request.receive(MOST_BYTES);
  } catch (error) {
    throw error instanceof Problem ? error : malformed('it ended unexpectedly');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed('it is not UTF-8');
  }
}

const malformed = (why: string): Problem => new Problem(400, 'malformed-json', `the body is not JSON: ${why}`);

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
