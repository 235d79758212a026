/** Makes records of the rows of tables and of the elements of JSON files, as a mapping says. */
import type { Kind } from '../../kinds/kind.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { yaml } from '../../machine/packages.ts';
import { isEmpty } from '../../values/empty.ts';
import { epochOf } from '../../values/instants.ts';
import { formatPath, valueAt, type Json, type JsonObject } from '../../values/json.ts';
import type { MadeValue, RecordMapping } from '../mapping.ts';
import { unreadable, type SourceRecord } from '../source.ts';
import { makeInstant } from './make-instants.ts';
import { assembled, makeValues } from './make-values.ts';
import type { Reading } from './reading.ts';
import { WRITE_ALL_CELLS, type MappedRows, type Row } from './rows.ts';
import { keyIn, takeValues, textOf } from './take-values.ts';

/** Adds the records to what is gathered. */
export function mapRows(selected: readonly MappedRows[], reading: Reading): void {
  for (const { records, rows } of selected) for (const row of rows) register(records, row, reading);
  const found = selected.flatMap(({ records, rows }) => rows.flatMap((row) => readRow(records, row, reading) ?? []));
  reading.records.push(...onceEach(found, reading), ...reading.created);
}

const titleField = ({ page }: Kind): string => page?.title ?? 'title';

const startOf = ({ page }: Kind, fields: JsonObject): string | undefined =>
  valueAt(fields, page?.programme?.start ?? ['']) as string | undefined;

/** A pointer may name a record whose row is further down. */
function register({ kind, key, made }: RecordMapping, row: Row, reading: Reading): void {
  const declared = kindNamed(kind);
  const named = made.get(titleField(declared));
  if (declared.page?.programme || !named) return;
  const name = takeValues(named.call, row).map(textOf)[0];
  const id = key === undefined ? name : keyIn(row, key);
  if (id !== undefined) reading.register(kind, id, name);
}

function readRow(records: RecordMapping, row: Row, reading: Reading): SourceRecord | undefined {
  const { kind, key } = records;
  const declared = kindNamed(kind);
  const doubt = row.file.doubtOf?.(row.path);
  reading.refusal = undefined;
  const fields = doubt === undefined ? fieldsOf(declared, records, row, reading) : {};
  const id = key === undefined ? ownKey(declared, fields) : keyIn(row, key);
  if (doubt !== undefined) reading.refuse(row, doubt, WRITE_ALL_CELLS);
  const unclear = reading.refusal ?? problemOf(declared, fields, id);
  if (unclear !== reading.refusal) reading.refuse(row, unclear!);
  if (doubt !== undefined || id === undefined) reading.leaveOut(kind);
  if (id === undefined) return undefined;
  const at = row.file.spanOf(row.path);
  return {
    kind,
    id,
    fields,
    at,
    ...row.file.addressOf?.(row.path),
    ...(key === undefined && { keyGroup: '' }),
    ...(unclear !== undefined && { unclear }),
  };
}

function fieldsOf(declared: Kind, records: RecordMapping, row: Row, reading: Reading): JsonObject {
  const { start = [], end = [] } = declared.page?.programme ?? {};
  const [starting, ending] = [start, end].map((path) => records.made.get(formatPath(path)));
  const started = starting && makeInstant(starting.call, row, reading);
  const instantOf = (each: MadeValue) =>
    each === starting
      ? started
      : makeInstant(each.call, row, reading, each === ending ? { start: started, call: starting?.call } : undefined);
  const valuesOf = (each: MadeValue): readonly Json[] =>
    each.schema.format === 'instant' ? [instantOf(each)?.text ?? []].flat() : makeValues(each, row, reading);
  const made = new Map([...records.made.values()].map((each) => [each, valuesOf(each)]));
  if (started && ending && made.get(ending)!.length === 0 && reading.refusal === undefined) {
    const filled = { [String(end.at(-1))]: { ...ending.call, duration: { value: 45 } } };
    const written = yaml().stringify(filled, { collectionStyle: 'flow', lineWidth: 0 }).trim().slice(2, -2);
    const help = `add it, or a duration for all rows without one to the mapping, such as \`${written}\``;
    reading.refuse(row, `this ${declared.title.toLowerCase()} has no end`, help);
  }
  // A status that cannot be read is not `published`.
  const isPublished = 'status' in declared.fields && !('status' in records.fields);
  const fields: Record<string, Json> = isPublished ? { status: 'published' } : {};
  for (const [name, written] of Object.entries(records.fields)) {
    const [value] = assembled(written, [name], records, (each) => made.get(each)!);
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

/** Title and start identify an entry that has no key of its own. */
function ownKey(declared: Kind, fields: JsonObject): string | undefined {
  const [name, start] = [fields[titleField(declared)], startOf(declared, fields)];
  if (typeof name !== 'string' || (declared.page?.programme && start === undefined)) return undefined;
  return start === undefined ? name : `${name} | ${start}`;
}

function problemOf(declared: Kind, fields: JsonObject, id: string | undefined): string | undefined {
  const kind = declared.title.toLowerCase();
  const { start: startPath, end: endPath } = declared.page?.programme ?? { start: [''], end: [''] };
  const [start, end] = [startOf(declared, fields), valueAt(fields, endPath)];
  const required = Object.entries(declared.fields).filter(([, field]) => field.required?.includes('file'));
  const missing = required.find(([name]) => isEmpty(fields[name]))?.[0];
  if (missing === startPath[0] && start === undefined) return `this ${kind} has no start`;
  if (missing !== undefined) return `this ${kind} has no ${missing === endPath[0] ? 'end' : missing}`;
  if (id === undefined) return `the key of this ${kind} is empty`;
  if (start === undefined || typeof end !== 'string' || epochOf(end) >= epochOf(start)) return undefined;
  return `this ${kind} ends before it starts: ${start} to ${end}`;
}

/** Rows with the same key: a person may be in several, perhaps with a biography in one of them. */
function onceEach(records: readonly SourceRecord[], reading: Reading): readonly SourceRecord[] {
  const byKey = new Map<string, SourceRecord>();
  for (const record of records) {
    const { kind, id, fields, at } = record;
    const first = byKey.get(`${kind} ${id}`) ?? record;
    const differing = Object.keys(fields).find((name) => !isSame(first.fields[name] ?? fields[name], fields[name]));
    if (differing !== undefined) {
      const message = `the key \`${id}\` is in line ${first.at.line} too, with another \`${differing}\``;
      reading.diagnostics.push(
        unreadable(at, message, 'add another column to the key in the mapping, such as `key: [id, start]`'),
      );
      // The row may be an entry of its own, whose file must not be deleted for it.
      if (kindNamed(kind).page?.programme) reading.leaveOut(kind);
    }
    byKey.set(`${kind} ${id}`, { ...first, fields: { ...fields, ...first.fields } });
  }
  return [...byKey.values()];
}

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
