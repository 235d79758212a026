/** The content as the next commit would have it, with everything read that the staged files have to do with. */
import { join, posix } from 'node:path';
import type { Config } from '../config/config.ts';
import { memoryFiles, type FileEntry } from '../content/files.ts';
import { place } from '../content/placement.ts';
import { assembleContent, type Content } from '../content/read-content.ts';
import { readFile, type FileReading } from '../content/read-file.ts';
import { namesOf, relatedTo } from '../content/related.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { readStaged, type Staged, type StagedFile } from '../git/staged.ts';
import { shownFrom } from './repository.ts';

export interface StagedContent {
  readonly content: Content;
  /** How many documents are staged. */
  readonly documents: number;
  /** Whether a problem is one of the staged files, or comes from what they no longer have. */
  readonly concerns: (diagnostic: Diagnostic) => boolean;
}

export async function readStagedContent(config: Config, cwd: string): Promise<StagedContent> {
  const shown = shownFrom(cwd, join(config.root, config.content));
  const prefix = shown === '' ? '' : `${shown}/`;
  return stagedContent(await readStaged(cwd, shown === '' ? '.' : shown), prefix);
}

export function stagedContent(staged: Staged, prefix: string): StagedContent {
  const { changed } = staged;
  if (changed.size === 0) return { content: assembleContent([], { prefix }), documents: 0, concerns: () => false };

  const { read, bytesOf } = reader(staged, prefix);
  const present = [...staged.files.keys()];
  const readings = new Map(present.filter((path) => changed.has(path)).map((path) => [path, read(path)]));
  const own = [...readings.values()].flatMap(({ document }) => document ?? []);
  const isRelated = relatedTo({ paths: changed, documents: own });
  const others = present.filter((path) => !changed.has(path));
  for (const path of others) readings.set(path, isRelated(path, bytesOf(path)) ? read(path) : unread(path, read));
  return {
    content: assembleContent([...readings.values()], { prefix }),
    documents: own.length,
    concerns: concernsOf(staged, prefix),
  };
}

/** Media are measured when a rule asks; the rest is known by its path only. */
function unread(path: string, read: (path: string) => FileReading): FileReading {
  const placement = place(path);
  if (placement.type === 'media') return read(path);
  if (placement.type !== 'document')
    return { path, diagnostics: [], ...(placement.type === 'ignored' && { ignored: true }) };
  const { address, kind } = placement;
  return { path, diagnostics: [], unread: { address, kind } };
}

function reader({ files, read: readBlobs }: Staged, prefix: string) {
  const isText = ([path]: readonly [string, StagedFile]): boolean => place(path).type !== 'media';
  const texts = readBlobs([...files].filter(isText).map(([, { blob }]) => blob));
  const bytesAt = (path: string): Uint8Array => {
    const { blob } = files.get(path)!;
    return texts.get(blob) ?? readBlobs([blob]).get(blob) ?? new Uint8Array();
  };
  const read = (path: string): FileReading => {
    const { isLink } = files.get(path)!;
    const target = isLink ? targetOf(path, bytesAt(path)) : path;
    const entry: FileEntry = files.has(target)
      ? { path, type: 'file', bytes: place(path).type === 'media' ? 0 : bytesAt(target).length }
      : { path, type: 'outside-link' };
    // A link to a folder stands for files that are checked where they are.
    if (isLink && [...files.keys()].some((each) => each.startsWith(`${target}/`)))
      return { path, diagnostics: [], ignored: true };
    return readFile({ ...memoryFiles({}), read: () => bytesAt(target) }, entry, prefix);
  };
  return { read, bytesOf: (path: string) => (place(path).type === 'media' ? new Uint8Array() : bytesAt(path)) };
}

const targetOf = (path: string, link: Uint8Array): string =>
  posix.join(posix.dirname(path), new TextDecoder().decode(link));

function concernsOf({ files, changed }: Staged, prefix: string): StagedContent['concerns'] {
  const present = new Set([...files.keys()].flatMap(namesOf));
  const removed = [...changed]
    .filter((path) => !files.has(path))
    .flatMap(namesOf)
    .filter((name) => !present.has(name));
  const isStaged = (file: string): boolean => changed.has(file.slice(prefix.length));
  return ({ at, message, notes }) =>
    isStaged(at.file) ||
    notes.some((note) => note.at && isStaged(note.at.file)) ||
    removed.some((name) => message.includes(name));
}
