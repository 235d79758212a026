/** The entries of the state, one per document. */
import { UserError } from '../../diagnostics/errors.ts';
import { nearestAddress } from '../../diagnostics/nearest.ts';
import type { KindName } from '../../kinds/registry.ts';
import type { DeletedObject } from '../../state/deleted.ts';
import { resume } from '../../state/resume.ts';
import { isAddressMatch } from '../files/address-pattern.ts';
import type { Outside } from '../outside.ts';
import { defineCall } from '../calls/call.ts';
import { needed, unwritten, type OptionsOf } from '../calls/option.ts';
import { target } from '../calls/shared-options.ts';
import { configOf, targetNamed } from '../../repository/load-config.ts';
import { openStore } from '../../target/stores.ts';
import { waitForLock, whileLocked } from '../../target/this-run.ts';

/** A managed document. */
export interface StateEntry {
  /** The document's address. */
  readonly address: string;
  readonly kind: KindName;
  /** The id on the target. */
  readonly id: string;
  /** When its object was last changed, as the service answered. */
  readonly updatedAt: string | null;
  /** True if its object is never deleted or replaced. */
  readonly protect: boolean;
}

/** The result of `state.show`. */
export interface ShownState {
  /** The managed documents. */
  readonly entries: readonly StateEntry[];
}

const NAMED = { target: target() };
const PATTERN = { ...NAMED, only: unwritten('Only the documents whose address matches this pattern') };

function opened(outside: Outside, named: OptionsOf<typeof NAMED>) {
  const config = configOf(outside);
  return { config, store: openStore(config, targetNamed(config, named.target)) };
}

/** Lists the managed documents with their ids, or those whose address matches a pattern. */
export const showState = defineCall(PATTERN, async (outside, options): Promise<ShownState> => {
  const { only = '**' } = options;
  const { base } = await opened(outside, options).store.load();
  const shown = [...base.entries].filter(([address]) => isAddressMatch(only, address));
  if (shown.length === 0 && only !== '**') throw notManaged(only, base.entries.keys());
  return {
    entries: shown.map(([address, { kind, id, updatedAt = null, protect = false }]) => {
      return { address, kind, id, updatedAt, protect };
    }),
  };
});

/** A copy of an object that a run deleted, without secrets. */
export interface DeletedReport extends Omit<DeletedObject, 'deletedAt'> {
  /** When the run that deleted it began to apply its plan. */
  readonly deleted_at: string;
}

/** Lists copies of the objects that runs have deleted, newest first. */
export const showDeleted = defineCall(
  PATTERN,
  async (outside, options): Promise<{ readonly deleted: readonly DeletedReport[] }> => {
    const copies = await opened(outside, options).store.deleted();
    const wanted = copies.filter(({ address }) => isAddressMatch(options.only ?? '**', address));
    return { deleted: wanted.map(({ deletedAt, ...copy }) => ({ ...copy, deleted_at: deletedAt })) };
  },
);

function notManaged(address: string, managed: Iterable<string>): UserError {
  const meant = nearestAddress(address, managed);
  return new UserError(`${address} is not managed`, {
    suggestion: meant === undefined ? 'gitcast state show lists what is' : `did you mean ${meant}?`,
  });
}

/** Stops managing a document. Its object stays on the target. */
export const removeFromState = defineCall(
  { ...NAMED, address: needed(unwritten<string>('The document to stop managing')) },
  async (outside, options): Promise<{ readonly removed: string }> => {
    const { address } = options;
    const { config, store } = opened(outside, options);
    await whileLocked(waitForLock(store, { config, command: 'state rm', outside }), async (lock) => {
      const { base, unfinished } = await resume(store, lock, outside.clock.now);
      if (!base.entries.has(address)) throw notManaged(address, base.entries.keys());
      const entries = new Map([...base.entries].filter(([each]) => each !== address));
      await store.save({ base: { ...base, entries }, unfinished }, lock);
    });
    return { removed: address };
  },
);

/** Removes a lock that was left behind by a killed run. */
export const unlock = defineCall(
  { ...NAMED, id: needed(unwritten<string>("The lock's id, from the message of the refused command")) },
  async (outside, options): Promise<{ readonly unlocked: string }> => {
    await opened(outside, options).store.unlock(options.id);
    return { unlocked: options.id };
  },
);
