/** Which file of a document has a value, and where in it: an operation names a value, and only here becomes a place in a file. */
import type { Document, Translation } from '../content/document.ts';
import { layerAt, layersOf } from '../content/overlay.ts';
import { valueAt, type JsonObject, type Path } from '../values/json.ts';
import { translationTable } from './forms.ts';
import { shownBody } from './open-document.ts';

/** A value in a file. */
export interface WrittenPart {
  /** The file, as diagnostics name it; it may not exist yet. */
  readonly file: string;
  /** Undefined for the body of a Markdown file. */
  readonly path: Path | undefined;
  /** The field that the body is, in a Markdown file. */
  readonly body?: string;
  /** The values that the file overlays, if it does not have this one itself; a body under the name of its field. */
  readonly below?: JsonObject;
}

/** Where the files of this broadcast are. */
export interface OwnFiles {
  /** The name of a file in the content folder, for one that is inherited. */
  readonly ownFile: (inherited: string) => string;
  /** True for a file of the target's own folder. */
  readonly isOfTarget: (file: string) => boolean;
}

export function partOf(document: Document, path: Path, own: OwnFiles): WrittenPart {
  const field = document.declaration.body;
  const isBody = document.body !== undefined && path.length === 1 && path[0] === field;
  return isBody ? bodyPart(document, field!, own) : valuePart(document, path, field, own);
}

/** A text in another language: in the table of the document, or in the file beside it. */
export function translatedPart(document: Document, locale: string, path: Path, own: OwnFiles): WrittenPart {
  const { declaration, translations } = document;
  const field = declaration.body;
  const sibling = translations.find((each) => each.locale === locale);
  const isBody = path.length === 1 && path[0] === field;
  if (isBody && sibling) return bodyPart(sibling, field!, own);
  if (isBody && document.body) {
    const beside = homeOf(document, own).replace(/\.[a-z]+$/, `.${locale}.md`);
    return { file: beside, path: undefined, body: field! };
  }
  const key = translationTable(declaration, locale) ?? '$locales';
  const inTable = valueAt(document.data, [key, locale, ...path]) !== undefined;
  if (sibling && !inTable) return valuePart(sibling, path, field, own);
  return partOf(document, [key, locale, ...path], own);
}

/** A value stays in the layer that has it, unless that is inherited. */
function valuePart(laid: Document | Translation, path: Path, field: string | undefined, own: OwnFiles): WrittenPart {
  const holder = valueAt(laid.data, path) === undefined ? undefined : layerAt<Document | Translation>(laid, path);
  const isHere = holder && !holder.inherited;
  const file = isHere ? holder.source.file : homeOf(laid, own);
  return {
    file,
    path,
    ...(!isHere && { below: laid.data }),
    ...(file.endsWith('.md') && field !== undefined && { body: field }),
  };
}

function bodyPart(laid: Document | Translation, field: string, own: OwnFiles): WrittenPart {
  const holder = layersOf<Document | Translation>(laid).find(({ body }) => body === laid.body);
  if (holder && !holder.inherited) return { file: holder.source.file, path: undefined, body: field };
  const file = homeOf(laid, own);
  return file.endsWith('.md')
    ? { file, path: undefined, body: field, below: { [field]: laid.body?.text ?? '' } }
    : { file, path: [field], below: { [field]: shownBody(laid.body) ?? '' } };
}

/** The file of what is new: the broadcast's own one, and that of the target only for what no other target has. */
function homeOf(laid: Document | Translation, { ownFile, isOfTarget }: OwnFiles): string {
  const all = layersOf<Document | Translation>(laid);
  const layers = all.filter(({ inherited }) => !inherited);
  const own = layers.find(({ source }) => !isOfTarget(source.file));
  return (own ?? (layers.length === all.length ? all[0] : undefined))?.source.file ?? ownFile(laid.source.file);
}
