/**
 * The content of each target: the folders that several broadcasts share, overlaid with the content folder and then with
 * the target's own folder, without the documents for other targets. Every file is read once, however many targets there
 * are.
 */
import { type Diagnostic, diagnose, wholeFile } from '../diagnostics/diagnostic.ts';
import type { Json } from '../values/json.ts';
import type { Document } from './document.ts';
import { type ContentFiles, diskFiles, overlayFolder, overlaysBeside } from './files.ts';
import { layReadings } from './overlay.ts';
import { assembleContent, type Content } from './read-content.ts';
import { readFile, type FileReading } from './read-file.ts';
import { didYouMean } from '../diagnostics/nearest.ts';

/** A folder of files, and its name in diagnostics. */
export interface Layer {
  /** Its files. */
  readonly files: ContentFiles;
  /** Its name in diagnostics, such as `content/`. */
  readonly prefix: string;
}

/** The files of all targets, read once. */
export interface TargetLayers {
  /** The name of the content folder in diagnostics. */
  readonly prefix: string;
  /** The names of all targets. */
  readonly targets: readonly string[];
  /** The content folder, which all targets share. */
  readonly shared: readonly FileReading[];
  /** The folders below it, which other broadcasts use too. */
  readonly inherited?: readonly FileReading[] | undefined;
  /** By target name, for the targets that have an overlay folder. */
  readonly overlays: ReadonlyMap<string, readonly FileReading[]>;
  /** Problems with the folders themselves. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** Reads the files of one folder. */
export const readLayer = ({ files, prefix }: Layer): readonly FileReading[] =>
  files.entries().map((entry) => readFile(files, entry, prefix));

/** Folders that several broadcasts share, the lowest first, as one. */
export function readInherited(layers: readonly Layer[]): readonly FileReading[] | undefined {
  const [lowest, ...others] = layers.map((layer) => readLayer(layer).map(asInherited));
  return lowest && others.reduce(layReadings, lowest);
}

export const asInherited = ({ document, translation, ...reading }: FileReading): FileReading => ({
  ...reading,
  ...(document && { document: { ...document, inherited: true } }),
  ...(translation && { translation: { ...translation, text: { ...translation.text, inherited: true } } }),
});

/** The readings that all targets of the broadcast share. */
const sharedReadings = ({ inherited, shared }: TargetLayers): readonly FileReading[] =>
  inherited ? layReadings(inherited, shared) : shared;

/** The content of one target: the shared files with its overlay. */
export function contentFor(target: string, layers: TargetLayers): Content {
  const { prefix, targets, overlays, diagnostics = [] } = layers;
  const whole = assembleContent(layReadings(sharedReadings(layers), overlays.get(target) ?? []), { prefix });
  const { yes: documents = [], no: elsewhere = [] } = Object.groupBy(whole.documents, (document) =>
    isFor(target, targets, document) ? 'yes' : 'no',
  );
  return {
    ...whole,
    documents,
    diagnostics: [...whole.diagnostics, ...diagnostics],
    ...(elsewhere.length > 0 && { elsewhere: new Map(elsewhere.map((each) => [each.address, namedTargets(each)!])) }),
  };
}

/** The content of every target, without repetitions: most targets have the same content. */
export function contents(layers: TargetLayers): readonly { targets: readonly string[]; content: Content }[] {
  const { targets, overlays } = layers;
  const restricted = sharedReadings(layers).flatMap(({ document }) =>
    document && namedTargets(document) ? [document] : [],
  );
  const groups = Map.groupBy(targets, (target) =>
    overlays.has(target) ? target : restricted.map((each) => (isFor(target, targets, each) ? '+' : '-')).join(''),
  );
  return [...groups.values()].map((alike) => ({ targets: alike, content: contentFor(alike[0]!, layers) }));
}

/** A document with an invalid `$targets` counts for all of them, so that only that mistake is reported. */
export function isFor(target: string, targets: readonly string[], document: Pick<Document, 'data'>): boolean {
  const named = namedTargets(document);
  return !named || named.includes(target) || named.some((name) => !targets.includes(name));
}

function namedTargets({ data }: Pick<Document, 'data'>): readonly string[] | undefined {
  const named: Json | undefined = data['$targets'];
  if (!Array.isArray(named) || named.length === 0) return undefined;
  return named.every((name) => typeof name === 'string') ? (named as readonly string[]) : undefined;
}

/** The content folder, with those beside it that override it for one target: `content.staging/` beside `content/`. */
export interface ContentFolders {
  readonly folder: string;
  /** The content folders below it that several broadcasts share, the lowest first. */
  readonly below?: readonly string[];
  /** The name of a folder in diagnostics, with a trailing slash: the prefix of its files. */
  readonly shown: (folder: string) => string;
  /** The names of all targets. */
  readonly targets: readonly string[];
  /** The targets whose overlays are read; defaults to all. */
  readonly only?: readonly string[];
}

/** Reads the content folder and the overlays beside it. */
export function readTargetLayers({ folder, below = [], shown, targets, only = targets }: ContentFolders): TargetLayers {
  const found = overlaysBeside(folder);
  const layer = (from: string): Layer => ({ files: diskFiles(from), prefix: shown(from) });
  const shared = readLayer(layer(folder));
  const overlays = new Map<string, TargetLayers['shared']>();
  for (const target of only.filter((each) => found.includes(each)))
    overlays.set(target, readLayer(layer(overlayFolder(folder, target))));
  return {
    prefix: shown(folder),
    targets,
    shared,
    inherited: readInherited(below.map(layer)),
    overlays,
    diagnostics: found
      .filter((name) => !targets.includes(name))
      .map((name) => unknownOverlay(name, shown(overlayFolder(folder, name)), targets)),
  };
}

/** `file`: the prefix of the names of its files. */
export function unknownOverlay(name: string, file: string, targets: readonly string[]): Diagnostic {
  return diagnose('unknown-overlay', wholeFile(file), `there is no target \`${name}\`, so this folder is ignored`, {
    suggestion: didYouMean(name, targets) ?? `the configured targets are ${targets.join(', ')}`,
  });
}
