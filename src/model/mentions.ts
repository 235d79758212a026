/**
 * The places in a file that name another document, a media file or a page of the site: pointers, media values, filters of
 * queries, and the links and pictures of its texts. A file is looked at by itself, since a target's own file has other
 * values than the shared one.
 */
import type { Address, Body, Positions } from '../content/document.ts';
import type { Span } from '../diagnostics/diagnostic.ts';
import { fileSchema } from '../kinds/file-form.ts';
import type { Kind } from '../kinds/kind.ts';
import { walk } from '../kinds/walk.ts';
import { linksIn, type TextLink } from '../markdown/links.ts';
import type { TextRange } from '../markdown/reading.ts';
import { isObject, type Json, type JsonObject, type Path } from '../values/json.ts';
import { linkTarget, type LinkTarget } from './link-target.ts';
import { isLocalMedia } from './rules/values/media.ts';
import { isAddress } from './rules/values/pointers.ts';
import { spanInText } from './texts.ts';

/** A file of a document: its own, one of a target, or a translation. */
export interface MentioningFile {
  /** The document that it belongs to. */
  readonly address: Address;
  readonly declaration: Kind;
  readonly source: Positions;
  readonly data: JsonObject;
  readonly body?: Body;
}

export interface Mention {
  readonly use: 'pointer' | 'media' | 'filter' | 'link';
  /** The value that contains it; undefined for the body. */
  readonly path: Path | undefined;
  /** Its range in the value; undefined for a link that cannot be rewritten. */
  readonly range: TextRange | undefined;
  /** As written. */
  readonly written: string;
  readonly to: Extract<LinkTarget, { type: 'document' | 'media' | 'page' }>;
  /** In a text; the others are whole values. */
  readonly link?: TextLink;
  readonly span: () => Span;
}

export function mentionsIn(file: MentioningFile, isDocument: (address: Address) => boolean): readonly Mention[] {
  const { declaration, source, data, body } = file;
  const found: Mention[] = [];
  const note = (use: Mention['use'], path: Path, value: string, to: Mention['to']): void => {
    const range = { start: 0, end: value.length };
    found.push({ use, path, range, written: value, to, span: () => source.valueSpan(path) });
  };
  const noteLinks = (path: Path | undefined, text: string, spanOf: (place: TextRange) => Span): void => {
    for (const link of linksIn(text)) {
      const to = linkTarget(link.url, { from: file.address, isDocument });
      const place = link.place ?? link.near;
      if (!place || !isMention(to)) continue;
      const written = link.place ? text.slice(place.start, place.end) : link.written;
      found.push({ use: 'link', path, range: link.place, written, to, link, span: () => spanOf(place) });
    }
  };
  walk(fileSchema(declaration), data, ({ schema, value, path, shape }) => {
    if (shape === 'Query' && isObject(value)) {
      const filters = value['filters'] ?? null;
      for (const each of textsIn(filters, [...path, 'filters']))
        if (isDocument(each.value)) note('filter', each.path, each.value, documentAt(each.value));
    }
    if (typeof value !== 'string') return;
    if (schema['x-pointer'] && isAddress(value)) note('pointer', path, value, documentAt(value));
    if (schema['x-media'] && isLocalMedia(value))
      note('media', path, value, { type: 'media', name: value, suffix: '' });
    if (schema['x-markdown']) noteLinks(path, value, (place) => spanInText(source, path, value, place));
  });
  if (body) noteLinks(undefined, body.text, ({ start, end }) => body.span(start, end));
  return found;
}

const isMention = (to: LinkTarget): to is Mention['to'] =>
  to.type === 'document' || to.type === 'media' || to.type === 'page';

const documentAt = (address: Address): Mention['to'] => ({ type: 'document', address, suffix: '', anchor: undefined });

/** Filters have no schema: any text in them may be an address. */
function textsIn(value: Json, path: Path): readonly { readonly path: Path; readonly value: string }[] {
  if (typeof value === 'string') return [{ path, value }];
  if (Array.isArray(value)) return value.flatMap((each: Json, index) => textsIn(each, [...path, index]));
  return isObject(value) ? Object.entries(value).flatMap(([key, each]) => textsIn(each, [...path, key])) : [];
}
