/** From a repository and a target to a plan: reads all three sides and hands them to the differ. */
import type { Config } from '../config/config.ts';
import { isError } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { isAddressMatch } from './address-pattern.ts';
import { fileKinds, type KindName } from '../kinds/registry.ts';
import type { Broadcast } from '../model/broadcast.ts';
import { checkContent } from '../model/check-content.ts';
import { siteAddress } from '../model/rules/broadcast/identities.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { Choices, PlanInput } from '../plan/context.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { Plan } from '../plan/plan.ts';
import { marked } from '../plan/secrets.ts';
import { readSnapshot } from '../remote/snapshot.ts';
import { digest, keyedDigest } from '../state/digest.ts';
import type { LoadedState, State } from '../state/store.ts';
import { readRepository } from './repository.ts';
import type { OpenTarget } from './target.ts';
import { count } from './views/count.ts';

export interface Prepared {
  readonly plan: Plan;
  readonly snapshot: Snapshot;
  readonly state: LoadedState;
  readonly input: PlanInput;
}

/** The content, which must be without errors before anything is compared or sent. */
export function readBroadcast(config: Config, cwd: string): Broadcast {
  const { timezone, locales } = config.site;
  const { broadcast, diagnostics } = checkContent(readRepository(config, cwd), { timezone, locales });
  const errors = diagnostics.filter(isError);
  if (errors.length === 0) return broadcast;
  throw new UserError(`the content has ${count(errors.length, 'error')}`, {
    diagnostics: errors,
    suggestion: 'mend them first; gitcast validate shows the warnings too',
  });
}

export async function preparePlan(
  config: Config,
  broadcast: Broadcast,
  target: OpenTarget,
  choices: Choices,
): Promise<Prepared> {
  const state = await target.store.load();
  const kinds = fileKinds.map(({ name }) => name);
  const clock = { now: () => Date.now(), sleep: pause };
  const prepare = async (): Promise<Prepared> => {
    const snapshot = await readSnapshot(target.client, { target: target.name, kinds, base: state.base, ...clock });
    const input = planInput(config, broadcast, target, { state, snapshot, choices });
    return { plan: makePlan(input), snapshot, state, input };
  };
  let prepared = await prepare();
  for (const wait of SECOND_LOOKS) {
    if (!mayHaveMissedSomething(prepared)) break;
    await pause(wait);
    prepared = await prepare();
  }
  return prepared;
}

/** Lists may lag behind: what an interrupted run was about to create counts as not made only when it stays away. */
const SECOND_LOOKS = [700, 1300];

function mayHaveMissedSomething({ plan, state }: Prepared): boolean {
  const found = new Set(
    plan.changes.filter(({ action }) => action !== 'create' && action !== 'replace').map(({ address }) => address),
  );
  return state.unfinished.some(({ address }) => !found.has(address));
}

/** What is known after a run. What an interrupted one was about to create matters while a file or a conflict is left. */
export function remaining({ base, unfinished }: State, { plan, input }: Prepared): State {
  const open = new Set(plan.changes.filter(({ action }) => action === 'conflict').map(({ address }) => address));
  const { entities } = input.broadcast;
  return { base, unfinished: unfinished.filter(({ address }) => entities.has(address) || open.has(address)) };
}

/** What a plan has to know of a target, whether or not that is asked. */
type PlannedTarget = Pick<OpenTarget, 'name' | 'profile' | 'sharedArticleIds' | 'key'> & {
  readonly client: Pick<OpenTarget['client'], 'broadcastId'>;
};

export function planInput(
  config: Config,
  broadcast: Broadcast,
  target: PlannedTarget,
  { state, snapshot, choices }: { state: LoadedState; snapshot: Snapshot; choices: Choices },
): PlanInput {
  const { url } = config.site;
  const { name, profile, sharedArticleIds, client, key } = target;
  return {
    broadcast,
    snapshot,
    base: state.base,
    target: { name, profile, sharedArticleIds, broadcastId: client.broadcastId },
    guard: config.guard.deletes,
    choices,
    digest,
    secretDigest: secretDigest(config, key),
    mediaUrl: (file) => (url === undefined ? undefined : siteUrl(url, file)),
    documentUrl: (address) => {
      const entity = broadcast.entities.get(address);
      return url === undefined || !entity ? undefined : siteUrl(url, `${siteAddress(entity)}/`);
    },
    unfinished: new Map(state.unfinished.map(({ address, kind, leaves }) => [address, { kind, leaves }])),
  };
}

export function secretDigest({ variable }: Config, key: string): (name: string) => string | undefined {
  const keyed = keyedDigest(key);
  return (name) => {
    const value = variable(name);
    return value === undefined || value === '' ? undefined : marked(keyed(value));
  };
}

const siteUrl = (url: string, path: string): string => `${url.replace(/\/$/, '')}/${encodeURI(path)}`;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What --only and --kind leave in a plan. */
export function chosenOnly(patterns: readonly string[], kind: KindName | undefined): Choices['only'] {
  return (address, of) =>
    (kind === undefined || kind === of) &&
    (patterns.length === 0 || patterns.some((pattern) => isAddressMatch(pattern, address)));
}
