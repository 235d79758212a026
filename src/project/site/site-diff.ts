/** Compares two builds of a site, for people who review a change. */
import { resolve } from 'node:path';
import { takePictures, type SiteFolder, type Pictures } from '../../browser/pictures.ts';
import type { BuildManifest } from '../../publish/build-manifest.ts';
import { compareBuilds, isSameSite, type ComparedSite, type SiteDiff } from '../../publish/compare-builds.ts';
import type { Outside } from '../outside.ts';
import { defineCall } from '../calls/call.ts';
import { folder, needed, pathShape, unwritten, type OptionsOf } from '../calls/option.ts';
import { target, PUBLISHED } from '../calls/shared-options.ts';
import { configOf } from '../../repository/load-config.ts';
import { readPublished, readSite } from './manifest.ts';
import type { Config } from '../../config/config.ts';
import { expecting, UserError } from '../../diagnostics/errors.ts';
import { partingPoint } from '../../git/changed-since.ts';
import { treesAt } from '../../git/content.ts';
import { fetchCommit } from '../../git/fetch-commit.ts';
import { gitOf } from '../../repository/project-git.ts';
import { siteSources } from '../going-back.ts';

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
  /** The output of `gitcast site diff --json`. */
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
  async (outside, options: SiteDiffOptions): Promise<ComparedSites> => {
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

/** How many of the differences come from merges that the branch did not make: none, perhaps some, or all of them. */
export type OtherMerges = 'none' | 'some' | 'all';

/**
 * Tells what a branch changes on the website from what others merged: the published site is that of some commit of the default
 * branch, and a branch may start at another one. Undefined if it is not known where it starts.
 */
export async function otherMerges(
  config: Config,
  published: BuildManifest,
  next: BuildManifest,
): Promise<OtherMerges | undefined> {
  if (published.commit === null || next.commit === null) return undefined;
  const git = gitOf(config);
  const { stateRemote: remote } = config;
  const tip = (await git.attempt(['rev-parse', '--verify', '-q', 'refs/remotes/origin/HEAD^{commit}'])).text.trim();
  if (tip === '' || !(await fetchCommit(git, published.commit, remote))) return undefined;
  // A merge that only the runner of a pull request made is not here. It is one into the newest commit.
  const isHere = await fetchCommit(git, next.commit, remote);
  const start = isHere
    ? await partingPoint(git, { head: next.commit, commit: tip, ref: tip }).catch(expecting(UserError, () => undefined))
    : tip;
  if (start === undefined) return undefined;
  const paths = siteSources(config, published.target);
  const trees = await treesAt(git, [start, published.commit, ...(isHere ? [next.commit] : [])], paths);
  const isLikeStart = (commit: string): boolean =>
    trees.has(commit) && paths.every((path) => trees.get(commit)?.[path] === trees.get(start)?.[path]);
  if (isLikeStart(next.commit) && isBuiltAlike(published, next)) return 'all';
  return isLikeStart(published.commit) ? 'none' : 'some';
}

/** A branch that updates gitcast changes pages without touching their sources. */
const isBuiltAlike = (one: BuildManifest, other: BuildManifest): boolean =>
  (['gitcast', 'target', 'url', 'drafts', 'gallery'] as const).every((name) => one[name] === other[name]);
