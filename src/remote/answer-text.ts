/** The body of an answer as text: decompressed, decoded with the declared character set, without a byte order mark. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { AnswerHead } from './http/exchange.ts';
import { headerOf, type AnswerHeaders } from './http/headers.ts';

/** Has a code like the errors of Node.js and undici, so that it is classified with them. */
export class UnreadableAnswer extends Error {
  readonly code = 'UNREADABLE_ANSWER';
}

/** We never ask for compression, but some servers and proxies compress anyway. */
const DECOMPRESS: Readonly<Record<string, (bytes: Uint8Array, limits: { maxOutputLength: number }) => Uint8Array>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

const utf8 = new TextDecoder();

/** Throws `UnreadableAnswer`. An error answer is decoded as far as possible, because its status matters most. */
export function answerText(bytes: Uint8Array, { status, headers }: AnswerHead, most: number): string {
  try {
    const charset = charsetOf(headers).toLowerCase();
    const decoder = charset === 'utf-8' ? utf8 : new TextDecoder(charset);
    return decoder.decode(decompressed(bytes, headers, most));
  } catch {
    if (status >= 300) return '';
    throw new UnreadableAnswer();
  }
}

function decompressed(bytes: Uint8Array, headers: AnswerHeaders, most: number): Uint8Array {
  if (bytes.length === 0) return bytes;
  const codings = (headerOf(headers, 'content-encoding') ?? '').toLowerCase().split(',');
  const used = codings.map((coding) => coding.trim()).filter((coding) => coding !== '' && coding !== 'identity');
  return used.reduceRight((compressed, coding) => DECOMPRESS[coding]!(compressed, { maxOutputLength: most }), bytes);
}

const charsetOf = (headers: AnswerHeaders): string =>
  /;\s*charset\s*=\s*"?([\w:.-]+)/i.exec(headerOf(headers, 'content-type') ?? '')?.[1] ?? 'utf-8';
