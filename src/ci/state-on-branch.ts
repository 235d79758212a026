/**
 * With `state: file`, the state is a file on the branch that people merge into. The files of a job are those of its own commit; the
 * state is always that of the newest commit, and goes back on top of it. With `state: git` it has its own ref, and nothing is done.
 */
import { join } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { inTemporaryFolder } from '../machine/temporary-folder.ts';
import type { Ending } from '../project/index.ts';
import { FAILED, isGood, type Ci } from './ci.ts';
import { branchOf, NETWORK, STATES, tipOf } from './repository.ts';
import type { TargetSettings } from './settings.ts';

export async function withState<T extends Ending>(
  ci: Ci,
  { target, configs }: Pick<TargetSettings, 'target' | 'configs'>,
  act: () => Promise<T>,
): Promise<T> {
  if ([...configs.values()].every(({ state }) => state === 'git')) return act();
  const begun = await tipOf(ci);
  if (begun === '') throw new UserError('the branch could not be fetched, so its newest state is unknown');
  // Fails if there is none yet.
  await ci.git.attempt(['restore', `--source=${begun}`, '--staged', '--worktree', '--', STATES]);
  let isKept = false;
  const ending = await act().finally(async () => {
    isKept = await pushState(ci, begun, `gitcast: state after a run for ${target} [skip ci]`);
  });
  return isKept || !isGood(ending) ? ending : { ...ending, ...FAILED };
}

const MOST_ATTEMPTS = 5;

async function pushState(ci: Ci, begun: string, message: string): Promise<boolean> {
  const { git, say } = ci;
  // Fails if there is no such file.
  await git.attempt(['add', '--all', '--', STATES]);
  const changed = (await git.run(['diff', '--cached', '--name-only', '-z', begun, '--', STATES]))
    .split('\0')
    .filter(Boolean)
    .map((path) => `:(top,literal)${path}`);
  if (changed.length === 0) return true;
  const branch = await branchOf(ci);
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const tip = await tipOf(ci);
    // Somebody else has synced, and what they recorded must not be lost.
    if (!(await git.attempt(['diff', '--quiet', begun, tip, '--', ...changed])).ok) break;
    const commit = await commitOnto(git, tip, changed, message);
    if ((await git.attempt(['push', '--quiet', 'origin', `${commit}:refs/heads/${branch}`], NETWORK)).ok) return true;
    say(`Somebody else pushed to ${branch} first (attempt ${attempt}).`);
  }
  say(
    `The state could not be pushed to ${branch}. If the branch is protected, set \`state: git\` in gitcast.config.yaml.`,
  );
  return false;
}

/** A commit on top of another one, with these files as they are here. Nothing is checked out. */
const commitOnto = ({ run }: Ci['git'], tip: string, paths: readonly string[], message: string): Promise<string> =>
  inTemporaryFolder('index', async (folder) => {
    const env = { GIT_INDEX_FILE: join(folder, 'index') };
    await run(['read-tree', tip], { env });
    await run(['add', '--all', '--', ...paths], { env });
    return run(['commit-tree', await run(['write-tree'], { env }), '-p', tip, '-m', message]);
  });
