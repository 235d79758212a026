/**
 * Overlays the readings of an overlay folder on those of the content folder. Pure, so that a watcher reads only what
 * changed.
 */
import type { FileReading } from './read-file.ts';
import { addressTaken } from './read-content.ts';
import { layDocument, layTranslation } from './overlay.ts';

export function layReadings(shared: readonly FileReading[], overlay: readonly FileReading[]): readonly FileReading[] {
  const over = byPlace(overlay);
  if (over.size === 0) return shared;
  const left = new Map(over);
  const laid = inOrder(shared).map((reading) => {
    const place = placeOf(reading);
    const above = left.get(place);
    left.delete(place);
    return above && !reading.ignored ? layReading(reading, above) : reading;
  });
  return [...laid, ...left.values()];
}

function layReading(shared: FileReading, overlay: FileReading): FileReading {
  const diagnostics = [...shared.diagnostics, ...overlay.diagnostics];
  const both = { path: shared.path, diagnostics };
  if (overlay.media) return { ...both, media: overlay.media };
  // Half a document would be a different document from the one that was written.
  const unreadable = shared.unreadable ?? overlay.unreadable;
  if (unreadable !== undefined) return { ...both, unreadable };
  if (shared.document && overlay.document) {
    return { ...both, document: laidDocument(shared.document, overlay.document) };
  }
  if (shared.translation && overlay.translation) {
    const { of, text } = shared.translation;
    return { ...both, translation: { of, text: laidTranslation(text, overlay.translation.text) } };
  }
  return both;
}

/** Returns the same object for the same two inputs, so that a watcher can see that nothing has changed. */
function remembered<T extends object>(lay: (shared: T, overlay: T) => T): (shared: T, overlay: T) => T {
  const known = new WeakMap<T, { readonly shared: T; readonly laid: T }>();
  return (shared, overlay) => {
    const before = known.get(overlay);
    if (before?.shared === shared) return before.laid;
    const laid = lay(shared, overlay);
    known.set(overlay, { shared, laid });
    return laid;
  };
}

const laidDocument = remembered(layDocument);
const laidTranslation = remembered(layTranslation);

/** Documents are overlaid by address, regardless of their extensions; all other files by path. */
const placeOf = ({ document, unreadable, path }: FileReading): string => document?.address ?? unreadable ?? path;

/** If two files have the same address, the first is overlaid, and the other is a problem of the overlay alone. */
function byPlace(readings: readonly FileReading[]): ReadonlyMap<string, FileReading> {
  const places = new Map<string, FileReading>();
  for (const reading of inOrder(readings)) {
    if (reading.ignored) continue;
    const place = placeOf(reading);
    const first = places.get(place);
    places.set(place, first ? clashing(first, reading) : reading);
  }
  return places;
}

function clashing(first: FileReading, other: FileReading): FileReading {
  const taken = first.document && other.document ? [addressTaken(other.document, first.document)] : [];
  return { ...first, diagnostics: [...first.diagnostics, ...other.diagnostics, ...taken] };
}

const inOrder = (readings: readonly FileReading[]): readonly FileReading[] =>
  readings.toSorted((a, b) => (a.path < b.path ? -1 : 1));
