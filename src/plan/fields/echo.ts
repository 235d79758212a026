/**
 * Decides whether a remote value may be the service's version of what it was sent. Services normalise texts, spell
 * dates differently and add their own keys, which start with an underscore. Any other difference is a change that
 * somebody made.
 */
import { isObject, type Json } from '../../values/json.ts';
import { isUnseen, UNSEEN_MARK } from '../../model/base.ts';
import { canonical, isSame } from '../../values/canonical.ts';
import { normalText } from '../../values/normal-text.ts';
import { isEmpty } from '../../values/empty.ts';
import { withDestinations } from '../../markdown/links.ts';
import { plainText } from '../../markdown/reading.ts';

export const isEcho = (sent: Json | undefined, shown: Json | undefined): boolean => echoText(sent) === echoText(shown);

/** Equal for a value and its echo. */
export const echoText = (value: Json | undefined): string => canonical(normalForm(value));

export function normalForm(value: Json): Json;
export function normalForm(value: Json | undefined): Json | undefined;
export function normalForm(value: Json | undefined): Json | undefined {
  if (typeof value === 'string') return normalText(value);
  if (Array.isArray(value)) return value.map((each: Json) => normalForm(each));
  if (!isObject(value)) return value;
  const own = Object.entries(value).filter(([key]) => !key.startsWith('_'));
  return Object.fromEntries(own.map(([key, each]) => [key, normalForm(each)]));
}

/** The digest of a value's normal form, marked. A base that has one has not yet recorded the service's answer. */
export const echoDigest = (value: Json | undefined, digest: (text: string) => string): string =>
  UNSEEN_MARK + digest(echoText(value));

/** True if the recorded digest is that of the value or of its normal form. */
export const hasDigest = (value: Json | undefined, recorded: string, digest: (text: string) => string): boolean =>
  recorded === (isUnseen(recorded) ? echoDigest(value, digest) : digest(canonical(value)));

/** True if one of the recorded digests is. */
export const hasAnyDigest = (
  value: Json | undefined,
  recorded: readonly string[],
  digest: (text: string) => string,
): boolean => recorded.some((each) => hasDigest(value, each, digest));

/** Too many texts share a shorter start. */
const LEAST_CUT = 20;

/** True if a service may have cut the text that it was sent. */
export function isCut(sent: Json | undefined, shown: Json | undefined): boolean {
  if (typeof sent !== 'string' || typeof shown !== 'string') return false;
  const [whole, part] = [normalText(sent), normalText(shown)];
  return part.length >= LEAST_CUT && part.length < whole.length && whole.startsWith(part);
}

/** Equal for a text and for what remains of it after it is cut. */
export const cutKey = (value: Json | undefined): string | undefined => {
  const text = typeof value === 'string' ? normalText(value) : '';
  return text.length >= LEAST_CUT ? text.slice(0, LEAST_CUT) : undefined;
};

/**
 * Decides whether a service stored what it was sent. The service may add values, spell a date differently or change the
 * final line break. A text that it trimmed, escaped or cut differs from the file.
 */
export function isStoredAs(sent: Json | undefined, stored: Json | undefined): boolean {
  if (isEmpty(sent) && isEmpty(stored)) return true;
  if (typeof sent === 'string' && typeof stored === 'string')
    return lines(sent) === lines(stored) || isSame(sent, stored);
  if (Array.isArray(sent)) {
    return (
      Array.isArray(stored) &&
      sent.length === stored.length &&
      sent.every((each: Json, index) => isStoredAs(each, stored[index] as Json))
    );
  }
  if (isObject(sent)) return isObject(stored) && Object.keys(sent).every((key) => isStoredAs(sent[key], stored[key]));
  return isSame(sent, stored);
}

const lines = (text: string): string => text.replaceAll('\r\n', '\n').replace(/\n+$/, '');

/** Long enough to distinguish texts, and short enough for an excerpt that has a suffix of its own. */
const LENGTH = 60;

/**
 * True if the excerpt certainly belongs to a different text. Services make excerpts from the letters, with or without
 * marks.
 */
export function belongsToOtherText(excerpt: Json | undefined, text: Json | undefined): boolean {
  if (typeof excerpt !== 'string' || typeof text !== 'string') return false;
  const beginning = lettersOf(excerpt).slice(0, LENGTH);
  const withoutLinks = withDestinations(text, () => '');
  return ![text, withoutLinks, plainText(text)].some((each) => lettersOf(each).startsWith(beginning));
}

const lettersOf = (text: string): string => normalText(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
