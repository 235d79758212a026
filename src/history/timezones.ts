/** The time zone of the site over time. If it changes, times without an offset mean other instants. */
import type { Git, GitOptions } from '../git/git.ts';
import { readObjects } from '../git/objects.ts';
import type { Commit } from './commits.ts';

/** The file with the settings of the site. */
export interface SettingsFile {
  readonly path: string;
  /** The time zone that a version of the file sets; undefined if the file has errors. */
  readonly timezoneIn: (bytes: Uint8Array) => string | undefined;
}

export interface ZoneChange {
  readonly at: number;
  readonly from: string;
  readonly to: string;
}

export interface Timezones {
  /** By commit, for those that changed the settings. */
  readonly after: ReadonlyMap<string, string>;
  /** The changes of single commits, in no particular order. */
  readonly changes: readonly ZoneChange[];
}

export const NEVER_CHANGED: Timezones = { after: new Map(), changes: [] };

/** `path` starts at the repository's root. Undefined if the clone lacks earlier versions. */
export async function readTimezones(
  git: Git,
  commits: Iterable<Commit>,
  { path, timezoneIn, ...options }: SettingsFile & Pick<GitOptions, 'env'>,
): Promise<Timezones | undefined> {
  const versions = [...commits].flatMap(({ id, at, files, merged }) => {
    const file = files.find((each) => each.path === path);
    return file ? [{ id, at, ...file, isOwn: merged?.includes(path) ?? true }] : [];
  });
  const blobs = new Set(versions.flatMap(({ before, after }) => [before, after]).filter((blob) => blob !== undefined));
  if (blobs.size < 2) return NEVER_CHANGED;
  const read = await readObjects(git, [...blobs], options);
  if (read.size < blobs.size) return undefined;
  const zones = new Map([...read].map(([blob, bytes]) => [blob, timezoneIn(bytes)]));
  /** A version with errors was not published: the one before it still counted. */
  const zoneOf = (blob: string | undefined, left = versions.length): string | undefined => {
    if (blob === undefined || left === 0) return undefined;
    return zones.get(blob) ?? zoneOf(versions.find(({ after }) => after === blob)?.before, left - 1);
  };
  const zoned = versions.map(({ before, after, ...rest }) => ({ ...rest, from: zoneOf(before), to: zoneOf(after) }));
  return {
    after: new Map(zoned.flatMap(({ id, to }) => (to === undefined ? [] : [[id, to] as const]))),
    changes: zoned.flatMap(({ at, from, to, isOwn }) =>
      isOwn && from !== undefined && to !== undefined && from !== to ? [{ at, from, to }] : [],
    ),
  };
}
