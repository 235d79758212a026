import { describe, expect, it } from 'vitest';
import { readBack } from '../../src/apply/read-back.ts';
import type { Run } from '../../src/apply/run.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { RemoteError } from '../../src/diagnostics/errors.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import type { Change } from '../../src/plan/plan.ts';
import {
  changeOf,
  entryOf,
  leaf,
  openBench,
  openBenchWith,
  progressOf,
  recordOf,
  snapshotOf,
  type Bench,
} from './bench.ts';

interface Unseen {
  readonly id: string;
  readonly after: JsonObject;
  readonly change?: Partial<Change>;
}

/** After these writes got an empty answer. */
async function lookedBack(
  { run }: Pick<Bench, 'run'>,
  writes: readonly Unseen[],
  { snapshot = snapshotOf(), wishes = {} }: { snapshot?: Snapshot; wishes?: Partial<Run> } = {},
) {
  const progress = progressOf([], {}, snapshot);
  for (const { id, after, change: more } of writes) {
    const address = more?.address ?? `places/${id}`;
    const change = changeOf({ action: 'create', address, after, ...more });
    progress.notSeen({ change, id, named: after });
    const leaves = Object.fromEntries(
      Object.entries(after).map(([name, value]) => [name, leaf(`"${value as string}"`, `~"${value as string}"`)]),
    );
    progress.written(address, entryOf(change.kind, id, { leaves }));
  }
  return { found: await readBack({ ...run, ...wishes }, progress), progress };
}

const lists = ({ story }: Bench): readonly string[] => story.filter((each) => each.startsWith('GET'));
/** A change of a name, as in the plan. */
const renamed = (before: string, after: string): Partial<Change> => ({
  action: 'update',
  fields: [{ name: 'name', before, after }],
});

describe('a write that got an empty answer', () => {
  it("is read from the list of its kind, and the service's version is recorded", async () => {
    const { bench, id } = await openBenchWith(
      'places',
      { name: 'Quay ', category: 'stage' },
      { profile: 'documented', texts: 'trimmed' },
    );
    const { found, progress } = await lookedBack(bench, [{ id, after: { name: 'Quay ' } }]);
    expect(bench.story).toEqual(['GET places', `written places/${id}`]);
    expect(bench.clock.slept).toEqual([]);
    const entry = {
      kind: 'place',
      id,
      leaves: { name: leaf('"Quay "', '"Quay"') },
      seen: { category: '+{"category":"stage"}' },
      updatedAt: new Date(bench.clock.now()).toISOString(),
    };
    expect(bench.lines).toEqual([{ type: 'written', address: `places/${id}`, entry, settles: [] }]);
    expect(progress.lastWritten(`places/${id}`)).toEqual(entry);
    expect([...found]).toEqual([[`places/${id}`, [{ field: 'name', sent: 'Quay ', stored: 'Quay', cutAfter: 4 }]]]);
  });

  it('is not read if there is none', async () => {
    const bench = await openBench();
    expect((await lookedBack(bench, [])).found).toEqual(new Map());
    expect(bench.story).toEqual([]);
  });

  it('needs one list for all of its kind', async () => {
    const bench = await openBench({ profile: 'documented' });
    const [a, b] = ['a', 'b'].map((name) => bench.world.put('places', { name }));
    const hook = bench.world.put('webhooks', { url: 'https://hooks.example' });
    await lookedBack(bench, [
      { id: a!, after: { name: 'a' } },
      { id: b!, after: { name: 'b' } },
      { id: hook, after: { url: 'https://hooks.example' }, change: { address: 'webhooks/a' } },
    ]);
    expect(lists(bench).toSorted()).toEqual(['GET places', 'GET webhooks']);
    expect(bench.lines.map(({ address }) => address)).toEqual([`places/${a}`, `places/${b}`, 'webhooks/a']);
  });

  it('is read once more, a moment later, if the list does not show it yet', async () => {
    const { bench, id } = await openBenchWith('places', { name: 'Quay' }, { profile: 'documented', lag: 1 });
    const { found } = await lookedBack(bench, [{ id, after: { name: 'Quay' } }]);
    expect(lists(bench)).toHaveLength(2);
    expect(bench.clock.slept).toEqual([1200]);
    expect([...found]).toEqual([[`places/${id}`, []]]);
  });

  it('is read at most twice', async () => {
    const bench = await openBench({ profile: 'documented' });
    const { found } = await lookedBack(bench, [{ id: 'nowhere', after: { name: 'Quay' } }]);
    expect(lists(bench)).toHaveLength(2);
    expect(found).toEqual(new Map());
    expect(bench.lines).toEqual([]);
  });

  it('is read again only from the lists that lack something', async () => {
    const bench = await openBench({ profile: 'documented' });
    const hook = bench.world.put('webhooks', { url: 'https://hooks.example' });
    await lookedBack(bench, [
      { id: 'nowhere', after: { name: 'Quay' } },
      { id: hook, after: { url: 'https://hooks.example' }, change: { address: 'webhooks/a' } },
    ]);
    expect(lists(bench).toSorted()).toEqual(['GET places', 'GET places', 'GET webhooks']);
  });

  it('is not read in an interrupted run', async () => {
    const { bench, id } = await openBenchWith('places', { name: 'Quay' }, { profile: 'documented' });
    await lookedBack(bench, [{ id, after: { name: 'Quay' } }], { wishes: { signal: AbortSignal.abort() } });
    expect(bench.story).toEqual([]);
  });

  it('is not read again from a list that could not be read', async () => {
    const { bench, id } = await openBenchWith('places', { name: 'Quay' }, { profile: 'documented' });
    bench.world.listsAreCut = true;
    expect((await lookedBack(bench, [{ id, after: { name: 'Quay' } }])).found).toEqual(new Map());
    expect(bench.clock.slept).toEqual([]);
  });

  it('keeps its entry if the target fails', async () => {
    const bench = await openBench({ profile: 'documented' });
    const list = () => Promise.reject(new RemoteError('no', { type: 'unauthorised' }));
    const wishes = { client: { ...bench.client, list } };
    const { found } = await lookedBack(bench, [{ id: 'a', after: { name: 'Quay' } }], { wishes });
    expect(found).toEqual(new Map());
    expect(bench.lines).toEqual([]);
  });

  it('does not hide an internal error', async () => {
    const bench = await openBench();
    const wishes = { client: { ...bench.client, list: () => Promise.reject(new Error('out of memory')) } };
    await expect(lookedBack(bench, [{ id: 'a', after: {} }], { wishes })).rejects.toThrow('out of memory');
  });

  it('whose document has no entry reports nothing', async () => {
    const { bench, id } = await openBenchWith('places', { name: 'Quay' }, { profile: 'documented' });
    const progress = progressOf();
    progress.notSeen({ change: changeOf({ action: 'create', address: 'places/a' }), id, named: { name: 'Pier' } });
    expect(await readBack(bench.run, progress)).toEqual(new Map([['places/a', []]]));
    expect(bench.lines).toEqual([]);
  });
});

describe('a list that may be stale', () => {
  const update = async (bench: Bench, id: string, snapshot: Snapshot, after: JsonObject = { name: 'Pier' }) => {
    await lookedBack(bench, [{ id, after, change: renamed('Quay', 'Pier') }], { snapshot });
    return { looks: lists(bench).length, learnt: bench.lines.length };
  };

  it('is not trusted while it has the modification time from before the write', async () => {
    const { bench, id } = await openBenchWith('places', { name: 'Quay' }, { profile: 'documented' });
    const snapshot = await bench.look('place');
    expect(await update(bench, id, snapshot)).toEqual({ looks: 2, learnt: 0 });
  });

  it("is trusted once it has a different time, whatever the service's version of the value", async () => {
    const { bench, id } = await openBenchWith('places', { name: 'Quay' }, { profile: 'documented' });
    const snapshot = await bench.look('place');
    await bench.clock.sleep(1000);
    bench.world.update('places', id, { name: 'Quay' });
    expect(await update(bench, id, snapshot)).toEqual({ looks: 1, learnt: 1 });
  });

  it.each([
    ['Quay', { looks: 2, learnt: 0 }],
    ['Pier!', { looks: 1, learnt: 1 }],
  ])('without times is trusted once a value differs: %s', async (name, expected) => {
    const { bench, id } = await openBenchWith('places', { name }, { profile: 'documented' });
    const snapshot = snapshotOf(recordOf('place', id, { name: 'Quay' }));
    expect(await update(bench, id, snapshot)).toEqual(expected);
  });

  it('without times is trusted once one of several values differs', async () => {
    const { bench, id } = await openBenchWith('places', { name: 'Quay', category: 'stage' }, { profile: 'documented' });
    const fields = ['name', 'category'].map((name) => ({ name, before: 'x', after: 'y' }));
    const snapshot = snapshotOf(recordOf('place', id, { name: 'Quay', category: 'stand' }));
    await lookedBack(bench, [{ id, after: { name: 'Pier' }, change: { action: 'update', fields } }], { snapshot });
    expect(bench.lines).toHaveLength(1);
  });

  it.each([
    [{ name: 'Pier ' }, { looks: 1, learnt: 1 }],
    [{ name: 'Quay' }, { looks: 2, learnt: 0 }],
  ])('that the plan did not trust either is trusted once it shows what was sent: %j', async (shown, expected) => {
    const { bench, id } = await openBenchWith('places', shown, { profile: 'documented' });
    expect(await update(bench, id, snapshotOf())).toEqual(expected);
  });

  it('that the plan did not trust either is not trusted while one of several values is the old one', async () => {
    const { bench, id } = await openBenchWith('places', { name: 'Pier', category: 'stand' }, { profile: 'documented' });
    const fields = ['name', 'category'].map((name) => ({ name, before: 'x', after: 'y' }));
    const after = { name: 'Pier', category: 'stage' };
    await lookedBack(bench, [{ id, after, change: { action: 'update', fields } }]);
    expect(bench.lines).toEqual([]);
  });

  it('that the plan did not trust either decides nothing about values it does not show', async () => {
    const { bench, id } = await openBenchWith(
      'webhooks',
      { url: 'https://hooks.example', secret: 'hush' },
      { profile: 'documented' },
    );
    const fields = [{ name: 'secret', before: '(sensitive)', after: '(sensitive)' }];
    const change = { action: 'update', address: 'webhooks/a', fields } as const;
    await lookedBack(bench, [{ id, after: { secret: 'hush' }, change }]);
    expect(bench.lines).toHaveLength(1);
  });

  it('is trusted for a new object as soon as it shows it', async () => {
    const { bench, id } = await openBenchWith('places', { name: 'Quay' }, { profile: 'documented' });
    const snapshot = await bench.look('place');
    await lookedBack(bench, [{ id, after: { name: 'Quay' } }], { snapshot });
    expect(lists(bench)).toHaveLength(1);
  });
});
