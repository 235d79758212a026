import { describe, expect, it } from 'vitest';
import { makeOfflinePlan } from '../../src/plan/offline.ts';
import { isIncomplete } from '../../src/plan/plan.ts';
import { actions, World, type Files, type PlanOptions } from './world.ts';

const FILES: Files = { 'places/a.yaml': 'name: Quay\n' };
const offline = (world: World, files: Files, options: PlanOptions = {}) => makeOfflinePlan(world.input(files, options));

describe('an offline plan', () => {
  it('shows everything as new before the first sync, with a note', () => {
    const plan = offline(new World(), FILES);
    expect(plan).toMatchObject({ target: 'test', offline: true, complete: false });
    expect(plan.changes).toMatchObject([
      {
        action: 'adopt',
        address: 'broadcast',
        certainty: 'offline',
        reason: expect.stringContaining('its id comes from'),
      },
      { action: 'update', address: 'broadcast' },
      { action: 'create', certainty: 'offline', reason: expect.stringContaining('no object on the target is known') },
    ]);
    expect(plan.notes[0]).toMatch(/^there is no record of a sync to test/);
  });

  it('compares with what the last sync left, whatever is on the target', () => {
    const world = World.synced(FILES);
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

  it('keeps the notes of the plan, and the reasons of changes that do not depend on the target', () => {
    const world = World.synced(FILES);
    const plan = offline(world, {
      'places/a.yaml': FILES['places/a.yaml']!,
      'places/b.yaml': '$example: true\nname: Lawn\n',
    });
    expect(plan.notes.slice(1)).toContainEqual(expect.stringMatching(/^examples, not sent: places\/b/));
    expect(offline(world, {}).changes).toMatchObject([
      { action: 'delete', certainty: 'offline', reason: 'the file was deleted' },
    ]);
  });

  it('keeps the certainty of manual changes and replacements', () => {
    const world = World.synced(FILES, { profile: 'documented' });
    expect(offline(world, {}).changes).toMatchObject([{ action: 'manual', certainty: 'manual' }]);
  });

  it('has no id for a broadcast that the embedded service has yet to create', () => {
    const world = new World();
    const [made] = offline(world, {}).changes;
    expect(made).toMatchObject({ action: 'adopt', id: world.target.broadcastId });
    const target = { ...world.target, broadcastId: '' };
    expect(offline(world, {}, { input: { target } }).changes[0]).not.toHaveProperty('id');
    expect(offline(world, FILES).changes.at(-1)).not.toHaveProperty('id');
  });

  it('is complete, because it asks for nothing', () => {
    expect(isIncomplete(offline(new World(), FILES))).toBe(false);
  });
});

describe('an online plan', () => {
  it('is incomplete if something that it needs could not be read', () => {
    expect(isIncomplete({ complete: false })).toBe(true);
    expect(isIncomplete({ complete: true })).toBe(false);
  });
});
