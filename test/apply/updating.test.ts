import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import type { KindName } from '../../src/kinds/registry.ts';
import { updateOnce } from '../../src/apply/lost-replies.ts';
import { openBench, TIMES, type Bench } from './bench.ts';

const AN_EVENT = { title: 'Opening', ...TIMES };
const updating = ({ client }: Bench, id: string, wire: JsonObject, kind: KindName = 'event', etag?: string) =>
  updateOnce({ kind, id, wire, secrets: [], etag }, client);
/** The first attempt succeeds and its reply is lost, so it invalidates the precondition of the second. */
const loseReply = ({ world }: Bench): void => world.arm([{ do: 'lose-reply', method: 'PUT', nth: 1 }]);

describe('sending an update', () => {
  it('returns the object from the answer, without another request', async () => {
    const bench = await openBench();
    const id = bench.world.put('events', AN_EVENT);
    expect(await updating(bench, id, { title: 'Closing' })).toMatchObject({ id, fields: { title: 'Closing' } });
    expect(bench.story).toEqual([`PUT events/${id}`]);
  });

  it('reads the object if the answer is empty', async () => {
    const bench = await openBench({ answers: 'nothing' });
    const id = bench.world.put('events', AN_EVENT);
    expect(await updating(bench, id, { title: 'Closing' })).toMatchObject({ fields: { title: 'Closing' } });
    expect(bench.story).toEqual([`PUT events/${id}`, `GET events/${id}`]);
  });

  it('returns nothing if the answer is empty and the object cannot be read', async () => {
    const bench = await openBench({ answers: 'nothing', profile: 'documented' });
    const id = bench.world.put('places', { name: 'Quay' });
    expect(await updating(bench, id, { name: 'Pier' }, 'place')).toBeUndefined();
  });

  it('recognises its own change if the reply was lost and the second attempt is rejected because of the first', async () => {
    const bench = await openBench({ etags: true, texts: 'trimmed' });
    const id = bench.world.put('events', AN_EVENT);
    loseReply(bench);
    const record = await updating(bench, id, { title: 'Closing ', category: null }, 'event', `"${id}-1"`);
    expect(record).toMatchObject({ fields: { title: 'Closing' } });
  });

  it('counts values that the service does not show as its own', async () => {
    const bench = await openBench({ etags: true });
    const id = bench.world.put('webhooks', { url: 'https://hooks.example' });
    loseReply(bench);
    const wire = { url: 'https://hooks.example/b', secret: 'hush' };
    expect(await updating(bench, id, wire, 'webhook', `"${id}-1"`)).toMatchObject({ hidden: ['secret'] });
  });

  it('recognises its own change if a proxy sent it twice and passes on that the object has changed', async () => {
    const bench = await openBench({ etags: true });
    const id = bench.world.put('events', AN_EVENT);
    bench.world.instead = ({ method }) => {
      if (method === 'PUT') bench.world.update('events', id, { title: 'ours' });
      return undefined;
    };
    expect(await updating(bench, id, { title: 'ours' }, 'event', `"${id}-1"`)).toMatchObject({
      fields: { title: 'ours' },
    });
  });

  it('does not count a value that the service does not show as its own if the object has changed', async () => {
    const bench = await openBench({ etags: true });
    const id = bench.world.put('webhooks', { url: 'https://hooks.example' });
    const update = updating(bench, id, { secret: 'hush' }, 'webhook', '"another"');
    await expect(update).rejects.toMatchObject({ type: 'changed', made: 'no' });
  });

  it.each([{ title: 'theirs' }, { title: 'theirs', category: 'talk' }])(
    'fails if the object has something other than what was sent: %j',
    async (theirs) => {
      const bench = await openBench({ etags: true });
      const id = bench.world.put('events', AN_EVENT);
      loseReply(bench);
      bench.world.instead = ({ method }) => {
        if (method === 'GET') bench.world.update('events', id, theirs);
        return undefined;
      };
      const lost = updating(bench, id, { title: 'ours', category: 'talk' }, 'event', `"${id}-1"`);
      await expect(lost).rejects.toMatchObject({ type: 'lost-reply', made: 'unknown' });
    },
  );

  it('fails if it cannot be checked whether it was made', async () => {
    const bench = await openBench({ profile: 'documented', etags: true });
    const id = bench.world.put('places', { name: 'Quay' });
    loseReply(bench);
    await expect(updating(bench, id, { name: 'Pier' }, 'place', `"${id}-1"`)).rejects.toMatchObject({
      type: 'lost-reply',
    });
  });

  it('does not read again if the service rejected it', async () => {
    const bench = await openBench();
    const id = bench.world.put('events', AN_EVENT);
    await expect(updating(bench, id, { place_id: 'nowhere' })).rejects.toMatchObject({ type: 'refused' });
    expect(bench.story).toEqual([`PUT events/${id}`]);
  });

  it('does not mistake an internal error for a lost reply', async () => {
    const bench = await openBench();
    const id = bench.world.put('events', AN_EVENT);
    const client = { ...bench.client, update: () => Promise.reject(new Error('out of memory')) };
    const wire = { title: 'Opening' };
    const broken = updateOnce({ kind: 'event', id, wire, secrets: [], etag: undefined }, client);
    await expect(broken).rejects.toThrow('out of memory');
  });

  it('sends the precondition', async () => {
    const bench = await openBench({ etags: true });
    const id = bench.world.put('events', AN_EVENT);
    await expect(updating(bench, id, { title: 'ours' }, 'event', '"another"')).rejects.toMatchObject({
      type: 'changed',
    });
    expect(bench.world.fieldsOf(id)).toMatchObject({ title: 'Opening' });
  });
});
