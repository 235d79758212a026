/** Differences in the format of the first version. */
import { isObject, type Json } from '../values/json.ts';

/** It recorded only one replaced object. */
export const withReplacedList = (entry: Json): Json =>
  isObject(entry) && typeof entry['replaces'] === 'string' ? { ...entry, replaces: [entry['replaces']] } : entry;
