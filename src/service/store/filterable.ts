/** The values that documented filters compare. Each is a column with an index, filled from the fields of the record. */
import { hash } from 'node:crypto';
import type { Value } from './work.ts';
import { isObject, type JsonObject } from '../../values/json.ts';

interface Filterable {
  /** The status of an article. */
  readonly status: string | null;
  /** The category of an event, as an index has it. */
  readonly category: string | null;
  /** When an event starts and ends, in milliseconds since 1970. */
  readonly startsAt: number | null;
  readonly endsAt: number | null;
}

/** In this order in the statements that write them. */
export const FILTERABLE_COLUMNS = ['status', 'category', 'starts_at', 'ends_at'];

const NOTHING: Filterable = { status: null, category: null, startsAt: null, endsAt: null };

/** The part of a record that they follow from. */
export interface Described {
  readonly kind: string;
  /** JSON text. */
  readonly fields: string;
}

/** `parsed`: the fields, for those who have them. */
function filterableOf({ kind, fields }: Described, parsed?: JsonObject): Filterable {
  if (kind !== 'event' && kind !== 'article') return NOTHING;
  const values: unknown = parsed ?? JSON.parse(fields);
  if (!isObject(values)) return NOTHING;
  const { status, category, start_time: start, end_time: end } = values;
  return kind === 'article'
    ? { ...NOTHING, status: text(status) }
    : { ...NOTHING, category: indexedText(category), startsAt: instant(start), endsAt: instant(end) };
}

export const filterableValues = (record: Described, parsed?: JsonObject): readonly Value[] => {
  const { status, category, startsAt, endsAt } = filterableOf(record, parsed);
  return [status, category, startsAt, endsAt];
};

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const indexedText = (value: unknown): string | null => (typeof value === 'string' ? indexable(value) : null);

const instant = (value: unknown): number | null => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
};

export type Condition =
  | { readonly type: 'status' | 'category'; readonly is: string }
  | { readonly type: 'startsAtOrAfter' | 'endsAtOrBefore'; readonly is: number };

const SQL: Readonly<Record<Condition['type'], string>> = {
  status: 'status = ?',
  category: 'category = ?',
  startsAtOrAfter: 'starts_at >= ?',
  endsAtOrBefore: 'ends_at <= ?',
};

export const hasCategory = (category: string): Condition => ({ type: 'category', is: indexable(category) });

/** Begins with AND, unless there are no conditions. */
export const conditionsSql = (conditions: readonly Condition[]): string =>
  conditions.map(({ type }) => ` AND ${SQL[type]}`).join('');

/** An entry of an index has at most 2,704 bytes in PostgreSQL, and no text there has the character U+0000. */
const LONGEST = 500;
const DIGEST = 'sha256:';

/**
 * The value of an indexed column for a text that a client chose: the text itself, or a digest if an index cannot have
 * it. Equal texts have equal forms, so the form of one finds the other.
 */
export const indexable = (text: string): string =>
  text.length > LONGEST || text.includes('\0') || text.startsWith(DIGEST) ? DIGEST + hash('sha256', text) : text;
