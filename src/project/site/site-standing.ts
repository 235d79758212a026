import type { Config } from '../../config/config.ts';
import { findCommit } from '../../git/fetch-commit.ts';
import { standingOf, type Standing } from '../../git/commit-history.ts';
import { gitOf } from '../../repository/project-git.ts';
import { siteSources } from './built-for.ts';

interface Built {
  readonly target: string;
  /** The commit of the recorded site. */
  readonly recorded: string;
  /** The commit of the site that would replace it. */
  readonly head: string;
}

/** Whether a site goes on from the recorded one, by the rule of a sync. */
export async function siteStanding(config: Config, { target, recorded, head }: Built): Promise<Standing> {
  const git = gitOf(config);
  const remote = config.stateRemote;
  // A manifest may come from anywhere.
  if ((await findCommit(git, head, remote)).type !== 'here')
    return { type: 'unknown', reason: 'this clone does not have its commit' };
  return standingOf(git, { commit: recorded }, { head, paths: siteSources(config, target), remote });
}
