/**
 * The record that a host keeps of the published site: its files, the assets of earlier releases that are still there,
 * and how to get back to those releases. An earlier release is stored as its difference from the one after it, so that
 * a site of 100,000 files does not store them once for each release.
 */
import { UserError } from '../diagnostics/errors.ts';
import { ifPossible } from '../values/if-possible.ts';
import * as is from '../values/shape.ts';
import {
  createManifest,
  diffManifests,
  digestText,
  siteFilesOf,
  siteFilesShape,
  siteManifestShape,
  type SiteFile,
  type SiteManifest,
} from './manifest.ts';

/** An asset of an earlier release that is still published. */
export interface KeptFile extends SiteFile {
  /** When it will be deleted. */
  readonly until: string;
}

const stamp = {
  /** 1 for the first release of a host. */
  number: is.count,
  /** After a rollback, the number of the release that is shown again; otherwise its own. */
  origin: is.count,
  at: is.instant,
  /** The commit that the site was built from, if it is known. */
  commit: is.optional(is.filledText),
};

const earlierShape = is.object({
  ...stamp,
  /** The digest of its manifest. */
  digest: digestText,
  /** The files that differ from the release after it. */
  changed: siteFilesShape,
  /** The files that only the release after it has. */
  absent: is.listOf(is.filledText),
});

const ownerShape = is.object({
  /** The folder of the configuration, from the top of its workspace or repository; absent outside of both. */
  folder: is.optional(is.text),
  /** The address of the site, if the configuration has it. */
  url: is.optional(is.text),
});

const keptShape = siteFilesOf(is.objectOf<KeptFile>({ digest: digestText, bytes: is.count, until: is.instant }));

export const publicationShape = is.object({
  ...stamp,
  version: is.exactly(1),
  /** Absent if its configuration has nothing that tells it from others. */
  owner: is.optional(ownerShape),
  site: siteManifestShape,
  /** Assets of earlier releases: a page that a visitor opened before may still load them. */
  kept: keptShape,
  /** Newest first. */
  earlier: is.listOf(earlierShape),
});

export type Publication = is.InferOf<typeof publicationShape>;
type EarlierRelease = is.InferOf<typeof earlierShape>;

/**
 * Tells the site of one configuration from that of another, so that a copied configuration does not replace a site. It is
 * the same in every clone.
 */
export type Owner = is.InferOf<typeof ownerShape>;

/** A value that only one of them has does not tell them apart: a site may get its address later. */
export const isOtherOwner = (one: Owner, other: Owner): boolean =>
  (['folder', 'url'] as const).some(
    (part) => one[part] !== undefined && other[part] !== undefined && one[part] !== other[part],
  );

/** Every file that gitcast has on the host. */
export const publishedFiles = (live: Publication | undefined): Readonly<Record<string, SiteFile>> => ({
  ...live?.kept,
  ...live?.site.files,
});

/** How many releases a host keeps for `--rollback`, besides the live one. */
const RELEASES = 5;

export interface NextRelease extends Pick<Publication, 'site' | 'kept'> {
  readonly at: string;
  readonly commit?: string | undefined;
  /** The release that is shown again. */
  readonly origin?: number | undefined;
  readonly owner?: Owner | undefined;
  /** The number of the live release, if its record is lost. */
  readonly after?: number | undefined;
}

export function nextPublication(
  live: Publication | undefined,
  { site, kept, at, commit, origin, owner, after = 0 }: NextRelease,
): Publication {
  const number = (live?.number ?? after) + 1;
  return {
    version: 1,
    ...(owner !== undefined && { owner }),
    number,
    origin: origin ?? number,
    at,
    ...(commit !== undefined && { commit }),
    site,
    kept,
    earlier: live ? [wayBack(live, site), ...live.earlier].slice(0, RELEASES) : [],
  };
}

function wayBack({ site, number, origin, at, commit }: Publication, next: SiteManifest): EarlierRelease {
  const { added, changed, removed } = diffManifests(next, site);
  const differing = [...added, ...changed].map((path) => [path, site.files[path]!] as const);
  return {
    number,
    origin,
    at,
    ...(commit !== undefined && { commit }),
    digest: site.digest,
    changed: Object.fromEntries(differing),
    absent: removed,
  };
}

export interface Restorable extends Pick<Publication, keyof typeof stamp> {
  readonly site: SiteManifest;
}

/**
 * The newest release with other files than the live one that was shown before it. A rollback shows an older release, so
 * the next one starts from there: rolling back twice goes back two releases, not forth again.
 */
export function releaseBefore(live: Publication): Restorable {
  let files = new Map(Object.entries(live.site.files));
  for (const { changed, absent, digest, ...stamped } of live.earlier) {
    files = new Map([...files, ...Object.entries(changed)]);
    for (const path of absent) files.delete(path);
    const site = createManifest(files);
    if (site.digest !== digest) break;
    if (stamped.number < live.origin && digest !== live.site.digest) return { ...stamped, site };
  }
  throw new UserError(`release ${live.origin} is the oldest that the host keeps, so there is nothing to roll back to`, {
    suggestion: 'check out the commit to return to, then run gitcast build and gitcast publish',
  });
}

export const publicationText = (publication: Publication): string => `${JSON.stringify(publication, undefined, 1)}\n`;

export interface RecordOptions {
  /** For display. */
  readonly name: string;
  /** Count a damaged record as none. */
  readonly takeOver: boolean;
}

/**
 * The record that a host keeps of what is published; undefined without one. One that cannot be read stops the run: without
 * it, nobody knows which files are gitcast's, and a release would forget the earlier ones.
 */
export function readRecord<T>(text: string | undefined, shape: is.Shape<T>, options: RecordOptions): T | undefined {
  if (text === undefined) return undefined;
  const value: unknown = ifPossible(() => JSON.parse(text));
  if (is.hasShape(value, shape)) return value;
  const { name, takeOver } = options;
  if (takeOver) return undefined;
  throw unreadable(`${name} is damaged`);
}

export const unreadable = (what: string): UserError =>
  new UserError(`${what}, so it is not known which files gitcast published`, {
    suggestion:
      'restore it from a backup; or add --take-over to begin a new record, which deletes no file and forgets the earlier releases',
  });

export const beginsAnew = (name: string): string =>
  `${name} cannot be read: a new record begins, and no file is deleted`;
