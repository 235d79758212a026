import { expect, it } from 'vitest';
import { NOBODY, page } from './bodies.ts';
import { Fields } from './fields.ts';
import { NATIVE_SCREENS } from './interface-values.ts';
import { useService } from './service.ts';

const service = useService();
const fields = new Fields((body) => service.b.post('/broadcastPages', body), page());

it('a page has a status', async () => {
  await fields.takes('/status', 'draft', 'published');
  await fields.refuses('/status', 7);
});

it('a page has blocks', async () => {
  await fields.takes('/blocks', [], [{ type: 'paragraph', values: [{ text: 'Everything for a good weekend.' }] }]);
  await fields.refuses('/blocks', 'text', { type: 'paragraph' });
});

it('a page has _id and _createdAt', async () => {
  const created = await service.b.post('/broadcastPages', page());
  expect(created.json).toMatchObject({ _id: expect.any(String), _createdAt: '2027-06-18T12:00:00.000Z' });
});

it('a page has categoryIds, each an id of 24 characters', async () => {
  await fields.takes('/categoryIds', [], [NOBODY, NOBODY]);
  await fields.refuses('/categoryIds', NOBODY);
  await fields.refuses('/categoryIds/0', 'concert', NOBODY.slice(1), 7);
});

it('a page has media', async () => {
  await fields.takes('/media', 'https://harbour.example/media/quay.jpg', {
    url: 'https://harbour.example/media/quay.jpg',
  });
});

it('a page has a title, which is text', async () => {
  await fields.takes('/title', 'Practical information');
  await fields.refuses('/title', 7);
});

it('a page has a url, which is text', async () => {
  await fields.takes('/url', 'https://harbour.example/tickets');
  await fields.refuses('/url', 7);
});

it('a page has localeDetails, which are an object', async () => {
  await fields.takes('/localeDetails', {}, { en: { title: 'Practical information' } });
  await fields.refuses('/localeDetails', 'en', ['en']);
});

it('a page has isPrivate, which is true or false', async () => {
  await fields.takes('/isPrivate', true, false);
  await fields.refuses('/isPrivate', 'yes');
});

it('a page has a defaultLocale', async () => {
  await fields.takes('/defaultLocale', 'fr', 'en', 'es');
});

it('the nativeContent of a page is one of the sixteen native screens', async () => {
  await fields.takes('/nativeContent', ...NATIVE_SCREENS);
  await fields.refuses('/nativeContent', 'settings', 7);
});

it('a page has metadata, _updatedAt and _reference', async () => {
  const created = await service.b.post('/broadcastPages', page({ metadata: { a: 1 }, _reference: 'cms-1' }));
  expect(created.json).toMatchObject({
    metadata: { a: 1 },
    _reference: 'cms-1',
    _updatedAt: '2027-06-18T12:00:00.000Z',
  });
});
