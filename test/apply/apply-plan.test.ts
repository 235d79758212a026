import { describe, expect, it } from 'vitest';
import type { Result } from '../../src/apply/run.ts';
import { UserError } from '../../src/diagnostics/errors.ts';
import type { Change } from '../../src/plan/plan.ts';
import { changeOf, entryOf, leaf, openBench, openBenchWith, TIMES, type Bench } from './bench.ts';

const creation = (address: string, more: Partial<Change> = {}): Change =>
  changeOf({ action: 'create', address, after: { title: address, ...TIMES }, ...more });
const refused = (address: string, more: Partial<Change> = {}): Change =>
  creation(address, { after: { title: address, ...TIMES, place_id: 'nowhere' }, ...more });
const agreedText = (body: string): Partial<Change> => ({ body, agreed: { content: leaf(body) } });
const outcomes = (results: readonly Result[]): readonly string[] =>
  results.map(({ address, outcome }) => `${outcome} ${address}`);
const byAddress = (results: readonly Result[], address: string): Result =>
  results.find((result) => result.address === address)!;
/** The created documents, in the order in which the service received them. */
const created = ({ world }: Bench): readonly unknown[] =>
  world.asked.flatMap(({ method, body }) => (method === 'POST' ? [body['title']] : []));

describe('applying a plan', () => {
  it('makes every change, reports each when it is done, and returns all outcomes', async () => {
    const { bench, id } = await openBenchWith('events', { title: 'old', ...TIMES });
    const { results, stopped } = await bench.apply([
      creation('events/a'),
      changeOf({ action: 'update', address: 'events/b', id, after: { title: 'new' } }),
    ]);
    expect(stopped).toBeUndefined();
    expect(bench.reported).toEqual(results);
    expect(byAddress(results, 'events/a')).toEqual({
      address: 'events/a',
      action: 'create',
      outcome: 'applied',
      id: bench.world.live()[1]!.id,
    });
    expect(byAddress(results, 'events/b')).toEqual({ address: 'events/b', action: 'update', outcome: 'applied', id });
  });

  it('has nothing to do for an empty plan', async () => {
    const bench = await openBench();
    expect(await bench.apply([])).toEqual({ results: [] });
    expect(bench.story).toEqual([]);
  });

  it('makes changes of our records before the first request', async () => {
    const bench = await openBench();
    const { results } = await bench.apply([
      creation('events/a'),
      changeOf({ action: 'adopt', address: 'events/b', id: 'b' }),
      changeOf({ action: 'move', address: 'events/c', from: 'events/old', id: 'c' }),
      changeOf({ action: 'forget', address: 'events/d' }),
    ]);
    expect(bench.story.slice(0, 3)).toEqual(['written events/b', 'moved events/c', 'forgotten events/d']);
    expect(outcomes(results).at(-1)).toBe('applied events/a');
    expect(results).toHaveLength(4);
    expect(byAddress(results, 'events/d')).toEqual({ address: 'events/d', action: 'forget', outcome: 'applied' });
  });

  it('continues with a document that was adopted', async () => {
    const { bench, id } = await openBenchWith('events', { title: 'old', ...TIMES });
    const { results } = await bench.apply([
      changeOf({ action: 'adopt', address: 'events/a', id }),
      changeOf({ action: 'update', address: 'events/a', id, after: { title: 'new' } }),
      creation('events/b', { dependsOn: ['events/a'] }),
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied']);
    expect(bench.world.fieldsOf(id)).toMatchObject({ title: 'new' });
  });

  it('uses the results of earlier changes in later ones', async () => {
    const bench = await openBench();
    const place = changeOf({ action: 'create', address: 'places/quay', after: { name: 'Quay' } });
    const pointers = [{ path: ['place_id'], address: 'places/quay' }];
    const after = { title: 'a', ...TIMES, place_id: 'places/quay' };
    await bench.apply([place, creation('events/a', { after, pointers, dependsOn: ['places/quay'] })]);
    const [quay, event] = bench.world.live();
    expect(event!.fields['place_id']).toBe(quay!.id);
  });

  it('reports values that the service stores differently, and no others', async () => {
    const bench = await openBench({ texts: 'trimmed' });
    const { results } = await bench.apply([
      creation('events/a', { after: { title: ' a', ...TIMES } }),
      creation('events/b'),
    ]);
    expect(byAddress(results, 'events/a').stored).toEqual([{ field: 'title', sent: ' a', stored: 'a' }]);
    expect(byAddress(results, 'events/b')).not.toHaveProperty('stored');
  });

  it('rethrows an internal error, because the run is no longer reliable', async () => {
    const bench = await openBench({}, { keepBody: () => Promise.reject(new Error('no space left')) });
    await expect(bench.apply([creation('events/a', { body: 'text' })])).rejects.toThrow('no space left');
  });
});

describe('the order of the changes', () => {
  it('makes a change once everything it depends on is done', async () => {
    const bench = await openBench();
    await bench.apply([
      creation('events/a'),
      creation('events/b', { dependsOn: ['events/a'] }),
      creation('events/c', { dependsOn: ['events/b', 'events/a'] }),
    ]);
    expect(created(bench)).toEqual(['events/a', 'events/b', 'events/c']);
  });

  it('waits for all of several dependencies, however long one of them takes', async () => {
    let release = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    const keepBody = (text: string): Promise<string> => waiting.then(() => text);
    // A change without a body to store is done long before.
    const onResult = ({ address }: Result): void => void (address === 'events/b' && setImmediate(release));
    const bench = await openBench({}, { keepBody, onResult });
    await bench.apply([
      creation('events/a', { body: 'slow' }),
      creation('events/b'),
      creation('events/c', { dependsOn: ['events/a', 'events/b'] }),
    ]);
    expect(bench.story.slice(-4)).toEqual(['written events/a', 'intent events/c', 'POST events', 'written events/c']);
  });

  it('makes several changes of one document one after the other', async () => {
    const { bench, id } = await openBenchWith('events', { title: 'old', ...TIMES });
    const update = (title: string): Change => changeOf({ action: 'update', address: 'events/a', id, after: { title } });
    await bench.apply([update('first'), update('second'), update('third')]);
    const sent = bench.world.asked.flatMap(({ method, body }) => (method === 'PUT' ? [body['title']] : []));
    expect(sent).toEqual(['first', 'second', 'third']);
    expect(bench.world.fieldsOf(id)).toMatchObject({ title: 'third' });
  });

  it('waits for every change of a document that it depends on', async () => {
    const { bench, id } = await openBenchWith('events', { title: 'old', ...TIMES });
    const update = (title: string): Change => changeOf({ action: 'update', address: 'events/a', id, after: { title } });
    await bench.apply([update('first'), update('second'), creation('events/b', { dependsOn: ['events/a'] })]);
    expect(bench.story.indexOf('POST events')).toBeGreaterThan(bench.story.lastIndexOf(`PUT events/${id}`));
  });

  it('may depend on its own document, and on documents that the plan does not change', async () => {
    const bench = await openBench();
    const { results } = await bench.apply([creation('events/a', { dependsOn: ['events/a', 'events/elsewhere'] })]);
    expect(outcomes(results)).toEqual(['applied events/a']);
  });

  it('does not wait for changes left to a person', async () => {
    const bench = await openBench();
    const { results } = await bench.apply([
      changeOf({ action: 'drift', address: 'events/a' }),
      creation('events/b', { dependsOn: ['events/a'] }),
    ]);
    expect(outcomes(results).toSorted()).toEqual(['applied events/b', 'open events/a']);
  });

  it('reports changes left to a person even if others fail', async () => {
    const bench = await openBench();
    const { results } = await bench.apply([
      refused('events/a'),
      changeOf({ action: 'drift', address: 'events/b', dependsOn: ['events/a'], reason: 'somebody edited it' }),
      creation('events/c', { dependsOn: ['events/b'] }),
    ]);
    expect(byAddress(results, 'events/b')).toMatchObject({ outcome: 'open', error: 'somebody edited it' });
    expect(byAddress(results, 'events/c')).toMatchObject({ outcome: 'applied' });
  });

  it('waits for a change of a document that also has a change left to a person', async () => {
    const bench = await openBench();
    const { results } = await bench.apply([
      refused('events/a'),
      changeOf({ action: 'drift', address: 'events/a' }),
      creation('events/a'),
      creation('events/b', { dependsOn: ['events/a'] }),
    ]);
    expect(outcomes(results).toSorted()).toEqual([
      'failed events/a',
      'open events/a',
      'skipped events/a',
      'skipped events/b',
    ]);
  });

  it('makes a change once, even if it names a dependency twice', async () => {
    const bench = await openBench();
    const { results } = await bench.apply([
      creation('events/a'),
      creation('events/b', { dependsOn: ['events/a', 'events/a'] }),
    ]);
    expect(outcomes(results)).toEqual(['applied events/a', 'applied events/b']);
  });

  it.each([1, 2, 5])('has at most the allowed number of changes in progress: %i', async (concurrency) => {
    let [underWay, most] = [0, 0];
    const keepBody = async (text: string): Promise<string> => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return text;
    };
    const bench = await openBench({}, { concurrency, keepBody });
    const adopted = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) =>
      changeOf({ action: 'adopt', address: `articles/${id}`, id, ...agreedText(id) }),
    );
    const { results } = await bench.apply(adopted);
    expect(results).toHaveLength(6);
    expect(most).toBe(concurrency);
  });
});

describe('a failed change', () => {
  it('skips the changes that depend on it, directly or not, and no others', async () => {
    const bench = await openBench();
    const { results, stopped } = await bench.apply([
      refused('events/a'),
      creation('events/b', { dependsOn: ['events/a'] }),
      creation('events/c', { dependsOn: ['events/b'] }),
      creation('events/d'),
    ]);
    expect(stopped).toBeUndefined();
    expect(byAddress(results, 'events/a')).toMatchObject({ outcome: 'failed', error: expect.stringContaining('400') });
    expect(byAddress(results, 'events/a')).not.toHaveProperty('halted');
    const skipped = { action: 'create', outcome: 'skipped', error: 'events/a failed' };
    expect(byAddress(results, 'events/b')).toEqual({ address: 'events/b', ...skipped });
    expect(byAddress(results, 'events/c')).toEqual({ address: 'events/c', ...skipped });
    expect(byAddress(results, 'events/d')).toMatchObject({ outcome: 'applied' });
    expect(results).toHaveLength(4);
  });

  it('skips a dependent change only once, whatever else that depends on', async () => {
    const bench = await openBench();
    const { results } = await bench.apply([
      refused('events/a'),
      refused('events/b'),
      creation('events/c'),
      creation('events/d', { dependsOn: ['events/a', 'events/b', 'events/c'] }),
    ]);
    expect(results.filter(({ address }) => address === 'events/d')).toMatchObject([{ outcome: 'skipped' }]);
    expect(created(bench)).not.toContain('events/d');
  });

  it('of our records skips what is sent for the same document, and what depends on it', async () => {
    const bench = await openBench({}, { keepBody: () => Promise.reject(new UserError('no room for texts')) });
    const { results } = await bench.apply([
      changeOf({ action: 'adopt', address: 'articles/a', id: 'a', ...agreedText('text') }),
      changeOf({ action: 'adopt', address: 'articles/z', id: 'z', ...agreedText('text') }),
      changeOf({ action: 'update', address: 'articles/a', id: 'a', after: { title: 'A' } }),
      creation('events/b', { dependsOn: ['articles/z'] }),
      creation('events/c', { dependsOn: ['events/b'] }),
      creation('events/d'),
    ]);
    expect(byAddress(results, 'articles/z')).toEqual({
      address: 'articles/z',
      action: 'adopt',
      id: 'z',
      outcome: 'failed',
      error: 'no room for texts',
    });
    const why = (culprit: string) => ({ outcome: 'skipped', error: `${culprit} failed` });
    expect(results.slice(2)).toEqual([
      { address: 'articles/a', action: 'update', id: 'a', ...why('articles/a') },
      { address: 'events/b', action: 'create', ...why('articles/z') },
      { address: 'events/c', action: 'create', ...why('events/b') },
      expect.objectContaining({ address: 'events/d', outcome: 'applied' }),
    ]);
    expect(created(bench)).toEqual(['events/d']);
  });
});

describe('an object that differs from the one in the plan', () => {
  it.each(['update', 'replace', 'delete'] as const)('is left alone and reported: %s', async (action) => {
    const { bench, id } = await openBenchWith('events', { title: 'theirs', ...TIMES });
    const change = changeOf({ action, address: 'events/a', id, after: { title: 'ours' }, fingerprint: 'another' });
    const { results } = await bench.apply([change, creation('events/b', { dependsOn: ['events/a'] })]);
    expect(byAddress(results, 'events/a')).toEqual({
      address: 'events/a',
      action,
      id,
      outcome: 'skipped',
      error: 'it was changed on the target since the plan was made',
    });
    expect(byAddress(results, 'events/b')).toMatchObject({ outcome: 'skipped' });
    expect(bench.world.live()).toHaveLength(1);
    expect(bench.world.meddled).toEqual([]);
  });

  it('is left alone if the service notices it first', async () => {
    const { bench, id } = await openBenchWith('events', { title: 'theirs', ...TIMES }, { etags: true });
    bench.world.instead = ({ method }) => (method === 'PUT' ? { status: 412 } : undefined);
    const update = changeOf({ action: 'update', address: 'events/a', id, after: { title: 'ours' } });
    const { results, stopped } = await bench.apply([update, creation('events/b', { dependsOn: ['events/a'] })]);
    expect(stopped).toBeUndefined();
    expect(results).toMatchObject([
      { outcome: 'skipped', id, error: 'it was changed on the target since the plan was made' },
      { outcome: 'skipped', error: 'events/a failed' },
    ]);
  });
});

describe('a run leaves open', () => {
  it.each(['drift', 'conflict', 'manual'] as const)(
    'what a person has to decide, with the reason: %s',
    async (action) => {
      const bench = await openBench();
      const { results } = await bench.apply([
        changeOf({ action, address: 'events/a', id: 'a', reason: 'both changed it' }),
      ]);
      expect(results).toEqual([{ address: 'events/a', action, id: 'a', outcome: 'open', error: 'both changed it' }]);
      expect(bench.story).toEqual([]);
    },
  );

  it('a creation whose outcome is unknown, and what depends on it waits', async () => {
    const bench = await openBench();
    bench.world.arm([{ do: 'lose-reply', method: 'POST', nth: 1 }]);
    const { results, stopped } = await bench.apply([
      creation('events/a'),
      creation('events/b', { dependsOn: ['events/a'] }),
    ]);
    expect(stopped).toBeUndefined();
    expect(results).toMatchObject([
      { address: 'events/a', outcome: 'open', until: bench.clock.now() + 60_000, sent: true },
      { address: 'events/b', outcome: 'skipped', error: 'events/a failed' },
    ]);
    expect(results[0]!.error).toContain('POST');
  });

  it('a creation that an earlier run may have made and that is not sent before its time', async () => {
    const bench = await openBench();
    const { results } = await bench.apply([
      creation('events/a', { waitsUntil: 5 }),
      creation('events/b', { dependsOn: ['events/a'] }),
    ]);
    expect(results[0]).toEqual({
      address: 'events/a',
      action: 'create',
      outcome: 'open',
      error: 'a request of an earlier run may still have created it',
      until: 5,
    });
    expect(outcomes(results)).toEqual(['open events/a', 'skipped events/b']);
    expect(bench.story).toEqual([]);
  });

  it('a replacement that is not allowed', async () => {
    const { bench, id } = await openBenchWith('articles', { title: 'A' }, {}, { allowReplace: false });
    const replacement = changeOf({ action: 'replace', address: 'articles/a', id, after: { title: 'B' } });
    const { results } = await bench.apply([replacement, creation('events/b', { dependsOn: ['articles/a'] })]);
    expect(results[0]).toEqual({
      address: 'articles/a',
      action: 'replace',
      id,
      outcome: 'skipped',
      error: 'replacing needs --allow-replace',
    });
    expect(byAddress(results, 'events/b')).toMatchObject({ outcome: 'skipped' });
    expect(bench.story).toEqual([]);
  });
});

describe('a problem of the whole target', () => {
  const unauthorised = { status: 401, body: { error: { message: 'no such key' } } };

  it('ends the run: nothing more is sent, and everything left has the same reason', async () => {
    const bench = await openBench({}, { concurrency: 1 });
    bench.world.instead = ({ body }) => (body['title'] === 'events/b' ? unauthorised : undefined);
    const { results, stopped } = await bench.apply([
      creation('events/a'),
      creation('events/b'),
      creation('events/c'),
      creation('events/d', { dependsOn: ['events/b'] }),
      creation('events/e', { dependsOn: ['events/c'] }),
      creation('events/f'),
    ]);
    expect(stopped?.message).toContain('401');
    // A dependent change is reported with the one it depends on.
    expect(results.map(({ address }) => address.at(-1)).join('')).toBe('abdcef');
    expect(created(bench)).toEqual(['events/a', 'events/b']);
    const error = stopped?.message;
    expect(byAddress(results, 'events/b')).toMatchObject({ outcome: 'failed', error, halted: true });
    expect(byAddress(results, 'events/c')).toMatchObject({ outcome: 'skipped', error, halted: true });
    expect(byAddress(results, 'events/d')).toMatchObject({ outcome: 'skipped', error, halted: true });
    expect(bench.lines.filter(({ address }) => address === 'events/c')).toEqual([]);
  });

  it('leaves pending changes unsent, which is not a failure of their own', async () => {
    const bench = await openBench({}, { concurrency: 30 });
    bench.world.instead = () => unauthorised;
    const many = Array.from({ length: 30 }, (_, index) => creation(`events/${index}`));
    const { results, stopped } = await bench.apply(many);
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    expect(failed.length).toBeLessThan(30);
    expect(results.filter(({ outcome }) => outcome === 'skipped')).toHaveLength(30 - failed.length);
    expect(new Set(results.map(({ error }) => error))).toEqual(new Set([stopped?.message]));
    expect(results.every(({ halted }) => halted)).toBe(true);
  });

  it('still shows what is left to a person', async () => {
    const bench = await openBench({}, { concurrency: 1 });
    bench.world.instead = () => unauthorised;
    const open = changeOf({ action: 'conflict', address: 'events/b', reason: 'both changed it' });
    const { results } = await bench.apply([creation('events/a'), open]);
    expect(byAddress(results, 'events/b')).toEqual({
      address: 'events/b',
      action: 'conflict',
      outcome: 'open',
      error: 'both changed it',
    });
  });

  it('is not checked again afterwards', async () => {
    // Even if the client would allow requests again.
    const onResult = ({ halted }: Result): void => void (halted && bench.client.resume());
    const oddities = { profile: 'documented', answers: 'nothing-and-location' } as const;
    const bench: Bench = await openBench(oddities, { concurrency: 1, onResult });
    bench.world.instead = ({ body }) => (body['name'] === 'b' ? unauthorised : undefined);
    const place = (name: string): Change => changeOf({ action: 'create', address: `places/${name}`, after: { name } });
    await bench.apply([place('a'), place('b')]);
    expect(bench.story.filter((each) => each.startsWith('GET'))).toEqual([]);
  });
});

describe('an interrupted run', () => {
  it('finishes requests in progress and starts nothing new', async () => {
    const stopping = new AbortController();
    const bench = await openBench({}, { concurrency: 1, signal: stopping.signal });
    bench.world.instead = () => void stopping.abort();
    const { results, stopped } = await bench.apply([
      creation('events/a'),
      creation('events/b', { dependsOn: ['events/a'] }),
      changeOf({ action: 'update', address: 'events/c', id: 'c', after: { title: 'C' } }),
      changeOf({ action: 'drift', address: 'events/d' }),
    ]);
    expect(stopped).toBeUndefined();
    const halted = { outcome: 'skipped', error: 'the run was interrupted', halted: true };
    expect(byAddress(results, 'events/a')).toMatchObject({ outcome: 'applied' });
    expect(byAddress(results, 'events/b')).toEqual({ address: 'events/b', action: 'create', ...halted });
    expect(byAddress(results, 'events/c')).toEqual({ address: 'events/c', action: 'update', id: 'c', ...halted });
    expect(byAddress(results, 'events/d')).toMatchObject({ outcome: 'open' });
    expect(bench.world.asked).toHaveLength(1);
  });

  it('skips dependents of a failed change with the reason for which everything is skipped', async () => {
    const stopping = new AbortController();
    const bench = await openBench({}, { signal: stopping.signal });
    bench.world.instead = () => void stopping.abort();
    const { results } = await bench.apply([refused('events/a'), creation('events/b', { dependsOn: ['events/a'] })]);
    expect(results[1]).toMatchObject({ outcome: 'skipped', error: 'the run was interrupted', halted: true });
  });
});

describe('the end of a run', () => {
  const replacement = (id: string, more: Partial<Change> = {}): Change =>
    changeOf({ action: 'replace', address: 'articles/a', id, after: { title: 'New' }, ...more });

  it('deletes the old objects of replacements once everything else is done', async () => {
    const { bench, id } = await openBenchWith('articles', { title: 'Old' });
    const snapshot = await bench.look('article');
    const { results } = await bench.apply([replacement(id)], {
      snapshot,
      entries: { 'articles/a': entryOf('article', id) },
    });
    expect(results).toMatchObject([
      { action: 'replace', outcome: 'applied' },
      { action: 'delete', outcome: 'applied', id },
    ]);
    expect(bench.world.live().map(({ fields }) => fields['title'])).toEqual(['New']);
    expect(bench.trash).toMatchObject([{ id }]);
  });

  it('reads writes with an empty answer from the list, and reports what is stored differently', async () => {
    const oddities = { profile: 'documented', answers: 'nothing-and-location', texts: 'trimmed' } as const;
    const bench = await openBench(oddities);
    const old = bench.world.put('places', { name: 'Quay' });
    const { results } = await bench.apply([
      changeOf({ action: 'create', address: 'places/a', after: { name: ' Pier' } }),
      changeOf({ action: 'create', address: 'places/b', after: { name: 'Mole' } }),
      changeOf({ action: 'manual', address: 'places/c', id: old }),
    ]);
    expect(bench.story.at(-3)).toBe('GET places');
    expect(byAddress(results, 'places/a').stored).toEqual([{ field: 'name', sent: ' Pier', stored: 'Pier' }]);
    expect(byAddress(results, 'places/b')).not.toHaveProperty('stored');
    expect(byAddress(results, 'places/c')).not.toHaveProperty('stored');
  });

  it('reports what is stored differently in the new object of a replacement, not in the deleted one', async () => {
    const { bench, id } = await openBenchWith(
      'articles',
      { title: 'Old' },
      { profile: 'documented', answers: 'nothing-and-location', texts: 'trimmed' },
    );
    const snapshot = await bench.look('article');
    const { results } = await bench.apply([replacement(id, { after: { title: 'New ' }, sets: ['title'] })], {
      snapshot,
      entries: { 'articles/a': entryOf('article', id) },
    });
    expect(results).toMatchObject([
      { action: 'replace', outcome: 'applied', stored: [{ field: 'title', sent: 'New ', stored: 'New' }] },
      { action: 'delete', outcome: 'applied' },
    ]);
    expect(results[1]).not.toHaveProperty('stored');
  });
});
