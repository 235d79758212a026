/**
 * Refuses to replace the site of a newer commit, by the rule of a sync (`planning/goes-forward.ts`): an older CI job that is
 * run again, or a clone that is behind, would publish its older site.
 */
import type { Config, PublishTo } from '../../config/config.ts';
import { standingOf } from '../../git/commit-history.ts';
import type { PublishRefusal } from '../../publish/publish-plan.ts';
import type { Publication } from '../../publish/publication.ts';
import { allowedNote, dateWords, goingBack, shortCommit } from '../going-back.ts';
import { gitOf } from '../../repository/project-git.ts';
import { siteSources } from '../site/built-for.ts';

export interface Direction {
  readonly refusals: readonly PublishRefusal[];
  readonly notes: readonly string[];
}

export const FORWARD: Direction = { refusals: [], notes: [] };

interface Wanted {
  readonly live: Publication | undefined;
  /** The commit of the checkout; undefined without git. */
  readonly head: string | undefined;
  readonly allowRollback: boolean | undefined;
}

/** Forward too if one of the two commits is not known. */
export async function directionOf(
  config: Config,
  { name, history }: PublishTo,
  { live, head, allowRollback }: Wanted,
): Promise<Direction> {
  if (live?.commit === undefined || head === undefined || history === 'any') return FORWARD;
  const { commit, at } = live;
  const git = gitOf(config);
  // The site may be that of any target.
  const paths = [...new Set(Object.keys(config.targets).flatMap((target) => siteSources(config, target)))];
  const standing = await standingOf(git, { commit, at }, { head, paths, remote: config.stateRemote });
  const back = await goingBack(standing, {
    git,
    commit,
    last: `${name} shows the site of ${shortCommit(commit)} (published ${dateWords(at)})`,
    next: `this checkout (${shortCommit(head)})`,
    action: 'publishing',
    place: `\`publish.${name}\``,
  });
  if (!back) return FORWARD;
  return allowRollback
    ? { refusals: [], notes: [allowedNote(back)] }
    : { refusals: [{ ...back, allows: { allowRollback: true } }], notes: [] };
}
