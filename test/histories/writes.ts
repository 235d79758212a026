/**
 * Judges each write of gitcast at the moment it arrives, by the files of that moment: whatever was planned, saved or begun
 * earlier, nothing is created, changed or deleted that the files do not ask for.
 */
import { collectionOf, unaskedField, type Doc } from './documents.ts';
import { tagOf, type Stored, type Write } from './service.ts';

interface Scene {
  readonly docOf: (tag: string) => Doc | undefined;
  readonly pointee: (doc: Doc) => Doc | undefined;
  /** True if its file was moved and edited: then it is a different document, and the object of the old one is deleted. */
  readonly isAnother: (tag: string) => boolean;
  readonly objects: readonly Stored[];
  /** The address of each id in the state when the run began. */
  readonly managed: ReadonlyMap<string, string>;
  /** True if this service can only replace the objects of a collection. */
  readonly replaces: (collection: string) => boolean;
}

/** Why the files do not ask for a write; undefined if they do. */
export function unaskedWrite(write: Write, scene: Scene): string | undefined {
  const { method, collection, id, body } = write;
  if (collection === '' || collection === 'broadcast') return undefined;
  const object = scene.objects.find((each) => each.id === id);
  const tag = object?.tag ?? tagOf(body);
  const named = `${method} ${collection}/${id ?? ''} (${tag})`;
  const doc = scene.docOf(tag);
  if (method === 'DELETE') {
    const isLast = !scene.objects.some((each) => each.tag === tag && each.id !== id);
    return doc && isLast && !scene.isAnother(tag) ? `${named}: its file is there` : undefined;
  }
  if (!doc) return `${named}: it has no file`;
  if (collectionOf(doc.folder) !== collection) return `${named}: its file is in ${doc.folder}`;
  const unasked = unaskedField(doc, body, (pointee) => isPointee(doc, pointee, scene));
  if (unasked !== undefined) return `${named}: its file does not ask for ${unasked}`;
  const own = scene.objects.find((each) => each.tag === tag && scene.managed.get(each.id) === doc.address);
  const isSecond = method === 'POST' && own !== undefined && !scene.replaces(collection);
  return isSecond ? `${named}: it is there, as ${own.id}` : undefined;
}

function isPointee(doc: Doc, id: string | undefined, { objects, pointee }: Scene): boolean {
  const tag = pointee(doc)?.tag;
  if (id === undefined) return tag === undefined;
  const object = objects.find((each) => each.id === id);
  // The service refuses what points to nothing.
  return object === undefined || object.tag === tag;
}
