import { expect, it } from 'vitest';
import { insertRecord } from '../../src/service/store/records.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { NOBODY } from './bodies.ts';
import { Fields } from './fields.ts';
import { useService } from './service.ts';

const service = useService();
const fieldsOf = (collection: string, rest: JsonObject = {}): Fields =>
  new Fields((body) => service.b.post(`/${collection}`, body), rest);

it('an analytics event has a type, which is text, and metadata', async () => {
  const fields = fieldsOf('broadcastEvents');
  await fields.takes('/type', 'screen.opened');
  await fields.refuses('/type', 7);
  await fields.takes('/metadata', { screen: 'program' });
  await fields.refuses('/metadata', 'program');
});

it('a media file has a _userId that the service assigns', async () => {
  const created = await service.b.post('/media', { mediaUrl: 'https://harbour.example/media/bridge.jpg' });
  expect(created.json['_userId']).toBe(service.userId);
  await fieldsOf('media').refuses('/_userId', NOBODY);
});

it('a media file has a mediaUrl', async () => {
  await fieldsOf('media').takes('/mediaUrl', 'https://harbour.example/media/bridge.jpg');
});

it('a media file says whether it is external', async () => {
  await fieldsOf('media').takes('/external', true, false);
  await fieldsOf('media').refuses('/external', 'yes');
});

it('a diffuser has a type', async () => {
  await fieldsOf('broadcastDiffusers').takes('/type', 'web');
});

it('the seo of a diffuser has title, metaDescription and indexing', async () => {
  const fields = fieldsOf('broadcastDiffusers', { type: 'web' });
  await fields.takes('/seo', {
    title: 'Harbour festival',
    metaDescription: 'Three days by the river.',
    indexing: true,
  });
  await fields.refuses('/seo', 'Harbour festival');
  await fields.refuses('/seo/indexing', 'yes');
});

it('an interest point has the id of its map and a status', async () => {
  const fields = fieldsOf('broadcastInterestPoints', { title: 'Dock hall' });
  await fields.takes('/mapId', NOBODY);
  await fields.refuses('/mapId', 'harbour');
  await fields.takes('/status', 'draft', 'published');
});

it('a map has type, status and metadata', async () => {
  const fields = fieldsOf('broadcastMaps', { title: 'The harbour' });
  await fields.takes('/type', 'image');
  await fields.takes('/status', 'draft', 'published');
  await fields.takes('/metadata', { floor: 1 });
});

it('a member has an email', async () => {
  await fieldsOf('broadcastMembers').takes('/email', 'crew@harbour.example');
});

it('a revision says whether the terms were accepted', async () => {
  const { b, broadcastId } = await service.another();
  const [createdAt, updatedAt] = ['2027-06-18T12:00:00.000Z', '2027-06-18T12:00:00.000Z'];
  await service.service.engine.write('everything', () =>
    insertRecord({
      id: NOBODY,
      broadcastId,
      kind: 'revision',
      fields: JSON.stringify({ tos: { accepted: true } }),
      placeId: null,
      secret: null,
      createdAt,
      updatedAt,
    }),
  );
  expect((await b.get(`/revisions/${NOBODY}`)).json).toMatchObject({ _id: NOBODY, tos: { accepted: true } });
});

it('a font has a fontFamily, which is text', async () => {
  await fieldsOf('fonts').takes('/fontFamily', 'Bricolage Grotesque');
  await fieldsOf('fonts').refuses('/fontFamily', 7);
});

it('the weights of a font are objects with a weight and a url', async () => {
  const fields = fieldsOf('fonts', { fontFamily: 'Bricolage Grotesque' });
  await fields.takes('/weights', [{ weight: 700, url: 'https://harbour.example/media/bricolage-700.woff2' }]);
  await fields.refuses('/weights', 700);
  await fields.refuses('/weights/0/weight', 'bold');
  await fields.refuses('/weights/0/url', 7);
});

it('a contact has fields, each with a text key and a text value, and the common fields', async () => {
  const answers = [
    { key: 'name', value: 'Ada' },
    { key: 'company', value: 'Harbour' },
  ];
  const { id } = await service.b.post('/broadcastContacts', { fields: answers, metadata: { source: 'form' } });
  expect((await service.b.get(`/broadcastContacts/${id}`)).json).toMatchObject({
    _id: id,
    _createdAt: '2027-06-18T12:00:00.000Z',
    _updatedAt: '2027-06-18T12:00:00.000Z',
    fields: answers,
    metadata: { source: 'form' },
  });
});

it('the key and the value of a field of a contact are text', async () => {
  const fields = new Fields((body) => service.b.post('/broadcastContacts', body));
  await fields.refuses('/fields', 'name');
  await fields.refuses('/fields/0/key', 7);
  await fields.refuses('/fields/0/value', 7);
});
