import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { git } from '../state/clones.ts';
import { someEvents } from './fixture.ts';
import { openGitStage, type GitStage } from './git-stage.ts';
import { program } from '../programs.ts';
import { needs } from '../needs.ts';
import { folderOfFile } from '../temporary-folder.ts';

const keys = folderOfFile();
const keyOf = (name: string): string => join(keys, name);

beforeAll(() => {
  for (const [name, passphrase] of [
    ['open', ''],
    ['locked', 'a passphrase'],
  ] as const) {
    execFileSync(program('ssh-keygen'), ['-q', '-t', 'ed25519', '-N', passphrase, '-C', 'bot', '-f', keyOf(name)]);
  }
  const [type, key] = readFileSync(keyOf('open.pub'), 'utf8').split(' ');
  writeFileSync(keyOf('signers'), `* ${type} ${key}\n`);
});

type Settings = Readonly<Record<string, string>>;

/** A clone whose owner signs commits with ssh. */
async function signing(key: string, more: Settings = {}): Promise<GitStage> {
  const opened = await openGitStage(someEvents(2));
  sign(opened.stage.folder, { 'user.signingKey': keyOf(key), ...more });
  return opened;
}

function sign(folder: string, more: Settings): void {
  const settings = {
    'commit.gpgSign': 'true',
    'gpg.format': 'ssh',
    'gpg.ssh.allowedSignersFile': keyOf('signers'),
    ...more,
  };
  for (const [name, value] of Object.entries(settings)) git(folder, 'config', name, value);
}

/** The remote accepts no unsigned commit on any ref but main, the lock's included. */
function refuseUnsigned(remote: string): void {
  const hook = `#!/bin/sh
case "$1 $3" in refs/heads/main* | *' '0000000*) exit 0 ;; esac
git cat-file commit "$3" | grep -q '^gpgsig '
`;
  mkdirSync(join(remote, 'hooks'), { recursive: true });
  writeFileSync(join(remote, 'hooks/update'), hook, { mode: 0o755 });
}

const REFS = ['refs/gitcast/*', 'refs/heads/gitcast/*'];

/** The commits on the remote's refs that are signed by the known key, and those that are not. */
function signatures({ remote, stage }: GitStage): { readonly good: number; readonly bad: readonly string[] } {
  git(stage.folder, 'fetch', '-q', 'origin', ...REFS.map((ref) => `+${ref}:refs/seen/${ref}`));
  const listed = git(stage.folder, 'rev-list', '--glob=refs/seen/*', '--not', 'HEAD');
  const commits = listed.split('\n').filter((commit) => commit !== '');
  const isGood = (commit: string): boolean => {
    try {
      git(stage.folder, 'verify-commit', commit);
      return true;
    } catch {
      return false;
    }
  };
  const bad = commits.filter((commit) => !isGood(commit));
  return {
    good: commits.length - bad.length,
    bad: bad.map((commit) => git(remote, 'log', '-1', '--format=%s', commit)),
  };
}

describe.runIf(needs('ssh-keygen'))('commits of gitcast where git signs commits', () => {
  it('are signed: the state, the lock and the branch of a pull', async () => {
    const opened = await signing('open');
    const { stage, remote } = opened;
    refuseUnsigned(remote);
    expect(await stage.sync()).toMatchObject({ exitCode: 0, summary: { failed: 0 } });
    const { id } = stage.contents('event')[0]!;
    await stage.call('PUT', `/events/${id}`, { title: 'Renamed there' });
    expect(await stage.gitcast('pull', '--branch', 'gitcast/edits')).toMatchObject({ exitCode: 0 });
    git(stage.folder, 'push', '-q', 'origin', 'gitcast/edits');
    const refs = git(remote, 'for-each-ref', '--format=%(refname)');
    expect(refs).toContain('refs/gitcast/state/live');
    expect(refs).toContain('refs/heads/gitcast/edits');
    const { good, bad } = signatures(opened);
    expect(bad).toEqual([]);
    expect(good).toBeGreaterThanOrEqual(3);
  });

  it('are read again, also where git log shows signatures', async () => {
    const { stage, clone } = await signing('open');
    await stage.sync();
    const other = clone();
    sign(other.folder, { 'user.signingKey': keyOf('open'), 'log.showSignature': 'true' });
    expect(await other.sync()).toMatchObject({ exitCode: 0, summary: { applied: 0 } });
  });

  it('are not signed where git does not sign', async () => {
    const opened = await signing('open', { 'commit.gpgSign': 'false' });
    await opened.stage.sync();
    expect(signatures(opened)).toMatchObject({ good: 0, bad: expect.arrayContaining([expect.any(String)]) });
    refuseUnsigned(opened.remote);
    expect(await opened.stage.gitcast('sync', '--yes')).toMatchObject({ exitCode: 1 });
  });
});

describe.runIf(needs('ssh-keygen'))('a commit that cannot be signed', () => {
  const failing = join(keys, 'failing.sh');
  writeFileSync(failing, '#!/bin/sh\necho "the signing service is down" >&2\nexit 1\n');
  chmodSync(failing, 0o755);

  it.each<readonly [string, string, Settings, string]>([
    ['the key has a passphrase', 'locked', {}, 'passphrase'],
    ['the program fails', 'open', { 'gpg.ssh.program': failing }, 'the signing service is down'],
    ['the program is missing', 'open', { 'gpg.ssh.program': '/nowhere/signer' }, '/nowhere/signer'],
    ['the key is missing', 'nokey', {}, 'nokey'],
  ])('stops a sync before anything is sent or recorded: %s', async (_, key, more, reason) => {
    const { stage, remote } = await signing(key, more);
    const { exitCode, stderr } = await stage.gitcast('sync', '--yes');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('error: the commit cannot be signed, which `commit.gpgSign` asks for: ');
    expect(stderr).toContain(reason);
    expect(stderr).toContain('help: check that `git commit-tree -S -m test HEAD^{tree}` works');
    expect(stage.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(git(remote, 'for-each-ref', 'refs/gitcast')).toBe('');
    git(stage.folder, 'config', 'commit.gpgSign', 'false');
    expect(await stage.sync()).toMatchObject({ exitCode: 0 });
  });
});
