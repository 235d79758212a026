/** Runs a pull: reads what it needs, writes the files, then records the result. */
import type { Address } from '../content/document.ts';
import { UserError } from '../diagnostics/errors.ts';
import { option, worded } from '../diagnostics/wording.ts';
import type { WorkTree } from '../git/work-tree.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import { isRecorded } from '../model/base.ts';
import { tooManyDeletions } from '../plan/guard.ts';
import type { Lock } from '../state/file/lock.ts';
import { remember, type Learnt } from '../state/remember.ts';
import type { StateStore } from '../state/store.ts';
import type { PullInput } from './proposing.ts';
import { inTurn } from '../values/in-turn.ts';
import { shownFile, editsOf, isDeletion, type FileEdit, type Proposal, type Pulled } from './pull-plan.ts';
import type { Folder } from './files/folder.ts';
import { planPull } from './make-pull-plan.ts';
import { baseAfter, type Recorded } from './base-after.ts';

export interface PullRun extends Omit<PullInput, 'ancestors' | 'isProtected'> {
  readonly folder: Folder;
  readonly workTree: WorkTree;
  readonly store: StateStore;
  /** Absent for a dry run, which writes nothing, and if the state is not to be changed. */
  readonly lock: Lock | undefined;
  /** Writes the files without a lock, and therefore nothing to the state. */
  readonly filesOnly?: boolean;
  /** Also overwrites uncommitted changes. */
  readonly force: boolean;
}

export async function runPull(run: PullRun): Promise<Pulled> {
  const { input, lock, filesOnly = false } = run;
  const { proposals, ...planned } = planPull({
    ...run,
    ancestors: await keptBodies(run),
    isProtected: run.force ? () => false : await run.workTree.uncommitted(),
  });
  refuseTooManyDeletions(proposals, run);
  const { conflicts, skipped, notes, unmanaged } = planned;
  if (!lock && !filesOnly) return { edits: editsOf(proposals), conflicts, skipped, notes, unmanaged };

  const { written, overtaken } = await write(proposals, run);
  if (lock) {
    // The files first: the next sync would delete an object that is in the base and has no file.
    const recorded = baseAfter(written, planned.after, input);
    const lines = await Promise.all(recorded.map((each) => learnt(each, run.store)));
    await remember(lines, run.store, lock);
  }
  return { edits: editsOf(written), conflicts, skipped: [...skipped, ...overtaken], notes, unmanaged };
}

/** The same guard as for objects on the target: what is gone there may be gone by mistake. */
function refuseTooManyDeletions(proposals: readonly Proposal[], { input }: PullRun): void {
  const deletes = proposals.filter(isDeletion);
  const refusals = tooManyDeletions(deletes, input, 'files');
  if (refusals.length === 0) return;
  throw new UserError(`the pull is refused: ${refusals.map(({ reason }) => reason).join('; ')}`, {
    suggestion: worded`if this is intended, add ${option('allowDeletes', deletes.length)}`,
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

/** Making a file durable takes a while, so several are written at once. */
const AT_ONCE = 16;

async function write(
  proposals: readonly Proposal[],
  { folder, prefix }: PullRun,
): Promise<{ written: readonly Proposal[]; overtaken: Pulled['skipped'] }> {
  // What others point to comes first: an interrupted pull leaves valid content.
  const ranks = [...Map.groupBy(proposals, rankOf)].sort(([one], [other]) => one - other);
  const changed = new Map<Proposal, string | undefined>();
  for (const [, group] of ranks) {
    const files = await inTurn(group, AT_ONCE, (proposal) => writeOne(proposal, folder));
    for (const [index, proposal] of group.entries()) changed.set(proposal, files[index]);
  }
  return {
    written: proposals.filter((proposal) => changed.get(proposal) === undefined),
    overtaken: proposals.flatMap((proposal): Pulled['skipped'] => {
      const { address } = proposal;
      const file = changed.get(proposal);
      return file === undefined ? [] : [{ address, file: shownFile(prefix, file), fields: [], reason: OVERTAKEN }];
    }),
  };
}

/** Kinds that others point to; those with a higher number point to those with a lower one. */
const RANKS: Readonly<Partial<Record<KindName, number>>> = {
  media: 0,
  font: 0,
  category: 0,
  map: 0,
  host: 1,
  place: 1,
  interestPoint: 1,
};

const rankOf = ({ kind }: Proposal): number => RANKS[kind] ?? 2;

const OVERTAKEN = 'it was changed during the pull: pull again';

/** Returns a file that was changed since it was read. The document is then left as it is. */
async function writeOne({ edits }: Proposal, folder: Folder): Promise<string | undefined> {
  const changed = await firstChanged(edits, folder);
  if (changed) return changed.file;
  for (const edit of edits) {
    if (edit.kind === 'delete') await folder.remove(edit.file);
    else await folder.write(edit.file, edit.text);
  }
  return undefined;
}

async function firstChanged(edits: readonly FileEdit[], folder: Folder): Promise<FileEdit | undefined> {
  for (const edit of edits) {
    const expected = edit.kind === 'create' ? undefined : edit.before;
    if ((await folder.read(edit.file)) !== expected) return edit;
  }
  return undefined;
}

async function learnt(recorded: Recorded, store: StateStore): Promise<Learnt> {
  const { address } = recorded;
  if (recorded.type === 'forgotten') return { type: 'forgotten', address };
  const { body, from } = recorded;
  const entry = body === undefined ? recorded.entry : { ...recorded.entry, body: await store.keepBody(body) };
  return from === undefined ? { type: 'written', address, entry } : { type: 'moved', address, from, entry };
}
