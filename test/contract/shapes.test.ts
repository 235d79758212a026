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

fields.table(`
a block has one of the sixteen types
  /blocks/0/type takes "${BLOCK_TYPES.join('", "')}" | /blocks/0/type refuses "video", "Title", "", 7, null
the key of a block is text | /blocks/0/key takes "intro" | /blocks/0/key refuses 7
the height of a block is a number | /blocks/0/height takes 0, 240.5 | /blocks/0/height refuses "240px"
the values of a block are a list
  /blocks/0/values takes [], [{"media":"https://harbour.example/media/quay.jpg"}]
  /blocks/0/values refuses "quay.jpg", {"media":"quay.jpg"}
a block has a format | /blocks/0/format takes "carousel", "wall"
undocumented fields of a block are kept
  /blocks/0 takes {"type":"countdown","values":[{"date":"2027-06-18T20:30:00+02:00"}],"ours":{"a":1}}
`);

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

const tiles = new Fields((body) => service.b.patch('', body));

tiles.table(`
a tile accepts a bottomBarIndex as a number or null
  /structure/profileTiles/0/bottomBarIndex takes 0, 3, null | /structure/profileTiles/0/bottomBarIndex refuses "3"
a tile accepts a navigator or null
  /structure/profileTiles/0/navigator takes {"broadcastPageId":"${NOBODY}"}, {"nativeContent":"program"}, null
  /structure/profileTiles/0/navigator refuses "program"
  /structure/profileTiles/0/navigator/nativeContent refuses "settings"
a tile accepts a title as text or null
  /structure/profileTiles/0/title takes "Programme", null | /structure/profileTiles/0/title refuses 7
the icon of a tile is from the lucide, remix or hero family, with any type, or null
  /structure/profileTiles/0/icon takes {"family":"lucide","type":"calendar-days"}, {"family":"remix","type":"ours"}, null
  /structure/profileTiles/0/icon/family takes "lucide", "remix", "hero"
  /structure/profileTiles/0/icon/family refuses "material", 7 | /structure/profileTiles/0/icon/type refuses 7
  /structure/profileTiles/0/icon refuses "calendar-days"
`);
