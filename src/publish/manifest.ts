/**
 * The files of a built site, with the digest and size of each. Two manifests with the same digest are the same site,
 * byte for byte. A host keeps that of the published site.
 */
import * as is from '../values/shape.ts';
import { digestOf, isSitePath } from '../values/site-file.ts';

/** A file of a site. */
export interface SiteFile {
  /** As `digestOf` in `values/site-file.ts`: the first 32 hexadecimal digits of its SHA-256. */
  readonly digest: string;
  /** Its size. */
  readonly bytes: number;
}

export type SiteFiles = Readonly<Record<string, SiteFile>>;

export interface SiteManifest {
  readonly version: 1;
  /** Over all paths, digests and sizes. */
  readonly digest: string;
  /** By path, relative to the root of the site. */
  readonly files: SiteFiles;
}

export const digestText: is.Shape<string> = is.shape(
  'a digest of 32 hexadecimal digits',
  (value) => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value),
);

const sitePath = is.shape<string>('paths inside the site', (value) => isSitePath(value as string));

/** Paths are checked too: publishing deletes what an old manifest names. */
export const siteFilesOf = <File extends SiteFile>(file: is.Shape<File>) => is.recordOf(file, sitePath);

export const siteFilesShape = siteFilesOf(is.objectOf<SiteFile>({ digest: digestText, bytes: is.count }));

const stated = is.objectOf<SiteManifest>({ version: is.exactly(1), digest: digestText, files: siteFilesShape });

/** A manifest that was edited or damaged does not have its own digest, and is refused. */
export const siteManifestShape: is.Shape<SiteManifest> = is.both(stated, {
  check: (value) => {
    const { digest, files } = value as SiteManifest;
    const actual = digestOfFiles(files);
    if (actual === digest) return [];
    return [{ path: ['digest'], expected: `${actual}, the digest of its files`, found: digest }];
  },
});

export function createManifest(files: Iterable<readonly [path: string, file: SiteFile]>): SiteManifest {
  const entries = [...files].map(([path, { digest, bytes }]) => [path, { digest, bytes }] as const);
  const sorted = Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return { version: 1, digest: digestOfFiles(sorted), files: sorted };
}

/** The fate of the files of `before` when the site becomes `after`. */
export function diffManifests(
  { files: before }: Pick<SiteManifest, 'files'>,
  { files: after }: Pick<SiteManifest, 'files'>,
) {
  const paths = sortedPaths(after);
  const isThere = (path: string): boolean => Object.hasOwn(before, path);
  return {
    added: paths.filter((path) => !isThere(path)),
    changed: paths.filter((path) => isThere(path) && !isSameFile(before[path]!, after[path]!)),
    removed: sortedPaths(before).filter((path) => !Object.hasOwn(after, path)),
  };
}

export const isSameFile = (one: SiteFile, other: SiteFile): boolean =>
  one.digest === other.digest && one.bytes === other.bytes;

/** By code unit, which does not depend on the language of the machine. */
const sortedPaths = (files: SiteFiles): readonly string[] => Object.keys(files).toSorted();

function digestOfFiles(files: SiteFiles): string {
  const line = (path: string): string => `${JSON.stringify(path)} ${files[path]!.digest} ${files[path]!.bytes}\n`;
  return digestOf(sortedPaths(files).map(line).join(''));
}
