/** Which file of a document has a value, and where in it: an operation names a value, and only here becomes a place in a file. */
import type { Document } from '../content/document.ts';
import { layerAt, layersOf } from '../content/overlay.ts';
import { isObject, valueAt, type JsonObject, type Path } from '../values/json.ts';
import { translationTable } from './forms.ts';

/** A value in a file. */
export interface WrittenPart {
  /** The file, as diagnostics name it; it may not exist yet. */
  readonly file: string;
  /** Undefined for the body of a Markdown file. */
  readonly path: Path | undefined;
  /** The field that the body is, in a Markdown file. */
  readonly body?: string;
  /** The values that the file overlays, for a value that it does not have itself. */
  readonly below?: JsonObject;
}

/** `ownFile`: the name of the document's file in the content folder, for one that is only inherited so far. */
export function partOf(document: Document, path: Path, ownFile: (inherited: string) => string): WrittenPart {
  const field = document.declaration.body;
  const isBody = field !== undefined && path.length === 1 && path[0] === field && document.body !== undefined;
  if (isBody) {
    const layers = layersOf(document).filter(({ inherited }) => !inherited);
    const layer = layers.find(({ body }) => body === document.body) ?? layers[0];
    return { file: layer?.source.file ?? ownFile(document.source.file), path: undefined, body: field };
  }
  const layer = holderOf(document, path);
  const body = layer?.body && field !== undefined ? { body: field } : {};
  if (layer && !layer.inherited) return { file: layer.source.file, path, ...body };
  const own = layersOf(document).find(({ inherited }) => !inherited);
  const file = own?.source.file ?? ownFile(document.source.file);
  return { file, path, below: document.data, ...body };
}

/** The layer that has the value, or the lowest that may be changed, for one that is new. */
function holderOf(document: Document, path: Path): Document | undefined {
  if (valueAt(document.data, path) !== undefined) return layerAt(document, path);
  return layersOf(document).find(({ inherited }) => !inherited);
}

/** A text in another language: in the table of the document, or in the file beside it. */
export function translatedPart(document: Document, locale: string, path: Path): WrittenPart {
  const { declaration, translations, source } = document;
  const field = declaration.body;
  const sibling = translations.find((each) => each.locale === locale);
  const isBody = path.length === 1 && path[0] === field;
  const beside = source.file.replace(/(?:\.[a-z]+)$/, `.${locale}.md`);
  if (isBody && (sibling || document.body))
    return { file: sibling?.source.file ?? beside, path: undefined, body: field! };
  const key = translationTable(declaration, locale) ?? '$locales';
  const table = document.data[key];
  const inTable = isObject(table) && valueAt(table, [locale, ...path]) !== undefined;
  if (sibling && !inTable) return { file: sibling.source.file, path, ...(field !== undefined && { body: field }) };
  const own = layersOf(document).find(({ inherited }) => !inherited) ?? document;
  return {
    file: own.source.file,
    path: [key, locale, ...path],
    ...(own.body && field !== undefined && { body: field }),
  };
}
