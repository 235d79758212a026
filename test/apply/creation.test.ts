import { describe, expect, it } from 'vitest';
import { createOnce, type Sending } from '../../src/apply/lost-replies.ts';
import { openBench, TIMES } from './bench.ts';

const AN_EVENT: Sending = {
  kind: 'event',
  wire: { title: 'Opening', ...TIMES },
  secrets: [],
  idempotencyKey: 'key',
};
const A_PLACE: Sending = { ...AN_EVENT, kind: 'place', wire: { name: 'Quay' } };

describe('sending a creation once', () => {
  it('returns the object from the answer, without another request', async () => {
    const { world, client } = await openBench();
    const made = await createOnce(AN_EVENT, client);
    const [{ id } = { id: '' }] = world.live();
    expect(made).toMatchObject({ type: 'made', id, record: { kind: 'event', id, fields: AN_EVENT.wire } });
    expect(world.story).toEqual(['POST events']);
  });

  it('reads the object by the id from an empty answer', async () => {
    const { world, client } = await openBench({ answers: 'nothing-and-location' });
    const made = await createOnce(AN_EVENT, client);
    const [{ id } = { id: '' }] = world.live();
    expect(made).toMatchObject({ type: 'made', id, record: { id, fields: AN_EVENT.wire } });
    expect(world.story).toEqual(['POST events', `GET events/${id}`]);
  });

  it('returns only the id of an object that cannot be read', async () => {
    const { world, client } = await openBench({ answers: 'nothing-and-location', profile: 'documented' });
    const made = await createOnce(A_PLACE, client);
    expect(made).toEqual({ type: 'made', id: world.live()[0]!.id, record: undefined });
  });

  it('does not fail if only reading the created object fails', async () => {
    const { world, client } = await openBench({ answers: 'nothing-and-location' });
    world.instead = ({ method }) => (method === 'GET' ? { status: 403 } : undefined);
    expect(await createOnce(AN_EVENT, client)).toMatchObject({ type: 'made', record: undefined });
  });

  it('leaves it open if the answer does not identify the object', async () => {
    const { client } = await openBench({ answers: 'nothing' });
    expect(await createOnce(AN_EVENT, client)).toEqual({
      type: 'open',
      confirmed: true,
      why: 'the service confirmed the creation, but did not say which object it created',
    });
  });

  it('leaves it open, unconfirmed, if the reply is lost', async () => {
    const { world, client } = await openBench();
    world.arm([{ do: 'lose-reply', method: 'POST', nth: 1 }]);
    const creation = await createOnce(AN_EVENT, client);
    expect(creation).toMatchObject({ type: 'open', confirmed: false, why: expect.stringContaining('POST /v1/events') });
    expect(world.story).toEqual(['POST events']);
  });

  it('leaves it open, confirmed, if only the end of the reply is lost', async () => {
    const { world, client } = await openBench();
    world.arm([{ do: 'truncate', method: 'POST', nth: 1 }]);
    expect(await createOnce(AN_EVENT, client)).toMatchObject({ type: 'open', confirmed: true });
  });

  it('takes the id from a partial reply', async () => {
    const { world, client } = await openBench();
    const id = world.put('events', AN_EVENT.wire);
    world.arm([{ do: 'truncate', method: 'POST', nth: 1 }]);
    world.instead = ({ method }) =>
      method === 'POST' ? { status: 201, headers: { location: `/v1/events/${id}` }, body: { id } } : undefined;
    expect(await createOnce(AN_EVENT, client)).toMatchObject({ type: 'made', id, record: { id } });
  });

  it('fails if the service rejects it, because nothing was created', async () => {
    const { client } = await openBench();
    const refused = createOnce({ ...AN_EVENT, wire: { ...AN_EVENT.wire, place_id: 'nowhere' } }, client);
    await expect(refused).rejects.toMatchObject({ type: 'refused', made: 'no' });
  });

  it('does not mistake an internal error for a lost reply', async () => {
    const { client } = await openBench();
    const broken = { ...client, create: () => Promise.reject(new Error('out of memory')) };
    await expect(createOnce(AN_EVENT, broken)).rejects.toThrow('out of memory');
  });

  it('sends its key, and hides its secrets in error messages', async () => {
    const { world, client } = await openBench();
    world.instead = () => ({ status: 422, body: { error: { message: 'not hush-hush' } } });
    const refused = createOnce({ ...AN_EVENT, secrets: ['hush-hush'] }, client);
    await expect(refused).rejects.toThrow(/^(?!.*hush-hush)/);
    expect(world.asked[0]!.headers['idempotency-key']).toBe('key');
  });
});
