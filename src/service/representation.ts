/** Records as sent on the wire. The stored JSON text is spliced in, not parsed and serialised again. */
import type { Surface } from '../kinds/kind.ts';
import type { KindName } from '../kinds/registry.ts';
import { fieldsOf, type StoredRecord } from './store/records.ts';

export function represent(record: StoredRecord, surface: Surface): string {
  const { id, createdAt, updatedAt, fields } = record;
  const rest = fields === '{}' ? '' : `,${fields.slice(1, -1)}`;
  const common =
    surface === 'A'
      ? `"id":"${id}","created_at":"${createdAt}","updated_at":"${updatedAt}"`
      : `"_id":"${id}","_createdAt":"${createdAt}","_updatedAt":"${updatedAt}"`;
  return `{${common}${rest}${nulls(record, surface)}}`;
}

/**
 * Fields that the interface always lists in its answers, with or without a value. Any other field without a value is
 * left out.
 */
const LISTED: Partial<Record<KindName, readonly string[]>> = { article: ['published_at'] };
const LISTED_ON_SURFACE_B = ['_reference'];

function nulls(record: StoredRecord, surface: Surface): string {
  const listed = [...(LISTED[record.kind] ?? []), ...(surface === 'B' ? LISTED_ON_SURFACE_B : [])];
  return listed.map((name) => (hasField(record, name) ? '' : `,"${name}":null`)).join('');
}

/** Quotes inside text are escaped, so only an object key can look like this. Rarely, it is a nested one. */
const hasField = (record: StoredRecord, name: string): boolean =>
  record.fields.includes(`"${name}":`) && (record.kind === 'article' || Object.hasOwn(fieldsOf(record), name));
