import { isObject, type Json } from '../diagnostics/json.ts';

/** The one text of a value: keys sorted, two spaces, a line break at the end. Equal values make no difference in git. */
export const canonicalJson = (value: Json): string => `${JSON.stringify(sorted(value), null, 2)}\n`;

/** The same for anything that is JSON by its shape. */
export const canonicalText = (value: object): string => canonicalJson(value as Json);

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map((each: Json) => sorted(each));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key]!)]),
  );
}
