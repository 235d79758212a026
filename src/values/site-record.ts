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
  /** The paths of its pages. */
  addresses: is.listOf(is.text),
});

export type SiteRecord = is.InferOf<typeof siteRecordShape>;

interface Built {
  /** The digest of each file by its path. */
  readonly digests: ReadonlyMap<string, string>;
  readonly nextChange: number | undefined;
  /** Pages that come and go with the length of a list: nobody links to them. */
  readonly sheets: readonly string[];
}

export function siteRecordText({ digests, nextChange, sheets }: Built): string {
  const paths = [...digests.keys()].filter((path) => path !== SITE_RECORD).toSorted();
  const passing = new Set(sheets);
  const pages = paths.filter((path) => path.endsWith('/index.html') || path === 'index.html');
  const record: SiteRecord = {
    digest: digestOf(paths.map((path) => `${JSON.stringify(path)} ${digests.get(path)!}\n`).join('')),
    until: nextChange === undefined ? null : new Date(nextChange).toISOString(),
    addresses: pages.map((path) => `/${path.replace(/index\.html$/, '')}`).filter((path) => !passing.has(path)),
  };
  return `${JSON.stringify(record)}\n`;
}

/** Undefined for a text that is no such file. */
export function siteRecordIn(text: string): SiteRecord | undefined {
  const read = readShaped(text, siteRecordShape);
  return read.ok ? read.value : undefined;
}
