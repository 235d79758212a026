import { expect, it } from 'vitest';
import { article, page } from './bodies.ts';
import { Fields } from './fields.ts';
import { seconds } from './manual-clock.ts';
import { useService } from './service.ts';

const service = useService();
const fields = new Fields((body) => service.b.post('/broadcastPages', body), page());

it('every record of Surface B has an _id of 24 characters that the client cannot choose', async () => {
  expect((await service.b.post('/broadcastPages', page())).json['_id']).toMatch(/^[0-9a-f]{24}$/);
  expect((await service.b.get('')).json['_id']).toMatch(/^[0-9a-f]{24}$/);
  await fields.refuses('/_id', '64b7c0ffee64b7c0ffee0001');
});

it('every record of Surface B has _createdAt, which the client cannot set', async () => {
  expect((await service.b.post('/broadcastPages', page())).json['_createdAt']).toBe('2027-06-18T12:00:00.000Z');
  await fields.refuses('/_createdAt', '2027-06-18T12:00:00Z');
});

it('every record of Surface B has _updatedAt, which moves with each change', async () => {
  const { id } = await service.b.post('/broadcastPages', page());
  service.clock.advance(seconds(5));
  const updated = await service.b.patch(`/broadcastPages/${id}`, { title: 'Getting there' });
  expect(Date.parse(updated.json['_updatedAt'] as string)).toBe(service.clock.now());
  await fields.refuses('/_updatedAt', '2027-06-18T12:00:00Z', null);
});

fields.table(`
a record of Surface B accepts a _reference as text or null
  /_reference takes "cms-417" | /_reference may be null | /_reference refuses 7
the metadata of a record of Surface B is an object with any content
  /metadata takes {}, {"colour":"red","nested":{"list":[1,null,true]}} | /metadata refuses "text", ["list"], 7
`);

it('a record of Surface B without a _reference returns null: in lists, single reads and writes', async () => {
  const { b } = await service.another();
  const created = await b.post('/broadcastPages', page({ metadata: { _reference: 'of another system' } }));
  const { id } = created;
  for (const { json } of [created, await b.get(`/broadcastPages/${id}`), await b.patch(`/broadcastPages/${id}`, {})])
    expect(json['_reference']).toBeNull();
  expect((await b.get('/broadcastPages')).data).toMatchObject([{ _reference: null }]);
  expect((await b.get('')).json['_reference']).toBeNull();
  const named = await b.patch(`/broadcastPages/${id}`, { _reference: 'cms-417' });
  expect(named.json['_reference']).toBe('cms-417');
});

it('a delete result has success, referenceType, referenceId and operationType', async () => {
  const { id } = await service.a.post('/articles', article());
  expect((await service.b.delete(`/broadcastArticles/${id}`)).json).toEqual({
    success: true,
    referenceType: 'broadcastArticle',
    referenceId: id,
    operationType: 'delete',
  });
});
