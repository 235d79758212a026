import { describe, expect, it } from 'vitest';
import { createOnce, type Sending } from '../../src/apply/creation.ts';
import { openBench, TIMES } from './bench.ts';

const AN_EVENT: Sending = {
  kind: 'event',
  wire: { title: 'Opening', ...TIMES },
  secrets: [],
  idempotencyKey: 'key',
};
const A_PLACE: Sending = { ...AN_EVENT, kind: 'place', wire: { name: 'Quay' } };

describe('sending a creation once', () => {
  it('gives the object as the service answers it, without asking again', async () => {
    const { world, client } = await openBench();
    const made = await createOnce(AN_EVENT, client);
    const [{ id } = { id: '' }] = world.live();
    expect(made).toMatchObject({ type: 'made', id, record: { kind: 'event', id, fields: AN_EVENT.wire } });
    expect(world.story).toEqual(['POST events']);
  });

  it('reads the object by the id that came with an empty answer', async () => {
    const { world, client } = await openBench({ answers: 'nothing-and-location' });
    const made = await createOnce(AN_EVENT, client);
    const [{ id } = { id: '' }] = world.live();
    expect(made).toMatchObject({ type: 'made', id, record: { id, fields: AN_EVENT.wire } });
    expect(world.story).toEqual(['POST events', `GET events/${id}`]);
  });

  it('knows only the id of an object that cannot be read', async () => {
    const { world, client } = await openBench({ answers: 'nothing-and-location', profile: 'documented' });
    const made = await createOnce(A_PLACE, client);
    expect(made).toEqual({ type: 'made', id: world.live()[0]!.id, record: undefined });
  });

  it('does not fail when only the look at what was made fails', async () => {
    const { world, client } = await openBench({ answers: 'nothing-and-location' });
    world.instead = ({ method }) => (method === 'GET' ? { status: 403 } : undefined);
    expect(await createOnce(AN_EVENT, client)).toMatchObject({ type: 'made', record: undefined });
  });

  it('leaves it open where the answer does not say which object it made', async () => {
    const { client } = await openBench({ answers: 'nothing' });
    expect(await createOnce(AN_EVENT, client)).toEqual({
      type: 'open',
      confirmed: true,
      why: 'the service answered that it created it, without saying which object it is',
    });
  });

  it('leaves it open where the reply is lost, and is not sure that it was made', async () => {
    const { world, client } = await openBench();
    world.arm([{ do: 'lose-reply', method: 'POST', nth: 1 }]);
    const creation = await createOnce(AN_EVENT, client);
    expect(creation).toMatchObject({ type: 'open', confirmed: false, why: expect.stringContaining('POST /v1/events') });
    expect(world.story).toEqual(['POST events']);
  });

  it('is sure that it was made where only the end of the reply is lost', async () => {
    const { world, client } = await openBench();
    world.arm([{ do: 'truncate', method: 'POST', nth: 1 }]);
    expect(await createOnce(AN_EVENT, client)).toMatchObject({ type: 'open', confirmed: true });
  });

  it('takes the id from what is left of a reply', async () => {
    const { world, client } = await openBench();
    const id = world.put('events', AN_EVENT.wire);
    world.arm([{ do: 'truncate', method: 'POST', nth: 1 }]);
    world.instead = ({ method }) =>
      method === 'POST' ? { status: 201, headers: { location: `/v1/events/${id}` }, body: { id } } : undefined;
    expect(await createOnce(AN_EVENT, client)).toMatchObject({ type: 'made', id, record: { id } });
  });

  it('fails where the service refuses it, since nothing was made', async () => {
    const { client } = await openBench();
    const refused = createOnce({ ...AN_EVENT, wire: { ...AN_EVENT.wire, place_id: 'nowhere' } }, client);
    await expect(refused).rejects.toMatchObject({ type: 'refused', made: 'no' });
  });

  it('does not take a mistake of our own for a lost reply', async () => {
    const { client } = await openBench();
    const broken = { ...client, create: () => Promise.reject(new Error('out of memory')) };
    await expect(createOnce(AN_EVENT, broken)).rejects.toThrow('out of memory');
  });

  it('sends its key, and hides its secrets in what it says of a failure', async () => {
    const { world, client } = await openBench();
    world.instead = () => ({ status: 422, body: { error: { message: 'not hush-hush' } } });
    const refused = createOnce({ ...AN_EVENT, secrets: ['hush-hush'] }, client);
    await expect(refused).rejects.toThrow(/^(?!.*hush-hush)/);
    expect(world.asked[0]!.headers['idempotency-key']).toBe('key');
  });
});
