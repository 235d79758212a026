import { spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { deliveryHeaders } from '../../src/webhooks/signatures.ts';
import { createFileStore } from '../../src/state/file/file-store.ts';
import { IDENTITY } from '../state/identity.ts';
import { thisProcess } from '../../src/state/file/lock.ts';
import { folderWith } from '../cli/in-memory.ts';
import { withServer } from '../git/repository.ts';
import { PROGRAM } from './compiled-program.ts';
import { openDesk, WEBHOOK_SECRET, type Event } from './listening.ts';

const BRANCH = 'gitcast/remote-edits';
const EVENT = 'content/events/opening-night.yaml';
const ARTICLE = 'content/articles/getting-there.md';

const pulls = (events: readonly Event[]): readonly Event[] => events.filter(({ kind }) => kind === 'pulled');
const commits = (events: readonly Event[]): readonly Event[] => events.filter(({ commit }) => commit !== undefined);

describe('webhooks listen --pull', { timeout: 120_000 }, () => {
  it('commits an edit in the web editor to a branch, and keeps comments', async () => {
    const desk = await openDesk();
    const listening = await desk.listen();
    let id = '';
    const pulled = await listening.next('pulled', async () => {
      id = await desk.colleague.edit('events', { title: 'Opening night, sold out' });
    });
    const { repository } = desk;
    expect(repository.at(BRANCH, EVENT)).toBe(
      repository.at('main', EVENT).replace('title: Opening night ', 'title: Opening night, sold out '),
    );
    expect(repository.git('rev-parse', BRANCH)).toBe(pulled.commit);
    expect(repository.git('diff', '--name-only', 'main', BRANCH)).toBe(EVENT);
    const message = repository.git('log', '-1', '--format=%B', BRANCH);
    expect(message.split('\n')[0]).toBe('content: events/opening-night as edited on live');
    expect(message).toContain(`- ${EVENT} (changed)`);
    expect(message).toContain(`event.updated of ${id} (delivery ${(pulled['deliveries'] as string[])[0]})`);
    expect(await listening.stop()).toBe(0);
  });

  it('never touches the checkout, even with unfinished work in it', async () => {
    const desk = await openDesk();
    const { repository } = desk;
    desk.edit(EVENT, 'Two sets', 'Three sets');
    writeFileSync(desk.path('content/events/half.yaml'), 'title: [');
    repository.git('add', EVENT);
    const before = repository.checkout();
    const listening = await desk.listen();
    await listening.next('pulled', () => desk.colleague.edit('events', { title: 'Sold out' }));
    expect(repository.at(BRANCH, EVENT)).toContain('title: Sold out');
    expect(repository.at(BRANCH, EVENT)).toContain('Two sets');
    // The ids of deliveries are kept beside the state, which git ignores.
    expect(repository.checkout().replace('!! .gitcast/webhooks/\n', '')).toBe(before);
  });

  it('writes nothing through a link that the branch has in the place of its content', async () => {
    const desk = await openDesk();
    const { repository } = desk;
    const elsewhere = folderWith();
    cpSync(desk.path('content'), elsewhere, { recursive: true });
    const listening = await desk.listen();
    writeFileSync(desk.path('link'), elsewhere);
    const link = repository.git('hash-object', '-w', 'link');
    repository.git('rm', '-rq', '--cached', 'content');
    repository.git('update-index', '--add', '--cacheinfo', `120000,${link},content`);
    repository.git('commit', '-qm', 'a link');
    const failed = await listening.next('failed', () => desk.colleague.edit('events', { title: 'Sold out' }));
    expect(failed.error).toMatch(/content is a symbolic link that leads out of/);
    expect(readFileSync(join(elsewhere, 'events/opening-night.yaml'), 'utf8')).not.toContain('Sold out');
  });

  it('makes few commits of many deliveries, and the last one has all edits', async () => {
    const desk = await openDesk();
    const listening = await desk.listen();
    const isLast = (): boolean =>
      desk.repository.git('branch', '--list', BRANCH) !== '' &&
      desk.repository.at(BRANCH, EVENT).includes('title: Night 29');
    await listening.next('pulled', async () => {
      for (let n = 0; n < 30; n++) await desk.colleague.edit('events', { title: `Night ${n}` });
    });
    while (!isLast()) await listening.next('pulled', async () => {});
    expect(listening.events.filter(({ kind }) => kind === 'valid')).toHaveLength(30);
    // How many depends on how busy the machine is.
    expect(commits(listening.events).length).toBeLessThanOrEqual(10);
  });

  it('commits nothing for changes of our own sync', async () => {
    const desk = await openDesk();
    const listening = await desk.listen();
    desk.edit(EVENT, 'Opening night', 'Opening evening');
    const pulled = await listening.next('pulled', () => desk.sync());
    expect(pulled).toMatchObject({ files: [], conflicts: [] });
    expect(desk.repository.git('branch', '--list', BRANCH)).toBe('');
  });

  it('waits for a running sync, since its changes are not edits of a colleague', async () => {
    const desk = await openDesk();
    const listening = await desk.listen();
    const store = createFileStore({ folder: desk.path('.gitcast/state'), target: 'live', identity: IDENTITY });
    const lock = await store.lock(thisProcess());
    await listening.next('waiting', () => desk.colleague.edit('events', { title: 'Sold out' }));
    expect(desk.repository.git('branch', '--list', BRANCH)).toBe('');
    const pulled = await listening.next('pulled', () => lock.release());
    expect(pulled.commit).toBeDefined();
  });

  it('does not let a plan on the base branch overwrite the edit, and a merge settles it', async () => {
    const desk = await openDesk();
    const state = desk.repository.at('main', '.gitcast/state/live.json');
    const listening = await desk.listen();
    await listening.next('pulled', () => desk.colleague.edit('events', { title: 'Sold out' }));
    const planned = async (): Promise<readonly string[]> => {
      const { stdout } = await desk.run('plan --json');
      const { changes } = JSON.parse(stdout) as { changes: { action: string; address: string }[] };
      // The webhook of this test has no file.
      return changes.map(({ action, address }) => `${action} ${address}`);
    };
    expect(await planned()).toEqual(['drift events/opening-night']);
    expect(desk.repository.at(BRANCH, '.gitcast/state/live.json')).toBe(state);
    desk.repository.git('merge', '-q', BRANCH);
    expect(await planned()).toEqual(['adopt events/opening-night']);
    await desk.sync();
    expect(await planned()).toEqual([]);
    desk.edit(EVENT, 'Sold out', 'Sold out, sorry');
    expect(await planned()).toEqual(['update events/opening-night']);
  });

  it('reports a conflict, commits the rest, and never commits marks', async () => {
    const desk = await openDesk();
    const { repository } = desk;
    repository.commit({
      [EVENT]: repository.at('main', EVENT).replace('title: Opening night ', 'title: Opening gala '),
      [ARTICLE]: repository.at('main', ARTICLE).replace('five minutes', 'six minutes'),
    });
    const listening = await desk.listen();
    const conflicts = async (act: () => Promise<unknown>): Promise<unknown> =>
      (await listening.next('pulled', act))['conflicts'];
    expect(await conflicts(() => desk.colleague.edit('events', { title: 'Sold out' }))).toMatchObject([
      { address: 'events/opening-night', fields: ['title'] },
    ]);
    expect(
      await conflicts(() => desk.colleague.edit('articles', { content: 'Trains stop seven minutes from the gate.' })),
    ).toMatchObject([{ address: 'articles/getting-there', fields: ['content'] }, { address: 'events/opening-night' }]);
    expect(repository.git('branch', '--list', BRANCH)).toBe('');
    await listening.next('pulled', () => desk.colleague.edit('events', { description: 'Full.' }));
    expect(repository.at(BRANCH, EVENT)).toContain('description: Full.');
    expect(repository.at(BRANCH, EVENT)).toContain('Opening gala');
    expect(repository.at(BRANCH, ARTICLE)).toBe(repository.at('main', ARTICLE));
  });

  it('pulls a new object from the web editor into a file, and the merge adopts it without creating another', async () => {
    const desk = await openDesk();
    const listening = await desk.listen();
    await listening.next('pulled', () => desk.colleague.call('POST', '/places', { name: 'Quay bar' }));
    expect(desk.repository.at(BRANCH, 'content/places/quay-bar.yaml')).toContain('name: Quay bar');
    desk.repository.git('merge', '-q', BRANCH);
    await desk.sync();
    const { total } = await desk.colleague.call('GET', '/places');
    expect(total).toBe(2);
  });

  it('catches up with edits made while nothing was listening', async () => {
    const desk = await openDesk();
    await desk.colleague.edit('events', { title: 'Sold out' });
    const listening = await desk.listen();
    expect(pulls(listening.events)[0]).toMatchObject({ deliveries: [], files: [{ path: EVENT }] });
  });

  it('pushes the branch with --push, under the given name', async () => {
    const desk = await openDesk();
    const server = withServer(desk.repository);
    const listening = await desk.listen(' --push --branch from-the-web');
    const { commit, pushed } = await listening.next('pulled', () => desk.colleague.edit('events', { title: 'Full' }));
    expect([server.git('rev-parse', 'from-the-web'), pushed]).toEqual([commit, true]);
  });

  it('only answers 401 to a delivery with a wrong signature', async () => {
    const desk = await openDesk();
    const listening = await desk.listen();
    await desk.run('status'); // Something that takes time: nothing is pulled meanwhile.
    const before = pulls(listening.events).length;
    const body = JSON.stringify({ id: 'msg_1', type: 'event.updated', timestamp: '2027-01-01T00:00:00Z', data: {} });
    const message = { id: 'msg_1', timestamp: Math.floor(Date.now() / 1000), body };
    const post = (secret: string) =>
      fetch(listening.url, { method: 'POST', body, headers: deliveryHeaders(message, secret) });
    expect((await post('another secret')).status).toBe(401);
    expect(await listening.next('pulled', () => post(WEBHOOK_SECRET))).toMatchObject({ deliveries: ['msg_1'] });
    expect(pulls(listening.events)).toHaveLength(before + 1);
  });

  it('reports a failure and continues: invalid content, a branch that is checked out, a refused key', async () => {
    const desk = await openDesk();
    const { repository } = desk;
    const listening = await desk.listen();
    const sound = repository.at('main', EVENT);
    repository.commit({ [EVENT]: sound.replace('places/main-stage', 'places/no-stage') });
    const wrong = await listening.next('failed', () => desk.colleague.edit('events', { title: 'One' }));
    expect(wrong.error).toContain(`${EVENT}:5:`);
    repository.commit({ [EVENT]: sound });
    repository.git('checkout', '-q', '-b', BRANCH);
    const held = await listening.next('failed', () => desk.colleague.edit('events', { title: 'Two' }));
    expect(held.error).toContain('is checked out');
    repository.git('checkout', '-q', 'main');
    repository.git('branch', '-D', BRANCH);
    const config = repository.at('main', 'gitcast.config.yaml');
    writeFileSync(desk.path('gitcast.config.yaml'), config.replace('"KEY"', '"NO_KEY"'));
    const refused = await listening.next('failed', () => desk.colleague.edit('events', { title: 'Three' }));
    expect(refused.error).toContain('NO_KEY');
    writeFileSync(desk.path('gitcast.config.yaml'), config);
    await listening.next('pulled', () => desk.colleague.edit('events', { title: 'Four' }));
    expect(repository.at(BRANCH, EVENT)).toContain('title: Four');
  });

  it('ends at Ctrl-C, after the pull in progress, git included', async () => {
    const desk = await openDesk();
    const server = withServer(desk.repository);
    const [began, mayEnd] = ['began', 'may-end'].map((name) => join(server.folder, name));
    const hook = `#!/bin/sh\ntouch ${began}\nwhile [ ! -e ${mayEnd} ]; do sleep 0.05; done\n`;
    writeFileSync(join(server.folder, 'hooks/pre-receive'), hook, { mode: 0o755 });
    await desk.colleague.edit('events', { title: 'Sold out' });
    const listening = spawn(process.execPath, [PROGRAM, 'webhooks', 'listen', '--pull', '--push', '--port', '0'], {
      cwd: desk.repository.folder,
      env: { ...process.env, ...desk.env },
      detached: true,
      stdio: 'ignore',
    });
    const ended = new Promise<number | null>((resolve) => listening.on('exit', resolve));
    await vi.waitUntil(() => existsSync(began!), { timeout: 100_000 });
    process.kill(-listening.pid!, 'SIGINT'); // What a terminal does: all of its processes are told.
    writeFileSync(mayEnd!, '');
    expect(await ended).toBe(0);
    expect(server.at(BRANCH, EVENT)).toContain('title: Sold out');
    expect(desk.repository.git('worktree', 'list').split('\n')).toHaveLength(1);
  });

  it('reports at the start what it cannot work with', async () => {
    const desk = await openDesk();
    const said = async (words: string): Promise<string> => (await desk.run(`webhooks listen ${words}`)).stderr;
    expect(await said('--pull --push')).toContain('has no remote');
    expect(await said('--pull --branch main')).toContain('both the base and the branch');
    expect(await said('--pull --branch a..b')).toContain('is not a valid branch name');
    expect(await said('--pull --target lvie')).toContain('did you mean live?');
    expect(await said('--branch other')).toContain('add --pull');
    desk.repository.git('checkout', '-q', '--detach');
    expect(await said('--pull')).toContain('--base NAME');
  });
});
