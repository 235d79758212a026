import { describe, expect, it } from 'vitest';
import { allowancesIn, isCovered, labelsFor, neededFor, together } from '../../../src/plan/review/allowances.ts';
import { World, type Files } from '../world.ts';
import { event } from './sealed.ts';

const events = (count: number): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`events/e${index}.yaml`, event(`Event ${index}`)]));

describe('the allowances that a plan needs', () => {
  it('are none for deletions that the guard accepts', () => {
    const world = new World();
    world.sync(events(20));
    expect(neededFor(world.plan(events(18)))).toEqual({ deletes: 0, replace: false });
  });

  it('are all deletions of the plan if the guard refuses it', () => {
    const world = new World();
    world.sync(events(30));
    expect(neededFor(world.plan(events(18)))).toEqual({ deletes: 12, replace: false });
  });

  it('include replacing if an object cannot be updated', () => {
    const world = new World({ profile: 'documented' });
    const article = (title: string): Files => ({
      'articles/news.md': `---\ntitle: ${title}\nstatus: published\n---\nText\n`,
    });
    world.sync(article('News'));
    const plan = world.plan(article('More news'));
    expect(plan.changes.map(({ action }) => action)).toEqual(['replace']);
    expect(neededFor(plan)).toEqual({ deletes: 0, replace: true });
  });
});

describe('the labels of a pull request', () => {
  it.each([
    [{ deletes: 0, replace: false }, []],
    [{ deletes: 1, replace: false }, ['gitcast: allow 1 delete']],
    [{ deletes: 12, replace: true }, ['gitcast: allow 12 deletes', 'gitcast: allow replacing']],
  ])('say %o and are read again as that', (allowances, labels) => {
    expect(labelsFor(allowances)).toEqual(labels);
    expect(allowancesIn(labels)).toEqual(allowances);
  });

  it('allow nothing if their text is only similar', () => {
    const labels = [
      'gitcast: allow deletes',
      'gitcast: allow -3 deletes',
      'allow 5 deletes',
      'gitcast: allow 1e3 deletes',
      'x gitcast: allow 5 deletes',
    ];
    expect(allowancesIn(labels)).toEqual({ deletes: 0, replace: false });
  });

  it('allow the smaller of two counts', () => {
    expect(allowancesIn(['gitcast: allow 12 deletes', 'gitcast: allow 3 deletes']).deletes).toBe(3);
  });
});

describe('allowances', () => {
  it.each([
    [{ deletes: 12, replace: false }, { deletes: 12, replace: false }, true],
    [{ deletes: 13, replace: false }, { deletes: 12, replace: true }, false],
    [{ deletes: 0, replace: true }, { deletes: 12, replace: false }, false],
    [{ deletes: 0, replace: false }, { deletes: 0, replace: false }, true],
  ])('%o are covered by %o: %s', (needed, given, expected) => {
    expect(isCovered(needed, given)).toBe(expected);
  });

  it('of several reviews add up', () => {
    expect(
      together([
        { deletes: 3, replace: false },
        { deletes: 4, replace: true },
      ]),
    ).toEqual({ deletes: 7, replace: true });
    expect(together([])).toEqual({ deletes: 0, replace: false });
  });
});
