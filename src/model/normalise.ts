/** Converts a valid document to an entity: local keys separated, times with their offset, URLs in ASCII, bodies in their fields. */
import type { Document } from '../content/document.ts';
import { isObject, withValueAt, type JsonObject, type Path } from '../values/json.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import type { Entity, Geo, LocalKeys, PostalAddress, Words } from './broadcast.ts';
import type { Survey } from './survey.ts';

/** `faulty`: fields that are left out, for rules that look at documents with errors. */
export function normalise(written: Document, surveyed: Survey, faulty?: ReadonlySet<string>): Entity {
  const { kind, address, slug } = written;
  const isLocal = (path: Path): boolean => String(path[0]).startsWith('$');
  const isKept = (path: Path): boolean => !faulty?.has(String(path[0]));
  const sentAs = surveyed.sentAs.filter(({ path }) => isKept(path));
  const kept = faulty ? without(faulty, written) : written;
  const data = sentAs.reduce((all, { path, text }) => withValueAt(all, path, text) as JsonObject, kept.data);
  const document = sentAs.length === 0 ? kept : { ...kept, data };
  const isOwn = (path: Path): boolean => isKept(path) && !isLocal(path);
  return {
    kind,
    address,
    slug,
    document: written,
    fields: ownFields(document),
    local: localKeys(document),
    pointers: surveyed.pointers.filter(({ path }) => isOwn(path)),
    media: surveyed.media.filter(isOwn),
    markdown: [...surveyed.markdown.filter(isOwn), ...bodyPath(document)],
    ...(faulty && { faulty }),
  };
}

const without = (names: ReadonlySet<string>, document: Document): Document => ({
  ...document,
  data: Object.fromEntries(Object.entries(document.data).filter(([name]) => !names.has(name))),
});

function ownFields({ declaration, data, body }: Document): JsonObject {
  const fields = Object.fromEntries(Object.entries(data).filter(([key]) => !key.startsWith('$')));
  const bodyField = declaration.body;
  return body && bodyField !== undefined ? { ...fields, [bodyField]: body.text } : fields;
}

function bodyPath({ declaration, body }: Document): readonly Path[] {
  const field = declaration.body;
  return body && field !== undefined ? [[field]] : [];
}

function localKeys({ declaration, data, translations }: Document): LocalKeys {
  const { $id, $protect, $example, $slug, $map, $order, $scale, $words, $hosts } = data as Record<string, unknown>;
  const { $cancelled, $full, $stream, $recording, $address, $geo, $aliases } = data as Record<string, unknown>;
  const bodyField = declaration.body;
  const written = (data['$locales'] ?? {}) as Record<string, JsonObject>;
  const siblings = translations.map(({ locale, data: own, body }): [Locale, JsonObject] => [
    locale,
    // A translation without its own text keeps the original's.
    {
      ...written[locale],
      ...own,
      ...(bodyField !== undefined && body.text.trim() !== '' && { [bodyField]: body.text }),
    },
  ]);
  return {
    protect: $protect === true,
    locales: { ...written, ...Object.fromEntries(siblings) },
    ...($example === true && { example: true as const }),
    ...($cancelled === true && { cancelled: true as const }),
    ...($full === true && { full: true as const }),
    ...(typeof $stream === 'string' && { stream: $stream }),
    ...(typeof $recording === 'string' && { recording: $recording }),
    ...(Array.isArray($hosts) && { hosts: $hosts as readonly string[] }),
    ...(Array.isArray($aliases) && { aliases: $aliases as readonly string[] }),
    ...(isObject($address) && { address: $address as unknown as PostalAddress }),
    ...(isObject($geo) && { geo: $geo as unknown as Geo }),
    ...(typeof $id === 'string' && { id: $id }),
    ...(typeof $slug === 'string' && { slug: $slug }),
    ...(typeof $map === 'string' && { map: $map }),
    ...(typeof $order === 'number' && { order: $order }),
    ...(typeof $scale === 'number' && { scale: $scale }),
    ...(isObject($words) && { words: $words as Words }),
  };
}
