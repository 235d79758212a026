/** Blocks, as part of a page. */
import { expect, it } from 'vitest';
import { NOBODY, page } from './bodies.ts';
import { Fields } from './fields.ts';
import { BLOCK_TYPES } from './interface-values.ts';
import { useService } from './service.ts';

const service = useService();
const fields = new Fields((body) => service.b.post('/broadcastPages', body), page({ blocks: [{ type: 'media' }] }));

it('blocks keep their order', async () => {
  const types = ['title', 'divider', 'paragraph', 'title', 'map'];
  const { id } = await service.b.post('/broadcastPages', page({ blocks: types.map((type) => ({ type })) }));
  const { blocks } = (await service.b.get(`/broadcastPages/${id}`)).json as unknown as { blocks: { type: string }[] };
  expect(blocks.map(({ type }) => type)).toEqual(types);
});

it('a block has one of the sixteen types', async () => {
  await fields.takes('/blocks/0/type', ...BLOCK_TYPES);
  await fields.refuses('/blocks/0/type', 'video', 'Title', '', 7, null);
});

it('the key of a block is text', async () => {
  await fields.takes('/blocks/0/key', 'intro');
  await fields.refuses('/blocks/0/key', 7);
});

it('the height of a block is a number', async () => {
  await fields.takes('/blocks/0/height', 0, 240.5);
  await fields.refuses('/blocks/0/height', '240px');
});

it('the values of a block are a list', async () => {
  await fields.takes('/blocks/0/values', [], [{ media: 'https://harbour.example/media/quay.jpg' }]);
  await fields.refuses('/blocks/0/values', 'quay.jpg', { media: 'quay.jpg' });
});

it('a block has a format', async () => {
  await fields.takes('/blocks/0/format', 'carousel', 'wall');
});

it('an entry of a media block has media, backgroundColor, fit and navigator', async () => {
  await fields.takes('/blocks/0/values', [
    {
      media: { url: 'https://harbour.example/media/quay.jpg', alt: 'The quay' },
      backgroundColor: '#0b3c49',
      fit: 'cover',
      navigator: { nativeContent: 'maps' },
    },
  ]);
});

it('undocumented fields of a block are kept', async () => {
  await fields.takes('/blocks/0', {
    type: 'countdown',
    values: [{ date: '2027-06-18T20:30:00+02:00' }],
    ours: { a: 1 },
  });
});

const tiles = new Fields((body) => service.b.patch('', body));
const TILE = '/structure/profileTiles/0';

it('a tile accepts a bottomBarIndex as a number or null', async () => {
  await tiles.takes(`${TILE}/bottomBarIndex`, 0, 3, null);
  await tiles.refuses(`${TILE}/bottomBarIndex`, '3');
});

it('a tile accepts a navigator or null', async () => {
  await tiles.takes(`${TILE}/navigator`, { broadcastPageId: NOBODY }, { nativeContent: 'program' }, null);
  await tiles.refuses(`${TILE}/navigator`, 'program');
  await tiles.refuses(`${TILE}/navigator/nativeContent`, 'settings');
});

it('a tile accepts a title as text or null', async () => {
  await tiles.takes(`${TILE}/title`, 'Programme', null);
  await tiles.refuses(`${TILE}/title`, 7);
});

it('the icon of a tile is from the lucide, remix or hero family, with any type, or null', async () => {
  await tiles.takes(
    `${TILE}/icon`,
    { family: 'lucide', type: 'calendar-days' },
    { family: 'remix', type: 'ours' },
    null,
  );
  await tiles.takes(`${TILE}/icon/family`, 'lucide', 'remix', 'hero');
  await tiles.refuses(`${TILE}/icon/family`, 'material', 7);
  await tiles.refuses(`${TILE}/icon/type`, 7);
  await tiles.refuses(`${TILE}/icon`, 'calendar-days');
});
