/** `gitcast.json`, the file in which a built site says what it is. */
import { digestOf } from './site-file.ts';
import * as is from './shape.ts';
import { readShaped } from './strict-json.ts';

export const SITE_RECORD = 'gitcast.json';

const siteRecordShape = is.object({
  /** Over the paths and digests of all other files: equal for two builds of the same bytes. */
  digest: is.filledText,
  /** When the same content builds a different site; null if it never does. */
  until: is.orNull(is.instant),
  /** What people link to, subscribe to or find in a search engine. */
  addresses: is.listOf(is.text),
});

export type SiteRecord = is.InferOf<typeof siteRecordShape>;

interface Built {
  /** The digest of each file by its path. */
  readonly digests: ReadonlyMap<string, string>;
  readonly nextChange: number | undefined;
}

export function siteRecordText({ digests, nextChange }: Built): string {
  const paths = [...digests.keys()].filter((path) => path !== SITE_RECORD).toSorted();
  const record: SiteRecord = {
    digest: digestOf(paths.map((path) => `${JSON.stringify(path)} ${digests.get(path)!}\n`).join('')),
    until: nextChange === undefined ? null : new Date(nextChange).toISOString(),
    addresses: addressesOf(paths),
  };
  return `${JSON.stringify(record)}\n`;
}

/** Undefined for a text that is no such file. */
export function siteRecordIn(text: string): SiteRecord | undefined {
  const read = readShaped(text, siteRecordShape);
  return read.ok ? read.value : undefined;
}

/**
 * Files whose names change with their content, parts that only the site's own pages load, settings of hosts, pages for the
 * team's printers and screens, and sheets of lists, which come and go with the number of documents.
 */
const UNLINKED = [
  /^\/(?:assets|icons|media\/_)\//,
  /^\/(?:404\.html|sw\.js|robots\.txt|gitcast\.json|sitemap[^/]*\.xml|_headers|_redirects|CNAME|vercel\.json|staticwebapp\.config\.json)$/,
  /\/\.(?!well-known\/)/,
  /^(?:\/[a-z]{2,3}(?:-\w+)*)?\/(?:manifest\.webmanifest|search[^/]*\.json|favorites\/entries\.json|program\/[\d-]+\.json)$/,
  /^(?:\/[a-z]{2,3}(?:-\w+)*)?\/(?:search\/.+|offline\/|gallery\/|print\/|kiosk\/)/,
  /^(?:\/[a-z]{2,3}(?:-\w+)*)?\/[a-z]+\/(?:page\/\d+|selection-[0-9a-z]{1,7})\//,
];

/** The addresses of a site by its files: `events/opening/index.html` is `/events/opening/`. */
export const addressesOf = (files: Iterable<string>): readonly string[] =>
  [...files]
    .map((file) => `/${file.replace(/(^|\/)index\.html$/, '$1')}`)
    .filter((path) => !UNLINKED.some((rule) => rule.test(path)));
