/** The pages that list documents: native screens, places, and kinds with their own list. */
import { assertNever } from '../../diagnostics/errors.ts';
import type { Kind } from '../../kinds/kind.ts';
import { wordsIn, type KindPage, type ListName } from '../../kinds/shown.ts';
import type { Entity } from '../../model/broadcast.ts';
import { cardOf } from '../parts/cards.ts';
import { inAuthorsOrder, shownOf } from '../documents.ts';
import { kindsOn, listTitle } from '../lists.ts';
import { mapOf } from '../parts/map-view.ts';
import type { Scope } from '../scope.ts';
import type { ListScreen } from '../links/navigator-links.ts';
import type { Site } from '../site.ts';
import { composeArticles, newestFirst } from './articles.ts';
import { composeAllDays } from './programme-frame.ts';
import { BY_DAY } from './programme-list.ts';
import type { CardsPage, Composed } from './view.ts';

/** The documents on a list, in order. The programme also includes documents from other lists. */
export function documentsOn(list: ListName, site: Site): readonly Entity[] {
  if (list === 'program') return site.programme.map(({ entity }) => entity);
  const documents = kindsOn(list, site).flatMap((kind) => shownOf(site, kind));
  return list === 'articles' ? newestFirst(documents) : documents.toSorted(inAuthorsOrder);
}

/** A list, or the part of it that a query selects. */
export function composeList(screen: ListScreen, documents: readonly Entity[], scope: Scope): Composed {
  const { strings, site } = scope;
  switch (screen) {
    case 'program': {
      const slots = new Map(site.programme.map((slot) => [slot.entity, slot]));
      return composeAllDays(
        BY_DAY,
        documents.flatMap((entity) => slots.get(entity) ?? []),
        scope,
      );
    }
    case 'articles':
      return composeArticles({ articles: documents, number: 1, total: 1 }, scope);
    case 'hosts':
      return cardsPage(documents, { type: screen, title: listTitle(screen, scope), empty: strings.hosts.empty }, scope);
    case 'maps':
      return cardsPage(documents, { type: screen, title: listTitle(screen, scope), empty: strings.map.empty }, scope);
    default:
      return assertNever(screen);
  }
}

/** The list of a kind that declares its own. */
export function composeOwnList(kind: Kind, scope: Scope): Composed {
  const list = kind.page!.list as Exclude<KindPage['list'], string>;
  const shown = { type: 'list', title: listTitle(list, scope), empty: wordsIn(list.empty, scope.locale) } as const;
  return cardsPage(shownOf(scope.site, kind), shown, scope);
}

type Shown = Pick<CardsPage, 'type' | 'empty'> & Pick<Composed, 'title'>;

function cardsPage(documents: readonly Entity[], { type, title, empty }: Shown, scope: Scope): Composed {
  const cards = documents.map((entity) => cardOf(entity, scope));
  return { title, body: { type, groups: cards.length > 0 ? [{ cards }] : [], empty } };
}

/** The places, grouped by map. Those on none come first, because they have no title of their own. */
export function composePlaces(scope: Scope): Composed {
  const { site, strings } = scope;
  const cards = documentsOn('places', site).map((entity) => ({
    map: mapOf(entity, scope),
    card: cardOf(entity, scope),
  }));
  const groups = Map.groupBy(
    cards.toSorted((a, b) => Number(Boolean(a.map)) - Number(Boolean(b.map))),
    ({ map }) => map,
  );
  return {
    title: listTitle('places', scope),
    body: {
      type: 'places',
      groups: [...groups].map(([map, inside]) => {
        const title = map && scope.localised(map).text('title');
        return { ...(title && { title: title.text }), cards: inside.map(({ card }) => card) };
      }),
      empty: strings.map.empty,
    },
  };
}
