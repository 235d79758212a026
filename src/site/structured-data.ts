/** The subject of a page, in the vocabulary of schema.org: search engines show events and articles from it. */
import { assertNever } from '../diagnostics/errors.ts';
import type { Entity } from '../model/broadcast.ts';
import { hasPage } from '../model/site-paths.ts';
import type { JsonObject } from '../values/json.ts';
import { entityPath, screenPath } from './links/urls.ts';
import { liveFactsOf } from './parts/marks.ts';
import { locationOf, type Location } from './parts/location.ts';
import { pageOf, publishedAt, textOf, titleIn } from './parts/page-fields.ts';
import type { Composed, Seo, SitePage } from './pages/view.ts';
import { hostsOf, spanOf, type Slot } from './programme.ts';
import type { Scope } from './scope.ts';
import { excerpt, LONGEST } from './text/excerpt.ts';

interface Page {
  readonly scope: Scope;
  readonly composed: Composed;
  readonly entity: SitePage['entity'];
  readonly seo: Omit<Seo, 'things'>;
}

/** The page's subject first, if it has one. Its picture is added when the page is rendered. */
export function thingsOn(page: Page): Seo['things'] {
  const { scope, seo } = page;
  if (scope.site.url === undefined || !seo.indexing) return [];
  const subject = scope.page === '/' ? festival(page) : subjectOf(page);
  return [...(subject ? [subject] : []), ...(scope.page === '/' ? [website(page)] : [breadcrumbs(page)])];
}

function subjectOf(page: Page): JsonObject | undefined {
  const { scope } = page;
  const entity = page.entity && scope.site.entity(page.entity.address);
  if (!entity) return undefined;
  const slot = scope.site.slotOf(entity.address);
  if (slot) return slotEvent(slot, page);
  const { view } = pageOf(entity);
  switch (view) {
    case 'host':
      return person(entity, page);
    case 'place':
      return { ...place(entity, page), ...description(entity, scope) };
    case 'article':
      return article(entity, page);
    case 'map':
    case undefined:
      return undefined;
    default:
      return assertNever(view);
  }
}

const linked = (type: string, entity: Entity, page: Page): JsonObject => ({
  '@type': type,
  name: titleIn(entity, page.scope).text,
  ...(hasPage(entity) && { url: page.scope.url(entityPath(entity)) }),
});

/** With its address: search engines show no event without one. */
const place = (entity: Entity, page: Page): JsonObject => ({
  ...linked('Place', entity, page),
  ...inTheWorld(locationOf(entity, page.scope.site)),
});

const inTheWorld = ({ address, geo }: Location): JsonObject => ({
  ...(address && {
    address: {
      '@type': 'PostalAddress',
      ...(address.street !== undefined && { streetAddress: address.street }),
      ...(address.postcode !== undefined && { postalCode: address.postcode }),
      addressLocality: address.city,
      ...(address.region !== undefined && { addressRegion: address.region }),
      ...(address.country !== undefined && { addressCountry: address.country }),
    },
  }),
  ...(geo && { geo: { '@type': 'GeoCoordinates', ...geo } }),
});

const organizer = (page: Page): JsonObject => ({
  '@type': 'Organization',
  name: page.seo.siteName,
  url: page.scope.url('/'),
});

function description(entity: Entity, scope: Scope): JsonObject {
  const text = textOf(entity, scope);
  const words = text ? excerpt(text.text, LONGEST) : '';
  return words === '' ? {} : { description: words };
}

/** More would make the page heavier than what it shows. */
const MOST_LISTED = 100;

const CANCELLED = { eventStatus: 'https://schema.org/EventCancelled' };

const shortEvent = (slot: Slot, page: Page): JsonObject => ({
  ...linked('Event', slot.entity, page),
  startDate: page.scope.dates.machine(slot.start),
  endDate: page.scope.dates.machine(slot.end),
  ...(slot.where && { location: place(slot.where, page) }),
  ...(slot.cancelled && CANCELLED),
});

const shortEvents = (name: string, slots: readonly Slot[], page: Page): JsonObject =>
  slots.length === 0 ? {} : { [name]: slots.slice(0, MOST_LISTED).map((slot) => shortEvent(slot, page)) };

const typeOfWhole = ({ scope: { site } }: Page): string =>
  /festival/i.test(site.root.type ?? '') ? 'Festival' : 'Event';

/** The whole event. Without a programme it has no dates, so there is nothing that a search engine could show. */
function festival(page: Page): JsonObject | undefined {
  const { scope, seo } = page;
  const { programme } = scope.site;
  const span = spanOf(programme);
  if (!span) return undefined;
  const places = new Set(programme.flatMap(({ where }) => where ?? []));
  return {
    '@type': typeOfWhole(page),
    name: seo.siteName,
    ...(seo.description && { description: seo.description }),
    url: page.scope.url('/'),
    startDate: scope.dates.machine(span.start),
    endDate: scope.dates.machine(span.end),
    ...(programme.every(({ cancelled }) => cancelled) && CANCELLED),
    ...wholeLocation([...places], page),
    organizer: organizer(page),
    ...shortEvents('subEvent', programme, page),
  };
}

/** One place with its address, if the broadcast has one. */
function wholeLocation(places: readonly Entity[], page: Page): JsonObject {
  const { location } = page.scope.site;
  if (location.address) return { location: { '@type': 'Place', name: page.seo.siteName, ...inTheWorld(location) } };
  return places.length === 0 ? {} : { location: places.slice(0, MOST_LISTED).map((each) => place(each, page)) };
}

const website = (page: Page): JsonObject => ({
  '@type': 'WebSite',
  name: page.seo.siteName,
  url: page.scope.url('/'),
  inLanguage: page.scope.locale,
});

function slotEvent(slot: Slot, page: Page): JsonObject {
  const { scope, seo } = page;
  const hosts = hostsOf(slot, scope.site);
  return {
    eventStatus: 'https://schema.org/EventScheduled',
    ...shortEvent(slot, page),
    ...description(slot.entity, scope),
    ...attendance(slot, page),
    ...(hosts.length > 0 && { performer: hosts.map((host) => linked('Person', host, page)) }),
    organizer: organizer(page),
    superEvent: { '@type': typeOfWhole(page), name: seo.siteName, url: page.scope.url('/') },
    inLanguage: scope.locale,
  };
}

/** Where and how visitors can take part, and whether there are places left. */
function attendance(slot: Slot, page: Page): JsonObject {
  const { where } = slot;
  const urls = new Map(liveFactsOf(slot, page.scope).map(({ type, url }) => [type, url]));
  const [stream, recording] = [urls.get('stream'), urls.get('recording')];
  const modes = [...(where ? ['Offline'] : []), ...(stream === undefined ? [] : ['Online'])];
  const mode = modes.length > 1 ? 'Mixed' : modes[0];
  const places = [
    ...(where ? [place(where, page)] : []),
    ...(stream === undefined ? [] : [{ '@type': 'VirtualLocation', url: stream }]),
  ];
  return {
    ...(mode !== undefined && { eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode` }),
    ...(places.length > 0 && { location: places.length > 1 ? places : places[0]! }),
    ...(urls.has('full') && { remainingAttendeeCapacity: 0 }),
    ...(recording !== undefined && {
      recordedIn: { '@type': 'CreativeWork', name: titleIn(slot.entity, page.scope).text, url: recording },
    }),
  };
}

function person(entity: Entity, page: Page): JsonObject {
  const { scope } = page;
  const { links } = scope.localised(entity).fields as { links?: readonly { readonly url: string }[] | null };
  const elsewhere = (links ?? []).map(({ url }) => url).filter((url) => /^https?:/.test(url));
  return {
    ...linked('Person', entity, page),
    ...description(entity, scope),
    ...(elsewhere.length > 0 && { sameAs: elsewhere }),
    ...shortEvents('performerIn', scope.site.slotsWith(entity.address), page),
  };
}

function article(entity: Entity, page: Page): JsonObject {
  const { scope } = page;
  const published = publishedAt(entity);
  const modified = scope.site.revision(entity.address)?.modified;
  const url = page.scope.url(entityPath(entity));
  return {
    '@type': 'Article',
    headline: titleIn(entity, scope).text,
    ...description(entity, scope),
    url,
    mainEntityOfPage: url,
    ...(published !== undefined && { datePublished: scope.dates.machine(published) }),
    ...(modified !== undefined && { dateModified: scope.dates.machine(modified) }),
    author: organizer(page),
    publisher: organizer(page),
    inLanguage: scope.localised(entity).langOf(pageOf(entity).title) ?? scope.locale,
  };
}

function breadcrumbs(page: Page): JsonObject {
  const { scope, composed, seo } = page;
  const up = composed.up && new URL(composed.up.link.href, scope.url(scope.page)).href;
  const steps = [
    { name: scope.strings.screens.home, item: page.scope.url(screenPath('home')) },
    ...(up === undefined ? [] : [{ name: composed.up!.title, item: up }]),
    { name: composed.title.text, item: seo.canonical! },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  };
}
