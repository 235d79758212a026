/** Records as they are on the wire. The stored JSON text is spliced, not parsed and printed again. */
import type { Surface } from '../kinds/kind.ts';
import type { StoredRecord } from './store/records.ts';
import type { Variants } from './variants.ts';

export type Represent = (record: StoredRecord, surface: Surface) => string;

export function createRepresent(variants: Variants): Represent {
  const timestamp = variants.has('other-timestamps') ? otherSpelling : (text: string) => text;
  return (record, surface) => {
    const rest = record.fields === '{}' ? '}' : `,${record.fields.slice(1)}`;
    const [created, updated] = [timestamp(record.createdAt), timestamp(record.updatedAt)];
    return surface === 'A'
      ? `{"id":"${record.id}","created_at":"${created}","updated_at":"${updated}"${rest}`
      : `{"_id":"${record.id}","_createdAt":"${created}","_updatedAt":"${updated}"${rest}`;
  };
}

const otherSpelling = (iso: string): string => iso.replace('Z', '000+00:00');
