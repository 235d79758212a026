/** Plans from a repository and the state of its last sync, without a request and without a key. */
import type { Config, Target } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded, type OptionName } from '../../diagnostics/wording.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import type { Choices } from '../../plan/context.ts';
import { makeOfflinePlan } from '../../plan/offline.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Outside } from '../outside.ts';
import type { TargetOptions, ChoiceOptions } from '../calls/shared-options.ts';
import { goesForward } from './goes-forward.ts';
import { addressesIn, planInput } from './planning.ts';
import { renamedDocuments } from '../files/renames.ts';
import { openStore } from '../../target/stores.ts';
import { targetNamed } from '../../repository/targets.ts';
import { refuseUnknown } from '../files/address-pattern.ts';

type Asked = TargetOptions & ChoiceOptions & Pick<Outside, 'clock'>;

export async function planOffline(config: Config, broadcast: Broadcast, asked: Asked, choices: Choices): Promise<Plan> {
  refuseMeaningless(asked);
  const target = targetNamed(config, asked.target ?? config.defaultTarget);
  const store = openStore(config, target);
  const state = await store.load();
  refuseUnknown(asked.only ?? [], addressesIn(broadcast, state));
  const renames = await renamedDocuments(config, { broadcast, base: state.base, since: store.lastContent?.() });
  const key = keyOf(config, target);
  const { name, profile, articles } = target;
  const known = {
    name,
    profile,
    sharedArticleIds: articles.sharedIds,
    key,
    settle: target.settle,
    clock: asked.clock,
    client: { broadcastId: target.type === 'remote' ? target.broadcastId : '' },
  };
  const snapshot = { target: name, kinds: new Map(), startedAt: 0, requests: 0 };
  const input = planInput(config, broadcast, known, { state, snapshot, choices, renames });
  // The digests of secrets depend on the key. Without it, secrets count as unchanged.
  const plan = makeOfflinePlan(key === '' ? { ...input, secretDigest: () => undefined } : input);
  return goesForward(plan, { config, name, store, ...choices });
}

function keyOf({ variable }: Config, target: Target): string {
  return target.type === 'remote' ? (variable(target.keys.a.$env) ?? '') : '';
}

/** Refuses options that only make sense when the target is read, by their names on the command line. */
function refuseMeaningless({ concurrency, trace, ours, overwriteDrift }: Asked): void {
  const given = Object.entries({ concurrency, trace, ours, overwriteDrift } as const) as [OptionName, unknown][];
  const about = given.find(([, value]) => Boolean(value))?.[0];
  if (about === undefined) return;
  throw new UserError(worded`${option('offline')} does not read the target, so ${option(about)} has no effect`, {
    suggestion: 'remove one of the two',
  });
}
