import type { Document } from './document.ts';
import type { FileReading } from './read-file.ts';

/**
 * A document after one of its files was changed: its own, or that of a translation. Undefined if the file is none of them,
 * or if the document also has parts in other folders, which would have to be laid over it again.
 */
export function laterDocument(known: Document, before: FileReading, after: FileReading): Document | undefined {
  if (known.layers || known.inherited) return undefined;
  if (before.document && after.document) {
    return known.source === before.document.source
      ? { ...after.document, translations: known.translations }
      : undefined;
  }
  if (!before.translation || !after.translation) return undefined;
  const at = known.translations.indexOf(before.translation.text);
  return at === -1 ? undefined : { ...known, translations: known.translations.with(at, after.translation.text) };
}
