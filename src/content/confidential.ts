import type { Kind } from '../kinds/kind.ts';
import type { JsonSchema } from '../kinds/schema.ts';

const words = new WeakMap<Kind, { readonly pattern: RegExp | undefined }>();

/**
 * Matches the names of a kind's fields that hold credentials. A diagnostic never shows a line with one of them. The
 * name alone decides, because a file that cannot be parsed may contain a credential too.
 */
export function confidentialWords(kind: Kind): RegExp | undefined {
  let known = words.get(kind);
  if (!known) words.set(kind, (known = { pattern: wordsOf(kind) }));
  return known.pattern;
}

function wordsOf({ fields }: Kind): RegExp | undefined {
  const names = Object.entries(fields).flatMap(([name, { schema, access }]) => [
    ...(access === 'withheld' ? [name] : []),
    ...sensitiveNames(name, schema),
  ]);
  return names.length === 0 ? undefined : new RegExp(`\\b(?:${names.join('|')})\\b`, 'i');
}

function sensitiveNames(name: string, { properties = {}, items, ...schema }: JsonSchema): readonly string[] {
  const below = Object.entries(properties).flatMap(([key, child]) => sensitiveNames(key, child));
  return [...(schema['x-sensitive'] ? [name] : []), ...below, ...(items ? sensitiveNames(name, items) : [])];
}
