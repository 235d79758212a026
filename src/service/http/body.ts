import type { Exchange } from './exchange.ts';
import { isObject, type JsonObject } from '../../values/json.ts';
import { invalid, Problem } from './problem.ts';
import { parseUntrusted } from './untrusted-json.ts';

const MOST_BYTES = 1024 * 1024;

/** The JSON object in a request's body. Anything else is rejected before it is used. */
export async function readBody(c: Exchange): Promise<JsonObject> {
  const body = await readJson(c);
  if (!isObject(body)) throw invalid([{ pointer: '', detail: 'must be an object' }]);
  return body;
}

export async function readJson(c: Exchange): Promise<unknown> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new Problem(415, 'unsupported-media-type', 'the body must be application/json');
  }
  const text = decode(await readBytes(c));
  try {
    return parseUntrusted(text);
  } catch (error) {
    throw error instanceof SyntaxError ? malformed(error.message) : error;
  }
}

async function readBytes(c: Exchange): Promise<Uint8Array> {
  const length = c.req.header('content-length');
  if (Number(length ?? 0) > MOST_BYTES) throw tooLarge();
  try {
    // A declared length was already checked; only a chunked body has to be counted as it arrives.
    return length === undefined ? await readCounting(c) : await readDeclared(c);
  } catch (error) {
    throw error instanceof Problem ? error : malformed('it ended unexpectedly');
  }
}

async function readDeclared(c: Exchange): Promise<Uint8Array> {
  const body = await c.req.arrayBuffer();
  return body instanceof Uint8Array ? body : new Uint8Array(body);
}

async function readCounting(c: Exchange): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Cancelling the stream would close the connection before the answer is sent.
  for await (const chunk of c.req.raw.body?.values({ preventCancel: true }) ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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

const tooLarge = (): Problem => new Problem(413, 'too-large', 'the body may be at most 1 MiB');
