import { describe, expect, it } from 'vitest';
import type { Change, Plan } from '../../src/plan/plan.ts';
import { actions, broadcastOf, eventText, World, type Files } from './world.ts';

const EVENT: Files = { 'events/opening.yaml': eventText('Opening', 'description: Two sets.\n') };
const ARTICLE: Files = { 'articles/news.md': '---\ntitle: News\nstatus: published\n---\nText\n' };

const only = ({ changes }: Plan): Change => {
  expect(changes).toHaveLength(1);
  return changes[0]!;
};

describe('an object whose file is gone', () => {
  it('is deleted as it was read, so that later changes are noticed', () => {
    const world = World.synced(EVENT);
    const { id } = world.only('event');
    const change = only(world.plan({}));
    expect(change).toMatchObject({ action: 'delete', id, certainty: 'verified', reason: 'the file was deleted' });
    expect(change.fingerprint).toEqual(expect.any(String));
  });

  it('is never deleted while another document has it: its address is forgotten', () => {
    const world = World.synced(EVENT);
    const entry = world.base.entries.get('events/opening')!;
    world.record('events/renamed', entry);
    expect(only(world.plan(EVENT))).toMatchObject({
      action: 'forget',
      address: 'events/renamed',
      id: entry.id,
      reason: 'its object now belongs to events/opening',
    });
    world.sync(EVENT);
    expect(actions(world.plan(EVENT))).toEqual([]);
    expect(world.only('event').id).toBe(entry.id);
  });

  it('is forgotten if the object is gone too', () => {
    const world = World.synced({ ...EVENT, 'places/quay.yaml': 'name: Quay\n' });
    world.records.delete(world.only('event').id);
    const plan = world.plan({ 'places/quay.yaml': 'name: Quay\n' });
    expect(only(plan)).toMatchObject({ action: 'forget', certainty: 'verified' });
  });

  it('is left alone if its kind could not be read, whether or not the list shows it', () => {
    const world = World.synced(EVENT);
    expect(actions(world.plan({}, { unknown: ['event'] }))).toEqual([]);
    world.records.delete(world.only('event').id);
    expect(actions(world.plan({}, { unknown: ['event'] }))).toEqual([]);
  });

  it('is a conflict if somebody has changed it, and is deleted with --ours', () => {
    const world = World.synced(EVENT);
    world.edit(world.only('event').id, { description: 'Three sets.' });
    expect(only(world.plan({}))).toMatchObject({ action: 'conflict', certainty: 'verified' });
    expect(actions(world.plan({}, { choices: { ours: true } }))).toEqual(['delete events/opening']);
  });

  it('is left to a person if the target has no such operation', () => {
    const world = World.synced({ 'places/quay.yaml': 'name: Quay\n' }, { profile: 'documented' });
    expect(only(world.plan({}))).toMatchObject({ action: 'manual', certainty: 'manual' });
  });

  it("is left to a person if the target's operation does not accept this id", () => {
    const world = World.synced(ARTICLE, { profile: 'documented' });
    const old = world.only('article');
    expect(actions(world.plan({}))).toEqual(['delete articles/news']);
    world.records.delete(old.id);
    world.records.set('1001', { ...old, id: '1001' });
    world.record('articles/news', { id: '1001' });
    expect(only(world.plan({}))).toMatchObject({ action: 'manual', id: '1001' });
  });

  it('is deleted without a check if the target cannot show it', () => {
    const world = World.synced(EVENT);
    const change = only(world.plan({}, { unreadable: ['event'] }));
    expect(change).toMatchObject({ action: 'delete', certainty: 'blind' });
    expect(change).not.toHaveProperty('fingerprint');
  });

  it('keeps its protection in the plan, which then refuses it', () => {
    const world = World.synced(EVENT);
    world.record('events/opening', { protect: true });
    const plan = world.plan({});
    expect(only(plan)).toMatchObject({ action: 'delete', protect: true });
    expect(plan.refusals).toMatchObject([{ reason: expect.stringContaining('events/opening is protected') }]);
    expect(only(World.synced(EVENT).plan({}))).not.toHaveProperty('protect');
  });

  it('has other targets as its reason if its `$targets` name them', () => {
    const world = World.synced(EVENT);
    const elsewhere = new Map([['events/opening', ['staging', 'preview']]]);
    const plan = world.plan({}, { input: { broadcast: { ...broadcastOf({}), elsewhere } } });
    expect(only(plan).reason).toBe('its `$targets` limit it to staging and preview');
  });

  it('is forgotten if it is the broadcast itself, which is never deleted', () => {
    const world = World.synced({});
    const { entities, ...rest } = broadcastOf({});
    const none = new Map([...entities].filter(([address]) => address !== 'broadcast'));
    const plan = world.plan({}, { input: { broadcast: { ...rest, entities: none } } });
    expect(only(plan)).toMatchObject({ action: 'forget', kind: 'broadcast' });
  });

  it('is forgotten if the target never accepts it', () => {
    const world = World.synced(EVENT);
    const page = { kind: 'page' as const, id: 'c'.repeat(24), leaves: {} };
    const documented = new World({ profile: 'documented' });
    documented.put('page', page.id, { title: 'Information' });
    documented.base = { entries: new Map([...world.base.entries].filter(([, { kind }]) => kind === 'broadcast')) };
    documented.base = { entries: new Map([...documented.base.entries, ['pages/information', page]]) };
    expect(only(documented.plan({}))).toMatchObject({ action: 'forget', id: page.id });
  });
});
