/**
 * The layout of a host with a file system, on this machine or over ssh:
 *
 *     <path>/releases/7-3f9a1c2e5b70/        the files of a release, sharing unchanged ones by hard links
 *     <path>/releases/7-3f9a1c2e5b70.json    its publication, outside of what is served
 *     <path>/incoming/8-…/                   a release that is not complete yet
 *     <path>/current -> releases/7-…         what the web server serves
 *
 * A release is built completely before the link is renamed over the old one, so a visitor sees one release or the other,
 * and a run that is killed leaves the live one as it was. The next run continues in `incoming/`, whose name contains the
 * release it started from.
 */
import { UserError } from '../../diagnostics/errors.ts';
import { hasShape } from '../../values/shape.ts';
import { publicationShape, type Publication } from '../publication.ts';

export interface ReleaseFolder {
  /** Absolute. */
  readonly path: string;
  /** The link that the web server follows; relative to `path`, or absolute. */
  readonly link: string;
}

interface Named {
  readonly number: number;
  readonly digest: string;
}

const NAME = /^\d+-[0-9a-f]{12}$/;

export const releaseName = ({ number, digest }: Named): string => `${number}-${digest.slice(0, 12)}`;

export const nameOf = ({ number, site }: Publication): string => releaseName({ number, digest: site.digest });

/** Two runs that start from different releases never share a folder. */
export const incomingName = (next: Publication, base: string | undefined): string =>
  `${nameOf(next)}-from-${base ?? 'nothing'}`;

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

/** Undefined if it is missing or damaged: then every file counts as foreign, and none is deleted. */
export function parsePublication(text: string | undefined): Publication | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return hasShape(value, publicationShape) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const unreadable = (name: string): string =>
  `the record of release ${name} is missing or damaged, so no file of it is deleted`;
