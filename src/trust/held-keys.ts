import type { Config } from '../config/config.ts';

/** True if a variable is one of these keys, by its name or by its value: a text that contains a key is a key. */
export function holdsKey(name: string, keys: readonly string[], { variable }: Pick<Config, 'variable'>): boolean {
  const valueOf = (each: string): string => variable(each)?.trim() ?? '';
  return keys.some((key) => key === name || holds(valueOf(name), valueOf(key)));
}

/** Shorter texts may be part of others by chance. */
const SHORTEST_PART = 8;

const holds = (value: string, key: string): boolean =>
  key !== '' && (value === key || (key.length >= SHORTEST_PART && value.includes(key)));
