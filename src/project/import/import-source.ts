/**
 * Imports a source into files: a source is a target that can only be read. Its reader makes a snapshot; recognising documents,
 * merging, writing and deleting under the guard are the pull's.
 */
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { isError, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { NoGit } from '../../git/git.ts';
import { isBelowRepository } from '../../git/folder-in-repository.ts';
import { expecting, UserError } from '../../diagnostics/errors.ts';
import { kindNamed, kinds } from '../../kinds/registry.ts';
import { ChangeSet } from '../change-set.ts';
import { holdingSignals } from '../../machine/hold-signals.ts';
import { recordsOf } from '../../model/snapshot.ts';
import { makePlan } from '../../plan/make-plan.ts';
import { remember } from '../../state/remember.ts';
import { contentConfigOf } from '../../repository/load-config.ts';
import { gitOf } from '../../repository/project-git.ts';
import type { Lock } from '../../state/file/lock.ts';
import type { StateStore } from '../../state/store.ts';
import { importMediaFile, importNames, importStateFile, importStore } from '../../target/stores.ts';
import { waitForLock, whileLocked } from '../../target/this-run.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { presentContent, pulledWorkTree } from '../files/present-content.ts';
import type { Outside } from '../outside.ts';
import { withLastSync } from '../planning/last-sync.ts';
import { choicesOf, renamedDocuments } from '../planning/planning.ts';
import { runAndReport, type Pulled, type PullReport } from '../pull/pull.ts';
import { askedImport, importOptions, type ImportOptions } from './asked-import.ts';
import { importInput } from './import-input.ts';
import { readImport, type ReadSource } from './read-import.ts';
import { keepingMapping, newMapping, newSettings } from './remember-import.ts';
import { bringMedia, withMedia } from './source-media.ts';

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
export const importSource = defineCall(importOptions, (outside, options: ImportOptions): Promise<ImportedSource> => {
  const config = contentConfigOf(outside);
  return importWith(config, new ChangeSet(config.root), outside, options);
});

/** `changes`: other files that are written with those of the import. */
export async function importWith(
  config: Config,
  changes: ChangeSet,
  outside: Outside,
  options: ImportOptions,
): Promise<ImportedSource> {
  const asked = askedImport(config, outside.folder, options);
  const keeping = keepingMapping(config, asked, { cwd: outside.folder, isDryRun: options.dryRun });
  const read = await readImport(config, asked, outside).catch(keeping);
  const store = importStore(config, asked.name, changes.disk());
  const act = async (lock?: Lock): Promise<ImportedSource> => {
    const imported = await importInto({ config, cwd: outside.folder, read, store, options, outside, lock, changes });
    if (!lock) return imported;
    const text = changes.read(join(config.root, config.file))?.toString() ?? '';
    const remembered = {
      ...newMapping(config, asked, read.content.proposedMapping),
      ...newSettings(config, text, { ...asked, format: read.format }, options),
    };
    changes.putAll(config.root, remembered);
    await lock.assertHeld();
    await changes.make();
    return { ...imported, report: { ...imported.report, remembered: Object.keys(remembered) } };
  };
  if (options.dryRun) return act();
  // Reading ends at once on a signal. What ends with a lock held would leave it behind.
  return whileLocked(waitForLock(store, { ...options, config, command: 'import', outside }), (lock) =>
    holdingSignals(() => act(lock)),
  );
}

interface Importing {
  readonly config: Config;
  /** The folder that shown file names are relative to. */
  readonly cwd: string;
  readonly read: ReadSource;
  readonly store: StateStore;
  readonly options: Partial<ImportOptions>;
  readonly outside: Outside;
  /** Absent if nothing is recorded. */
  readonly lock: Lock | undefined;
  readonly changes: ChangeSet;
}

/** Collects the changes that bring what was read into the files of a checkout. */
export async function importInto(importing: Importing): Promise<ImportedSource> {
  const { config, cwd, read, store, options, outside, lock, changes } = importing;
  const { content, snapshot } = read;
  const { theirs = false, ours = false, force = false, allowDeletes } = options;
  const root = join(config.root, config.content);
  const media = content.media;
  const present = withMedia(changes.below(root), media, (added) => presentContent(config, cwd, undefined, added));
  const { broadcast, environment, prefix } = present;
  const state = await store.load();
  const { since, note } = await committedState(config, read.name).catch(expecting(NoGit, (): CommittedState => ({})));
  const renames = await renamedDocuments(config, { broadcast, base: state.base, since });
  const sharedWithSources = await documentsOfOthers(config, read.name);
  const compared = {
    broadcast,
    state,
    snapshot,
    choices: choicesOf({ allowDeletes }),
    renames,
    sharedWithSources,
    adoptsAlike: theirs || ours,
    clock: outside.clock,
  };
  const { input, moves, notes: found } = importInput(config, compared);
  if (lock) await remember(moves, store, lock);
  const pulled = await runAndReport({
    input,
    // The state of an import is committed with the files that it is about.
    plan: await withLastSync(makePlan(input), {
      base: input.base,
      store,
    }),
    folder: changes.folder(config),
    workTree: pulledWorkTree(config, present),
    // Everything that is imported is for all targets.
    environment: { ...environment, others: [] },
    prefix,
    store,
    lock,
    theirs,
    ours,
    allFields: true,
    source: {
      argument: options.source === '-' ? `- --as ${read.name}` : read.name,
      placeOf: (kind, id) => recordsOf(input.snapshot, kind).get(id)?.place,
    },
    force,
  });
  const notes = [...pulled.notes, ...found, ...(note === undefined ? [] : [note])];
  const texts = pulled.edits.flatMap((edit) => (edit.kind === 'delete' ? [] : [edit.text]));
  const record = join(config.root, importMediaFile(read.name));
  const brought = bringMedia(media, { changes, root, record, texts, theirs, ours });
  const conflicts = [...pulled.conflicts, ...brought.conflicts];
  const incomplete = pulled.ending.incomplete === true && content.diagnostics.length > 0;
  const ending = { left: pulled.ending.left || conflicts.length > 0, incomplete };
  return reported({ ...pulled, notes, conflicts, ending }, read, brought.paths);
}

/** The documents that other imports have. A state that cannot be read is reported by its own import. */
async function documentsOfOthers(config: Config, name: string): Promise<ReadonlySet<string>> {
  const others = importNames(config).filter((other) => other !== name);
  const states = others.map((other) =>
    importStore(config, other)
      .load()
      .catch(expecting(UserError, () => undefined)),
  );
  return new Set((await Promise.all(states)).flatMap((state) => [...(state?.base.entries.keys() ?? [])]));
}

interface CommittedState {
  /** The commit with the content that the state is about. */
  readonly since?: string;
  /** For people whose repository does not keep the state. */
  readonly note?: string;
}

async function committedState(config: Config, name: string): Promise<CommittedState> {
  if (!isBelowRepository(config.root)) return {};
  const git = gitOf(config);
  const file = importStateFile(name);
  const { ok: isIgnored } = await git.attempt(['check-ignore', '--quiet', '--', file]);
  const { text } = await git.attempt(['log', '-1', '--format=%H', '--', file]);
  const since = text.trim();
  const note = `git ignores ${file}, which tells what changed in the source from edits: add \`!.gitcast/state/\` to .gitignore`;
  return { ...(since !== '' && { since }), ...(isIgnored && { note }) };
}

/** Ids are unique in a source with the name of their kind only. */
const KIND_OF_ID = new RegExp(String.raw`\b(?:${kinds.map(({ name }) => name).join('|')}):(?=\S)`, 'g');

/** The differ speaks of targets, of ids, and of commands that send to them. */
export const aboutSource = (reason: string): string =>
  reason
    .replace(
      /^(?:deleted on the target; )?(\d+ objects .*?): to adopt it.*$/s,
      '$1: give it the title of the one that it is',
    )
    .replace(
      /: to adopt it.*$/s,
      ': --theirs takes its values into the file, --ours keeps those of the file; both are one from then on',
    )
    .replace(/: `gitcast .*$/s, '')
    .replaceAll(KIND_OF_ID, '')
    .replaceAll('on the target', 'in the source')
    .replaceAll('the target', 'the source');

function reported(pulled: Pulled, { name, format, content }: ReadSource, media: readonly string[]): ImportedSource {
  const { records, diagnostics, findings, lost } = content;
  const objects = Map.groupBy(records, ({ kind }) => kindNamed(kind).folder ?? kind);
  const conflicts = pulled.conflicts.map((each) => ({ ...each, reason: aboutSource(each.reason) }));
  const documents = pulled.skipped.map((each) => ({ ...each, reason: aboutSource(each.reason) }));
  const skipped = [...documents, ...content.skipped];
  return {
    ...pulled,
    conflicts,
    skipped,
    report: {
      ...pulled.report,
      notes: pulled.notes,
      conflicts,
      skipped,
      name,
      format,
      objects: Object.fromEntries([...objects].map(([folder, each]) => [folder, each.length])),
      diagnostics,
      findings,
      lost: Object.fromEntries(lost),
      media,
      remembered: [],
    },
    ending: { ...pulled.ending, left: pulled.ending.left || skipped.length > 0 || diagnostics.some(isError) },
  };
}
