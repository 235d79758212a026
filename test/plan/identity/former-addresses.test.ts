import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../../src/content/files.ts';
import { readLayer } from '../../../src/content/target-content.ts';
import { UserError } from '../../../src/diagnostics/errors.ts';
import { moveOf } from '../../../src/project/move/content-change.ts';
import { planChange } from '../../../src/project/move/plan-change.ts';
import { runs } from '../../seed.ts';
import { World, type Files } from '../world.ts';

const place = (mark: string, more = ''): string =>
  `name: ${mark}\ncategory: ${mark}\ndescription: About ${mark}\n${more}`;

const changesOf = (world: World, files: Files): readonly string[] =>
  world
    .plan(files)
    .changes.map(({ action, address, from }) => (from === undefined ? `${action} ${address}` : `${from} → ${address}`));

const A = { 'places/a.yaml': place('A') };
const B = { 'places/b.yaml': place('B') };

/** Plans and applies, and expects that nothing is left to do. */
function expectMoves(world: World, files: Files, moves: readonly string[]): void {
  const names = new Map([...world.records].map(([id, { fields }]) => [id, fields['name']]));
  expect(changesOf(world, files)).toEqual(moves);
  world.sync(files);
  expect(changesOf(world, files)).toEqual([]);
  expect(new Map([...world.records].map(([id, { fields }]) => [id, fields['name']]))).toEqual(names);
}

describe('a document at an address that another one had at the last sync', () => {
  it('is the one that moved there, and the other one is where it went', () => {
    expectMoves(
      World.synced({ ...A, ...B }),
      {
        'places/b.yaml': place('A', '$aliases: [places/a]\n'),
        'places/c.yaml': place('B', '$aliases: [places/b]\n'),
      },
      ['places/a → places/b', 'places/b → places/c'],
    );
  });

  it('is the one that moved there by a swap', () => {
    expectMoves(
      World.synced({ ...A, ...B }),
      {
        'places/a.yaml': place('B', '$aliases: [places/b]\n'),
        'places/b.yaml': place('A', '$aliases: [places/a, places/in-between]\n'),
      },
      ['places/b → places/a', 'places/a → places/b'],
    );
  });

  it('is new if the other one moved away', () => {
    const files = { 'places/a.yaml': place('New'), 'places/b.yaml': place('A', '$aliases: [places/a]\n') };
    expect(changesOf(World.synced(A), files)).toEqual(['create places/a', 'places/a → places/b']);
  });

  it('takes the place of one that was deleted', () => {
    const world = World.synced({ ...A, ...B });
    const files = { 'places/b.yaml': place('A', '$aliases: [places/a]\n') };
    expect(changesOf(world, files)).toEqual(['places/a → places/b', 'delete places/b']);
    world.sync(files);
    expect(world.only('place').fields).toMatchObject({ name: 'A' });
    expect(changesOf(world, files)).toEqual([]);
  });

  it('is the rewritten one if the other one is found elsewhere', () => {
    const files = {
      'places/b.yaml': place('Rewritten', '$aliases: [places/a]\n'),
      'places/c.yaml': place('B', '$aliases: [places/b]\n'),
    };
    const changes = changesOf(World.synced({ ...A, ...B }), files);
    expect(changes).toEqual(expect.arrayContaining(['places/a → places/b', 'places/b → places/c']));
    expect(changes).toContain('update places/b');
  });
});

describe('a document that did not move since the last sync', () => {
  it('keeps its object, although a new one is at its former address', () => {
    const files = { 'places/b.yaml': place('B', '$aliases: [places/a]\n'), ...A };
    const world = World.synced(files);
    expect(changesOf(world, files)).toEqual([]);
    const rewritten = { ...files, 'places/b.yaml': place('Rewritten', '$aliases: [places/a]\n') };
    expect(changesOf(world, rewritten)).toEqual(['update places/b']);
    const both = { ...rewritten, 'places/a.yaml': place('Also rewritten') };
    expect(changesOf(world, both)).toEqual(['update places/a', 'update places/b']);
  });

  it('keeps it when it takes over the address of one that is deleted', () => {
    const files = { 'places/b.yaml': place('B', '$aliases: [places/a]\n') };
    expect(changesOf(World.synced({ ...A, ...B }), files)).toEqual(['delete places/a']);
  });
});

describe('a document that resembles neither', () => {
  const events = { 'events/x.yaml': 'title: X\nstart_time: 2027-06-18T20:00:00Z\nend_time: 2027-06-18T21:00:00Z\n' };
  const pointing = { 'events/x.yaml': `${events['events/x.yaml']}place_id: places/b\n` };

  it('is a conflict that deletes and changes nothing, nor what points to it', () => {
    const world = World.synced({ ...A, ...B, ...pointing });
    const files = { ...pointing, 'places/b.yaml': place('Rewritten', '$aliases: [places/a]\n') };
    expect(changesOf(world, files)).toEqual(['conflict places/b']);
  });

  it.each([
    ['places/a', ['places/a → places/b', 'update places/b']],
    ['places/b', ['update places/b', 'delete places/a']],
  ])('is the object %s if a person binds it', (address, expected) => {
    const world = World.synced({ ...A, ...B });
    const { id } = world.base.entries.get(address)!;
    const files = { 'places/b.yaml': place('Rewritten', `$aliases: [places/a]\n$id: "${id}"\n`) };
    expect(changesOf(world, files).toSorted()).toEqual(expected.toSorted());
  });
});

const SETTINGS = { timezone: 'Europe/Paris', locales: ['en'], targets: [] };

/** The files after `gitcast mv`; the same ones if it refuses. */
function moved(files: Files, from: string, to: string, committed: ReadonlySet<string>): Files {
  const readings = readLayer({ files: memoryFiles({ 'broadcast.yaml': 'name: Test\n', ...files }), prefix: '' });
  const content = {
    own: [{ target: undefined, folder: '/project/content', prefix: '', readings }],
    layers: { prefix: '', targets: [], shared: readings, overlays: new Map() },
    cwd: '/project',
  };
  try {
    const { files: changes } = planChange(content, moveOf(from, to, content), {
      settings: SETTINGS,
      table: {},
      redirect: true,
      isCommitted: (address) => committed.has(address),
    });
    const gone = new Set(changes.map((change) => change.from));
    const left = Object.entries(files).filter(([path]) => !gone.has(path));
    const now = changes.map((change): [string, string] => [change.to!, change.text?.after ?? files[change.from]!]);
    return Object.fromEntries([...left, ...now]);
  } catch (error) {
    if (error instanceof UserError) return files;
    throw error;
  }
}

const NAMES = ['one', 'two', 'three', 'four', 'five'];
const name = fc.constantFrom(...NAMES);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('move' as const), from: name, to: name }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('swap' as const), from: name, to: name }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('new' as const), at: name }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('sync' as const), target: fc.nat(1) }) },
);

const fileAt = (at: string): string => `places/${at}.yaml`;
const addressOf = (path: string): string => path.replace('.yaml', '');
const markIn = (text: string): string => /^name: (.*)$/m.exec(text)![1]!;

describe('random moves between syncs to two targets', () => {
  it('create and delete nothing, and every object keeps its document', () => {
    let moves = 0;
    const property = fc.property(fc.array(step, { minLength: 3, maxLength: 25 }), (steps) => {
      let files: Files = Object.fromEntries(['A', 'B', 'C'].map((mark, at) => [fileAt(NAMES[at]!), place(mark)]));
      const targets = [new World(), new World()];
      let next = 0;
      // What is synced is committed.
      const committed = new Set(Object.keys(files).map(addressOf));
      const move = (from: string, to: string): void => {
        files = moved(files, `places/${from}`, `places/${to}`, committed);
      };
      const sync = (world: World): void => {
        const before = new Map([...world.all('place')].map(({ id, fields }) => [fields['name'], id]));
        const plan = world.sync(files);
        for (const path of Object.keys(files)) committed.add(addressOf(path));
        moves += plan.summary.move;
        const marks = Object.values(files).map(markIn);
        expect(plan.changes.filter(({ action }) => action !== 'move' && action !== 'create')).toEqual([]);
        expect(plan.summary.create).toBe(marks.filter((mark) => !before.has(mark)).length);
        const after = new Map(world.all('place').map(({ id, fields }) => [fields['name'], id]));
        for (const [mark, id] of before) expect(after.get(mark)).toBe(id);
        for (const [path, text] of Object.entries(files)) {
          expect(world.base.entries.get(addressOf(path))?.id).toBe(after.get(markIn(text)));
        }
        expect(world.plan(files).changes).toEqual([]);
      };
      for (const world of targets) world.sync(files);
      for (const each of steps) {
        if (each.type === 'move') move(each.from, each.to);
        else if (each.type === 'sync') sync(targets[each.target]!);
        else if (each.type === 'swap') {
          if (each.from === each.to || !(fileAt(each.from) in files) || !(fileAt(each.to) in files)) continue;
          move(each.from, 'in-between');
          move(each.to, each.from);
          move('in-between', each.to);
        } else if (!(fileAt(each.at) in files) && Object.keys(files).length < NAMES.length - 1) {
          files = { ...files, [fileAt(each.at)]: place(`New ${++next}`) };
        }
      }
      for (const world of targets) sync(world);
    });
    fc.assert(property, { numRuns: runs({ test: 30, proof: 500 }) });
    expect(moves).toBeGreaterThan(50);
  });
});
