/**
 * Imports a source into files: a source is a target that can only be read. Its reader makes a snapshot; recognising documents,
 * merging, writing and deleting under the guard are the pull's.
 */
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { isError, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ReadingOptions, SourceContent, SourceRecord } from '../../import/source.ts';
import { fileKinds, kindNamed, type KindName } from '../../kinds/registry.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import type { KindReading, RemoteRecord, Snapshot } from '../../model/snapshot.ts';
import { makePlan } from '../../plan/make-plan.ts';
import { objectKey } from '../../plan/identity/identity.ts';
import { diskFolder } from '../../pull/files/folder.ts';
import { remember } from '../../pull/run-pull.ts';
import { contentConfigOf } from '../../repository/load-config.ts';
import type { Lock } from '../../state/file/lock.ts';
import type { StateStore } from '../../state/store.ts';
import { importStore } from '../../target/stores.ts';
import { waitForLock, whileLocked } from '../../target/this-run.ts';
import { instantText } from '../../values/instants.ts';
import { valueAt } from '../../values/json.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { presentContent, pulledWorkTree, type Present } from '../files/present-content.ts';
import type { Outside } from '../outside.ts';
import { choicesOf, renamedDocuments } from '../planning/planning.ts';
import { pullWith, type Pulled, type PullReport } from '../pull/pull.ts';
import { askedImport, importOptions, openMapping, type AskedImport, type ImportOptions } from './asked-import.ts';
import { importInput } from './import-input.ts';
import { openSource } from './open-source.ts';
import { rememberImport } from './remember-import.ts';
import { withCopiedPictures } from './remote-media.ts';
import { mediaReadings, writeMedia } from './source-media.ts';

/** The result of an import. */
export interface ImportReport extends PullReport {
  /** The name that the import is remembered by. */
  readonly name: string;
  /** The format of the source. */
  readonly format: string;
  /** The number of objects in the source, by kind. */
  readonly objects: Readonly<Record<string, number>>;
  /** Entries that could not be read. */
  readonly diagnostics: readonly Diagnostic[];
  /** Facts about the form of the source, in sentences. */
  readonly findings: readonly string[];
  /** What a broadcast cannot hold, with the number of times. */
  readonly lost: Readonly<Record<string, number>>;
  /** The media files that were written. */
  readonly media: readonly string[];
  /** The files that keep the settings for the next time, if they are new. */
  readonly remembered: readonly string[];
}

/** The file names in `edits` are relative to the project's folder. */
export interface ImportedSource extends Omit<Pulled, 'report'>, Reported<ImportReport> {}

/** Imports a source into files, or what changed in it since the last time. */
export const importSource = defineCall(
  importOptions,
  async (outside, options: ImportOptions): Promise<ImportedSource> => {
    const config = contentConfigOf(outside);
    const asked = askedImport(config, outside.folder, options);
    const source = await openSource(config, asked, asked.folder, outside);
    const { readerFor } = await import('../../import/readers.ts');
    const reader = readerFor(source, asked.format);
    const before = presentContent(config, outside.folder);
    const reading = await readingOptions(asked, before.broadcast, config, outside);
    const { broadcast } = before;
    const read = await reader.read(source, reading);
    const content = await withCopiedPictures(read, { config, outside, broadcast, isAsked: asked.media });
    const snapshot = snapshotOf(content, reader.kinds(reading), asked.name, outside);
    const present =
      content.media.length === 0
        ? before
        : presentContent(config, outside.folder, undefined, mediaReadings(content.media, before));
    const places = new Map(
      content.records.map(({ kind, id, at: { file, line } }) => [objectKey(kind, id), `${file}:${line}`]),
    );
    const store = importStore(config, asked.name);
    const importWith = async (lock?: Lock): Promise<ImportedSource> => {
      const pulled = await importLocked({ config, present, snapshot, places, store, options, outside, lock });
      const media = await writeMedia(content.media, pulled.edits, { config, isDryRun: !lock });
      const remembered = lock ? rememberImport(config, asked, options, content.proposedMapping) : [];
      return reported(pulled, content, { name: asked.name, format: reader.name, media, remembered });
    };
    return options.dryRun
      ? importWith()
      : whileLocked(waitForLock(store, { ...options, config, command: 'import', outside }), importWith);
  },
);

interface Importing {
  readonly config: Config;
  readonly present: Present;
  readonly snapshot: Snapshot;
  /** Where each object is in the source. */
  readonly places: ReadonlyMap<string, string>;
  readonly store: StateStore;
  readonly options: ImportOptions;
  readonly outside: Outside;
  readonly lock: Lock | undefined;
}

async function importLocked(importing: Importing): Promise<Pulled> {
  const { config, present, snapshot, places, store, options, outside, lock } = importing;
  const { theirs = false, ours = false, force = false, allowDeletes } = options;
  const { broadcast, environment, prefix } = present;
  const state = await store.load();
  const renames = await renamedDocuments(config, { broadcast, base: state.base, since: store.lastContent?.() });
  const choices = choicesOf({ allowDeletes });
  const compared = { broadcast, state, snapshot, choices, renames, clock: outside.clock };
  const { input, moves } = importInput(config, compared);
  if (lock) await remember(moves, store, lock);
  return pullWith({
    input,
    plan: makePlan(input),
    folder: diskFolder(join(config.root, config.content)),
    workTree: pulledWorkTree(config, present),
    // Everything that is imported is for all targets.
    environment: { ...environment, others: [] },
    prefix,
    store,
    lock,
    theirs,
    ours,
    allFields: true,
    source: { placeOf: (kind, id) => places.get(objectKey(kind, id)) },
    force,
  });
}

/** Kinds that the reader does not cover may have any object. */
function snapshotOf(
  { records, incomplete }: SourceContent,
  covered: readonly KindName[],
  name: string,
  { clock }: Pick<Outside, 'clock'>,
): Snapshot {
  const byKind = Map.groupBy(records, ({ kind }) => kind);
  const readingOf = (kind: KindName): KindReading => {
    if (!covered.includes(kind)) return { type: 'unreadable' };
    const found = new Map((byKind.get(kind) ?? []).map((each) => [each.id, remoteRecord(each)]));
    return incomplete.includes(kind)
      ? { type: 'unknown', reason: 'some entries of the source could not be read', records: found }
      : { type: 'read', records: found };
  };
  const kinds = new Map(fileKinds.map((kind) => [kind.name, readingOf(kind.name)]));
  return { target: name, kinds, startedAt: clock.now(), requests: 0 };
}

const remoteRecord = ({ at: _, ...record }: SourceRecord): RemoteRecord => ({ ...record, hidden: [] });

async function readingOptions(
  asked: AskedImport,
  broadcast: Broadcast,
  config: Config,
  { now }: Outside,
): Promise<ReadingOptions> {
  const { timezone: zone } = config.site;
  return {
    // UTC is what a configuration has that says nothing.
    timezone: asked.timezone ?? (zone === 'UTC' ? undefined : zone),
    into: asked.into,
    mapping: await openMapping(asked),
    days: daysOf(broadcast, zone),
    now,
  };
}

/** The days of the programme in the files. */
function daysOf({ entities }: Broadcast, zone: string): ReadingOptions['days'] {
  const starts = [...entities.values()].flatMap(({ document, fields }) => {
    const start = document.declaration.page?.programme?.start;
    const value = start && valueAt(fields, start);
    return typeof value === 'string' ? [instantText(Date.parse(value), zone).slice(0, 10)] : [];
  });
  const sorted = starts.sort();
  return sorted.length === 0 ? undefined : { first: sorted[0]!, last: sorted.at(-1)! };
}

/** The differ speaks of targets, and of commands that send to them. */
const aboutSource = (reason: string): string =>
  reason
    .replace(/: `gitcast .*$/s, '')
    .replaceAll('on the target', 'in the source')
    .replaceAll('the target', 'the source');

type Outcome = Pick<ImportReport, 'name' | 'format' | 'media' | 'remembered'>;

function reported(pulled: Pulled, content: SourceContent, outcome: Outcome): ImportedSource {
  const { records, diagnostics, findings, lost } = content;
  const objects = Map.groupBy(records, ({ kind }) => kindNamed(kind).folder ?? kind);
  const conflicts = pulled.conflicts.map((each) => ({ ...each, reason: aboutSource(each.reason) }));
  const skipped = pulled.skipped.map((each) => ({ ...each, reason: aboutSource(each.reason) }));
  return {
    ...pulled,
    conflicts,
    skipped,
    report: {
      ...pulled.report,
      conflicts,
      skipped,
      ...outcome,
      objects: Object.fromEntries([...objects].map(([folder, each]) => [folder, each.length])),
      diagnostics,
      findings,
      lost: Object.fromEntries(lost),
    },
    ending: { ...pulled.ending, left: pulled.ending.left || diagnostics.some(isError) },
  };
}
