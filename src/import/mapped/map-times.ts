/** Instants from the dates, times of day and durations of a row. */
import type { Span } from '../../diagnostics/diagnostic.ts';
import { assertNever, UserError } from '../../diagnostics/errors.ts';
import type { Kind } from '../../kinds/kind.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { JsonSchema } from '../../kinds/schema.ts';
import { epochOf, instantText, readDayOrInstant, readInstant } from '../../values/instants.ts';
import { valueAt, type JsonObject } from '../../values/json.ts';
import {
  callIn,
  isInParts,
  plainSchema,
  schemaOfPart,
  type Call,
  type Expression,
  type Mapping,
  type RecordMapping,
} from '../mapping.ts';
import type { Notices } from './notices.ts';
import { timezoneNeeded } from '../source.ts';
import { spanOf, takeText, type Row } from './take-values.ts';
import {
  orderShownBy,
  readDuration,
  readTimeOfDay,
  readWrittenTime,
  type DateOrder,
  type WrittenTime,
} from './written-times.ts';

/** The entry that a value belongs to. */
export interface EntryContext {
  readonly row: Row;
  readonly declared: Kind;
  readonly expressions: RecordMapping['fields'];
  /** When the entry starts, for its end. */
  readonly start: string | undefined;
  /** Of the field. */
  readonly path: readonly string[];
}

interface Times {
  readonly notices: Notices;
  readonly order: DateOrder | undefined;
  /** Of times without an offset. */
  readonly timezone: string | undefined;
  /** For messages. */
  readonly title: string;
}

export const programmeOf = ({ page }: Kind) => page?.programme;

const expressionAt = (expressions: RecordMapping['fields'], path: readonly string[]): Expression | undefined =>
  valueAt(expressions as JsonObject, path) as Expression | undefined;

export class TimeMapper {
  readonly #times: Times;

  constructor(times: Times) {
    this.#times = times;
  }

  /** Without a word about it: the field itself reports what is wrong. */
  startOf(declared: Kind, expressions: RecordMapping['fields'], row: Row): string | undefined {
    const path = programmeOf(declared)?.start;
    const expression = path && expressionAt(expressions, path);
    if (!path || expression === undefined) return undefined;
    return this.#times.notices.quietly(() =>
      this.instant(expression, { row, declared, expressions, start: undefined, path }, {}),
    );
  }

  instant(expression: Expression, context: EntryContext, schema: JsonSchema): string | undefined {
    const call = callIn(expression);
    if (call && 'duration' in call) return this.#afterDuration(call, context);
    const { date, time, part, timezone } = call && 'date' in call ? call : { date: expression };
    const { row, start } = context;
    const [dateText, timeText] = [takeText(date, row), takeText(time, row)];
    if (dateText === undefined && timeText === undefined) return undefined;
    const ofDate = dateText === undefined ? undefined : readWrittenTime(dateText, this.#times.order, part);
    const ofTime = timeText === undefined ? undefined : readTimeOfDay(timeText, part);
    if (timeText !== undefined && !ofTime) return this.#refuse(() => spanOf(time!, row), timeText, 'time of day');
    const isEnd = isEndOf(context);
    const day = ofDate?.day ?? (isEnd && (ofDate ?? ofTime) ? start?.slice(0, 10) : undefined);
    if (day === undefined || (dateText !== undefined && !ofDate))
      return this.#refuse(() => spanOf(dateText === undefined ? time! : date, row), dateText ?? timeText!, 'date');
    for (const note of [ofDate?.note, ofTime?.note]) if (note !== undefined) this.#times.notices.note(note);
    const written: WrittenTime = { ...(ofTime ?? ofDate!), day };
    const inDay = { timezone, isEnd, isForDays: schema['x-day'] === true, at: () => spanOf(date, row) };
    const instant = this.#inZone(written, inDay);
    const isAfterMidnight =
      isEnd &&
      instant !== undefined &&
      start !== undefined &&
      epochOf(instant) < epochOf(start) &&
      (ofDate?.day === undefined || hasDateOfStart(expression, context));
    if (!isAfterMidnight) return instant;
    this.#times.notices.note('overnight');
    return this.#inZone({ ...written, day: dayAfter(day) }, inDay);
  }

  #inZone({ day, clock, offset }: WrittenTime, { timezone, isEnd, isForDays, at }: InDay): string | undefined {
    const { notices, title, timezone: given } = this.#times;
    const zone = timezone ?? given;
    if (zone === undefined && offset === '') throw timezoneNeeded(title);
    if (clock === undefined && !isEnd && !isForDays) notices.note('whole day');
    const date = clock === '24:00:00' || (clock === undefined && isEnd) ? dayAfter(day!) : day!;
    const time = clock === '24:00:00' ? '00:00:00' : clock;
    const read =
      time === undefined
        ? readDayOrInstant(date, zone ?? 'UTC')
        : readInstant(`${date}T${time}${offset}`, zone ?? 'UTC');
    switch (read.type) {
      case 'instant':
        return read.text;
      case 'not-a-time':
        return notices.refuse(at, read.reason);
      case 'skipped':
        return notices.refuse(
          at,
          `${date} ${time} does not exist in ${zone}: the clocks skip it`,
          `did you mean ${read.next}?`,
        );
      case 'twice':
        return notices.refuse(
          at,
          `${date} ${time} exists twice in ${zone}: the clocks repeat it`,
          `write ${read.earlier} or ${read.later}`,
        );
      default:
        return assertNever(read);
    }
  }

  #afterDuration(
    { duration, unit = 'minutes' }: Extract<Call, { duration: unknown }>,
    { row, start }: EntryContext,
  ): string | undefined {
    const text = takeText(duration, row);
    if (text === undefined || start === undefined) return undefined;
    const minutes = readDuration(text, unit);
    if (minutes === undefined)
      return this.#times.notices.refuse(
        () => spanOf(duration, row),
        `\`${text}\` is not a duration`,
        'write it as 90, 1:30 or 1h30',
      );
    const ownOffset = /[+-]\d\d:\d\d$/.exec(start)?.[0];
    return instantText(epochOf(start) + Math.round(minutes * 60_000), this.#times.timezone ?? ownOffset ?? 'UTC');
  }

  #refuse(at: () => Span, text: string, what: 'date' | 'time of day'): undefined {
    const suggestion = what === 'date' ? 'write it with its year, such as 2027-06-18 20:30' : 'write it as 20:30';
    return this.#times.notices.refuse(at, `\`${text.slice(0, 80)}\` is not a ${what}`, suggestion);
  }
}

interface InDay {
  readonly timezone: string | undefined;
  readonly isEnd: boolean;
  /** True for a field in which a day means its start. */
  readonly isForDays: boolean;
  readonly at: () => Span;
}

const isEndOf = ({ declared, path }: EntryContext): boolean => programmeOf(declared)?.end.join('.') === path.join('.');

/** True if the end has its date from where the start has it. */
function hasDateOfStart(expression: Expression, { declared, expressions }: EntryContext): boolean {
  const start = expressionAt(expressions, programmeOf(declared)!.start);
  return start !== undefined && JSON.stringify(dateIn(expression)) === JSON.stringify(dateIn(start));
}

/** The expression for the date in one for an instant. */
function dateIn(expression: Expression): Expression {
  const call = callIn(expression);
  return call && 'date' in call ? call.date : expression;
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** The order of day and month, from the mapping or from the values: 13/04 decides. Never a guess. */
export function dateOrderIn(
  { settings }: Mapping,
  rowsOf: (records: RecordMapping) => readonly Row[],
): DateOrder | undefined {
  if (settings.dates !== undefined) return settings.dates;
  const shown = new Map<string, { readonly text: string; readonly at: Span }>();
  for (const records of settings.records) {
    for (const source of datesIn(records)) {
      for (const row of rowsOf(records)) {
        for (const value of row.get(source)) {
          const order = orderShownBy(String(value));
          if (order !== undefined && !shown.has(order))
            shown.set(order, { text: String(value), at: row.spanOf(source) });
        }
      }
    }
  }
  const [dayFirst, monthFirst, either] = ['day-month', 'month-day', 'either'].map((order) => shown.get(order));
  const place = (each: { readonly text: string; readonly at: Span }) => `\`${each.text}\` in line ${each.at.line}`;
  if (dayFirst && monthFirst)
    throw new UserError(`${place(dayFirst)} has the day first, and ${place(monthFirst)} the month`, {
      suggestion: ORDER_NEEDED,
    });
  if (either && !dayFirst && !monthFirst)
    throw new UserError(`no date shows whether the day or the month comes first: ${place(either)} can be both`, {
      suggestion: ORDER_NEEDED,
    });
  return dayFirst ? 'day-month' : monthFirst ? 'month-day' : undefined;
}

export const ORDER_NEEDED = 'write `dates: day-month` or `dates: month-day` in the mapping';

/** The sources of dates. */
function datesIn({ kind, fields }: RecordMapping): readonly string[] {
  const inSchema = (declared: JsonSchema, expression: Expression): readonly string[] => {
    const schema = plainSchema(declared);
    if (isInParts(schema, expression))
      return Object.entries(expression).flatMap(([name, part]) => inSchema(schemaOfPart(schema, name), part));
    const date = dateIn(expression);
    const call = callIn(date);
    return schema.format !== 'instant'
      ? []
      : typeof date === 'string'
        ? [date]
        : call && 'from' in call
          ? [call.from].flat()
          : [];
  };
  return Object.entries(fields).flatMap(([name, expression]) =>
    inSchema(kindNamed(kind).fields[name]!.schema, expression),
  );
}
