import { anything, defineShape, integer, list, nullable, object, oneOfValues, ref, tableOf, text } from '../schema.ts';
import { pointerTo } from './primitives.ts';
import type { Static } from '../schema.ts';

export const NATIVE_SCREENS = [
  'contact',
  'localTicket',
  'articles',
  'maps',
  'home',
  'program',
  'hosts',
  'menu',
  'auth',
  'profile',
  'favorites',
  'campaigns',
  'networkingForms',
  'networkingScan',
  'meteo',
  'search',
] as const;

export const nativeContent = (description: string) => oneOfValues(NATIVE_SCREENS, { description });

export const LOGICAL_OPERATORS = ['$and', '$or', '$nor'] as const;

const MOST = 9_007_199_254_740_991;

/** Filters, order and range over a collection of content. */
export const Query = defineShape(
  'Query',
  object(
    {
      filters: nullable(
        list(anything(), { description: 'Conditions such as {category: concert} or {title: {$ne: x}}' }),
      ),
      filtersLogical: nullable(oneOfValues(LOGICAL_OPERATORS, { description: 'How the filters are combined' })),
      limit: nullable(
        integer({ minimum: -1, maximum: MOST, description: 'The maximum number of entries; -1 for all' }),
      ),
      skip: nullable(integer({ minimum: 0, maximum: MOST, description: 'How many entries to skip at the start' })),
      sort: nullable(tableOf(oneOfValues(['asc', 'desc']), { description: 'Fields to sort by, each asc or desc' })),
    },
    { description: 'Which entries, in which order, and how many' },
  ),
  { filters: [{ status: 'published' }], sort: { title: 'asc' }, limit: 6 },
);
export type Query = Static<typeof Query.schema>;

/** The fields of a navigator that name a destination; a navigator has one of them. */
export const DESTINATIONS = [
  'url',
  'broadcastArticleId',
  'broadcastPageId',
  'broadcastSessionId',
  'broadcastHostId',
  'broadcastInterestPointId',
  'broadcastMapId',
  'nativeContent',
] as const;

export const Navigator = defineShape(
  'Navigator',
  object(
    {
      url: nullable(text({ format: 'link', description: 'An external address' })),
      broadcastArticleId: nullable(pointerTo('article', 'Opens this article')),
      broadcastPageId: nullable(pointerTo('page', 'Opens this page')),
      broadcastSessionId: nullable(pointerTo('session', 'Opens this session')),
      broadcastHostId: nullable(pointerTo('host', 'Opens this host')),
      broadcastInterestPointId: nullable(pointerTo('interestPoint', 'Opens this interest point')),
      broadcastMapId: nullable(pointerTo('map', 'Opens this map')),
      nativeContent: nullable(nativeContent('Opens a built-in screen')),
      query: nullable(ref(Query)),
    },
    { description: 'Where a tap leads: one destination' },
  ),
  { nativeContent: 'program' },
);
export type Navigator = Static<typeof Navigator.schema>;
