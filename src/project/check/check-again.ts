/**
 * Checks content, and reads only the documents that an earlier check did not find settled (check-memory.ts). The result
 * is the same as if everything were read. Apart from `validate`, because it loads the checks.
 */
import type { Address, Document } from '../../content/document.ts';
import { place } from '../../content/placement.ts';
import { assembleContent } from '../../content/read-content.ts';
import { type FileReading, readFile } from '../../content/read-file.ts';
import { contents } from '../../content/target-content.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Broadcast, ModelSettings } from '../../model/broadcast.ts';
import { type Absence, isAbsentSince } from '../../model/absence.ts';
import { createChecker, type Checker, checkEach, checkTargets } from '../../model/check-content.ts';
import { absenceOf, traitsOf } from '../../model/traits.ts';
import { mediaNamedBy } from '../../site/used/used-media.ts';
import {
  pathsOf,
  type Settled,
  type SettledDocument,
  type Stamp,
  type StampedPath,
  type CheckMemory,
  NOTHING_SETTLED,
  type WorkTree,
} from './check-memory.ts';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { stopPoint } from '../../machine/stop-point.ts';
import { modelSettings, prefixFrom, readLayers } from '../../repository/repository.ts';
import type { Outside } from '../outside.ts';
import { mediaProblems } from './media-problems.ts';

/** The files of one content folder, without overlays. */
export interface StampedFiles {
  /** The start of their names in diagnostics. */
  readonly prefix: string;
  readonly paths: readonly string[];
  /** Undefined for a file that could change and keep its stamp. */
  readonly stampOf: (path: string) => Stamp | undefined;
  readonly read: (paths: readonly string[]) => readonly FileReading[];
}

interface Checks {
  readonly targets: readonly string[];
  readonly settings: ModelSettings;
  /** Finds problems of media files that these documents show. */
  readonly checkMedia: (read: Broadcast) => Promise<readonly Diagnostic[]>;
}

interface CheckedAgain {
  readonly diagnostics: readonly Diagnostic[];
  /** The number of documents, including those that were not read. */
  readonly documents: number;
  /** The documents that visitors do not see, or not always. */
  readonly absences: () => readonly Absence[];
  /** The documents that the next check need not read. Undefined if they are hardly more than before. */
  readonly settle: () => Settled | undefined;
}

/** Undefined if the content of targets differs. */
export async function checkAgain(
  files: StampedFiles,
  before: Settled,
  { targets, settings, checkMedia }: Checks,
): Promise<CheckedAgain | undefined> {
  const checker = createChecker(settings);
  const { unread, changed } = unchangedDocuments(files, before);
  let readings = files.read(changed);
  for (;;) {
    const [only, ...others] = contents({ prefix: files.prefix, targets, shared: readings, overlays: new Map() });
    if (!only || others.length > 0) return undefined;
    const remembered = { documents: unread, read: (address: Address) => documentOf(unread.get(address)!, files) };
    const checked = checker.check(only.content, remembered);
    const needed = unread.size === 0 ? [] : concernedIn({ files, before, checker, unread });
    if (needed.length === 0) {
      const { diagnostics: inContent } = checkEach(targets, [only], () => checked);
      const inMedia = await checkMedia(checked.read);
      const diagnostics = [...inContent, ...inMedia];
      return {
        diagnostics,
        documents: only.content.documents.length + unread.size,
        absences: () => [
          ...[...checked.read.entities.values()].flatMap((entity) => absenceOf(entity) ?? []),
          ...[...unread.values()].flatMap(({ absence }) => absence ?? []),
        ],
        settle() {
          const fresh = settledNow(checked.read, diagnostics, { files, checker });
          if (unread.size > MANY && fresh.length < unread.size / MANY_TO_ONE) return undefined;
          const isFine = inMedia.length === 0 ? () => true : sameMedia(files, before);
          return settledOf([...unread.values(), ...fresh], { files, checker, isFine });
        },
      };
    }
    for (const { address } of needed) unread.delete(address);
    readings = [...readings, ...files.read(needed.flatMap(pathsOf))];
  }
}

/** Fewer documents are saved in a moment. */
const MANY = 1000;
/** So many documents take as long to save as one takes to check. */
const MANY_TO_ONE = 50;

const documentOf = (settled: SettledDocument, { prefix, read }: StampedFiles): Document =>
  assembleContent(read(pathsOf(settled)), { prefix }).documents[0]!;

interface Unchanged {
  /** By address. */
  readonly unread: Map<string, SettledDocument>;
  /** The paths of all other files. */
  readonly changed: readonly string[];
}

/** The settled documents whose files are the same, and that no other file concerns by its name. */
function unchangedDocuments({ paths, stampOf }: StampedFiles, { documents }: Settled): Unchanged {
  const unread = new Map<string, SettledDocument>();
  const left = new Set<string>();
  for (const each of documents) {
    if (stampOf(each.path) !== each.stamp || each.translations?.some(([path, stamp]) => stampOf(path) !== stamp))
      continue;
    unread.set(each.address, each);
    for (const path of pathsOf(each)) left.add(path);
  }
  if (unread.size === 0) return { unread, changed: paths };
  const changed = paths.filter((path) => !left.has(path));
  // Two names that differ only in case are a problem.
  const lower = new Set(changed.map((path) => path.toLowerCase()));
  const alike = [...left].filter((path) => lower.has(path.toLowerCase()));
  for (const address of [...changed, ...alike].map(addressIn)) {
    const each = unread.get(address);
    if (each) changed.push(...pathsOf(each));
    unread.delete(address);
  }
  return { unread, changed };
}

/** The address of the document that a file is part of, or would be under a valid name. */
function addressIn(path: string): string {
  const placement = place(path);
  if (placement.type === 'document') return placement.address;
  if (placement.type === 'translation') return placement.of;
  return placement.type === 'problem' ? (placement.meant?.address ?? '') : '';
}

interface Round {
  readonly files: StampedFiles;
  readonly before: Settled;
  readonly checker: Checker;
  readonly unread: ReadonlyMap<string, SettledDocument>;
}

/** The unread documents whose questions have another answer now, or whose media changed. */
function concernedIn({ files, before, checker, unread }: Round): readonly SettledDocument[] {
  const changed = new Set(before.questions.flatMap(([key, answer]) => (checker.answer(key) === answer ? [] : [key])));
  const isSameMedia = sameMedia(files, before);
  return [...unread.values()].filter(
    ({ asked, media }) =>
      (changed.size > 0 && asked.some((question) => changed.has(question))) || !(media?.every(isSameMedia) ?? true),
  );
}

function sameMedia({ stampOf }: StampedFiles, { media }: Settled): (name: string) => boolean {
  const same = new Set(media.flatMap(([name, stamp]) => (stampOf(name) === stamp ? [name] : [])));
  return (name) => same.has(name);
}

interface Checked {
  readonly files: StampedFiles;
  readonly checker: Checker;
}

/** The documents that a later check need not read, as far as is known now. */
function settledNow(
  { entities }: Broadcast,
  diagnostics: readonly Diagnostic[],
  { files: { prefix, stampOf }, checker }: Checked,
): readonly SettledDocument[] {
  const concerned = new Set(
    diagnostics.flatMap(({ at, notes }) => [at.file, ...notes.flatMap((note) => note.at?.file ?? [])]),
  );
  const stamped = ({ source: { file } }: Pick<Document, 'source'>): readonly StampedPath[] => {
    const path = file.slice(prefix.length);
    const stamp = concerned.has(file) ? undefined : stampOf(path);
    return stamp === undefined ? [] : [[path, stamp]];
  };
  return [...entities.values()].flatMap((entity): readonly SettledDocument[] => {
    const { address, kind, document } = entity;
    const [own] = stamped(document);
    const translations = document.translations.flatMap(stamped);
    if (!own || translations.length < document.translations.length || !isPlain(document)) return [];
    const media = mediaNamedBy(entity).map(({ name }) => name);
    const [traits, absence] = [traitsOf(document), absenceOf(entity)];
    return [
      {
        address,
        kind,
        path: own[0],
        stamp: own[1],
        ...checker.rememberedOf(document),
        ...(translations.length > 0 && { translations }),
        ...(media.length > 0 && { media }),
        ...(Object.keys(traits).length > 0 && { traits }),
        ...(absence && { absence }),
      },
    ];
  });
}

/** The path of its page and the targets that it is for can be seen from its path. */
const isPlain = ({ data }: Document): boolean => !['$slug', '$targets'].some((key) => Object.hasOwn(data, key));

function settledOf(
  documents: readonly SettledDocument[],
  { files, checker, isFine }: Checked & { readonly isFine: (media: string) => boolean },
): Settled {
  const questions = new Set(documents.flatMap(({ asked }) => asked));
  const shown = new Set(documents.flatMap(({ media = [] }) => media));
  return {
    documents,
    questions: [...questions].map((key) => [key, checker.answer(key)]),
    media: [...shown].filter(isFine).flatMap((name) => {
      const stamp = files.stampOf(name);
      return stamp === undefined ? [] : [[name, stamp] as const];
    }),
  };
}

export interface FoundInContent {
  readonly documents: number;
  readonly diagnostics: readonly Diagnostic[];
}

export interface FoundInFiles extends FoundInContent {
  /** The documents that visitors do not see, or not always. */
  readonly absences: readonly Absence[];
}

/** `isKnown`: false for a media file whose content is not there. */
export async function checkFiles(
  config: Config,
  outside: Outside,
  isKnown?: (file: string) => boolean,
): Promise<FoundInFiles> {
  const { folder, signal } = outside;
  const layers = readLayers(config, folder);
  await stopPoint(signal);
  const { documents, diagnostics: inContent, read } = checkTargets(layers, modelSettings(config));
  await stopPoint(signal);
  const absences = read.flatMap(({ entities }) => [...entities.values()].flatMap((entity) => absenceOf(entity) ?? []));
  return { documents, diagnostics: [...inContent, ...(await mediaProblems(read, folder, isKnown))], absences };
}

interface Again {
  readonly tree: WorkTree;
  readonly memory: CheckMemory;
  /** The name of these files, if no check finds a problem. */
  readonly soundFiles: string;
}

/** The same for content without overlays, with what earlier checks remember. */
export async function checkFilesAgain(
  config: Config,
  outside: Outside,
  { tree, memory, soundFiles }: Again,
): Promise<FoundInFiles> {
  const { folder, signal, now } = outside;
  const prefix = prefixFrom(folder, join(config.root, config.content));
  const { files, entries, stampOf } = tree;
  const before = memory.settled();
  await stopPoint(signal);
  const checked = await checkAgain(
    {
      prefix,
      paths: [...entries.keys()],
      stampOf,
      read: (paths) => paths.map((path) => readFile(files, entries.get(path)!, prefix)),
    },
    before,
    {
      targets: Object.keys(config.targets),
      settings: modelSettings(config),
      checkMedia: (read) => mediaProblems([read], folder),
    },
  );
  if (!checked) return checkFiles(config, outside);
  await stopPoint(signal);
  const { documents, diagnostics, settle } = checked;
  const absences = checked.absences().filter((each) => isAbsentSince(now().getTime(), each));
  // On a build server every check is the first, and what it knows of thousands of documents is of no use to anyone.
  const settled = memory.isNew && documents >= MANY ? NOTHING_SETTLED : settle();
  if (settled) memory.save({ documents, soundFiles: diagnostics.length === 0 ? soundFiles : '', absences, settled });
  return { documents, diagnostics, absences };
}
