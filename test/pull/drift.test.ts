import { describe, expect, it } from 'vitest';
import { BROADCAST, EVENT, FILES, PAGE, PLACE } from './fixtures.ts';
import { serviceAtOneUrl } from '../service/service-at-one-url.ts';
import { syncedOnce, type Remote, type Repository } from './repository.ts';

const service = serviceAtOneUrl();
const synced = syncedOnce(service, FILES);

const EVENT_FILE = 'events/opening-night.yaml';

describe('a change in the web editor', () => {
  it('is pulled into the file, with every other byte unchanged', async () => {
    const { remote, repository } = await synced();
    await remote.edit('events', 'Opening night', {
      title: 'Opening night at last',
      end_time: '2027-06-18T23:30:00+02:00',
    });
    expect(await repository.plan()).toEqual(['drift events/opening-night']);

    const { exitCode, json } = await repository.pull();
    expect({ exitCode, ...json }).toMatchObject({ exitCode: 0, written: [`content/${EVENT_FILE}`], conflicts: [] });
    expect(repository.read(EVENT_FILE)).toBe(
      EVENT.replace('Opening night', 'Opening night at last').replace(
        '2027-06-18T23:00:00',
        '2027-06-18T23:30:00+02:00',
      ),
    );
    expect(await repository.plan()).toEqual([]);
  });

  it('is pulled into a nested field, and leaves unchanged files alone', async () => {
    const { remote, repository } = await synced();
    await remote.call('PATCH', remote.surfaceB, { theme: { backgroundColor: '#fffaf2', accentColor: '#082f3a' } });
    await repository.pull();
    expect(repository.read('broadcast.yaml')).toBe(BROADCAST.replace('#0b3c49', '#082f3a'));
    expect(repository.read(EVENT_FILE)).toBe(EVENT);
    expect(await repository.plan()).toEqual([]);
  });

  it('is pulled into a list, which keeps its comments, addresses, local times and URLs', async () => {
    const { remote, repository } = await synced();
    const [page] = await remote.all(`${remote.surfaceB}/broadcastPages`);
    const blocks = structuredClone(page!['blocks']) as { values: { label?: string }[] }[];
    blocks[1]!.values[0]!.label = 'How to get there';
    await remote.call('PATCH', `${remote.surfaceB}/broadcastPages/${String(page!['_id'])}`, { blocks } as never);

    await repository.pull();
    expect(repository.read('pages/practical.yaml')).toBe(
      PAGE.replace('label: Getting there', 'label: How to get there'),
    );
    expect(await repository.plan()).toEqual([]);
  });

  it('removes a field that was cleared there, and the group whose last field it was', async () => {
    const { remote, repository } = await synced();
    await remote.edit('events', 'Opening night', { description: null });
    await remote.call('PATCH', remote.surfaceB, { theme: {} });
    await repository.pull();
    expect(repository.read(EVENT_FILE)).toBe(EVENT.slice(0, EVENT.indexOf('description')));
    expect(repository.read('broadcast.yaml')).toBe('name: Harbour\n');
    expect(await repository.plan()).toEqual([]);
  });

  it('is pulled as a pointer to an object that has a file', async () => {
    const { remote, repository } = await synced();
    const hall = await remote.call('POST', '/v1/places', { name: 'Sail hall' });
    await remote.edit('events', 'Opening night', { place_id: hall['id']! });
    const { json } = await repository.pull();
    expect(json['created']).toEqual(['content/places/sail-hall.yaml']);
    expect(repository.read(EVENT_FILE)).toBe(EVENT.replace('places/main-stage  ', 'places/sail-hall  '));
    expect(await repository.plan()).toEqual([]);
  });

  it('is pulled only for the named addresses', async () => {
    const { remote, repository } = await synced();
    await remote.edit('events', 'Opening night', { title: 'Another' });
    await remote.edit('places', 'Main stage', { category: 'hall' });
    const { json } = await repository.pull('places/*');
    expect(json['written']).toEqual(['content/places/main-stage.yaml']);
    expect(await repository.plan()).toEqual(['drift events/opening-night']);
  });

  it('is shown and not written by a dry run', async () => {
    const { remote, repository } = await synced();
    await remote.edit('events', 'Opening night', { title: 'Another' });
    const before = repository.files();
    const { exitCode, stdout } = await repository.run('pull --dry-run');
    expect(exitCode).toBe(0);
    expect(stdout).toContain("- title: 'Opening night' # in quotes, for no reason");
    expect(stdout).toContain("+ title: 'Another' # in quotes, for no reason");
    expect(stdout).toContain('1 file changed');
    expect(repository.files()).toEqual(before);
    expect(await repository.plan()).toEqual(['drift events/opening-night']);
  });

  it('is left out if it is not valid in a file, and the rest is pulled', async () => {
    const { remote, repository } = await synced();
    await remote.call('PATCH', remote.surfaceB, {
      menu: { sections: [] },
      theme: { backgroundColor: '#fffaf2', accentColor: '#082f3a' },
    });
    const event = await remote.edit('events', 'Opening night', { title: 'Short', end_time: EVENT_START });
    expect(event['end_time']).toBe(EVENT_START);
    const { exitCode, json } = await repository.pull();
    expect(exitCode).toBe(3);
    expect(json['conflicts']).toMatchObject([{ address: 'events/opening-night', fields: ['end_time'] }]);
    expect(repository.read(EVENT_FILE)).toBe(EVENT.replace('Opening night', 'Short'));
    expect(repository.read('broadcast.yaml')).toContain('#082f3a');
    expect(await repository.plan()).toEqual(['drift events/opening-night']);
  });
});

const EVENT_START = '2027-06-18T20:30:00+02:00';

describe('a change on both sides', () => {
  async function disputed(): Promise<{ remote: Remote; repository: Repository; mine: string }> {
    const { remote, repository } = await synced();
    const mine = EVENT.replace('Opening night', 'The opening');
    repository.write({ [EVENT_FILE]: mine });
    await remote.edit('events', 'Opening night', { title: 'Grand opening', description: 'Three sets.' });
    return { remote, repository, mine };
  }

  it('is reported and left out, while changes only on the target are pulled', async () => {
    const { repository, mine } = await disputed();
    const { exitCode, json } = await repository.pull();
    expect(exitCode).toBe(3);
    expect(json['conflicts']).toEqual([
      {
        address: 'events/opening-night',
        fields: ['title'],
        reason: 'changed here and on the target to different values',
        values: [{ name: 'title', before: 'Grand opening', after: 'The opening' }],
      },
    ]);
    expect(repository.read(EVENT_FILE)).toContain("title: 'The opening' # in quotes");
    expect(repository.read(EVENT_FILE)).not.toBe(mine);
    expect(repository.read(EVENT_FILE)).toContain('Three sets.');
    expect(await repository.plan()).toEqual(['conflict events/opening-night']);
  });

  it("is the target's with --theirs", async () => {
    const { repository } = await disputed();
    const { exitCode } = await repository.pull('--theirs');
    expect(exitCode).toBe(0);
    expect(repository.read(EVENT_FILE)).toContain("title: 'Grand opening' # in quotes, for no reason");
    expect(await repository.plan()).toEqual([]);
  });

  it('keeps a change that only the file has', async () => {
    const { remote, repository } = await synced();
    repository.write({ 'places/main-stage.yaml': PLACE.replace('category: stage', 'category: hall') });
    await remote.edit('places', 'Main stage', { name: 'Great stage' });
    await repository.pull();
    expect(repository.read('places/main-stage.yaml')).toBe(
      PLACE.replace('Main stage', 'Great stage').replace('category: stage', 'category: hall'),
    );
    expect(await repository.plan()).toEqual(['update places/main-stage']);
  });
});

describe('an object that was deleted on the target', () => {
  const more = [1, 2].map((n) => [`events/e${n}.yaml`, EVENT.replace('Opening', `Opening ${n}`)]);
  const threeEvents = syncedOnce(service, { ...FILES, ...(Object.fromEntries(more) as Record<string, string>) });

  async function deleted(): Promise<Repository> {
    const { remote, repository } = await synced();
    const [event] = await remote.all('/v1/events');
    await remote.call('DELETE', `/v1/events/${String(event!['id'])}`);
    return repository;
  }

  it('is reported, and the file stays', async () => {
    const repository = await deleted();
    const { exitCode, json } = await repository.pull();
    expect(exitCode).toBe(3);
    expect(json['conflicts']).toEqual([
      {
        address: 'events/opening-night',
        fields: [],
        reason: expect.stringContaining('deleted on the target, not here'),
      },
    ]);
    expect(repository.read(EVENT_FILE)).toBe(EVENT);
  });

  it('is deleted here with --theirs', async () => {
    const repository = await deleted();
    const { exitCode, json } = await repository.pull('--theirs');
    expect({ exitCode, ...json }).toMatchObject({ exitCode: 0, deleted: [`content/${EVENT_FILE}`], conflicts: [] });
    expect(Object.keys(repository.files())).not.toContain(EVENT_FILE);
    expect(await repository.plan()).toEqual([]);
  });

  it('keeps its file while another file points to it', async () => {
    const { remote, repository } = await synced();
    const [article] = await remote.all('/v1/articles');
    await remote.call('DELETE', `/v1/articles/${String(article!['id'])}`);
    const { exitCode, json } = await repository.pull('--theirs');
    expect(exitCode).toBe(3);
    expect(json['deleted']).toEqual([]);
    expect(json['skipped']).toMatchObject([{ address: 'articles/getting-there' }]);
    expect((await repository.run('validate')).exitCode).toBe(0);
  });

  it('is restored with --theirs if it was deleted here and changed there', async () => {
    const { remote, repository } = await synced();
    repository.remove(EVENT_FILE);
    await remote.edit('events', 'Opening night', { title: 'Saved' });
    expect(await repository.pull()).toMatchObject({ exitCode: 3, json: { created: [] } });
    const { json } = await repository.pull('--theirs');
    expect(json['created']).toEqual([`content/${EVENT_FILE}`]);
    expect(repository.read(EVENT_FILE)).toContain('title: Saved\n');
    expect(await repository.plan()).toEqual([]);
  });

  it('is not trusted if everything is gone at once', async () => {
    const { remote, repository } = await threeEvents();
    for (const { id } of await remote.all('/v1/events')) await remote.call('DELETE', `/v1/events/${String(id)}`);
    const { json } = await repository.pull('--theirs');
    expect(json['deleted']).toEqual([]);
    expect(json['conflicts']).toHaveLength(3);
  });
});

describe('twelve of forty events deleted on the target', () => {
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  const events = numbers.map((number) => [`events/e${number}.yaml`, EVENT.replace('Opening', `Opening ${number}`)]);
  const files = { ...FILES, ...(Object.fromEntries(events) as Record<string, string>) };
  const deleted = syncedOnce(service, files, async ({ remote }) => {
    const made = await remote.all('/v1/events');
    for (const { id } of made.slice(0, 12)) await remote.call('DELETE', `/v1/events/${String(id)}`);
  });

  it('are more files than a pull deletes, including a dry run, which names the guard and the flag', async () => {
    const { repository } = await deleted();
    const before = repository.files();
    for (const words of ['pull --theirs', 'pull --theirs --dry-run', 'pull --theirs --allow-deletes 11']) {
      const { exitCode, stderr } = await repository.run(words);
      expect(exitCode).toBe(1);
      expect(stderr).toContain('the pull is refused: it would delete 12 files, and guard.deletes.count allows 10');
      expect(stderr).toContain('if this is intended, add --allow-deletes 12');
    }
    expect(repository.files()).toEqual(before);
  });

  it('are deleted here with the flag', async () => {
    const { repository } = await deleted();
    const { exitCode, json } = await repository.pull('--theirs --allow-deletes 12');
    expect(exitCode).toBe(0);
    expect(json['deleted']).toHaveLength(12);
    expect(await repository.plan()).toEqual([]);
  });
});
