/** Reads a single content file: its content and its problems. */
import { diagnose, wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { isObject, type JsonObject } from '../values/json.ts';
import { withLineFeeds } from '../values/line-breaks.ts';
import { utf8Text } from '../values/utf8.ts';
import type { Kind } from '../kinds/kind.ts';
import { kinds as ownKinds } from '../kinds/registry.ts';
import { markOfGit, unmerged } from './conflict-marks.ts';
import type { Address, Body, Document, MediaFile, Translation } from './document.ts';
import type { ContentFiles, FileEntry } from './files.ts';
import { readMarkdown } from './front-matter.ts';
import { IMAGE_START, imageSize } from './image-size.ts';
import { place, type Placement } from './placement.ts';
import { Source } from './source.ts';
import type { TextProblem } from './yaml-problem.ts';
import { readYaml, type ReadYaml } from './yaml-tree.ts';
import type { JsonSchema } from '../kinds/schema.ts';
import { oncePer } from '../values/once-per.ts';

/** One file: its content and its problems. */
export interface FileReading {
  /** The path below the content folder. */
  readonly path: string;
  /** The problems, in reading order. */
  readonly diagnostics: readonly Diagnostic[];
  /** Left behind by an editor or the system; not read. */
  readonly ignored?: true;
  /** The document in the file. */
  readonly document?: Document;
  /** The media file. */
  readonly media?: MediaFile;
  /** The address of a document that exists but could not be read. */
  readonly unreadable?: Address;
  /** The text of another document in another language. */
  readonly translation?: { readonly of: string; readonly text: Translation };
}

const MOST_BYTES = 1024 * 1024;

/**
 * `prefix` is the name of the content folder in diagnostics, such as `content/`; `kinds` are the kinds that its files can
 * have.
 */
export function readFile(
  files: ContentFiles,
  entry: FileEntry,
  prefix: string,
  kinds: readonly Kind[] = ownKinds,
): FileReading {
  const placement = place(entry.path, kinds);
  if (placement.type !== 'problem' || !placement.meant) return readPlaced(files, entry, placement, prefix);
  const { diagnostics, ...read } = readPlaced(files, entry, placement.meant, prefix);
  const { code, message } = placement;
  return { ...read, diagnostics: [diagnose(code, wholeFile(prefix + entry.path), message, placement), ...diagnostics] };
}

function readPlaced(files: ContentFiles, entry: FileEntry, placement: Placement, prefix: string): FileReading {
  const { path } = entry;
  const file = prefix + path;
  if (placement.type === 'ignored') return { path, diagnostics: [], ignored: true };
  const unreadable = placement.type === 'document' ? { unreadable: placement.address } : {};
  const refused = refusal(entry, placement, file);
  if (refused) return { path, diagnostics: [refused], ...unreadable };
  if (placement.type === 'media') return { path, diagnostics: [], media: mediaFile(files, entry, file) };

  const text = readText(files, path, file);
  if (typeof text !== 'string') return { path, diagnostics: [text], ...unreadable };
  const read = readDocument(placement, file, text);
  return { path, ...read, ...(!read.document && unreadable) };
}

function refusal(entry: FileEntry, placement: Placement, file: string): Diagnostic | undefined {
  const at = wholeFile(file);
  if (entry.type === 'outside-link') {
    return diagnose('link-leaves-folder', at, 'this link leads out of the content folder, is circular or is broken', {
      suggestion: 'copy the file here instead',
    });
  }
  if (entry.type === 'unreadable') return diagnose('file-unreadable', at, `this cannot be read: ${entry.reason}`);
  if (placement.type === 'problem') return diagnose(placement.code, at, placement.message, placement);
  if (placement.type !== 'media' && entry.bytes > MOST_BYTES) {
    const size = `${(entry.bytes / MOST_BYTES).toFixed(1)} MiB`;
    return diagnose('file-too-large', at, `this document is ${size}; the limit is 1 MiB`);
  }
  return undefined;
}

function mediaFile(files: ContentFiles, entry: FileEntry, file: string): MediaFile {
  const bytes = entry.type === 'file' ? entry.bytes : 0;
  let measured: { size: ReturnType<typeof imageSize> } | undefined;
  const measure = () => (measured ??= { size: sizeOf(files, entry.path) }).size;
  return { name: entry.path, file, bytes, imageSize: measure };
}

/** A file that cannot be read has no size to check. */
function sizeOf(files: ContentFiles, path: string): ReturnType<typeof imageSize> {
  try {
    // Only a file with much in front of its size, or without one, is read as a whole.
    const start = files.readStart?.(path, IMAGE_START);
    return (start && imageSize(start)) ?? imageSize(files.read(path));
  } catch {
    return undefined;
  }
}

function readText(files: ContentFiles, path: string, file: string): string | Diagnostic {
  try {
    const text = utf8Text(files.read(path));
    if (text !== undefined) return text;
    return diagnose('not-utf8', wholeFile(file), 'this file is not UTF-8 text', { suggestion: 'save it as UTF-8' });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return diagnose('file-unreadable', wholeFile(file), `this cannot be read: ${reason}`);
  }
}

type TextPlacement = Extract<Placement, { type: 'document' | 'translation' }>;

function readDocument(placement: Placement, file: string, text: string): Omit<FileReading, 'path'> {
  const { type, kind, declaration } = placement as TextPlacement;
  const mark = markOfGit(text);
  if (mark !== undefined) return { diagnostics: [unmerged(new Source(file, text), mark)] };
  const isMarkdown = type === 'translation' || (placement as { markdown?: boolean }).markdown === true;
  const { read, source, body } = (isMarkdown ? markdownParts : yamlParts)(file, text, confidentialWords(declaration));
  const diagnostics = read.problems.map((problem) => toDiagnostic(problem, source));
  const nul = nulIn(body);
  if (nul) diagnostics.push(nul);
  if (diagnostics.length > 0 && !isObject(read.data)) return { diagnostics };
  if (!isObject(read.data)) return { diagnostics: [notAMapping(read, source)] };

  const data: JsonObject = read.data;
  if (placement.type === 'translation') {
    const text: Translation = { locale: placement.locale, source, data, body: body! };
    return { diagnostics, translation: { of: placement.of, text } };
  }
  const { address } = placement as Extract<Placement, { type: 'document' }>;
  const slug = address.slice(address.lastIndexOf('/') + 1);
  const named = { kind, declaration, address, slug };
  return { diagnostics, document: { ...named, source, data, ...(body && { body }), translations: [] } };
}

interface ParsedFile {
  readonly read: ReadYaml;
  readonly source: Source;
  readonly body?: Body;
}

function yamlParts(file: string, text: string, confidential: RegExp | undefined): ParsedFile {
  return { read: readYaml(text), source: new Source(file, text, { confidential }) };
}

function markdownParts(file: string, text: string, confidential: RegExp | undefined): ParsedFile {
  const read = readMarkdown(text);
  const source = new Source(file, text, { yaml: read.yaml, confidential });
  const { body: written, bodyStart } = read;
  const placeOf = (offset: number): number => bodyStart + offsetInWritten(written, offset);
  const span: Body['span'] = (start, end) => source.span(placeOf(start), placeOf(end));
  return { read, source, body: { text: withLineFeeds(written), written, span } };
}

/** Converts an offset in the text with line feeds to an offset in the file's own text. */
export function offsetInWritten(written: string, offset: number): number {
  let returns = 0;
  for (let at = written.indexOf('\r\n'); at !== -1 && at - returns < offset; at = written.indexOf('\r\n', at + 2)) {
    returns += 1;
  }
  return offset + returns;
}

function toDiagnostic({ code, start, end, message, suggestion, edit }: TextProblem, source: Source): Diagnostic {
  // Problems with the front matter's fences have offsets in the file, all others in the YAML.
  const at = code.startsWith('front-matter') ? source.span(start, end) : source.yamlSpan(start, end);
  // A line with a credential is not shown either.
  return diagnose(code, at, message, { suggestion: edit === undefined || at.lineText === '' ? suggestion : edit });
}

function nulIn(body: Body | undefined): Diagnostic | undefined {
  const at = body?.text.indexOf('\0') ?? -1;
  if (at === -1) return undefined;
  return diagnose(
    'bad-character',
    body!.span(at, at + 1),
    'this contains a NUL character, which is not allowed in text',
    {
      suggestion: 'remove it',
    },
  );
}

function notAMapping(read: ReadYaml, source: Source): Diagnostic {
  const found = read.data === null ? 'empty' : Array.isArray(read.data) ? 'a list' : `a ${typeof read.data}`;
  return diagnose('not-a-mapping', source.valueSpan([]), `a document must consist of fields, but this is ${found}`, {
    suggestion: 'start with a field such as `title: …`',
  });
}

/**
 * Matches the names of a kind's fields that hold credentials. A diagnostic never shows a line with one of them. The
 * name alone decides, because a file that cannot be parsed may contain a credential too.
 */
export const confidentialWords = oncePer(({ fields }: Kind): RegExp | undefined => {
  const names = Object.entries(fields).flatMap(([name, { schema, access }]) => [
    ...(access === 'withheld' ? [name] : []),
    ...sensitiveNames(name, schema),
  ]);
  return names.length === 0 ? undefined : new RegExp(`\\b(?:${names.join('|')})\\b`, 'i');
});

function sensitiveNames(name: string, { properties = {}, items, ...schema }: JsonSchema): readonly string[] {
  const below = Object.entries(properties).flatMap(([key, child]) => sensitiveNames(key, child));
  return [...(schema['x-sensitive'] ? [name] : []), ...below, ...(items ? sensitiveNames(name, items) : [])];
}
