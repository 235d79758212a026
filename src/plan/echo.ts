/**
 * Whether what a service shows may be what it made of what it was sent. Services trim texts, spell moments otherwise, and
 * add keys of their own, which begin with an underscore. Any other difference is somebody's.
 */
import { isObject, type Json } from '../diagnostics/json.ts';
import { canonical } from './canonical.ts';

export const isEcho = (sent: Json | undefined, shown: Json | undefined): boolean => echoText(sent) === echoText(shown);

/** Equal for a value and its echo. */
export const echoText = (value: Json | undefined): string => canonical(bare(value));

function bare(value: Json | undefined): Json | undefined {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map((each: Json) => bare(each) ?? null);
  if (!isObject(value)) return value;
  const own = Object.entries(value).filter(([key]) => !key.startsWith('_'));
  return Object.fromEntries(own.map(([key, each]) => [key, bare(each) ?? null]));
}
