/**
 * Chooses the view model of a document's page: that of a programme entry, the special one that its kind names, or the
 * general one. A kind needs a special one only to show more than its own fields.
 */
import { assertNever } from '../../diagnostics/errors.ts';
import type { Entity } from '../../model/broadcast.ts';
import type { Typed } from '../../model/entities.ts';
import { contentOf } from '../blocks/blocks.ts';
import { pointedAt } from '../documents.ts';
import { calendarLink, placeCalendars } from '../feeds/calendar.ts';
import { listLink } from '../lists.ts';
import { categoryView } from '../parts/categories.ts';
import { cardOf, dateView, factsOf } from '../parts/cards.ts';
import { addressView, locationOf } from '../parts/location.ts';
import { mapOf, mapView } from '../parts/map-view.ts';
import { blocksIn, isBody, pageOf, pictureOf, publishedAt, summaryOf, textOf, titleIn } from '../parts/page-fields.ts';
import type { Scope } from '../scope.ts';
import { excerpt } from '../text/excerpt.ts';
import { zoneOf } from './programme-frame.ts';
import { daysOf } from './programme-list.ts';
import { composeSlot, slotView } from './slots.ts';
import type { Composed, PageBody, SitePage } from './view.ts';

/** The documents before and after it on its list. */
export interface Neighbours {
  readonly newer: Entity | undefined;
  readonly older: Entity | undefined;
}

export function composeDocumentPage(entity: Entity, { newer, older }: Neighbours): SitePage['compose'] {
  const { programme, view, template } = pageOf(entity);
  const compose = (scope: Scope): Composed => {
    if (programme) return composeSlot(scope.site.slotOf(entity.address)!, scope);
    switch (view) {
      case 'article':
        return composeArticle(entity, { newer, older }, scope);
      case 'host':
        return composeHost(entity as Typed<'host'>, scope);
      case 'place':
        return composePlace(entity, scope);
      case 'map':
        return composeMap(entity as Typed<'map'>, scope);
      case undefined:
        return composeDocument(entity, scope);
      default:
        return assertNever(view);
    }
  };
  return template === undefined ? compose : (scope) => called(template, compose(scope));
}

/** The type of a body is the name of its template. Layouts and style sheets use it too. */
const called = (template: string, { body, ...composed }: Composed): Composed => ({
  ...composed,
  body: { ...body, type: template } as PageBody,
});

/** Composed from the kind's declaration alone. */
function composeDocument(entity: Entity, scope: Scope): Composed {
  const { media, ...begin } = beginning(entity, scope);
  return {
    ...begin,
    description: begin.description ?? firstParagraph(entity, scope),
    body: {
      type: 'document',
      media,
      text: textOf(entity, scope),
      isBody: isBody(entity),
      categories: categoriesOf(entity, scope),
      facts: factsOf(entity, scope),
      content: contentOf(entity, scope),
    },
  };
}

/** The top of every page, which other sites show in link previews. */
function beginning(entity: Entity, scope: Scope) {
  const media = pictureOf(entity, scope);
  return {
    title: titleIn(entity, scope),
    description: summaryOf(entity, scope)?.text,
    image: media,
    up: listLink(entity.document.declaration, scope),
    media,
  };
}

const categoriesOf = (entity: Entity, scope: Scope) =>
  pointedAt(entity, pageOf(entity).categories, scope.site).map(({ address }) => categoryView(address, scope));

function firstParagraph(entity: Entity, scope: Scope): string | undefined {
  const blocks = blocksIn(scope.localised(entity).fields, pageOf(entity).blocks);
  const text = blocks.find((block) => block.type === 'paragraph')?.values?.[0]?.text;
  return text === undefined ? undefined : excerpt(text);
}

function composeArticle(article: Entity, { newer, older }: Neighbours, scope: Scope): Composed {
  const published = publishedAt(article);
  const { media, ...begin } = beginning(article, scope);
  return {
    ...begin,
    body: {
      type: 'article',
      ...(published !== undefined && { date: dateView(published, scope) }),
      media,
      body: textOf(article, scope) ?? { text: '' },
      ...(newer && { newer: cardOf(newer, scope) }),
      ...(older && { older: cardOf(older, scope) }),
    },
  };
}

function composeHost(entity: Typed<'host'>, scope: Scope): Composed {
  const { links } = scope.localised(entity).fields;
  const { media, ...begin } = beginning(entity, scope);
  const slots = scope.site.slotsWith(entity.address);
  return {
    ...begin,
    body: {
      type: 'host',
      media,
      description: textOf(entity, scope),
      categories: categoriesOf(entity, scope),
      links: (links ?? []).map(({ label, url }) => ({ label: label ?? url, url })),
      slots: slots.map((slot) => slotView(slot, scope)),
      zone: zoneOf(slots, scope),
      content: contentOf(entity, scope),
    },
  };
}

export function composePlace(entity: Entity, scope: Scope): Composed {
  const { media, ...begin } = beginning(entity, scope);
  const map = mapOf(entity, scope);
  const slots = scope.site.slotsAt(entity.address);
  const [calendar] = placeCalendars(slots);
  const address = addressView(locationOf(entity, scope.site), scope.locale);
  return {
    ...begin,
    body: {
      type: 'place',
      media,
      description: textOf(entity, scope),
      address,
      ...(map && { map: mapView(map, scope, { marked: entity.address }) }),
      days: daysOf(slots, scope),
      ...(calendar && {
        calendar: { ...calendarLink(calendar, scope), title: { text: scope.strings.calendars.place } },
      }),
      zone: zoneOf(slots, scope),
    },
  };
}

function composeMap(entity: Typed<'map'>, scope: Scope): Composed {
  const map = mapView(entity, scope);
  const up = listLink(entity.document.declaration, scope);
  return { title: map.title, image: map.media, ...(up && { up }), body: { type: 'map', map } };
}
