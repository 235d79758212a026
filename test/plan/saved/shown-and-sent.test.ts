import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/plan/plan.ts';
import { shownDifference } from '../../../src/plan/saved/shown-and-sent.ts';
import { World, type Files } from '../world.ts';

const CONTENT = join(import.meta.dirname, '../../../content');
const DEMO: Files = Object.fromEntries(
  readdirSync(CONTENT, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(CONTENT, path)).isFile())
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(CONTENT, path), 'utf8')]),
);

const saved = (plan: Plan): Plan => JSON.parse(JSON.stringify(plan)) as Plan;

describe('a plan that gitcast made and nobody edited', () => {
  it.each(['extended', 'documented'] as const)('shows what it sends, with the %s profile', (profile) => {
    const world = new World({ profile });
    const first = saved(world.plan(DEMO));
    expect(first.changes.length).toBeGreaterThan(100);
    expect(shownDifference(first, world.base)).toBeUndefined();
    world.sync(DEMO);
    const edited = Object.fromEntries(
      Object.entries(DEMO).map(([path, text]) => [
        path,
        text.replace(/^(title|name|description): (\w.*)$/gm, '$1: $2 again').replace(/^subtitle: .*\n/gm, ''),
      ]),
    );
    const second = saved(world.plan(edited, { choices: { allowReplace: true } }));
    expect(second.changes.filter(({ action }) => action === 'update' || action === 'replace').length).toBeGreaterThan(
      20,
    );
    expect(shownDifference(second, world.base)).toBeUndefined();
  });
});

describe('a saved plan', () => {
  const FILES: Files = {
    'places/quay.yaml': 'name: Quay\n',
    'places/park.yaml': 'name: Park\n',
    'events/opening.yaml':
      'title: Opening\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T21:30:00+02:00\nplace_id: places/quay\n',
  };

  it('that shows one document and points to another is not what it shows', () => {
    const world = new World();
    world.sync(FILES);
    const moved = { ...FILES, 'events/opening.yaml': FILES['events/opening.yaml']!.replace('quay', 'park') };
    const plan = saved(world.plan(moved));
    expect(shownDifference(plan, world.base)).toBeUndefined();
    const text = JSON.stringify(plan).replaceAll('places/park', 'places/quay');
    expect(shownDifference(JSON.parse(text) as Plan, world.base)).toMatchObject({
      why: '`fields` shows a different value for `place_id` than `after` sends',
    });
  });
});
