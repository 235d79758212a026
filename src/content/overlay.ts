/**
 * A target's own files, laid over those that all targets share. Two documents of one address become one: mappings are
 * merged key by key, anything else the overlay says takes the place of what was there, `null` included, which clears.
 * Laying happens before anything is checked, since an overlay alone is seldom a whole document.
 */
import { isObject, type Json, type JsonObject, type Path } from '../values/json.ts';
import type { Body, Document, Layers, Positions, Translation } from './document.ts';

export function layDocument(shared: Document, overlay: Document): Document {
  const { kind, declaration, address, slug } = shared;
  const layers = { shared, overlay };
  const field = declaration.body;
  const saysText = overlay.body !== undefined && !isBlank(overlay.body);
  const saysField = field !== undefined && Object.hasOwn(overlay.data, field);
  // The text of a document is its body or a field: whichever the overlay writes, the other one of the shared file goes.
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

export function layTranslation(shared: Translation, overlay: Translation): Translation {
  const layers = { shared, overlay };
  return {
    locale: shared.locale,
    source: laidPositions(layers),
    data: layData(shared.data, overlay.data),
    body: isBlank(overlay.body) ? shared.body : overlay.body,
    layers,
  };
}

/** A `$` key that is cleared is not there: it is never sent, so there is nothing that it could clear. */
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

/** The files of a document, or of a translation: one, or two that are laid together. */
export const layersOf = <T extends { readonly layers?: Layers<T> }>(laid: T): readonly T[] =>
  laid.layers ? [laid.layers.shared, laid.layers.overlay] : [laid];

type Part = { readonly data: JsonObject };

/** Which of two layers says what is at the path. A mapping that both have a part in is the shared one's. */
export function layerAt<T extends Part>({ shared, overlay }: Layers<T>, path: Path): T {
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

function laidPositions<T extends Part & { readonly source: Positions }>(layers: Layers<T>): Positions {
  const { source } = layers.shared;
  return {
    file: source.file,
    text: source.text,
    span: (start, end) => source.span(start, end),
    keySpan: (path) => layerAt(layers, path).source.keySpan(path),
    valueSpan: (path) => layerAt(layers, path).source.valueSpan(path),
  };
}

const isBlank = ({ text }: Body): boolean => text.trim() === '';

function without(data: JsonObject, key: string): JsonObject {
  const { [key]: _left, ...rest } = data;
  return rest;
}
