/** What the first version wrote otherwise. */
import { isObject, type Json } from '../values/json.ts';

/** It knew of one object only that another had taken the place of. */
export const withReplacedList = (entry: Json): Json =>
  isObject(entry) && typeof entry['replaces'] === 'string' ? { ...entry, replaces: [entry['replaces']] } : entry;
