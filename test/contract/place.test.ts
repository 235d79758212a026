import { expect, it } from 'vitest';
import { place } from './bodies.ts';
import { Fields } from './fields.ts';
import { useService } from './service.ts';

const service = useService();
const fields = new Fields((body) => service.a.post('/places', body), place());

it('a place returns an id that the client cannot choose', async () => {
  expect((await service.a.post('/places', place())).json['id']).toBeTypeOf('string');
  await fields.refuses('/id', 'main-stage');
});

it('a place requires a name, which is text', async () => {
  await fields.needs('name');
  await fields.takes('/name', 'Main stage', 'Ποσειδών');
  await fields.refuses('/name', 7, null);
});

it('a place accepts a category as text of any kind', async () => {
  await fields.takes('/category', 'exhibitor', 'stage', 'facility', 'a category of our own');
  await fields.refuses('/category', 7);
});

it('a place accepts a description as text', async () => {
  await fields.takes('/description', 'On the east quay, facing the water.');
  await fields.refuses('/description', ['On the east quay']);
});

it('a place accepts coordinates as an object', async () => {
  await fields.takes('/coordinates', { x: 820, y: 410 });
  await fields.refuses('/coordinates', '820,410', [820, 410], 820);
});

it('the x of coordinates is an integer', async () => {
  await fields.takes('/coordinates', { x: 0, y: 410 }, { x: -5, y: 410 });
  await fields.refuses('/coordinates/x', 1.5, '820', null);
});

it('the y of coordinates is an integer', async () => {
  await fields.takes('/coordinates', { x: 820, y: 0 }, { x: 820, y: 4096 });
  await fields.refuses('/coordinates/y', 0.25, '410', null);
});

it('a place returns created_at, which the client cannot set', async () => {
  expect((await service.a.post('/places', place())).json['created_at']).toBe('2027-06-18T12:00:00.000Z');
  await fields.refuses('/created_at', '2027-06-18T12:00:00Z');
});

it('a place returns updated_at, which the client cannot set', async () => {
  expect((await service.a.post('/places', place())).json['updated_at']).toBe('2027-06-18T12:00:00.000Z');
  await fields.refuses('/updated_at', '2027-06-18T12:00:00Z');
});

it('stages, exhibitor stands, facilities and points of interest are all places', async () => {
  const { a } = await service.another();
  for (const category of ['stage', 'exhibitor', 'facility', 'point-of-interest']) {
    await a.post('/places', place({ category, coordinates: { x: 1, y: 1 } }));
  }
  expect((await a.get('/places')).data.map(({ category }) => category)).toEqual([
    'stage',
    'exhibitor',
    'facility',
    'point-of-interest',
  ]);
});
