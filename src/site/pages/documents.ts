/** Pages of single documents: pages, hosts, places, interest points, maps. */
import type { Typed } from '../../model/entities.ts';
import { blocksOf, blockViews } from '../blocks.ts';
import { nameOf } from '../cards.ts';
import { categoryView } from '../categories.ts';
import { mapOf, mapView } from '../map-view.ts';
import { mediaView } from '../media.ts';
import { internal } from '../navigators.ts';
import type { Scope } from '../scope.ts';
import { screenTitle } from '../screen-title.ts';
import { shortened, shortText } from '../short-text.ts';
import { PLACES, screenPath } from '../urls.ts';
import { daysOf } from './programme.ts';
import { slotView } from './slot-view.ts';
import type { Composed } from './view.ts';

export function composePage(entity: Typed<'page'>, scope: Scope): Composed {
  const localised = scope.localised(entity);
  const media = mediaView(localised.fields.media, scope, { lang: localised.langOf('media') });
  const lang = localised.langOf('blocks');
  const { blocks } = localised.fields;
  const firstText = blocks?.find((block) => block.type === 'paragraph')?.values?.[0]?.text;
  return {
    title: localised.text('title') ?? { text: '…' },
    description: firstText === undefined ? undefined : shortText(entity, firstText),
    image: media,
    body: {
      type: 'page',
      ...(media && { media }),
      content: {
        blocks: blockViews(blocks, { scope, lang, writtenAt: blocksOf(entity, scope) }),
        ...(lang && { lang }),
      },
    },
  };
}

export function composeHost(entity: Typed<'host'>, scope: Scope): Composed {
  const { site } = scope;
  const localised = scope.localised(entity);
  const { media: picture, links, blocks, categoryIds } = localised.fields;
  const media = mediaView(picture, scope, { lang: localised.langOf('media') });
  const description = localised.text('description');
  const lang = localised.langOf('blocks');
  return {
    title: localised.text('title') ?? { text: '…' },
    description: shortened(entity, description)?.text,
    image: media,
    up: { title: screenTitle('hosts', scope).text, link: internal(screenPath('hosts'), scope) },
    body: {
      type: 'host',
      ...(media && { media }),
      ...(description && { description }),
      categories: (categoryIds ?? []).flatMap((pointer) => {
        const category = site.find('category', pointer);
        return category ? categoryView(category.address, scope) : [];
      }),
      links: (links ?? []).map(({ label, url }) => ({ label: label ?? url, url })),
      slots: site.slotsWith(entity.address).map((slot) => slotView(slot, scope)),
      content: {
        blocks: blockViews(blocks, { scope, lang, writtenAt: blocksOf(entity, scope) }),
        ...(lang && { lang }),
      },
    },
  };
}

export function composePlace(entity: Typed<'place'> | Typed<'interestPoint'>, scope: Scope): Composed {
  const { site, strings } = scope;
  const localised = scope.localised(entity as Typed<'interestPoint'>);
  const media = mediaView(localised.fields.media, scope, { lang: localised.langOf('media') });
  const description = localised.text('description');
  const map = mapOf(entity, scope);
  return {
    title: nameOf(entity, scope),
    description: shortened(entity, description)?.text,
    image: media,
    up: { title: strings.places, link: internal(PLACES, scope) },
    body: {
      type: entity.kind as 'place' | 'interestPoint',
      ...(media && { media }),
      ...(description && { description }),
      ...(map && { map: mapView(map, scope, { marked: entity.address }) }),
      days: daysOf(site.slotsAt(entity.address), scope),
    },
  };
}

export function composeMap(entity: Typed<'map'>, scope: Scope): Composed {
  const map = mapView(entity, scope);
  return {
    title: map.title,
    image: map.media,
    up: { title: screenTitle('maps', scope).text, link: internal(screenPath('maps'), scope) },
    body: { type: 'map', map },
  };
}
