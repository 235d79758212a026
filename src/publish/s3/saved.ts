/**
 * The earlier content of files, kept below `.gitcast/` for a rollback. Pages are saved in one object for each release when
 * they are uploaded; an asset is copied when it is about to be overwritten or deleted.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { digestOf } from '../../values/site-file.ts';
import { isPage, uploadsIn, type Upload } from '../publish-plan.ts';
import { changedFile, type Release } from '../publish-host.ts';
import { publishedFiles, type Publication } from '../publication.ts';
import type { BucketState } from './bucket-state.ts';

export function bytesOf(folder: string, { path, digest }: Upload): Buffer {
  const bytes = readFileSync(join(folder, path));
  if (digestOf(bytes) !== digest) throw changedFile(join(folder, path));
  return bytes;
}

export interface Bundle {
  readonly name: string;
  readonly digests: readonly string[];
  readonly bytes: () => Uint8Array;
}

export const BUNDLE_HEADERS = {
  'content-type': 'application/json',
  'content-encoding': 'gzip',
  'cache-control': 'no-store',
};
const MOST_IN_BUNDLE = 8_000_000;

/** The pages of the release, so that a later one can overwrite them without copying each first. */
export function bundlesOf({ plan, next, source }: Release): readonly Bundle[] {
  if (source.type !== 'folder') return [];
  const groups: Upload[][] = [];
  let size = Infinity;
  for (const upload of uploadsIn(plan).filter(({ path }) => isPage(path))) {
    if (size + upload.bytes > MOST_IN_BUNDLE) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)!.push(upload);
    size += upload.bytes;
  }
  return groups.map((group, index) => ({
    name: `pages/${next.number}-${next.site.digest.slice(0, 12)}-${index + 1}`,
    digests: group.map(({ digest }) => digest),
    bytes: () => gzipSync(JSON.stringify(Object.fromEntries(group.map((upload) => savedForm(upload, source.folder))))),
  }));
}

/** Text compresses well as it is; anything else is kept as base64, in a list. */
export type SavedContent = string | readonly [base64: string];

function savedForm(upload: Upload, folder: string): readonly [string, SavedContent] {
  const bytes = bytesOf(folder, upload);
  const text = bytes.toString();
  return [upload.digest, Buffer.from(text).equals(bytes) ? text : [bytes.toString('base64')]];
}

export const contentOf = (saved: SavedContent | undefined): Buffer =>
  typeof saved === 'string' ? Buffer.from(saved) : Buffer.from(saved?.[0] ?? '', 'base64');

/** The files that an earlier release needs and that only the site itself has: the new name of each, by path. */
export function copiesFor(next: Publication, { live, saved }: BucketState): ReadonlyMap<string, string> {
  const needed = neededBy(next);
  const staying = new Set(Object.entries(publishedFiles(next)).map(([path, { digest }]) => `${digest} ${path}`));
  const copies = new Map<string, string>();
  for (const [path, { digest }] of Object.entries(publishedFiles(live))) {
    if (!needed.has(digest) || Object.hasOwn(saved, digest) || staying.has(`${digest} ${path}`)) continue;
    copies.set(path, `old/${digest}`);
  }
  return copies;
}

const neededBy = ({ earlier }: Publication): ReadonlySet<string> =>
  new Set(earlier.flatMap(({ changed }) => Object.values(changed).map(({ digest }) => digest)));

/** Includes the current pages: the release after the next one may need them. */
export function savedAfter(
  { saved }: BucketState,
  next: Publication,
  bundles: readonly Bundle[],
  copies: ReadonlyMap<string, string>,
): BucketState['saved'] {
  const needed = new Set([...neededBy(next), ...Object.values(next.site.files).map(({ digest }) => digest)]);
  const all = [
    ...Object.entries(saved),
    ...[...copies.values()].map((name) => [name.slice('old/'.length), name] as const),
    ...bundles.flatMap(({ name, digests }) => digests.map((digest) => [digest, name] as const)),
  ];
  return Object.fromEntries(all.filter(([digest]) => needed.has(digest)));
}
