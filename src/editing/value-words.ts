/** Values and the names of fields as people say them. */
import type { JsonSchema } from '../kinds/schema.ts';
import { instantText, readDayOrInstant } from '../values/instants.ts';
import { isObject, type Json, type Path } from '../values/json.ts';

export interface WordSettings {
  /** The time zone of the event. */
  readonly timezone: string;
  readonly titleOf: (address: string) => string | undefined;
}

/** Of a deep path, both ends are enough where they are unique. */
export function labelOf(path: Path): string {
  const names = namesOf(path);
  return names.length > 2 ? `${names[0]}, ${names.at(-1)}` : names.join(', ');
}

export const wholeLabelOf = (path: Path): string => namesOf(path).join(', ');

/** `interestPointId` is `interest point`, and the third of `blocks` is `block 3`. */
function namesOf(path: Path): readonly string[] {
  const names: string[] = [];
  for (const step of path) {
    if (typeof step === 'number') names.push(`${singular(names.pop() ?? 'entry')} ${step + 1}`);
    else names.push(nameOf(step));
  }
  return names;
}

function nameOf(key: string): string {
  const words = key
    .replace(/^[$_]+/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  const [, one, many] = /^(.+) id(s?)$/.exec(words) ?? [];
  return one === undefined ? words : many === '' ? one : plural(one);
}

const plural = (noun: string): string => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`);
const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/s$/, '');

/** `beside`: the other version of the value; of two times on one day, only the hours are shown. */
export function shownValue(value: Json, schema: JsonSchema, settings: WordSettings, beside?: Json): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((each) => shownValue(each, {}, settings)).join(', ');
  if (isObject(value)) return entryName(value);
  const text = String(value);
  if (schema['x-pointer']) return settings.titleOf(text) ?? text;
  if (schema.format === 'instant') return timeText(text, settings.timezone, beside) ?? `“${text}”`;
  const isWord = typeof value === 'number' || schema.enum !== undefined || schema['x-media'] !== undefined;
  return isWord ? text : `“${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}”`;
}

const LONGEST = 60;

const NAMING = ['title', 'name', 'label', 'question', 'text', 'url', 'type'];

function entryName(entry: { readonly [key: string]: Json }): string {
  const found = NAMING.map((key) => entry[key]).find((each) => typeof each === 'string' && each !== '');
  return found === undefined ? 'an entry' : shownValue(found, {}, NO_SETTINGS);
}

const NO_SETTINGS: WordSettings = { timezone: 'UTC', titleOf: () => undefined };

/** Undefined for a text that is no time. */
function timeText(text: string, timezone: string, beside: Json | undefined): string | undefined {
  const [own, other] = [text, beside].map((each) => {
    const read = typeof each === 'string' ? readDayOrInstant(each, timezone) : undefined;
    return read?.type === 'instant' ? read.epoch : undefined;
  });
  if (own === undefined) return undefined;
  const [day, time] = instantText(own, timezone).split('T') as [string, string];
  const hours = time.slice(0, time.startsWith('00', 6) ? 5 : 8);
  const beyond = other === undefined ? '' : instantText(other, timezone);
  if (beyond.startsWith(day)) return hours;
  const year = beyond.startsWith(day.slice(0, 4)) ? '' : ` ${day.slice(0, 4)}`;
  return `${dayFormat.format(Date.parse(day))}${year}, ${hours}`;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'long',
});

const languages = new Intl.DisplayNames('en', { type: 'language' });

export const languageOf = (locale: string): string => languages.of(locale) ?? locale;
