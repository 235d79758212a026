import { readPage, type StoredRecord } from '../../src/service/store/records.ts';
import type { Query, Work } from '../../src/service/store/work.ts';

const page = { column: 'created_at', limit: 50, skip: 100 } as const;
const byId = { column: 'id', limit: 50 } as const;
const status = [{ type: 'status', is: 'draft' }] as const;
const category = [{ type: 'category', is: 'concert' }] as const;
const start = [{ type: 'startsAtOrAfter', is: 1_813_000_000_000 }] as const;
const end = [{ type: 'endsAtOrBefore', is: 1_812_000_000_000 }] as const;

const latest = { column: 'updated_at', descending: true, limit: 50 } as const;
const after = { id: 'm', createdAt: '00100', updatedAt: '00100' } as StoredRecord;

/** The queries of every documented filter and order, with the number of all, by what is listed, and the index that answers them. */
export const documentedLists = (broadcast: string): readonly (readonly [string, Query, index: string])[] => {
  const lists: readonly (readonly [string, Work<unknown>, string])[] = [
    ['events in order of creation', readPage(broadcast, 'event', page), 'records_in_order'],
    ['events from the first', readPage(broadcast, 'event', { ...page, skip: 0 }), 'records_in_order'],
    ['articles with a status', readPage(broadcast, 'article', { ...page, conditions: status }), 'records_by_status'],
    ['events of a category', readPage(broadcast, 'event', { ...page, conditions: category }), 'records_by_category'],
    [
      'the number of events from a date',
      readPage(broadcast, 'event', { ...page, conditions: start }),
      'records_by_start',
    ],
    ['the number of events until a date', readPage(broadcast, 'event', { ...page, conditions: end }), 'records_by_end'],
    ['pages after an id', readPage(broadcast, 'page', { ...byId, after: { id: 'm' } }), 'records_by_id'],
    ['pages after some', readPage(broadcast, 'page', { ...byId, skip: 10 }), 'records_by_id'],
    ['pages by date of change', readPage(broadcast, 'page', latest), 'records_by_update'],
    ['pages by date of change, after one', readPage(broadcast, 'page', { ...latest, after }), 'records_by_update'],
    [
      'pages before an id',
      readPage(broadcast, 'page', { ...byId, after: { id: 'm' }, descending: true }),
      'records_by_id',
    ],
  ];
  return lists.map(([name, work, index]) => [name, work.next().value as Query, index]);
};
