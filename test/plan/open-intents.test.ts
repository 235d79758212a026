import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import type { OpenIntent } from '../../src/plan/context.ts';
import type { Action, Change } from '../../src/plan/plan.ts';
import { settleIntents } from '../../src/plan/open-intents.ts';
import { openIntent } from './open-intent.ts';
import { World, type Files, type PlanOptions } from './world.ts';

const SETTLES_AT = Date.parse('2027-06-01T12:00:00Z');
const [BEFORE, AFTER] = [SETTLES_AT - 1, SETTLES_AT];

const intent = (key: string, more: Partial<OpenIntent> = {}): OpenIntent =>
  openIntent({ key, naturalKey: { name: 'Quay' }, settlesAt: SETTLES_AT, ...more });

const update = (key: string, id: string): OpenIntent => intent(key, { action: 'update', id, naturalKey: {} });

const change = (action: Action, more: Partial<Change> = {}): Change => ({
  address: 'places/a',
  kind: 'place',
  action,
  certainty: 'blind',
  fields: [],
  pointers: [{ path: ['x'], address: 'y' }],
  secrets: [['s']],
  reason: 'it is new',
  dependsOn: [],
  agreed: {},
  sets: ['name'],
  drops: [],
  ...(action === 'create' && { after: { name: 'Quay' } }),
  ...more,
});

interface Given {
  readonly changes?: readonly Change[];
  readonly intents: readonly OpenIntent[];
  readonly found?: Readonly<Record<string, readonly OpenIntent[]>>;
  readonly startedAt?: number;
  readonly files?: Files;
  readonly options?: PlanOptions;
}

function settled({ changes = [], intents, found = {}, startedAt = AFTER, files, options = {} }: Given) {
  const world = new World();
  const input = world.input(files ?? { 'places/a.yaml': 'name: Quay\n' }, options);
  const snapshot = { ...input.snapshot, startedAt };
  const identified = {
    identities: new Map(),
    orphans: new Map(),
    found: new Map(Object.entries(found)),
    notes: [],
  };
  return settleIntents(changes, identified, { ...input, snapshot, intents });
}

describe('a creation that an earlier run left open', () => {
  it('failed once a list that was requested late enough does not contain it', () => {
    const { absent, open, changes } = settled({ intents: [intent('k')], changes: [change('create')] });
    expect({ absent, open }).toEqual({ absent: ['k'], open: [] });
    expect(changes).toEqual([change('create')]);
  });

  it('may still appear before that, and nothing is created in its place until then', () => {
    const { absent, open, changes } = settled({
      intents: [intent('k')],
      changes: [change('create')],
      startedAt: BEFORE,
    });
    expect(absent).toEqual([]);
    expect(open).toEqual([{ address: 'places/a', kind: 'place', key: 'k', until: SETTLES_AT }]);
    expect(changes).toMatchObject([
      {
        action: 'create',
        waitsUntil: SETTLES_AT,
        after: { name: 'Quay' },
        reason: expect.stringMatching(/^it is new; .* at 2027-06-01T12:00:00Z$/),
      },
    ]);
  });

  it.each(['unknown', 'unreadable'] as const)('is left alone if its kind is %s', (type) => {
    const given = { intents: [intent('k')], changes: [change('create')], options: { [type]: ['place'] } };
    expect(settled(given)).toEqual({ absent: [], open: [], changes: [change('create')] });
  });

  it('is neither open nor absent if its object was found', () => {
    const known = intent('k');
    expect(settled({ intents: [known], found: { 'places/a': [known] }, startedAt: BEFORE })).toMatchObject({
      absent: [],
      open: [],
    });
    expect(settled({ intents: [known], found: { 'places/a': [known] } }).absent).toEqual([]);
  });

  it('makes a replacement wait, and nothing else', () => {
    const others = (['update', 'adopt', 'delete', 'drift', 'conflict'] as const).map((action) => change(action));
    const { changes } = settled({
      intents: [intent('k')],
      changes: [change('replace'), ...others, change('create', { address: 'places/b', after: { name: 'Lawn' } })],
      startedAt: BEFORE,
    });
    expect(changes.map(({ waitsUntil }) => waitsUntil !== undefined)).toEqual([true, ...Array(6).fill(false)]);
  });

  it('makes a creation wait for the last of several', () => {
    const intents = [intent('1', { settlesAt: SETTLES_AT + 5000 }), intent('2')];
    for (const each of [intents, intents.toReversed()]) {
      const { changes, open, absent } = settled({ intents: each, changes: [change('create')] });
      expect(changes).toMatchObject([{ action: 'create', waitsUntil: SETTLES_AT + 5000 }]);
      expect({ open: open.map(({ key }) => key), absent }).toEqual({ open: ['1'], absent: ['2'] });
    }
  });

  it('waits for all of them even if the service confirmed one', () => {
    const intents = [intent('1', { confirmed: true }), intent('2', { settlesAt: SETTLES_AT + 1000 })];
    const { changes, open } = settled({ intents, changes: [change('create')] });
    expect(changes).toMatchObject([{ action: 'create', waitsUntil: SETTLES_AT + 1000 }]);
    expect(open.map(({ key }) => key)).toEqual(['2']);
  });
});

describe('a creation that the service confirmed and no list shows', () => {
  const given = { intents: [intent('k', { confirmed: true })], changes: [change('create')] };

  it('is left to a person, with both ways out', () => {
    const { changes, absent, open } = settled(given);
    expect({ absent, open }).toEqual({ absent: [], open: [] });
    expect(changes).toMatchObject([
      {
        address: 'places/a',
        kind: 'place',
        action: 'conflict',
        certainty: 'verified',
        pointers: [],
        secrets: [],
        sets: [],
      },
    ]);
    expect(changes[0]).not.toHaveProperty('after');
    expect(changes[0]!.reason).toMatch(/`\$id`.*`gitcast sync --create places\/a`$/);
  });

  it('is repeated with --create, which declares it failed', () => {
    const create = (address: string): boolean => address === 'places/a';
    const decided = settled({ ...given, options: { choices: { create } } });
    expect(decided).toEqual({ changes: [change('create')], absent: ['k'], open: [] });
  });

  it('waits like any other before its time, even with --create', () => {
    const early = settled({ ...given, startedAt: BEFORE, options: { choices: { create: () => true } } });
    expect(early).toMatchObject({ absent: [], open: [{ key: 'k' }], changes: [{ waitsUntil: SETTLES_AT }] });
  });
});

describe('a creation whose file is gone', () => {
  const NEW = change('create', { address: 'places/new', after: { name: 'Quay', category: 'x' } });
  const FILES = { 'places/new.yaml': 'name: Quay\n' };
  const waits = (left: OpenIntent, made: Change, files: Files = FILES): boolean =>
    settled({ intents: [left], changes: [made], startedAt: BEFORE, files }).changes[0]!.waitsUntil !== undefined;

  it('makes a document with the same key wait, because the file may have been renamed', () => {
    expect(waits(intent('k'), NEW)).toBe(true);
    expect(waits(intent('k', { naturalKey: { name: 'Quay ' } }), NEW)).toBe(true);
  });

  it('does not make a document with a different key wait', () => {
    expect(waits(intent('k', { naturalKey: { name: 'Lawn' } }), NEW)).toBe(false);
    const { after: _, ...nothing } = NEW;
    expect(waits(intent('k'), nothing)).toBe(false);
  });

  it('does not make another document wait while the file exists', () => {
    const both = { ...FILES, 'places/a.yaml': 'name: Harbour\n' };
    expect(waits(intent('k'), NEW, both)).toBe(false);
  });

  it('does not make a document of another kind wait, or any other change', () => {
    expect(waits(intent('k'), { ...NEW, kind: 'workflow' })).toBe(false);
    expect(waits(intent('k'), { ...NEW, action: 'replace' })).toBe(false);
  });

  it('is compared by the first part of the key that was sent completely', () => {
    const event = (after: JsonObject): Change => ({ ...NEW, kind: 'event', after });
    const left = (naturalKey: JsonObject): OpenIntent => intent('k', { kind: 'event', naturalKey });
    const key = { title: 'Jazz', start_time: '2027-06-18T20:30:00Z' };
    expect(waits(left(key), event({ ...key, end_time: '2027-06-18T23:00:00Z' }))).toBe(true);
    expect(waits(left(key), event({ ...key, title: 'Blues' }))).toBe(false);
    expect(waits(left(key), event({ ...key, start_time: '2027-06-19T20:30:00Z' }))).toBe(false);
    const page = (after: JsonObject): Change => ({ ...NEW, kind: 'page', after });
    const begun = (naturalKey: JsonObject): OpenIntent => intent('k', { kind: 'page', naturalKey });
    expect(waits(begun({ title: 'Info' }), page({ title: 'Info', _reference: 'r' }))).toBe(true);
    expect(waits(begun({ title: 'Info', _reference: 's' }), page({ title: 'Info', _reference: 'r' }))).toBe(false);
    expect(waits(begun({}), page({ title: 'Info' }))).toBe(false);
  });
});

describe('the change that settles what earlier runs started', () => {
  const created = intent('created');
  const updated = update('updated', 'x');
  const settlesOf = (changes: readonly Change[]) =>
    settled({ intents: [created, updated], found: { 'places/a': [created] }, changes }).changes.map(
      ({ settles }) => settles,
    );

  it.each<[Action, readonly string[] | undefined]>([
    ['adopt', ['created', 'updated']],
    ['move', ['created', 'updated']],
    ['update', ['updated']],
    ['delete', ['created', 'updated']],
    ['forget', ['created', 'updated']],
    ['create', undefined],
    ['replace', undefined],
    ['drift', undefined],
    ['conflict', undefined],
    ['manual', undefined],
  ])('has the type "%s" and settles %j', (action, keys) => {
    expect(settlesOf([change(action, { id: 'x' })])).toEqual([keys]);
  });

  it('is the adoption for the creation, and the update with it for the updates', () => {
    expect(settlesOf([change('adopt', { id: 'x' }), change('update', { id: 'x' })])).toEqual([
      ['created'],
      ['updated'],
    ]);
    const apart = change('update', { id: 'y', address: 'places/b' });
    expect(settlesOf([change('adopt', { id: 'x' }), apart])).toEqual([['created', 'updated'], undefined]);
  });

  it('is otherwise unchanged', () => {
    const given = change('update', { id: 'x' });
    expect(settled({ intents: [updated], changes: [given] }).changes).toEqual([{ ...given, settles: ['updated'] }]);
  });

  it('concerns the same object, and has no such key if there is nothing to settle', () => {
    const { changes } = settled({ intents: [updated], changes: [change('update', { id: 'other' }), change('delete')] });
    for (const each of changes) expect(each).not.toHaveProperty('settles');
  });
});

describe('an update that an earlier run left open', () => {
  const given = { intents: [update('u', 'x')] };

  it('is settled once its time is over and its object needs no change', () => {
    expect(settled(given)).toEqual({ changes: [], open: [], absent: ['u'] });
    expect(settled({ ...given, startedAt: BEFORE }).absent).toEqual([]);
    expect(settled({ ...given, changes: [change('update', { id: 'other' })] }).absent).toEqual(['u']);
  });

  it.each(['update', 'conflict', 'drift'] as const)('is kept while its object has a change: %s', (action) => {
    expect(settled({ ...given, changes: [change(action, { id: 'x' })] }).absent).toEqual([]);
  });

  it('is kept while its kind cannot be read completely', () => {
    expect(settled({ ...given, options: { unknown: ['place'] } }).absent).toEqual([]);
  });

  it('never counts as something that may still be created', () => {
    const { open, changes } = settled({ ...given, startedAt: BEFORE, changes: [change('create')] });
    expect(open).toEqual([]);
    expect(changes).toEqual([change('create')]);
  });
});
