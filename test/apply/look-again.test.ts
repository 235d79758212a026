import { describe, expect, it } from 'vitest';
import { lookAt } from '../../src/apply/lost-replies.ts';
import { openBench, TIMES } from './bench.ts';

describe('reading an object after a write', () => {
  it('returns the object', async () => {
    const { world, client } = await openBench();
    const id = world.put('events', { title: 'Opening', ...TIMES });
    expect(await lookAt('event', id, client)).toMatchObject({ id, fields: { title: 'Opening' } });
  });

  it('returns nothing if there is none, or if the service fails', async () => {
    const { world, client } = await openBench();
    expect(await lookAt('event', 'none', client)).toBeUndefined();
    world.instead = () => ({ status: 403 });
    expect(await lookAt('event', 'none', client)).toBeUndefined();
  });

  it('sends no request if objects of this kind cannot be read by id', async () => {
    const { world, client } = await openBench({ profile: 'documented' });
    const id = world.put('places', { name: 'Quay' });
    expect(await lookAt('place', id, client)).toBeUndefined();
    expect(world.story).toEqual([]);
  });

  it('does not hide an internal error', async () => {
    const { client } = await openBench();
    const broken = { ...client, read: () => Promise.reject(new Error('out of memory')) };
    await expect(lookAt('event', 'x', broken)).rejects.toThrow('out of memory');
  });
});
