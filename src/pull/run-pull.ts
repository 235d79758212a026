/** Runs a pull: reads what it needs, writes the files, then records the result. */
import type { Address } from '../content/document.ts';
import { UserError } from '../diagnostics/errors.ts';
import type { WorkTree } from '../git/work-tree.ts';
import { kindNamed } from '../kinds/registry.ts';
import type { FileChange } from '../machine/change-files.ts';
import { isRecorded } from '../model/base.ts';
import { tooManyDeletions } from '../plan/guard.ts';
import type { Lock } from '../state/file/lock.ts';
import { remember, type Learnt } from '../state/remember.ts';
import type { StateStore } from '../state/store.ts';
import type { PullInput } from './proposing.ts';
import {
  shownFile,
  editsOf,
  isDeletion,
  type FileEdit,
  type Proposal,
  type Pulled,
  type Skipped,
} from './pull-plan.ts';
import { planPull } from './make-pull-plan.ts';
import { baseAfter, type Recorded } from './base-after.ts';

/** The content folder for writing. Paths are relative to it, with `/` between the parts. */
export interface Folder {
  /** Undefined if the file does not exist. */
  readonly read: (path: string) => Promise<string | undefined>;
  /** All of them, or none. */
  readonly change: (changes: readonly FileChange[]) => Promise<void>;
}

export interface PullRun extends Omit<PullInput, 'ancestors' | 'isProtected'> {
  readonly folder: Folder;
  readonly workTree: WorkTree;
  readonly store: StateStore;
  /** Absent for a dry run, which writes nothing. */
  readonly lock: Lock | undefined;
  /** Also overwrites uncommitted changes. */
  readonly force: boolean;
}

export async function runPull(run: PullRun): Promise<Pulled> {
  const { input, lock } = run;
  const { proposals, ...planned } = planPull({
    ...run,
    ancestors: await keptBodies(run),
    isProtected: run.force ? () => false : await run.workTree.uncommitted(),
  });
  refuseTooManyDeletions(proposals, run);
  const { conflicts, skipped, notes, unmanaged } = planned;
  if (!lock) return { edits: editsOf(proposals), conflicts, skipped, notes, unmanaged };

  const { written, overtaken } = await write(proposals, run);
  // The files first: the next sync would delete an object that is in the base and has no file.
  const recorded = baseAfter(written, planned.after, input);
  const lines = await Promise.all(recorded.map((each) => learnt(each, run.store)));
  await remember(lines, run.store, lock);
  return { edits: editsOf(written), conflicts, skipped: [...skipped, ...overtaken], notes, unmanaged };
}

/** The same guard as for objects on the target: what is gone there may be gone by mistake. */
function refuseTooManyDeletions(proposals: readonly Proposal[], { input }: PullRun): void {
  const deletes = proposals.filter(isDeletion);
  const refusals = tooManyDeletions(deletes, input, 'files');
  if (refusals.length === 0) return;
  throw new UserError(`the pull is refused: ${refusals.map(({ reason }) => reason).join('; ')}`, {
    suggestion: `if this is intended, add --allow-deletes ${deletes.length}`,
  });
}

/** The ancestors of the texts that have to be merged. */
async function keptBodies({ input, plan, store }: PullRun): Promise<ReadonlyMap<Address, string>> {
  const bodies = new Map<Address, string>();
  for (const { address, kind, action, fields, id } of plan.changes) {
    const field = kindNamed(kind).body ?? '';
    const isBody = action === 'conflict' && fields.some(({ name }) => name === field);
    const entry = isBody
      ? [...input.base.entries.values()].find((each) => each.kind === kind && each.id === id)
      : undefined;
    if (entry?.body === undefined || !isRecorded(entry.leaves[field])) continue;
    const text = await store.body(entry.body);
    if (text !== undefined) bodies.set(address, text);
  }
  return bodies;
}

/** Leaves a document as it is if one of its files was changed since it was read. */
async function write(
  proposals: readonly Proposal[],
  { folder, prefix }: PullRun,
): Promise<{ written: readonly Proposal[]; overtaken: Pulled['skipped'] }> {
  const written: Proposal[] = [];
  const overtaken: Skipped[] = [];
  for (const proposal of proposals) {
    const { address, edits } = proposal;
    const changed = await firstChanged(edits, folder);
    if (!changed) written.push(proposal);
    else overtaken.push({ address, file: shownFile(prefix, changed.file), fields: [], reason: OVERTAKEN });
  }
  await folder.change(editsOf(written).map(fileChange));
  return { written, overtaken };
}

const OVERTAKEN = 'it was changed during the pull: pull again';

async function firstChanged(edits: readonly FileEdit[], folder: Folder): Promise<FileEdit | undefined> {
  for (const edit of edits) {
    if ((await folder.read(edit.file)) !== fileChange(edit).before) return edit;
  }
  return undefined;
}

export const fileChange = (edit: FileEdit): FileChange => ({
  path: edit.file,
  before: edit.kind === 'create' ? undefined : edit.before,
  after: edit.kind === 'delete' ? undefined : edit.text,
});

async function learnt(recorded: Recorded, store: StateStore): Promise<Learnt> {
  const { address } = recorded;
  if (recorded.type === 'forgotten') return { type: 'forgotten', address };
  const { body, from } = recorded;
  const entry = body === undefined ? recorded.entry : { ...recorded.entry, body: await store.keepBody(body) };
  return from === undefined ? { type: 'written', address, entry } : { type: 'moved', address, from, entry };
}
