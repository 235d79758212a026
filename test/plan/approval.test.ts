import { describe, expect, it } from 'vitest';
import type { TargetIdentity } from '../../src/model/target-identity.ts';
import { digestOf, rowsOf } from '../../src/plan/approval.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { digest } from '../../src/values/digest.ts';
import { eventText, World, type Files, type PlanOptions } from './world.ts';

const IDENTITY: TargetIdentity = {
  baseUrl: 'https://api.example.com',
  userId: 'a'.repeat(24),
  broadcastId: 'b'.repeat(24),
  folder: '',
};

const FILES = { 'events/opening.yaml': eventText('Opening'), 'events/closing.yaml': eventText('Closing') };
const GRAND = { ...FILES, 'events/opening.yaml': eventText('Grand opening') };

/** A target that has FILES. */
const synced = (): World => World.synced(FILES);

const planned = (world: World, files: Files, options: PlanOptions = {}): Plan => ({
  ...world.plan(files, options),
  identity: IDENTITY,
});
const digestFor = (plan: Plan): string | undefined => digestOf(plan, digest);

describe('the digest of a plan', () => {
  it('is the same for the same files and target, whatever the order of keys and changes, and comments', () => {
    const files = { 'events/a.yaml': eventText('A'), 'events/b.yaml': eventText('B') };
    const plan = planned(new World(), files);
    expect(digestFor({ ...plan, changes: plan.changes.toReversed() })).toBe(digestFor(plan));
    expect(digestFor(planned(new World(), { ...files, 'events/a.yaml': `# a comment\n${eventText('A')}` }))).toBe(
      digestFor(plan),
    );
  });

  it.each([
    ['a value that is sent', { ...FILES, 'events/opening.yaml': eventText('Grand  opening') }],
    ['a change that joins it', { ...GRAND, 'events/x.yaml': eventText('X') }],
    ['a change that leaves it', FILES],
  ])('differs with %s', (_, files) => {
    expect(digestFor(planned(synced(), files))).not.toBe(digestFor(planned(synced(), GRAND)));
  });

  it('differs with a value beside a secret, and shows it', () => {
    const files = (client: string): Files => ({
      'broadcast.yaml': `name: Test\nauthProviders: [{ type: oAuth, clientId: ${client}, key: { $env: CREW_SECRET } }]\n`,
    });
    const [one, other] = ['ours', 'theirs'].map((client) => planned(synced(), { ...FILES, ...files(client) }));
    expect(digestFor(one!)).not.toBe(digestFor(other!));
    expect(JSON.stringify(one!.changes[0]!.fields)).toContain('"clientId":"ours"');
  });

  it('differs with the value that is overwritten', () => {
    const world = synced();
    const one = world.all('event').find(({ fields }) => fields['title'] === 'Opening')!;
    world.edit(one.id, { title: 'First night' });
    const choices = { ours: true };
    expect(digestFor(planned(world, GRAND, { choices }))).not.toBe(digestFor(planned(synced(), GRAND, { choices })));
  });

  it('differs with the last text that an unread one is compared with, because that decides what a reviewer sees', () => {
    const plan = planned(synced(), GRAND);
    const digestWith = (more: object): string | undefined =>
      digestFor({
        ...plan,
        changes: plan.changes.map((each) => ({
          ...each,
          fields: each.fields.map((field) => ({ ...field, ...more })),
        })),
      });
    const seen = digestWith({ unread: true, last: 'Opening' });
    expect(digestWith({ unread: true, last: 'Grand opening' })).not.toBe(seen);
    expect(digestWith({ unread: true })).not.toBe(seen);
    expect(digestWith({})).not.toBe(digestWith({ unread: true }));
  });

  it('differs with the object that is deleted, and with what is lost with it', () => {
    const plan = planned(synced(), { 'events/opening.yaml': FILES['events/opening.yaml'] });
    const with_ = (more: object): string | undefined =>
      digestFor({ ...plan, changes: plan.changes.map((change) => ({ ...change, ...more })) });
    expect(plan.changes.map(({ action }) => action)).toEqual(['delete']);
    for (const more of [{ id: 'another' }, { fingerprint: 'another' }, { lost: { title: 'Another' } }])
      expect(with_(more)).not.toBe(digestFor(plan));
  });

  it('differs between two targets, each of its rows too', () => {
    const plan = planned(synced(), GRAND);
    for (const other of [
      { ...plan, identity: { ...IDENTITY, broadcastId: 'c'.repeat(24) } },
      { ...plan, target: 'other' },
    ]) {
      expect(digestFor(other)).not.toBe(digestFor(plan));
      expect(rowsOf(other, digest)).not.toEqual(rowsOf(plan, digest));
    }
  });

  it('contains no drift and no conflict, which send nothing', () => {
    const world = synced();
    world.edit(world.all('event')[0]!.id, { title: 'Edited there' });
    const plan = planned(world, FILES);
    expect(plan.changes.map(({ action }) => action)).toEqual(['drift']);
    expect([rowsOf(plan, digest), digestFor(plan)]).toEqual([[], undefined]);
    const gone = planned(synced(), { 'events/opening.yaml': FILES['events/opening.yaml'] });
    expect(digestFor({ ...gone, changes: [...plan.changes, ...gone.changes] })).toBe(digestFor(gone));
  });

  it.each<readonly [string, Partial<Plan>, boolean]>([
    ['is within the guard', {}, true],
    ['deletes more than the guard allows', { refusals: [{ reason: '', allows: { allowDeletes: 20 } }] }, true],
    ['empties a kind', { refusals: [{ reason: '', allows: { allowEmpty: ['event'] } }] }, true],
    ['deletes a protected object', { refusals: [{ reason: 'events/opening is protected' }] }, false],
    ['goes back to an older commit', { refusals: [{ reason: '', allows: { allowRollback: true } }] }, false],
    ['does nothing', { changes: [] }, false],
    ['was made offline', { identity: undefined } as object, false],
  ])('is that of a plan which a person may apply by it, and there is none otherwise: one that %s', (_, more, has) => {
    const plan = planned(synced(), GRAND);
    expect(digestFor({ ...plan, ...more } as Plan) !== undefined).toBe(has);
  });

  it('has a row for each field of an update, and one for any other change', () => {
    const more = { ...FILES, 'events/opening.yaml': eventText('Grand opening', 'description: New\n') };
    const both = rowsOf(planned(synced(), { ...more, 'events/x.yaml': eventText('X') }), digest);
    expect(both).toHaveLength(3);
    // So the rows of two pull requests together are those of their merge.
    for (const files of [GRAND, { ...FILES, 'events/opening.yaml': eventText('Opening', 'description: New\n') }])
      expect(both).toEqual(expect.arrayContaining([...rowsOf(planned(synced(), files), digest)]));
  });

  it('is one that a command takes as a value, and there is none for a plan that was made offline', () => {
    const plan = planned(synced(), GRAND);
    expect(digestOf(plan, () => '-abc-')).toBe('xabc-');
    const { identity: _, ...offline } = plan;
    expect([digestFor(offline), rowsOf(offline, digest)]).toEqual([undefined, []]);
  });
});
