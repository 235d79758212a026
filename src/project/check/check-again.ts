/**
 * Checks content, and reads only the documents that an earlier check did not find settled (memory/settled.ts). The result
 * is the same as if everything were read.
 */
import type { Document } from '../../content/document.ts';
import { place } from '../../content/placement.ts';
import type { FileReading } from '../../content/read-file.ts';
import { contents } from '../../content/target-content.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Broadcast, Entity, ModelSettings } from '../../model/broadcast.ts';
import { createChecker, type Checker } from '../../model/check-content.ts';
import { checkEach } from '../../model/check-targets.ts';
import { comparableOf, meetingNobody, meetsAny, type Comparable } from '../../model/comparing.ts';
import { mediaNamedBy } from '../../site/used/used-media.ts';
import type { Settled, SettledDocument, Stamp } from './memory/settled.ts';

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
  readonly checkMedia: (read: Broadcast) => readonly Diagnostic[];
}

export interface CheckedAgain {
  readonly diagnostics: readonly Diagnostic[];
  /** The documents in the files that were read. */
  readonly read: readonly Document[];
  /** The number of documents, including those that were not read. */
  readonly documents: number;
  /** The others, by address. */
  readonly unread: ReadonlyMap<string, SettledDocument>;
  /** For the next check. */
  readonly settled: Settled;
  /** True if the next check would read much less with it. */
  readonly isWorthSaving: boolean;
}

/** Undefined if the content of targets differs. */
export function checkAgain(
  files: StampedFiles,
  before: Settled,
  { targets, settings, checkMedia }: Checks,
): CheckedAgain | undefined {
  const checker = createChecker(settings);
  const unread = unchangedDocuments(files, before);
  const readings = [...files.read(pathsBut(unread, files))];
  for (;;) {
    const [only, ...others] = contents({ prefix: files.prefix, targets, shared: readings, overlays: new Map() });
    if (!only || others.length > 0) return undefined;
    const content = { ...only.content, unread: [...unread.values()].map((each) => unreadIn(files, each)) };
    const checked = checker.check(content);
    const read = [...checked.read.entities.values()].map((entity) => comparedIn(entity, checker));
    const needed = neededWith(read, { files, before, checker, unread });
    if (needed.length === 0) {
      const { diagnostics: inContent } = checkEach(targets, [{ ...only, content }], () => checked);
      const inMedia = checkMedia(checked.read);
      const diagnostics = [...inContent, ...inMedia];
      const isFine = (name: string): boolean => inMedia.length === 0 || isSameMedia(name, files, before);
      const fresh = settledNow(read, diagnostics, files);
      const documents = [...unread.values(), ...fresh];
      return {
        diagnostics,
        read: readings.flatMap(({ document }) => document ?? []),
        documents: content.documents.length + unread.size,
        unread,
        settled: settledOf(documents, { files, checker, isFine }),
        isWorthSaving: fresh.length > unread.size / FEW,
      };
    }
    for (const { address } of needed) unread.delete(address);
    readings.push(...files.read(needed.flatMap(pathsOf)));
  }
}

/** Saving what is known of so many documents takes as long as checking one. */
const FEW = 50;

interface ComparedEntity extends Comparable {
  readonly entity: Entity;
}

const comparedIn = (entity: Entity, checker: Checker): ComparedEntity => ({
  ...comparableOf(entity, checker.askedBy(entity.document)),
  entity,
});

const unreadIn = ({ prefix }: StampedFiles, { address, kind, files: [[own]] }: SettledDocument) => ({
  address,
  kind,
  file: prefix + own,
});

const pathsOf = ({ files }: SettledDocument): readonly string[] => files.map(([path]) => path);

function pathsBut(unread: ReadonlyMap<string, SettledDocument>, { paths }: StampedFiles): readonly string[] {
  const left = new Set([...unread.values()].flatMap(pathsOf));
  return paths.filter((path) => !left.has(path));
}

/** The settled documents whose files are the same and that no other file concerns by its name, by address. */
function unchangedDocuments(files: StampedFiles, { documents }: Settled): Map<string, SettledDocument> {
  const isSame = ([path, stamp]: readonly [string, Stamp]): boolean => files.stampOf(path) === stamp;
  const same = new Map(documents.filter((each) => each.files.every(isSame)).map((each) => [each.address, each]));
  const others = pathsBut(same, files);
  for (const path of others) same.delete(addressIn(path));
  // Two names that differ only in case are a problem.
  const lower = new Set(others.map((path) => path.toLowerCase()));
  for (const each of same.values())
    if (pathsOf(each).some((path) => lower.has(path.toLowerCase()))) same.delete(each.address);
  return same;
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

/** The unread documents that have to be read because of the read ones. */
function neededWith(
  read: readonly Comparable[],
  { files, before, checker, unread }: Round,
): readonly SettledDocument[] {
  if (unread.size === 0) return [];
  const changed = new Set(
    [...before.answers].filter(([key, answer]) => checker.answer(key) !== answer).map(([key]) => key),
  );
  const isMet = meetsAny(read);
  return [...unread.values()].filter(
    (each) =>
      isMet(each) ||
      (changed.size > 0 && each.asked.some((key) => changed.has(key))) ||
      !each.media.every((name) => isSameMedia(name, files, before)),
  );
}

function isSameMedia(name: string, files: StampedFiles, { media }: Settled): boolean {
  const stamp = files.stampOf(name);
  return stamp !== undefined && media.get(name) === stamp;
}

/** The documents that a later check need not read, as far as is known now. */
function settledNow(
  read: readonly ComparedEntity[],
  diagnostics: readonly Diagnostic[],
  { prefix, stampOf }: StampedFiles,
): readonly SettledDocument[] {
  const concerned = new Set(
    diagnostics.flatMap(({ at, notes }) => [at.file, ...notes.flatMap((note) => note.at?.file ?? [])]),
  );
  const stamped = (path: string): readonly (readonly [string, Stamp])[] => {
    const stamp = stampOf(path);
    return stamp === undefined ? [] : [[path, stamp]];
  };
  return meetingNobody(read).flatMap(({ entity, ...compared }) => {
    const { document, kind } = entity;
    const sources = [document, ...document.translations].map(({ source }) => source.file);
    if (!isPlain(document) || sources.some((file) => concerned.has(file))) return [];
    const [own, ...translations] = sources.flatMap((file) => stamped(file.slice(prefix.length)));
    if (!own || translations.length < document.translations.length) return [];
    const files = [own, ...translations] as const;
    return [{ ...compared, kind, files, media: [...new Set(mediaNamedBy(entity).map(({ name }) => name))] }];
  });
}

/** The path of its page and the targets that it is for can be seen from its path. */
const isPlain = ({ data }: Document): boolean => !Object.hasOwn(data, '$slug') && !Object.hasOwn(data, '$targets');

interface Found {
  readonly files: StampedFiles;
  readonly checker: Checker;
  readonly isFine: (media: string) => boolean;
}

function settledOf(documents: readonly SettledDocument[], { files, checker, isFine }: Found): Settled {
  const [asked, shown] = [
    new Set(documents.flatMap((each) => each.asked)),
    new Set(documents.flatMap(({ media }) => media)),
  ];
  return {
    documents,
    answers: new Map([...asked].map((key) => [key, checker.answer(key)])),
    media: new Map(
      [...shown].filter(isFine).flatMap((name) => {
        const stamp = files.stampOf(name);
        return stamp === undefined ? [] : [[name, stamp]];
      }),
    ),
  };
}
