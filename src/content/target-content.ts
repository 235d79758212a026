/**
 * The content of each target: the content folder, with the target's own folder overlaid, without the documents for
 * other targets. Every file is read once, however many targets there are.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Json } from '../values/json.ts';
import type { Document } from './document.ts';
import type { ContentFiles } from './files.ts';
import { layReadings } from './lay-readings.ts';
import { assembleContent, type Content } from './read-content.ts';
import { readFile, type FileReading } from './read-file.ts';

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
  /** The files of the content folder. */
  readonly shared: readonly FileReading[];
  /** By target name, for the targets that have an overlay folder. */
  readonly overlays: ReadonlyMap<string, readonly FileReading[]>;
  /** Problems with the folders themselves. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** Reads the files of one folder. */
export const readLayer = ({ files, prefix }: Layer): readonly FileReading[] =>
  files.entries().map((entry) => readFile(files, entry, prefix));

/** The content of one target: the shared files with its overlay. */
export function contentFor(target: string, layers: TargetLayers): Content {
  const { prefix, targets, shared, overlays, diagnostics = [] } = layers;
  const whole = assembleContent(layReadings(shared, overlays.get(target) ?? []), { prefix });
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
  const { targets, shared, overlays } = layers;
  const restricted = shared.flatMap(({ document }) => (document && namedTargets(document) ? [document] : []));
  const groups = Map.groupBy(targets, (target) =>
    overlays.has(target) ? target : restricted.map((each) => (isFor(target, targets, each) ? '+' : '-')).join(''),
  );
  return [...groups.values()].map((alike) => ({ targets: alike, content: contentFor(alike[0]!, layers) }));
}

/** A document with an invalid `$targets` counts for all of them, so that only that mistake is reported. */
function isFor(target: string, targets: readonly string[], document: Document): boolean {
  const named = namedTargets(document);
  return !named || named.includes(target) || named.some((name) => !targets.includes(name));
}

function namedTargets({ data }: Document): readonly string[] | undefined {
  const named: Json | undefined = data['$targets'];
  if (!Array.isArray(named) || named.length === 0) return undefined;
  return named.every((name) => typeof name === 'string') ? (named as readonly string[]) : undefined;
}
