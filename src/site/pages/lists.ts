import type { Typed } from '../../model/entities.ts';
import { hostCard, mapCard, placeCard, pointCard } from '../cards.ts';
import { mapOf } from '../map-view.ts';
import type { Scope } from '../scope.ts';
import { screenTitle } from '../screen-title.ts';
import type { Composed } from './view.ts';

export function composeHosts(hosts: readonly Typed<'host'>[], scope: Scope): Composed {
  const { strings } = scope;
  return {
    title: screenTitle('hosts', scope),
    body: {
      type: 'hosts',
      groups: hosts.length > 0 ? [{ cards: hosts.map((host) => hostCard(host, scope)) }] : [],
      empty: strings.hosts.empty,
    },
  };
}

export function composeMaps(maps: readonly Typed<'map'>[], scope: Scope): Composed {
  const { strings } = scope;
  return {
    title: screenTitle('maps', scope),
    body: {
      type: 'maps',
      groups: maps.length > 0 ? [{ cards: maps.map((map) => mapCard(map, scope)) }] : [],
      empty: strings.map.empty,
    },
  };
}

/** Places and interest points, map by map. */
export function composePlaces(scope: Scope): Composed {
  const { site, strings } = scope;
  const cards = [
    ...site.of('place').map((place) => ({ map: mapOf(place, scope), card: placeCard(place, scope) })),
    ...site.of('interestPoint').map((point) => ({ map: mapOf(point, scope), card: pointCard(point, scope) })),
  ];
  const groups = Map.groupBy(cards, ({ map }) => map);
  return {
    title: { text: strings.places },
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
