import type { QuotaReport } from '../../project/index.ts';
import { tableText } from './text/columns.ts';

/** What is used, and of how much. */
export function quotaText({ quota, usage }: QuotaReport): string {
  const { documents = {}, bytes, deliveriesPerDay } = quota ?? {};
  const used = new Map<string, number>(usage.documents.map(({ kind, total }) => [kind, total]));
  const limits: Readonly<Record<string, number | undefined>> = documents;
  const rows = [...new Set([...used.keys(), ...Object.keys(limits)])].toSorted().map((kind) => ({
    quota: kind,
    used: used.get(kind) ?? 0,
    most: limits[kind] ?? 'no limit',
  }));
  return tableText([
    ...rows,
    { quota: 'bytes', used: usage.bytes, most: bytes ?? 'no limit' },
    { quota: 'deliveries', used: usage.deliveries, most: deliveriesPerDay ?? 'no limit' },
  ]);
}
