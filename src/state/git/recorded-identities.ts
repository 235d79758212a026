/**
 * The targets that the states of a repository were made for, under every name, in every folder and on every remote: any
 * setting that locates the state may have changed.
 */
import { fetchCommit } from '../../git/fetch-commit.ts';
import type { Git } from '../../git/git.ts';
import { readObjects } from '../../git/objects.ts';
import { GITCAST_REFS, TRACKED_REFS } from '../../git/ref-names.ts';
import { identityIn, type TargetIdentity } from '../../model/target-identity.ts';

/** For a remote that cannot be reached, the refs in this clone count. */
export async function recordedIdentities(git: Git): Promise<readonly TargetIdentity[]> {
  if (!(await git.attempt(['rev-parse', '--git-dir'])).ok) return [];
  const commits = new Set(statesIn(await git.run(['for-each-ref', '--format=%(objectname)\t%(refname)', ...HERE])));
  const remotes = (await git.run(['remote'])).split('\n').filter((name) => name !== '');
  for (const remote of remotes) {
    const { text } = await git.attempt(['ls-remote', '--', remote, `${GITCAST_REFS}*`], { timeout: 120_000 });
    for (const commit of statesIn(text)) if (await fetchCommit(git, commit, remote)) commits.add(commit);
  }
  const states = await readObjects(
    git,
    [...commits].map((commit) => `${commit}:state.json`),
  );
  return [...states.values()].flatMap((bytes) => identityIn(bytes.toString()) ?? []);
}

/** The states of a repository without a remote, and those that were fetched. */
const HERE = [GITCAST_REFS, TRACKED_REFS];

const statesIn = (listed: string): readonly string[] =>
  listed.split('\n').flatMap((line) => /^([0-9a-f]{40,64})\trefs\/\S+\/state\/[^/]+$/.exec(line)?.[1] ?? []);
