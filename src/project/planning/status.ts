import type { JsonObject } from '../../values/json.ts';
import { capabilities } from '../../kinds/capabilities.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { NO_CHOICES, type PlanInput } from '../../plan/context.ts';
import { findDoubles, isHalfManaged } from '../../plan/identity/doubles.ts';
import { identify } from '../../plan/identity/identify-documents.ts';
import { isIncomplete, type Action, type Change, type Plan, type StoredField } from '../../plan/plan.ts';
import { unmanagedFields, type UnmanagedFields } from '../../plan/fields/unmanaged.ts';
import type { LoadedState } from '../../state/store.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { TARGET, type TargetOptions } from '../calls/shared-options.ts';
import { contentConfigOf } from '../../repository/load-config.ts';
import type { OpenTarget } from '../../target/open-target.ts';
import { EVERY_KIND, preparePlan, withContent } from './planning.ts';
import { largest } from '../../values/long-lists.ts';

/** The managed, drifted and unmanaged objects of a target. */
export interface StatusReport extends Pick<Plan, 'target' | 'complete' | 'unread'> {
  /** The number of managed documents. */
  readonly managed: number;
  /** The addresses of documents whose objects changed on the target. */
  readonly drifted: readonly string[];
  /** Objects on the target that have no file. */
  readonly unmanaged: readonly { readonly kind: KindName; readonly id: string }[];
  /** Changes to fields that no file has. */
  readonly unmanaged_fields: readonly UnmanagedFields[];
  /** Values that the service stores differently from what it was sent. */
  readonly stored_differently: readonly StoredField[];
  /** Managed objects that share a natural key with unmanaged ones. */
  readonly doubles: readonly DoubleReport[];
  /** Documents that are only rendered, by kind. */
  readonly unsupported: readonly { readonly kind: KindName; readonly documents: number }[];
  /** When a run last changed the target. */
  readonly last_run: string | null;
}

/** Objects that may be the same thing, one of which has no file. */
export interface DoubleReport {
  readonly kind: KindName;
  /** The values that they share. */
  readonly key: JsonObject;
  /** The managed ones. */
  readonly managed: readonly { readonly address: string; readonly id: string }[];
  /** The ids of the others. */
  readonly unmanaged: readonly string[];
}

/** The result of `status`. */
export interface Status extends Reported<StatusReport> {
  /** The plan. */
  readonly plan: Plan;
  /** The addresses of documents that changed on both sides. */
  readonly conflicts: readonly string[];
  /** A run was interrupted; the next sync continues from there. */
  readonly interrupted: boolean;
}

/** Lists what is managed, drifted and unmanaged on a target. */
export const status = defineCall(TARGET, async (outside, options: TargetOptions): Promise<Status> => {
  const config = contentConfigOf(outside);
  return withContent(config, outside, options, async ({ broadcast, target }) => {
    const { plan, snapshot, state, input } = await preparePlan(config, broadcast, target, NO_CHOICES, EVERY_KIND);
    const addressesOf = (wanted: Change['action']): readonly string[] => [
      ...new Set(plan.changes.filter(({ action }) => action === wanted).map(({ address }) => address)),
    ];
    const report = {
      target: plan.target,
      complete: plan.complete,
      ...(plan.unread && { unread: plan.unread }),
      managed: state.base.entries.size,
      drifted: addressesOf('drift'),
      unmanaged: unmanagedIn(snapshot, plan, state),
      unmanaged_fields: unmanagedFields(input),
      stored_differently: plan.storedDifferently ?? [],
      doubles: doublesIn(broadcast, input),
      unsupported: unsupportedIn(broadcast, target),
      last_run: lastWrite(state),
    };
    const ending = { left: differs(plan), incomplete: isIncomplete(plan) };
    return { report, ending, plan, conflicts: addressesOf('conflict'), interrupted: state.interrupted };
  });
});

const DIFFERENCES: readonly Action[] = ['create', 'update', 'replace', 'delete', 'drift', 'conflict'];

/** A value that is stored differently is as equal as it can get; objects and fields without a file are nobody's mistake. */
const differs = ({ changes, open }: Plan): boolean =>
  changes.some(({ action }) => DIFFERENCES.includes(action)) || open.length > 0;

function unmanagedIn({ kinds }: Snapshot, plan: Plan, { base }: LoadedState): StatusReport['unmanaged'] {
  const managed = new Set([...base.entries.values()].map(({ id }) => id));
  const adopted = new Set(
    plan.changes.flatMap(({ action, id }) => (action === 'adopt' && id !== undefined ? [id] : [])),
  );
  return [...kinds].flatMap(([kind, reading]) =>
    'records' in reading
      ? [...reading.records.keys()].filter((id) => !managed.has(id) && !adopted.has(id)).map((id) => ({ kind, id }))
      : [],
  );
}

const doublesIn = (broadcast: Broadcast, input: PlanInput): StatusReport['doubles'] =>
  findDoubles(identify([...broadcast.entities.values()], input).identities, input)
    .filter(isHalfManaged)
    .map(({ kind, key, objects }) => ({
      kind,
      key,
      managed: objects.flatMap(({ address, record }) => (address === undefined ? [] : [{ address, id: record.id }])),
      unmanaged: objects.flatMap(({ address, record }) => (address === undefined ? [record.id] : [])),
    }));

const unsupportedIn = ({ byKind }: Broadcast, target: OpenTarget): StatusReport['unsupported'] =>
  [...byKind]
    .filter(([kind]) => capabilities(kindNamed(kind), target.profile, target).reach === 'site')
    .map(([kind, entities]) => ({ kind, documents: entities.length }));

function lastWrite({ base }: LoadedState): string | null {
  const written = [...base.entries.values()].flatMap(({ writtenAt }) => writtenAt ?? []);
  return written.length === 0 ? null : new Date(largest(written)).toISOString();
}
