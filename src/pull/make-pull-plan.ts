/**
 * Turns what was read into what is written. Pure: the files are changed in memory and checked as `validate` would check
 * them. Edits that would make a file invalid are left out until everything that remains is valid.
 */
import type { Address } from '../content/document.ts';
import { isError } from '../diagnostics/diagnostic.ts';
import { kindNamed } from '../kinds/registry.ts';
import type { Broadcast } from '../model/broadcast.ts';
import type { PlanInput } from '../plan/context.ts';
import { unreadInPull } from '../plan/coverage.ts';
import type { Change, Plan } from '../plan/plan.ts';
import { unmanagedFields, type UnmanagedFields } from '../plan/fields/unmanaged-fields.ts';
import type { Environment } from './environment.ts';
import { fileBelow, shownFile } from './files/file-paths.ts';
import { leaveOut } from './leave-out.ts';
import { propose } from './proposals.ts';
import type { Proposing } from './proposal-input.ts';
import { editsOf, type Proposal, type PullPlan } from './pull-plan.ts';
import { Refusals } from './refusals.ts';
import { sharedNotes } from './shared-notes.ts';
import { sidesOf } from './sides.ts';

export interface PullInput {
  readonly input: PlanInput;
  /** The differ's plan, made from the same input. */
  readonly plan: Plan;
  readonly theirs: boolean;
  /** True if fields that changed on the target and that a file does not have are written into it. */
  readonly allFields?: boolean;
  /** True if texts that both sides changed in the same lines get conflict markers; otherwise they are left out. */
  readonly marks?: boolean;
  readonly ancestors: ReadonlyMap<Address, string>;
  /** The name of the content folder in sources, for example `content/`. */
  readonly prefix: string;
  /** True if a file has uncommitted changes and must not be touched. */
  readonly isProtected: (file: string) => boolean;
  readonly environment: Environment;
}

export interface PlannedPull extends PullPlan {
  /** The content after the edits. */
  readonly after: Broadcast;
}

export function planPull(pull: PullInput): PlannedPull {
  const { input, plan, theirs, allFields = false, marks = true, ancestors, prefix, environment } = pull;
  const found = unmanagedFields(input);
  const offered = allFields ? found : [];
  const open = plan.changes.filter(({ action }) => action === 'drift' || action === 'conflict');
  const proposing: Proposing = {
    input,
    sides: sidesOf(input),
    open: [...open, ...offered.map(asDrift)],
    unmanaged: new Map(offered.map(({ address, fields }) => [address, fields])),
    theirs,
    marks,
    ancestors,
    fileOf: ({ file }) => fileBelow(prefix, file),
    environment,
  };
  const refusals = new Refusals();
  // Each round leaves out something more, so the loop ends.
  for (;;) {
    const proposals = propose(proposing, refusals);
    const untouchable = proposals.filter((proposal) => isUntouchable(proposal, pull));
    for (const { address, edits, ...object } of untouchable) {
      refusals.refuse(object, { address, file: edits[0]!.file, fields: [], reason: UNCOMMITTED });
    }
    if (untouchable.length > 0) continue;
    const { broadcast, diagnostics } = environment.check(editsOf(proposals));
    const errors = diagnostics.filter(isError);
    if (errors.length > 0) leaveOut(errors, { proposals, refusals, prefix, present: input.broadcast });
    else return { ...assembled(proposals, refusals, { after: broadcast, pull }), unmanaged: leftOf(found, proposals) };
  }
}

/** A document that may have nothing else open, so it is checked too. */
const asDrift = ({ address, kind, id }: UnmanagedFields): Change => ({
  address,
  kind,
  id,
  action: 'drift',
  certainty: 'verified',
  fields: [],
  pointers: [],
  secrets: [],
  reason: 'changed on the target, in a field that the file does not have',
  dependsOn: [],
  agreed: {},
  sets: [],
  drops: [],
});

function leftOf(found: readonly UnmanagedFields[], proposals: readonly Proposal[]): readonly UnmanagedFields[] {
  const settled = new Map(
    proposals.flatMap(({ address, learning }) =>
      learning?.type === 'agree' ? [[address, learning.settled ?? []] as const] : [],
    ),
  );
  return found
    .map((each) => ({ ...each, fields: each.fields.filter((name) => !settled.get(each.address)?.includes(name)) }))
    .filter(({ fields }) => fields.length > 0);
}

const UNCOMMITTED = 'it has uncommitted changes: commit or stash them, or use --force';

const isUntouchable = ({ edits }: Proposal, { isProtected }: PullInput): boolean =>
  edits.some(({ kind, file }) => kind !== 'create' && isProtected(file));

function assembled(
  proposals: readonly Proposal[],
  refusals: Refusals,
  { after, pull }: { after: Broadcast; pull: PullInput },
): Omit<PlannedPull, 'unmanaged'> {
  const skipped = [...refusals.documents(), ...proposals.flatMap((proposal) => proposal.skipped)];
  return {
    proposals,
    conflicts: proposals.flatMap(({ conflicts }) => conflicts),
    skipped: skipped.map((each) => ({ ...each, file: shownFile(pull.prefix, each.file) })),
    notes: [
      ...unreadInPull(pull.input).map(
        ({ kind, reason }) =>
          `${kindNamed(kind).folder} could not be read completely (${reason}): new objects there are not pulled`,
      ),
      ...proposals.flatMap(({ notes }) => notes),
      ...sharedNotes(proposals, { prefix: pull.prefix, target: pull.input.target.name, environment: pull.environment }),
    ],
    after,
  };
}
