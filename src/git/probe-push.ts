/**
 * Finds out whether a remote accepts what a run pushes: a new ref, a commit on top of it, and its removal. A dry run would
 * not ask the remote's hooks and rules, so this pushes for real, to a ref that nothing reads, and removes it.
 */
import { randomBytes } from 'node:crypto';
import { UserError } from '../diagnostics/errors.ts';
import { objectMaker, storeObjects, type Author } from './objects.ts';
import type { Git } from './git.ts';
import type { Remote } from './remote.ts';
import type { GitSettings } from './git-settings.ts';
import { GITCAST_REFS } from './ref-names.ts';

interface Probe {
  readonly git: Git;
  readonly remote: Remote;
  readonly settings: GitSettings;
  readonly author: Author;
  /** `refs/gitcast/`, or a part of it. */
  readonly below: string;
  readonly now: number;
}

/** A probe that was killed is removed by a later one, after this many seconds. */
const LEFT_BEHIND = 600;

export async function probePush({ git, remote, settings, author, below, now }: Probe): Promise<void> {
  const seconds = Math.floor(now / 1000);
  const ref = `${below}probe/${seconds}-${randomBytes(4).toString('hex')}`;
  const { commit } = objectMaker(git, settings, author);
  const message = (): string => 'gitcast doctor: may this machine push here?\n';
  const commitOn = async (parents: readonly string[]): Promise<string> => {
    const { id, objects } = await commit(new Map(), { parents, message });
    await storeObjects(git, objects);
    return id;
  };
  const push = async (step: 'create' | 'update' | 'delete', ...refspecs: readonly string[]): Promise<void> => {
    const words = ['push', '--no-verify', '--quiet', '--recurse-submodules=no', remote.address, ...refspecs];
    const { ok, reason } = await git.attempt(words, { timeout: 120_000 });
    if (!ok) throw refused(step, remote, step === 'delete' ? `${reason} (so ${ref} stays there)` : reason);
  };
  const first = await commitOn([]);
  const second = await commitOn([first]);
  await push('create', `${first}:${ref}`);
  try {
    await push('update', `${second}:${ref}`);
  } finally {
    await push('delete', `:${ref}`);
  }
  const old = await probesBefore(git, remote, seconds - LEFT_BEHIND);
  if (old.length > 0) await push('delete', ...old.map((each) => `:${each}`));
}

async function probesBefore(git: Git, { address }: Remote, before: number): Promise<readonly string[]> {
  const { text } = await git.attempt(['ls-remote', address, `${GITCAST_REFS}*`], { timeout: 120_000 });
  return text.split('\n').flatMap((line) => {
    const [, ref, seconds] = /\t(refs\/gitcast\/\S*probe\/(\d+)-[0-9a-f]{8})$/.exec(line) ?? [];
    return ref !== undefined && Number(seconds) < before ? [ref] : [];
  });
}

const refused = (step: string, { name }: Remote, reason: string): UserError =>
  new UserError(`the remote ${name} does not let this machine ${step} refs below refs/gitcast/: ${reason}`, {
    suggestion: /protected|ruleset|rule violations|GH013|hook declined|denied by|prohibited/i.test(reason)
      ? `a rule or a hook of the remote refuses it: let those who sync create, update and delete refs/gitcast/** (on GitHub: Settings > Rules > Rulesets, add them to the bypass list)`
      : `syncing requires permission to push refs/gitcast/ to ${name} (in GitHub Actions: \`permissions: contents: write\`)`,
  });
