/** Navigators, as part of a broadcast's app bar. */
import { expect, it } from 'vitest';
import { NOBODY } from './bodies.ts';
import { Fields } from './fields.ts';
import { NATIVE_SCREENS } from './interface-values.ts';
import { useService } from './service.ts';

const service = useService();
const fields = new Fields((body) => service.b.patch('', body));
const NAVIGATOR = '/appBar/rightNavigator';
const MOST = 9_007_199_254_740_991;

it('a navigator accepts a URI as its url', async () => {
  await fields.takes(
    `${NAVIGATOR}/url`,
    'https://harbour.example/tickets',
    'mailto:crew@harbour.example',
    'geo:48.39,-4.48',
  );
  await fields.refuses(`${NAVIGATOR}/url`, 'tickets', 'not a link', 7);
  await fields.refuses(
    `${NAVIGATOR}/url`,
    'https://harbour.example/ü',
    'https://häfen.example',
    'mailto:jürgen@a.example',
  );
  await fields.refuses(
    `${NAVIGATOR}/url`,
    'https://a.example/%zz',
    'https://a.example/?a[]=1',
    'https://a.example/#a#b',
  );
  await fields.takes(`${NAVIGATOR}/url`, 'https://a.example/%C3%BC?a%5B%5D=1#b', 'https://[2001:db8::1]:8443/');
});

it('a navigator points at articles, pages, sessions, hosts, interest points and maps by ids of 24 characters', async () => {
  for (const name of [
    'broadcastArticleId',
    'broadcastPageId',
    'broadcastSessionId',
    'broadcastHostId',
    'broadcastInterestPointId',
    'broadcastMapId',
  ]) {
    await fields.takes(`${NAVIGATOR}/${name}`, NOBODY);
    await fields.refuses(`${NAVIGATOR}/${name}`, NOBODY.slice(1), `${NOBODY}0`, 'pages/practical', 7);
  }
});

it('a navigator opens only the sixteen native screens', async () => {
  await fields.takes(`${NAVIGATOR}/nativeContent`, ...NATIVE_SCREENS);
  await fields.refuses(`${NAVIGATOR}/nativeContent`, 'settings', 'Home', '', 7);
});

it('a navigator accepts a query as an object', async () => {
  await fields.takes(`${NAVIGATOR}/query`, {}, { limit: 3, sort: { title: 'asc' } });
  await fields.refuses(`${NAVIGATOR}/query`, 'limit=3', ['limit'], 3);
});

it('every field of a navigator may be null', async () => {
  const everything = {
    url: null,
    broadcastArticleId: null,
    broadcastPageId: null,
    broadcastSessionId: null,
    broadcastHostId: null,
    broadcastInterestPointId: null,
    broadcastMapId: null,
    nativeContent: null,
    query: null,
  };
  expect((await service.b.patch('', { appBar: { leftNavigator: everything } })).status).toBe(200);
});

it('the filters of a query are a list of anything', async () => {
  await fields.takes(`${NAVIGATOR}/query/filters`, [], [{ category: 'concert' }, 'text', 7, null, ['list']]);
  await fields.refuses(`${NAVIGATOR}/query/filters`, 'category', { category: 'concert' });
});

it('the logical operator of a query is $and, $or or $nor', async () => {
  await fields.takes(`${NAVIGATOR}/query/filtersLogical`, '$and', '$or', '$nor');
  await fields.refuses(`${NAVIGATOR}/query/filtersLogical`, '$not', 'and', 7);
});

it('the limit of a query is an integer from 0 to 9007199254740991, or -1', async () => {
  await fields.takes(`${NAVIGATOR}/query/limit`, 0, 12, MOST, -1);
  await fields.refuses(`${NAVIGATOR}/query/limit`, -2, 1.5, MOST + 1, '12');
});

it('the skip of a query is an integer from 0 to 9007199254740991', async () => {
  await fields.takes(`${NAVIGATOR}/query/skip`, 0, 12, MOST);
  await fields.refuses(`${NAVIGATOR}/query/skip`, -1, 1.5, MOST + 1, '12');
});

it('the sort of a query is an object whose values are asc or desc', async () => {
  await fields.takes(`${NAVIGATOR}/query/sort`, {}, { title: 'asc', _createdAt: 'desc' });
  await fields.refuses(`${NAVIGATOR}/query/sort`, 'title', ['title']);
  await fields.refuses(`${NAVIGATOR}/query/sort/title`, 'up', 1);
});

it('every field of a query may be null', async () => {
  const query = { filters: null, filtersLogical: null, limit: null, skip: null, sort: null };
  expect((await service.b.patch('', { appBar: { leftNavigator: { query } } })).status).toBe(200);
});
