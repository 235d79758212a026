import { needed, surfaceBCommon } from './common-fields.ts';
import { defineKind, type FieldsOf } from './kind.ts';
import { onBroadcastRoot } from './operation.ts';
import {
  assumed,
  flag,
  freeForm,
  list,
  nullable,
  number,
  object,
  oneOfValues,
  openValues,
  ref,
  tableOf,
  text,
} from './schema.ts';
import { blocks } from './shapes/block.ts';
import { Navigator } from './shapes/navigator.ts';
import { colour, LOCALES, Media, MediaSeries, objectId } from './shapes/primitives.ts';
import { FontRef, Theme } from './shapes/theme.ts';
import { Menu, Tile } from './shapes/tile.ts';

const bottomBar = object({
  homeTile: nullable(ref(Tile)),
  firstTile: nullable(ref(Tile)),
  secondTile: nullable(ref(Tile)),
  thirdTile: nullable(ref(Tile)),
  fourthTile: nullable(ref(Tile)),
  borderRadius: number({ description: 'Radius of its corners in pixels' }),
  backgroundColor: colour('Background of the bar'),
  accentColor: colour('Labels and icons in the bar'),
  style: openValues(['fixed', 'floating'], { description: 'How the bar sits on the screen' }),
});

const appBar = object({
  backgroundColor: colour('Background of the bar'),
  accentColor: colour('Text and icons in the bar'),
  logo: nullable(ref(Media)),
  logoPadding: number({ description: 'Space around the logo in pixels' }),
  rightNavigator: nullable(ref(Navigator)),
  leftNavigator: nullable(ref(Navigator)),
});

const header = object(
  {
    height: assumed(number({ description: 'Height in pixels' })),
    logo: nullable(ref(Media)),
    background: nullable(ref(MediaSeries)),
    overlay: assumed(nullable(colour('Overlays the background so that the logo stands out'))),
    backgroundColor: colour('Shown until the background has loaded'),
    transition: openValues(['fade', 'slide', 'none'], { description: 'How backgrounds change' }),
    logoPadding: assumed(number({ description: 'Space around the logo in pixels' })),
    logoVerticalAlign: assumed(openValues(['top', 'center', 'bottom'], { description: 'Where the logo is placed' })),
  },
  { description: 'The top of the home screen' },
);

const home = object({
  header: nullable(header),
  blocks: blocks('What the home screen shows, in order'),
  localeDetails: nullable(
    tableOf(object({ header: nullable(header), blocks: nullable(blocks('The blocks in this language')) }), {
      description: 'Translations: fr, en, es, each with the header and the blocks that differ',
    }),
  ),
  defaultLocale: nullable(oneOfValues(LOCALES, { description: 'The language of its texts' })),
});

const authProvider = object({
  type: oneOfValues(['oAuth', 'fixedKeys'], { description: 'How visitors sign in' }),
  oAuthType: text({ description: 'The provider, for oAuth' }),
  key: text({ 'x-sensitive': true, description: "The provider's credential" }),
  clientId: text({ description: 'How the provider knows this application' }),
  singUpLabel: text({ description: 'The text of the sign-up link' }),
  clientType: text({ description: 'The type of client for the provider' }),
  eventId: text({ description: 'The event in the ticket shop whose buyers may sign in' }),
  productIds: list(text(), { description: 'The products whose buyers may sign in' }),
  orderIds: list(text(), { description: 'The orders whose buyers may sign in' }),
  blocks: blocks('Shown beside the sign-in'),
});

export const broadcast = defineKind({
  name: 'broadcast',
  title: 'Broadcast',
  summary: 'The application and website themselves: name, theme, bars, menu and home screen.',
  surface: 'B',
  folder: 'broadcast.yaml',
  single: true,
  closed: true,
  fields: {
    ...surfaceBCommon,
    _reference: { ...surfaceBCommon._reference, access: 'answered' },
    name: needed(text({ minLength: 1, maxLength: 30 }), 'Name of the application'),
    shortDescription: { schema: text({ maxLength: 80 }), about: 'One line about it' },
    description: { schema: text({ maxLength: 4000 }), about: 'What it is about' },
    type: { schema: text(), about: 'The type of broadcast' },
    status: {
      schema: oneOfValues([
        'onboarding',
        'onboardingCapturingWebsite',
        'onboardingGeneratingAssets',
        'onboardingApplyingTheme',
        'onboardingBuildingContent',
        'onboardingFinalizing',
        'onboardingFailed',
        'idle',
      ]),
      about: "The service's progress in creating it",
      access: 'answered',
    },
    isPrivate: { schema: flag(), about: 'Kept out of public access' },
    isWeb: { schema: flag(), about: 'Served on the web' },
    isApp: { schema: flag(), about: 'Served in an application' },
    theme: { schema: ref(Theme), about: 'Colours, fonts and corners' },
    fontRef: { schema: ref(FontRef), about: 'The default font' },
    appBar: { schema: appBar, about: 'The bar at the top' },
    bottomBar: { schema: nullable(bottomBar), about: 'The bar at the bottom, with five tiles' },
    menu: { schema: nullable(ref(Menu)), about: 'The menu, in sections' },
    structure: {
      schema: nullable(object({ profileTiles: list(ref(Tile), { description: 'Tiles of the profile screen' }) })),
      about: 'More tiles',
    },
    home: { schema: home, about: 'The home screen: header and blocks' },
    capabilities: { schema: nullable(freeForm()), about: 'What the diffusers may do' },
    platforms: {
      schema: object({
        ios: nullable(
          object({ teamId: text({ description: 'The team in the store' }) }, { description: 'The account for iOS' }),
        ),
        android: nullable(
          object(
            { developerId: text({ description: 'The developer in the store' }) },
            { description: 'The account for Android' },
          ),
        ),
      }),
      about: 'Accounts in the application stores',
    },
    authProviders: { schema: list(authProvider), about: 'Ways to sign in' },
    authData: { schema: list(anyCredential()), about: 'Stored credentials', access: 'withheld' },
    revisionId: { schema: objectId(), about: 'The revision it shows' },
  },
  local: {
    $locales: tableOf(
      object({
        shortDescription: text({ description: 'The line about it in this language' }),
        home: object(
          { header: nullable(header), blocks: nullable(blocks('The blocks in this language')) },
          { description: 'The home screen in this language' },
        ),
      }),
      { description: 'Translations for the site alone, in languages that the service does not have, such as de' },
    ),
    $words: tableOf(tableOf(text()), {
      description:
        'Translations of the titles of tiles and menu sections by language, each a mapping from title to translation',
    }),
  },
  naturalKey: [],
  operations: onBroadcastRoot(['read', 'update']),
  example: {
    name: 'Harbour festival',
    shortDescription: 'Three days by the river.',
    isWeb: true,
    theme: { backgroundColor: '#fffaf2', accentColor: '#0b3c49' },
    menu: {
      sections: [{ title: 'Festival', tiles: [{ title: 'Programme', navigator: { nativeContent: 'program' } }] }],
    },
  },
});

function anyCredential() {
  return object({
    type: oneOfValues(['basic', 'apiKey', 'oauth', 'fixedKeys']),
    basic: object({ username: text(), password: text({ 'x-sensitive': true }) }),
    key: text({ 'x-sensitive': true }),
  });
}

export type Broadcast = FieldsOf<typeof broadcast>;

/** The tiles of both bars, the menu and the profile. */
export function tilesOf({ bottomBar, menu, structure }: Broadcast): readonly Tile[] {
  const bar = [
    bottomBar?.homeTile,
    bottomBar?.firstTile,
    bottomBar?.secondTile,
    bottomBar?.thirdTile,
    bottomBar?.fourthTile,
  ];
  return [
    ...bar.flatMap((tile) => tile ?? []),
    ...(menu?.sections ?? []).flatMap(({ tiles }) => tiles ?? []),
    ...(structure?.profileTiles ?? []),
  ];
}
