import { isObject } from '../../values/json.ts';
import type { KindName } from '../../kinds/registry.ts';
import type { Entity } from '../../model/broadcast.ts';
import type { Typed } from '../../model/entities.ts';
import { sizeOf } from '../../model/rules/broadcast/pins.ts';
import { pointedAt, shownOf } from '../documents.ts';
import type { Text } from '../text/localise.ts';
import { categoryView, type CategoryView } from './categories.ts';
import { mediaView, type MediaView } from './media-view.ts';
import { documentLink, type Link } from '../links/navigator-links.ts';
import { summaryOf, titleIn } from './page-fields.ts';
import type { Scope } from '../scope.ts';

export interface MapView {
  readonly address: string;
  readonly title: Text;
  readonly link: Link;
  readonly media?: MediaView | undefined;
  readonly width: number;
  readonly height: number;
  readonly pins: readonly Pin[];
  /** Those of its pins, to choose from. */
  readonly categories: readonly CategoryView[];
}

interface Pin {
  readonly number: number;
  readonly kind: KindName;
  readonly address: string;
  readonly title: Text;
  readonly text?: Text | undefined;
  readonly link: Link;
  /** Names the pin in a link to the page of its map: `places-main-stage`. */
  readonly key: string;
  readonly categories: readonly CategoryView[];
  /** In pixels of the map image. */
  readonly x: number;
  readonly y: number;
  /** The same place in percent of the map, from the top left. */
  readonly left: number;
  readonly top: number;
  /** True for the pin that the page is about. */
  readonly marked: boolean;
}

/** `marked`: the address of the pin to mark. */
export function mapView(map: Typed<'map'>, scope: Scope, { marked }: { readonly marked?: string } = {}): MapView {
  const { site } = scope;
  const localised = scope.localised(map);
  const media = mediaView(localised.fields.media, scope, { lang: localised.langOf('media') });
  const size = sizeOf(site.media, map) ?? { width: media?.width ?? 1600, height: media?.height ?? 1000 };
  const pins = pinsOn(map, scope).map((pin, index) => ({
    ...pin,
    number: index + 1,
    marked: pin.address === marked,
    left: percent(pin.x, size.width),
    top: percent(pin.y, size.height),
  }));
  return {
    address: map.address,
    title: localised.text('title') ?? { text: '' },
    link: documentLink(map, scope),
    media,
    ...size,
    pins,
    categories: [...new Map(pins.flatMap(({ categories }) => categories.map((each) => [each.key, each]))).values()],
  };
}

const percent = (position: number, whole: number): number => Math.round((position / whole) * 10_000) / 100;

/** The part of a map's page that is about a document. */
const pinKey = ({ address }: Pick<Entity, 'address'>): string => address.replaceAll('/', '-');

function pinsOn(map: Typed<'map'>, scope: Scope): readonly Omit<Pin, 'number' | 'marked' | 'left' | 'top'>[] {
  const { site } = scope;
  const pinned = site.kinds.flatMap((kind) => (kind.page?.pin ? shownOf(site, kind) : []));
  return pinned
    .filter((entity) => mapOf(entity, scope)?.address === map.address)
    .flatMap((entity) => {
      const position = positionOf(entity);
      if (!position) return [];
      return {
        kind: entity.kind,
        address: entity.address,
        title: titleIn(entity, scope),
        text: summaryOf(entity, scope),
        link: documentLink(entity, scope),
        key: pinKey(entity),
        categories: categoriesOf(entity, scope),
        ...position,
      };
    });
}

/** In pixels of the map image. */
export function positionOf(entity: Entity): { readonly x: number; readonly y: number } | undefined {
  const position = entity.fields[entity.document.declaration.page?.pin?.coordinates ?? ''];
  const { x, y } = isObject(position) ? position : {};
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined;
}

/** A place has a word, which may be that of a category; an interest point has categories. */
function categoriesOf(entity: Entity, scope: Scope): readonly CategoryView[] {
  const { categories } = entity.document.declaration.page!;
  const own = pointedAt(entity, categories, scope.site).map(({ address }) => categoryView(address, scope));
  const word = entity.kind === 'place' ? entity.fields['category'] : undefined;
  if (typeof word !== 'string' || word === '') return own;
  const category = scope.site.find('category', `categories/${word}`);
  const view = categoryView(category?.address ?? word, scope);
  const types: Readonly<Record<string, string>> = scope.strings.map.types;
  const type = types[word.toLowerCase()];
  return [category || type === undefined ? view : { ...view, title: { text: type } }, ...own];
}

/** The map of a document: the one in its field or in `$map`, or else the first, if it has a position there. */
export function mapOf(entity: Entity, { site }: Scope): Typed<'map'> | undefined {
  const pin = entity.document.declaration.page?.pin;
  if (!pin) return undefined;
  if (pin.map !== undefined) return pointedAt(entity, pin.map, site)[0] as Typed<'map'> | undefined;
  if (entity.local.map !== undefined) return site.find('map', entity.local.map);
  return positionOf(entity) && site.of('map')[0];
}
