import { beforeAll, expect, it } from 'vitest';
import { NOBODY, session } from './bodies.ts';
import { Fields } from './fields.ts';
import { useService } from './service.ts';

const service = useService();
let id: string;
beforeAll(async () => void ({ id } = await service.b.post('/broadcastSessions', session())));
const fields = new Fields((body) => service.b.patch(`/broadcastSessions/${id}`, body));

it('the title of a session has at least one character, or is null', async () => {
  await fields.takes('/title', 'R', 'Reading the river');
  await fields.refuses('/title', '', 7);
  await fields.clears('title');
});

it('the categoryIds of a session are ids of 24 characters, or null', async () => {
  await fields.takes('/categoryIds', [], [NOBODY]);
  await fields.refuses('/categoryIds/0', 'concert', `${NOBODY}0`, 7);
  await fields.clears('categoryIds');
});

it('the status of a session is draft or published, and always present', async () => {
  await fields.takes('/status', 'draft', 'published');
  await fields.refuses('/status', 'hidden', 7);
  const created = await service.b.post('/broadcastSessions', session());
  expect(created.json['status']).toBe('draft');
});

it('the description of a session is text, or null', async () => {
  await fields.takes('/description', 'What floods tell.');
  await fields.refuses('/description', 7);
  await fields.clears('description');
});

it('the hostIds of a session are ids of 24 characters, or null', async () => {
  await fields.takes('/hostIds', [], [NOBODY]);
  await fields.refuses('/hostIds/0', 'lena-moreau', 7);
  await fields.refuses('/hostIds', NOBODY);
  await fields.clears('hostIds');
});

it('the interestPointId of a session is an id of 24 characters, or null', async () => {
  await fields.takes('/interestPointId', NOBODY);
  await fields.refuses('/interestPointId', 'dock-hall', 7);
  await fields.clears('interestPointId');
});

it('the time of a session is an object, and always present', async () => {
  await fields.takes('/time', { start: '2027-06-19T10:00:00+02:00', end: '2027-06-19T11:00:00+02:00' });
  await fields.refuses('/time', '10:00', 7, null, ['10:00']);
  expect((await service.b.get(`/broadcastSessions/${id}`)).json['time']).toBeTypeOf('object');
});

it('the media of a session is anything, or null', async () => {
  await fields.takes('/media', 'https://harbour.example/media/river.jpg', { any: ['thing'] }, 7, true);
  await fields.clears('media');
});

it('the defaultLocale of a session is fr, en or es, or null', async () => {
  await fields.takes('/defaultLocale', 'fr', 'en', 'es');
  await fields.refuses('/defaultLocale', 'de', 'FR', 7);
  await fields.clears('defaultLocale');
});

it('the color of a session is text, or null', async () => {
  await fields.takes('/color', '#0b3c49', 'teal');
  await fields.refuses('/color', 7);
  await fields.clears('color');
});

it('the broadcastMapId of a session is an id of 24 characters, or null', async () => {
  await fields.takes('/broadcastMapId', NOBODY);
  await fields.refuses('/broadcastMapId', 'harbour', 7);
  await fields.clears('broadcastMapId');
});

it('the blocks of a session are a list of blocks, and always present', async () => {
  await fields.takes('/blocks', [], [{ type: 'paragraph', values: [{ text: 'Bring boots.' }] }]);
  await fields.refuses('/blocks', 'text');
  await fields.refuses('/blocks/0/type', 'unheard-of');
  const created = await service.b.post('/broadcastSessions', session());
  expect(created.json['blocks']).toEqual([]);
});

it('the localeDetails of a session are an object, or null', async () => {
  await fields.takes('/localeDetails', {}, { en: { title: 'Reading the river' } });
  await fields.refuses('/localeDetails', 'en', ['en']);
  await fields.clears('localeDetails');
});

it('the metadata of a session is an object', async () => {
  await fields.takes('/metadata', {}, { room: 3 });
  await fields.refuses('/metadata', 'room', ['room']);
});

it('a session has _id, _createdAt, _updatedAt and _reference', async () => {
  const created = await service.b.post('/broadcastSessions', session({ _reference: 'talk-7' }));
  expect(created.json).toMatchObject({
    _id: expect.any(String),
    _createdAt: '2027-06-18T12:00:00.000Z',
    _updatedAt: '2027-06-18T12:00:00.000Z',
    _reference: 'talk-7',
  });
});
