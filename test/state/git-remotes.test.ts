import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GitStore } from '../../src/state/git/git-store.ts';
import { thisProcess } from '../../src/state/file/lock.ts';
import { git, newRemote, storeIn } from './clones.ts';
import { serveRepositories } from './git-http.ts';
import { entry, intent, written } from './store-contract.ts';

async function runOf(store: GitStore): Promise<void> {
  const lock = await store.lock(thisProcess({ command: 'sync' }));
  await store.load();
  const journal = store.journal(lock);
  journal.announce(() => [intent('events/a')]);
  await journal.append(intent('events/a'));
  await journal.append(written('events/a'));
  await journal.close();
  await store.save(await store.load(), lock);
  await lock.release();
}

/** Changes of another clone are visible, and a held lock is respected. */
async function expectShared(one: GitStore, other: GitStore): Promise<void> {
  await runOf(one);
  expect((await other.load()).base.entries).toEqual(new Map([['events/a', entry]]));
  const held = await one.lock(thisProcess());
  await expect(other.lock(thisProcess())).rejects.toThrow('another run is in progress');
  await held.release();
}

describe('a shared state', () => {
  it('works over HTTP, with the password that git knows, and explains it if there is none', async () => {
    const remote = newRemote();
    git(remote.folder, 'config', 'http.receivepack', 'true');
    const url = await serveRepositories(dirname(remote.folder), 'p4ssword');
    const [one, other] = [remote.clone(), remote.clone()];
    for (const clone of [one, other]) git(clone, 'remote', 'set-url', 'origin', `${url}/${basename(remote.folder)}`);
    await expectShared(storeIn(one), storeIn(other));

    git(one, 'remote', 'set-url', 'origin', `${url.replace('ana:p4ssword@', '')}/${basename(remote.folder)}`);
    git(one, 'config', 'credential.helper', '');
    await expect(storeIn(one).load()).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining('terminal prompts disabled'),
      suggestion: expect.stringContaining('git ls-remote origin'),
    });
  });

  it("works over ssh, with the repository's own ssh command", async () => {
    const remote = newRemote();
    const ssh = join(dirname(remote.folder), 'ssh');
    // Runs locally what ssh would run on the host.
    writeFileSync(ssh, '#!/bin/sh\nfor last in "$@"; do :; done\nexec sh -c "$last"\n', { mode: 0o755 });
    const [one, other] = [remote.clone(), remote.clone()];
    for (const clone of [one, other]) {
      git(clone, 'config', 'core.sshCommand', ssh);
      git(clone, 'config', 'ssh.variant', 'simple');
      git(clone, 'remote', 'set-url', 'origin', `git@git.example:${remote.folder}`);
    }
    await expectShared(storeIn(one), storeIn(other));
  });

  it('without write access names the missing permission, and can still be read', async () => {
    const remote = newRemote();
    const clone = remote.clone();
    await runOf(storeIn(clone));
    writeFileSync(join(remote.folder, 'hooks/update'), '#!/bin/sh\necho "you may not push here" >&2\nexit 1\n', {
      mode: 0o755,
    });
    await expect(storeIn(clone).lock(thisProcess())).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining('you may not push here'),
      suggestion: expect.stringContaining('permission to push refs/gitcast/ to origin'),
    });
    expect((await storeIn(clone).load()).base.entries.size).toBe(1);
    // Nothing of the lock is left on this machine either.
    writeFileSync(join(remote.folder, 'hooks/update'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    await (await storeIn(clone).lock(thisProcess())).release();
  });
});
