/**
 * Imports into a commit on a separate branch, for a pull request. A state in the repository's files is part of that commit. A
 * state on a ref must not know yet what may never be merged: what the branch would make of it is kept beside it, and what of
 * that is in the files next time was merged.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { count } from '../../diagnostics/count.ts';
import { expecting } from '../../diagnostics/errors.ts';
import { pathInRepository } from '../../git/remote.ts';
import { BranchConflict, updateSideBranch, wayOut, type ChangedFile } from '../../git/side-branch.ts';
import { configOf, refuseLinkedSources } from '../../repository/load-config.ts';
import { gitOf } from '../../repository/project-git.ts';
import type { Config } from '../../config/config.ts';
import type { BaseLeaf } from '../../model/base.ts';
import { NO_CHOICES, type PlanInput } from '../../plan/context.ts';
import { digestOfFile } from '../../plan/fields/secrets.ts';
import { sidesOf } from '../../pull/proposing.ts';
import { remember } from '../../pull/run-pull.ts';
import type { Lock } from '../../state/file/lock.ts';
import type { JournalLine } from '../../state/journal-line.ts';
import type { StateStore } from '../../state/store.ts';
import { presentContent } from '../files/present-content.ts';
import { withMedia } from './source-media.ts';
import { importStore } from '../../target/stores.ts';
import { waitForLock, whileLocked } from '../../target/this-run.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { needed, unwritten, type OptionsOf } from '../calls/option.ts';
import * as is from '../../values/shape.ts';
import type { Outside } from '../outside.ts';
import { branchesOf, pullEditsOptions, type ProposedEdits } from '../pull/pull-into-branch.ts';
import { askedImport } from './asked-import.ts';
import { importInput } from './import-input.ts';
import { importInto, type ImportedSource } from './import-source.ts';
import { readImport, type ReadSource } from './read-import.ts';

const { branch, base, push } = pullEditsOptions;

const proposeImportOptions = {
  source: needed(unwritten(is.filledText, 'The name of an import in the configuration')),
  branch,
  base,
  push,
};

/** The options of `proposeImport`. */
export interface ProposeImportOptions extends OptionsOf<typeof proposeImportOptions> {}

export const listImports = defineCall({}, async (outside): Promise<readonly string[]> =>
  Object.keys(configOf(outside).imports),
);

/** Once, for a scheduled job. */
export const proposeImport = defineCall(
  proposeImportOptions,
  async (outside, options: ProposeImportOptions): Promise<Reported<ProposedEdits>> => {
    const config = configOf(outside);
    const asked = askedImport(config, outside.folder, { source: options.source });
    const named = { ...options, branch: options.branch ?? `gitcast/import-${asked.name}` };
    const { base: onto, branch: side, remote } = await branchesOf(config, named);
    const read = await readImport(config, asked, outside);
    const inRepository = await pathInRepository(gitOf(config));
    let found: ImportedSource | undefined;
    const place = { folder: config.root, env: config.programEnvironment(), base: onto, branch: side, remote };
    const edit = async (folder: string): Promise<readonly string[]> => {
      const there = { ...config, root: join(folder, inRepository) };
      refuseLinkedSources(there);
      found = await importThere(there, read, outside);
      const files = [
        ...found.edits.map(({ file }) => file),
        ...found.report.media.map((file) => join(config.content, file)),
      ];
      return [...files, ...stateFiles(there, asked.name)].map((file) => inRepository + file);
    };
    const message = (files: readonly ChangedFile[]): string =>
      [
        `content: ${count(files.length, 'file')} from ${asked.name}`,
        '',
        ...files.map(({ path, change }) => `- ${path} (${change})`),
      ].join('\n');
    let blocked: string | null = null;
    const updated = await updateSideBranch({ ...place, owner: `import.${asked.name}` }, { edit, message }).catch(
      expecting(
        BranchConflict,
        (error) => void (blocked = `${error.message}: ${wayOut({ branch: side, base: onto })}`),
      ),
    );
    const { conflicts = [], skipped = [], notes = [] } = found ?? {};
    const { commit, files = [], pushed = false, notPushed } = updated ?? {};
    return {
      report: {
        branch: side,
        base: onto,
        commit: commit ?? null,
        files,
        pushed,
        conflicts,
        skipped,
        notes,
        blocked,
        not_pushed: notPushed ?? null,
      },
      ending: { failed: notPushed !== undefined, left: blocked !== null || found?.ending.left === true },
    };
  },
);

async function importThere(config: Config, read: ReadSource, outside: Outside): Promise<ImportedSource> {
  const importing = { config, cwd: config.root, read, options: { force: true }, outside };
  const locked = <T>(store: StateStore, act: (lock: Lock) => Promise<T>): Promise<T> =>
    whileLocked(waitForLock(store, { config, command: 'import', outside }), act);
  const store = importStore(config, read.name);
  if (config.state === 'file') return locked(store, (lock) => importInto({ ...importing, store, lock }));
  const proposed = importStore(config, `${read.name}.proposed`);
  await locked(store, async (lock) => {
    const { content, snapshot } = read;
    const { broadcast } = withMedia(content.media, (added) => presentContent(config, config.root, undefined, added));
    const state = await store.load();
    const compared = { broadcast, state, snapshot, choices: NO_CHOICES, renames: new Map(), clock: outside.clock };
    const { input } = importInput(config, compared);
    await remember(await merged(input, { store, proposed }), store, lock);
    await importInto({ ...importing, store, lock, learnOnly: true });
  });
  return locked(proposed, async (lock) => {
    await proposed.reset(lock);
    await remember(await copied(store, proposed), proposed, lock);
    return importInto({ ...importing, store: proposed, lock });
  });
}

interface Stores {
  /** What files and source agree on. */
  readonly store: StateStore;
  /** What they would agree on if the branch was merged. */
  readonly proposed: StateStore;
}

/** What was proposed and is in the files now: it was merged, even if the source has moved on since. */
async function merged(input: PlanInput, { store, proposed }: Stores): Promise<readonly JournalLine[]> {
  const { desired } = sidesOf(input);
  const { entries } = (await proposed.load()).base;
  const lines: JournalLine[] = [];
  for (const [address, entry] of entries) {
    const entity = input.broadcast.entities.get(address);
    const before = input.base.entries.get(address);
    if (!entity || entity.kind !== entry.kind || (before && before.id !== entry.id)) continue;
    const written = desired(entity).leaves;
    const isWritten = ([name, { sent }]: readonly [string, BaseLeaf]): boolean =>
      written.has(name) && digestOfFile(written.get(name), input) === sent && before?.leaves[name]?.sent !== sent;
    const taken = Object.entries(entry.leaves).filter(isWritten);
    if (taken.length === 0) continue;
    const body = entry.body === undefined ? undefined : await proposed.body(entry.body);
    const kept = body === undefined ? {} : { body: await store.keepBody(body) };
    const leaves = { ...before?.leaves, ...Object.fromEntries(taken) };
    lines.push({ type: 'written', address, entry: { ...entry, ...before, ...kept, leaves } });
  }
  return lines;
}

async function copied(store: StateStore, proposed: StateStore): Promise<readonly JournalLine[]> {
  const { entries } = (await store.load()).base;
  const lines: JournalLine[] = [];
  for (const [address, entry] of entries) {
    const text = entry.body === undefined ? undefined : await store.body(entry.body);
    const body = text === undefined ? {} : { body: await proposed.keepBody(text) };
    lines.push({ type: 'written', address, entry: { ...entry, ...body } });
  }
  return lines;
}

/** The state of the import, if it is kept in files. */
function stateFiles({ root }: Config, name: string): readonly string[] {
  const folder = join('.gitcast', 'state');
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => file.startsWith(join(folder, `import.${name}.`)));
}
