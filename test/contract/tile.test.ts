/** Tiles, as part of a broadcast's profile screen. */
import { it } from 'vitest';
import { NOBODY } from './bodies.ts';
import { Fields } from './fields.ts';
import { useService } from './service.ts';

const service = useService();
const fields = new Fields((body) => service.b.patch('', body));
const TILE = '/structure/profileTiles/0';

it('a tile accepts a bottomBarIndex as a number or null', async () => {
  await fields.takes(`${TILE}/bottomBarIndex`, 0, 3, null);
  await fields.refuses(`${TILE}/bottomBarIndex`, '3');
});

it('a tile accepts a navigator or null', async () => {
  await fields.takes(`${TILE}/navigator`, { broadcastPageId: NOBODY }, { nativeContent: 'program' }, null);
  await fields.refuses(`${TILE}/navigator`, 'program');
  await fields.refuses(`${TILE}/navigator/nativeContent`, 'settings');
});

it('a tile accepts a title as text or null', async () => {
  await fields.takes(`${TILE}/title`, 'Programme', null);
  await fields.refuses(`${TILE}/title`, 7);
});

it('the icon of a tile is from the lucide, remix or hero family, with any type, or null', async () => {
  await fields.takes(
    `${TILE}/icon`,
    { family: 'lucide', type: 'calendar-days' },
    { family: 'remix', type: 'ours' },
    null,
  );
  await fields.takes(`${TILE}/icon/family`, 'lucide', 'remix', 'hero');
  await fields.refuses(`${TILE}/icon/family`, 'material', 7);
  await fields.refuses(`${TILE}/icon/type`, 7);
  await fields.refuses(`${TILE}/icon`, 'calendar-days');
});
