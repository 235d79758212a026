/** Fields that an answer does not show although the object may have them. For all other fields, absent means empty. */
import type { JsonObject } from '../values/json.ts';
import type { KindName } from '../kinds/registry.ts';
import { isEmpty } from '../values/empty.ts';
import { sensitiveFields } from './record.ts';

/** Fields that the interface does not promise in lists, but returns when a single object is read. */
const NOT_PROMISED_IN_LISTS: { readonly [K in KindName]?: readonly string[] } = {
  article: ['content', 'cover_image_url'],
};

/** One entry that has the field proves that the list shows it. */
export function hiddenInList(kind: KindName, entries: readonly JsonObject[]): readonly string[] {
  const names = NOT_PROMISED_IN_LISTS[kind] ?? [];
  return names.filter((name) => !entries.some((entry) => Object.hasOwn(entry, name)));
}

/**
 * True if something that was sent is missing from the answer: the service has dropped it, or shows it only when the object
 * is read.
 */
export function answersInPart(kind: KindName, sent: JsonObject, answered: JsonObject): boolean {
  const isMissing = (name: string): boolean => !isEmpty(sent[name]) && !Object.hasOwn(answered, name);
  return Object.keys(sent).some((name) => isMissing(name) && !sensitiveFields(kind).includes(name));
}
