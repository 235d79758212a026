import { expect, it } from 'vitest';
import { Fields } from './fields.ts';
import { useService } from './service.ts';

const service = useService();
const fields = new Fields((body) => service.b.patch('', body));
const TILE = { title: 'Programme', navigator: { nativeContent: 'program' } };

it('a broadcast has a name of 1 to 30 characters', async () => {
  expect((await service.b.get('')).json['name']).toBe('Harbour');
  await fields.takes('/name', 'H', 'é'.repeat(30), '🎪'.repeat(30));
  await fields.refuses('/name', '', 'é'.repeat(31), '🎪'.repeat(31), 7, null);
});

it('a broadcast has its _id and _createdAt', async () => {
  expect((await service.b.get('')).json).toMatchObject({
    _id: service.broadcastId,
    _createdAt: '2027-06-18T12:00:00.000Z',
  });
});

it('the menu of a broadcast has sections with a title and tiles, and a colour; or it is null', async () => {
  await fields.takes('/menu', { sections: [] }, { sections: [{ title: 'Festival', tiles: [TILE] }], color: '#0b3c49' });
  await fields.takes('/menu/sections', [{ title: null, tiles: null }]);
  await fields.refuses('/menu/sections', 'Festival');
  await fields.refuses('/menu/sections/0/title', 7);
  await fields.refuses('/menu/sections/0/tiles', 'Programme');
  await fields.clears('menu');
});

it('the sections of a menu are required if a menu is sent', async () => {
  const answer = await service.b.patch('', { menu: { color: '#fff' } });
  expect(answer.status).toBe(400);
  expect(answer.wrongFields).toEqual(['/menu/sections']);
});

it('the colour of a menu has 3, 4, 6 or 8 hexadecimal digits after a hash, or is null', async () => {
  const menu = new Fields((body) => service.b.patch('', body), { menu: { sections: [] } });
  await menu.takes('/menu/color', '#fff', '#FFF8', '#0b3c49', '#0B3C49cc', null);
  await menu.refuses('/menu/color', 'red', 'fff', '#ff', '#fffff', '#fffffff', '#ggg', '#fff ', 7);
});

it('the structure of a broadcast has profile tiles, or it is null', async () => {
  await fields.takes('/structure', { profileTiles: [] }, { profileTiles: [TILE] });
  await fields.refuses('/structure/profileTiles', TILE);
  await fields.refuses('/structure', 'tiles');
  await fields.clears('structure');
});

fields.table(`
the capabilities of a broadcast are an object with any content, or null
  /capabilities takes {}, {"push":true,"nested":{"anything":[1,"two"]}} | /capabilities refuses "push", ["push"]
  /capabilities may be null
the fontRef of a broadcast has fontHolderId, weight and style
  /fontRef takes {"fontHolderId":"bricolage","weight":400,"style":"normal"} | /fontRef/fontHolderId refuses 7
  /fontRef/weight refuses "bold"
the type of a broadcast is text | /type takes "festival" | /type refuses 7
isPrivate of a broadcast is true or false | /isPrivate takes true, false | /isPrivate refuses "yes", 1
isWeb of a broadcast is true or false | /isWeb takes true, false | /isWeb refuses "yes", 1
isApp of a broadcast is true or false | /isApp takes true, false | /isApp refuses "yes", 1
the platforms of a broadcast have ios.teamId and android.developerId
  /platforms takes {"ios":{"teamId":"T1"},"android":{"developerId":"D1"}} | /platforms refuses "ios"
  /platforms/ios/teamId refuses 7 | /platforms/android/developerId refuses 7
the revisionId of a broadcast is an id of 24 characters | /revisionId refuses "latest", 7
styles, decorations and transitions other than the documented ones are accepted
  /bottomBar/style takes "fixed", "docked" | /theme/surfaceDecoration takes "shadow", "glow"
  /home/header/transition takes "fade", "zoom" | /fontRef/style takes "normal", "oblique"
`);

it('the bottom bar of a broadcast has five tiles, a radius, two colours and a style, or it is null', async () => {
  const tiles = { homeTile: TILE, firstTile: TILE, secondTile: TILE, thirdTile: TILE, fourthTile: TILE };
  await fields.takes('/bottomBar', {
    ...tiles,
    borderRadius: 12,
    backgroundColor: '#fff',
    accentColor: '#0b3c49',
    style: 'fixed',
  });
  for (const name of Object.keys(tiles)) await fields.refuses(`/bottomBar/${name}`, 'home');
  await fields.refuses('/bottomBar/borderRadius', '12px');
  await fields.refuses('/bottomBar/backgroundColor', 'white');
  await fields.refuses('/bottomBar/accentColor', '#xyz');
  await fields.refuses('/bottomBar/style', 7);
  await fields.clears('bottomBar');
});

it('the app bar of a broadcast has two colours, a logo with padding and two navigators', async () => {
  await fields.takes('/appBar', {
    backgroundColor: '#fff',
    accentColor: '#0b3c49',
    logo: 'https://harbour.example/media/logo.svg',
    logoPadding: 8,
    rightNavigator: { nativeContent: 'search' },
    leftNavigator: { nativeContent: 'menu' },
  });
  await fields.refuses('/appBar', 'bar');
  await fields.refuses('/appBar/logoPadding', '8px');
  await fields.refuses('/appBar/rightNavigator', 'search');
  await fields.refuses('/appBar/leftNavigator/nativeContent', 'back');
});

it('the home of a broadcast has header, blocks, localeDetails and defaultLocale', async () => {
  await fields.takes('/home', {
    header: {
      height: 320,
      logo: 'https://harbour.example/media/logo.svg',
      background: { url: 'https://harbour.example/media/quay.jpg', alt: 'The quay' },
      overlay: '#0008',
      backgroundColor: '#0b3c49',
      transition: 'fade',
      logoPadding: 8,
      logoVerticalAlign: 'center',
    },
    blocks: [{ type: 'title', values: [{ text: 'Welcome' }] }],
    localeDetails: { en: { blocks: [] } },
    defaultLocale: 'fr',
  });
  await fields.refuses('/home', 'header');
  await fields.refuses('/home/blocks', 'title');
  await fields.refuses('/home/localeDetails', 'en');
});

it('the shortDescription of a broadcast has at most 80 characters', async () => {
  await fields.takes('/shortDescription', '', '🎪'.repeat(80));
  await fields.refuses('/shortDescription', '🎪'.repeat(81), 7);
});

it('the description of a broadcast has at most 4000 characters', async () => {
  await fields.takes('/description', '', 'é'.repeat(4000));
  await fields.refuses('/description', 'é'.repeat(4001), 7);
});

it('the theme of a broadcast has logo, colours, surface, lines, font, icons and four text styles', async () => {
  const fontRef = { fontHolderId: 'bricolage', weight: 700, style: 'normal' };
  const textStyle = { fontRef, fontSize: 18, color: '#0b3c49' };
  await fields.takes('/theme', {
    logo: 'https://harbour.example/media/logo.svg',
    accentColor: '#0b3c49',
    backgroundColor: '#fffaf2',
    primaryBackgroundColor: '#0b3c49',
    primaryAccentColor: '#fff',
    surfaceBackgroundColor: '#fff',
    surfaceAccentColor: '#0b3c49',
    surfaceOpacity: 0.9,
    surfaceDecoration: 'shadow',
    strokeWidth: 1,
    borderRadius: 8,
    fontRef,
    iconFamily: 'lucide',
    titleTextStyle: textStyle,
    subtitleTextStyle: textStyle,
    bodyTextStyle: textStyle,
    buttonTextStyle: textStyle,
  });
  await fields.refuses('/theme', 'dark');
  await fields.refuses('/theme/surfaceOpacity', '90%');
  await fields.refuses('/theme/iconFamily', 7);
  for (const style of ['titleTextStyle', 'subtitleTextStyle', 'bodyTextStyle', 'buttonTextStyle']) {
    await fields.refuses(`/theme/${style}/fontSize`, '18px');
  }
});

it('the authProviders of a broadcast are a list with the ten fields of a provider', async () => {
  await fields.takes('/authProviders', [
    {
      type: 'oAuth',
      oAuthType: 'openid',
      key: 'k',
      clientId: 'harbour',
      singUpLabel: 'Join',
      clientType: 'web',
      eventId: 'e1',
      productIds: ['p1'],
      orderIds: ['o1'],
      blocks: [{ type: 'divider' }],
    },
  ]);
  await fields.takes('/authProviders/0/type', 'oAuth', 'fixedKeys');
  await fields.refuses('/authProviders', { type: 'oAuth' });
  await fields.refuses('/authProviders/0/type', 'password');
  await fields.refuses('/authProviders/0/productIds', 'p1');
  await fields.refuses('/authProviders/0/orderIds/0', 7);
  await fields.refuses('/authProviders/0/blocks/0/type', 'unheard-of');
});

it('the authData of a broadcast is neither accepted nor returned', async () => {
  await fields.refuses('/authData', [{ type: 'basic', basic: { username: 'u', password: 'p' } }]);
  expect((await service.b.get('')).json).not.toHaveProperty('authData');
});

it('a broadcast has metadata, _updatedAt and _reference like every record', async () => {
  await fields.takes('/metadata', { edition: 12 });
  await fields.refuses('/metadata', 'twelve');
  const { _updatedAt, _reference = null } = (await service.b.get('')).json;
  expect(_updatedAt).toBe('2027-06-18T12:00:00.000Z');
  expect(_reference === null || typeof _reference === 'string').toBe(true);
});
