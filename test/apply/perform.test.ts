import { describe, expect, it } from 'vitest';
import { perform } from '../../src/apply/perform.ts';
import { fingerprint } from '../../src/plan/fields/declared-part.ts';
import type { Action } from '../../src/plan/plan.ts';
import {
  changeOf,
  digest,
  entryOf,
  leaf,
  openBench,
  openBenchWith,
  progressOf,
  recordOf,
  snapshotOf,
  TIMES,
  type Bench,
} from './bench.ts';

const AN_EVENT = { title: 'Opening', ...TIMES };

/** A change that was planned from what the lists show of an object. */
async function planned(bench: Bench, action: Action, address: string, id: string, more: object = {}) {
  const change = changeOf({ action, address, id, ...more });
  const snapshot = await bench.look(change.kind);
  const reading = snapshot.kinds.get(change.kind)!;
  const record = ('records' in reading && reading.records.get(id)) || undefined;
  return {
    change: { ...change, ...(record && { fingerprint: fingerprint(record, change, { digest }) }) },
    snapshot,
    record: record!,
  };
}

describe('a creation', () => {
  it("is recorded before it is sent, and settled by the service's answer", async () => {
    const bench = await openBench({ texts: 'trimmed' });
    const change = changeOf({ action: 'create', address: 'events/a', after: { ...AN_EVENT, title: 'Opening ' } });
    const performed = await bench.perform({ ...change, settles: ['an older key'] });
    const [made] = bench.world.live();
    expect(performed).toMatchObject({ type: 'made', id: made!.id });
    expect(bench.story).toEqual(['intent events/a', 'POST events', 'written events/a']);
    const at = bench.clock.now();
    expect(bench.lines[0]).toMatchObject({ action: 'create', at, idempotencyKey: 'key to create events/a' });
    expect(bench.lines[1]).toEqual({
      type: 'written',
      address: 'events/a',
      settles: ['key to create events/a', 'an older key'],
      entry: {
        kind: 'event',
        id: made!.id,
        leaves: {
          title: leaf('"Opening "', '"Opening"'),
          start_time: leaf(`"${TIMES.start_time}"`),
          end_time: leaf(`"${TIMES.end_time}"`),
        },
        seen: {},
        updatedAt: new Date(at).toISOString(),
        writtenAt: at,
      },
    });
  });

  it('sends its key, or that of an earlier request that sent the same and had no effect', async () => {
    const first = await openBench();
    const change = changeOf({ action: 'create', address: 'events/a', after: AN_EVENT });
    await first.perform(change);
    expect(first.world.asked[0]!.headers['idempotency-key']).toBe('key to create events/a');

    const second = await openBench({}, { sentBefore: (intent) => ({ ...intent, idempotencyKey: 'earlier' }) });
    await second.perform(change);
    expect(second.world.asked[0]!.headers['idempotency-key']).toBe('earlier');
    expect(second.lines).toMatchObject([{ idempotencyKey: 'earlier' }, { settles: ['earlier'] }]);
  });

  it('sends ids for addresses and values for secrets, and records neither value', async () => {
    const bench = await openBench();
    const after = { url: 'https://hooks.example/a', events: ['event.created'], secret: { $env: 'HOOK' } };
    await bench.perform(changeOf({ action: 'create', address: 'webhooks/a', after }));
    expect(bench.world.live()[0]!.fields['secret']).toBe('value of HOOK');
    expect(JSON.stringify(bench.lines)).not.toContain('value of HOOK');
    expect(bench.lines[1]).toMatchObject({ entry: { leaves: { secret: leaf('!digest of HOOK') } } });
  });

  it('stays open if its reply is lost: the intent then has the latest time of sending', async () => {
    const bench = await openBench();
    bench.world.arm([{ do: 'lose-reply', method: 'POST', nth: 1 }]);
    const performed = await bench.perform(changeOf({ action: 'create', address: 'events/a', after: AN_EVENT }));
    const now = bench.clock.now();
    expect(performed).toMatchObject({ type: 'open', until: now + 60_000, why: expect.stringContaining('POST') });
    expect(bench.story).toEqual(['intent events/a', 'POST events', 'intent events/a']);
    expect(bench.lines[1]).toEqual({ ...bench.lines[0], leftBy: now });
  });

  it('stays open, confirmed, if the answer does not identify the object', async () => {
    const bench = await openBench({ answers: 'nothing' });
    const performed = await bench.perform(changeOf({ action: 'create', address: 'events/a', after: AN_EVENT }));
    expect(performed).toMatchObject({ type: 'open' });
    expect(bench.lines[1]).toEqual({ ...bench.lines[0], leftBy: bench.clock.now(), confirmed: true });
  });

  it('withdraws its intent if the service rejects it', async () => {
    const bench = await openBench();
    const after = { ...AN_EVENT, place_id: 'nowhere' };
    await expect(bench.perform(changeOf({ action: 'create', address: 'events/a', after }))).rejects.toThrow('400');
    expect(bench.lines[1]).toEqual({ type: 'dropped', address: 'events/a', settles: ['key to create events/a'] });
  });

  it('keeps its intent after an internal error, because the request may have been sent', async () => {
    const bench = await openBench();
    const client = { ...bench.client, create: () => Promise.reject(new Error('out of memory')) };
    const change = changeOf({ action: 'create', address: 'events/a', after: AN_EVENT });
    const progress = progressOf();
    await expect(perform(change, { ...bench.run, client }, progress)).rejects.toThrow('out of memory');
    expect(bench.story).toEqual(['intent events/a']);
  });

  it('stores the text of its body as the ancestor of a later merge', async () => {
    const bench = await openBench();
    const change = changeOf({ action: 'create', address: 'articles/a', after: { title: 'A' }, body: 'Trains stop.' });
    await bench.perform(change);
    expect(bench.lines[1]).toMatchObject({ entry: { body: 'kept Trains stop.' } });
  });

  it('keeps nothing but the text from a previous object of the document', async () => {
    const bench = await openBench();
    const gone = entryOf('event', 'gone', {
      leaves: { category: leaf('"talk"') },
      body: 'old',
      replaces: ['older'],
      seen: { description: 'as it was' },
    });
    await bench.perform(changeOf({ action: 'create', address: 'events/a', after: AN_EVENT }), {
      entries: { 'events/a': gone },
      snapshot: snapshotOf(recordOf('event', 'gone', { description: 'typed by others' })),
    });
    const [, written] = bench.lines;
    expect(written).toMatchObject({ entry: { body: 'old' } });
    expect(written).toHaveProperty('entry.seen', {});
    expect(written).not.toHaveProperty('entry.replaces');
    expect(written).not.toHaveProperty('entry.leaves.category');
  });
});

describe('an object whose write got an empty answer', () => {
  it('is otherwise marked to be read later, and its base entry as unread', async () => {
    const bench = await openBench({ answers: 'nothing-and-location', profile: 'documented' });
    const change = changeOf({ action: 'create', address: 'places/a', after: { name: 'Quay' } });
    const progress = progressOf([change]);
    const performed = await perform(change, bench.run, progress);
    const [{ id } = { id: '' }] = bench.world.live();
    expect(performed).toEqual({ type: 'made', id, stored: [] });
    expect(bench.lines[1]).toMatchObject({ entry: { leaves: { name: leaf('"Quay"', '~"Quay"') } } });
    expect([...progress.unseen]).toMatchObject([['places/a', { change, id, named: { name: 'Quay' } }]]);
    expect(progress.lastWritten('places/a')).toMatchObject({ id });
  });
});

describe('a replacement', () => {
  const replacing = async (bench: Bench, more: object = {}) => {
    const id = bench.world.put('articles', { title: 'Getting there', content: 'By boat.' });
    const after = { title: 'Getting there', content: 'By train.' };
    return { id, ...(await planned(bench, 'replace', 'articles/a', id, { after, ...more })) };
  };

  it('creates a new object, and records the old one and those that it had replaced', async () => {
    const bench = await openBench({ profile: 'documented' });
    const { change, snapshot, id } = await replacing(bench);
    const entry = entryOf('article', id, { replaces: ['first', 'second'], leaves: { status: leaf('"draft"') } });
    const performed = await bench.perform(change, { entries: { 'articles/a': entry }, snapshot });
    const made = bench.world.live()[1]!;
    expect(performed).toMatchObject({ type: 'made', id: made.id });
    expect(bench.lines[0]).toMatchObject({ action: 'create', replaces: [id, 'first', 'second'] });
    expect(bench.lines[1]).toMatchObject({ entry: { id: made.id, replaces: [id, 'first', 'second'] } });
    expect(bench.lines[1]).not.toHaveProperty('entry.leaves.status');
  });

  it('replaces the named objects even if the document has no entry', async () => {
    const bench = await openBench();
    const { change, snapshot, id } = await replacing(bench);
    await bench.perform(change, { snapshot });
    expect(bench.lines[1]).toMatchObject({ entry: { replaces: [id] } });
  });

  it('of a document without an object is a creation', async () => {
    const bench = await openBench();
    await bench.perform(changeOf({ action: 'replace', address: 'articles/a', after: { title: 'A' } }));
    expect(bench.story).toEqual(['intent articles/a', 'POST articles', 'written articles/a']);
    expect(bench.lines[1]).not.toHaveProperty('entry.replaces');
  });

  it('still reports what others typed into fields that no file has', async () => {
    const { bench, id } = await openBenchWith('events', { ...AN_EVENT, description: 'typed by others' });
    const { change, snapshot } = await planned(bench, 'replace', 'events/a', id, { after: AN_EVENT });
    const leaves = { title: leaf('"Opening"'), start_time: leaf(''), end_time: leaf('') };
    await bench.perform(change, {
      entries: { 'events/a': entryOf('event', id, { leaves, seen: { description: 'as it was' } }) },
      snapshot,
    });
    expect(bench.lines[1]).toMatchObject({ entry: { seen: { description: 'as it was' } } });
  });
});

describe('an update', () => {
  it('reads the object, records the intent, sends it, and records the result', async () => {
    const { bench, id } = await openBenchWith('events', { ...AN_EVENT, category: 'talk' }, { etags: true });
    const { change, snapshot } = await planned(bench, 'update', 'events/a', id, {
      after: { title: 'Closing' },
      settles: ['an older key'],
    });
    const entry = entryOf('event', id, {
      leaves: { title: leaf('"Opening"'), category: leaf('"talk"') },
      body: 'kept',
    });
    const performed = await bench.perform(change, { entries: { 'events/a': entry }, snapshot });
    expect(performed).toEqual({ type: 'made', id, stored: [] });
    expect(bench.story).toEqual([`GET events/${id}`, 'intent events/a', `PUT events/${id}`, 'written events/a']);
    expect(bench.world.asked[1]!.headers['if-match']).toBe(`"${id}-1"`);
    expect(bench.lines).toMatchObject([
      { action: 'update', id, at: bench.clock.now(), idempotencyKey: 'key to update events/a' },
      {
        settles: ['key to update events/a', 'an older key'],
        entry: { id, leaves: { title: leaf('"Closing"'), category: leaf('"talk"') }, body: 'kept' },
      },
    ]);
  });

  it('uses the id of a document that was created earlier in the run', async () => {
    const { bench, id } = await openBenchWith('events', AN_EVENT);
    const change = changeOf({ action: 'update', address: 'events/a', after: { title: 'Closing' } });
    expect(await bench.perform(change, { entries: { 'events/a': entryOf('event', id) } })).toMatchObject({ id });
    expect(bench.lines[0]).toMatchObject({ id });
    expect(bench.world.fieldsOf(id)).toMatchObject({ title: 'Closing' });
  });

  it('reports what is stored differently only if the base did not have it', async () => {
    const { bench, id } = await openBenchWith('events', AN_EVENT, { texts: 'trimmed' });
    const change = changeOf({ action: 'update', address: 'events/a', id, after: { title: 'Opening ' } });
    const known = entryOf('event', id, { leaves: { title: leaf('"Opening "', '"Opening"') } });
    expect(await bench.perform(change, { entries: { 'events/a': known } })).toMatchObject({ stored: [] });
    expect(await bench.perform(change)).toMatchObject({ stored: [{ field: 'title' }] });
  });

  it('is skipped if the object is gone', async () => {
    const { bench, id } = await openBenchWith('events', AN_EVENT);
    const { change, snapshot } = await planned(bench, 'update', 'events/a', id, { after: { title: 'Closing' } });
    bench.world.delete('events', id);
    expect(await bench.perform(change, { snapshot })).toEqual({ type: 'changed-since' });
  });

  it('accepts what the run itself wrote before', async () => {
    const { bench, id } = await openBenchWith('events', AN_EVENT);
    const first = await planned(bench, 'update', 'events/a', id, { after: { title: 'Closing' } });
    const second = { ...first.change, after: { category: 'talk' }, sets: ['category'] };
    const progress = progressOf([first.change, second], { 'events/a': entryOf('event', id) }, first.snapshot);
    bench.clock.sleep(1000);
    expect(await perform(first.change, bench.run, progress)).toMatchObject({ type: 'made' });
    expect(await perform(second, bench.run, progress)).toMatchObject({ type: 'made' });
    bench.world.update('events', id, { category: 'concert' });
    expect(await perform(second, bench.run, progress)).toEqual({ type: 'changed-since' });
  });

  it('of an object that lists show in part compares the rest by the modification time', async () => {
    const { bench, id } = await openBenchWith('articles', { title: 'Getting there', content: 'By boat.' });
    const { change, snapshot } = await planned(bench, 'update', 'articles/a', id, { after: { title: 'Arrival' } });
    expect(await bench.perform(change, { snapshot })).toMatchObject({ type: 'made' });
  });

  it('of such an object is skipped if it was changed in a field that the list does not show', async () => {
    const { bench, id } = await openBenchWith('articles', { title: 'Getting there', content: 'By boat.' });
    const { change, snapshot } = await planned(bench, 'update', 'articles/a', id, { after: { title: 'Arrival' } });
    await bench.clock.sleep(1000);
    bench.world.update('articles', id, { content: 'By train.' });
    expect(await bench.perform(change, { snapshot })).toEqual({ type: 'changed-since' });
  });

  it('of such an object is skipped if it was changed in a field that the list shows, whatever its time', async () => {
    const { bench, id } = await openBenchWith('articles', { title: 'Getting there', content: 'By boat.' });
    const { change, snapshot } = await planned(bench, 'update', 'articles/a', id, { after: { title: 'Arrival' } });
    bench.world.update('articles', id, { title: 'How to get there' });
    expect(await bench.perform(change, { snapshot })).toEqual({ type: 'changed-since' });
  });

  it('needs no list to see that the object is as planned', async () => {
    const { bench, id } = await openBenchWith('events', AN_EVENT);
    const { change } = await planned(bench, 'update', 'events/a', id, { after: { title: 'Closing' } });
    expect(await bench.perform(change)).toMatchObject({ type: 'made' });
  });

  it('is skipped if the object it was planned from has not been read', async () => {
    const { bench, id } = await openBenchWith('events', AN_EVENT);
    const { change } = await planned(bench, 'update', 'events/a', id, { after: { title: 'Closing' } });
    bench.world.update('events', id, { category: 'talk' });
    expect(await bench.perform(change)).toEqual({ type: 'changed-since' });
  });

  it('of a kind that can only be listed compares with the latest list', async () => {
    const { bench, id } = await openBenchWith('places', { name: 'Quay' }, { profile: 'documented' });
    const { change, snapshot, record } = await planned(bench, 'update', 'places/a', id, { after: { name: 'Pier' } });
    expect(await bench.perform(change, { snapshot })).toMatchObject({ type: 'made' });
    expect(bench.story).toEqual(['intent places/a', `PUT places/${id}`, 'written places/a']);

    const fresh = { ...record, fields: { name: 'Jetty' }, updatedAt: 'later' };
    expect(await bench.perform(change, { snapshot: snapshotOf(fresh) })).toEqual({ type: 'changed-since' });
  });

  it('of the broadcast reads the broadcast itself', async () => {
    const bench = await openBench();
    const { broadcastId } = bench.world;
    const change = changeOf({ action: 'update', address: 'broadcast', id: broadcastId, after: { name: 'Harbour' } });
    expect(await bench.perform(change)).toMatchObject({ type: 'made', id: broadcastId });
    expect(bench.story.map((each) => each.replace(/ users\S+/, ' root'))).toEqual([
      'GET root',
      'intent broadcast',
      'PATCH root',
      'written broadcast',
    ]);
  });

  it('withdraws its intent if the service rejects it', async () => {
    const { bench, id } = await openBenchWith('events', AN_EVENT);
    const change = changeOf({ action: 'update', address: 'events/a', id, after: { place_id: 'nowhere' } });
    await expect(bench.perform(change)).rejects.toThrow('400');
    expect(bench.lines).toMatchObject([{ type: 'intent' }, { type: 'dropped', settles: ['key to update events/a'] }]);
  });

  it('keeps its intent if its reply is lost and the outcome cannot be determined', async () => {
    const { bench, id } = await openBenchWith('places', { name: 'Quay' }, { profile: 'documented' });
    bench.world.arm([1, 2, 3, 4, 5].map((nth) => ({ do: 'fail-after', method: 'PUT', nth }) as const));
    const change = changeOf({ action: 'update', address: 'places/a', id, after: { name: 'Pier' } });
    await expect(bench.perform(change)).rejects.toThrow('502');
    expect(bench.lines).toMatchObject([{ type: 'intent' }]);
  });

  it('stores the new text of the body', async () => {
    const { bench, id } = await openBenchWith('articles', { title: 'A' });
    const change = changeOf({ action: 'update', address: 'articles/a', id, after: { content: 'New' }, body: 'New' });
    await bench.perform(change, { entries: { 'articles/a': entryOf('article', id, { body: 'kept Old' }) } });
    expect(bench.lines[1]).toMatchObject({ entry: { body: 'kept New' } });
  });

  it('does not mark what others typed into fields that no file has as seen', async () => {
    const { bench, id } = await openBenchWith('events', { ...AN_EVENT, description: 'typed by others' });
    const leaves = { title: leaf('"Opening"') };
    const before = { 'events/a': entryOf('event', id, { leaves, seen: { description: 'as it was' } }) };
    const snapshot = await bench.look('event');
    await bench.perform(changeOf({ action: 'update', address: 'events/a', id, after: { title: 'Closing' } }), {
      entries: before,
      snapshot,
    });
    expect(bench.lines[1]).toMatchObject({ entry: { seen: { description: 'as it was' } } });
  });
});

describe('a file that starts to manage another part of a field', () => {
  const leaves = { name: leaf('"Quay"'), 'coordinates.x': leaf('1') };
  const seen = { coordinates: 'as it was' };

  it.each(['update', 'replace'] as const)(
    'does not mark what others changed in the rest of it as seen: %s',
    async (action) => {
      const { bench, id } = await openBenchWith('places', { name: 'Quay', coordinates: { x: 1, y: 2 } });
      const change = changeOf({
        action,
        address: 'places/a',
        after: { name: 'Quay', coordinates: { x: 1, y: 2 } },
        sets: ['name'],
        drops: ['coordinates.x'],
        ...(action === 'replace' && { id }),
      });
      const snapshot = await bench.look('place');
      await bench.perform(change, { entries: { 'places/a': entryOf('place', id, { leaves, seen }) }, snapshot });
      expect(bench.lines[1]).toHaveProperty('entry.seen.coordinates', '!');
    },
  );
});

describe('a deletion', () => {
  it('puts the object in the trash, deletes it, and records that', async () => {
    const { bench, id } = await openBenchWith('events', AN_EVENT, { etags: true });
    const { change, snapshot } = await planned(bench, 'delete', 'events/a', id, { settles: ['an older key'] });
    expect(await bench.perform(change, { snapshot })).toEqual({ type: 'made', id });
    expect(bench.story).toEqual([`GET events/${id}`, 'trash events/a', `DELETE events/${id}`, 'deleted events/a']);
    expect(bench.world.asked[1]!.headers['if-match']).toBe(`"${id}-1"`);
    expect(bench.trash).toEqual([{ address: 'events/a', kind: 'event', id, fields: AN_EVENT }]);
    expect(bench.lines).toEqual([
      { type: 'deleted', address: 'events/a', id, at: bench.clock.now(), settles: ['an older key'] },
    ]);
  });

  it('of an object that is already gone succeeds, and the trash has its last known version', async () => {
    const { bench, id } = await openBenchWith('events', AN_EVENT);
    const { change, snapshot } = await planned(bench, 'delete', 'events/a', id);
    bench.world.delete('events', id);
    expect(await bench.perform(change, { snapshot })).toEqual({ type: 'made', id });
    expect(bench.trash).toMatchObject([{ fields: AN_EVENT }]);
    expect(bench.lines).toMatchObject([{ type: 'deleted', id }]);
  });

  it('of an object that was never read leaves an empty note in the trash', async () => {
    const bench = await openBench();
    await bench.perform(changeOf({ action: 'delete', address: 'events/a', id: 'gone' }));
    expect(bench.trash).toEqual([{ address: 'events/a', kind: 'event', id: 'gone', fields: {} }]);
  });

  it('leaves secrets out of the trash', async () => {
    const { bench, id } = await openBenchWith('events', { ...AN_EVENT, category: 'was a secret once' });
    const leaves = { category: leaf('!digest'), title: leaf('"Opening"') };
    const change = changeOf({ action: 'delete', address: 'events/a', id });
    await bench.perform(change, { entries: { 'events/a': entryOf('event', id, { leaves }) } });
    expect(bench.trash).toMatchObject([{ fields: { title: 'Opening' } }]);
    expect(bench.trash[0]!.fields).not.toHaveProperty('category');
  });

  it('of a document makes the run forget its id, but not for an object that it replaced', async () => {
    const bench = await openBench();
    const [id, old] = [bench.world.put('events', AN_EVENT), bench.world.put('events', AN_EVENT)];
    const progress = progressOf([], { 'events/a': entryOf('event', id) });
    await perform(changeOf({ action: 'delete', address: 'events/a', id: old }), bench.run, progress);
    expect(progress.idOf('events/a')).toBe(id);
    await perform(changeOf({ action: 'delete', address: 'events/a', id }), bench.run, progress);
    expect(progress.idOf('events/a')).toBeUndefined();
  });

  it('is recorded only after it was made', async () => {
    const { bench, id } = await openBenchWith('events', AN_EVENT);
    bench.world.instead = ({ method }) => (method === 'DELETE' ? { status: 403 } : undefined);
    await expect(bench.perform(changeOf({ action: 'delete', address: 'events/a', id }))).rejects.toThrow('403');
    expect(bench.lines).toEqual([]);
  });
});

describe('a change of our records', () => {
  it('adopts an object with the values on which both agree', async () => {
    const bench = await openBench();
    const agreed = { title: leaf('"Opening"') };
    const change = changeOf({
      action: 'adopt',
      address: 'events/a',
      id: 'x',
      agreed,
      settles: ['key'],
      updatedAt: 'then',
    });
    const snapshot = snapshotOf(recordOf('event', 'x', { title: 'Opening', category: 'talk' }));
    expect(await bench.perform(change, { snapshot })).toEqual({ type: 'made', id: 'x' });
    expect(bench.lines).toEqual([
      {
        type: 'written',
        address: 'events/a',
        entry: {
          kind: 'event',
          id: 'x',
          leaves: agreed,
          seen: { category: '{"category":"talk"}' },
          updatedAt: 'then',
          // The request that created it was sent at the latest now.
          writtenAt: bench.clock.now(),
        },
        settles: ['key'],
      },
    ]);
    expect(bench.story).toEqual(['written events/a']);
  });

  it('stores the text of an adopted body if the target has it too, or keeps the stored one', async () => {
    const bench = await openBench();
    const before = { entries: { 'articles/a': entryOf('article', 'x', { body: 'kept Old' }) } };
    await bench.perform(changeOf({ action: 'adopt', address: 'articles/a', id: 'x' }), before);
    for (const content of [leaf('New'), { sent: 'New', answered: '?' }, leaf('unsettled')]) {
      const change = changeOf({ action: 'adopt', address: 'articles/a', id: 'x', body: 'New', agreed: { content } });
      await bench.perform(change, before);
    }
    await bench.perform(changeOf({ action: 'adopt', address: 'articles/a', id: 'x' }));
    expect(bench.lines.map((line) => 'entry' in line && line.entry.body)).toEqual([
      'kept Old',
      'kept New',
      'kept Old',
      'kept Old',
      undefined,
    ]);
  });

  it('moves the entry to the new address, and forgets the old one', async () => {
    const bench = await openBench();
    const change = changeOf({ action: 'move', address: 'events/b', from: 'events/a', id: 'x' });
    const entry = entryOf('event', 'x', { leaves: { title: leaf('"Opening"') } });
    const progress = progressOf([], { 'events/a': entry });
    expect(await perform(change, bench.run, progress)).toEqual({ type: 'made', id: 'x' });
    expect(bench.lines).toEqual([{ type: 'moved', address: 'events/b', from: 'events/a', entry, settles: [] }]);
    expect([progress.idOf('events/a'), progress.idOf('events/b')]).toEqual([undefined, 'x']);
  });

  it('moves the entries of two documents that change places', async () => {
    const bench = await openBench();
    const move = (from: string, address: string, id: string) => changeOf({ action: 'move', address, from, id });
    const changes = [move('events/a', 'events/b', 'x'), move('events/b', 'events/a', 'y')];
    const [x, y] = ['x', 'y'].map((id) => entryOf('event', id, { leaves: { title: leaf(`"${id}"`) } }));
    const progress = progressOf(changes, { 'events/a': x!, 'events/b': y! });
    for (const change of changes) await perform(change, bench.run, progress);
    expect(bench.lines).toMatchObject([
      { type: 'moved', address: 'events/b', entry: x },
      { type: 'moved', address: 'events/a', entry: y },
    ]);
    expect([progress.idOf('events/a'), progress.idOf('events/b')]).toEqual(['y', 'x']);
    // An object that is gone does not take the entry of the one that is there now with it.
    await perform(changeOf({ action: 'forget', address: 'events/a', settles: ['key'] }), bench.run, progress);
    expect(bench.lines.at(-1)).toEqual({ type: 'dropped', address: 'events/a', settles: ['key'] });
  });

  it.each([[['key']], [undefined]])('forgets a document, and settles %j', async (settles) => {
    const bench = await openBench();
    const change = changeOf({ action: 'forget', address: 'events/a', ...(settles && { settles }) });
    const progress = progressOf([], { 'events/a': entryOf('event', 'x') });
    expect(await perform(change, bench.run, progress)).toEqual({ type: 'made' });
    expect(bench.lines).toEqual([{ type: 'forgotten', address: 'events/a', settles: settles ?? [] }]);
    expect(progress.idOf('events/a')).toBeUndefined();
  });
});
