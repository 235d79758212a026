/**
 * The native screens that are not lists, each of which says what only the application can do, and the pages of the site itself:
 * those for unknown addresses and for visitors without a connection, and the gallery.
 */
import { assertNever } from '../../diagnostics/errors.ts';
import { BLOCK_TYPES, FORMATS, type Block } from '../../kinds/shapes/block.ts';
import type { Entity } from '../../model/broadcast.ts';
import { socialItems } from '../blocks/action-blocks.ts';
import { blockViews, siteBlock } from '../blocks/blocks.ts';
import { meteoItems } from '../blocks/moment-blocks.ts';
import { shownOf } from '../documents.ts';
import { WHOLE_CALENDAR } from '../feeds/calendar.ts';
import { FAVOURITES_DATA } from '../feeds/programme-data.ts';
import { searchedOf } from '../feeds/search.ts';
import { internal } from '../links/navigator-links.ts';
import { entityPath, screenPath, type NativeScreen } from '../links/urls.ts';
import { groupName } from '../lists.ts';
import { tileView } from '../parts/frame.ts';
import { blocksIn, ownTitle, titleIn } from '../parts/page-fields.ts';
import type { Scope } from '../scope.ts';
import { textIn, type Text } from '../text/localise.ts';
import { composeCampaigns, homeOf } from './home.ts';
import { entryParts } from '../feeds/entry-data.ts';
import { screenTitle } from '../text/titles.ts';
import { linkWords } from '../text/typography.ts';
import { zoneOf } from './programme-frame.ts';
import type { AppOnlyPage, Composed, ContactPage, FavouritesPage, NetworkingPage, NotFoundPage } from './view.ts';

type OtherScreen = Exclude<NativeScreen, 'home' | 'program' | 'articles' | 'hosts' | 'maps'>;

export function composeScreen(screen: OtherScreen, scope: Scope): Composed {
  const title = screenTitle(screen, scope);
  switch (screen) {
    case 'menu':
      return { title, body: { type: 'menu' } };
    case 'search':
      return { title, body: searchPage(scope) };
    case 'favorites':
      return { title, body: favouritesPage(scope) };
    case 'campaigns':
      return composeCampaigns(scope);
    case 'contact':
      return { title, body: contactPage(scope) };
    case 'networkingForms':
      return { title, body: networkingPage(scope) };
    case 'meteo':
      return { title, body: { type: 'meteo', items: places(scope) } };
    case 'auth':
    case 'profile':
    case 'localTicket':
    case 'networkingScan':
      return { title, body: appOnly(screen, scope) };
    default:
      return assertNever(screen);
  }
}

function favouritesPage(scope: Scope): FavouritesPage {
  return {
    type: 'favorites',
    entries: scope.link(FAVOURITES_DATA),
    calendar: scope.link(WHOLE_CALENDAR),
    programme: internal(screenPath('program'), scope),
    zone: zoneOf(scope.site.programme, scope),
  };
}

function appOnly(screen: AppOnlyPage['type'], scope: Scope): AppOnlyPage {
  const tiles = scope.site.root.structure?.profileTiles ?? [];
  return {
    type: screen,
    note: scope.strings.inTheApp[screen],
    tiles: tiles.map((tile) => tileView(tile, scope)).filter(({ link }) => !link?.current),
  };
}

function searchPage(scope: Scope) {
  const { site, locale } = scope;
  const groups = Map.groupBy(searchedOf(site), ({ document }) => groupName(document.declaration, site, locale));
  return {
    type: 'search' as const,
    groups: [...groups].map(([title, documents]) => ({
      title,
      links: documents.map((entity) => ({
        title: titleIn(entity, scope),
        link: internal(entityPath(entity), scope),
      })),
    })),
  };
}

/** Only addresses that public pages already show, so that nothing private is published here. */
function contactPage(scope: Scope): ContactPage {
  const blocks = publicBlocks(scope);
  const ways = blocks.flatMap(({ block, from, lang }) =>
    (block.type === 'button' ? (block.values ?? []) : []).flatMap(({ label, navigator }) => {
      const url = navigator?.url ?? '';
      if (!/^(?:mailto|tel):/.test(url)) return [];
      return {
        label: textIn(linkWords(label, url), lang),
        url,
        sort: url.startsWith('tel:') ? ('phone' as const) : ('mail' as const),
        from,
      };
    }),
  );
  const socials = blocks.flatMap(({ block }) => (block.type === 'socials' ? socialItems(block) : []));
  return {
    type: 'contact',
    ways: distinct(ways, ({ url }) => url),
    socials: distinct(socials, ({ url }) => url),
    note: scope.strings.inTheApp.contact,
  };
}

function places(scope: Scope) {
  const blocks = publicBlocks(scope).map(({ block }) => block);
  const meteo = blocks.filter((block): block is Extract<Block, { type: 'meteo' }> => block.type === 'meteo');
  return distinct(
    meteo.flatMap((block) => meteoItems(block, scope)),
    ({ latitude, longitude }) => `${latitude},${longitude}`,
  );
}

const distinct = <T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] =>
  [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].reverse();

function networkingPage(scope: Scope): NetworkingPage {
  return {
    type: 'networkingForms',
    note: scope.strings.inTheApp.networkingForms,
    forms: scope.site.of('networkingForm').map((form) => {
      const localised = scope.localised(form);
      const lang = localised.langOf('fields');
      return {
        key: form.slug,
        title: localised.text('title') ?? { text: '' },
        fields: (localised.fields.fields ?? []).map(({ key, label, type, required }) => ({
          key,
          label: textIn(label ?? key, lang),
          type: type ?? 'text',
          required: required === true,
        })),
      };
    }),
  };
}

export const composeNotFound = (scope: Scope): Composed => ({
  title: { text: scope.strings.notFound.title },
  body: { type: 'notFound', links: linksTo(['home', 'program', 'maps', 'search'], scope) },
});

export const composeOffline = (scope: Scope): Composed => ({
  title: { text: scope.strings.offline.title },
  body: {
    type: 'offline',
    links: linksTo(['program', 'favorites', 'maps'], scope),
    parts: entryParts(scope.site).map(({ path }) => scope.link(path)),
  },
});

const linksTo = (screens: readonly NativeScreen[], scope: Scope): NotFoundPage['links'] =>
  screens.map((screen) => ({ title: screenTitle(screen, scope).text, href: scope.link(screenPath(screen)) }));

/** A catalogue of the blocks: every type in every format, filled with existing content. */
export function composeGallery(scope: Scope): Composed {
  const shown = publicBlocks(scope).map(({ block }) => block);
  const samples = BLOCK_TYPES.flatMap((type) => {
    const { sample, hasFormats } = siteBlock(type);
    const used = shown.find((block) => block.type === type && block.values?.length);
    const block = used && !hasFormats ? used : { type, values: sample(scope, used) };
    const formats = hasFormats ? FORMATS : [undefined];
    return formats.map((format) => ({
      key: format ? `${type}-${format}` : type,
      title: format ? `${type} · ${format}` : type,
      blocks: blockViews([{ ...block, ...(format && { format }) } as Block], { scope, level: 3 }),
    }));
  });
  return { title: { text: 'Gallery' }, body: { type: 'gallery', samples } };
}

/**
 * Every visible block, including nested ones, with the title and the language of its page: the home screen's first, then
 * those of documents.
 */
function publicBlocks(scope: Scope) {
  const { site, strings } = scope;
  const home = homeOf(site) as Source;
  return [
    ...blocksOn(home, 'blocks', { text: strings.screens.home }, scope),
    ...site.kinds.flatMap((kind) => {
      const field = kind.page?.blocks;
      if (field === undefined) return [];
      return shownOf(site, kind).flatMap((entity) =>
        blocksOn(entity, field, ownTitle(entity, scope) ?? { text: '' }, scope),
      );
    }),
  ];
}

function blocksOn(source: Source, field: string, from: Text, scope: Scope) {
  const localised = scope.localised(source);
  return flatten(blocksIn(localised.fields, field)).map((block) => ({ block, from, lang: localised.langOf(field) }));
}

type Source = Pick<Entity, 'fields' | 'local'>;

const flatten = (blocks: readonly Block[] | null | undefined): readonly Block[] =>
  (blocks ?? []).flatMap((block) =>
    block.type === 'section' ? (block.values ?? []).flatMap((section) => flatten(section.blocks)) : [block],
  );
