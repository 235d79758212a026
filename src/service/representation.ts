/** Records as sent on the wire. The stored JSON text is spliced in, not parsed and serialised again. */
import type { Surface } from '../kinds/kind.ts';
import type { KindName } from '../kinds/registry.ts';
import { fieldsOf, type StoredRecord } from './store/records.ts';
import type { Variants } from './variants.ts';

export type Represent = (record: StoredRecord, surface: Surface) => string;

export function createRepresent(variants: Variants): Represent {
  const timestamp = variants.has('other-timestamps') ? otherSpelling : (text: string) => text;
  return (record, surface) => {
    const rest = record.fields === '{}' ? '' : `,${record.fields.slice(1, -1)}`;
    const [created, updated] = [timestamp(record.createdAt), timestamp(record.updatedAt)];
    const common =
      surface === 'A'
        ? `"id":"${record.id}","created_at":"${created}","updated_at":"${updated}"`
        : `"_id":"${record.id}","_createdAt":"${created}","_updatedAt":"${updated}"`;
    return `{${common}${rest}${nulls(record, surface)}}`;
  };
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

const otherSpelling = (iso: string): string => iso.replace('Z', '000+00:00');
