/**
 * The parts of a pack as files. A part is compressed alone, and a file is many parts: a first visit loads the files, and an
 * update only the parts that changed, by their place in the file. The frame that pages have in common is what all parts
 * are compressed with (the dictionary of deflate), or small ones would be twice as large.
 */
import { hash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { named } from '../assets.ts';
import type { Pack } from './pack.ts';

export interface PackFile {
  readonly path: string;
  readonly text: Uint8Array;
  readonly listed: ListedPack;
}

/** `names` has three characters for each part, made from its content. */
export type ListedPack = readonly [digest: string, names: string, lengths: readonly number[]];

/** Made from a page that seldom changes, without the digests of assets: another frame changes every part. */
export const frameOf = (page: string): string =>
  JSON.stringify(page.replaceAll(/\.[0-9a-f]{10}\./g, '.'))
    .replaceAll(/[^\x20-\x7e]/g, '')
    .slice(1, LONGEST_FRAME);

/** More than the head and the bar of a page takes longer to compress with, and gains nothing. */
const LONGEST_FRAME = 10_000;
/** At most 26 files are in the 3 MB of a first visit. */
const LEAST_IN_FILE = 110_000;

export function packFiles(parts: Pack['groups'] | Pack['recipes'], frame: string): readonly PackFile[] {
  const options = frame === '' ? {} : { dictionary: Buffer.from(frame) };
  const files: Uint8Array[][] = [[]];
  let bytes = 0;
  for (const part of parts) {
    if (bytes >= LEAST_IN_FILE) {
      files.push([]);
      bytes = 0;
    }
    const compressed = deflateRawSync(Buffer.from(JSON.stringify(part), 'latin1'), options);
    files.at(-1)!.push(compressed);
    bytes += compressed.length;
  }
  return files.map((file) => {
    const { path, text } = named('offline/pack', 'bin', Buffer.concat(file));
    const names = file.map((part) => hash('sha256', part, 'base64url').slice(0, 3)).join('');
    return { path, text, listed: [digestIn(path), names, file.map(({ length }) => length)] };
  });
}

/** Of a file with its digest in its name. */
export const digestIn = (path: string): string => path.split('.').at(-2)!;
