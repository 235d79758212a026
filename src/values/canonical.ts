/** Values in one canonical form, so that equal values have equal digests regardless of who wrote them. */
import { isObject, type Json } from './json.ts';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/** JSON text to compare or digest: keys sorted, instants in UTC, keys without a value left out. */
export function canonical(value: Json | undefined): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(INSTANT.test(value) ? inUtc(value) : value);
  if (Array.isArray(value)) return `[${value.map((each: Json) => canonical(each)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.keys(value)
    .filter((key) => value[key] !== null && value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${entries.join(',')}}`;
}

/** As `toISOString` writes it, and as services answer. Days that only some months have are not in it. */
const IN_UTC = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

function inUtc(instant: string): string {
  if (IN_UTC.test(instant)) return instant;
  const epoch = Date.parse(instant);
  return Number.isNaN(epoch) ? instant : new Date(epoch).toISOString();
}

export const isSame = (a: Json | undefined, b: Json | undefined): boolean => canonical(a) === canonical(b);
