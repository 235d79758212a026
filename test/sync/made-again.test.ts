/** Objects that a colleague deletes and types in again in the web editor, not quite as they were. */
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../src/kinds/operation.ts';
import { kindNamed, type KindName } from '../../src/kinds/registry.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { eventText, ONE_OF_EACH, SECRET, someEvents, type Files } from './fixture.ts';
import { meddle, withoutTexts } from './meddler.ts';
import { actionsOf, openStage, openSyncedStage, type PlannedChange, type Stage } from './stage.ts';

const FORCED = ['--ours', '--overwrite-drift'];
const LATER = { start_time: '2027-06-19T18:30:00Z', end_time: '2027-06-19T21:00:00Z' };

/** Nothing points to the place, so that it can be deleted. */
const ALL: Files = {
  ...ONE_OF_EACH,
  'events/opening-night.yaml': ONE_OF_EACH['events/opening-night.yaml']!.replace(/place_id.*\n/, ''),
};

async function syncedStage(files: Files = someEvents(3)): Promise<Stage> {
  const stage = await openSyncedStage({ files, profile: 'extended' });
  stage.theatre.clock.pass(3_600_000);
  return stage;
}

/** The path of a collection, as operations have it: with a slash on the first surface only. */
function collectionOf(kind: KindName): string {
  const { path, surface } = kindNamed(kind).operations.find(({ verb }) => verb === 'create')!;
  return surface === 'A' ? path : path.slice(1);
}

async function makeAgain(stage: Stage, kind: KindName, name: string, changes: JsonObject): Promise<string> {
  const { id, fields } = stage.named(kind, name);
  await stage.call('DELETE', `${collectionOf(kind)}/${id}`);
  const before = new Set(stage.contents(kind).map((each) => each.id));
  const { fields: declared } = kindNamed(kind);
  const own = Object.entries(fields).filter(([key]) => declared[key] && declared[key].access === undefined);
  await stage.call('POST', collectionOf(kind), { ...Object.fromEntries(own), ...changes });
  return stage.contents(kind).find((each) => !before.has(each.id))!.id;
}

function inDatabase<T>({ theatre }: Stage, ask: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(theatre.file);
  try {
    return ask(database);
  } finally {
    database.close();
  }
}

/** As deleted in a web editor: the interface of the target cannot delete each kind. */
const vanish = (stage: Stage, id: string) =>
  inDatabase(stage, (database) => database.prepare('delete from records where id = ?').run(id));

async function changeOf(stage: Stage, address: string, ...flags: readonly string[]): Promise<PlannedChange> {
  const { changes } = await stage.plan(...flags);
  const found = changes.filter((change) => change.address === address);
  expect(found).toHaveLength(1);
  return found[0]!;
}

describe('an object that was made again under the name of the last sync, while its file got another one', () => {
  it('is adopted, and updated where the file changed: no hint leads to a second one', async () => {
    const stage = await syncedStage();
    const id = await makeAgain(stage, 'event', 'Event 0', {});
    stage.edit('events/event-0.yaml', 'title: Event 0', 'title: Grand opening');
    expect(actionsOf(await stage.plan())).toEqual(['adopt events/event-0', 'update events/event-0']);
    expect((await stage.sync()).exitCode).toBe(0);
    expect(stage.named('event', 'Grand opening').id).toBe(id);
    expect(stage.contents('event')).toHaveLength(3);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it.each([
    ['place', 'places/main-stage.yaml', 'name: Main stage', 'name: River stage', 'Main stage'],
    ['host', 'hosts/lena-moreau.yaml', 'title: Léna Moreau', 'title: L. Moreau-Diaz', 'Léna Moreau'],
    ['session', 'sessions/reading-the-river.yaml', 'title: Reading the river', 'title: Currents', 'Reading the river'],
    ['article', 'articles/news.md', 'title: News', 'title: How to get here', 'News'],
    ['page', 'pages/welcome.yaml', 'title: Welcome', 'title: Hello', 'Welcome'],
  ] as const)('is adopted: %s', async (kind, file, before, after, name) => {
    const stage = await syncedStage(ALL);
    const { length } = stage.contents(kind);
    await makeAgain(stage, kind, name, {});
    stage.edit(file, before, after);
    await stage.sync(...FORCED);
    await stage.sync(...FORCED);
    expect(stage.contents(kind)).toHaveLength(length);
    expect(stage.named(kind, after.replace(/^\w+: /, ''))).toBeDefined();
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('is adopted by a file that was moved too', async () => {
    const stage = await syncedStage();
    const id = await makeAgain(stage, 'event', 'Event 0', {});
    stage.write('events/event-0.yaml', `${eventText('Event 0')}description: By the river\n`);
    await stage.sync();
    stage.theatre.clock.pass(3_600_000);
    expect(stage.ids()['events/event-0']).toBe(id);
    const again = await makeAgain(stage, 'event', 'Event 0', {});
    stage.edit('events/event-0.yaml', 'title: Event 0', 'title: Grand opening');
    stage.move('events/event-0.yaml', 'events/grand-opening.yaml');
    expect((await stage.sync(...FORCED)).exitCode).toBe(0);
    expect(stage.ids()['events/grand-opening']).toBe(again);
    expect(stage.contents('event')).toHaveLength(3);
  });

  it('belongs to the new file that has that name now', async () => {
    const stage = await syncedStage();
    const id = await makeAgain(stage, 'event', 'Event 0', {});
    stage.edit('events/event-0.yaml', 'title: Event 0', 'title: Grand opening');
    stage.write('events/another.yaml', eventText('Event 0'));
    await stage.sync(...FORCED);
    expect(stage.ids()['events/another']).toBe(id);
    expect(stage.titles().toSorted()).toEqual(['Event 0', 'Event 1', 'Event 2', 'Grand opening']);
  });

  it('is for a person to decide if another object has the new name', async () => {
    const stage = await syncedStage();
    const { fields } = stage.named('event', 'Event 0');
    const id = await makeAgain(stage, 'event', 'Event 0', {});
    await stage.call('POST', '/events', { ...fields, title: 'Grand opening' });
    stage.edit('events/event-0.yaml', 'title: Event 0', 'title: Grand opening');
    const { action, reason } = await changeOf(stage, 'events/event-0', ...FORCED);
    expect(action).toBe('conflict');
    expect(reason).toContain('2 objects on the target look like it');
    expect(reason).toContain(id);
    expect((await stage.sync(...FORCED)).exitCode).toBe(3);
    expect(stage.contents('event')).toHaveLength(4);
  });
});

describe('an object that was made again with another natural key', () => {
  const EVENTS = [
    ['in the same place and at the same time, under a longer title', { title: 'Event 0 act' }],
    ['in the same place and at the same time, under a different title', { title: 'Gala' }],
    ['under the same title at a different time', LATER],
    ['under a longer title at a different time', { title: 'Event 0: the gala', ...LATER }],
  ] as const;

  it.each(EVENTS)('is a conflict that names it, whatever is forced: %s', async (_, changes) => {
    const stage = await syncedStage();
    const id = await makeAgain(stage, 'event', 'Event 0', changes);
    for (const flags of [[], FORCED]) {
      const { action, reason } = await changeOf(stage, 'events/event-0', ...flags);
      expect(action).toBe('conflict');
      expect(reason).toMatch(new RegExp(`^deleted on the target; event ${id} on the target`));
      expect((await stage.sync(...flags)).exitCode).toBe(3);
    }
    expect((await stage.gitcast('sync', '--yes')).stdout).toContain('gitcast sync --create events/event-0');
    expect(stage.contents('event')).toHaveLength(3);
    // A pull does not write a second file for it either.
    await stage.gitcast('pull');
    expect(actionsOf(await stage.plan())).toEqual(['conflict events/event-0']);
  });

  it.each(EVENTS)('is adopted by its id, and compared with the last sync: %s', async (_, changes) => {
    const stage = await syncedStage();
    const id = await makeAgain(stage, 'event', 'Event 0', changes);
    stage.write('events/event-0.yaml', `$id: ${id}\n${stage.read('events/event-0.yaml')}`);
    expect(actionsOf(await stage.plan())).toEqual(['adopt events/event-0', 'drift events/event-0']);
    expect((await stage.sync('--overwrite-drift')).exitCode).toBe(0);
    expect(stage.named('event', 'Event 0').id).toBe(id);
    expect(stage.contents('event')).toHaveLength(3);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it.each(EVENTS)('is another one if the user says so: %s', async (_, changes) => {
    const stage = await syncedStage();
    await makeAgain(stage, 'event', 'Event 0', changes);
    expect((await stage.sync('--create', 'events/event-0')).exitCode).toBe(0);
    expect(stage.contents('event')).toHaveLength(4);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it.each(EVENTS)('is pulled in place of the file, if that is asked for: %s', async (_, changes) => {
    const stage = await syncedStage();
    const id = await makeAgain(stage, 'event', 'Event 0', changes);
    expect((await stage.gitcast('pull', 'events/event-0', '--theirs')).exitCode).toBe(0);
    expect((await stage.gitcast('pull')).exitCode).toBe(0);
    expect(Object.values(stage.ids())).toContain(id);
    expect(actionsOf(await stage.plan())).toEqual([]);
    expect(stage.contents('event')).toHaveLength(3);
  });

  it('is found by a file that was moved since', async () => {
    const stage = await syncedStage();
    await makeAgain(stage, 'event', 'Event 0', LATER);
    stage.move('events/event-0.yaml', 'events/renamed.yaml');
    expect(actionsOf(await stage.plan(...FORCED))).toEqual(['conflict events/renamed']);
    expect((await stage.sync(...FORCED)).exitCode).toBe(3);
    expect(stage.contents('event')).toHaveLength(3);
    expect((await stage.sync('--create', 'events/renamed')).exitCode).toBe(0);
    expect(stage.contents('event')).toHaveLength(4);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });
});

describe('an object that was made again, on a target that stores values differently', () => {
  it('is adopted with the words that the next plan has, too', async () => {
    const files = { ...someEvents(2), 'events/event-0.yaml': `${eventText('Event 0')}description: Two sets\n` };
    const stage = await openStage({ files, profile: 'extended', variants: ['no-descriptions'] });
    const words = 'the target equals the files, except for 1 value that it stores differently';
    expect((await stage.gitcast('sync', '--yes')).stdout).toContain(words);
    stage.theatre.clock.pass(3_600_000);
    await makeAgain(stage, 'event', 'Event 0', {});
    for (const command of [['sync', '--yes'], ['plan']])
      expect((await stage.gitcast(...command)).stdout).toContain(words);
  });
});

describe('an object that was deleted, on a target that has others', () => {
  const DATED = ONE_OF_EACH['articles/news.md']!;
  const UNDATED = '---\ntitle: News\nstatus: published\n---\nTrains stop five minutes from the gate.\n';
  const OTHER = {
    title: 'News',
    content: 'Of another year',
    status: 'published',
    published_at: '2020-01-01T00:00:00Z',
  };

  it.each([
    ['that was published at another time', DATED],
    ['that existed when the deleted one was last written', UNDATED],
  ])('is not taken for one of the same name %s', async (_, text) => {
    const stage = await syncedStage({ 'broadcast.yaml': 'name: Harbour festival\n', 'articles/news.md': text });
    const { id } = await stage.call('POST', '/articles', OTHER);
    stage.theatre.clock.pass(3_600_000);
    if (text === UNDATED) stage.edit('articles/news.md', 'five', 'four');
    expect((await stage.sync()).exitCode).toBe(0);
    const written = stage.read('articles/news.md');
    await stage.call('DELETE', `/articles/${stage.ids()['articles/news']}`);
    const { action, reason } = await changeOf(stage, 'articles/news', ...FORCED);
    expect([action, reason]).toEqual([
      'conflict',
      expect.stringContaining(`article ${id} on the target looks like it`),
    ]);
    await stage.gitcast('pull');
    expect(stage.read('articles/news.md')).toBe(written);
    expect((await stage.sync(...FORCED)).exitCode).toBe(3);
    expect(stage.only('article').fields['content']).toBe('Of another year');
    expect((await stage.sync('--create', 'articles/news')).exitCode).toBe(0);
    expect(stage.contents('article')).toHaveLength(2);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('is created again by force if none of them looks like it', async () => {
    const stage = await syncedStage();
    const { id, fields } = stage.named('event', 'Event 0');
    await stage.call('POST', '/events', { ...fields, title: 'Fireworks', ...LATER });
    await stage.call('DELETE', `/events/${id}`);
    expect(actionsOf(await stage.plan())).toEqual(['drift events/event-0']);
    expect((await stage.sync('--overwrite-drift')).exitCode).toBe(0);
    expect(actionsOf(await stage.plan())).toEqual([]);
    expect(stage.contents('event')).toHaveLength(4);
  });
});

describe('a file that names its object by `$id`, which was deleted on the target', () => {
  it.each([
    ['and made again', (stage: Stage) => makeAgain(stage, 'event', 'Event 0', {})],
    ['for good', (stage: Stage) => stage.call('DELETE', `/events/${stage.named('event', 'Event 0').id}`)],
  ] as const)('is a conflict until the line is gone, because it would name the old one: %s', async (_, remove) => {
    const stage = await syncedStage();
    stage.write('events/event-0.yaml', `$id: ${stage.ids()['events/event-0']}\n${eventText('Event 0')}`);
    await stage.sync();
    await remove(stage);
    const { length } = stage.contents('event');
    const made = stage.contents('event').filter(({ id }) => !Object.values(stage.ids()).includes(id));
    expect((await stage.sync(...FORCED)).exitCode).toBe(3);
    const { action, reason } = await changeOf(stage, 'events/event-0', ...FORCED);
    expect(action).toBe('conflict');
    expect(reason).toContain('remove `$id` from the file');
    for (const { id } of made) expect(reason).toContain(`such as ${id},`);
    // A pull does not write a second file for it either.
    await stage.gitcast('pull');
    expect(actionsOf(await stage.plan())).toEqual(['conflict events/event-0']);
    expect(stage.contents('event')).toHaveLength(length);
    stage.write('events/event-0.yaml', eventText('Event 0'));
    expect((await stage.sync('--overwrite-drift')).exitCode).toBe(0);
    expect(stage.contents('event')).toHaveLength(3);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });
});

describe('a webhook that somebody else made', () => {
  const FILES = {
    'broadcast.yaml': 'name: Harbour festival\n',
    'webhooks/crew.yaml': ONE_OF_EACH['webhooks/crew.yaml']!,
  };
  const TYPED = { url: 'https://crew.example/hook', events: ['event.created'] };
  const CAVEAT = 'the target equals the files as far as it shows them (not all of 1 document)';

  /** The service shows nobody a secret. */
  const storedSecret = (stage: Stage) =>
    inDatabase(
      stage,
      (database) => database.prepare("select secret from records where kind = 'webhook'").get()?.['secret'],
    );

  const WAYS = [
    ['in place of the one that gitcast made', true],
    ['before the first sync', false],
  ] as const;

  async function typedIn(isAgain: boolean, profile: Profile): Promise<Stage> {
    const stage = await openStage({ files: FILES, profile });
    if (isAgain) {
      expect((await stage.sync()).exitCode).toBe(0);
      expect(storedSecret(stage)).toBe(SECRET);
      stage.theatre.clock.pass(3_600_000);
      vanish(stage, stage.only('webhook').id);
    }
    await stage.call('POST', '/webhooks', TYPED);
    expect(storedSecret(stage)).toBeNull();
    return stage;
  }

  it.each(WAYS)('gets the secret of the file, by an update that the plan shows: made %s', async (_, isAgain) => {
    const stage = await typedIn(isAgain, 'extended');
    const { changes } = await stage.plan('--only', 'webhooks/*');
    expect(changes.map(({ action, fields }) => [action, fields.map(({ name }) => name)])).toEqual([
      ['adopt', []],
      ['update', ['secret']],
    ]);
    expect((await stage.sync('--ours')).exitCode).toBe(0);
    expect(storedSecret(stage)).toBe(SECRET);
    expect((await stage.gitcast('plan')).stdout).toContain('the target equals the files (');
  });

  it.each(WAYS)('gets it later, from a machine that has the secret: made %s', async (_, isAgain) => {
    const stage = await typedIn(isAgain, 'extended');
    stage.env = { ...stage.env, CREW_SECRET: undefined };
    expect((await stage.gitcast('sync', '--yes', '--ours')).stdout).toContain(CAVEAT);
    expect((await stage.gitcast('plan')).stdout).toContain(CAVEAT);
    stage.env = { ...stage.env, CREW_SECRET: SECRET };
    expect(actionsOf(await stage.plan())).toEqual(['update webhooks/crew']);
    expect((await stage.sync()).exitCode).toBe(0);
    expect(storedSecret(stage)).toBe(SECRET);
    expect((await stage.gitcast('plan')).stdout).toContain('the target equals the files (');
  });

  it.each(WAYS)('is not called equal by a target that cannot change webhooks: made %s', async (_, isAgain) => {
    const stage = await typedIn(isAgain, 'documented');
    expect((await stage.gitcast('sync', '--yes', '--ours')).stdout).toContain(CAVEAT);
    expect((await stage.gitcast('plan')).stdout).toContain(CAVEAT);
    expect((await stage.plan()).assumed).toEqual([{ address: 'webhooks/crew', field: 'secret' }]);
  });
});

describe('an article that was made again, on a target that does not show texts', () => {
  const LONG = 'A long text. '.repeat(60);
  const FILES = {
    'broadcast.yaml': 'name: Harbour festival\n',
    'articles/news.md': `---\ntitle: News\nstatus: published\n---\n${LONG}The end of the file.\n`,
  };
  const CAVEAT = 'the target equals the files as far as it shows them (not all of 1 document)';

  async function madeAgain(content: string): Promise<Stage> {
    const stage = await openStage({ files: FILES, profile: 'documented' });
    await meddle(stage, withoutTexts);
    expect((await stage.sync()).exitCode).toBe(0);
    stage.theatre.clock.pass(3_600_000);
    vanish(stage, stage.named('article', 'News').id);
    await stage.call('POST', '/articles', { title: 'News', status: 'published', content });
    return stage;
  }

  it.each([
    ['', 'articles/news'],
    [' to a file that was moved since', 'articles/moved'],
  ])('is not called equal%s until the text is sent', async (_, address) => {
    const stage = await madeAgain(`${LONG}Written by a colleague.\n`);
    if (address === 'articles/moved') stage.move('articles/news.md', 'articles/moved.md');
    for (const command of [['sync', '--yes'], ['plan'], ['sync', '--yes']])
      expect((await stage.gitcast(...command)).stdout).toContain(CAVEAT);
    expect((await stage.plan()).assumed).toEqual([{ address, field: 'content' }]);
    stage.write(`${address}.md`, `${stage.read(`${address}.md`)}More.\n`);
    expect((await stage.sync('--ours', '--allow-replace')).exitCode).toBe(0);
    expect(stage.only('article').fields['content']).toContain('The end of the file.\nMore.');
    expect((await stage.gitcast('plan')).stdout).toContain('the target equals the files (');
  });

  it('is a conflict if its excerpt belongs to another text', async () => {
    const stage = await madeAgain('Something else.');
    const { action, fields } = (await stage.plan()).changes.at(-1)!;
    expect([action, fields.map(({ name }) => name)]).toEqual(['conflict', ['content']]);
    expect((await stage.sync()).exitCode).toBe(3);
    for (const flags of [[], ['--theirs']]) {
      expect((await stage.gitcast('pull', ...flags)).stdout).toContain('the target does not show it');
      expect(stage.read('articles/news.md')).toBe(FILES['articles/news.md']);
    }
    expect((await stage.sync('--ours', '--allow-replace')).exitCode).toBe(0);
    expect(stage.only('article').fields['content']).toContain('The end of the file.');
    expect((await stage.gitcast('plan')).stdout).toContain('the target equals the files (');
  });
});

describe('an article that was made again, on a target that can only replace articles', () => {
  const FILES = { 'broadcast.yaml': 'name: Harbour festival\n', 'articles/news.md': ONE_OF_EACH['articles/news.md']! };

  async function articleMadeAgain(changes: JsonObject): Promise<Stage> {
    const stage = await openSyncedStage({ files: FILES, profile: 'documented' });
    stage.theatre.clock.pass(3_600_000);
    const { id, fields } = stage.named('article', 'News');
    await stage.call('DELETE', `broadcastArticles/${id}`);
    const { excerpt: _, ...own } = fields;
    await stage.call('POST', '/articles', { ...own, ...changes });
    return stage;
  }

  it('is adopted under the title of the last sync, and replaced if that is allowed', async () => {
    const stage = await articleMadeAgain({});
    stage.edit('articles/news.md', 'title: News', 'title: How to get here');
    await stage.sync('--ours', '--allow-replace');
    await stage.sync('--ours', '--allow-replace');
    expect(stage.only('article').fields['title']).toBe('How to get here');
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('is a conflict under a longer title', async () => {
    const stage = await articleMadeAgain({ title: 'News for everybody' });
    expect((await stage.sync(...FORCED, '--allow-replace')).exitCode).toBe(3);
    expect(stage.only('article').fields['title']).toBe('News for everybody');
    expect((await stage.sync('--create', 'articles/news')).exitCode).toBe(0);
    expect(stage.contents('article')).toHaveLength(2);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });
});
