import type { Typed } from '../model/entities.ts';
import { sizeOf } from '../model/rules/broadcast/pins.ts';
import { nameOf } from './cards.ts';
import type { Text } from './localise.ts';
import { mediaView, type MediaView } from './media.ts';
import { documentLink, type Link } from './navigators.ts';
import type { Scope } from './scope.ts';
import { shortened } from './short-text.ts';

export interface MapView {
  readonly address: string;
  readonly title: Text;
  readonly link: Link;
  readonly media?: MediaView;
  readonly width: number;
  readonly height: number;
  readonly pins: readonly Pin[];
}

export interface Pin {
  readonly number: number;
  readonly kind: 'place' | 'interestPoint';
  readonly address: string;
  readonly title: Text;
  readonly text?: Text;
  readonly link: Link;
  /** Pixels of the map's image. */
  readonly x: number;
  readonly y: number;
  /** The one that the page is about. */
  readonly marked: boolean;
}

interface Options {
  /** The address of the pin to mark. */
  readonly marked?: string;
}

export function mapView(map: Typed<'map'>, scope: Scope, { marked }: Options = {}): MapView {
  const { site } = scope;
  const localised = scope.localised(map);
  const media = mediaView(localised.fields.media, scope, { lang: localised.langOf('media') });
  const size = sizeOf(site.media, map) ?? { width: media?.width ?? 1600, height: media?.height ?? 1000 };
  return {
    address: map.address,
    title: localised.text('title') ?? { text: '' },
    link: documentLink(map, scope),
    ...(media && { media }),
    ...size,
    pins: pinsOn(map, scope).map((pin, index) => ({ ...pin, number: index + 1, marked: pin.address === marked })),
  };
}

type Pinned = Typed<'place'> | Typed<'interestPoint'>;

function pinsOn(map: Typed<'map'>, scope: Scope): readonly Omit<Pin, 'number' | 'marked'>[] {
  const { site } = scope;
  const pinned: readonly Pinned[] = [...site.of('place'), ...site.of('interestPoint')];
  return pinned
    .filter((entity) => mapOf(entity, scope)?.address === map.address)
    .flatMap((entity) => {
      const { x, y } = entity.fields.coordinates ?? {};
      if (typeof x !== 'number' || typeof y !== 'number') return [];
      const text = shortened(entity, scope.localised(entity as Typed<'place'>).text('description'));
      return {
        kind: entity.kind as Pin['kind'],
        address: entity.address,
        title: nameOf(entity, scope),
        ...(text && { text }),
        link: documentLink(entity, scope),
        x,
        y,
      };
    });
}

/** The map that a place or an interest point lies on: for a place, the first one unless it says otherwise. */
export function mapOf(entity: Pinned, { site }: Scope): Typed<'map'> | undefined {
  if (entity.kind === 'interestPoint') return site.find('map', (entity as Typed<'interestPoint'>).fields.mapId);
  return entity.local.map === undefined ? site.of('map')[0] : site.find('map', entity.local.map);
}
