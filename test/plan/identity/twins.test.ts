import { describe, expect, it } from 'vitest';
import type { OpenIntent } from '../../../src/plan/context.ts';
import { sentIntent } from '../open-intent.ts';
import { actions, eventText, TIMES, World } from '../world.ts';

const STAGE = 'a'.repeat(24);

function worldWith(fields: Record<string, string>): World {
  const world = World.synced({});
  world.put('event', 'e'.repeat(24), { ...TIMES, ...fields });
  return world;
}

describe('a new document', () => {
  it.each([
    ['composes its letters', 'Cafe\u0301 noir', 'Café noir'],
    ['escapes HTML', 'Rock & Roll <live>', 'Rock &amp; Roll &lt;live&gt;'],
    ['cleans up white space', 'Rock  and   Roll', 'Rock and Roll'],
  ])('adopts its object on a service that %s', (_, title, stored) => {
    const plan = worldWith({ title: stored }).plan({ 'events/a.yaml': eventText(title) });
    expect(actions(plan)).toEqual(['adopt events/a']);
  });

  it('does not match an object that an earlier run deleted and a list still shows', () => {
    const world = worldWith({ title: 'Opening' });
    world.base = { ...world.base, deleted: new Map([['e'.repeat(24), 0]]) };
    expect(actions(world.plan({ 'events/a.yaml': eventText('Opening') }))).toEqual(['create events/a']);
  });

  it('is a conflict if a stored title of 20 characters or more is its start', () => {
    const whole = 'The river and what it carries, a reading';
    const { changes } = worldWith({ title: whole.slice(0, 20) }).plan({ 'events/a.yaml': eventText(whole) });
    expect(changes).toMatchObject([
      { action: 'conflict', reason: expect.stringMatching(/\$id: e{24}.*--create events\/a/) },
    ]);
    expect(actions(worldWith({ title: whole.slice(0, 19) }).plan({ 'events/a.yaml': eventText(whole) }))).toEqual([
      'create events/a',
    ]);
  });

  it('is created if a title has the same start and the rest of the key differs', () => {
    const world = worldWith({ title: 'The river and what it carries', start_time: '2027-06-19T20:30:00Z' });
    const plan = world.plan({ 'events/a.yaml': eventText('The river and what it carries, a reading') });
    expect(actions(plan)).toEqual(['create events/a']);
  });

  describe('at the place and time of an unmanaged event with a different title', () => {
    const world = (): World => {
      const made = worldWith({ title: 'Opening', place_id: STAGE });
      made.put('place', STAGE, { name: 'Stage' });
      return made;
    };
    const place = { 'places/stage.yaml': 'name: Stage\n' };
    const files = { ...place, 'events/a.yaml': eventText('First night', 'place_id: places/stage\n') };

    it('is a conflict that names both ways out', () => {
      const { changes } = world().plan(files);
      expect(changes.find(({ address }) => address === 'events/a')).toMatchObject({
        action: 'conflict',
        reason: expect.stringMatching(/\$id: e{24}.*gitcast sync --create events\/a/),
      });
    });

    it('is a conflict even if the file names the place by its id', () => {
      const elsewhere = { 'events/a.yaml': eventText('First night', `place_id: ${STAGE}\n`) };
      for (const each of [files, elsewhere]) {
        expect(
          world()
            .plan(each)
            .changes.find(({ address }) => address === 'events/a'),
        ).toMatchObject({
          action: 'conflict',
          reason: expect.stringContaining('same place and time'),
        });
      }
    });

    it('is created by --create, and adopted by $id', () => {
      const create = (address: string): boolean => address === 'events/a';
      expect(actions(world().plan(files, { choices: { create } }))).toContain('create events/a');
      const bound = { ...place, 'events/a.yaml': `$id: ${'e'.repeat(24)}\n${files['events/a.yaml']}` };
      expect(actions(world().plan(bound))).toContain('adopt events/a');
    });

    it('is created if another file has that event', () => {
      const plan = world().plan({ ...files, 'events/b.yaml': eventText('Opening', 'place_id: places/stage\n') });
      expect(actions(plan)).toEqual(expect.arrayContaining(['create events/a', 'adopt events/b']));
    });

    it('is created if it has no place', () => {
      expect(actions(world().plan({ ...place, 'events/a.yaml': eventText('First night') }))).toContain(
        'create events/a',
      );
    });
  });
});

/** What a killed run recorded before it created an event. */
const intent = (title: string, more: Partial<OpenIntent> = {}): OpenIntent =>
  sentIntent({ title, ...TIMES }, { key: `key of ${title}`, settlesAt: 100, ...more });

const at = (world: World, startedAt: number) => ({ ...world.snapshot(), startedAt });

describe('a document with an interrupted creation', () => {
  it('has the object of that run, even if the service respelled it and the file has a new title', () => {
    const world = worldWith({ title: 'Rock &amp; Roll' });
    const { changes } = world.plan(
      { 'events/a.yaml': eventText('Jazz') },
      { input: { intents: [intent('Rock & Roll')] } },
    );
    expect(changes).toMatchObject([
      { action: 'adopt', settles: ['key of Rock & Roll'] },
      { action: 'update', after: { title: 'Jazz' } },
    ]);
  });

  it('waits until the settle time is over, and is created after it', () => {
    const world = worldWith({ title: 'Something else', start_time: '2027-01-01T00:00:00Z' });
    const plan = (startedAt: number) =>
      world.plan(
        { 'events/a.yaml': eventText('Jazz') },
        { input: { intents: [intent('Jazz')], snapshot: at(world, startedAt) } },
      );
    expect(plan(99)).toMatchObject({
      changes: [{ action: 'create', waitsUntil: 100 }],
      open: [{ until: 100 }],
      absent: [],
    });
    expect(plan(100)).toMatchObject({ changes: [{ action: 'create' }], open: [], absent: ['key of Jazz'] });
    expect(plan(100).changes[0]).not.toHaveProperty('waitsUntil');
  });

  it('is undecided while its kind cannot be read completely', () => {
    const world = worldWith({ title: 'Something else' });
    const plan = world.plan(
      { 'events/a.yaml': eventText('Jazz') },
      { unknown: ['event'], input: { intents: [intent('Jazz')] } },
    );
    expect(plan).toMatchObject({ changes: [], open: [], absent: [] });
  });

  it('is a conflict if the service confirmed it and no list shows it, until --create overrides it', () => {
    const world = World.synced({});
    const confirmed = { intents: [intent('Jazz', { confirmed: true })], snapshot: at(world, 1e12) };
    const files = { 'events/a.yaml': eventText('Jazz') };
    expect(world.plan(files, { input: confirmed }).changes).toMatchObject([
      { action: 'conflict', reason: expect.stringContaining('--create events/a') },
    ]);
    const decided = world.plan(files, { input: confirmed, choices: { create: () => true } });
    expect(decided).toMatchObject({ changes: [{ action: 'create' }], absent: ['key of Jazz'] });
  });

  it('replaces every object that earlier runs created for it, and they are deleted', () => {
    const world = worldWith({ title: 'First' });
    world.put('event', 'f'.repeat(24), { ...TIMES, title: 'Second' });
    const intents = [intent('First'), intent('Second')];
    const plan = world.plan({ 'events/a.yaml': eventText('Second') }, { input: { intents } });
    expect(plan.changes).toMatchObject([
      { action: 'adopt', id: 'f'.repeat(24), replaces: ['e'.repeat(24)], settles: intents.map(({ key }) => key) },
      { action: 'delete', id: 'e'.repeat(24) },
    ]);
  });

  it('is ambiguous if there are more such objects than runs, and nothing is deleted', () => {
    const world = worldWith({ title: 'Jazz' });
    world.put('event', 'f'.repeat(24), { ...TIMES, title: 'Jazz' });
    const plan = world.plan({ 'events/a.yaml': eventText('Jazz') }, { input: { intents: [intent('Jazz')] } });
    expect(actions(plan)).toEqual(['conflict events/a']);
  });

  it('has its object at the new address if its file was renamed since', () => {
    const world = worldWith({ title: 'Jazz' });
    const plan = world.plan({ 'events/b.yaml': eventText('Jazz') }, { input: { intents: [intent('Jazz')] } });
    expect(plan.changes).toMatchObject([{ action: 'adopt', address: 'events/b', settles: ['key of Jazz'] }]);
  });

  it('keeps all objects of those runs: no other new file is identified with one of them', () => {
    const world = worldWith({ title: 'First' });
    world.put('event', 'f'.repeat(24), { ...TIMES, title: 'Second' });
    const later = (title: string): string => eventText(title).replace(TIMES.end_time, '2027-06-19T01:00:00Z');
    const files = {
      'events/a.yaml': eventText('Third'),
      'events/b.yaml': later('First'),
      'events/c.yaml': later('Second'),
    };
    const plan = world.plan(files, { input: { intents: [intent('First'), intent('Second')] } });
    expect(actions(plan).filter((each) => !each.endsWith('/a'))).toEqual(['create events/b', 'create events/c']);
  });

  it('is not searched among the objects of other documents if its file is gone', () => {
    const world = worldWith({ title: 'Jazz' });
    const files = { 'events/b.yaml': eventText('Blues') };
    world.put('event', 'f'.repeat(24), { ...TIMES, title: 'Blues' });
    const plan = world.plan(files, { input: { intents: [intent('Jazz')] } });
    expect(plan.changes.map(({ action, address, id }) => [action, address, id])).toEqual([
      ['adopt', 'events/b', 'f'.repeat(24)],
      ['delete', 'events/a', 'e'.repeat(24)],
    ]);
  });

  describe('next to another with the same title and start', () => {
    const later = { end_time: '2027-06-19T01:00:00Z' };
    const other = eventText('Jazz').replace(TIMES.end_time, later.end_time);
    const id = 'e'.repeat(24);

    it('does not get the object of the other, which has the rest of its key', () => {
      const world = worldWith({ title: 'Jazz', ...later });
      const files = { 'events/a.yaml': eventText('Jazz'), 'events/b.yaml': other };
      expect(world.plan(files, { input: { intents: [intent('Jazz')] } }).changes).toMatchObject([
        { action: 'create', address: 'events/a', waitsUntil: 100 },
        { action: 'adopt', address: 'events/b', id },
      ]);
    });

    it('has the object that a run created for the other, whose file is gone: what that run sent is updated', () => {
      const world = worldWith({ title: 'Jazz', ...later });
      const ofOther = sentIntent({ title: 'Jazz', ...TIMES, ...later }, { address: 'events/b', key: 'other' });
      const intents = [intent('Jazz'), ofOther];
      expect(world.plan({ 'events/a.yaml': eventText('Jazz') }, { input: { intents } }).changes).toMatchObject([
        { action: 'adopt', address: 'events/a', id },
        { action: 'update', address: 'events/a', id, fields: [{ name: 'end_time' }] },
      ]);
    });
  });

  it('leaves unrelated documents alone if its file is gone and nothing was created', () => {
    const adopting = worldWith({ title: 'Blues' });
    const input = { intents: [intent('Jazz')] };
    expect(actions(adopting.plan({ 'events/b.yaml': eventText('Blues') }, { input }))).toEqual(['adopt events/b']);
    const managing = World.synced({ 'events/b.yaml': eventText('Jazz') });
    expect(managing.plan({ 'events/b.yaml': eventText('Jazz') }, { input })).toMatchObject({
      changes: [],
      open: [{ address: 'events/a', until: 100 }],
    });
  });

  describe('next to another with the same title', () => {
    const day = (date: string) => ({ title: 'News', status: 'draft', published_at: `2027-05-${date}T07:00:00Z` });
    const file = (date: string): string =>
      `---\n${Object.entries(day(date))
        .map(([name, value]) => `${name}: ${value}\n`)
        .join('')}---\nText.\n`;
    const begun = (address: string, date: string): OpenIntent =>
      sentIntent(day(date), { key: `key of ${address}`, address, kind: 'article', settlesAt: 100 });
    const intents = [begun('articles/a', '01'), begun('articles/b', '02')];
    const worldOfDay = (date: string): World => {
      const world = World.synced({});
      world.put('article', 'e'.repeat(24), { ...day(date), content: 'Text.\n' });
      return world;
    };

    it('has the object of its own run, and the other waits for its own', () => {
      for (const [date, own, other] of [
        ['01', 'a', 'b'],
        ['02', 'b', 'a'],
      ] as const) {
        const { changes } = worldOfDay(date).plan(
          { 'articles/a.md': file('01'), 'articles/b.md': file('02') },
          { input: { intents } },
        );
        expect(changes.find(({ address }) => address === `articles/${own}`)).toMatchObject({ action: 'adopt' });
        expect(changes.find(({ address }) => address === `articles/${other}`)).toMatchObject({
          action: 'create',
          waitsUntil: 100,
        });
      }
    });

    it('has what a run created for the other, whose file is gone, if only the date differs, which is updated', () => {
      const { changes } = worldOfDay('02').plan({ 'articles/a.md': file('01') }, { input: { intents } });
      expect(changes).toMatchObject([
        { action: 'adopt', address: 'articles/a' },
        { action: 'update', address: 'articles/a', fields: [{ name: 'published_at' }] },
      ]);
    });
  });

  it('is deleted if its file is gone', () => {
    const world = worldWith({ title: 'Jazz' });
    expect(world.plan({}, { input: { intents: [intent('Jazz')] } }).changes).toMatchObject([
      { action: 'delete', address: 'events/a', settles: ['key of Jazz'] },
    ]);
  });
});

describe('a document with an interrupted update', () => {
  const update = (title: string): OpenIntent => intent(title, { action: 'update', naturalKey: {} });

  function updated(title: string): { readonly world: World; readonly id: string } {
    const world = World.synced({ 'events/a.yaml': eventText('Jazz') });
    const { id } = world.only('event');
    world.edit(id, { title });
    return { world, id };
  }

  it('is updated again if the target has what that run sent: nobody else has changed it', () => {
    const { world, id } = updated('Blues &amp; Soul');
    const intents = [{ ...update('Blues & Soul'), id }];
    expect(world.plan({ 'events/a.yaml': eventText('Swing') }, { input: { intents } }).changes).toMatchObject([
      { action: 'update', after: { title: 'Swing' }, settles: ['key of Blues & Soul'] },
    ]);
    expect(actions(world.plan({ 'events/a.yaml': eventText('Swing') }))).toEqual(['conflict events/a']);
  });

  it('is updated back if the file reverts what that run sent', () => {
    const { world, id } = updated('Blues');
    const plan = world.plan(
      { 'events/a.yaml': eventText('Jazz') },
      { input: { intents: [{ ...update('Blues'), id }] } },
    );
    expect(plan.changes).toMatchObject([{ action: 'update', after: { title: 'Jazz' } }]);
  });

  it('is deleted with its file, even if that update changed its modification time', () => {
    const { world, id } = updated('Blues');
    expect(actions(world.plan({}, { input: { intents: [{ ...update('Blues'), id }] } }))).toEqual(['delete events/a']);
    expect(actions(world.plan({}))).toEqual(['conflict events/a']);
  });

  it('is still a conflict if somebody has typed something else since', () => {
    const { world, id } = updated('Somebody else');
    const intents = [{ ...update('Blues'), id }];
    expect(actions(world.plan({ 'events/a.yaml': eventText('Swing') }, { input: { intents } }))).toEqual([
      'conflict events/a',
    ]);
  });

  it('is settled once the settle time is over and nothing is left to do', () => {
    const { world, id } = updated('Jazz');
    const intents = [{ ...update('Blues'), id }];
    const plan = (startedAt: number) =>
      world.plan({ 'events/a.yaml': eventText('Jazz') }, { input: { intents, snapshot: at(world, startedAt) } });
    expect(plan(99).absent).toEqual([]);
    expect(plan(100).absent).toEqual(['key of Blues']);
  });
});
