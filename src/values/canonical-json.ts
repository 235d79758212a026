import { isObject, type Json } from './json.ts';

/** The canonical text of a value: keys sorted, two spaces, a final line break. Equal values produce no diff in git. */
export const canonicalJson = (value: Json): string => `${indented(value, '')}\n`;

/** The same for any value that has the shape of JSON. */
export const canonicalText = (value: object): string => canonicalJson(value as Json);

/** Written directly, because a sorted copy of a large state would double the memory. */
function indented(value: Json, margin: string): string {
  const inner = `${margin}  `;
  if (Array.isArray(value)) {
    return enclosed(
      '[',
      ']',
      margin,
      value.map((each: Json) => inner + indented(each, inner)),
    );
  }
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort();
  return enclosed(
    '{',
    '}',
    margin,
    keys.map((key) => `${inner}${JSON.stringify(key)}: ${indented(value[key]!, inner)}`),
  );
}

const enclosed = (open: string, close: string, margin: string, lines: readonly string[]): string =>
  lines.length === 0 ? open + close : `${open}\n${lines.join(',\n')}\n${margin}${close}`;
