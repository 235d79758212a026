/**
 * Turns what was read into what is written. Pure: the files are changed in memory and checked as `validate` would check
 * them. Edits that would make a file invalid are left out until everything that remains is valid.
 */
import { isError } from '../diagnostics/diagnostic.ts';
import { kindNamed } from '../kinds/registry.ts';
import type { Broadcast } from '../model/broadcast.ts';
import { unreadInPull } from '../plan/coverage.ts';
import type { Change } from '../plan/plan.ts';
import { undo } from '../plan/deletions.ts';
import { unmanagedFields, type UnmanagedFields } from '../plan/fields/unmanaged.ts';
import { shownFile, editsOf, isDeletion, type Proposal, type Pulled } from './pull-plan.ts';
import { leaveOut } from './leave-out.ts';
import { propose } from './proposals.ts';
import { isOpen, Refusals, sidesOf, type Proposing, type PullInput } from './proposing.ts';

export interface PlannedPull extends Omit<Pulled, 'edits'> {
  readonly proposals: readonly Proposal[];
  /** The content after the edits. */
  readonly after: Broadcast;
}

export function planPull(pull: PullInput): PlannedPull {
  const { input, plan, prefix, environment } = pull;
  const found = unmanagedFields(input);
  const offered = pull.allFields ? found : [];
  const open = plan.changes.filter((change) => isOpen(change) || (pull.source && isKnowledge(change)));
  const refusals = new Refusals();
  const proposing: Proposing = {
    ...pull,
    sides: sidesOf(input),
    // A document that may have nothing else open is checked too.
    open: [...open, ...offered.map((each) => undo(each.address, each, 'drift', UNMANAGED))],
    unmanaged: new Map(offered.map(({ address, fields }) => [address, fields])),
    refusals,
  };
  // Each round leaves out something more, so the loop ends.
  for (;;) {
    const proposals = propose(proposing);
    const untouchable = proposals.filter((proposal) => isUntouchable(proposal, pull));
    for (const proposal of untouchable) refusals.refuse(proposal, UNCOMMITTED);
    if (untouchable.length > 0) continue;
    const { broadcast, diagnostics } = environment.check(editsOf(proposals));
    // The markers of a conflict are to be found by the next check.
    const errors = diagnostics.filter((each) => isError(each) && each.code !== 'conflict-marker');
    if (errors.length > 0)
      leaveOut(errors, { proposals, refusals, prefix, present: input.broadcast, source: pull.source });
    else if (!withheld(proposals, proposing))
      return { ...assembled(proposals, proposing), after: broadcast, unmanaged: leftOf(found, proposals) };
  }
}

/** A source that shrank may have been cut off: what vanished from it is listed, and deleted once that is asked for. */
function withheld(proposals: readonly Proposal[], { input, source, refusals }: Proposing): boolean {
  const deletions = proposals.filter(isDeletion);
  if (!source || deletions.length <= (input.choices.allowDeletes ?? 0)) return false;
  const command = `gitcast import ${source.argument} --allow-deletes ${deletions.length}`;
  const reason = `its entry vanished from the source; \`${command}\` deletes the file`;
  for (const proposal of deletions) refusals.refuse(proposal, reason);
  return true;
}

/** A target's next sync records what both sides agree on; nothing else does so for a source. */
const isKnowledge = ({ action }: Change): boolean => action === 'adopt' || action === 'forget';

const UNMANAGED = 'changed on the target, in a field that the file does not have';

function leftOf(found: readonly UnmanagedFields[], proposals: readonly Proposal[]): readonly UnmanagedFields[] {
  const accepted = new Map(
    proposals.flatMap(({ address, learning }) =>
      learning?.type === 'agree' ? [[address, learning.accepted ?? []] as const] : [],
    ),
  );
  return found
    .map((each) => ({ ...each, fields: each.fields.filter((name) => !accepted.get(each.address)?.includes(name)) }))
    .filter(({ fields }) => fields.length > 0);
}

const UNCOMMITTED = 'it has uncommitted changes: commit or stash them, or use --force';

const isUntouchable = ({ edits }: Proposal, { isProtected }: PullInput): boolean =>
  edits.some(({ kind, file }) => kind !== 'create' && isProtected(file));

function assembled(proposals: readonly Proposal[], pull: Proposing): Omit<PlannedPull, 'unmanaged' | 'after'> {
  const skipped = [...pull.refusals.documents(), ...proposals.flatMap((proposal) => proposal.skipped)];
  return {
    proposals,
    conflicts: proposals.flatMap(({ conflicts }) => conflicts),
    skipped: skipped.map((each) => ({ ...each, file: shownFile(pull.prefix, each.file) })),
    notes: [
      ...unreadInPull(pull.input).map(
        ({ kind, reason }) =>
          `${kindNamed(kind).folder} could not be read completely (${reason}): ${
            pull.source ? 'no file is deleted there' : 'new objects there are not pulled'
          }`,
      ),
      ...proposals.flatMap(({ notes }) => notes),
      ...sharedNotes(proposals, pull),
    ],
  };
}

const SHOWN = 3;

/** Reports which files other targets share: a change pulled from one target reaches the others with their next sync. */
function sharedNotes(proposals: readonly Proposal[], { prefix, input, environment }: PullInput): readonly string[] {
  const shared = proposals.filter(({ edits, sharedWith = [] }) => edits.length > 0 && sharedWith.length > 0);
  return [...Map.groupBy(shared, ({ sharedWith = [] }) => sharedWith.join(' and '))].map(([others, group]) => {
    const files = group
      .flatMap(({ edits }) => edits)
      .filter(({ file }) => !file.startsWith(environment.overlay))
      .map(({ file }) => shownFile(prefix, file));
    const rest = files.length > SHOWN ? ` and ${files.length - SHOWN} more` : '';
    const named = `${files.slice(0, SHOWN).join(', ')}${rest}`;
    const overlay = shownFile(prefix, environment.overlay);
    return `${named}: shared with ${others}, whose next sync includes this change; what is for ${input.target.name} only belongs in ${overlay}`;
  });
}
