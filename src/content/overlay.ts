/**
 * A target's own files, overlaid on the files that all targets share. Two documents with the same address become one:
 * mappings are merged key by key, and any other value in the overlay replaces the shared one, including `null`, which
 * clears it. This happens before anything is checked, since an overlay alone is seldom a complete document.
 */
import { isObject, type Json, type JsonObject, type Path } from '../values/json.ts';
import type { Body, Document, Layers, Positions, Translation } from './document.ts';
import type { FileReading } from './read-file.ts';
import { addressTaken } from './read-content.ts';

function layDocument(shared: Document, overlay: Document): Document {
  const { kind, declaration, address, slug } = shared;
  const layers = { shared, overlay };
  const field = declaration.body;
  const saysText = overlay.body !== undefined && !isBlank(overlay.body);
  const saysField = field !== undefined && Object.hasOwn(overlay.data, field);
  // The text of a document is its body or a field: if the overlay has one of them, the other one is removed from the
  // shared file.
  const sharedData = saysText && field !== undefined ? without(shared.data, field) : shared.data;
  const body = saysText ? overlay.body : saysField ? undefined : (shared.body ?? overlay.body);
  return {
    kind,
    declaration,
    address,
    slug,
    source: laidPositions(layers),
    data: layData(sharedData, overlay.data),
    ...(body && { body }),
    translations: [],
    layers,
  };
}

function layTranslation(shared: Translation, overlay: Translation): Translation {
  const layers = { shared, overlay };
  return {
    locale: shared.locale,
    source: laidPositions(layers),
    data: layData(shared.data, overlay.data),
    body: isBlank(overlay.body) ? shared.body : overlay.body,
    layers,
  };
}

/** A cleared `$` key is removed: it is never sent, so there is nothing to clear. */
export function layData(shared: JsonObject, overlay: JsonObject): JsonObject {
  const cleared = Object.keys(overlay).filter((key) => key.startsWith('$') && overlay[key] === null);
  return cleared.reduce(without, layObjects(shared, overlay));
}

function layObjects(shared: JsonObject, overlay: JsonObject): JsonObject {
  const laid: Record<string, Json> = { ...shared };
  for (const [key, value] of Object.entries(overlay)) {
    const below = Object.hasOwn(shared, key) ? shared[key] : undefined;
    laid[key] = isObject(below) && isObject(value) ? layObjects(below, value) : value;
  }
  return laid;
}

/** The files of a document or a translation, the lowest first: one, or several that are merged. */
export const layersOf = <T extends { readonly layers?: Layers<T> }>(laid: T): readonly T[] =>
  laid.layers ? [...layersOf(laid.layers.shared), ...layersOf(laid.layers.overlay)] : [laid];

type Part<T> = { readonly data: JsonObject; readonly layers?: Layers<T> };

/** The layer that has the value at the path. A mapping with parts in several belongs to the lowest of them. */
export function layerAt<T extends Part<T>>(laid: T, path: Path): T {
  return laid.layers ? layerAt(upperOrLower(laid.layers, path), path) : laid;
}

function upperOrLower<T extends Part<T>>({ shared, overlay }: Layers<T>, path: Path): T {
  let below: Json | undefined = shared.data;
  let above: Json | undefined = overlay.data;
  for (const step of path) {
    if (!isObject(above) || !Object.hasOwn(above, step)) return shared;
    above = above[step];
    below = isObject(below) && Object.hasOwn(below, step) ? below[step] : undefined;
    if (!isObject(above) || !isObject(below)) return overlay;
  }
  return shared;
}

function laidPositions<T extends Part<T> & { readonly source: Positions }>(layers: Layers<T>): Positions {
  const { source } = layers.shared;
  const at = (path: Path): Positions => layerAt(upperOrLower(layers, path), path).source;
  return {
    file: source.file,
    text: source.text,
    span: (start, end) => source.span(start, end),
    keySpan: (path) => at(path).keySpan(path),
    valueSpan: (path) => at(path).valueSpan(path),
    textSpan: (path, text, part) => at(path).textSpan(path, text, part),
  };
}

const isBlank = ({ text }: Body): boolean => text.trim() === '';

function without(data: JsonObject, key: string): JsonObject {
  const { [key]: _left, ...rest } = data;
  return rest;
}

/**
 * Overlays the readings of an overlay folder on those of the content folder. Pure, so that a watcher reads only what
 * changed.
 */
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
  const laidOn = new WeakMap<T, { readonly shared: T; readonly laid: T }>();
  return (shared, overlay) => {
    const before = laidOn.get(overlay);
    if (before?.shared === shared) return before.laid;
    const laid = lay(shared, overlay);
    laidOn.set(overlay, { shared, laid });
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
