import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import type { BaseEntry, BaseLeaf } from '../../src/model/base.ts';
import type { KindReading, RemoteRecord } from '../../src/model/snapshot.ts';
import { capabilitiesOf, type Choices, type PlanTarget } from '../../src/plan/context.ts';
import { documentChanges } from '../../src/plan/document-changes.ts';
import { echoDigest } from '../../src/plan/fields/echo.ts';
import type { Identity } from '../../src/plan/identity/identity.ts';
import type { Change } from '../../src/plan/plan.ts';
import { desiredOf, digest, was, World, type Files } from './world.ts';

const ID = '1'.repeat(24);

interface Situation {
  /** The document comes first. */
  readonly files: Files;
  /** By type, with the base of those that have one. */
  readonly is: Identity['type'];
  readonly id?: string;
  readonly base?: Partial<BaseEntry>;
  /** The object on the target, if it exists. */
  readonly remote?: Partial<RemoteRecord>;
  readonly reading?: Exclude<KindReading['type'], 'read'>;
  /** Written recently, so the list may not show it yet. */
  readonly isRecent?: boolean;
  readonly profile?: PlanTarget['profile'];
  readonly choices?: Partial<Choices>;
}

function changesFor(situation: Situation): readonly Change[] {
  const { files, is, id = ID, base = {}, remote, reading = 'read', isRecent, profile = 'extended' } = situation;
  const input = new World({ profile }).input(files, { choices: situation.choices ?? {} });
  const desired = desiredOf(Object.keys(files)[0]!.replace(/\.\w+$/, ''), input);
  const { kind } = desired.entity;
  const records = new Map(remote && [[id, { kind, id, fields: {}, hidden: [], ...remote }]]);
  const read: KindReading =
    reading === 'unreadable'
      ? { type: reading }
      : {
          type: reading,
          reason: 'it failed half-way',
          records,
          ...(isRecent && { unseen: new Map([[id, undefined]]) }),
        };
  const snapshot = { ...input.snapshot, kinds: new Map([...input.snapshot.kinds, [kind, read]]) };
  const entry: BaseEntry = { kind, id, leaves: {}, ...base };
  const identity = { type: is, id, ids: [id], how: 'cut', entry, from: 'places/old' };
  const { entry: _, ...withoutEntry } = identity;
  const hasEntry = is === 'managed' || is === 'moved' || is === 'made';
  const { id: __, ...withoutId } = withoutEntry;
  const known = hasEntry ? identity : is === 'bound' || is === 'twin' ? withoutEntry : withoutId;
  return documentChanges(desired, known as Identity, { ...input, snapshot });
}

const actionsOf = (changes: readonly Change[]): readonly string[] => changes.map(({ action }) => action);

const place = (more: string): Files => ({ 'places/quay.yaml': `name: Quay\n${more}` });
const QUAY = place('category: stage\n');
const QUAY_FIELDS = { name: 'Quay', category: 'stage' };
const QUAY_LEAVES = { name: was('Quay'), category: was('stage') };

const article = (front: string, text = 'Text.'): Files => ({
  'articles/a.md': `---\ntitle: A\n${front}---\n${text}\n`,
});

describe('a document that the target does not have', () => {
  it('is created with everything in the file, and the plan shows its fields', () => {
    const [change] = changesFor({ files: place('category: stage\ndescription: null\n$protect: true\n'), is: 'new' });
    expect(change).toMatchObject({
      action: 'create',
      certainty: 'verified',
      after: { name: 'Quay', category: 'stage' },
      fields: [
        { name: 'name', before: undefined, after: 'Quay' },
        { name: 'category', before: undefined, after: 'stage' },
      ],
      sets: ['name', 'category', 'description'],
      protect: true,
    });
    expect(change).not.toHaveProperty('body');
    expect(change).not.toHaveProperty('id');
  });

  it('keeps its Markdown text for a later merge', () => {
    const [change] = changesFor({ files: article(''), is: 'new' });
    expect(change).toMatchObject({ action: 'create', body: 'Text.\n' });
    expect(change).not.toHaveProperty('protect');
  });

  it('is created with its secret, of which only the name is shown', () => {
    const files = { 'webhooks/a.yaml': 'url: https://x.example/\nevents: []\nsecret: { $env: HOOK }\n' };
    const [change] = changesFor({ files, is: 'new' });
    expect(change).toMatchObject({ secrets: [['secret']], after: { secret: { $env: 'HOOK' } } });
    expect(change!.fields).toContainEqual({ name: 'secret', before: undefined, after: { $env: 'HOOK' } });
    expect(change!.fields).toContainEqual({ name: 'url', before: undefined, after: 'https://x.example/' });
  });

  it('is left alone while its kind could not be read, because it may exist', () => {
    expect(changesFor({ files: QUAY, is: 'new', reading: 'unknown' })).toEqual([]);
  });

  it.each(['new', 'ambiguous', 'lookalike'] as const)('is left alone if it cannot be created (%s)', (is) => {
    const files = { 'pages/info.yaml': 'title: Info\n' };
    expect(changesFor({ files, is, profile: 'documented' })).toEqual([]);
    expect(changesFor({ files, is })).not.toEqual([]);
  });

  it.each(['ambiguous', 'lookalike'] as const)('is a conflict with an object that resembles it (%s)', (is) => {
    expect(changesFor({ files: QUAY, is })).toMatchObject([{ action: 'conflict', certainty: 'verified', fields: [] }]);
  });
});

describe('an object that was not read', () => {
  const base = { leaves: { ...QUAY_LEAVES, category: was('tent') } };

  it('is not compared if the read of its kind failed before reaching it', () => {
    expect(changesFor({ files: QUAY, is: 'managed', base, reading: 'unknown' })).toEqual([]);
  });

  it('is compared if the read reached it and failed later', () => {
    const remote = { fields: { ...QUAY_FIELDS, category: 'tent' } };
    const [change] = changesFor({ files: QUAY, is: 'managed', base, remote, reading: 'unknown' });
    expect(change).toMatchObject({ action: 'update', certainty: 'verified', after: { category: 'stage' } });
  });

  it('is compared with what was sent if the target offers no way to read it', () => {
    const [change] = changesFor({ files: QUAY, is: 'managed', base, reading: 'unreadable' });
    expect(change).toMatchObject({
      action: 'update',
      certainty: 'blind',
      reason: expect.stringMatching(/cannot be read/),
    });
    expect(change).not.toHaveProperty('fingerprint');
    expect(change).not.toHaveProperty('updatedAt');
  });

  it('exists if it was written so recently that the list may not show it yet', () => {
    const [change] = changesFor({ files: QUAY, is: 'managed', base, isRecent: true });
    expect(change).toMatchObject({ action: 'update', certainty: 'blind' });
  });
});

describe('an object that is gone from the target', () => {
  const changed = { leaves: { ...QUAY_LEAVES, category: was('tent') } };
  const same = { leaves: QUAY_LEAVES };

  it.each<{ base: Partial<BaseEntry>; choices?: Partial<Choices>; action: string; file: string }>([
    { file: 'unchanged', base: same, action: 'drift' },
    { file: 'unchanged', base: same, choices: { ours: true }, action: 'drift' },
    { file: 'unchanged', base: same, choices: { overwriteDrift: true }, action: 'create' },
    { file: 'changed', base: changed, action: 'conflict' },
    { file: 'changed', base: changed, choices: { overwriteDrift: true }, action: 'conflict' },
    { file: 'changed', base: changed, choices: { ours: true }, action: 'create' },
  ])('gives $action if its file is $file ($choices)', ({ base, choices = {}, action }) => {
    const [change, ...more] = changesFor({ files: QUAY, is: 'managed', base, choices });
    expect(more).toEqual([]);
    const created = { after: QUAY_FIELDS, reason: 'deleted on the target, but its file asks for it' };
    expect(change).toMatchObject({
      action,
      certainty: 'verified',
      address: 'places/quay',
      ...(action === 'create'
        ? created
        : { id: ID, fields: [], reason: expect.stringMatching(/deleted on the target/) }),
    });
  });

  it('is never created again if that is impossible', () => {
    const files = { 'pages/info.yaml': 'title: Info\n' };
    const sides = { files, is: 'managed', base: { leaves: { title: was('Info') } }, profile: 'documented' } as const;
    expect(actionsOf(changesFor({ ...sides, choices: { overwriteDrift: true } }))).toEqual(['drift']);
  });

  it('is a conflict for a file that is bound to it and was never synced', () => {
    expect(changesFor({ files: QUAY, is: 'bound', choices: { ours: true } })).toMatchObject([
      { action: 'conflict', id: ID, address: 'places/quay', reason: expect.stringContaining(ID) },
    ]);
  });
});

describe('a read-only kind', () => {
  const files = { 'pages/info.yaml': 'title: Info\nstatus: draft\n' };
  const sides = { files, profile: 'documented', remote: { fields: { title: 'Info', status: 'published' } } } as const;

  it('is adopted by its id, without its fields', () => {
    const [change, ...more] = changesFor({ ...sides, is: 'twin' });
    expect(change).toMatchObject({ action: 'adopt', certainty: 'verified', id: ID, agreed: {}, drops: [], fields: [] });
    expect(change).not.toHaveProperty('unshown');
    expect(more).toEqual([]);
  });

  it('needs no change once it is managed, however it differs', () => {
    expect(changesFor({ ...sides, is: 'managed', base: { leaves: { status: was('draft') } } })).toEqual([]);
  });
});

describe('an adopted object', () => {
  it('is adopted as it is if it matches the file', () => {
    const remote = { fields: QUAY_FIELDS, updatedAt: '2027-01-01T00:00:00Z' };
    const [change, ...more] = changesFor({ files: QUAY, is: 'twin', remote });
    expect(change).toMatchObject({ action: 'adopt', agreed: QUAY_LEAVES, updatedAt: '2027-01-01T00:00:00Z' });
    expect(change).not.toHaveProperty('unshown');
    expect(change).not.toHaveProperty('edited');
    expect(more).toEqual([]);
  });

  it('is adopted with the names of the fields that it does not show', () => {
    const remote = { fields: { name: 'Quay' }, hidden: ['category'] };
    expect(changesFor({ files: QUAY, is: 'bound', remote })).toMatchObject([
      { action: 'adopt', unshown: ['category'], reason: expect.stringContaining('does not show its category') },
    ]);
  });

  it('is a conflict in what differs, with a neutral reason', () => {
    const remote = { fields: { ...QUAY_FIELDS, category: 'tent' } };
    expect(changesFor({ files: QUAY, is: 'twin', remote })).toMatchObject([
      { action: 'adopt', agreed: { name: was('Quay'), category: { sent: 'unsettled' } }, edited: true },
      { action: 'conflict', id: ID, fields: [{ name: 'category' }], reason: 'the target has different values' },
    ]);
  });

  it("is not drift if the service normalised the file's value", () => {
    const remote = { fields: { ...QUAY_FIELDS, category: ' stage' } };
    expect(actionsOf(changesFor({ files: QUAY, is: 'twin', remote }))).toEqual(['adopt']);
  });

  it('from another address keeps its id, and is updated if the file has changed too', () => {
    const sides = { files: QUAY, base: { leaves: { ...QUAY_LEAVES, category: was('tent') } } };
    expect(
      changesFor({ ...sides, is: 'moved', remote: { fields: { ...QUAY_FIELDS, category: 'tent' } } }),
    ).toMatchObject([
      { action: 'move', from: 'places/old', id: ID },
      { action: 'update', id: ID, after: { category: 'stage' } },
    ]);
  });

  it('of an interrupted run has what was sent as its base, with the answers that are visible now', () => {
    const leaves = { name: was('Quay'), category: { sent: 'x', answered: echoDigest('stage', digest) } };
    const [change, ...more] = changesFor({
      files: QUAY,
      is: 'made',
      base: { leaves: { ...leaves, description: was('Sent.') }, replaces: ['old'] },
      remote: { fields: { ...QUAY_FIELDS, category: 'stage ', description: 'Sent.' } },
    });
    expect(change).toMatchObject({ action: 'adopt', replaces: ['old'], reason: 'created by an interrupted run' });
    expect(change!.agreed).toEqual({
      name: was('Quay'),
      category: was('stage', 'stage '),
      description: was('Sent.'),
    });
    expect(actionsOf(more)).toEqual(['update']);
  });

  it('of an interrupted run is not drift if the service normalised what was sent', () => {
    const sides = {
      files: QUAY,
      base: { leaves: QUAY_LEAVES },
      remote: { fields: { ...QUAY_FIELDS, category: ' stage' } },
    };
    expect(actionsOf(changesFor({ ...sides, is: 'made' }))).toEqual(['adopt']);
    expect(actionsOf(changesFor({ ...sides, is: 'managed' }))).toEqual(['drift']);
  });
});

describe('a value that both sides changed to the same', () => {
  const learnt = (files: Files, leaves: Record<string, BaseLeaf>, fields: JsonObject): readonly Change[] =>
    changesFor({ files, is: 'managed', base: { leaves }, remote: { fields } });

  it.each<[string, Files, Record<string, BaseLeaf>, JsonObject]>([
    ['both sides changed it to the same value', QUAY, { ...QUAY_LEAVES, category: was('tent') }, QUAY_FIELDS],
    [
      "the file now has the service's version of it",
      QUAY,
      { ...QUAY_LEAVES, category: was('st', 'stage') },
      QUAY_FIELDS,
    ],
    [
      "the target now has the file's version of it",
      QUAY,
      { ...QUAY_LEAVES, category: was('stage', 'st') },
      QUAY_FIELDS,
    ],
    ['the file starts to have what the target has', QUAY, { name: was('Quay') }, QUAY_FIELDS],
  ])('is recorded without a request if %s', (_, files, leaves, fields) => {
    expect(learnt(files, leaves, fields)).toMatchObject([
      { action: 'adopt', id: ID, agreed: QUAY_LEAVES, fields: [], reason: 'the target already matches' },
    ]);
  });

  it('is recorded if both removed a field', () => {
    expect(learnt(place(''), QUAY_LEAVES, { name: 'Quay' })).toMatchObject([{ action: 'adopt', drops: ['category'] }]);
  });

  it('is not recorded again if the base has it, or if only the answer was still unread', () => {
    expect(learnt(QUAY, QUAY_LEAVES, QUAY_FIELDS)).toEqual([]);
    const unseen = { sent: was('stage').sent, answered: echoDigest('stage', digest) };
    expect(learnt(QUAY, { ...QUAY_LEAVES, category: unseen }, QUAY_FIELDS)).toEqual([]);
  });

  it('is recorded together with an update if something is sent', () => {
    const leaves = { name: was('Old'), category: was('tent') };
    expect(learnt(QUAY, leaves, { ...QUAY_FIELDS, name: 'Old' })).toMatchObject([
      { action: 'update', after: { name: 'Quay' }, agreed: { category: was('stage') } },
    ]);
  });

  it('is recorded separately if a person has to make the rest of the change', () => {
    const files = { 'webhooks/a.yaml': 'url: https://x.example/b\nevents: [event.created]\n' };
    const changes = changesFor({
      files,
      is: 'managed',
      profile: 'documented',
      base: { leaves: { url: was('https://x.example/a'), events: was([]) } },
      remote: { fields: { url: 'https://x.example/a', events: ['event.created'] } },
    });
    expect(changes).toMatchObject([
      { action: 'adopt', agreed: { events: was(['event.created']) } },
      { action: 'manual' },
    ]);
  });

  it('is marked as edited if something else changed on the target', () => {
    const leaves = { name: was('Other'), category: was('stage') };
    expect(learnt(QUAY, leaves, { name: 'Quay', category: 'tent' })).toMatchObject([
      { action: 'adopt', edited: true },
      { action: 'drift', fields: [{ name: 'category' }] },
    ]);
  });
});

describe('an update', () => {
  const updatedAt = '2027-01-01T00:00:00Z';
  const base = { leaves: { ...QUAY_LEAVES, category: was('tent') }, updatedAt };
  const remote = { fields: { ...QUAY_FIELDS, category: 'tent' }, updatedAt };
  const sides: Situation = { files: QUAY, is: 'managed', base, remote };

  it('sends what changed here, based on the object as it was read', () => {
    const [change, ...more] = changesFor(sides);
    expect(change).toMatchObject({
      action: 'update',
      certainty: 'verified',
      reason: 'changed here',
      id: ID,
      after: { category: 'stage' },
      sets: ['category'],
      agreed: { name: was('Quay') },
      fingerprint: expect.stringContaining('"declared":{"category":"tent","name":"Quay"}'),
      updatedAt,
    });
    expect(change).not.toHaveProperty('edited');
    expect(more).toEqual([]);
  });

  it.each<[string, Partial<Situation>]>([
    ['the object has a later time', { remote: { ...remote, updatedAt: '2027-01-02T00:00:00Z' } }],
    ['an earlier plan has recorded it', { base: { ...base, edited: true } }],
    [
      'a field has drifted',
      {
        base: { leaves: { ...base.leaves, name: was('Quay', 'Kay') } },
        remote: { fields: { ...remote.fields, name: 'K' } },
      },
    ],
    [
      'a field is in conflict',
      { base: { leaves: { ...base.leaves, name: was('Old') } }, remote: { fields: { ...remote.fields, name: 'K' } } },
    ],
  ])('records that others changed the object: %s', (_, more) => {
    expect(changesFor({ ...sides, ...more })[0]).toMatchObject({ action: 'update', edited: true });
  });

  it.each<[string, Partial<Situation>]>([
    ['the user wants the files to win', { choices: { ours: true } }],
    ['the user wants drift overwritten', { choices: { overwriteDrift: true } }],
    [
      'both sides agree on what was changed',
      { base: { ...base, leaves: { ...base.leaves, name: was('Old') }, edited: true } },
    ],
  ])('clears the record that others changed the object once %s', (_, more) => {
    const [change] = changesFor({ ...sides, base: { ...base, edited: true }, ...more });
    expect(change).toMatchObject({ action: 'update' });
    expect(change).not.toHaveProperty('edited');
  });

  it('leaves a change of both sides to a person', () => {
    const changes = changesFor({ ...sides, remote: { fields: { ...QUAY_FIELDS, category: 'lawn' } } });
    const reason = 'changed here and on the target to different values';
    expect(changes).toMatchObject([{ action: 'conflict', id: ID, reason, fields: [{ name: 'category' }] }]);
  });
});

describe('a change without an operation on the target', () => {
  it('is left to a person, with the fields to change', () => {
    const files = { 'webhooks/a.yaml': 'url: https://x.example/b\nevents: []\n' };
    const changes = changesFor({
      files,
      is: 'managed',
      profile: 'documented',
      base: { leaves: { url: was('https://x.example/a'), events: was([]) } },
      remote: { fields: { url: 'https://x.example/a', events: [] } },
    });
    expect(changes).toMatchObject([
      { action: 'manual', certainty: 'manual', id: ID, address: 'webhooks/a', fields: [{ name: 'url' }] },
    ]);
    expect(changes[0]).not.toHaveProperty('after');
  });
});

describe('a replacement', () => {
  const leaves = { title: was('A'), status: was('draft'), content: was('Text.\n') };
  const fields = { title: 'A', status: 'draft', published_at: '2027-01-01T00:00:00Z', excerpt: 'Text.', id: ID };
  const sides: Situation = {
    files: article('status: published\n'),
    is: 'managed',
    profile: 'documented',
    base: { leaves },
    remote: { fields, hidden: ['content', 'cover_image_url'] },
  };

  it('has everything in the file, and the unmanaged fields of the old object', () => {
    const [change, ...more] = changesFor(sides);
    expect(change).toMatchObject({
      action: 'replace',
      certainty: 'replace',
      id: ID,
      fields: [{ name: 'status', before: 'draft', after: 'published' }],
      fingerprint: expect.stringContaining('"status":"draft"'),
      sets: ['title', 'status', 'content'],
    });
    expect(change!.after).toStrictEqual({
      title: 'A',
      status: 'published',
      content: 'Text.\n',
      published_at: '2027-01-01T00:00:00Z',
    });
    expect(more).toEqual([]);
  });

  it.each([
    ['no longer has', ''],
    ['sets to null', 'published_at: null\n'],
  ])('leaves out a field that the file %s', (_, front) => {
    const managed = { leaves: { ...leaves, published_at: was('2027-01-01T00:00:00Z') } };
    const [change] = changesFor({ ...sides, files: article(`status: published\n${front}`), base: managed });
    expect(change!.action).toBe('replace');
    expect(change!.after).not.toHaveProperty('published_at');
  });

  it('sends nothing for a field that is empty in the old object', () => {
    const remote = { ...sides.remote, fields: { ...fields, published_at: null } };
    const [change] = changesFor({ ...sides, remote });
    expect(change!.after).toStrictEqual({ title: 'A', status: 'published', content: 'Text.\n' });
  });

  it('is left to a person if the old object cannot be deleted', () => {
    const [change] = changesFor({ ...sides, id: 'not-of-surface-b' });
    expect(change).toMatchObject({ action: 'manual', certainty: 'manual', id: 'not-of-surface-b' });
    expect(change).not.toHaveProperty('after');
  });

  it('is left to a person if it would lose a text that no file has and that cannot be read', () => {
    const files = { 'articles/a.yaml': 'title: A\nstatus: published\n' };
    const known = { leaves: { title: was('A'), status: was('draft') } };
    const [change] = changesFor({ ...sides, files, base: known });
    const reason = expect.stringContaining('would lose its content');
    expect(change).toMatchObject({ action: 'manual', certainty: 'manual', id: ID, reason });
    const shown = { fields: { ...fields, content: 'Theirs' }, hidden: [] };
    const [replaced] = changesFor({ ...sides, files, base: known, remote: shown });
    expect(replaced).toMatchObject({ action: 'replace', after: { status: 'published', content: 'Theirs' } });
  });

  it('waits for a person if others changed the object', () => {
    const edited = { ...sides, base: { leaves, edited: true as const } };
    expect(changesFor(edited)).toMatchObject([
      {
        action: 'conflict',
        id: ID,
        fields: [{ name: 'status' }],
        reason: expect.stringContaining('can only replace it'),
      },
    ]);
    expect(actionsOf(changesFor({ ...edited, choices: { ours: true } }))).toEqual(['replace']);
  });
});

describe('the operations of a target for a kind', () => {
  it('are computed once per target', () => {
    const [one, other] = [new World().target, new World({ profile: 'documented' }).target];
    const first = capabilitiesOf('place', { target: one });
    expect(capabilitiesOf('place', { target: one })).toBe(first);
    expect(capabilitiesOf('event', { target: one })).not.toBe(first);
    expect(first.delete).toBe('yes');
    expect(capabilitiesOf('place', { target: other }).delete).toBe('manual');
  });
});
