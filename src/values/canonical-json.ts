import { isObject, type Json } from './json.ts';

/** The canonical text of a value: keys sorted, two spaces, a final line break. Equal values produce no diff in git. */
export const canonicalJson = (value: Json): string => `${JSON.stringify(value, sorted, 2)}\n`;

/** The same for any value that has the shape of JSON. */
export const canonicalText = (value: object): string => canonicalJson(value as Json);

const sorted = (_: string, value: Json): Json =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
