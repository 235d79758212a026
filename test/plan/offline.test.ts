import { describe, expect, it } from 'vitest';
import { makeOfflinePlan } from '../../src/plan/offline.ts';
import { isIncomplete } from '../../src/plan/plan.ts';
import { actions, World, type Files, type PlanOptions } from './world.ts';

const FILES: Files = { 'places/a.yaml': 'name: Quay\n' };
const offline = (world: World, files: Files, options: PlanOptions = {}) => makeOfflinePlan(world.input(files, options));

describe('a plan without a single request', () => {
  it('has everything as new before the first sync, and says so', () => {
    const plan = offline(new World(), FILES);
    expect(plan).toMatchObject({ target: 'test', offline: true, complete: false });
    expect(plan.changes).toMatchObject([
      { action: 'adopt', address: 'broadcast', certainty: 'offline', reason: expect.stringContaining('names its id') },
      { action: 'update', address: 'broadcast' },
      { action: 'create', certainty: 'offline', reason: expect.stringContaining('no object of the target is known') },
    ]);
    expect(plan.notes[0]).toMatch(/^nothing is known of a sync to test/);
  });

  it('compares with what the last sync left, whatever is on the target', () => {
    const world = new World();
    world.sync(FILES);
    world.edit(world.only('place').id, { name: 'Changed by others' });
    expect(offline(world, FILES).changes).toEqual([]);
    const plan = offline(world, { 'places/a.yaml': 'name: Quai\n', 'places/b.yaml': 'name: Lawn\n' });
    expect(actions(plan)).toEqual(['update places/a', 'create places/b']);
    expect(plan.changes[0]).toMatchObject({
      id: world.only('place').id,
      certainty: 'offline',
      reason: 'changed here since the last sync',
    });
    expect(plan.notes[0]).toMatch(/^compared with what the last sync left on test/);
  });

  it('keeps the notes of the plan, and the reasons of changes that need no look at the target', () => {
    const world = new World();
    world.sync(FILES);
    const plan = offline(world, {
      'places/a.yaml': FILES['places/a.yaml']!,
      'places/b.yaml': '$example: true\nname: Lawn\n',
    });
    expect(plan.notes.slice(1)).toContainEqual(expect.stringMatching(/^example, not sent: places\/b/));
    expect(offline(world, {}).changes).toMatchObject([
      { action: 'delete', certainty: 'offline', reason: 'the file was deleted' },
    ]);
  });

  it('keeps the certainty of what a person does, or only a replacement can', () => {
    const world = new World({ profile: 'documented' });
    world.sync(FILES);
    expect(offline(world, {}).changes).toMatchObject([{ action: 'manual', certainty: 'manual' }]);
  });

  it('names no id of a broadcast that the embedded service has yet to make', () => {
    const world = new World();
    const [made] = offline(world, {}).changes;
    expect(made).toMatchObject({ action: 'adopt', id: world.target.broadcastId });
    const target = { ...world.target, broadcastId: '' };
    expect(offline(world, {}, { input: { target } }).changes[0]).not.toHaveProperty('id');
    expect(offline(world, FILES).changes.at(-1)).not.toHaveProperty('id');
  });

  it('leaves nothing out that was asked for, since it asks for nothing', () => {
    expect(isIncomplete(offline(new World(), FILES))).toBe(false);
  });
});

describe('a plan that was made by asking', () => {
  it('is incomplete where something that it is about could not be read', () => {
    expect(isIncomplete({ complete: false })).toBe(true);
    expect(isIncomplete({ complete: true })).toBe(false);
  });
});
