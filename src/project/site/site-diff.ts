import type { SiteFolder } from '../../browser/pictures.ts';
/** Compares two builds of a site, for people who review a change. */
import { resolve } from 'node:path';
import type { BuildManifest } from '../../publish/build-manifest.ts';
import { compareBuilds, isSameSite, type ComparedSite, type SiteDiff } from '../../publish/compare-builds.ts';
import type { Outside } from '../outside.ts';
import { defineCall } from '../calls/call.ts';
import { folder, needed, pathShape, unwritten, type OptionsOf } from '../calls/option.ts';
import { target, PUBLISHED } from '../calls/shared-options.ts';
import { configOf } from '../../repository/load-config.ts';
import { readPublished, readSite } from './manifest.ts';
import { otherMerges, type OtherMerges } from './other-merges.ts';
import { takePictures, type Pictures } from '../../browser/pictures.ts';

const siteDiffOptions = {
  base: needed(
    unwritten(pathShape, 'The site as it was: a folder, a manifest of build --manifest as a file or URL, or published'),
  ),
  next: needed(unwritten(pathShape, 'The site as it will be')),
  pictures: folder('Write pictures of up to eight pages before and after, where a browser is installed'),
  target: target('The target whose published site is recorded or compared'),
};

/** The options of `siteDiff`. */
export interface SiteDiffOptions extends OptionsOf<typeof siteDiffOptions> {}

/** The result of comparing two builds. */
export interface ComparedSites {
  /** What `gitcast site diff --json` prints. */
  readonly report: SiteDiffReport;
}

/** The differences between two builds. */
export interface SiteDiffReport extends SiteDiff {
  /** True if every file is the same. */
  readonly equal: boolean;
  /** The site that the new one is compared with. */
  readonly base: DiffBase;
  /** Null unless pictures were asked for. */
  readonly pictures: Pictures | null;
}

/** The site that a new one is compared with. */
export type DiffBase =
  /** A folder or a manifest. */
  | { readonly type: 'given' }
  /** No site was published yet, so all pages are new. */
  | { readonly type: 'unpublished' }
  /** The recorded site, with its commit and how many of the differences come from other merges; null if unknown. */
  | { readonly type: 'published'; readonly commit: string | null; readonly others: OtherMerges | null };

export const siteDiff = defineCall(
  siteDiffOptions,
  async (outside: Outside, options: SiteDiffOptions): Promise<ComparedSites> => {
    const { base: source, next, pictures, target } = options;
    const published = source === PUBLISHED ? ((await readPublished(outside, { target })) ?? 'none') : undefined;
    const before = published === 'none' ? NO_SITE : (published ?? (await readSite(source, outside, { target })));
    const after = await readSite(next, outside, { target });
    const diff = compareBuilds(before, after);
    const taken =
      pictures === undefined
        ? null
        : await takePictures(outside, { diff, before, after, folder: resolve(outside.folder, pictures) });
    const base = published === undefined ? GIVEN : await publishedBase(outside, published, after);
    return { report: { equal: isSameSite(diff), base, ...diff, pictures: taken } };
  },
);

const NO_SITE: ComparedSite = { files: {}, pages: {} };
const GIVEN: DiffBase = { type: 'given' };

async function publishedBase(
  outside: Outside,
  published: BuildManifest | 'none',
  after: SiteFolder | BuildManifest,
): Promise<DiffBase> {
  if (published === 'none') return { type: 'unpublished' };
  const others = 'commit' in after ? await otherMerges(configOf(outside), published, after) : undefined;
  return { type: 'published', commit: published.commit, others: others ?? null };
}
