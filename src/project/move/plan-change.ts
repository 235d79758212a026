/**
 * The effect of a move or a removal on the files. Pure: everything that names something which gets another name follows, and the
 * files are checked as they would be afterwards.
 */
import { editParts, editValues, type TextPart } from '../../content/edit/edit-parts.ts';
import type { Edit } from '../../content/edit/yaml.ts';
import { memoryFiles } from '../../content/files.ts';
import { readFile, type FileReading } from '../../content/read-file.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { Broadcast, ModelSettings } from '../../model/broadcast.ts';
import { checkTargets } from '../../model/check-content.ts';
import { mentionsIn, type Mention, type MentioningFile } from '../../model/mentions.ts';
import { renamedMention } from '../../model/renamed-mention.ts';
import { isObject, valueAt, type Json, type Path } from '../../values/json.ts';
import type { ContentChange } from './content-change.ts';
import { allReadings } from './named-content.ts';
import { namesAfter, type NamesAfter } from './names-after.ts';
import { fileIn, type OwnContent, type OwnLayer } from './own-layers.ts';
import { formerNames, type FormerNames, type KeepingFormer } from './former-names.ts';

/** A file that is renamed, changed, deleted, or both of the first two. */
export interface FileChange {
  readonly layer: Pick<OwnLayer, 'folder' | 'prefix'>;
  readonly from: string;
  /** Undefined if it is deleted. */
  readonly to: string | undefined;
  /** Of a text that changes: before and after. */
  readonly text?: { readonly before: string; readonly after: string };
}

/** A place that names something which gets another name or goes. */
export interface ChangedMention {
  /** The file as it is called afterwards. */
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
  /** A link in a text may lead nowhere; the others have to name something that exists. */
  readonly use: 'pointer' | 'media' | 'filter' | 'link';
  /** As it was written. */
  readonly from: string;
  /** As it is written afterwards: the same if it stays and leads nowhere, null if it is taken out. */
  readonly to: string | null;
}

export interface PlannedChange extends Omit<FormerNames, 'aliases'> {
  readonly files: readonly FileChange[];
  readonly mentions: readonly ChangedMention[];
  /** Problems that the content has only afterwards. */
  readonly problems: readonly Diagnostic[];
  /** The content of a target afterwards. */
  readonly readFor: (target: string) => Broadcast;
}

export interface PlannedWith extends KeepingFormer {
  readonly settings: ModelSettings;
  /** True to take pointers to what goes out of other files. */
  readonly unlink?: boolean | undefined;
}

export function planChange(content: OwnContent, change: ContentChange, planned: PlannedWith): PlannedChange {
  const { settings, unlink = false } = planned;
  const before = checkTargets(content.layers, settings);
  const entities = before.read.flatMap((broadcast) => [...broadcast.entities.values()]);
  const names = namesAfter(content, change, { entities, settings });
  const concerned = new Map(
    allReadings(content).flatMap((reading): [FileReading, readonly Concerned[]][] => {
      const found = isRemoved(reading, change) ? [] : mentionsToChange(reading, names);
      return found.length === 0 ? [] : [[reading, found]];
    }),
  );
  for (const reading of content.layers.inherited ?? []) refuseSharedMention(concerned.get(reading) ?? []);
  const { aliases, ...former } = formerNames(content, change, { ...planned, names, entities });
  const textAfter = (reading: FileReading, file: MentioningFile): string => {
    const found = concerned.get(reading) ?? [];
    const edits = [...(aliases.get(reading) ?? []), ...(unlink ? unlinking(file, found) : [])];
    const parts = found.flatMap(asPart);
    const text = parts.length === 0 ? file.source.text : editParts(file, parts);
    return edits.length === 0 ? text : editValues({ text, isMarkdown: file.body !== undefined }, edits);
  };
  const { files, after } = changedFiles(content, change, textAfter);
  const fileNow = new Map(files.map(({ layer, from, to }) => [layer.prefix + from, layer.prefix + (to ?? from)]));
  const mentions = [...concerned.values()].flat().map(({ mention: { use, written, span }, to }): ChangedMention => {
    const { file, line } = span();
    const isTakenOut = to === undefined && unlink && isPlainValue(use);
    return { file: fileNow.get(file) ?? file, line, use, from: written, to: isTakenOut ? null : (to ?? written) };
  });
  const { diagnostics, readFor } = checkTargets(after, settings);
  return { ...former, files, mentions, problems: newProblems(before.diagnostics, diagnostics, fileNow), readFor };
}

const isRemoved = ({ path }: FileReading, { paths }: ContentChange): boolean =>
  paths.has(path) && paths.get(path) === undefined;

interface Concerned {
  readonly mention: Mention;
  /** As it is written afterwards; undefined if it names something that goes, or cannot be rewritten. */
  readonly to: string | undefined;
}

function mentionsToChange(reading: FileReading, names: NamesAfter): readonly Concerned[] {
  const file = fileIn(reading);
  if (!file) return [];
  return mentionsIn(file, names.wasDocument).flatMap((mention): readonly Concerned[] => {
    if (names.nameOf(mention.to) === undefined) return [{ mention, to: undefined }];
    const to = renamedMention(mention, file.address, names);
    return to === undefined ? [] : [{ mention, to: mention.range && to }];
  });
}

function refuseSharedMention(found: readonly Concerned[]): void {
  const followed = found.find(({ to }) => to !== undefined);
  if (!followed) return;
  const { span, written } = followed.mention;
  const { file, line } = span();
  throw new UserError(`${file}:${line} names ${written}, and other broadcasts of the workspace use that file too`, {
    suggestion: 'override it in this broadcast with a file of the same name, without that value, and try again',
  });
}

const asPart = ({ mention: { path, range }, to: text }: Concerned): readonly TextPart[] =>
  range && text !== undefined ? [{ ...range, path, text }] : [];

/** Texts and filters are for people to change. */
const isPlainValue = (use: Mention['use']): boolean => use === 'pointer' || use === 'media';

/** Pointers and pictures are taken out, and what would be left empty by that. */
function unlinking({ data }: MentioningFile, found: readonly Concerned[]): readonly Edit[] {
  const paths = found.flatMap(({ mention: { use, path }, to }) =>
    to === undefined && path && isPlainValue(use) ? [path] : [],
  );
  // From the last, since the entries of a list move up.
  return paths.toReversed().map((path) => ({ path: withoutEmpty(data, path), remove: true }));
}

function withoutEmpty(data: Json, path: Path): Path {
  const parent = path.slice(0, -1);
  const around = valueAt(data, parent);
  return parent.length > 0 && isObject(around) && Object.keys(around).length === 1 ? withoutEmpty(data, parent) : path;
}

function changedFiles(
  { layers, own }: OwnContent,
  change: ContentChange,
  textAfter: (reading: FileReading, file: MentioningFile) => string,
) {
  const files: FileChange[] = [];
  const changedLayer = (layer: OwnLayer): readonly FileReading[] =>
    layer.readings.flatMap((reading): readonly FileReading[] => {
      const from = reading.path;
      if (isRemoved(reading, change)) {
        files.push({ layer, from, to: undefined });
        return [];
      }
      const to = change.paths.get(from) ?? from;
      const file = fileIn(reading);
      const before = file?.source.text;
      const after = file && textAfter(reading, file);
      if (from === to && before === after) return [reading];
      files.push({ layer, from, to, ...(before !== after && { text: { before: before!, after: after! } }) });
      return [after === undefined ? renamedReading(reading, to, layer) : readAgain(to, after, layer)];
    });
  const [shared, ...overlays] = own.map(changedLayer);
  const targets = own.slice(1).map(({ target }) => target!);
  const after = {
    ...layers,
    shared: shared!,
    overlays: new Map(targets.map((name, index) => [name, overlays[index]!])),
  };
  return { files, after };
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

/** The problems that the content has only afterwards. */
function newProblems(
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
  fileNow: ReadonlyMap<string, string>,
): readonly Diagnostic[] {
  const keyOf = ({ code, at }: Diagnostic, file: string = at.file): string => `${code} ${file}`;
  const known = Map.groupBy(before, (each) => keyOf(each, fileNow.get(each.at.file)));
  return [...Map.groupBy(after, (each) => keyOf(each))].flatMap(([key, found]) =>
    found.slice(known.get(key)?.length ?? 0),
  );
}
