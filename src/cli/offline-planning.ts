/** From a repository and the state of its last sync to a plan. No request is made, and no key is needed. */
import type { Config, Target } from '../config/config.ts';
import { UserError } from '../diagnostics/errors.ts';
import type { Broadcast } from '../model/broadcast.ts';
import type { Choices } from '../plan/context.ts';
import { makeOfflinePlan } from '../plan/offline.ts';
import type { Plan } from '../plan/plan.ts';
import { goesForward } from './goes-forward.ts';
import { refuseUnknown } from './known-patterns.ts';
import { addressesIn, planInput } from './planning.ts';
import { renamedDocuments } from './renames.ts';
import { targetNamed } from './named-target.ts';
import { openStore } from './target.ts';

interface Asked {
  readonly target: string | undefined;
  readonly only: string | undefined;
  readonly concurrency: string | undefined;
  readonly trace: string | undefined;
  readonly ours: boolean;
  readonly 'overwrite-drift': boolean;
}

export async function planOffline(config: Config, broadcast: Broadcast, asked: Asked, choices: Choices): Promise<Plan> {
  refuseMeaningless(asked);
  const target = targetNamed(config, asked.target ?? config.defaultTarget);
  const store = openStore(config, target);
  const state = await store.load();
  refuseUnknown(asked.only?.split(',') ?? [], addressesIn(broadcast, state));
  const renames = await renamedDocuments(config, { broadcast, base: state.base, since: store.lastContent?.() });
  const key = keyOf(config, target);
  const { name, profile, articles } = target;
  const known = {
    name,
    profile,
    sharedArticleIds: articles.sharedIds,
    key,
    settle: target.settle,
    client: { broadcastId: target.type === 'remote' ? target.broadcastId : '' },
  };
  const snapshot = { target: name, kinds: new Map(), startedAt: 0, requests: 0 };
  const input = planInput(config, broadcast, known, { state, snapshot, choices, renames });
  // The digests of secrets are made with the key. Without it a secret counts as unchanged.
  const plan = makeOfflinePlan(key === '' ? { ...input, secretDigest: () => undefined } : input);
  return goesForward(plan, { config, name, store, ...choices });
}

function keyOf({ variable }: Config, target: Target): string {
  return target.type === 'remote' ? (variable(target.keys.a.$env) ?? '') : '';
}

function refuseMeaningless(asked: Asked): void {
  const about = (['concurrency', 'trace', 'ours', 'overwrite-drift'] as const).find((name) => Boolean(asked[name]));
  if (about === undefined) return;
  throw new UserError(`--offline asks the target nothing, so --${about} has nothing to act on`, {
    suggestion: 'leave one of the two out',
  });
}
