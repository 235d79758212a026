import { describe, expect, it } from 'vitest';
import { kindNamed } from '../../src/kinds/registry.ts';
import { BLOCK_TYPES, NATIVE_SCREENS } from '../contract/interface-values.ts';
import {
  accepts,
  COMMON_ON_B,
  field,
  names,
  nullableNames,
  property,
  record,
  shape,
  sorted,
  typeOf,
  update,
} from './declared.ts';
import { shapeValidator } from './strict-ajv.ts';

const ID = '64b7c0ffee64b7c0ffee0001';
const COLOUR = '^#(?:[A-Fa-f0-9]{3,4}|[A-Fa-f0-9]{6}|[A-Fa-f0-9]{8})$';

describe('Broadcast', () => {
  const fields = `${COMMON_ON_B} name menu structure capabilities bottomBar appBar home shortDescription description theme fontRef
    type status isPrivate isWeb isApp authProviders platforms revisionId`;

  it('has the fields of its table; stored credentials are declared, but never in a record', () => {
    expect(names(record('broadcast'))).toEqual(sorted(fields));
    expect(Object.keys(kindNamed('broadcast').fields).sort()).toEqual(sorted(`${fields} authData`));
    expect([...record('broadcast').required!].sort()).toEqual(['_createdAt', '_id', 'name']);
  });

  it('may have no menu, structure, capabilities and bottom bar', () => {
    expect(nullableNames(record('broadcast'))).toEqual(
      sorted('_reference _updatedAt bottomBar capabilities menu structure'),
    );
  });

  it('can change every documented field except its state, its stored credentials and those that start with _', () => {
    const further = names(update('broadcast'));
    expect(further).toEqual(expect.arrayContaining(['menu', 'structure', 'capabilities', 'bottomBar']));
    expect(further.filter((name) => name.startsWith('_') || ['status', 'authData'].includes(name))).toEqual([]);
    expect(nullableNames(update('broadcast'))).toEqual(further.filter((name) => name !== 'name'));
  });

  it.each([
    ['name', 1, 30],
    ['shortDescription', 0, 80],
    ['description', 0, 4000],
  ])('%s has %i to %i characters', (name, least, most) => {
    const body = (length: number) => ({ [name]: 'é'.repeat(length) });
    expect(accepts('broadcast', 'update', body(most))).toBe(true);
    expect(accepts('broadcast', 'update', body(most + 1))).toBe(false);
    expect(accepts('broadcast', 'update', body(0))).toBe(least === 0);
  });

  it('has one of eight states', () => {
    expect(field('broadcast', 'status').enum).toEqual([
      'onboarding',
      'onboardingCapturingWebsite',
      'onboardingGeneratingAssets',
      'onboardingApplyingTheme',
      'onboardingBuildingContent',
      'onboardingFinalizing',
      'onboardingFailed',
      'idle',
    ]);
  });

  it('has a menu that needs its sections', () => {
    const menu = shapeValidator('Menu');
    expect(menu({ sections: [] })).toBe(true);
    expect(
      menu({
        sections: [
          { title: null, tiles: null },
          { title: 'x', tiles: [{ title: 'y' }] },
        ],
        color: null,
      }),
    ).toBe(true);
    expect(menu({})).toBe(false);
    expect(menu({ sections: null })).toBe(false);
    expect(names(shape('Menu'))).toEqual(['color', 'sections']);
    expect(property(shape('Menu'), 'color')).toMatchObject({ type: ['string', 'null'], pattern: COLOUR });
  });

  it.each(['#abc', '#abcd', '#a1b2c3', '#a1b2c3d4'])('accepts the colour %s', (color) => {
    expect(shapeValidator('Menu')({ sections: [], color })).toBe(true);
  });

  it.each(['abc', '#ab', '#abcde', '#a1b2c3d', '#a1b2c3d4e', '#ggg', 'red', ''])('rejects the colour "%s"', (color) => {
    expect(shapeValidator('Menu')({ sections: [], color })).toBe(false);
  });

  it('has bars and a home screen with the fields of the table', () => {
    const bottomBar = field('broadcast', 'bottomBar');
    expect(names(bottomBar)).toEqual(
      sorted('homeTile firstTile secondTile thirdTile fourthTile borderRadius backgroundColor accentColor style'),
    );
    expect(property(bottomBar, 'borderRadius').type).toBe('number');
    expect(property(bottomBar, 'backgroundColor').pattern).toBe(COLOUR);
    expect(property(bottomBar, 'accentColor').pattern).toBe(COLOUR);
    expect(property(bottomBar, 'style')['x-known']).toContain('fixed');
    expect(names(field('broadcast', 'appBar'))).toEqual(
      sorted('backgroundColor accentColor logo logoPadding rightNavigator leftNavigator'),
    );
    expect(property(field('broadcast', 'appBar'), 'logoPadding').type).toBe('number');
    const home = field('broadcast', 'home');
    expect(names(home)).toEqual(sorted('header blocks localeDetails defaultLocale'));
    expect(names(property(home, 'header'))).toEqual(
      sorted('height logo background overlay backgroundColor transition logoPadding logoVerticalAlign'),
    );
    expect(property(property(home, 'header'), 'transition')['x-known']).toContain('fade');
    expect(names(field('broadcast', 'structure'))).toEqual(['profileTiles']);
    expect(field('broadcast', 'capabilities')).toMatchObject({ type: ['object', 'null'], additionalProperties: true });
  });

  it('has a theme with the fields of the table', () => {
    const textStyles = ['titleTextStyle', 'subtitleTextStyle', 'bodyTextStyle', 'buttonTextStyle'];
    expect(names(shape('Theme'))).toEqual(
      sorted(`logo accentColor backgroundColor primaryBackgroundColor primaryAccentColor surfaceBackgroundColor
        surfaceAccentColor surfaceOpacity surfaceDecoration strokeWidth borderRadius fontRef iconFamily ${textStyles.join(' ')}`),
    );
    expect(property(shape('Theme'), 'surfaceOpacity').type).toBe('number');
    expect(property(shape('Theme'), 'surfaceDecoration')['x-known']).toContain('shadow');
    expect(property(shape('Theme'), 'iconFamily').type).toBe('string');
    expect(names(shape('TextStyle'))).toEqual(sorted('fontRef fontSize color'));
    expect(property(shape('TextStyle'), 'fontSize').type).toBe('number');
    expect(names(shape('FontRef'))).toEqual(sorted('fontHolderId weight style'));
    expect(property(shape('FontRef'), 'fontHolderId').type).toBe('string');
    expect(property(shape('FontRef'), 'weight').type).toBe('number');
    expect(property(shape('FontRef'), 'style')['x-known']).toContain('normal');
  });

  it('has switches, providers and platforms as in the table', () => {
    for (const name of ['isPrivate', 'isWeb', 'isApp']) expect(field('broadcast', name).type).toBe('boolean');
    expect(field('broadcast', 'type').type).toBe('string');
    expect(field('broadcast', 'revisionId')).toMatchObject({ format: 'object-id', minLength: 24, maxLength: 24 });
    const provider = field('broadcast', 'authProviders').items!;
    expect(names(provider)).toEqual(
      sorted('type oAuthType key clientId singUpLabel clientType eventId productIds orderIds blocks'),
    );
    expect(property(provider, 'type').enum).toEqual(['oAuth', 'fixedKeys']);
    expect(property(provider, 'key')['x-sensitive']).toBe(true);
    for (const name of ['productIds', 'orderIds']) {
      expect(property(provider, name)).toMatchObject({ type: 'array', items: { type: 'string' } });
    }
    const platforms = field('broadcast', 'platforms');
    expect(names(property(platforms, 'ios'))).toEqual(['teamId']);
    expect(names(property(platforms, 'android'))).toEqual(['developerId']);
  });

  it('declares stored credentials as in the table, all sensitive and withheld', () => {
    const { schema, access } = kindNamed('broadcast').fields['authData']!;
    const credential = schema.items!;
    expect(access).toBe('withheld');
    expect(property(credential, 'type').enum).toEqual(['basic', 'apiKey', 'oauth', 'fixedKeys']);
    expect(names(property(credential, 'basic'))).toEqual(['password', 'username']);
    expect(property(property(credential, 'basic'), 'password')['x-sensitive']).toBe(true);
    expect(property(credential, 'key')['x-sensitive']).toBe(true);
  });
});

describe('Navigator', () => {
  const pointers = {
    broadcastArticleId: 'article',
    broadcastPageId: 'page',
    broadcastSessionId: 'session',
    broadcastHostId: 'host',
    broadcastInterestPointId: 'interestPoint',
    broadcastMapId: 'map',
  };

  it('has the fields of its table, all of them nullable', () => {
    expect(names(shape('Navigator'))).toEqual([...Object.keys(pointers), 'nativeContent', 'query', 'url'].sort());
    expect(nullableNames(shape('Navigator'))).toEqual(names(shape('Navigator')));
    expect(shape('Navigator').required).toBeUndefined();
  });

  it.each(Object.entries(pointers))('%s is an id of exactly 24 characters that names a resource: %s', (name, kind) => {
    expect(property(shape('Navigator'), name)).toMatchObject({ format: 'object-id', 'x-pointer': [kind] });
    expect(shapeValidator('Navigator')({ [name]: ID })).toBe(true);
    expect(shapeValidator('Navigator')({ [name]: ID.slice(1) })).toBe(false);
    expect(shapeValidator('Navigator')({ [name]: `${ID}0` })).toBe(false);
  });

  it('opens one of sixteen native screens', () => {
    expect(property(shape('Navigator'), 'nativeContent').enum).toEqual([...NATIVE_SCREENS, null]);
  });

  it('has a query whose fields are all nullable, with the limits of the table', () => {
    const query = shapeValidator('Query');
    expect(names(shape('Query'))).toEqual(sorted('filters filtersLogical limit skip sort'));
    expect(nullableNames(shape('Query'))).toEqual(names(shape('Query')));
    for (const filtersLogical of ['$and', '$or', '$nor', null]) expect(query({ filtersLogical })).toBe(true);
    expect(query({ filtersLogical: '$not' })).toBe(false);
    for (const limit of [-1, 0, 9_007_199_254_740_991, null]) expect(query({ limit })).toBe(true);
    for (const limit of [-2, 1.5, 9_007_199_254_740_992]) expect(query({ limit })).toBe(false);
    for (const skip of [0, 9_007_199_254_740_991, null]) expect(query({ skip })).toBe(true);
    for (const skip of [-1, 0.5, 9_007_199_254_740_992]) expect(query({ skip })).toBe(false);
    for (const sort of [{ a: 'asc', b: 'desc' }, {}, null]) expect(query({ sort })).toBe(true);
    expect(query({ sort: { a: 'up' } })).toBe(false);
    expect(query({ filters: [{ a: 1 }, 'anything', 3] })).toBe(true);
    expect(query({ filters: {} })).toBe(false);
  });
});

describe('Tile', () => {
  it('has four fields, all nullable', () => {
    expect(names(shape('Tile'))).toEqual(sorted('bottomBarIndex navigator title icon'));
    expect(nullableNames(shape('Tile'))).toEqual(names(shape('Tile')));
    expect(typeOf(property(shape('Tile'), 'bottomBarIndex'))).toBe('number');
    expect(typeOf(property(shape('Tile'), 'title'))).toBe('string');
  });

  it('has an icon of one of three families, of any type', () => {
    const tile = shapeValidator('Tile');
    for (const family of ['lucide', 'remix', 'hero']) expect(tile({ icon: { family, type: 'whatever' } })).toBe(true);
    expect(tile({ icon: { family: 'other' } })).toBe(false);
    expect(tile({ icon: { type: 5 } })).toBe(false);
  });
});

describe('Block', () => {
  it('has one of sixteen types', () => {
    expect(BLOCK_TYPES).toHaveLength(16);
    for (const type of BLOCK_TYPES) expect(shapeValidator('Block')({ type })).toBe(true);
    expect(shapeValidator('Block')({ type: 'banner' })).toBe(false);
    expect(shapeValidator('Block')({})).toBe(false);
    expect(shape('Block').oneOf).toHaveLength(16);
  });

  it.each(BLOCK_TYPES)('%s has the five common fields', (type) => {
    const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}Block`;
    expect(names(shape(name))).toEqual(sorted('type key height values format'));
    expect(typeOf(property(shape(name), 'key'))).toBe('string');
    expect(typeOf(property(shape(name), 'height'))).toBe('number');
    expect(typeOf(property(shape(name), 'values'))).toBe('array');
    expect(property(shape(name), 'format')['x-known']).toContain('carousel');
  });

  it('leaves the content of entries to the service, because the document does not define it', () => {
    expect(shapeValidator('Block')({ type: 'title', values: [{ anything: [1, 2] }], further: true })).toBe(true);
  });
});
