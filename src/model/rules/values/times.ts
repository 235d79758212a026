import { assertNever } from '../../../diagnostics/errors.ts';
import { diagnose } from '../../../diagnostics/diagnostic.ts';
import { valueAt } from '../../../values/json.ts';
import { didYouMean } from '../../../diagnostics/nearest.ts';
import { readDayOrInstant, readInstant, type ReadInstant } from '../../../values/instants.ts';
import { meantInstants } from '../../../values/meant-instant.ts';
import { NO_PROBLEM, type Problems, type ValueInDocument, type ValueRule } from '../rule.ts';

export const times: ValueRule = {
  codes: ['bad-time', 'time-does-not-exist', 'time-exists-twice', 'not-allowed'],
  check(visited) {
    const { path, time, valueSpan } = visited;
    if (path.at(-1) === 'timezone') return checkTimezone(visited);
    if (!time || time.type === 'instant') return NO_PROBLEM;
    const timezone = timezoneFor(visited);
    switch (time.type) {
      case 'not-a-time':
        return diagnose('bad-time', valueSpan(), time.reason, {
          suggestion: correctedTime(String(visited.value), visited),
        });
      case 'skipped':
        return diagnose(
          'time-does-not-exist',
          valueSpan(),
          `this time does not exist in ${timezone}: the clocks skip it`,
          {
            suggestion: `did you mean ${time.next}?`,
          },
        );
      case 'twice':
        return diagnose(
          'time-exists-twice',
          valueSpan(),
          `this time exists twice in ${timezone}: the clocks repeat it`,
          {
            suggestion: `write ${time.earlier} or ${time.later}`,
          },
        );
      default:
        return assertNever(time);
    }
  },
};

type TimeInDocument = Pick<ValueInDocument, 'schema' | 'value' | 'root' | 'path' | 'library'>;

/** A field that takes a date alone means the start of that day. Quotes would not make the number 20270618 a time. */
export function readTime(visited: TimeInDocument): ReadInstant | undefined {
  const { schema, value } = visited;
  if (schema.format !== 'instant' || (typeof value !== 'string' && typeof value !== 'number')) return undefined;
  return (schema['x-day'] ? readDayOrInstant : readInstant)(String(value), timezoneFor(visited));
}

function correctedTime(text: string, visited: TimeInDocument): string {
  const timezone = timezoneFor(visited);
  const takesDay = visited.schema['x-day'] === true;
  const meant = meantInstants(text, timezone);
  const forms = meant.map((each) => (each.isDay && takesDay ? each.text.slice(0, 10) : each.text)).join(' or ');
  if (meant[0]) return meant[0].isDay && !takesDay ? `add the time of day, such as ${forms}` : `write ${forms}`;
  const form = `year, month, day and time as YYYY-MM-DDThh:mm, in ${timezone}`;
  return takesDay ? `write the date as YYYY-MM-DD, or ${form}` : `write ${form}`;
}

function checkTimezone({ value, valueSpan }: ValueInDocument): Problems {
  if (typeof value !== 'string' || isTimezone(value)) return NO_PROBLEM;
  return diagnose('not-allowed', valueSpan(), `\`${value}\` is not a time zone`, {
    suggestion: didYouMean(value, Intl.supportedValuesOf('timeZone')) ?? 'write it like Europe/Paris',
  });
}

/** A `timezone` next to the time takes precedence over the site's. */
function timezoneFor({ root, path, library }: Pick<ValueInDocument, 'root' | 'path' | 'library'>): string {
  const beside = valueAt(root, [...path.slice(0, -1), 'timezone']);
  return typeof beside === 'string' && isTimezone(beside) ? beside : library.settings.timezone;
}

const checkedNames = new Map<string, boolean>();

export function isTimezone(name: string): boolean {
  const isValid = checkedNames.get(name);
  if (isValid !== undefined) return isValid;
  // The first formatter loads the data of a language, which takes longer than to search the list.
  const valid = Intl.supportedValuesOf('timeZone').includes(name) || canFormatIn(name);
  checkedNames.set(name, valid);
  return valid;
}

function canFormatIn(timezone: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: timezone });
    return true;
  } catch {
    return false;
  }
}
