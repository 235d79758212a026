/** The contract between a reader and the import: a source is a target that can only be read. */
import { diagnose, type Diagnostic, type Span } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { slugify } from '../content/placement.ts';
import type { KindName } from '../kinds/registry.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import type { Mapping } from './mapping.ts';

export const FORMATS = ['schedule', 'sessionize', 'ical', 'csv', 'markdown', 'json'] as const;
export type Format = (typeof FORMATS)[number];

/** A file of a source. */
export interface SourceFile {
  /** The path below the source's folder, separated by `/`; for a single file its name. */
  readonly path: string;
  /** The name for messages, as people would type it. */
  readonly shown: string;
  readonly size: number;
  readonly bytes: () => Uint8Array;
  /** Of UTF-8 or marked UTF-16, without a byte order mark and with line feeds only. Throws a UserError for others. */
  readonly text: () => string;
}

export interface Source {
  /** As it was asked for: a path, a URL or `-`. */
  readonly name: string;
  readonly isFolder: boolean;
  /** All files of a folder in the order of their paths, without hidden ones; otherwise one file. */
  readonly files: readonly SourceFile[];
}

/**
 * One object of a source, as the service would answer it: its id is a key that stays the same when the source is exported
 * again, pointers are ids of other records, instants have an offset, texts are Markdown. Pictures are https URLs, or
 * `mediaUrl` of a file in `media`; links to other records are `recordUrl`. Facts that a service has no field for are local
 * keys, such as `$cancelled`.
 */
export interface SourceRecord extends Pick<
  RemoteRecord,
  'kind' | 'id' | 'fields' | 'slug' | 'aliases' | 'unclear' | 'keyGroup'
> {
  readonly at: Span;
}

/** A picture or another file that comes with the source. */
export interface SourceMedia {
  /** Its name below the media folder, from `mediaName`. */
  readonly name: string;
  readonly bytes: () => Uint8Array;
}

/** The facts that a source knows about the whole broadcast. */
export interface SourceFacts {
  readonly title?: string;
  readonly timezone?: string;
  readonly language?: string;
}

export interface SourceContent {
  readonly records: readonly SourceRecord[];
  /** Problems of single entries. The other entries are imported. */
  readonly diagnostics: readonly Diagnostic[];
  /** Kinds with entries whose key could not be read: what is missing there may still exist, and no file is deleted. */
  readonly incomplete: readonly KindName[];
  readonly facts: SourceFacts;
  readonly media: readonly SourceMedia[];
  /** What was found out about the form of the source, in sentences: `the delimiter is a semicolon`. */
  readonly findings: readonly string[];
  /** What a broadcast cannot hold, with the number of times: `recording license` → 12. */
  readonly lost: ReadonlyMap<string, number>;
  /** The mapping that was used because none was given, as YAML with comments: to be shown, and saved for next time. */
  readonly proposedMapping?: string;
}

export interface ReadingOptions {
  /** The zone of times without an offset, if one was given. */
  readonly timezone: string | undefined;
  /** The kind of the main entries, if one was given. */
  readonly into: KindName | undefined;
  readonly mapping: Mapping | undefined;
}

export interface Reader {
  /** The value of the option `format`. */
  readonly name: Format;
  readonly title: string;
  /** The largest size of a whole source, where it differs from that of one file. */
  readonly mostBytes?: number;
  /** The kinds that it covers completely; with `into`, those that this choice leads to. */
  readonly kinds: (options: ReadingOptions) => readonly KindName[];
  /** Looks at names and at the start of files, and loads no parser. */
  readonly isFor: (source: Source) => boolean;
  readonly read: (source: Source, options: ReadingOptions) => Promise<SourceContent>;
}

const SCHEME = 'import:';
const RECORD = new RegExp(`^${SCHEME}/(?!media/)([^/]+)/([^/]+)$`);

/** The URL of a file of the content folder. */
export const fileUrl = (path: string): string => `${SCHEME}/${encodeURI(path)}`;

/** The URL of a file in `media`, for fields and Markdown. */
export const mediaUrl = (name: string): string => fileUrl(`media/${name}`);

export const isMediaUrl = (url: string): boolean => url.startsWith(`${SCHEME}/media/`);

/** A name below the media folder for a path in the source: `2026/Été (1).JPG` becomes `2026/ete-1.jpg`. */
export function mediaName(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  const [, stem = '', extension = ''] = /^(.+?)(\.[A-Za-z0-9]+)?$/s.exec(parts.pop() ?? '') ?? [];
  return [...parts.map(slugify), slugify(stem) + extension.toLowerCase()].join('/');
}

/** The URL of another record's page, for links in Markdown. */
export const recordUrl = (kind: KindName, id: string): string => `${SCHEME}/${kind}/${encodeURIComponent(id)}`;

/** The record that a URL names. */
export function recordAt(url: string): { readonly kind: KindName; readonly id: string } | undefined {
  const [, kind, id] = RECORD.exec(url) ?? [];
  return kind === undefined ? undefined : { kind: kind as KindName, id: decodeURIComponent(id!) };
}

/** A source may number its rooms and its talks alike; objects of a target have ids of their own. */
export const uniqueId = (kind: KindName, id: string): string => `${kind}:${id}`;

/** A value that cannot be read: the entry is left out, or has no such value. */
export const unreadable = (at: Span, message: string, suggestion?: string): Diagnostic =>
  diagnose('import-value', at, message, { suggestion });

export const timezoneNeeded = (title: string): UserError =>
  new UserError(`the times of ${title} have no offset, so their time zone must be known`, {
    suggestion: 'pass it with --timezone Europe/Paris',
  });

/** The start of a file, to recognise it by. Bytes that are not UTF-8 are replaced. */
export const startOf = (file: SourceFile): string => {
  const start = file.bytes().subarray(0, 64 * 1024);
  return new TextDecoder(markedEncoding(start)).decode(start);
};

/** Without a byte order mark. `shown`: the file, for the error about bytes that are no text. */
export function decoded(bytes: Uint8Array, shown: string, encoding = markedEncoding(bytes)): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`${shown} is not UTF-8`, { suggestion: 'save it as UTF-8' });
  }
}

/** By the byte order mark. */
export function markedEncoding([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
