/** Makes records of the rows of a table, or of the elements of a JSON file, as a mapping says. Pure. */
import { count } from '../../diagnostics/count.ts';
import type { Kind } from '../../kinds/kind.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import { epochOf } from '../../values/instants.ts';
import { isEmpty } from '../../values/empty.ts';
import { valueAt, type Json, type JsonObject } from '../../values/json.ts';
import { KnownRecords } from './known-records.ts';
import { dateOrderIn, programmeOf, TimeMapper } from './map-times.ts';
import { ValueMapper } from './map-values.ts';
import type { Mapping, RecordMapping } from '../mapping.ts';
import { Notices } from './notices.ts';
import type { SourceContent, SourceRecord } from '../source.ts';
import { isSelected, keyIn, nameKey, takeText, type Row } from './take-values.ts';

interface Input {
  readonly mapping: Mapping;
  readonly rowsOf: (records: RecordMapping) => readonly Row[];
  /** The zone of times without an offset, unless the mapping has one. */
  readonly timezone: string | undefined;
  /** For messages. */
  readonly title: string;
  /** For HTML, where the mapping says so. */
  readonly toMarkdown: (html: string) => string;
}

type MappedRows = Pick<SourceContent, 'records' | 'diagnostics' | 'incomplete' | 'facts' | 'findings' | 'lost'>;

export function mapRows({ mapping, rowsOf, timezone: given, title, toMarkdown }: Input): MappedRows {
  const { records: mapped, decimal, timezone = given } = mapping.settings;
  const [notices, known] = [new Notices(), new KnownRecords()];
  const order = dateOrderIn(mapping, rowsOf);
  const times = new TimeMapper({ notices, order, timezone, title });
  const values = new ValueMapper({ notices, times, known, decimal, toMarkdown });
  const selected = mapped.map((records) => {
    const all = rowsOf(records);
    const rows = all.filter(isSelected(records));
    return { records, rows, left: all.length - rows.length };
  });
  for (const { records, rows } of selected) for (const row of rows) register(records, row, known);
  const reader = new RowReader(notices, times, values);
  const found = selected.flatMap(({ records, rows }) => rows.flatMap((row) => reader.read(records, row) ?? []));
  const keyed = new Set(mapped.flatMap(({ kind, key }) => (key === undefined ? [] : [kind])));
  const all = [...withReferences(onceEach(found, notices), keyed), ...known.created];
  const [first, second] = order === 'day-month' ? ['day', 'month'] : ['month', 'day'];
  return {
    records: all,
    diagnostics: notices.diagnostics,
    incomplete: [...reader.incomplete],
    facts: { ...(mapping.settings.timezone !== undefined && { timezone: mapping.settings.timezone }), ...daysOf(all) },
    findings: [
      ...(order === undefined ? [] : [`dates have the ${first} first, then the ${second}`]),
      ...notices.findings(),
      ...selected.flatMap(({ records: { kind }, left }) =>
        left === 0 ? [] : [`${count(left, 'row')} left out by a condition of ${kindNamed(kind).folder}`],
      ),
    ],
    lost: notices.lost,
  };
}

const titleField = ({ page }: Kind): string => page?.title ?? 'title';

/** Pointers find a record by its key or its name, wherever its row is. */
function register({ kind, key, fields }: RecordMapping, row: Row, known: KnownRecords): void {
  const declared = kindNamed(kind);
  if (programmeOf(declared)) return;
  const name = takeText(fields[titleField(declared)], row);
  const id = key === undefined ? name && nameKey(name) : keyIn(row, key);
  if (id !== undefined) known.add(kind, { id, name });
}

class RowReader {
  /** Kinds with rows that have no key. */
  readonly incomplete = new Set<KindName>();
  readonly #notices: Notices;
  readonly #times: TimeMapper;
  readonly #values: ValueMapper;

  constructor(notices: Notices, times: TimeMapper, values: ValueMapper) {
    this.#notices = notices;
    this.#times = times;
    this.#values = values;
  }

  read({ kind, key, fields: expressions }: RecordMapping, row: Row): SourceRecord | undefined {
    const declared = kindNamed(kind);
    const start = this.#times.startOf(declared, expressions, row);
    const fields: Record<string, Json> = 'status' in declared.fields ? { status: 'published' } : {};
    for (const [name, expression] of row.doubt === undefined ? Object.entries(expressions) : []) {
      const context = { row, declared, expressions, start, path: [name] };
      const value = this.#values.value(expression, declared.fields[name]!.schema, context);
      if (value !== undefined) fields[name] = value;
    }
    const name = fields[titleField(declared)];
    const ownKey = start === undefined && programmeOf(declared) ? undefined : defaultKey(name, start);
    const id = key === undefined ? ownKey : keyIn(row, key);
    const unclear = this.#problemOf(declared, fields, { row, start, isKeyed: id !== undefined });
    if (row.doubt !== undefined || id === undefined) this.incomplete.add(kind);
    return id === undefined ? undefined : { kind, id, fields, at: row.at, ...(unclear !== undefined && { unclear }) };
  }

  /** Why the record cannot be trusted, reported once. */
  #problemOf(declared: Kind, fields: JsonObject, { row, start, isKeyed }: Checked): string | undefined {
    const refuse = (message: string, suggestion?: string) => this.#notices.refuse(() => row.at, message, suggestion);
    const refusal = this.#notices.takeRefusal();
    const kind = declared.title.toLowerCase();
    const missing = missingIn(declared, fields, start);
    const end = valueAt(fields, programmeOf(declared)?.end ?? ['']);
    if (row.doubt !== undefined) refuse(row.doubt, 'put a text that contains the delimiter in quotes');
    else if (refusal !== undefined) return refusal;
    else if (missing !== undefined) refuse(`this ${kind} has no ${missing}`);
    else if (!isKeyed) refuse(`the key of this ${kind} is empty`);
    else if (start !== undefined && typeof end === 'string' && epochOf(end) < epochOf(start))
      refuse(`this ${kind} ends before it starts: ${start} to ${end}`);
    return this.#notices.takeRefusal();
  }
}

interface Checked {
  readonly row: Row;
  readonly start: string | undefined;
  readonly isKeyed: boolean;
}

/** Title and start identify an entry that has no key of its own. */
const defaultKey = (name: Json | undefined, start: string | undefined): string | undefined =>
  typeof name !== 'string' ? undefined : start === undefined ? nameKey(name) : `${name} | ${start}`;

/** The name of a required field without a value. */
function missingIn({ fields }: Kind, given: JsonObject, start: string | undefined): string | undefined {
  const required = Object.entries(fields).filter(
    ([, field]) => field.access === undefined && field.required?.includes('file'),
  );
  const missing = required.find(([name]) => isEmpty(given[name]))?.[0];
  if (missing === 'time') return start === undefined ? 'start' : 'end';
  return missing?.replace('_time', '');
}

/** Rows with the same key: equal ones are one record, several times of one entry are numbered in their order. */
function onceEach(records: readonly SourceRecord[], notices: Notices): readonly SourceRecord[] {
  return [...Map.groupBy(records, ({ kind, id }) => `${kind} ${id}`).values()].flatMap((same) => {
    const distinct = [...new Map(same.map((each) => [JSON.stringify(each.fields), each])).values()];
    for (let times = distinct.length; times < same.length; times++) notices.note('same row');
    const [first, ...others] = distinct;
    const path = programmeOf(kindNamed(first!.kind))?.start;
    if (others.length === 0) return [first!];
    if (!path) return [merged(first!, others, notices)];
    const startOf = ({ fields }: SourceRecord): number => Date.parse(String(valueAt(fields, path))) || 0;
    notices.note('repeated key');
    return distinct
      .toSorted((a, b) => startOf(a) - startOf(b))
      .map((each, index) => (index === 0 ? each : { ...each, id: `${each.id}#${index + 1}` }));
  });
}

/** Two sessions called Lunch are told apart by their names in the source. */
function withReferences(records: readonly SourceRecord[], keyed: ReadonlySet<KindName>): readonly SourceRecord[] {
  const titleOf = ({ kind, fields }: SourceRecord) => fields[titleField(kindNamed(kind))];
  const byTitle = Map.groupBy(records, (record) => `${record.kind} ${String(titleOf(record))}`);
  return records.map((record) => {
    const { kind, id, fields } = record;
    const hasTwin = byTitle.get(`${kind} ${String(titleOf(record))}`)!.length > 1;
    const isNamed = (keyed.has(kind) || hasTwin) && '_reference' in kindNamed(kind).fields && id !== titleOf(record);
    return isNamed ? { ...record, fields: { _reference: id, ...fields } } : record;
  });
}

/** A person who is in several rows, perhaps with a biography in one of them. */
function merged(first: SourceRecord, others: readonly SourceRecord[], notices: Notices): SourceRecord {
  let fields = first.fields;
  for (const other of others) {
    const differing = Object.entries(other.fields).find(
      ([name, value]) => name in fields && JSON.stringify(fields[name]) !== JSON.stringify(value),
    );
    if (differing)
      notices.report(
        () => other.at,
        `this row has another \`${differing[0]}\` of \`${first.id}\` than line ${first.at.line}, whose value is used`,
      );
    fields = { ...other.fields, ...fields };
  }
  return { ...first, fields };
}

/** The first and the last day on which something starts. */
function daysOf(records: readonly SourceRecord[]): { readonly start?: string; readonly end?: string } {
  const days = records.flatMap(({ kind, fields, unclear }) => {
    const start = valueAt(fields, programmeOf(kindNamed(kind))?.start ?? ['']);
    return typeof start === 'string' && unclear === undefined ? [start.slice(0, 10)] : [];
  });
  return days.length === 0
    ? {}
    : { start: days.reduce((a, b) => (a < b ? a : b)), end: days.reduce((a, b) => (a > b ? a : b)) };
}
