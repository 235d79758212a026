import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { ifPossible } from '../../values/if-possible.ts';

/** Higher levels take twice as long and save a tenth. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Texts in one piece, because pages repeat each other. */
export const packTexts = (texts: readonly (string | Uint8Array)[]): Uint8Array =>
  zstdCompressSync(
    Buffer.concat(texts.map((text) => (typeof text === 'string' ? Buffer.from(text) : text))),
    COMPRESSION,
  );

/** Undefined if they are damaged. The limit protects from texts that unpack to more than the memory. */
export const unpackedTexts = (packed: Uint8Array, size: number): Uint8Array | undefined =>
  ifPossible(() => zstdDecompressSync(packed, { maxOutputLength: Math.max(size, 1), chunkSize: Math.max(size, 64) }));
