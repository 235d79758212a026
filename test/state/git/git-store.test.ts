import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { BaseEntry } from '../../../src/model/base.ts';
import { nodeDisk, type Disk } from '../../../src/state/file/disk.ts';
import { thisProcess } from '../../../src/state/file/lock.ts';
import type { GitStore } from '../../../src/state/git/git-store.ts';
import type { JournalLine } from '../../../src/state/journal-line.ts';
import { commitFile, git, newRemote, storeIn, runsOn } from '../clones.ts';
import { ManualClock } from '../manual-clock.ts';
import { IDENTITY } from '../identity.ts';
import { entry, intent, storeContract, written } from '../store-contract.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const wrote = (address: string, id: string, more: Partial<BaseEntry> = {}): JournalLine => ({
  type: 'written',
  address,
  entry: { ...entry, id, ...more },
  settles: [`of ${address}`],
});

/** A complete run of a command. */
async function runOf(store: GitStore, ...lines: readonly JournalLine[]): Promise<void> {
  const lock = await store.lock(thisProcess({ command: 'sync' }));
  const loaded = await store.load();
  if (loaded.interrupted) await store.save(loaded, lock);
  const journal = store.journal(lock);
  await journal.append(...lines);
  await journal.close();
  await store.save(await store.load(), lock);
  await lock.release();
}

/** A run that stores a body and returns its name. */
async function withBody(store: GitStore, text: string): Promise<string> {
  const name = await store.keepBody(text);
  await runOf(store, wrote('events/a', '1', { body: name }));
  return name;
}

const addresses = async (store: GitStore): Promise<readonly string[]> =>
  [...(await store.load()).base.entries.keys()].sort();

const stateRef = (remote: string): string => git(remote, 'rev-parse', 'refs/gitcast/state/production');

describe('a store on a ref of the remote', () => {
  storeContract(() => {
    const clone = newRemote().clone();
    return () => storeIn(clone);
  });

  it('is the same for every clone, and leaves nothing on the machine that wrote it', async () => {
    const remote = newRemote();
    const clone = remote.clone();
    await runOf(storeIn(clone), written('events/a'));
    expect(await addresses(storeIn(remote.clone()))).toEqual(['events/a']);
    expect(readdirSync(join(clone, '.gitcast/git-state'))).toEqual([]);
    expect(git(clone, 'status', '--porcelain', '--ignored')).toBe('');
    expect(await storeIn(clone).where()).toBe('on the remote origin');
  });

  it('works from a shallow clone, which stays as shallow as it was', async () => {
    const remote = newRemote();
    const first = remote.clone();
    commitFile(first, 'content/places/dock.yaml', 'name: Dock\n');
    git(first, 'push', '-q', 'origin', 'HEAD:main');
    await runOf(storeIn(first), written('events/a'));
    const shallow = remote.clone('--depth=1', '-b', 'main');
    await runOf(storeIn(shallow), wrote('events/b', '2'));
    expect(git(shallow, 'rev-list', '--count', 'HEAD')).toBe('1');
    expect(await addresses(storeIn(first))).toEqual(['events/a', 'events/b']);
  });

  it('works from a partial clone, which gets the whole state at once', async () => {
    const remote = newRemote();
    git(remote.folder, 'config', 'uploadpack.allowFilter', 'true');
    const name = await withBody(storeIn(remote.clone()), 'a text');
    const partial = remote.clone('--filter=blob:none', '--no-checkout');
    expect(await addresses(storeIn(partial))).toEqual(['events/a']);
    const reachable = ['rev-list', '--objects', '--missing=print', 'refs/gitcast-remotes/origin/state/production'];
    expect(git(partial, ...reachable)).not.toContain('?');
    expect(await storeIn(partial).body(name)).toBe('a text');
    await runOf(storeIn(partial), wrote('events/b', '2'));
    expect(await addresses(storeIn(remote.clone()))).toEqual(['events/a', 'events/b']);
  });

  it('works in a repository with SHA-256 ids, also without a branch', async () => {
    const folder = temporaryFolder();
    git(folder, 'init', '-q', '--bare', '--object-format=sha256', 'remote.git');
    const clones = ['one', 'two'].map((name) => join(folder, name));
    git(folder, 'init', '-q', '--object-format=sha256', 'one');
    git(clones[0]!, 'remote', 'add', 'origin', `file://${join(folder, 'remote.git')}`);
    const head = commitFile(clones[0]!, 'content/broadcast.yaml', 'name: Harbour festival\n');
    git(clones[0]!, 'push', '-q', 'origin', 'HEAD:main');
    git(folder, 'clone', '-q', `file://${join(folder, 'remote.git')}`, 'two');
    git(clones[0]!, 'checkout', '-q', '--detach');
    const name = await withBody(storeIn(clones[0]!), 'a text');
    await runOf(storeIn(clones[1]!), wrote('events/b', '2'));
    const store = storeIn(clones[0]!);
    expect(await addresses(store)).toEqual(['events/a', 'events/b']);
    expect(await store.body(name)).toBe('a text');
    const [, first] = runsOn(join(folder, 'remote.git'));
    expect(first?.content).toMatchObject({ commit: head, uncommitted: false });
    expect(first?.content).not.toHaveProperty('branch');
    git(join(folder, 'remote.git'), 'fsck', '--strict');
  });

  it('starts empty if the ref is missing, even if it existed before', async () => {
    const remote = newRemote();
    const store = storeIn(remote.clone());
    await runOf(store, written('events/a'));
    git(remote.folder, 'update-ref', '-d', 'refs/gitcast/state/production');
    expect(await store.load()).toMatchObject({ base: { entries: new Map() }, interrupted: false });
    await runOf(store, wrote('events/b', '2'));
    expect(await addresses(storeIn(remote.clone()))).toEqual(['events/b']);
  });

  it('is not touched by a content branch that is rewritten and force-pushed', async () => {
    const remote = newRemote();
    const clone = remote.clone();
    await runOf(storeIn(clone), written('events/a'));
    const before = stateRef(remote.folder);
    git(clone, 'checkout', '-q', '--orphan', 'again');
    git(clone, 'commit', '-q', '-m', 'everything anew');
    git(clone, 'push', '-q', '--force', 'origin', 'HEAD:main');
    git(remote.folder, 'gc', '-q', '--prune=now');
    expect(stateRef(remote.folder)).toBe(before);
    await runOf(storeIn(remote.clone()), wrote('events/b', '2'));
    expect(await addresses(storeIn(clone))).toEqual(['events/a', 'events/b']);
  });

  it('only ever moves forward, so it works with a remote that refuses anything else', async () => {
    const remote = newRemote();
    git(remote.folder, 'config', 'receive.denyNonFastForwards', 'true');
    const store = storeIn(remote.clone());
    await runOf(store, written('events/a'));
    const before = stateRef(remote.folder);
    await runOf(storeIn(remote.clone()), wrote('events/b', '2'));
    expect(git(remote.folder, 'merge-base', '--is-ancestor', before, stateRef(remote.folder))).toBe('');
  });

  it('works with a remote that cannot change two refs at once', async () => {
    const remote = newRemote();
    git(remote.folder, 'config', 'receive.advertiseAtomic', 'false');
    await runOf(storeIn(remote.clone()), written('events/a'));
    await runOf(storeIn(remote.clone()), wrote('events/b', '2'));
    expect(await addresses(storeIn(remote.clone()))).toEqual(['events/a', 'events/b']);
  });

  it('runs no hooks, and needs no name and no prompts', async () => {
    const remote = newRemote();
    const clone = remote.clone();
    const hook = '#!/bin/sh\necho no >&2\nexit 1\n';
    for (const name of ['pre-push', 'reference-transaction', 'pre-commit', 'commit-msg']) {
      writeFileSync(join(clone, '.git/hooks', name), hook, { mode: 0o755 });
    }
    git(clone, 'config', 'push.gpgSign', 'true');
    await runOf(storeIn(clone), written('events/a'));
    expect(await addresses(storeIn(clone))).toEqual(['events/a']);
  });

  it('reads and writes one place, even if a clone fetches and pushes at different URLs', async () => {
    const [fetched, pushed] = [newRemote(), newRemote()];
    const clone = fetched.clone();
    git(clone, 'remote', 'set-url', '--push', 'origin', `file://${pushed.folder}`);
    await runOf(storeIn(clone), written('events/a'));
    await runOf(storeIn(clone), wrote('events/b', '2'));
    expect(await addresses(storeIn(pushed.clone()))).toEqual(['events/a', 'events/b']);
  });
});

describe('a store without a remote', () => {
  const alone = (): string => {
    const folder = temporaryFolder();
    git(folder, 'init', '-q');
    return folder;
  };

  storeContract(() => {
    const folder = alone();
    return () => storeIn(folder);
  });

  it('reports it, and works before the first commit', async () => {
    const folder = alone();
    await runOf(storeIn(folder), written('events/a'));
    expect(await storeIn(folder).where()).toBe('in this repository only, because it has no remote');
    const lock = await storeIn(folder).lock(thisProcess());
    expect(lock.note).toBe('the repository has no remote, so the state is stored in this clone only');
    await lock.release();
    expect(git(folder, 'for-each-ref', '--format=%(refname)')).toBe('refs/gitcast/state/production');
    expect(runsOn(folder)[0]).not.toHaveProperty('content');
  });

  it('names what is missing: the repository, or a remote of that name', async () => {
    await expect(storeIn(temporaryFolder()).load()).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining('is not inside a git repository'),
      suggestion: expect.stringContaining('git init'),
    });
    await expect(storeIn(newRemote().clone(), { remote: 'upstream' }).load()).rejects.toMatchObject({
      message: 'the repository has no remote upstream',
      suggestion: 'it has origin',
    });
    const two = newRemote().clone();
    git(two, 'remote', 'rename', 'origin', 'one');
    git(two, 'remote', 'add', 'two', 'https://git.example/two.git');
    git(two, 'checkout', '-q', '--detach');
    await expect(storeIn(two).load()).rejects.toMatchObject({
      message: 'cannot tell which remote keeps the state: one, two',
      suggestion: expect.stringContaining('stateRemote'),
    });
  });

  it('explains why a remote cannot be read, without the password in its URL', async () => {
    const clone = newRemote().clone();
    git(clone, 'remote', 'set-url', 'origin', 'https://ana:s3cret@localhost:1/harbour.git');
    const failure = storeIn(clone).load();
    await expect(failure).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining('the state on the remote origin cannot be read'),
    });
    await expect(failure).rejects.not.toMatchObject({ message: expect.stringContaining('s3cret') });
  });
});

describe('an unfinished run', () => {
  it('has pushed what it is about to create before it creates anything', async () => {
    const remote = newRemote();
    const store = storeIn(remote.clone());
    const lock = await store.lock(thisProcess());
    const planned = [intent('events/a'), intent('events/b')];
    const journal = store.journal(lock);
    journal.announce(() => planned);
    await journal.append(intent('events/a'));
    const elsewhere = await storeIn(remote.clone()).load();
    expect(elsewhere).toMatchObject({ unfinished: planned, interrupted: true });
    // Here it is known that only one of them was started.
    expect(await store.load()).toMatchObject({ unfinished: [intent('events/a')] });
    await journal.close();
  });

  it('is pushed every few seconds, never once per line, with the texts that its lines need', async () => {
    const remote = newRemote();
    const clock = new ManualClock();
    const store = storeIn(remote.clone(), { clock });
    const lock = await store.lock(thisProcess());
    await store.load();
    const journal = store.journal(lock);
    const body = await store.keepBody('A long text.');
    for (let index = 0; index < 50; index++) await journal.append(wrote(`events/${index}`, String(index), { body }));
    expect(git(remote.folder, 'for-each-ref', 'refs/gitcast/state')).toBe('');
    clock.advance(6000);
    const elsewhere = storeIn(remote.clone());
    while ((await elsewhere.load()).base.entries.size < 50) await wait(20);
    expect(await elsewhere.body(body)).toBe('A long text.');
    expect(git(remote.folder, 'rev-list', '--count', 'refs/gitcast/state/production')).toBe('1');
    await journal.close();
  });

  it('continues in the same clone with every line, and in another with what was pushed', async () => {
    const remote = newRemote();
    const clock = new ManualClock();
    const clone = remote.clone();
    const dead = { user: 'ana', host: 'laptop', pid: 2 ** 22 + 1, command: 'sync' };
    const store = storeIn(clone, { clock });
    const journal = store.journal(await store.lock(dead));
    journal.announce(() => [intent('events/c')]);
    await journal.append(written('events/a'), intent('events/c'));
    await journal.append(wrote('events/b', '2'));
    // Killed here. Only its plan was pushed.
    expect(await addresses(storeIn(clone))).toEqual(['events/a', 'events/b']);
    expect(await addresses(storeIn(remote.clone()))).toEqual([]);

    clock.sleep(10 * 60_000);
    const other = storeIn(remote.clone(), { clock });
    await runOf(other, wrote('events/c', '3'), wrote('events/b', '2', { writtenAt: 9 }));
    // The first machine comes back: what only it knew is added, and what the other has written since is kept.
    const back = storeIn(clone, { clock });
    await runOf(back, wrote('events/d', '4'));
    const { base, unfinished } = await storeIn(remote.clone()).load();
    expect([...base.entries.keys()].sort()).toEqual(['events/a', 'events/b', 'events/c', 'events/d']);
    expect(base.entries.get('events/b')).toMatchObject({ writtenAt: 9 });
    expect(unfinished).toEqual([]);
  });

  it('that was killed between its last push and its end is not counted twice', async () => {
    const remote = newRemote();
    const clone = remote.clone();
    const store = storeIn(clone);
    const lock = await store.lock(thisProcess({ command: 'sync' }));
    const journal = store.journal(lock);
    await journal.append(written('events/a'), intent('events/b'));
    await journal.append({ type: 'dropped', address: 'events/b', settles: ['of events/b'] });
    await journal.close();
    const folder = join(clone, '.gitcast/git-state');
    const kept = readdirSync(folder).filter((name) => !name.endsWith('.lock'));
    const texts = kept.map((name) => [name, git(clone, 'hash-object', '-w', join(folder, name))] as const);
    await store.save(await store.load(), lock);
    await lock.release();
    await runOf(storeIn(remote.clone()), {
      type: 'deleted',
      address: 'events/a',
      id: '1',
      at: Date.now(),
      settles: [],
    });
    // As if it had died before it removed its files.
    for (const [name, blob] of texts) writeFileSync(join(folder, name), `${git(clone, 'cat-file', 'blob', blob)}\n`);
    expect(await storeIn(clone).load()).toMatchObject({ base: { entries: new Map() }, unfinished: [] });
  });

  it('has a commit of its own, once the next one has saved its results', async () => {
    const remote = newRemote();
    const clone = remote.clone();
    const dead = { ...thisProcess({ command: 'sync', url: 'https://ci.example/runs/1' }), pid: 2 ** 22 + 1 };
    const store = storeIn(clone);
    const lock = await store.lock(dead);
    await store.journal(lock).append(intent('events/a'), written('events/a'));
    await runOf(storeIn(clone), wrote('events/b', '2'));
    const runs = runsOn(remote.folder);
    expect(runs.map(({ url, interrupted = false, changes }) => [url, interrupted, changes])).toEqual([
      [undefined, false, [{ action: 'adopt', address: 'events/b', id: '2' }]],
      ['https://ci.example/runs/1', true, [{ action: 'create', address: 'events/a', id: '1' }]],
    ]);
    expect(runs[1]!.id).toBe(lock.id);
  });
});

describe('a run with its results on this machine', () => {
  const journals = (clone: string): readonly string[] =>
    readdirSync(join(clone, '.gitcast/git-state')).filter((name) => name.endsWith('.journal'));

  it('that did nothing interrupts nothing', async () => {
    const clone = newRemote().clone();
    const store = storeIn(clone);
    const lock = await store.lock(thisProcess());
    await store.journal(lock).append();
    await lock.release();
    expect(journals(clone)).toHaveLength(1);
    expect(await storeIn(clone).load()).toMatchObject({ interrupted: false });
    await runOf(storeIn(clone), written('events/a'));
    expect(journals(clone)).toEqual([]);
  });

  it('that was killed while it wrote its first line did nothing', async () => {
    const clone = newRemote().clone();
    await runOf(storeIn(clone), written('events/a'));
    writeFileSync(join(clone, '.gitcast/git-state/production.0123abcd.journal'), '{"version":1,"id":"01');
    expect(await storeIn(clone).load()).toMatchObject({ interrupted: false });
    expect(await addresses(storeIn(clone))).toEqual(['events/a']);
  });

  it('is merged with what others have written, also if it had saved before', async () => {
    const remote = newRemote();
    const clone = remote.clone();
    const store = storeIn(clone);
    const lock = await store.lock(thisProcess());
    const first = store.journal(lock);
    await first.append(written('events/a'));
    await first.close();
    await store.save(await store.load(), lock);
    await store.journal(lock).append(wrote('events/b', '2'));
    await lock.release();
    await runOf(storeIn(remote.clone()), wrote('events/c', '3'));
    expect(await addresses(storeIn(clone))).toEqual(['events/a', 'events/b', 'events/c']);
  });

  it('is added to those of another that this machine has too', async () => {
    const clone = newRemote().clone();
    for (const [address, id] of [
      ['events/a', '1'],
      ['events/b', '2'],
    ] as const) {
      const store = storeIn(clone);
      const lock = await store.lock(thisProcess());
      await store.journal(lock).append(wrote(address, id));
      await lock.release();
    }
    expect(await addresses(storeIn(clone))).toEqual(['events/a', 'events/b']);
  });
});

describe('the pushes of a run', () => {
  /** Every push is refused as long as the returned file exists. */
  function refusing(remote: string): string {
    const file = join(remote, 'refuses');
    writeFileSync(file, '');
    writeFileSync(join(remote, 'hooks/update'), `#!/bin/sh\ntest ! -e '${file}'\n`, { mode: 0o755 });
    return file;
  }

  it('wait for each other, even if one fails', async () => {
    const remote = newRemote();
    const store = storeIn(remote.clone());
    const lock = await store.lock(thisProcess());
    const journal = store.journal(lock);
    await journal.append(written('events/a'));
    const file = refusing(remote.folder);
    const failed = store.shareDeleted(lock);
    await expect(failed).rejects.toThrow('cannot be written');
    rmSync(file);
    await Promise.all([store.shareDeleted(lock), store.shareDeleted(lock)]);
    expect(git(remote.folder, 'rev-list', '--count', 'refs/gitcast/state/production')).toBe('2');
    const parts = git(remote.folder, 'ls-tree', '--name-only', 'refs/gitcast/state/production');
    expect(parts).toBe(`production.${lock.id}.000001.journal\nrun.json`);
    await journal.close();
  });

  it('have each line whole, also one with a line separator of Unicode', async () => {
    const remote = newRemote();
    const store = storeIn(remote.clone());
    const lock = await store.lock(thisProcess());
    const line = wrote('events/a', '1', { updatedAt: 'before\u2028after' });
    await store.journal(lock).append(line);
    await store.shareDeleted(lock);
    expect((await storeIn(remote.clone()).load()).base.entries.get('events/a')).toEqual('entry' in line && line.entry);
  });

  it('wait out a short network outage at its end', async () => {
    const remote = newRemote();
    const store = storeIn(remote.clone());
    const lock = await store.lock(thisProcess());
    const file = refusing(remote.folder);
    setTimeout(() => rmSync(file), 1500);
    await store.save({ base: { entries: new Map([['events/a', entry]]) }, unfinished: [] }, lock);
    expect(await addresses(storeIn(remote.clone()))).toEqual(['events/a']);
  });

  it('are not repeated after an internal error, and its files stay on this machine', async () => {
    const clone = newRemote().clone();
    let isFaulty = false;
    const list: Disk['list'] = (folder) => {
      if (isFaulty && folder.endsWith('.bodies')) throw new TypeError('a fault');
      return nodeDisk.list(folder);
    };
    const store = storeIn(clone, { disk: { ...nodeDisk, list } });
    const lock = await store.lock(thisProcess());
    await store.journal(lock).append(written('events/a'));
    const loaded = await store.load();
    isFaulty = true;
    await expect(store.save(loaded, lock)).rejects.toThrow('a fault');
    isFaulty = false;
    expect(await store.load()).toMatchObject({ base: { entries: new Map([['events/a', entry]]) }, interrupted: true });
    expect(await addresses(storeIn(clone))).toEqual(['events/a']);
  });

  it('leave nothing of one that lost its lock before it had done anything', async () => {
    const remote = newRemote();
    const store = storeIn(remote.clone());
    const lock = await store.lock(thisProcess());
    await store.journal(lock).append();
    await store.unlock(lock.id);
    await expect(store.save(await store.load(), lock)).rejects.toThrow('lost its lock');
    expect(git(remote.folder, 'for-each-ref', 'refs/gitcast')).toBe('');
  });
});

describe('a state that cannot be read', () => {
  it('is reported with the way out, and a reset keeps it in the history', async () => {
    const remote = newRemote();
    const clone = remote.clone();
    await runOf(storeIn(clone), written('events/a'));
    const tree = git(clone, 'rev-parse', 'HEAD^{tree}');
    const broken = git(clone, 'commit-tree', tree, '-p', stateRef(remote.folder), '-m', 'broken');
    git(clone, 'push', '-q', 'origin', `${broken}:refs/gitcast/state/production`);
    await expect(storeIn(clone).load()).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining('has other files than the run that it names has written'),
      suggestion: expect.stringContaining('gitcast state rebuild'),
    });
    const store = storeIn(clone);
    const lock = await store.lock(thisProcess({ command: 'state rebuild' }));
    await store.reset(lock);
    await store.save({ base: { entries: new Map([['events/z', entry]]) }, unfinished: [] }, lock);
    await lock.release();
    expect(await addresses(storeIn(remote.clone()))).toEqual(['events/z']);
    expect(git(remote.folder, 'merge-base', '--is-ancestor', broken, stateRef(remote.folder))).toBe('');
    expect(runsOn(remote.folder).map(({ command }) => command)).toEqual(['state rebuild', 'sync']);
  });

  it('because of a damaged journal on this machine is reported too', async () => {
    const clone = newRemote().clone();
    const store = storeIn(clone);
    const lock = await store.lock(thisProcess());
    await store.journal(lock).append(written('events/a'));
    writeFileSync(join(clone, `.gitcast/git-state/production.${lock.id}.journal`), '\0\0\n', { flag: 'a' });
    await expect(store.load()).rejects.toThrow('damaged at line 3');
    await store.reset(lock);
    expect(await store.load()).toMatchObject({ interrupted: false });
  });
});

describe('a store on a ref of a different target', () => {
  const OTHER = { ...IDENTITY, baseUrl: 'https://api.example.net' };

  it('is refused, and its run notes and its lock name their target', async () => {
    const remote = newRemote();
    const clone = remote.clone();
    await runOf(storeIn(clone), written('events/a'));
    await expect(storeIn(clone, { identity: OTHER }).load()).rejects.toMatchObject({
      message: expect.stringContaining('baseUrl https://api.example.org (here https://api.example.net)'),
    });
    expect(runsOn(remote.folder)[0]).toMatchObject({ identity: IDENTITY });
    const lock = await storeIn(clone).lock(thisProcess());
    const text = git(remote.folder, 'log', '-1', '--format=%b', 'refs/gitcast/lock/production');
    expect(JSON.parse(text)).toMatchObject({ identity: IDENTITY });
    await lock.release();
  });

  it('does not count the interrupted run of this machine after another one has started over', async () => {
    const remote = newRemote();
    const clone = remote.clone();
    const dying = storeIn(clone);
    const lock = await dying.lock(thisProcess());
    await dying.journal(lock).append(written('events/a'));
    await lock.release();
    const elsewhere = storeIn(remote.clone(), { identity: OTHER });
    const second = await elsewhere.lock(thisProcess());
    await elsewhere.reset(second);
    await second.release();
    expect((await storeIn(clone, { identity: OTHER }).load()).base.entries.size).toBe(0);
  });

  it('is not written by a run that finds a different target there', async () => {
    const remote = newRemote();
    const [one, other] = [storeIn(remote.clone()), storeIn(remote.clone(), { identity: OTHER })];
    const lock = await one.lock(thisProcess());
    await one.journal(lock).append(written('events/a'));
    await one.unlock(lock.id);
    const second = await other.lock(thisProcess());
    await other.reset(second);
    await expect(one.save(await one.load(), lock)).rejects.toMatchObject({
      message: expect.stringContaining('was made for a different target'),
    });
    expect((await other.load()).base.entries.size).toBe(0);
    await second.release();
  });
});
