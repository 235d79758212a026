/** Makes records of the rows of tables and of the elements of JSON files, as a mapping says. */
import { count } from '../../diagnostics/count.ts';
import type { Kind } from '../../kinds/kind.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { isEmpty } from '../../values/empty.ts';
import { epochOf } from '../../values/instants.ts';
import { valueAt, type Json, type JsonObject } from '../../values/json.ts';
import type { Gathering } from '../gathering.ts';
import { madeValues, type MadeValue, type MappingSettings, type RecordMapping } from '../mapping.ts';
import { unreadable, type SourceFacts, type SourceRecord } from '../source.ts';
import { dateOrderIn, makeInstant, Unreadable, type TimeContext } from './make-instants.ts';
import { assembled, KnownRecords, makeValues, type ValueContext } from './make-values.ts';
import type { MappedRows, Row } from './rows.ts';
import { isSelected, keyIn, takeValues, textOf } from './take-values.ts';

export interface MappingContext {
  readonly settings: MappingSettings;
  /** The zone of times without an offset, unless the mapping has one. */
  readonly timezone: string | undefined;
  /** For messages. */
  readonly title: string;
  /** For HTML, where the mapping says so. */
  readonly toMarkdown: (html: string) => string;
  /** The text of the mapping, if it was proposed. */
  readonly proposed: string | undefined;
}

/** Adds the records and what was noticed to what is gathered, and returns what they say of the whole broadcast. */
export function mapRows(all: readonly MappedRows[], context: MappingContext, gathering: Gathering): SourceFacts {
  const selected = all.map(({ records, rows }) => ({ records, rows: rows.filter(isSelected(records)) }));
  const reader = new RowReader(selected, context, gathering);
  for (const { records, rows } of selected) for (const row of rows) reader.register(records, row);
  const found = selected.flatMap(({ records, rows }) => rows.flatMap((row) => reader.read(records, row) ?? []));
  const records = [...reader.onceEach(found), ...reader.known.created];
  gathering.records.push(...records);
  gathering.findings.push(...reader.findings());
  for (const [
    index,
    {
      records: { kind },
      rows,
    },
  ] of selected.entries()) {
    const left = all[index]!.rows.length - rows.length;
    if (left > 0) gathering.findings.push(`${count(left, 'row')} left out by a condition of ${kindNamed(kind).folder}`);
  }
  const { timezone } = context.settings;
  return { ...(timezone !== undefined && { timezone }), ...daysOf(records) };
}

const titleField = ({ page }: Kind): string => page?.title ?? 'title';
const startOf = ({ page }: Kind, fields: Json): Json | undefined => valueAt(fields, page?.programme?.start ?? ['']);

class RowReader {
  readonly known = new KnownRecords();
  readonly #gathering: Gathering;
  readonly #reading: TimeContext & ValueContext;
  readonly #notes = new Map<string, { readonly noun: string; readonly rest: string; readonly times: number }>();
  /** Several fields may have a value from one cell, such as the date of a start and an end. */
  readonly #reported = new Set<string>();

  constructor(selected: readonly MappedRows[], context: MappingContext, gathering: Gathering) {
    const { settings, timezone, proposed } = context;
    this.#gathering = gathering;
    this.#reading = {
      ...context,
      timezone: settings.timezone ?? timezone,
      order: settings.dates ?? dateOrderIn(selected, proposed),
      known: this.known,
      lose: (name) => gathering.lose(name),
      note: (noun, rest) => {
        const { times } = this.#notes.get(rest) ?? { times: 0 };
        this.#notes.set(rest, { noun, rest, times: times + 1 });
      },
    };
  }

  /** Pointers find a record by its key or its name, wherever its row is. */
  register({ kind, key, fields }: RecordMapping, row: Row): void {
    const declared = kindNamed(kind);
    const named = fields.parts.find(([name]) => name === titleField(declared))?.[1];
    if (declared.page?.programme || named?.type !== 'value') return;
    const [found] = takeValues(named.expression as string, row);
    const name = found && textOf(found);
    const id = key === undefined ? name : keyIn(row, key);
    if (id !== undefined) this.known.add(kind, id, name);
  }

  read({ kind, key, fields: making }: RecordMapping, row: Row): SourceRecord | undefined {
    const declared = kindNamed(kind);
    const doubt = row.file.doubtOf?.(row.path);
    const { fields, refusal } =
      doubt === undefined
        ? this.#fieldsOf(declared, making, row)
        : { fields: {}, refusal: new Unreadable(row, doubt, 'put a text that contains the delimiter in quotes') };
    const id = key === undefined ? ownKey(declared, fields) : keyIn(row, key);
    const problem = refusal ?? problemOf(declared, fields, { row, isKeyed: id !== undefined });
    if (problem) this.#report(problem);
    if (doubt !== undefined || id === undefined) this.#gathering.leaveOut(kind);
    if (id === undefined) return undefined;
    return { kind, id, fields, at: row.file.spanOf(row.path), ...(problem && { unclear: problem.message }) };
  }

  /** The fields, and why they cannot be trusted: without its time an entry is another one. */
  #fieldsOf(declared: Kind, making: RecordMapping['fields'], row: Row) {
    const { start, end } = declared.page?.programme ?? {};
    const all = madeValues(making);
    const starting = all.find(({ field }) => field.join() === start?.join());
    const made = new Map<MadeValue, readonly Json[]>();
    let refusal: Unreadable | undefined;
    // The end may need the start.
    for (const each of new Set([...(starting ? [starting] : []), ...all])) {
      const isInstant = each.schema.format === 'instant';
      const started = { start: starting && (made.get(starting)?.[0] as string), expression: starting?.expression };
      const values = isInstant
        ? [makeInstant(each, row, this.#reading, each.field.join() === end?.join() ? started : undefined)]
        : makeValues(each, row, this.#reading);
      for (const problem of values.filter((value) => value instanceof Unreadable)) {
        if (isInstant) refusal ??= problem;
        this.#report(problem);
      }
      made.set(
        each,
        values.flatMap((value) => (value === undefined || value instanceof Unreadable ? [] : [value])),
      );
    }
    // A status that cannot be read is not `published`.
    const isPublished = 'status' in declared.fields && !making.parts.some(([name]) => name === 'status');
    const fields: Record<string, Json> = isPublished ? { status: 'published' } : {};
    for (const [name, part] of making.parts) {
      const value = assembled(part, (each) => made.get(each)!);
      if (value !== undefined) fields[name] = value;
    }
    return { fields, refusal };
  }

  #report({ found: { file, path }, message, suggestion }: Unreadable): void {
    const at = file.spanOf(path);
    const key = `${at.file}:${at.line}:${at.column} ${message}`;
    if (!this.#reported.has(key)) this.#gathering.diagnostics.push(unreadable(at, message, suggestion));
    this.#reported.add(key);
  }

  /** Rows with the same key: equal ones are one record, several times of one entry are numbered in their order. */
  onceEach(records: readonly SourceRecord[]): readonly SourceRecord[] {
    return [...Map.groupBy(records, ({ kind, id }) => `${kind} ${id}`).values()].flatMap((same) => {
      const distinct = [...new Map(same.map((each) => [JSON.stringify(each.fields), each])).values()];
      for (let times = distinct.length; times < same.length; times++) this.#reading.note('row', 'equal to another one');
      const [first] = distinct;
      const declared = kindNamed(first!.kind);
      if (distinct.length === 1) return [first!];
      if (!declared.page?.programme) return [this.#merged(distinct)];
      this.#reading.note('key', 'in several rows: these entries are numbered in the order of their times');
      const epochIn = ({ fields }: SourceRecord): number => epochOf(String(startOf(declared, fields))) || 0;
      return distinct
        .toSorted((a, b) => epochIn(a) - epochIn(b))
        .map((each, index) => (index === 0 ? each : { ...each, id: `${each.id}#${index + 1}` }));
    });
  }

  /** A person who is in several rows, perhaps with a biography in one of them. The first value counts. */
  #merged(records: readonly SourceRecord[]): SourceRecord {
    const fields: Record<string, Json> = {};
    for (const [name, value] of records.flatMap((each) => Object.entries(each.fields))) {
      if (JSON.stringify((fields[name] ??= value)) !== JSON.stringify(value))
        this.#reading.note(
          'value',
          `of \`${name}\` that differs from an earlier row with the same key, and is not used`,
        );
    }
    return { ...records[0]!, fields };
  }

  findings(): readonly string[] {
    const [first, second] = this.#reading.order === 'day-month' ? ['day', 'month'] : ['month', 'day'];
    return [
      ...(this.#reading.order === undefined ? [] : [`dates have the ${first} first, then the ${second}`]),
      ...[...this.#notes.values()].map(({ noun, rest, times }) => `${count(times, noun)} ${rest}`),
    ];
  }
}

/** Title and start identify an entry that has no key of its own. */
function ownKey(declared: Kind, fields: JsonObject): string | undefined {
  const [name, start] = [fields[titleField(declared)], startOf(declared, fields)];
  if (typeof name !== 'string' || (declared.page?.programme && start === undefined)) return undefined;
  return start === undefined ? name : `${name} | ${String(start)}`;
}

function problemOf(
  declared: Kind,
  fields: JsonObject,
  { row, isKeyed }: { readonly row: Row; readonly isKeyed: boolean },
): Unreadable | undefined {
  const kind = declared.title.toLowerCase();
  const { start: startPath, end: endPath } = declared.page?.programme ?? { start: [''], end: [''] };
  const [start, end] = [startPath, endPath].map((path) => valueAt(fields, path));
  const required = Object.entries(declared.fields).filter(([, field]) => field.required?.includes('file'));
  const [missing] = required.map(([name]) => name).filter((name) => isEmpty(fields[name]));
  if (missing !== undefined) {
    const isStart = missing === startPath[0] && start === undefined;
    return new Unreadable(row, `this ${kind} has no ${isStart ? 'start' : missing === endPath[0] ? 'end' : missing}`);
  }
  if (!isKeyed) return new Unreadable(row, `the key of this ${kind} is empty`);
  if (typeof start !== 'string' || typeof end !== 'string' || epochOf(end) >= epochOf(start)) return undefined;
  return new Unreadable(row, `this ${kind} ends before it starts: ${start} to ${end}`);
}

/** The first and the last day on which something starts. */
function daysOf(records: readonly SourceRecord[]): SourceFacts {
  const days = records
    .filter(({ unclear }) => unclear === undefined)
    .flatMap(({ kind, fields }) => startOf(kindNamed(kind), fields) ?? [])
    .map((start) => String(start).slice(0, 10))
    .sort();
  return days.length === 0 ? {} : { start: days[0]!, end: days.at(-1)! };
}
