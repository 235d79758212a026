/** Lists on Surface B with a sort order or filters of their own: by any field, most of which no index knows. */
import type { KindName } from '../kinds/registry.ts';
import type { JsonObject } from '../values/json.ts';
import { invalid, type Problem } from './http/problem.ts';
import type { LaggingView } from './lagging-view.ts';
import type { Predicate, Sort } from './query.ts';
import {
  countRecords,
  fieldsOf,
  findRecord,
  listByColumn,
  listById,
  withTotal,
  type ColumnOrder,
  type OrderedColumn,
  type Page,
  type StoredRecord,
} from './store/records.ts';
import type { Work } from './store/work.ts';

export interface Searched {
  readonly lagging: LaggingView | undefined;
}

export interface Part {
  readonly limit: number;
  readonly skip: number;
  /** The list continues after this object. */
  readonly startId: string | undefined;
  readonly newestFirst: boolean;
}

export interface Search extends Part {
  readonly keep: Predicate | undefined;
  readonly sort: Sort | undefined;
}

interface Found {
  readonly record: StoredRecord;
  readonly fields: JsonObject;
}

/** Looks at every record, and keeps only those that may be on the page. */
export function* searchPage(parts: Searched, broadcastId: string, kind: KindName, search: Search): Work<Page> {
  const { limit, skip, startId, newestFirst, keep, sort } = search;
  const first = startId === undefined ? undefined : yield* startOf(parts, broadcastId, kind, { ...search, startId });
  const compare = (a: Found, b: Found): number =>
    sort?.compare(a.fields, b.fields) || (newestFirst ? -1 : 1) * compareIds(a.record.id, b.record.id);
  const nearest = new Nearest(compare, skip + limit);
  let total = 0;
  let after: string | undefined;
  for (;;) {
    const batch = yield* nextBatch(parts, broadcastId, kind, after);
    for (const found of batch.map(foundIn)) {
      if (keep && !keep(found.fields)) continue;
      total += 1;
      if (!first || compare(found, first) > 0) nearest.add(found);
    }
    if (batch.length < BATCH || parts.lagging) break;
    after = batch.at(-1)!.id;
  }
  return {
    records: nearest
      .sorted()
      .slice(skip)
      .map(({ record }) => record),
    total,
  };
}

const BATCH = 500;

const nextBatch = (
  { lagging }: Searched,
  broadcastId: string,
  kind: KindName,
  after: string | undefined,
): Work<readonly StoredRecord[]> =>
  lagging ? lagging.list(broadcastId, kind) : listById(broadcastId, kind, { after, limit: BATCH });

const foundIn = (record: StoredRecord): Found => ({
  record,
  fields: { ...commonFields(record), ...fieldsOf(record) },
});

/**
 * The object after which a list continues. In id order, it need not exist any more. A custom sort order can only be
 * continued after an entry that is in the list.
 */
function* startOf(
  { lagging }: Searched,
  broadcastId: string,
  kind: KindName,
  { startId, sort, keep }: Search & { readonly startId: string },
): Work<Found> {
  if (!sort) return { record: { id: startId } as StoredRecord, fields: {} };
  const record = lagging
    ? (yield* lagging.list(broadcastId, kind)).find(({ id }) => id === startId)
    : yield* findRecord(broadcastId, kind, startId);
  const found = record && foundIn(record);
  if (!found || (keep && !keep(found.fields))) throw notInList();
  return found;
}

const notInList = (): Problem => invalid([{ pointer: '/startId', detail: 'must be the id of an object in the list' }]);

/** The columns of fields that the service assigns, in whose order an index has the records. */
const COLUMNS: Readonly<Record<string, OrderedColumn>> = {
  _id: 'id',
  _createdAt: 'created_at',
  _updatedAt: 'updated_at',
};

/** The order of an index that a sort asks for, if there is one. */
export function indexedOrder({ by }: Sort): ColumnOrder | undefined {
  const [[field, direction] = ['', 'asc'], ...others] = by;
  const column = Object.hasOwn(COLUMNS, field) ? COLUMNS[field] : undefined;
  return column === undefined || others.length > 0 ? undefined : { column, descending: direction === 'desc' };
}

export function* indexedPage(
  broadcastId: string,
  kind: KindName,
  order: ColumnOrder,
  { limit, skip, startId }: Part,
): Work<Page> {
  const after = startId === undefined ? undefined : yield* findRecord(broadcastId, kind, startId);
  if (startId !== undefined && !after) throw notInList();
  const list = listByColumn(broadcastId, kind, { ...order, after, limit, skip });
  return yield* withTotal(list, countRecords(broadcastId, kind), after === undefined && limit > 0 ? skip : undefined);
}

/** The first entries of an order, without keeping all of them. */
class Nearest {
  readonly #compare: (a: Found, b: Found) => number;
  readonly #most: number;
  #kept: Found[] = [];

  constructor(compare: (a: Found, b: Found) => number, most: number) {
    this.#compare = compare;
    this.#most = most;
  }

  add(found: Found): void {
    this.#kept.push(found);
    if (this.#kept.length > 2 * this.#most + BATCH) this.#kept = this.sorted();
  }

  sorted(): Found[] {
    return this.#kept.sort(this.#compare).slice(0, this.#most);
  }
}

const commonFields = ({ id, createdAt, updatedAt }: StoredRecord): JsonObject => ({
  _id: id,
  _createdAt: createdAt,
  _updatedAt: updatedAt,
});

const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
