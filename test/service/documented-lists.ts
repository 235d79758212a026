import {
  countMeeting,
  listByColumn,
  listById,
  listRecords,
  type StoredRecord,
} from '../../src/service/store/records.ts';
import type { Query, Work } from '../../src/service/store/work.ts';

const page = { limit: 50, offset: 100 };
const status = [{ type: 'status', is: 'draft' }] as const;
const category = [{ type: 'category', is: 'concert' }] as const;
const start = [{ type: 'startsAtOrAfter', is: 1_813_000_000_000 }] as const;
const end = [{ type: 'endsAtOrBefore', is: 1_812_000_000_000 }] as const;

const latest = { column: 'updated_at', descending: true, limit: 50, skip: 0 } as const;
const after = { id: 'm', createdAt: '00100', updatedAt: '00100' } as StoredRecord;

/** The queries of every documented filter and order, by what is listed, with the index that answers them. */
export const documentedLists = (broadcast: string): readonly (readonly [string, Query, index: string])[] => {
  const lists: readonly (readonly [string, Work<unknown>, string])[] = [
    ['events in order of creation', listRecords(broadcast, 'event', page), 'records_in_order'],
    ['events from the first', listRecords(broadcast, 'event', { ...page, offset: 0 }), 'records_in_order'],
    ['articles with a status', listRecords(broadcast, 'article', { ...page, conditions: status }), 'records_by_status'],
    ['the number of articles with a status', countMeeting(broadcast, 'article', status), 'records_by_status'],
    ['events of a category', listRecords(broadcast, 'event', { ...page, conditions: category }), 'records_by_category'],
    ['the number of events from a date', countMeeting(broadcast, 'event', start), 'records_by_start'],
    ['the number of events until a date', countMeeting(broadcast, 'event', end), 'records_by_end'],
    ['pages after an id', listById(broadcast, 'page', { after: 'm', limit: 50 }), 'records_by_id'],
    ['pages after some', listById(broadcast, 'page', { skip: 10, limit: 50 }), 'records_by_id'],
    ['pages by date of change', listByColumn(broadcast, 'page', { ...latest, after: undefined }), 'records_by_update'],
    ['pages by date of change, after one', listByColumn(broadcast, 'page', { ...latest, after }), 'records_by_update'],
    ['pages before an id', listById(broadcast, 'page', { after: 'm', limit: 50, newestFirst: true }), 'records_by_id'],
  ];
  return lists.map(([name, work, index]) => [name, work.next().value as Query, index]);
};
