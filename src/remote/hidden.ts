/** Fields that an answer does not show although the object may have them. For all other fields, absent means empty. */
import type { JsonObject } from '../values/json.ts';
import type { KindName } from '../kinds/registry.ts';

/** Fields that the interface does not promise in lists, but returns when a single object is read. */
const NOT_PROMISED_IN_LISTS: { readonly [K in KindName]?: readonly string[] } = {
  article: ['content', 'cover_image_url'],
};

/** One entry that has the field proves that the list shows it. */
export function hiddenInList(kind: KindName, entries: readonly JsonObject[]): readonly string[] {
  const names = NOT_PROMISED_IN_LISTS[kind] ?? [];
  return names.filter((name) => !entries.some((entry) => Object.hasOwn(entry, name)));
}

/** Fields that were sent with a value and are missing from the answer. */
export function hiddenInAnswer(sent: JsonObject, answered: JsonObject): readonly string[] {
  return Object.keys(sent).filter((name) => sent[name] !== null && !Object.hasOwn(answered, name));
}
