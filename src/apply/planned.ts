import { digestOfFile } from '../plan/compare.ts';
import { leafAt } from '../plan/leaves.ts';
import type { Change, Plan } from '../plan/plan.ts';
import type { Intent } from '../state/journal-line.ts';
import type { Run } from './run.ts';

/** The intents of all creations of a plan, as far as they are known before it runs: without the ids of what is new. */
export function plannedIntents(
  { changes }: Plan,
  run: Pick<Run, 'digest' | 'secretDigest' | 'allowReplace'>,
): Intent[] {
  return changes
    .filter(({ action }) => action === 'create' || (action === 'replace' && run.allowReplace))
    .map((change) => ({
      type: 'intent',
      address: change.address,
      kind: change.kind,
      idempotencyKey: '',
      leaves: Object.fromEntries(
        change.sets
          .filter((name) => !holdsPointer(name, change))
          .map((name) => [name, digestOfFile(leafAt(change.after ?? {}, name), run)]),
      ),
    }));
}

const holdsPointer = (name: string, { pointers }: Change): boolean =>
  pointers.some(({ path }) => `${path.join('.')}.`.startsWith(`${name}.`));
