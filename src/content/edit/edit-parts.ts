/**
 * Replaces parts of a file's texts, such as the address in a link, where they are written: quotes, folded lines, anchors
 * and line breaks stay. The result is read again; if it is not exactly what was meant, the whole values are set instead.
 */
import { isDeepStrictEqual } from 'node:util';
import { valueAt, withValueAt, type JsonObject, type Path } from '../../values/json.ts';
import type { Body, Positions } from '../document.ts';
import { readMarkdown } from '../front-matter.ts';
import { offsetInWritten } from '../read-file.ts';
import { readYaml } from '../yaml-tree.ts';
import { editMarkdown } from './edit-markdown.ts';
import { splice, type Splice } from './text.ts';
import { editYaml, type Edit } from './yaml.ts';

/** A file with its values: a document or a translation. */
export interface WrittenFile {
  readonly source: Pick<Positions, 'text' | 'textSpan'>;
  readonly data: JsonObject;
  /** Of a Markdown file. */
  readonly body?: Body;
}

/** A range of a text value, and what replaces it. */
export interface TextPart extends Splice {
  /** The value; undefined for the body. */
  readonly path: Path | undefined;
}

export function editParts(file: WrittenFile, parts: readonly TextPart[]): string {
  const { source, body } = file;
  const inBody = parts.filter(({ path }) => path === undefined).map((part) => inFile(file, part));
  const inValues = parts.filter((part): part is ValuePart => part.path !== undefined);
  const data = inValues.reduceRight<JsonObject>(
    (all, part) => withValueAt(all, part.path, splice(valueAt(all, part.path) as string, [part])),
    file.data,
  );
  // By position, since an alias repeats what is written once.
  const written = new Map(inValues.flatMap((part) => writtenPart(file, part) ?? []).map((each) => [each.start, each]));
  const closest = splice(source.text, [...inBody, ...written.values()]);
  const bodyAfter = splice(source.text, inBody).slice(source.text.length - (body?.written.length ?? 0));
  if (isRead(closest, body ? { data, body: bodyAfter } : { data })) return closest;
  const paths = new Map(inValues.map(({ path }) => [path.join('\0'), path]));
  const edits = [...paths.values()].map((path): Edit => ({ path, value: valueAt(data, path)! }));
  return editValues({ text: splice(source.text, inBody), isMarkdown: body !== undefined }, edits);
}

/** Sets or removes values of a YAML file or of front matter. */
export const editValues = (
  { text, isMarkdown }: { readonly text: string; readonly isMarkdown: boolean },
  edits: readonly Edit[],
): string => (isMarkdown ? editMarkdown(text, edits) : editYaml(text, edits));

type ValuePart = TextPart & { readonly path: Path };

function isRead(text: string, expected: { readonly data: JsonObject; readonly body?: string }): boolean {
  const read = expected.body === undefined ? { ...readYaml(text), body: undefined } : readMarkdown(text);
  return read.problems.length === 0 && read.body === expected.body && isDeepStrictEqual(read.data, expected.data);
}

function inFile({ source, body }: WrittenFile, { start, end, text }: TextPart): Splice {
  const bodyStart = source.text.length - body!.written.length;
  const place = (offset: number): number => bodyStart + offsetInWritten(body!.written, offset);
  return { start: place(start), end: place(end), text };
}

/** Undefined if the file writes the part differently, or repeats it by an alias. */
function writtenPart({ source, data }: WrittenFile, { path, start, end, text }: ValuePart): Splice | undefined {
  const value = valueAt(data, path) as string;
  const { line, column } = source.textSpan(path, value, [start, end]);
  const at = startOfLine(source.text, line) + column - 1;
  const isThere = source.text.startsWith(value.slice(start, end), at);
  return isThere ? { start: at, end: at + end - start, text } : undefined;
}

/** Editors do not count a byte order mark as a column. */
function startOfLine(text: string, line: number): number {
  let start = 0;
  for (let each = 1; each < line; each++) start = text.indexOf('\n', start) + 1;
  return line === 1 && text.startsWith('\uFEFF') ? 1 : start;
}
