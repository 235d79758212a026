import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/values/json.ts';
import type { BaseEntry } from '../../../src/model/base.ts';
import { canonical } from '../../../src/values/canonical.ts';
import type { OpenIntent } from '../../../src/plan/context.ts';
import { identify } from '../../../src/plan/identity/identify-documents.ts';
import { sentIntent } from '../open-intent.ts';
import { digest, eventText, TIMES, World, type Files, type PlanOptions } from '../world.ts';

const stored = (title: string, more: JsonObject = {}): JsonObject => ({ title, ...TIMES, ...more });

describe('a document whose `$id` names the object of another document', () => {
  const A = { 'events/a.yaml': eventText('Opening') };

  it('is a conflict that names the other document, and adopts nothing', () => {
    const world = World.synced(A);
    const { id } = world.only('event');
    const both = { ...A, 'events/b.yaml': eventText('Closing', `$id: "${id}"\n`) };
    expect(world.sync(both).changes).toMatchObject([
      { action: 'conflict', address: 'events/b', reason: expect.stringMatching(`\`\\$id\` ${id} is .* events/a: `) },
    ]);
    expect([...world.base.entries.keys()].sort()).toEqual(['broadcast', 'events/a']);
    expect(world.plan({ 'events/b.yaml': both['events/b.yaml']! }).changes).toMatchObject([
      { action: 'move', address: 'events/b', from: 'events/a' },
      { action: 'update', address: 'events/b' },
    ]);
  });
});

describe('a former address that two documents name', () => {
  const A = { 'events/a.yaml': eventText('Opening') };
  const claim = (title: string): string => eventText(title, 'category: x\ndescription: New\n$aliases: [events/a]\n');
  const both = { 'events/b.yaml': claim('Second'), 'events/c.yaml': claim('Third') };

  it('is a conflict of both, and its object is not deleted', () => {
    const world = World.synced(A);
    const { id } = world.only('event');
    expect(world.sync(both).changes).toMatchObject([
      { action: 'conflict', address: 'events/b', reason: expect.stringContaining(`$id: ${id}`) },
      { action: 'conflict', address: 'events/c', reason: expect.stringContaining(`$id: ${id}`) },
    ]);
    expect(world.only('event').id).toBe(id);
  });

  it('belongs to the one that a person binds to it', () => {
    const world = World.synced(A);
    const { id } = world.only('event');
    const bound = { ...both, 'events/c.yaml': `${claim('Third')}$id: "${id}"\n` };
    expect(world.plan(bound).changes).toMatchObject([
      { action: 'create', address: 'events/b' },
      { action: 'move', address: 'events/c', from: 'events/a' },
      { action: 'update', address: 'events/c' },
    ]);
  });
});

const intent = (address: string, fields: JsonObject, more: Partial<OpenIntent> = {}): OpenIntent =>
  sentIntent(fields, { key: `${address} ${canonical(fields)}`, address, ...more });

const entry = (id: string, more: Partial<BaseEntry> = {}): BaseEntry => ({ kind: 'event', id, leaves: {}, ...more });

interface Given {
  readonly files?: Files;
  /** Remote events, by id. */
  readonly events?: Readonly<Record<string, JsonObject>>;
  readonly base?: Readonly<Record<string, BaseEntry>>;
  readonly intents?: readonly OpenIntent[];
  readonly choices?: PlanOptions['choices'];
}

function identified({ files = {}, events = {}, base = {}, intents = [], choices = {} }: Given) {
  const world = new World();
  for (const [id, fields] of Object.entries(events)) world.put('event', id, fields);
  world.base = { entries: new Map(Object.entries(base)) };
  const input = world.input(files, { choices, input: { intents } });
  const { identities, orphans, found, notes } = identify([...input.broadcast.entities.values()], input);
  return {
    identities: Object.fromEntries([...identities].filter(([address]) => address !== 'broadcast')),
    broadcast: identities.get('broadcast'),
    orphans: Object.fromEntries(orphans),
    found: Object.fromEntries([...found].map(([address, each]) => [address, each.map(({ key }) => key)])),
    notes,
  };
}

describe('the broadcast', () => {
  const ID = new World().target.broadcastId;

  it("is the target's before the first sync", () => {
    expect(identified({}).broadcast).toEqual({ type: 'bound', id: ID });
  });

  it('is the one in the base afterwards, regardless of its file', () => {
    const base = { broadcast: entry('known', { kind: 'broadcast' }) };
    expect(identified({ base }).broadcast).toEqual({ type: 'managed', id: 'known', entry: base.broadcast });
    const files = { 'broadcast.yaml': '$id: other\nname: Test\n' };
    expect(identified({ base, files }).broadcast).toMatchObject({ type: 'managed', id: 'known' });
  });
});

describe('a document in the base', () => {
  const files = { 'events/a.yaml': eventText('Jazz') };

  it('is managed, and the other entries of the base are left over', () => {
    const base = { 'events/a': entry('x'), 'events/gone': entry('y') };
    expect(identified({ files, base })).toMatchObject({
      identities: { 'events/a': { type: 'managed', id: 'x', entry: base['events/a'] } },
      orphans: { 'events/gone': base['events/gone'] },
    });
    expect(identified({ files, base }).orphans).not.toHaveProperty('events/a');
  });

  it('is managed if its file names the same object, and bound if it names another', () => {
    const base = { 'events/a': entry('x') };
    const named = (id: string) => identified({ base, files: { 'events/a.yaml': `$id: ${id}\n${eventText('Jazz')}` } });
    expect(named('x').identities['events/a']).toMatchObject({ type: 'managed', id: 'x' });
    expect(named('z').identities['events/a']).toEqual({ type: 'bound', id: 'z' });
  });

  it('is recognised again if the base has another kind at its address', () => {
    const base = { 'events/a': entry('x', { kind: 'place' }) };
    expect(identified({ files, base }).identities['events/a']).toEqual({ type: 'new' });
    expect(identified({ files, base, events: { e: stored('Jazz') } }).identities['events/a']).toEqual({
      type: 'twin',
      id: 'e',
    });
  });

  it('is found under its new name, and leaves nothing over', () => {
    const leaves = Object.fromEntries(
      Object.entries(stored('Jazz')).map(([name, value]) => {
        const sent = digest(canonical(value));
        return [name, { sent, answered: sent }];
      }),
    );
    const { identities, orphans } = identified({ files, base: { 'events/old': entry('x', { leaves }) } });
    expect(identities['events/a']).toMatchObject({ type: 'moved', id: 'x', from: 'events/old' });
    expect(orphans).toEqual({});
  });
});

describe('a managed document with an interrupted replacement', () => {
  const files = { 'events/a.yaml': eventText('Blues') };
  const base = { 'events/a': entry('old', { protect: true, replaces: ['older'] }) };
  const begun = intent('events/a', stored('Jazz'), { replaces: ['oldest', 'old'] });
  const made = { files, base, events: { old: stored('Rock'), new: stored('Jazz') }, intents: [begun] };

  it('has the object that the run created, which replaces all earlier ones', () => {
    const { identities, found } = identified(made);
    expect(identities['events/a']).toMatchObject({
      type: 'made',
      id: 'new',
      entry: { kind: 'event', id: 'new', protect: true, replaces: ['old', 'older', 'oldest'] },
    });
    expect(found).toEqual({ 'events/a': [begun.key] });
  });

  it('has what that run sent as its base', () => {
    expect(identified(made).identities['events/a']).toMatchObject({
      entry: { leaves: { title: { sent: '"Jazz"', answered: '~"Jazz"' } } },
    });
  });

  it('stays unprotected if it was', () => {
    const { identities } = identified({ ...made, base: { 'events/a': entry('old') } });
    expect((identities['events/a'] as { entry: BaseEntry }).entry).not.toHaveProperty('protect');
  });

  it('keeps its object if that run created nothing, or if that is unclear', () => {
    const managed = { type: 'managed', id: 'old' };
    expect(identified({ ...made, events: { old: stored('Rock') } }).identities['events/a']).toMatchObject(managed);
    const two = { ...made.events, other: stored('Jazz') };
    expect(identified({ ...made, events: two }).identities['events/a']).toMatchObject(managed);
    expect(identified({ ...made, events: two }).found).toEqual({});
  });

  it('keeps its object if that run was about to update it, even if others have the same title', () => {
    const intents = [{ ...begun, action: 'update' as const, id: 'old' }];
    expect(identified({ ...made, intents }).identities['events/a']).toMatchObject({ type: 'managed', id: 'old' });
  });

  it('keeps its object if that run created another kind', () => {
    const files = { 'places/a.yaml': 'name: Quay\n' };
    const known = { 'places/a': entry('p', { kind: 'place' }) };
    const intents = [intent('places/a', stored('Jazz'))];
    const { identities } = identified({ files, base: known, intents, events: { e: stored('Jazz') } });
    expect(identities['places/a']).toMatchObject({ type: 'managed', id: 'p' });
  });
});

describe('a new document', () => {
  const begun = intent('events/a', stored('Jazz'), { replaces: ['gone'] });

  it('is what an interrupted run created for it, before it is a twin of anything', () => {
    const given = { files: { 'events/a.yaml': eventText('Blues') }, events: { x: stored('Jazz'), y: stored('Blues') } };
    expect(identified({ ...given, intents: [begun] })).toMatchObject({
      identities: { 'events/a': { type: 'made', id: 'x', entry: { id: 'x', replaces: ['gone'] } } },
      found: { 'events/a': [begun.key] },
    });
    expect(identified(given).identities['events/a']).toEqual({ type: 'twin', id: 'y' });
  });

  it('is bound to the id in its file, whatever a run created', () => {
    const bound = { 'events/a.yaml': `$id: z\n${eventText('Jazz')}` };
    const { identities } = identified({ files: bound, events: { x: stored('Jazz') }, intents: [begun] });
    expect(identities['events/a']).toEqual({ type: 'bound', id: 'z' });
  });

  it('is ambiguous if a run created one of several, even if none has its current title', () => {
    const events = { x: stored('Jazz'), y: stored('Jazz') };
    const { identities } = identified({ files: { 'events/a.yaml': eventText('Blues') }, events, intents: [begun] });
    expect(identities['events/a']).toEqual({ type: 'ambiguous', ids: ['x', 'y'] });
  });

  it('replaces nothing that no run can have created, whatever other runs were started for it', () => {
    const intents = [begun, intent('events/a', stored('Blues'))];
    const events = { x: stored('Jazz'), y: stored('Jazz') };
    const { identities, found } = identified({ files: { 'events/a.yaml': eventText('Blues') }, events, intents });
    expect(identities['events/a']).toEqual({ type: 'ambiguous', ids: ['x', 'y'] });
    expect(found).toEqual({});
  });

  it('is not what a run created for another kind at its address', () => {
    const intents = [intent('places/a', stored('Jazz'))];
    const { identities } = identified({
      files: { 'places/a.yaml': 'name: Quay\n' },
      intents,
      events: { e: stored('Jazz') },
    });
    expect(identities['places/a']).toEqual({ type: 'new' });
  });

  it('is recognised by what its key points to, which is identified first', () => {
    const world = new World();
    world.put('place', 'p', { name: 'Quay' });
    world.put('place', 'q', { name: 'Lawn' });
    world.put('event', 'x', stored('Jazz', { place_id: 'q' }));
    world.put('event', 'y', stored('Jazz', { place_id: 'p' }));
    const input = world.input({
      'events/a.yaml': eventText('Jazz', 'place_id: places/quay\n'),
      'places/quay.yaml': 'name: Quay\n',
    });
    const { identities } = identify([...input.broadcast.entities.values()], input);
    expect(identities.get('events/a')).toEqual({ type: 'twin', id: 'y' });
    expect(identities.get('places/quay')).toEqual({ type: 'twin', id: 'p' });
  });
});

describe('--create', () => {
  const create = (address: string): boolean => address === 'events/a';
  const long = 'The river and what it carries';

  it.each<[string, string, Given['events']]>([
    ['looks like several objects', 'ambiguous', { x: stored('Jazz'), y: stored('Jazz') }],
    ['may be one whose title was cut', 'lookalike', { x: stored(long.slice(0, 22)) }],
  ])('creates a document that %s', (_, type, events = {}) => {
    const files = { 'events/a.yaml': eventText(type === 'lookalike' ? long : 'Jazz') };
    expect(identified({ files, events }).identities['events/a']).toMatchObject({ type });
    expect(identified({ files, events, choices: { create } }).identities['events/a']).toEqual({ type: 'new' });
    const another = { create: (address: string) => address === 'events/b' };
    expect(identified({ files, events, choices: another }).identities['events/a']).toMatchObject({ type });
  });

  it('does not create a document that is recognised', () => {
    const files = { 'events/a.yaml': eventText('Jazz') };
    const { identities } = identified({ files, events: { x: stored('Jazz') }, choices: { create } });
    expect(identities['events/a']).toEqual({ type: 'twin', id: 'x' });
    const bound = { 'events/a.yaml': `$id: x\n${eventText('Jazz')}` };
    expect(identified({ files: bound, choices: { create } }).identities['events/a']).toEqual({
      type: 'bound',
      id: 'x',
    });
  });

  it('is needed for one of several even if another object has the start of its title', () => {
    const events = { x: stored(long), y: stored(long), z: stored(long.slice(0, 22)) };
    const { identities } = identified({ files: { 'events/a.yaml': eventText(long) }, events });
    expect(identities['events/a']).toEqual({ type: 'ambiguous', ids: ['x', 'y'] });
  });
});

describe('the object of an interrupted run whose file is gone', () => {
  const begun = intent('events/gone', stored('Jazz'));

  it('is left over, to be deleted', () => {
    const { orphans, found, notes } = identified({ events: { x: stored('Jazz') }, intents: [begun] });
    expect(orphans).toMatchObject({ 'events/gone': { kind: 'event', id: 'x' } });
    expect(orphans['events/gone']).not.toHaveProperty('replaces');
    expect(found).toEqual({ 'events/gone': [begun.key] });
    expect(notes).toEqual([]);
  });

  it('is left over with what it was to replace', () => {
    const given = { events: { x: stored('Jazz'), old: stored('Rock') }, intents: [begun] };
    const base = { 'events/gone': entry('old', { protect: true }) };
    expect(identified({ ...given, base }).orphans).toMatchObject({
      'events/gone': { id: 'x', protect: true, replaces: ['old'] },
    });
  });

  it('leaves the base unchanged if nothing was created', () => {
    const base = { 'events/gone': entry('old') };
    expect(identified({ base, intents: [begun] }).orphans).toEqual(base);
    expect(identified({ intents: [begun] }).orphans).toEqual({});
  });

  it('is left to a person if others may have created it', () => {
    const { orphans, notes, found } = identified({
      events: { x: stored('Jazz'), y: stored('Jazz') },
      intents: [begun],
    });
    expect({ orphans, found }).toEqual({ orphans: {}, found: {} });
    expect(notes).toEqual([expect.stringMatching(/one of x, y for events\/gone.*web editor/)]);
  });

  it("belongs to the file's new name, with what was sent as its base", () => {
    const given = { files: { 'events/new.yaml': eventText('Jazz') }, events: { x: stored('Jazz') }, intents: [begun] };
    expect(identified(given)).toMatchObject({
      identities: {
        'events/new': { type: 'made', id: 'x', entry: { id: 'x', leaves: { title: { sent: '"Jazz"' } } } },
      },
      orphans: {},
      found: { 'events/new': [begun.key] },
    });
  });

  it('settles all names that the file had in interrupted runs', () => {
    const intents = [begun, intent('events/between', stored('Jazz'))];
    const { found } = identified({
      files: { 'events/new.yaml': eventText('Jazz') },
      events: { x: stored('Jazz') },
      intents,
    });
    expect(found).toEqual({ 'events/new': intents.map(({ key }) => key) });
  });

  it('is its own object, not that of another file with the same key', () => {
    const later = { end_time: '2027-06-19T01:00:00Z' };
    const { identities, orphans } = identified({
      files: { 'events/new.yaml': eventText('Jazz') },
      events: { mine: stored('Jazz'), its: stored('Jazz', later) },
      intents: [intent('events/gone', stored('Jazz', later))],
    });
    expect(identities['events/new']).toEqual({ type: 'twin', id: 'mine' });
    expect(orphans).toMatchObject({ 'events/gone': { id: 'its' } });
  });

  it('is not a lookalike of another file', () => {
    const long = 'The river and what it carries';
    const { identities } = identified({
      files: { 'events/new.yaml': eventText(long) },
      events: { x: stored(long.slice(0, 22)) },
      intents: [intent('events/gone', stored(long.slice(0, 22)))],
    });
    expect(identities['events/new']).toEqual({ type: 'new' });
  });
});

describe('the plan of a document that was renamed', () => {
  const planOf = (more: string) => {
    const world = World.synced({ 'events/a.yaml': eventText('Opening') });
    return world.plan({ 'events/b.yaml': eventText('Opening', more) });
  };

  it('says nothing if its `$aliases` name the former address', () => {
    expect(planOf('$aliases: [events/a]\n')).toMatchObject({ changes: [{ action: 'move' }], notes: [] });
  });
});
