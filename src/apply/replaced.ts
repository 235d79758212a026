/** The old objects of replacements are deleted once nothing points to them. */
import type { Snapshot } from '../model/snapshot.ts';
import type { Change, Plan } from '../plan/plan.ts';
import { holders } from '../exchange/remote-pointers.ts';
import type { Result } from './run.ts';

interface Parts {
  readonly snapshot: Snapshot;
  readonly results: readonly Result[];
  readonly attempt: (change: Change) => Promise<boolean>;
  readonly finish: (result: Result) => void;
}

export async function retireReplaced({ changes }: Plan, { snapshot, results, attempt, finish }: Parts): Promise<void> {
  const undone = new Set(results.filter(({ outcome }) => outcome !== 'applied').map(({ address }) => address));
  const replaced = changes.filter(
    ({ action, address, id }) => action === 'replace' && id !== undefined && !undone.has(address),
  );
  const held = holders(snapshot, new Set(replaced.map(({ id }) => id!)));
  for (const { fingerprint: _, ...change } of replaced) {
    const id = change.id!;
    const released = new Set(
      changes
        .filter(({ action, dependsOn }) => action === 'delete' || dependsOn.includes(change.address))
        .flatMap((other) => (undone.has(other.address) || other.id === undefined ? [] : [other.id])),
    );
    const holder = held.get(id)?.find((record) => !released.has(record.id));
    if (holder) {
      const error = `the old one is not deleted, because ${holder.kind} ${holder.id} still points to it`;
      finish({ address: change.address, action: 'delete', outcome: 'open', id, error });
    } else await attempt({ ...change, action: 'delete', reason: 'it was replaced by a newer one' });
  }
}
