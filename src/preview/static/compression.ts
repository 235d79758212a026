import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Smaller files fit in one packet anyway. */
const WORTH_IT = 512;

export const isCompressible = (type: string, size: number): boolean =>
  /^text\/|json|xml|svg/.test(type) && size >= WORTH_IT;

/** The encodings that the browser accepts, the smaller one first. `br;q=0` means that it does not accept it. */
export function chosenEncoding(accepted: string): Encoding | undefined {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, weight]) => weight === undefined || !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding));
}

export function compress(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  return encoding === 'br'
    ? brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    : gzipSync(bytes);
}
