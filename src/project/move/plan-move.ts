/**
 * What a move does to files, and what the content is afterwards. Pure: the files are changed in memory, and checked as
 * `validate` would check them.
 */
import { editParts, editValues, type TextPart } from '../../content/edit/edit-parts.ts';
import type { Edit } from '../../content/edit/yaml.ts';
import { memoryFiles } from '../../content/files.ts';
import { readFile, type FileReading } from '../../content/read-file.ts';
import type { TargetLayers } from '../../content/target-content.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { Entity, ModelSettings } from '../../model/broadcast.ts';
import { checkTargets } from '../../model/check-content.ts';
import { mentionsIn, type Mention } from '../../model/mentions.ts';
import { renamedMention, type Renaming } from '../../model/renamed-mention.ts';
import { asPagePath, entityPath, namesLocale, pageAddress } from '../../model/site-paths.ts';
import { fileIn, type OwnContent, type OwnLayer } from './own-layers.ts';
import type { Renames } from './what-moves.ts';
import { allReadings } from './named-content.ts';

/** A file that is renamed, changed, deleted, or both of the first two. */
export interface FileChange {
  readonly layer: Pick<OwnLayer, 'folder' | 'prefix'>;
  readonly from: string;
  /** Undefined if it is deleted. */
  readonly to: string | undefined;
  /** Of a text that changes: before and after. */
  readonly text?: { readonly before: string; readonly after: string };
}

/** A name in a file that follows. */
export interface Followed {
  /** The file as it is called afterwards. */
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
  /** As it was written. */
  readonly from: string;
  /** As it is written now. */
  readonly to: string;
}

export interface PlannedFiles {
  readonly changes: readonly FileChange[];
  readonly after: TargetLayers;
}

/** Documents of all targets, with their pages. */
export function entitiesIn({ layers }: OwnContent, settings: ModelSettings) {
  const checked = checkTargets(layers, settings);
  const entities = checked.read.flatMap((broadcast) => [...broadcast.entities.values()]);
  return { entities, diagnostics: checked.diagnostics };
}

/** Every address that a link can lead to. */
export const addressesIn = (content: OwnContent): ReadonlySet<string> =>
  new Set(allReadings(content).flatMap(({ document, unreadable }) => document?.address ?? unreadable ?? []));

/** The new form of every name in every file. */
export function followRenames(
  content: OwnContent,
  { paths }: Renames,
  { before, renaming }: { readonly before: ReadonlySet<string>; readonly renaming: Renaming },
): { readonly texts: ReadonlyMap<FileReading, string>; readonly followed: readonly Followed[] } {
  const texts = new Map<FileReading, string>();
  const followed: Followed[] = [];
  const follow = (reading: FileReading): readonly (readonly [Mention, string])[] => {
    const file = fileIn(reading);
    if (!file) return [];
    const from = renaming.address(file.address);
    return mentionsIn(file, (address) => before.has(address)).flatMap((mention) => {
      const name = renamedMention(mention, from, renaming);
      return name === undefined ? [] : [[mention, name] as const];
    });
  };
  for (const reading of content.layers.inherited ?? []) {
    const [found] = follow(reading);
    if (found) throw sharedMention(found[0]);
  }
  for (const { prefix, readings } of content.own) {
    for (const reading of readings) {
      const found = follow(reading);
      if (found.length === 0) continue;
      texts.set(reading, editParts(fileIn(reading)!, found.map(asPart)));
      const file = prefix + (paths.get(reading.path) ?? reading.path);
      followed.push(...found.map(([{ written, span }, to]) => ({ file, line: span().line, from: written, to })));
    }
  }
  return { texts, followed };
}

const asPart = ([{ path, range }, text]: readonly [Mention, string]): TextPart => ({ ...range, path, text });

const sharedMention = ({ span, written }: Mention): UserError => {
  const { file, line } = span();
  return new UserError(`${file}:${line} names ${written}, and other broadcasts of the workspace use that file too`, {
    suggestion: 'override it in this broadcast with a file of the same name, without that value, and try again',
  });
};

interface ContentBefore {
  /** Every address. */
  readonly before: ReadonlySet<string>;
  readonly entities: readonly Entity[];
  readonly settings: ModelSettings;
}

export function renamingOf({ addresses, paths }: Renames, { before, entities, settings }: ContentBefore): Renaming {
  const after = new Set([...before].map((address) => addresses.get(address) ?? address));
  const pages = new Map(
    entities.flatMap(({ address, local, document }): [string, string][] => {
      const to = addresses.get(address);
      if (to === undefined || !document.declaration.page) return [];
      return [[entityPath({ address, local, document }), `/${pageAddress(document.declaration, to, local.slug)}/`]];
    }),
  );
  return {
    address: (address) => addresses.get(address) ?? address,
    media: (name) => paths.get(name) ?? name,
    page: (path) => {
      const locale = namesLocale(path, settings.locales) ? /^\/[^/]+/.exec(path)![0] : '';
      const own = path.slice(locale.length);
      const page = pages.get(asPagePath(own));
      return page === undefined ? path : locale + (own.endsWith('/') ? page : page.slice(0, -1));
    },
    isDocument: (address) => after.has(address),
  };
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
