import { describe, expect, it } from 'vitest';
import { createOnce, lookAt, updateOnce, type Sending } from '../../src/apply/lost-replies.ts';
import { openBench, openBenchWith, TIMES, type Bench } from './bench.ts';
import type { JsonObject } from '../../src/values/json.ts';
import type { KindName } from '../../src/kinds/registry.ts';

const CREATION: Sending = {
  kind: 'event',
  wire: { title: 'Opening', ...TIMES },
  secrets: [],
  idempotencyKey: 'key',
};
const OF_A_PLACE: Sending = { ...CREATION, kind: 'place', wire: { name: 'Quay' } };

describe('sending a creation once', () => {
  it('returns the object from the answer, without another request', async () => {
    const { world, client } = await openBench();
    const made = await createOnce(CREATION, client);
    const [{ id } = { id: '' }] = world.live();
    expect(made).toMatchObject({ type: 'made', id, record: { kind: 'event', id, fields: CREATION.wire } });
    expect(world.story).toEqual(['POST events']);
  });

  it('reads the object by the id from an empty answer', async () => {
    const { world, client } = await openBench({ answers: 'nothing-and-location' });
    const made = await createOnce(CREATION, client);
    const [{ id } = { id: '' }] = world.live();
    expect(made).toMatchObject({ type: 'made', id, record: { id, fields: CREATION.wire } });
    expect(world.story).toEqual(['POST events', `GET events/${id}`]);
  });

  it('returns only the id of an object that cannot be read', async () => {
    const { world, client } = await openBench({ answers: 'nothing-and-location', profile: 'documented' });
    const made = await createOnce(OF_A_PLACE, client);
    expect(made).toEqual({ type: 'made', id: world.live()[0]!.id, record: undefined });
    expect(world.story).toEqual(['POST places']);
  });

  it.each([403, 404])('does not fail if only reading the created object fails, with %i', async (status) => {
    const { world, client } = await openBench({ answers: 'nothing-and-location' });
    world.instead = ({ method }) => (method === 'GET' ? { status } : undefined);
    expect(await createOnce(CREATION, client)).toMatchObject({ type: 'made', record: undefined });
  });

  it('leaves it open if the answer does not identify the object', async () => {
    const { client } = await openBench({ answers: 'nothing' });
    expect(await createOnce(CREATION, client)).toEqual({
      type: 'open',
      confirmed: true,
      why: 'the service confirmed the creation, but did not say which object it created',
    });
  });

  it('leaves it open, unconfirmed, if the reply is lost', async () => {
    const { world, client } = await openBench();
    world.arm([{ do: 'lose-reply', method: 'POST', nth: 1 }]);
    const creation = await createOnce(CREATION, client);
    expect(creation).toMatchObject({ type: 'open', confirmed: false, why: expect.stringContaining('POST /v1/events') });
    expect(world.story).toEqual(['POST events']);
  });

  it('leaves it open, confirmed, if only the end of the reply is lost', async () => {
    const { world, client } = await openBench();
    world.arm([{ do: 'truncate', method: 'POST', nth: 1 }]);
    expect(await createOnce(CREATION, client)).toMatchObject({ type: 'open', confirmed: true });
  });

  it('takes the id from a partial reply', async () => {
    const { world, client } = await openBench();
    const id = world.put('events', CREATION.wire);
    world.arm([{ do: 'truncate', method: 'POST', nth: 1 }]);
    world.instead = ({ method }) =>
      method === 'POST' ? { status: 201, headers: { location: `/v1/events/${id}` }, body: { id } } : undefined;
    expect(await createOnce(CREATION, client)).toMatchObject({ type: 'made', id, record: { id } });
  });

  it('fails if the service rejects it, because nothing was created', async () => {
    const { client } = await openBench();
    const refused = createOnce({ ...CREATION, wire: { ...CREATION.wire, place_id: 'nowhere' } }, client);
    await expect(refused).rejects.toMatchObject({ type: 'refused', made: 'no' });
  });

  it('does not mistake an internal error for a lost reply', async () => {
    const { client } = await openBench();
    const broken = { ...client, create: () => Promise.reject(new Error('out of memory')) };
    await expect(createOnce(CREATION, broken)).rejects.toThrow('out of memory');
  });

  it('sends its key, and hides its secrets in error messages', async () => {
    const { world, client } = await openBench();
    world.instead = () => ({ status: 422, body: { error: { message: 'not hush-hush' } } });
    const refused = createOnce({ ...CREATION, secrets: ['hush-hush'] }, client);
    await expect(refused).rejects.toThrow(/^(?!.*hush-hush)/);
    expect(world.asked[0]!.headers['idempotency-key']).toBe('key');
  });
});

const AN_EVENT = { title: 'Opening', ...TIMES };
const updating = ({ client }: Bench, id: string, wire: JsonObject, kind: KindName = 'event', etag?: string) =>
  updateOnce({ kind, id, wire, secrets: [], etag }, client);
/** The first attempt succeeds and its reply is lost, so it invalidates the precondition of the second. */
const loseReply = ({ world }: Bench): void => world.arm([{ do: 'lose-reply', method: 'PUT', nth: 1 }]);

describe('sending an update', () => {
  it('returns the object from the answer, without another request', async () => {
    const { bench, id } = await openBenchWith('events', AN_EVENT);
    expect(await updating(bench, id, { title: 'Closing' })).toMatchObject({ id, fields: { title: 'Closing' } });
    expect(bench.story).toEqual([`PUT events/${id}`]);
  });

  it('reads the object if the answer is empty', async () => {
    const { bench, id } = await openBenchWith('events', AN_EVENT, { answers: 'nothing' });
    expect(await updating(bench, id, { title: 'Closing' })).toMatchObject({ fields: { title: 'Closing' } });
    expect(bench.story).toEqual([`PUT events/${id}`, `GET events/${id}`]);
  });

  it('returns nothing if the answer is empty and the object cannot be read', async () => {
    const { bench, id } = await openBenchWith(
      'places',
      { name: 'Quay' },
      { answers: 'nothing', profile: 'documented' },
    );
    expect(await updating(bench, id, { name: 'Pier' }, 'place')).toBeUndefined();
  });

  it('recognises its own change if the reply was lost and the second attempt is rejected because of the first', async () => {
    const { bench, id } = await openBenchWith('events', AN_EVENT, { etags: true, texts: 'trimmed' });
    loseReply(bench);
    const record = await updating(bench, id, { title: 'Closing ', category: null }, 'event', `"${id}-1"`);
    expect(record).toMatchObject({ fields: { title: 'Closing' } });
  });

  it('counts values that the service does not show as its own', async () => {
    const { bench, id } = await openBenchWith('webhooks', { url: 'https://hooks.example' }, { etags: true });
    loseReply(bench);
    const wire = { url: 'https://hooks.example/b', secret: 'hush' };
    expect(await updating(bench, id, wire, 'webhook', `"${id}-1"`)).toMatchObject({ hidden: ['secret'] });
  });

  it('recognises its own change if a proxy sent it twice and passes on that the object has changed', async () => {
    const { bench, id } = await openBenchWith('events', AN_EVENT, { etags: true });
    bench.world.instead = ({ method }) => {
      if (method === 'PUT') bench.world.update('events', id, { title: 'ours' });
      return undefined;
    };
    expect(await updating(bench, id, { title: 'ours' }, 'event', `"${id}-1"`)).toMatchObject({
      fields: { title: 'ours' },
    });
  });

  it('does not count a value that the service does not show as its own if the object has changed', async () => {
    const { bench, id } = await openBenchWith('webhooks', { url: 'https://hooks.example' }, { etags: true });
    const update = updating(bench, id, { secret: 'hush' }, 'webhook', '"another"');
    await expect(update).rejects.toMatchObject({ type: 'changed', made: 'no' });
  });

  it.each([{ title: 'theirs' }, { title: 'theirs', category: 'talk' }])(
    'fails if the object has something other than what was sent: %j',
    async (theirs) => {
      const { bench, id } = await openBenchWith('events', AN_EVENT, { etags: true });
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
    const { bench, id } = await openBenchWith('places', { name: 'Quay' }, { profile: 'documented', etags: true });
    loseReply(bench);
    await expect(updating(bench, id, { name: 'Pier' }, 'place', `"${id}-1"`)).rejects.toMatchObject({
      type: 'lost-reply',
    });
  });

  it('does not read again if the service rejected it', async () => {
    const { bench, id } = await openBenchWith('events', AN_EVENT);
    await expect(updating(bench, id, { place_id: 'nowhere' })).rejects.toMatchObject({ type: 'refused' });
    expect(bench.story).toEqual([`PUT events/${id}`]);
  });

  it('does not mistake an internal error for a lost reply', async () => {
    const { bench, id } = await openBenchWith('events', AN_EVENT);
    const client = { ...bench.client, update: () => Promise.reject(new Error('out of memory')) };
    const wire = { title: 'Opening' };
    const broken = updateOnce({ kind: 'event', id, wire, secrets: [], etag: undefined }, client);
    await expect(broken).rejects.toThrow('out of memory');
  });

  it('sends the precondition', async () => {
    const { bench, id } = await openBenchWith('events', AN_EVENT, { etags: true });
    await expect(updating(bench, id, { title: 'ours' }, 'event', '"another"')).rejects.toMatchObject({
      type: 'changed',
    });
    expect(bench.world.fieldsOf(id)).toMatchObject({ title: 'Opening' });
  });
});

describe('reading an object after a write', () => {
  it('does not hide an internal error', async () => {
    const { client } = await openBench();
    const broken = { ...client, read: () => Promise.reject(new Error('out of memory')) };
    await expect(lookAt('event', 'x', broken)).rejects.toThrow('out of memory');
  });
});
