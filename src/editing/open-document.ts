/** A document as its form shows it: its values in all languages and layers, and its problems at their values. */
import type { Body, Document } from '../content/document.ts';
import { layersOf } from '../content/overlay.ts';
import { isError, isWarning, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { fileSchema } from '../kinds/file-form.ts';
import { walk } from '../kinds/walk.ts';
import type { Kind } from '../kinds/kind.ts';
import { isObject, withoutValueAt, type JsonObject, type Path } from '../values/json.ts';
import { translationTables } from './forms.ts';
import { pathAt } from './path-at.ts';
import type { FormProblem, Layer, OpenDocument } from './protocol.ts';
import { titleOf } from './title.ts';

/** What a form shows besides the document itself. */
export interface Surroundings {
  readonly problems: readonly Diagnostic[];
  readonly titleOf: (address: string) => string | undefined;
  readonly hrefOf: (file: string) => string | undefined;
  /** The language of texts that do not say theirs. */
  readonly mainLocale: string;
  /** True for a file of the target's own folder. */
  readonly isOfTarget: (file: string) => boolean;
}

export function openDocument(document: Document, around: Surroundings): OpenDocument {
  const { address, kind, source, data } = document;
  const layers = layersOf(document);
  const href = around.hrefOf(source.file);
  const defaultLocale = data['defaultLocale'];
  return {
    address,
    kind,
    title: titleOf(document),
    file: source.file,
    ...(href !== undefined && { href }),
    values: valuesOf(document),
    layers: layers.length > 1 || document.inherited ? layers.map((layer) => layerOf(layer, around)) : [],
    translations: translationsOf(document),
    locale: typeof defaultLocale === 'string' ? defaultLocale : around.mainLocale,
    problems: problemsOf(document, around.problems),
    titles: titlesIn(document, around),
  };
}

const valuesOf = ({ data, body, declaration }: Document): JsonObject => ({
  ...withoutCredentials(data, declaration),
  ...bodyValue(body, declaration),
});

/** The body is a value under the name of its field. */
function bodyValue(body: Body | undefined, { body: field }: Kind): JsonObject {
  const text = shownBody(body);
  return text !== undefined && field !== undefined ? { [field]: text } : {};
}

/** Blank lines around a body belong to the file, and an empty one is no value. */
export const shownBody = (body: Body | undefined): string | undefined =>
  body?.text.replace(/^\n+/, '').replace(/\n+$/, '') || undefined;

/** A file names the variable that has a credential. One that was written into it by mistake stays there. */
export function withoutCredentials(data: JsonObject, kind: Kind): JsonObject {
  const credentials: Path[] = Object.entries(kind.fields).flatMap(([name, { access }]) =>
    access === 'withheld' && Object.hasOwn(data, name) ? [[name]] : [],
  );
  walk(fileSchema(kind), data, ({ schema, value, path }) => {
    if (schema['x-sensitive'] && !(isObject(value) && typeof value['$env'] === 'string')) credentials.push(path);
  });
  return credentials.reduceRight<JsonObject>((rest, path) => withoutValueAt(rest, path), data);
}

function layerOf(document: Document, { isOfTarget }: Surroundings): Layer {
  const { file } = document.source;
  const role = document.inherited ? 'inherited' : isOfTarget(file) ? 'target' : 'own';
  return { file, role, values: valuesOf(document) };
}

function translationsOf(document: Document): Readonly<Record<string, JsonObject>> {
  const { data, declaration, translations } = document;
  const found: Record<string, JsonObject> = {};
  for (const key of translationTables(declaration)) {
    const table = data[key];
    for (const [locale, values] of Object.entries(isObject(table) ? table : {}))
      if (isObject(values)) found[locale] = { ...values, ...found[locale] };
  }
  for (const { locale, data: own, body } of translations)
    found[locale] = { ...found[locale], ...own, ...bodyValue(body, declaration) };
  return found;
}

/** Errors and warnings of a document's files, at the values that they concern. */
export function problemsOf(document: Document, diagnostics: readonly Diagnostic[]): readonly FormProblem[] {
  const tables: readonly unknown[] = translationTables(document.declaration);
  return diagnostics.flatMap((diagnostic): readonly FormProblem[] => {
    if (!isError(diagnostic) && !isWarning(diagnostic)) return [];
    const { severity, message, suggestion, at } = diagnostic;
    const said = {
      severity: severity as 'error' | 'warning',
      message,
      ...(suggestion !== undefined && { suggestion }),
    };
    const layer = layersOf(document).find(({ source }) => source.file === at.file);
    if (layer) {
      const path = pathAt(layer, at) ?? [];
      const [first, locale] = path;
      if (tables.includes(first) && typeof locale === 'string') return [{ ...said, locale, path: path.slice(2) }];
      const isInBody = path.length === 0 && layer.body && at.length > 0;
      return [{ ...said, path: isInBody ? [document.declaration.body!] : path }];
    }
    const translation = document.translations.find(({ source }) => source.file === at.file);
    if (!translation) return [];
    const path: Path = pathAt(translation, at) ?? [document.declaration.body ?? ''];
    return [{ ...said, locale: translation.locale, path }];
  });
}

function titlesIn(document: Document, { titleOf }: Surroundings): Readonly<Record<string, string>> {
  const titles: Record<string, string> = {};
  walk(fileSchema(document.declaration), document.data, ({ schema, value }) => {
    const title = schema['x-pointer'] && typeof value === 'string' ? titleOf(value) : undefined;
    if (title !== undefined) titles[value as string] = title;
  });
  return titles;
}
