/**
 * The layout of a host with a file system, on this machine or over ssh:
 *
 *     <path>/releases/7-3f9a1c2e5b70/        the files of a release, sharing unchanged ones by hard links
 *     <path>/releases/7-3f9a1c2e5b70.json    its publication, outside of what is served
 *     <path>/incoming/8-…/                   a release that is not complete yet
 *     <path>/current -> releases/7-…         what the web server serves
 *
 * A release is built completely before the link is renamed over the old one, so a visitor sees one release or the other,
 * and a run that is killed leaves the live one as it was. The next run continues in `incoming/`, whose name contains what it
 * started from.
 *
 * The record is written after all files of a release. So a file that is newer was edited by somebody, and is published
 * again; a file that the record does not name is somebody else's.
 */
import { count } from '../../diagnostics/count.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { digestOf } from '../../values/site-file.ts';
import type { Release, View } from '../publish-host.ts';
import type { SiteFile } from '../manifest.ts';
import { UNKNOWN_FILE } from '../publish-plan.ts';
import {
  beginsAnew,
  publicationShape,
  publishedFiles,
  readRecord,
  unreadable,
  type Publication,
  type RecordOptions,
} from '../publication.ts';

export interface ReleaseFolder {
  /** Absolute. */
  readonly path: string;
  /** The link that the web server follows; relative to `path`, or absolute. */
  readonly link: string;
}

const NAME = /^\d+-[0-9a-f]{12}$/;

export const releaseName = ({ number, digest }: { readonly number: number; readonly digest: string }): string =>
  `${number}-${digest.slice(0, 12)}`;

export const nameOf = ({ number, site }: Publication): string => releaseName({ number, digest: site.digest });

/** Runs that start from different files never share a folder: others may have added or removed some since a run was killed. */
export const incomingName = ({ plan, next }: Release, base: string | undefined, foreign: ReadonlySet<string>): string =>
  `${nameOf(next)}-from-${digestOf([base, ...plan.deletes, '', ...[...foreign].toSorted()].join('\0'))}`;

/** The releases that stay: the live one, and those that it can be rolled back to. */
export const keptNames = (next: Publication): ReadonlySet<string> =>
  new Set([nameOf(next), ...next.earlier.map(releaseName)]);

export const isReleaseName = (name: string): boolean => NAME.test(name);

/** The release that the link points to. Any other link is not gitcast's. */
export function releaseIn(target: string, link: string): string {
  const name = /(?:^|\/)releases\/([^/]+)\/?$/.exec(target)?.[1] ?? '';
  if (isReleaseName(name)) return name;
  throw foreignLink(link, `points to ${target}, which is not a release of gitcast`);
}

export const foreignLink = (link: string, what: string): UserError =>
  new UserError(`${link} ${what}`, {
    suggestion: `move it away with \`mv ${link} ${link}.old\`, or set \`link\` to another path in the configuration`,
  });

export const overtaken = (where: string): UserError =>
  new UserError(`another run published to ${where} in the meantime, so nothing was switched`, {
    suggestion: 'run gitcast publish again',
  });

/** The record of the live release. Undefined if it cannot be read and a new one may begin. */
export function readPublication(text: string | undefined, { name, takeOver }: RecordOptions): Publication | undefined {
  const shown = `the record of release ${name}`;
  if (text === undefined && !takeOver) throw unreadable(`${shown} is missing`);
  return readRecord(text, publicationShape, { name: shown, takeOver });
}

/** A file of a release on the host. Its content is known only if it was read. */
export type SeenFile = SiteFile | 'as-recorded' | 'unknown';

export const NOTHING: Omit<View, 'publish'> = { live: undefined, found: {}, foreign: new Set(), notes: [] };

/** The content of the host, from the record and from the files of the live release. */
export function presentIn(
  live: Publication | undefined,
  name: string,
  seen: ReadonlyMap<string, SeenFile>,
): Omit<View, 'publish'> {
  const published = publishedFiles(live);
  const differing = Object.entries(published).flatMap(([path, recorded]) => {
    const file = seen.get(path) ?? 'absent';
    if (file === 'as-recorded' || (typeof file === 'object' && file.digest === recorded.digest)) return [];
    return [[path, file === 'unknown' ? UNKNOWN_FILE : file] as const];
  });
  const edited = differing.filter(([, file]) => file !== 'absent').map(([path]) => path);
  return {
    live,
    found: Object.fromEntries(differing),
    foreign: new Set([...seen.keys()].filter((path) => !Object.hasOwn(published, path))),
    notes: [
      ...(live ? [] : [beginsAnew(`the record of release ${name}`)]),
      ...(edited.length === 0 ? [] : [`edited on the host since the last release: ${someOf(edited)}`]),
    ],
    ...(!live && { after: Number.parseInt(name, 10) }),
  };
}

/** The note about files of an earlier release whose content nobody has any more. */
export const lostFiles = (paths: readonly string[]): readonly string[] =>
  paths.length === 0
    ? []
    : [
        `${count(paths.length, 'file')} could not be restored, because somebody edited ${paths.length === 1 ? 'it' : 'them'} on the host: ${someOf(paths)}; build that commit and publish it`,
      ];

export const missingRelease = (number: number, folder: string): UserError =>
  new UserError(`release ${number} was removed from the host: there is no folder ${folder}`, {
    suggestion: 'check out the commit to return to, then run gitcast build and gitcast publish',
  });

const SHOWN = 5;
const someOf = (paths: readonly string[]): string =>
  [...paths.slice(0, SHOWN), ...(paths.length > SHOWN ? [`${paths.length - SHOWN} more`] : [])].join(', ');
