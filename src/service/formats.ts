/** The service's own checks for the declared formats. Written independently of the client's checks. */
import type { Format } from '../kinds/schema.ts';

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-](\d{2}):?(\d{2}))$/i;

/** ISO 8601, calendar included: 30 February is rejected. */
export function isInstant(text: string): boolean {
  const match = INSTANT.exec(text);
  if (!match) return false;
  const part = (index: number): number => Number(match[index] ?? 0);
  const [month, day] = [part(2), part(3)];
  const date = new Date(Date.UTC(part(1), month - 1, day));
  const inCalendar = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return inCalendar && part(4) < 24 && part(5) < 60 && part(6) < 60 && part(7) < 15 && part(8) < 60;
}

const CHARACTER = String.raw`[\w.~!$&'()*+,;=:@-]|%[\da-f]{2}`;
const PATH = `(?:${CHARACTER}|/)*`;
const AUTHORITY = String.raw`//(?:${CHARACTER}|\[[\da-f:.]+\])*(?:/${PATH})?`;
const TAIL = `(?:${CHARACTER}|[/?])*`;
const URI = new RegExp(String.raw`^[a-z][a-z\d+.-]*:(?:${AUTHORITY}|${PATH})(?:\?${TAIL})?(?:#${TAIL})?$`, 'i');

/** RFC 3986: non-ASCII characters are percent-encoded, or punycode in a host name. */
export const isUri = (text: string): boolean => URI.test(text) && URL.canParse(text);

function hasScheme(text: string, schemes: readonly string[]): boolean {
  return isUri(text) && schemes.includes(new URL(text).protocol);
}

export const FORMATS: Readonly<Record<Format, (text: string) => boolean>> = {
  instant: isInstant,
  'object-id': (text) => /^[0-9a-f]{24}$/i.test(text),
  'web-url': (text) => hasScheme(text, ['http:', 'https:']),
  'https-url': (text) => hasScheme(text, ['https:']),
  link: isUri,
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
};
