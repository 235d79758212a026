import type { JsonObject } from '../../values/json.ts';
import type { KindName } from '../../kinds/registry.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import { unreadKinds } from '../../plan/coverage.ts';
import type { UnreadKind } from '../../plan/plan.ts';
import { dedupe as proposalsFor, type DedupeGroup, type DedupeObject } from '../../plan/identity/doubles.ts';
import { identify } from '../../plan/identity/identify-documents.ts';
import { defineCall, type Ending } from '../calls/call.ts';
import type { OptionsOf } from '../calls/option.ts';
import { TARGET } from '../calls/shared-options.ts';
import { configOf } from '../../repository/load-config.ts';
import { withTarget } from '../../target/open-target.ts';
import { EVERY_KIND, preparePlan, readBroadcast } from './planning.ts';
import { findFileKind, kind } from '../files/find-kind.ts';
import { nameOf } from '../../repository/repository.ts';

const dedupeOptions = { ...TARGET, kind: kind('Only objects of this kind') };

/** The options of `dedupe`. */
export interface DedupeOptions extends OptionsOf<typeof dedupeOptions> {}

/** The duplicates that were found. */
export interface DedupeReport {
  /** The target's name. */
  readonly target: string;
  /** True if the target could be read completely. */
  readonly complete: boolean;
  /** The groups of duplicates. */
  readonly groups: readonly DoublesReport[];
}

/** Objects that may be the same thing. */
export interface DoublesReport {
  readonly kind: KindName;
  /** The values that they share. */
  readonly key: JsonObject;
  /** The id of the object to keep. */
  readonly keep: string | null;
  /** The objects. */
  readonly objects: readonly DoubleObjectReport[];
}

/** An object that may be a duplicate. */
export interface DoubleObjectReport extends Pick<DedupeObject, 'id' | 'differs' | 'next'> {
  /** The address of the document that manages it. */
  readonly address: string | null;
  /** The file of that document. */
  readonly file: string | null;
  /** When it was created. */
  readonly created_at: string | null;
  /** When it was last changed. */
  readonly updated_at: string | null;
  /** The addresses of documents that point to it. */
  readonly pointed_at_by: readonly string[];
}

/** The result of `dedupe`. */
export interface Deduped {
  /** What `gitcast dedupe --json` prints. */
  readonly report: DedupeReport;
  /** How the call ended. */
  readonly ending: Ending;
  /** The target's name. */
  readonly target: string;
  /** The groups of duplicates, with everything that is known about them. */
  readonly groups: readonly DedupeGroup[];
  /** The kinds that could not be read completely. */
  readonly unread: readonly UnreadKind[];
}

/** Finds duplicate objects on a target. How to resolve them is a person's decision, so nothing is changed. */
export const dedupe = defineCall(dedupeOptions, async (outside, options: DedupeOptions): Promise<Deduped> => {
  const config = configOf(outside);
  const wanted = options.kind && findFileKind(options.kind).name;
  const broadcast = await readBroadcast(config, outside.folder, options.target);
  return withTarget(config, outside, { ...options, broadcastName: nameOf(broadcast) }, async (target) => {
    const { input } = await preparePlan(config, broadcast, target, NO_CHOICES, EVERY_KIND);
    const { identities } = identify([...broadcast.entities.values()], input);
    const isWanted = ({ kind }: { readonly kind: string }): boolean => wanted === undefined || kind === wanted;
    const groups = proposalsFor(identities, input).filter(isWanted);
    const unread = unreadKinds(input.snapshot).filter(isWanted);
    return {
      report: { target: target.name, complete: unread.length === 0, groups: groups.map(reportGroup) },
      ending: { incomplete: unread.length > 0 },
      target: target.name,
      groups,
      unread,
    };
  });
});

const reportGroup = ({ kind, key, objects }: DedupeGroup): DoublesReport => ({
  kind,
  key,
  keep: objects.find(({ keep }) => keep)?.id ?? null,
  objects: objects.map(({ id, address, file, createdAt, updatedAt, differs, pointedAtBy, next }) => ({
    id,
    address: address ?? null,
    file: file ?? null,
    created_at: createdAt ?? null,
    updated_at: updatedAt ?? null,
    differs,
    pointed_at_by: pointedAtBy,
    next,
  })),
});
