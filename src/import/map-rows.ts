/** Makes records of the rows of a table, or of the elements of a JSON file, as a mapping says. Pure. */
import { count } from '../diagnostics/count.ts';
import type { Diagnostic, Span } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import type { Kind } from '../kinds/kind.ts';
import type { JsonSchema } from '../kinds/schema.ts';
import { epochOf, instantText, readDayOrInstant, readInstant } from '../values/instants.ts';
import { isEmpty } from '../values/empty.ts';
import { isObject, valueAt, type Json, type JsonObject } from '../values/json.ts';
import { normalText } from '../values/normal-text.ts';
import {
  callIn,
  hasType,
  isInParts,
  plainSchema,
  placeholders,
  schemaOfPart,
  type Call,
  type Condition,
  type Expression,
  type Mapping,
  type RecordMapping,
} from './mapping.ts';
import { timezoneNeeded, unreadable, type SourceContent, type SourceRecord } from './source.ts';
import {
  orderShownBy,
  readDuration,
  readTimeOfDay,
  readWrittenTime,
  type DateOrder,
  type WrittenTime,
} from './written-times.ts';

/** A row of a table or an element of a list. */
export interface Row {
  readonly at: Span;
  /** The values at a source: none if it is empty, several for a pointer with `*`. */
  readonly get: (source: string) => readonly Json[];
  readonly spanOf: (source: string) => Span;
  /** Why its values may be in the wrong columns. */
  readonly doubt?: string | undefined;
}

interface Input {
  readonly mapping: Mapping;
  readonly rowsOf: (records: RecordMapping) => readonly Row[];
  /** The zone of times without an offset, unless the mapping has one. */
  readonly timezone: string | undefined;
  /** For messages: `the table`. */
  readonly title: string;
  /** From HTML, where the mapping says so. */
  readonly toMarkdown: (html: string) => string;
}

type MappedRows = Pick<SourceContent, 'records' | 'diagnostics' | 'incomplete' | 'facts' | 'findings' | 'lost'>;

export const mapRows = (input: Input): MappedRows => new RowMapper(input).map();

/** The start and the end of a kind's entries, as paths of their fields. */
const programmeOf = ({ page }: Kind) => page?.programme;

class RowMapper {
  readonly #input: Input;
  readonly #order: DateOrder | undefined;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #incomplete = new Set<KindName>();
  readonly #lost = new Map<string, number>();
  readonly #noted = new Map<string, number>();
  readonly #known: KnownRecords;
  /** The sources of values of the current row that cannot be read. */
  #refused = 0;

  constructor(input: Input) {
    this.#input = input;
    this.#order = dateOrderIn(input);
    this.#known = new KnownRecords();
  }

  map(): MappedRows {
    const { mapping, rowsOf } = this.#input;
    const selected = mapping.settings.records.map((records) => ({
      records,
      rows: rowsOf(records).filter(isSelected(records)),
    }));
    for (const { records, rows } of selected) {
      if (programmeOf(kindNamed(records.kind))) continue;
      for (const row of rows) {
        const [id, name] = [keyIn(row, records.key), this.#quietly(() => this.#nameOf(records, row))];
        if (name !== undefined || id !== undefined) this.#known.add(records.kind, { id: id ?? nameKey(name!), name });
      }
    }
    const found = selected.flatMap(({ records, rows }) => rows.flatMap((row) => this.#record(records, row) ?? []));
    const records = [...this.#once(found), ...this.#known.created];
    return {
      records,
      diagnostics: this.#diagnostics,
      incomplete: [...this.#incomplete],
      facts: {
        ...(mapping.settings.timezone !== undefined && { timezone: mapping.settings.timezone }),
        ...daysOf(records),
      },
      findings: this.#findings(),
      lost: this.#lost,
    };
  }

  #record({ kind, key, fields: expressions }: RecordMapping, row: Row): SourceRecord | undefined {
    const declared = kindNamed(kind);
    const programme = programmeOf(declared);
    const before = this.#diagnostics.length;
    this.#refused = 0;
    const start = programme && this.#quietly(() => this.#startOf(declared, expressions, row));
    const context: RowContext = { row, declared, expressions, start };
    const fields: Record<string, Json> = 'status' in declared.fields ? { status: 'published' } : {};
    for (const [name, expression] of Object.entries(expressions)) {
      const value = this.#value(expression, declared.fields[name]!.schema, { ...context, path: [name] });
      if (value !== undefined) fields[name] = value;
    }
    const missing = missingIn(declared, fields);
    const end = programme && valueAt(fields, programme.end);
    if (missing !== undefined && this.#diagnostics.length === before)
      this.#refuse(row.at, `this ${declared.title.toLowerCase()} has no ${missing}`);
    else if (start !== undefined && typeof end === 'string' && epochOf(end) < epochOf(start))
      this.#refuse(row.at, `it ends before it starts: ${start} to ${end}`);
    if (row.doubt !== undefined) {
      this.#incomplete.add(kind);
      this.#diagnostics.push(unreadable(row.at, row.doubt, 'put a text that contains the delimiter in quotes'));
    }
    const name = fields[declared.page?.title ?? 'title'];
    const id =
      key === undefined
        ? defaultKey(typeof name === 'string' ? name : undefined, start, programme !== undefined)
        : keyIn(row, key);
    if (id === undefined) {
      this.#incomplete.add(kind);
      if (this.#diagnostics.length === before)
        this.#refuse(row.at, `the key of this ${declared.title.toLowerCase()} is empty`);
      return undefined;
    }
    const problem =
      row.doubt ?? (missing === undefined && this.#refused === 0 ? undefined : this.#diagnostics.at(-1)?.message);
    const isUnclear = row.doubt !== undefined || missing !== undefined || (this.#refused > 0 && problem !== undefined);
    return { kind, id, fields, at: row.at, ...(isUnclear && { unclear: problem ?? 'a value is missing' }) };
  }

  /** A problem after which the record cannot be trusted. */
  #refuse(at: Span, message: string, suggestion?: string): void {
    this.#refused++;
    this.#diagnostics.push(unreadable(at, message, suggestion));
  }

  /** What a value would be, without reporting it. */
  #quietly<T>(work: () => T): T {
    const [diagnostics, refused, noted] = [this.#diagnostics.length, this.#refused, new Map(this.#noted)];
    const result = work();
    this.#diagnostics.length = diagnostics;
    this.#refused = refused;
    for (const [name] of this.#noted) this.#noted.set(name, noted.get(name) ?? 0);
    return result;
  }

  #nameOf({ kind, fields }: RecordMapping, row: Row): string | undefined {
    const declared = kindNamed(kind);
    const expression = fields[declared.page?.title ?? 'title'];
    return expression === undefined ? undefined : textOf(this.#taken(expression, row)[0]);
  }

  #startOf(declared: Kind, expressions: RecordMapping['fields'], row: Row): string | undefined {
    const path = programmeOf(declared)!.start;
    const expression = valueAt(expressions as JsonObject, path) as Expression | undefined;
    if (expression === undefined) return undefined;
    return this.#instant(expression, { row, declared, expressions, start: undefined, path }, {});
  }

  #value(expression: Expression, declared: JsonSchema, context: ValueContext): Json | undefined {
    const schema = plainSchema(declared);
    if (hasType(schema, 'array')) return this.#list(expression, schema, context);
    if (isInParts(schema, expression)) {
      const parts = Object.entries(expression).flatMap(([name, part]) => {
        const value = this.#value(part, schemaOfPart(schema, name), { ...context, path: [...context.path, name] });
        return value === undefined ? [] : [[name, value] as const];
      });
      const isWhole = (schema.required ?? []).every((name) => parts.some(([part]) => part === name));
      return isWhole && parts.length > 0 ? Object.fromEntries(parts) : undefined;
    }
    if (schema.format === 'instant') return this.#instant(expression, context, schema);
    const [first] = this.#taken(expression, context.row);
    return first === undefined ? undefined : this.#converted(first, schema, { ...context, expression });
  }

  #list(expression: Expression, { items = {} }: JsonSchema, context: ValueContext): Json | undefined {
    const values = Array.isArray(expression)
      ? expression.flatMap(
          (each) =>
            (isInParts(plainSchema(items), each)
              ? this.#value(each, items, context)
              : this.#items(each, items, context)) ?? [],
        )
      : this.#items(expression as Expression, items, context);
    const all = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
    return all.length === 0 ? undefined : all;
  }

  #items(expression: Expression, items: JsonSchema, context: ValueContext): readonly Json[] {
    return this.#taken(expression, context.row).flatMap(
      (value) => this.#converted(value, plainSchema(items), { ...context, expression }) ?? [],
    );
  }

  /** The values of an expression as they are in the source. */
  #taken(expression: Expression, row: Row): readonly Json[] {
    if (typeof expression === 'string') return row.get(expression).filter((value) => !isEmpty(value));
    const call = callIn(expression);
    if (!call) return [];
    if ('value' in call) return isEmpty(call.value) ? [] : [call.value];
    if ('template' in call) return filledTemplate(call.template, row);
    if (!('from' in call)) return [];
    const values = [call.from].flat().flatMap((source) => row.get(source).filter((value) => !isEmpty(value)));
    const split = call.split;
    const single = split === undefined ? values : values.flatMap((value) => partsBetween(value, split));
    return call.values
      ? single.map((value) => replacedBy(call.values!, value)).filter((value) => !isEmpty(value))
      : single;
  }

  #converted(value: Json, schema: JsonSchema, context: LeafContext): Json | undefined {
    const at = () => spanOf(context.expression, context.row);
    const call = callIn(context.expression);
    const from = call && 'from' in call ? call : undefined;
    const [pointed] = schema['x-pointer'] ?? [];
    const text = textOf(value);
    if (call && 'value' in call && pointed === undefined) return call.value;
    if (text === undefined) {
      this.#diagnostics.push(
        unreadable(at(), 'this is no text but a list or an object', 'add the pointer to the text in it'),
      );
      return undefined;
    }
    if (pointed !== undefined) return this.#pointer(pointed as KindName, text, { by: from?.by, at });
    if (isStatus(schema)) return this.#status(text, from?.published, at);
    if (schema.enum) return this.#oneOf(text, schema.enum);
    if (hasType(schema, 'number') || hasType(schema, 'integer')) return this.#number(text, schema, at);
    if (schema.format !== undefined) return this.#url(text, at);
    if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(text)) {
      this.#diagnostics.push(unreadable(at(), `\`${text}\` is not a valid value for \`${context.path.join('.')}\``));
      return undefined;
    }
    if (schema['x-markdown'] === undefined) return text.replaceAll(/\s+/g, ' ').trim();
    if (from?.as === 'html') return this.#input.toMarkdown(text);
    return from?.as === 'text' ? escapedMarkdown(text) : text.trim();
  }

  #pointer(
    kind: KindName,
    text: string,
    { by, at }: { by: 'key' | 'name' | undefined; at: () => Span },
  ): string | undefined {
    if (PLACEHOLDER.test(text.trim())) {
      this.#count(`${kindNamed(kind).title.toLowerCase()} “${text.trim()}”`);
      return undefined;
    }
    const found = this.#known.find(kind, text, by);
    if (found !== undefined) return found;
    if (by !== 'key') return this.#known.create(kind, text, at());
    this.#diagnostics.push(
      unreadable(at(), `there is no ${kindNamed(kind).title.toLowerCase()} with the key \`${text}\``),
    );
    return undefined;
  }

  #status(text: string, published: readonly string[] | undefined, at: () => Span): string {
    const word = nameKey(text);
    if (published) return published.some((each) => nameKey(each) === word) ? 'published' : 'draft';
    if (YES.has(word)) return 'published';
    if (!NO.has(word))
      this.#diagnostics.push(
        unreadable(
          at(),
          `\`${text}\` does not say whether it is published, so it becomes a draft`,
          'list the words that mean it in the mapping: `published: [confirmed]`',
        ),
      );
    return 'draft';
  }

  #oneOf(text: string, values: NonNullable<JsonSchema['enum']>): string | undefined {
    const word = LANGUAGES.get(nameKey(text)) ?? nameKey(text);
    if (values.includes(word)) return word;
    this.#count(`language ${text}`);
    return undefined;
  }

  #number(text: string, schema: JsonSchema, at: () => Span): number | undefined {
    const { decimal } = this.#input.mapping.settings;
    const isUnclear = /^-?\d{1,3}[.,]\d{3}$/.test(text) && decimal === undefined && !/^-?0/.test(text);
    const plain =
      decimal === 'comma'
        ? text.replaceAll(/[.\s]/g, '').replace(',', '.')
        : decimal === 'point'
          ? text.replaceAll(/[,\s]/g, '')
          : text.replace(',', '.');
    if (decimal === undefined && /^-?\d+,\d+$/.test(text) && !isUnclear) this.#note('decimal comma');
    const number = /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
    if (!isUnclear && !Number.isNaN(number)) return hasType(schema, 'integer') ? Math.round(number) : number;
    this.#diagnostics.push(
      unreadable(
        at(),
        `\`${text}\` is not a number`,
        isUnclear ? 'write `decimal: comma` or `decimal: point` in the mapping' : undefined,
      ),
    );
    return undefined;
  }

  #url(text: string, at: () => Span): string | undefined {
    const written = text.trim();
    const full = /^www\.|^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|eu|fr|de|es|it|nl|pt|uk|ch|at|be)(?:\/|$)/i.test(
      written,
    )
      ? `https://${written}`
      : written;
    if (/^(?:https?|mailto|tel):\S+$/i.test(full) && URL.canParse(full)) return full;
    this.#diagnostics.push(
      unreadable(
        at(),
        `\`${written.slice(0, 80)}\` is not the address of a page or a picture`,
        'write it in full, such as https://example.org/photo.jpg',
      ),
    );
    return undefined;
  }

  #instant(expression: Expression, context: ValueContext, schema: JsonSchema): string | undefined {
    const call = callIn(expression);
    const isEnd = isAt(context, 'end');
    if (call && 'duration' in call) return this.#afterDuration(call, context);
    const { date, time, part, timezone } = call && 'date' in call ? call : { date: expression };
    const [dateText, timeText] = [
      textOf(this.#taken(date, context.row)[0]),
      time && textOf(this.#taken(time, context.row)[0]),
    ];
    if (dateText === undefined && timeText === undefined) return undefined;
    const at = () => spanOf(timeText !== undefined && dateText === undefined ? time! : date, context.row);
    const ofDate = dateText === undefined ? undefined : readWrittenTime(dateText, this.#order, part);
    const ofTime = timeText === undefined ? undefined : readTimeOfDay(timeText, part);
    if (dateText !== undefined && !ofDate) return this.#refuseTime(at(), dateText, 'date');
    if (timeText !== undefined && !ofTime) return this.#refuseTime(spanOf(time!, context.row), timeText, 'time of day');
    const day = ofDate?.day ?? (isEnd ? context.start?.slice(0, 10) : undefined);
    if (day === undefined) return this.#refuseTime(at(), dateText ?? timeText!, 'date');
    const written: WrittenTime = { ...(ofTime ?? ofDate!), day };
    for (const note of [ofDate?.note, ofTime?.note]) if (note !== undefined) this.#note(note);
    const zone = timezone ?? this.#input.mapping.settings.timezone ?? this.#input.timezone;
    if (zone === undefined && written.offset === '') throw timezoneNeeded(this.#input.title);
    const instant = this.#inZone(written, zone ?? 'UTC', { at, isEnd, schema });
    const isSameDay = ofDate?.day === undefined || sameDate(expression, context);
    if (
      instant === undefined ||
      !isEnd ||
      !isSameDay ||
      context.start === undefined ||
      epochOf(instant) >= epochOf(context.start)
    )
      return instant;
    this.#note('overnight');
    return this.#inZone({ ...written, day: dayAfter(day) }, zone ?? 'UTC', { at, isEnd, schema });
  }

  #inZone(
    { day, clock, offset }: WrittenTime,
    zone: string,
    { at, isEnd, schema }: { at: () => Span; isEnd: boolean; schema: JsonSchema },
  ): string | undefined {
    const isWholeDay = clock === undefined;
    if (isWholeDay && !schema['x-day']) this.#note('whole day');
    const date = clock === '24:00:00' || (isWholeDay && isEnd) ? dayAfter(day!) : day!;
    const time = clock === '24:00:00' ? '00:00:00' : clock;
    const read = time === undefined ? readDayOrInstant(date, zone) : readInstant(`${date}T${time}${offset}`, zone);
    if (read.type === 'instant') return read.text;
    const why =
      read.type === 'not-a-time'
        ? read.reason
        : read.type === 'skipped'
          ? `${date} ${time} does not exist in ${zone}: the clocks skip it`
          : `${date} ${time} exists twice in ${zone}: the clocks repeat it`;
    this.#refuse(at(), why, read.type === 'twice' ? `write ${read.earlier} or ${read.later}` : undefined);
    return undefined;
  }

  #afterDuration(
    { duration, unit = 'minutes' }: Extract<Call, { duration: unknown }>,
    { row, start }: ValueContext,
  ): string | undefined {
    const text = textOf(this.#taken(duration, row)[0]);
    if (text === undefined || start === undefined) return undefined;
    const minutes = readDuration(text, unit);
    if (minutes === undefined) {
      this.#refuse(spanOf(duration, row), `\`${text}\` is not a duration`, 'write it as 90, 1:30 or 1h30');
      return undefined;
    }
    const offset = /(?:Z|[+-]\d\d:\d\d)$/.exec(start)?.[0] ?? 'Z';
    const zone = this.#input.mapping.settings.timezone ?? this.#input.timezone;
    const end = epochOf(start) + Math.round(minutes * 60_000);
    return instantText(end, zone ?? (offset === 'Z' ? 'UTC' : offset));
  }

  #refuseTime(at: Span, text: string, what: string): undefined {
    this.#refuse(
      at,
      `\`${text.slice(0, 80)}\` is not a ${what}`,
      what === 'date' ? 'write it with its year, such as 2027-06-18 20:30' : 'write it as 20:30',
    );
    return undefined;
  }

  #note(name: string): void {
    this.#noted.set(name, (this.#noted.get(name) ?? 0) + 1);
  }

  #count(name: string): void {
    this.#lost.set(name, (this.#lost.get(name) ?? 0) + 1);
  }

  #findings(): readonly string[] {
    const order =
      this.#order === 'day-month'
        ? 'dates have the day first, then the month'
        : 'dates have the month first, then the day';
    const noted = [...this.#noted].filter(([, times]) => times > 0).map(([name, times]) => NOTES[name]!(times));
    return [...(this.#order === undefined ? [] : [order]), ...noted];
  }

  /** Rows with the same key: equal ones are one record, several times of one entry are numbered in their order. */
  #once(records: readonly SourceRecord[]): readonly SourceRecord[] {
    return [...Map.groupBy(records, ({ kind, id }) => `${kind} ${id}`).values()].flatMap((same) => {
      const distinct = [...new Map(same.map((each) => [JSON.stringify(each.fields), each])).values()];
      const [first, ...others] = distinct;
      const programme = programmeOf(kindNamed(first!.kind));
      if (others.length === 0) return [first!];
      if (!programme) return [this.#merged(first!, others)];
      const startOf = ({ fields }: SourceRecord): number =>
        Date.parse(String(valueAt(fields, programme.start) ?? '')) || 0;
      this.#note('repeated key');
      return distinct
        .sort((a, b) => startOf(a) - startOf(b))
        .map((each, index) => (index === 0 ? each : { ...each, id: `${each.id}#${index + 1}` }));
    });
  }

  /** A person who is in several rows, perhaps with a biography in one of them. */
  #merged(first: SourceRecord, others: readonly SourceRecord[]): SourceRecord {
    let fields = first.fields;
    for (const other of others) {
      const differing = Object.keys(other.fields).find(
        (name) => name in fields && JSON.stringify(fields[name]) !== JSON.stringify(other.fields[name]),
      );
      if (differing !== undefined)
        this.#diagnostics.push(
          unreadable(
            other.at,
            `\`${first.id}\` has another \`${differing}\` in this row than in line ${first.at.line}, which is used`,
          ),
        );
      fields = { ...other.fields, ...fields };
    }
    return { ...first, fields };
  }
}

interface RowContext {
  readonly row: Row;
  readonly declared: Kind;
  readonly expressions: RecordMapping['fields'];
  /** When the entry starts. */
  readonly start: string | undefined;
}

interface ValueContext extends RowContext {
  /** Of the field. */
  readonly path: readonly string[];
}

interface LeafContext extends ValueContext {
  readonly expression: Expression;
}

const NOTES: Readonly<Record<string, (times: number) => string>> = {
  excel: (times) =>
    `${count(times, 'date or time')} are numbers, as Excel stores them`.replace('date or times', 'dates or times'),
  'two-digit-year': (times) => `${count(times, 'date')} with a year of two digits is in this century`,
  'whole day': (times) => `${count(times, 'date')} without a time of day: these entries last whole days`,
  overnight: (times) => `${count(times, 'entry')} ending after midnight`.replace('entrys', 'entries'),
  'decimal comma': (times) => `${count(times, 'number')} with a decimal comma`,
  'repeated key': (times) =>
    `${count(times, 'key')} in several rows: these entries are numbered in the order of their times`,
};

/** Words of people who do not know yet. */
const PLACEHOLDER = /^(?:tba|tbd|tbc|n\/?a|none|null|nan|unknown|à confirmer|wird bekannt gegeben|[-–—?.]+)$/i;
const YES = new Set(
  'yes y true 1 x ok oui ja si sí sim s j published public publié publie veröffentlicht veroffentlicht publicado pubblicato gepubliceerd confirmed confirmé bestätigt confirmado confermato accepted angenommen accepté approved live final visible'.split(
    ' ',
  ),
);
const NO = new Set(
  'no n false 0 non nein nee não nao draft brouillon entwurf borrador bozza concept rascunho private hidden pending proposed waitlisted waiting rejected declined cancelled canceled annulé abgesagt cancelado annullato geannuleerd withdrawn submitted'.split(
    ' ',
  ),
);
const LANGUAGES = new Map(
  Object.entries({
    en: 'english anglais englisch inglés ingles inglese engels inglês eng gb us',
    fr: 'french français francais französisch franzosisch francés francese frans francês fra fre',
    es: 'spanish espagnol spanisch español espanol spagnolo spaans espanhol spa',
  }).flatMap(([tag, words]) => words.split(' ').map((word) => [word, tag] as const)),
);

const isStatus = (schema: JsonSchema): boolean => (schema.enum ?? schema['x-known'] ?? []).includes('published');

/** A name as people would recognise it, whatever its letters' case and spaces. */
const nameKey = (name: string): string => normalText(name).toLowerCase();

const textOf = (value: Json | undefined): string | undefined =>
  value === undefined || value === null || typeof value === 'object' ? undefined : String(value);

/** Key and title identify an entry that has no key of its own. */
const defaultKey = (name: string | undefined, start: string | undefined, isTimed: boolean): string | undefined =>
  name === undefined || (isTimed && start === undefined) ? undefined : isTimed ? `${name} | ${start}` : nameKey(name);

function keyIn(row: Row, key: RecordMapping['key'] = []): string | undefined {
  const parts = [key].flat().map((source) => textOf(row.get(source)[0])?.trim() ?? '');
  return parts.length === 0 || parts.every((part) => part === '') ? undefined : parts.join(' | ');
}

const isSelected =
  ({ where, unless }: RecordMapping) =>
  (row: Row): boolean =>
    (where === undefined || isMet(where, row)) && (unless === undefined || !isMet(unless, row));

function isMet(condition: Condition, row: Row): boolean {
  if (typeof condition === 'string') return row.get(condition).some((value) => !isEmpty(value));
  return Object.entries(condition).every(([source, wanted]) => {
    const accepted = new Set([wanted].flat().map((value) => nameKey(String(value))));
    return row.get(source).some((value) => accepted.has(nameKey(String(value))));
  });
}

function spanOf(expression: Expression, row: Row): Span {
  const call = callIn(expression);
  const source =
    typeof expression === 'string'
      ? expression
      : call && 'from' in call
        ? [call.from].flat()[0]
        : call && 'template' in call
          ? placeholders(call.template)[0]
          : call && 'date' in call
            ? call.date
            : undefined;
  return typeof source === 'string' ? row.spanOf(source) : source === undefined ? row.at : spanOf(source, row);
}

function filledTemplate(template: string, row: Row): readonly string[] {
  const values = placeholders(template).map((source) => row.get(source).map(String).join(', '));
  if (values.every((value) => value === '')) return [];
  let index = 0;
  return [template.replaceAll(/\{[^{}]+\}/g, () => values[index++]!).trim()];
}

const partsBetween = (value: Json, separator: string): readonly Json[] =>
  typeof value === 'string'
    ? value.split(separator).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
    : [value];

function replacedBy(values: Readonly<Record<string, Json>>, value: Json): Json {
  const key = Object.keys(values).find((each) => nameKey(each) === nameKey(String(value)));
  return key === undefined ? value : values[key]!;
}

const isAt = ({ declared, path }: ValueContext, edge: 'start' | 'end'): boolean =>
  JSON.stringify(programmeOf(declared)?.[edge]) === JSON.stringify(path);

/** True if the end has its date from where the start has it. */
function sameDate(expression: Expression, { declared, expressions }: ValueContext): boolean {
  const start = valueAt(expressions as JsonObject, programmeOf(declared)!.start) as Expression | undefined;
  const [one, other] = [callIn(expression), start === undefined ? undefined : callIn(start)];
  return (
    one !== undefined &&
    'date' in one &&
    other !== undefined &&
    'date' in other &&
    JSON.stringify(one.date) === JSON.stringify(other.date)
  );
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** The name of a required field without a value. */
function missingIn({ fields }: Kind, given: JsonObject): string | undefined {
  for (const [name, { required, schema, access }] of Object.entries(fields)) {
    if (access !== undefined || !required?.includes('file')) continue;
    const value = given[name];
    if (isEmpty(value)) return name === 'time' ? 'start and end' : name.replace('_', ' ');
    const part = isObject(value)
      ? (plainSchema(schema).required ?? []).find((each) => isEmpty(value[each]))
      : undefined;
    if (part !== undefined) return part;
  }
  return undefined;
}

function daysOf(records: readonly SourceRecord[]): { readonly start?: string; readonly end?: string } {
  const days = records.flatMap(({ kind, fields, unclear }) => {
    const start = valueAt(fields, programmeOf(kindNamed(kind))?.start ?? ['']);
    return typeof start === 'string' && unclear === undefined ? [start.slice(0, 10)] : [];
  });
  return days.length === 0
    ? {}
    : { start: days.reduce((a, b) => (a < b ? a : b)), end: days.reduce((a, b) => (a > b ? a : b)) };
}

/** Text that looks the same as Markdown, with its line breaks. */
const escapedMarkdown = (text: string): string =>
  text
    .trim()
    .replaceAll(/[\\`*_[\]<>]/g, String.raw`\$&`)
    .replaceAll(
      /^(\s*)([#+-]|\d+[.)])(?=\s)/gm,
      (_, space: string, mark: string) => `${space}${mark.slice(0, -1)}\\${mark.at(-1)}`,
    )
    .replaceAll(/([^\n])\n(?=[^\n])/g, '$1  \n');

/** The records that pointers can name. Those that no row describes are created by their names. */
class KnownRecords {
  readonly #byKey = new Map<string, string>();
  readonly #byName = new Map<string, string>();
  readonly created: SourceRecord[] = [];

  add(kind: KindName, { id, name }: { readonly id: string; readonly name: string | undefined }): void {
    this.#byKey.set(`${kind} ${id}`, id);
    if (name !== undefined && !this.#byName.has(`${kind} ${nameKey(name)}`))
      this.#byName.set(`${kind} ${nameKey(name)}`, id);
  }

  find(kind: KindName, text: string, by: 'key' | 'name' | undefined): string | undefined {
    const key = by === 'name' ? undefined : this.#byKey.get(`${kind} ${text.trim()}`);
    return key ?? (by === 'key' ? undefined : this.#byName.get(`${kind} ${nameKey(text)}`));
  }

  create(kind: KindName, text: string, at: Span): string {
    const { page, fields } = kindNamed(kind);
    const id = nameKey(text);
    this.add(kind, { id, name: text });
    const named = { [page?.title ?? 'title']: text.replaceAll(/\s+/g, ' ').trim() };
    this.created.push({ kind, id, fields: { ...('status' in fields && { status: 'published' }), ...named }, at });
    return id;
  }
}

/** The order of day and month, from the mapping or from the values: 13/04 decides. Never a guess. */
function dateOrderIn({ mapping, rowsOf }: Input): DateOrder | undefined {
  const { dates, records } = mapping.settings;
  if (dates !== undefined) return dates;
  const shown = new Map<string, { readonly text: string; readonly at: Span }>();
  for (const { kind, fields, ...rest } of records) {
    const sources = datesIn(kindNamed(kind).fields, fields);
    if (sources.length === 0) continue;
    for (const row of rowsOf({ kind, fields, ...rest }))
      for (const source of sources)
        for (const value of row.get(source)) {
          const order = orderShownBy(String(value));
          if (order !== undefined && !shown.has(order))
            shown.set(order, { text: String(value), at: row.spanOf(source) });
        }
  }
  const [dayFirst, monthFirst, either] = ['day-month', 'month-day', 'either'].map((order) => shown.get(order));
  if (dayFirst && monthFirst)
    throw new UserError(
      `\`${dayFirst.text}\` in line ${dayFirst.at.line} has the day first, and \`${monthFirst.text}\` in line ${monthFirst.at.line} the month`,
      { suggestion: ORDER_NEEDED },
    );
  if (either && !dayFirst && !monthFirst)
    throw new UserError(
      `no date shows whether the day or the month comes first: \`${either.text}\` in line ${either.at.line} can be both`,
      { suggestion: ORDER_NEEDED },
    );
  return dayFirst ? 'day-month' : monthFirst ? 'month-day' : undefined;
}

export const ORDER_NEEDED = 'write `dates: day-month` or `dates: month-day` in the mapping';

/** The sources of dates in expressions for instants. */
function datesIn(declared: Kind['fields'], expressions: RecordMapping['fields']): readonly string[] {
  const inSchema = (schema: JsonSchema, expression: Expression): readonly string[] => {
    const plain = plainSchema(schema);
    if (isInParts(plain, expression))
      return Object.entries(expression).flatMap(([name, part]) => inSchema(schemaOfPart(plain, name), part));
    if (plain.format !== 'instant') return [];
    const call = callIn(expression);
    const date = call && 'date' in call ? call.date : expression;
    const inner = callIn(date);
    return typeof date === 'string' ? [date] : inner && 'from' in inner ? [inner.from].flat() : [];
  };
  return Object.entries(expressions).flatMap(([name, expression]) =>
    inSchema(declared[name]?.schema ?? {}, expression),
  );
}
