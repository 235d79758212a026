import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import type { PlanInput } from '../../src/plan/context.ts';
import { actions, tidied, World, type Files } from './world.ts';
import { openIntent, sentIntent } from './open-intent.ts';
import { planOf } from '../cli/plan-of.ts';

const EVENT = `title: Opening night
start_time: 2027-06-18T20:30:00+02:00
end_time: 2027-06-18T23:00:00+02:00
place_id: places/main-stage
`;
const FILES: Files = { 'places/main-stage.yaml': 'name: Main stage\n', 'events/opening.yaml': EVENT };

describe('a plan', () => {
  it('creates what the target does not have, places before the events that point to them', () => {
    expect(actions(new World().plan(FILES))).toEqual([
      'adopt broadcast',
      'create places/main-stage',
      'create events/opening',
    ]);
  });

  it('sends the start of the day for an article that is published on a date, and is empty afterwards', () => {
    const world = new World();
    const files = { 'articles/a.md': '---\ntitle: A\nstatus: published\npublished_at: 2019-11-08\n---\nText\n' };
    world.sync(files);
    expect(world.only('article').fields['published_at']).toBe('2019-11-08T00:00:00+01:00');
    expect(actions(world.plan(files))).toEqual([]);
  });

  it('clears a field that was managed and is gone from the file', () => {
    const world = World.synced({ ...FILES, 'events/opening.yaml': `${EVENT}description: Two sets.\n` });
    const plan = world.sync(FILES);
    expect(plan.changes).toMatchObject([{ action: 'update', after: { description: null } }]);
    expect(world.only('event').fields).not.toHaveProperty('description');
    expect(actions(world.plan(FILES))).toEqual([]);
  });

  it('manages a field that a new file clears: a value that appears there is drift, and is not overwritten', () => {
    const world = new World();
    const files = { ...FILES, 'events/opening.yaml': `${EVENT}description: null\n` };
    const { changes } = world.sync(files);
    const shown = changes.flatMap(({ fields }) => fields.map(({ name }) => name));
    expect(shown).not.toContain('description');
    expect(actions(world.plan(files))).toEqual([]);
    world.edit(world.only('event').id, { description: 'Written in the web editor.' });
    expect(actions(world.plan(files))).toEqual(['drift events/opening']);
  });

  it('clears a field of an object that can only be replaced', () => {
    const world = new World({ profile: 'documented' });
    const article = (moment: string): Files => ({
      'articles/a.md': `---\ntitle: A\npublished_at: ${moment}\n---\nText.\n`,
    });
    world.sync(article('2027-05-02T09:00:00+02:00'));
    const [change] = world.plan(article('null'), { choices: { allowReplace: true } }).changes;
    expect(change).toMatchObject({ action: 'replace' });
    expect(change!.after).not.toHaveProperty('published_at');
  });

  it('pushes a field next to one that drifted, and leaves the drifted one', () => {
    const world = new World();
    const theme = (accent: string): Files => ({
      'broadcast.yaml': `name: Test\ntheme: { accentColor: "${accent}", backgroundColor: "#ffffff" }\n`,
    });
    world.sync(theme('#000000'));
    world.edit('b'.repeat(24), { theme: { accentColor: '#000000', backgroundColor: '#eeeeee', surfaceOpacity: 0.5 } });
    const plan = world.sync(theme('#111111'));
    expect(actions(plan)).toEqual(['update broadcast', 'drift broadcast']);
    expect(world.only('broadcast').fields['theme']).toEqual({
      accentColor: '#111111',
      backgroundColor: '#eeeeee',
      surfaceOpacity: 0.5,
    });
  });

  it('recognises a media document by the URL of the file next to it if the state is lost', () => {
    const world = new World();
    const files = { 'media/bridge.jpg': 'a picture', 'media/bridge.yaml': 'alt: The old bridge\n' };
    world.sync(files);
    world.base = { entries: new Map() };
    expect(actions(world.sync(files))).toEqual(['adopt broadcast', 'adopt media/bridge']);
    expect(world.only('media').fields['mediaUrl']).toBe('https://site.example/media/bridge.jpg');
  });

  it('does not mistake an event for another that ends at the same time in the same place', () => {
    const world = World.synced(FILES);
    const { place_id } = world.only('event').fields;
    world.put('event', '1'.repeat(24), {
      title: 'Theirs',
      start_time: '2027-06-19T10:00:00+02:00',
      end_time: '2027-06-19T23:00:00+02:00',
      place_id: place_id!,
    });
    const closing = EVENT.replace('Opening', 'Closing').replaceAll('06-18', '06-19');
    expect(actions(world.plan({ ...FILES, 'events/closing.yaml': closing }))).toEqual(['create events/closing']);
  });

  describe('after an interrupted run that created an event without recording it', () => {
    function interrupted(): { readonly world: World; readonly input: Partial<PlanInput> } {
      const world = World.synced({ 'places/main-stage.yaml': FILES['places/main-stage.yaml']! });
      const before = world.base;
      world.sync(FILES);
      const { leaves } = world.base.entries.get('events/opening')!;
      world.base = before;
      const fields = Object.fromEntries(
        Object.entries(leaves).map(([name, leaf]) => [name, JSON.parse(leaf.sent) as string]),
      );
      return { world, input: { intents: [sentIntent(fields, { address: 'events/opening' })] } };
    }

    it('recognises the event even if the file has a new title', () => {
      const { world, input } = interrupted();
      const { id } = world.only('event');
      const renamed = { ...FILES, 'events/opening.yaml': EVENT.replace('Opening', 'First') };
      expect(world.plan(renamed, { input }).changes).toMatchObject([
        { action: 'adopt', id, reason: 'created by an interrupted run' },
        { action: 'update', id, after: { title: 'First night' } },
      ]);
    });

    it('keeps what somebody has typed into it since, in this plan and the next', () => {
      const { world, input } = interrupted();
      world.edit(world.only('event').id, { end_time: '2027-06-19T01:00:00+02:00' });
      expect(actions(world.sync(FILES, { input }))).toEqual(['adopt events/opening', 'drift events/opening']);
      expect(actions(world.plan(FILES))).toEqual(['drift events/opening']);
    });
  });

  it('leaves out several unreachable pointers of one list, and whole block entries', () => {
    const world = new World({ profile: 'documented' });
    const block = (type: string, entries: string): string => `{ type: ${type}, values: [${entries}] }`;
    const hosts = ['a', 'b', 'c'].map((name) => `{ broadcastHostId: hosts/${name} }`).join(', ');
    const files: Files = {
      'broadcast.yaml': `name: Test\nhome: { blocks: [${block('hosts', hosts)}, ${block('title', '{ text: Hi }')}] }\n`,
      ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`hosts/${name}.yaml`, `title: ${name}\n`])),
    };
    world.sync(files);
    expect(world.only('broadcast').fields['home']).toEqual({
      blocks: [
        { type: 'hosts', values: [] },
        { type: 'title', values: [{ text: 'Hi' }] },
      ],
    });
    expect(actions(world.plan(files))).toEqual([]);
  });

  it.each([
    ['in a field that is listed', { title: 'Theirs' }],
    ['in its text, which cannot be read', { content: 'Theirs' }],
  ])('does not replace an article that somebody changed %s until that is resolved', (_, typed) => {
    const world = new World({ profile: 'documented' });
    const text = (day: number): Files => ({
      'articles/news.md': `---\ntitle: News\npublished_at: 2027-05-0${day}T09:00:00Z\nstatus: published\n---\nText\n`,
    });
    world.sync(text(1));
    world.edit(world.only('article').id, typed);
    const allowed = { allowReplace: true };
    const plan = world.sync(text(2), { choices: allowed });
    expect(plan.changes).toContainEqual(
      expect.objectContaining({ action: 'conflict', reason: expect.stringContaining('can only replace it') }),
    );
    expect(world.only('article').fields).toMatchObject(typed);
    expect(actions(world.sync(text(2), { choices: { ...allowed, ours: true, overwriteDrift: true } }))).toEqual([
      'replace articles/news',
    ]);
  });

  it('reports a conflict for a deleted file whose object somebody changed before our last update', () => {
    const world = World.synced(FILES);
    world.edit(world.only('event').id, { description: 'New text' });
    world.sync({ ...FILES, 'events/opening.yaml': EVENT.replace('Opening night', 'Opening') });
    const { 'events/opening.yaml': _, ...rest } = FILES;
    expect(actions(world.plan(rest))).toEqual(['conflict events/opening']);
    expect(actions(world.plan(rest, { choices: { ours: true } }))).toEqual(['delete events/opening']);
  });

  it.each([
    { similarity: 92, expected: ['move events/friday/late', 'update events/friday/late'] },
    { similarity: 80, expected: ['create events/friday/late', 'delete events/opening'] },
  ])('treats a file with a different title as moved if git finds $similarity % the same', (each) => {
    const world = World.synced(FILES);
    const { 'events/opening.yaml': text, ...rest } = FILES;
    const files = {
      ...rest,
      'events/friday/late.yaml': text!.replace('Opening night', 'Late night').replace('23:00', '23:30'),
    };
    const renames = new Map([
      ['events/friday/late', { from: 'events/opening', similarity: each.similarity }],
      ['events/nowhere', { from: 'places/main-stage', similarity: 100 }],
    ]);
    expect([...actions(world.plan(files, { input: { renames } }))].sort()).toEqual(each.expected);
    expect([...actions(world.plan(files))].sort()).toEqual(['create events/friday/late', 'delete events/opening']);
  });

  it('leaves kinds that the target does not support to the site, and links to their page there', () => {
    const world = new World({ profile: 'documented' });
    const files = {
      'broadcast.yaml': 'name: Test\nappBar: { leftNavigator: { broadcastHostId: hosts/lena } }\n',
      'hosts/lena.yaml': 'title: Léna\n',
      'maps/ground.yaml': 'title: Ground\nmedia: { url: https://site.example/ground.svg }\n',
      'pages/info.yaml': 'title: Info\nblocks: [{ type: map, values: [{ broadcastMapId: maps/ground }] }]\n',
    };
    const plan = world.sync(files);
    expect(actions(plan)).toEqual(['adopt broadcast', 'update broadcast']);
    expect(world.only('broadcast').fields['appBar']).toEqual({
      leftNavigator: { url: 'https://site.example/hosts/lena/' },
    });
    expect(plan.notes).toEqual([
      'hosts, maps: site only: rendered, not synced',
      'pages: read to learn ids, not written',
    ]);
    expect(actions(world.plan(files))).toEqual([]);
  });
});

describe('the numbers of a plan', () => {
  const place = (name: string, category = 'stage'): string => `name: ${name}\ncategory: ${category}\n`;
  const { unchanged: _, ...NONE } = planOf([]).summary;

  it('count each action, and the documents without a change', () => {
    const world = new World();
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const files = Object.fromEntries(names.map((name) => [`places/${name}.yaml`, place(name)]));
    world.sync(files);
    world.put('place', '1'.repeat(24), { name: 'new' });
    for (const name of ['b', 'c']) world.edit(world.base.entries.get(`places/${name}`)!.id, { category: 'tent' });
    const { 'places/d.yaml': _, 'places/e.yaml': moved, ...rest } = files;
    const now = {
      ...rest,
      'places/a.yaml': place('a', 'quay'),
      'places/c.yaml': place('c', 'quay'),
      'places/east/e.yaml': moved!,
      'places/new.yaml': 'name: new\n',
      'places/other.yaml': 'name: other\n',
    };
    expect(world.plan(now).summary).toEqual({
      ...NONE,
      ...{ create: 1, update: 1, delete: 1, adopt: 1, move: 1, drift: 1, conflict: 1 },
      // The broadcast, f and g.
      unchanged: 3,
    });
  });

  it('count replacements, and the changes left to a person', () => {
    const world = new World({ profile: 'documented' });
    const files = (title: string): Files => ({
      'articles/a.md': `---\ntitle: ${title}\n---\nText.\n`,
      'webhooks/b.yaml': `url: https://x.example/${title}\nevents: []\n`,
    });
    world.sync(files('A'));
    const { summary, requests } = world.plan(files('B'));
    expect(summary).toEqual({ ...NONE, replace: 1, manual: 1, unchanged: 1 });
    expect(requests).toBe(2);
  });

  it('do not count a document as unchanged if it could not be compared', () => {
    const world = new World();
    const files = { 'places/a.yaml': place('A'), 'places/b.yaml': place('B') };
    world.sync({ 'places/a.yaml': place('A') });
    const { id } = world.only('place');
    expect(world.plan(files, { unknown: ['place'] })).toMatchObject({
      complete: false,
      unread: [{ kind: 'place', reason: 'it failed half-way' }],
      uncompared: ['places/b'],
      summary: { ...NONE, unchanged: 2 },
    });
    world.records.delete(id);
    expect(world.plan(files, { unknown: ['place'] })).toMatchObject({
      uncompared: ['places/a', 'places/b'],
      summary: { unchanged: 1 },
    });
  });

  it('leave out what does not exist', () => {
    const world = World.synced(FILES);
    const plan = world.plan(FILES);
    expect(plan).toMatchObject({
      version: 1,
      target: 'test',
      complete: true,
      requests: 0,
      open: [],
      absent: [],
      notes: [],
    });
    expect([plan.changes, plan.summary.unchanged]).toEqual([[], 3]);
    for (const name of ['unread', 'uncompared', 'leftOut', 'storedDifferently']) expect(plan).not.toHaveProperty(name);
  });

  it('list the values that the service stores differently from what it was sent', () => {
    const world = new World({ normalise: (fields) => tidied(fields) as JsonObject });
    const files = { 'places/a.yaml': 'name: A\ncategory: " stage "\n' };
    world.sync(files);
    expect(world.plan(files).storedDifferently).toEqual([{ address: 'places/a', field: 'category' }]);
  });

  it.each([
    { profile: 'extended', create: 1, update: 2, remove: 2 },
    { profile: 'documented', create: 1, update: 1, remove: 0 },
  ] as const)('count a read before each write if the target offers one ($profile places)', (each) => {
    const world = World.synced({}, { profile: each.profile });
    const files = (category: string): Files => ({ 'places/a.yaml': place('A', category) });
    expect(world.sync(files('x')).requests).toBe(each.create);
    expect(world.plan(files('y')).requests).toBe(each.update);
    expect(world.plan({}).requests).toBe(each.remove);
    world.edit(world.only('place').id, { category: 'theirs' });
    expect(world.plan(files('x')).requests).toBe(0);
  });

  it('count what --only leaves out, including what earlier runs left open', () => {
    const world = World.synced({});
    const intents = ['places/a', 'places/b'].map((address) => openIntent({ key: address, address, settlesAt: 1000 }));
    const files = Object.fromEntries(['a', 'b', 'c'].map((name) => [`places/${name}.yaml`, place(name)]));
    const planned = (only: (address: string) => boolean) =>
      world.plan(files, { choices: { only }, input: { intents } });
    const one = planned((address) => address === 'places/a');
    expect(one).toMatchObject({ leftOut: 2, open: [{ address: 'places/a' }] });
    expect(one.notes).toContain('2 more changes are not selected');
    const most = planned((address) => address !== 'places/c');
    expect(most.leftOut).toBe(1);
    expect(most.notes).toContain('1 more change is not selected');
    const all = planned(() => true);
    expect(all.open.map(({ address }) => address)).toEqual(['places/a', 'places/b']);
    expect(all.notes.join()).not.toContain('left out');
  });
});

describe('an object with unreliable fields', () => {
  const unclear = (world: World, address: string): void => {
    const record = world.records.get(world.base.entries.get(address)!.id)!;
    world.records.set(record.id, { ...record, unclear: 'two keys are the same' });
  };

  it('is neither changed nor deleted, and the plan is incomplete', () => {
    const world = new World();
    const files = { 'places/a.yaml': 'name: A\n', 'places/b.yaml': 'name: B\n' };
    world.sync(files);
    for (const address of ['places/a', 'places/b']) unclear(world, address);
    const plan = world.plan({ 'places/a.yaml': 'name: A\ncategory: stage\n' });
    expect(actions(plan)).toEqual([]);
    expect(plan.complete).toBe(false);
    expect(plan.notes.join()).toMatch(/places\/a.*left as it is.*places\/b/);
  });

  it('keeps its id, so that what points to it does not change', () => {
    const world = new World({ profile: 'documented' });
    const files = (title: string): Files => ({
      'broadcast.yaml': 'name: Test\nappBar: { leftNavigator: { broadcastArticleId: articles/a } }\n',
      'articles/a.md': `---\ntitle: ${title}\n---\nText.\n`,
    });
    world.sync(files('A'));
    const choices = { allowReplace: true };
    expect(actions(world.plan(files('B'), { choices }))).toEqual(['replace articles/a', 'update broadcast']);
    unclear(world, 'articles/a');
    expect(actions(world.plan(files('B'), { choices }))).toEqual([]);
  });
});

describe('a document that points to an object with a new id', () => {
  const files = (title: string): Files => ({
    'broadcast.yaml': 'name: Test\nappBar: { leftNavigator: { broadcastArticleId: articles/a } }\n',
    'articles/a.md': `---\ntitle: ${title}\n---\nText.\n`,
  });
  const synced = (): World => World.synced(files('A'), { profile: 'documented' });

  it('follows it only if it is replaced in this run', () => {
    expect(actions(synced().plan(files('B')))).toEqual(['replace articles/a']);
    const choices = { allowReplace: true, only: (address: string) => address === 'broadcast' };
    expect(actions(synced().plan(files('B'), { choices }))).toEqual([]);
  });

  it('follows an object that was deleted on the target and is created again', () => {
    const world = synced();
    world.records.delete(world.only('article').id);
    expect(actions(world.plan(files('A'), { choices: { overwriteDrift: true } }))).toEqual([
      'create articles/a',
      'update broadcast',
    ]);
  });
});

describe('a kind that the target can only update', () => {
  const session = (more = ''): Files => ({
    'sessions/a.yaml': `title: A\ntime: { start: 2027-06-19T10:00:00Z, end: 2027-06-19T11:00:00Z }\n${more}`,
  });
  const NOTE = 'sessions: updated where a file has `$id`';
  const bound = session(`$id: "${'1'.repeat(24)}"\n`);

  it('is left to the site without an id, with a note', () => {
    const plan = new World({ profile: 'documented' }).plan(session());
    expect(actions(plan)).toEqual(['adopt broadcast']);
    expect(plan.notes).toEqual([NOTE]);
    expect(plan.summary.unchanged).toBe(0);
    const both = { ...bound, 'sessions/b.yaml': session()['sessions/a.yaml']!.replace('title: A', 'title: B') };
    expect(new World({ profile: 'documented' }).plan(both).notes).toEqual([NOTE]);
  });

  it('is updated if a file has the id, or had it', () => {
    const world = new World({ profile: 'documented' });
    const plan = world.sync(bound);
    expect(actions(plan)).toEqual(['adopt broadcast', 'adopt sessions/a', 'update sessions/a']);
    expect(plan.notes).toEqual([]);
    const changed = { 'sessions/a.yaml': session()['sessions/a.yaml']!.replace('title: A', 'title: B') };
    const next = world.plan(changed);
    expect(next.changes).toMatchObject([{ action: 'update', certainty: 'blind', after: { title: 'B' } }]);
    expect(next.notes).toEqual([]);
  });
});

describe('the notes of a plan', () => {
  it('report everything once, and only for what is sent', () => {
    const block = '{ type: hosts, values: [{ broadcastHostId: hosts/lena }, { broadcastHostId: hosts/lena }] }';
    const files = {
      'broadcast.yaml': `name: Test\nhome: { blocks: [${block}] }\n`,
      'pages/info.yaml': `title: Info\nblocks: [${block}]\n`,
      'hosts/lena.yaml': 'title: Léna\n',
    };
    const { notes } = new World({ profile: 'documented' }).plan(files);
    expect(notes.filter((note) => note.includes('points to'))).toEqual([
      'broadcast points to hosts/lena, which this target does not have: the pointer is left out',
    ]);
  });

  it('name the kinds that could not be read', () => {
    const { notes } = new World().plan({}, { unknown: ['place', 'event'] });
    expect(notes).toEqual(
      ['events', 'places'].map(
        (folder) => `${folder} could not be read (it failed half-way): this run creates and deletes none of them`,
      ),
    );
  });

  it('name what an interrupted run may have created for a file that is gone', () => {
    const world = World.synced({});
    for (const digit of ['1', '2']) world.put('place', digit.repeat(24), { name: 'A' });
    const intents = [sentIntent({ name: 'A' }, { address: 'places/a', kind: 'place' })];
    expect(world.plan({}, { input: { intents } }).notes.join()).toMatch(/may have created one of 1+, 2+ for places\/a/);
  });

  it('report objects that may exist twice', () => {
    const world = World.synced({ 'places/a.yaml': 'name: A\n' });
    world.put('place', '1'.repeat(24), { name: 'A' });
    expect(world.plan({ 'places/a.yaml': 'name: A\n' }).notes.join()).toContain('1'.repeat(24));
  });
});

describe('a cancelled event', () => {
  const times = 'start_time: 2027-06-18T20:00:00Z\nend_time: 2027-06-18T21:00:00Z\n';
  const files = {
    'events/a.yaml': `title: A\n${times}$cancelled: true\n`,
    'events/b.yaml': `title: B\n${times}`,
  };

  it('is sent unchanged, and noted because the service still shows it', () => {
    const plan = new World().plan(files);
    expect(plan.changes.find(({ address }) => address === 'events/a')!.after).not.toHaveProperty('$cancelled');
    expect(plan.notes.filter((note) => note.startsWith('cancelled'))).toEqual([
      'cancelled on the site, but still shown by the service: events/a; to announce it there, change the title; to remove it from both, delete the file',
    ]);
  });

  it('is not noted if it was not asked for', () => {
    const { notes } = new World().plan(files, { choices: { only: () => false } });
    expect(notes.join()).not.toContain('cancelled');
  });
});
