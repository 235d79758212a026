/** Files that are renamed, changed or deleted, and what the content is afterwards. Pure: it is changed in memory. */
import { editValues } from '../../content/edit/edit-parts.ts';
import type { Edit } from '../../content/edit/yaml.ts';
import { memoryFiles } from '../../content/files.ts';
import { readFile, type FileReading } from '../../content/read-file.ts';
import type { TargetLayers } from '../../content/target-content.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { fileIn, type OwnContent, type OwnLayer } from './own-layers.ts';
import type { Renames } from './what-moves.ts';

/** A file that is renamed, changed, deleted, or both of the first two. */
export interface FileChange {
  readonly layer: Pick<OwnLayer, 'folder' | 'prefix'>;
  readonly from: string;
  /** Undefined if it is deleted. */
  readonly to: string | undefined;
  /** Of a text that changes: before and after. */
  readonly text?: { readonly before: string; readonly after: string };
}

export interface PlannedFiles {
  readonly changes: readonly FileChange[];
  readonly after: TargetLayers;
}

/** The changes of all files, and the content after them. `edits`: values to set besides, by file. */
export function changedFiles(
  { layers, own }: OwnContent,
  { paths }: Pick<Renames, 'paths'>,
  {
    texts,
    edits = new Map(),
    removed = new Set(),
  }: {
    readonly texts: ReadonlyMap<FileReading, string>;
    readonly edits?: ReadonlyMap<FileReading, readonly Edit[]>;
    readonly removed?: ReadonlySet<FileReading>;
  },
): PlannedFiles {
  const changes: FileChange[] = [];
  const changedLayer = (layer: OwnLayer): readonly FileReading[] =>
    layer.readings.flatMap((reading): readonly FileReading[] => {
      const from = reading.path;
      if (removed.has(reading)) {
        changes.push({ layer, from, to: undefined });
        return [];
      }
      const to = paths.get(from) ?? from;
      const before = fileIn(reading)?.source.text;
      const after = before === undefined ? undefined : textAfter(reading, texts.get(reading) ?? before, edits);
      if (from === to && before === after) return [reading];
      changes.push({ layer, from, to, ...(before !== after && { text: { before: before!, after: after! } }) });
      return [after === undefined ? renamedReading(reading, to, layer) : readAgain(to, after, layer)];
    });
  const [shared, ...overlays] = own.map(changedLayer);
  const targets = own.slice(1).map(({ target }) => target!);
  const after = {
    ...layers,
    shared: shared!,
    overlays: new Map(targets.map((name, index) => [name, overlays[index]!])),
  };
  return { changes, after };
}

function textAfter(reading: FileReading, text: string, edits: ReadonlyMap<FileReading, readonly Edit[]>): string {
  const own = edits.get(reading) ?? [];
  return own.length === 0 ? text : editValues({ text, isMarkdown: fileIn(reading)?.body !== undefined }, own);
}

function readAgain(path: string, text: string, { prefix }: OwnLayer): FileReading {
  const files = memoryFiles({ [path]: text });
  return readFile(files, files.entry(path)!, prefix);
}

const renamedReading = (reading: FileReading, path: string, { prefix }: OwnLayer): FileReading => ({
  ...reading,
  path,
  ...(reading.media && { media: { ...reading.media, name: path, file: prefix + path } }),
});

/** The problems that the content has only afterwards. `fileNow`: the name that a file has then. */
export function newProblems(
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
  fileNow: (file: string) => string,
): readonly Diagnostic[] {
  const left = new Map<string, number>();
  for (const { code, at } of before) {
    const known = `${code} ${fileNow(at.file)}`;
    left.set(known, (left.get(known) ?? 0) + 1);
  }
  return after.filter(({ code, at }) => {
    const known = `${code} ${at.file}`;
    const times = left.get(known) ?? 0;
    left.set(known, times - 1);
    return times <= 0;
  });
}
