/** The manifest that a build writes: that of its files, and what the site was built from, for whom, and until when it holds. */
import type { Json } from '../values/json.ts';
import * as is from '../values/shape.ts';
import { createManifest, siteManifestShape, type SiteManifest } from './manifest.ts';
import type { PageSummary } from './page-summary.ts';

/** Two builds of the same commit with equal settings differ only if the site changed by time. */
export interface BuildSettings {
  /** Null if files differ from the commit, or without git. */
  readonly commit: string | null;
  /** The version of gitcast. */
  readonly gitcast: string;
  readonly target: string;
  /** The address of the site. */
  readonly url: string | null;
  readonly drafts: boolean;
  readonly gallery: boolean;
}

export interface BuildManifest extends SiteManifest, BuildSettings {
  /** The time for which the site was built. */
  readonly now: string;
  /** When the same content builds a different site. */
  readonly next_change: string | null;
  /** Former paths, each with the path or URL that it leads to. Absent without any. */
  readonly redirects?: Readonly<Record<string, string>> | undefined;
  /**
   * The paths of pages that come and go with the length of a list or with a query, in the default language: nobody links to
   * them.
   */
  readonly sheets: readonly string[];
  /** By the path of their file. */
  readonly pages: Readonly<Record<string, PageSummary>>;
}

const pageShape = is.objectOf<PageSummary>({ title: is.text, lang: is.text, content: is.text });

const webAddress: is.Shape<string> = is.shape(
  'an address that starts with http:// or https://',
  (value) => typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value),
);

type About = Omit<BuildManifest, keyof SiteManifest>;

const about = is.objectOf<About>({
  commit: is.orNull(is.filledText),
  gitcast: is.filledText,
  target: is.filledText,
  url: is.orNull(webAddress),
  drafts: is.flag,
  gallery: is.flag,
  now: is.instant,
  next_change: is.orNull(is.instant),
  redirects: is.optional(is.recordOf(is.filledText)),
  sheets: is.listOf(is.filledText),
  pages: is.recordOf(pageShape),
});

export const buildManifestShape = is.both(siteManifestShape, about);

export const createBuildManifest = (files: Parameters<typeof createManifest>[0], built: About): BuildManifest => ({
  ...createManifest(files),
  ...built,
});

/** The fields before the lists, in this order. */
const HEAD: readonly (keyof BuildManifest)[] = [
  ...(['version', 'digest', 'commit', 'gitcast', 'target', 'url'] as const),
  ...(['drafts', 'gallery', 'now', 'next_change', 'sheets'] as const),
];

/** One line for each page and file, sorted: the same build is the same text. */
export function buildManifestText(manifest: BuildManifest): string {
  const present = HEAD.filter((name) => manifest[name] !== undefined);
  const head = present.map((name) => ` ${JSON.stringify(name)}: ${JSON.stringify(manifest[name])}`);
  const redirects = manifest.redirects && lines(manifest.redirects, (to) => to);
  const pages = lines(manifest.pages, ({ title, lang, content }) => ({ title, lang, content }));
  const files = lines(manifest.files, ({ digest, bytes }) => ({ digest, bytes }));
  return `{\n${[...head, ...(redirects ? [` "redirects": ${redirects}`] : []), ` "pages": ${pages}`, ` "files": ${files}`].join(',\n')}\n}\n`;
}

function lines<T>(record: Readonly<Record<string, T>>, shown: (value: T) => Json): string {
  const each = Object.keys(record)
    .toSorted()
    .map((path) => `  ${JSON.stringify(path)}: ${JSON.stringify(shown(record[path]!))}`);
  return each.length === 0 ? '{}' : `{\n${each.join(',\n')}\n }`;
}
