/** What a list has to show: every document that exists, once, in its order, and how many there are. */
import type { Document, History, Operation, Violation } from './history.ts';
import { GONE, shownBy, type Versions } from './versions.ts';

/** When a document was first known to exist. */
interface Known {
  readonly document: Document;
  readonly collection: string;
  readonly since: number;
}

export function* checkLists(history: History): Generator<Violation> {
  for (const operation of history) {
    const { action, surface, result } = operation;
    if (action.does !== 'list' || result.is !== 'listed') continue;
    const { documents, total } = result;
    const order = positionOn(surface);
    const wrong = documents.findIndex((each, index) => index > 0 && order(each) <= order(documents[index - 1]!));
    const at = (kind: Violation['kind'], message: string): Violation => ({ kind, message, operations: [operation] });
    if (wrong > 0)
      yield at(
        'unordered-list',
        `${documents[wrong - 1]!.id} is listed before ${documents[wrong]!.id}, or both are one`,
      );
    if (action.after === undefined && documents.length < action.limit && total !== documents.length)
      yield at('wrong-total', `a list of all ${documents.length} documents says that there are ${total}`);
  }
}

/** A document that is not where a list should show it was gone at that moment. */
export function noteMissing(history: History, versions: Versions): void {
  const known = [...knownDocuments(history).values()];
  for (const operation of history) {
    const { action, result, collection, surface, invoked } = operation;
    if (action.does !== 'list' || result.is !== 'listed') continue;
    const order = positionOn(surface);
    const shown = new Set(result.documents.map(({ id }) => id));
    // A full page ends with its last document, and the others are on later ones.
    const last = result.documents.length < action.limit ? undefined : result.documents.at(-1);
    for (const { document, ...each } of known) {
      const isOnPage =
        each.collection === collection &&
        each.since < invoked &&
        (action.after === undefined || document.id > action.after) &&
        (last === undefined || order(document) <= order(last));
      if (isOnPage && !shown.has(document.id)) versions.read(document.id, GONE, operation);
    }
  }
}

function knownDocuments(history: History): ReadonlyMap<string, Known> {
  const known = new Map<string, Known>();
  for (const operation of history) {
    const { action, result, collection, completed } = operation;
    const created = action.does === 'create' && result.is === 'ok' ? [result.document!] : [];
    for (const document of [...created, ...shownBy(operation)])
      if (completed < (known.get(document.id)?.since ?? Infinity))
        known.set(document.id, { document, collection, since: completed });
  }
  return known;
}

const positionOn =
  (surface: Operation['surface']) =>
  ({ id, createdAt }: Document): string =>
    surface === 'A' ? `${createdAt} ${id}` : id;
