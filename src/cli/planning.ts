/** From a repository and a target to a plan: reads all three sides and hands them to the differ. */
import type { Config } from '../config/config.ts';
import { isError } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { gitIn } from '../git/git.ts';
import { lacksCommit } from '../git/lacks-commit.ts';
import { isAddressMatch } from './address-pattern.ts';
import { fileKinds, type KindName } from '../kinds/registry.ts';
import type { Broadcast } from '../model/broadcast.ts';
import { checkContent, type Checked } from '../model/check-content.ts';
import { siteAddress } from '../model/rules/broadcast/identities.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { Choices, PlanInput, Renamed } from '../plan/context.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { Change, Plan } from '../plan/plan.ts';
import { marked } from '../plan/secrets.ts';
import { readSnapshot } from '../remote/snapshot.ts';
import { digest, keyedDigest } from '../state/digest.ts';
import type { LoadedState, State } from '../state/store.ts';
import { renamedDocuments } from './renames.ts';
import { modelSettings, readRepository, siteUrlOf } from './repository.ts';
import { targetNamed } from './named-target.ts';
import { type OpenTarget } from './target.ts';
import { count } from './views/count.ts';

export interface Prepared {
  readonly plan: Plan;
  readonly snapshot: Snapshot;
  readonly state: LoadedState;
  /** The addresses of the documents that there are. The documents themselves are not needed to apply a plan. */
  readonly addresses: ReadonlySet<string>;
  /** Creations that an interrupted run had begun, and of which this plan says nothing. */
  readonly undecided: ReadonlySet<string>;
}

/** The content of a target, which must be without errors before anything is compared or sent. */
export function readBroadcast(config: Config, cwd: string, target = config.defaultTarget): Broadcast {
  const { name } = targetNamed(config, target);
  return soundBroadcast(checkContent(readRepository(config, cwd, name), modelSettings(config)));
}

export function soundBroadcast({ broadcast, diagnostics }: Checked): Broadcast {
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
): Promise<Prepared & { readonly input: PlanInput }> {
  const state = await target.store.load();
  const since = target.store.lastContent?.();
  const renames = await renamedDocuments(config, { broadcast, base: state.base, since });
  const kinds = fileKinds.map(({ name }) => name);
  const clock = { now: () => Date.now(), sleep: pause };
  const addresses = new Set(broadcast.entities.keys());
  const prepare = async () => {
    const snapshot = await readSnapshot(target.client, { target: target.name, kinds, base: state.base, ...clock });
    const input = planInput(config, broadcast, target, { state, snapshot, choices, renames });
    const undecided = undecidedOnes(state, snapshot, choices);
    return { plan: makePlan(input), snapshot, state, addresses, undecided, input };
  };
  let prepared = await prepare();
  for (const wait of SECOND_LOOKS) {
    if (!mayHaveMissedSomething(prepared)) break;
    await pause(wait);
    prepared = await prepare();
  }
  const plan = { ...(await withWarning(prepared.plan, config, since)), identity: target.identity };
  const notes = state.note === undefined ? plan.notes : [state.note, ...plan.notes];
  return { ...prepared, plan: { ...plan, notes } };
}

/** A checkout that is behind would take back what a colleague has synced, and to the differ that is a change like any. */
async function withWarning(plan: Plan, { root }: Config, since: string | undefined): Promise<Plan> {
  if (since === undefined || plan.changes.length === 0 || !(await lacksCommit(gitIn(root), since))) return plan;
  const warning = `the last sync was made from ${since.slice(0, 10)}, which this checkout lacks: git pull first, or what changed there may be taken back`;
  return { ...plan, notes: [...plan.notes, warning] };
}

/** Lists may lag behind: what an interrupted run was about to create counts as not made only when it stays away. */
const SECOND_LOOKS = [700, 1300];

function mayHaveMissedSomething({ plan, state }: Prepared): boolean {
  const found = new Set(
    plan.changes.filter(({ action }) => action !== 'create' && action !== 'replace').map(({ address }) => address),
  );
  return state.unfinished.some(({ address }) => !found.has(address));
}

/**
 * What is known after a run. What an interrupted one was about to create matters as long as a file stands for it, or
 * something is left to be done about it; otherwise it would be looked for in every plan to come.
 */
export function remaining({ base, unfinished }: State, { plan, addresses, undecided }: Prepared): State {
  const isLeft = ({ action, id = '' }: Change): boolean =>
    action === 'conflict' || action === 'manual' || (action === 'delete' && base.deleted?.has(id) !== true);
  const open = new Set(plan.changes.filter(isLeft).map(({ address }) => address));
  const matters = ({ address }: { readonly address: string }): boolean =>
    addresses.has(address) || open.has(address) || undecided.has(address);
  return { base, unfinished: unfinished.filter(matters) };
}

/** Of these creations nothing could be found out: their kind could not be read, or was not asked for. */
function undecidedOnes({ unfinished }: State, { kinds }: Snapshot, { only }: Choices): ReadonlySet<string> {
  const open = unfinished.filter(({ address, kind }) => kinds.get(kind)?.type === 'unknown' || !only(address, kind));
  return new Set(open.map(({ address }) => address));
}

interface Compared {
  readonly state: LoadedState;
  readonly snapshot: Snapshot;
  readonly choices: Choices;
  readonly renames: ReadonlyMap<string, Renamed>;
}

/** What a plan has to know of a target, whether or not that is asked. */
type PlannedTarget = Pick<OpenTarget, 'name' | 'profile' | 'sharedArticleIds' | 'key'> & {
  readonly client: Pick<OpenTarget['client'], 'broadcastId'>;
};

export function planInput(
  config: Config,
  broadcast: Broadcast,
  target: PlannedTarget,
  { state, snapshot, choices, renames }: Compared,
): PlanInput {
  const url = siteUrlOf(config, target.name);
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
    renames,
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

/** Every address that means something: of a file, or of what a file stood for. */
export const addressesIn = ({ entities }: Broadcast, { base }: State): ReadonlySet<string> =>
  new Set([...entities.keys(), ...base.entries.keys()]);

/** What --only and --kind leave in a plan. */
export function chosenOnly(patterns: readonly string[], kind: KindName | undefined): Choices['only'] {
  return (address, of) =>
    (kind === undefined || kind === of) &&
    (patterns.length === 0 || patterns.some((pattern) => isAddressMatch(pattern, address)));
}
