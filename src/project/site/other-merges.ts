/**
 * Tells what a branch changes on the website from what others merged: the published site is that of some commit of the default
 * branch, and a branch may start at another one.
 */
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { partingPoint } from '../../git/changed-since.ts';
import { treesAt } from '../../git/content.ts';
import { fetchCommit } from '../../git/fetch-commit.ts';
import type { Git } from '../../git/git.ts';
import type { BuildManifest } from '../../publish/build-manifest.ts';
import { gitOf } from '../../repository/project-git.ts';
import { defaultBranchTip } from '../../trust/default-branch.ts';
import { siteSources } from './built-for.ts';

/** How many of the differences come from merges that the branch did not make: none, perhaps some, or all of them. */
export type OtherMerges = 'none' | 'some' | 'all';

/** Undefined if it is not known where the branch starts. */
export async function otherMerges(
  config: Config,
  published: BuildManifest,
  next: BuildManifest,
): Promise<OtherMerges | undefined> {
  if (published.commit === null || next.commit === null) return undefined;
  const git = gitOf(config);
  const { stateRemote: remote } = config;
  const tip = await defaultBranchTip(config);
  if (tip === undefined || !(await fetchCommit(git, published.commit, remote))) return undefined;
  // A merge that only the runner of a pull request made is not here. It is one into the newest commit.
  const isHere = await fetchCommit(git, next.commit, remote);
  const start = isHere ? await startOf(git, next.commit, tip) : tip;
  if (start === undefined) return undefined;
  const paths = siteSources(config, published.target);
  const trees = await treesAt(git, [start, published.commit, ...(isHere ? [next.commit] : [])], paths);
  const isLikeStart = (commit: string): boolean =>
    trees.has(commit) && paths.every((path) => trees.get(commit)?.[path] === trees.get(start)?.[path]);
  if (isLikeStart(next.commit) && isBuiltAlike(published, next)) return 'all';
  return isLikeStart(published.commit) ? 'none' : 'some';
}

async function startOf(git: Git, head: string, tip: string): Promise<string | undefined> {
  try {
    return await partingPoint(git, { head, commit: tip, ref: tip });
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** A branch that updates gitcast changes pages without touching their sources. */
const isBuiltAlike = (one: BuildManifest, other: BuildManifest): boolean =>
  (['gitcast', 'target', 'url', 'drafts', 'gallery', 'cards'] as const).every((name) => one[name] === other[name]);
