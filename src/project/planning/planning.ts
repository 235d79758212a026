/** From a repository and a target to a plan: reads files, target and state, and passes them to the differ. */
import type { Config } from '../../config/config.ts';
import { isError, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { fileKinds, type KindName } from '../../kinds/registry.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import { checkContent, type Checked } from '../../model/check-content.ts';
import { siteAddress } from '../../model/site-paths.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { type Choices, type OpenIntent, type PlanInput, NO_CHOICES, type Renamed } from '../../plan/context.ts';
import { makePlan } from '../../plan/make-plan.ts';
import type { Plan } from '../../plan/plan.ts';
import { marked } from '../../plan/fields/secrets.ts';
import { digestOf } from '../../plan/approval.ts';
import { snapshotOf, type ReadKinds } from '../../remote/read-snapshot.ts';
import { digest, keyedDigest } from '../../values/digest.ts';
import type { LoadedState, State } from '../../state/store.ts';
import { withLastSync } from './last-sync.ts';
import { goesForward } from '../going-back.ts';
import { mediaProblems } from '../check/media-problems.ts';
import { modelSettings, readRepository, siteUrlOf, nameOf } from '../../repository/repository.ts';
import { type OpenTarget, withTarget } from '../../target/open-target.ts';
import { count } from '../../diagnostics/count.ts';
import { targetNamed } from '../../repository/load-config.ts';
import type { ChoiceOptions, TargetOptions } from '../calls/shared-options.ts';
import { isAddressMatch } from '../files/address-pattern.ts';
import { findFileKind } from '../files/find-kind.ts';
import { join } from 'node:path';
import { place } from '../../content/placement.ts';
import { renamesSince } from '../../git/content.ts';
import { fetchCommit } from '../../git/fetch-commit.ts';
import type { Base } from '../../model/base.ts';
import { gitOf } from '../../repository/project-git.ts';
import type { Outside } from '../outside.ts';

export interface Prepared {
  readonly plan: Plan;
  readonly snapshot: Snapshot;
  readonly state: LoadedState;
}

/** The content of a target, which must have no errors before anything is compared or sent. */
export async function readBroadcast(config: Config, cwd: string, target = config.defaultTarget): Promise<Broadcast> {
  const { name } = targetNamed(config, target);
  // Warnings are for `validate`: looking for them would take as long as the plan itself.
  return soundBroadcast(checkContent(readRepository(config, cwd, name), modelSettings(config), { errorsOnly: true }));
}

/** The content of a target that is about to be sent: the app shows its media from the site, which must have them. */
export async function readSendable(config: Config, cwd: string, target?: string): Promise<Broadcast> {
  const broadcast = await readBroadcast(config, cwd, target);
  refuseErrors(await mediaProblems([broadcast], cwd));
  return broadcast;
}

export function soundBroadcast({ broadcast, diagnostics }: Checked): Broadcast {
  refuseErrors(diagnostics);
  return broadcast;
}

function refuseErrors(diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(isError);
  if (errors.length === 0) return;
  throw new UserError(`the content has ${count(errors.length, 'error')}`, {
    diagnostics: errors,
    suggestion: 'fix them first; gitcast validate shows the warnings too',
  });
}

/** A target, and the content that is compared with it. */
export interface Opened {
  readonly config: Config;
  readonly broadcast: Broadcast;
  readonly target: OpenTarget;
}

/** Opens a target during the call, with the content of its files. */
export async function withContent<T>(
  config: Config,
  outside: Outside,
  options: TargetOptions,
  act: (opened: Opened) => Promise<T>,
): Promise<T> {
  const broadcast = await readBroadcast(config, outside.folder, options.target);
  return withTarget(config, outside, { ...options, broadcastName: nameOf(broadcast) }, (target) =>
    act({ config, broadcast, target }),
  );
}

/** The state after the last sync, the objects of its kinds and of `more` as they are now, and how to read others. */
export async function readTarget(
  { client, name, store, settle, clock }: OpenTarget,
  more: readonly KindName[] = [],
): Promise<{ readonly state: LoadedState; readonly read: ReadKinds }> {
  const state = await store.load();
  const read = snapshotOf(client, { target: name, base: state.base, now: clock.now, settle });
  const managed = [...state.base.entries.values(), ...state.unfinished].map(({ kind }) => kind);
  await read(['broadcast', ...managed, ...more]);
  return { state, read };
}

/** `kinds`: all of them for everything that speaks of what no file has, also those without documents. */
export async function preparePlan(
  config: Config,
  broadcast: Broadcast,
  target: OpenTarget,
  choices: Choices,
  kinds: readonly KindName[] = [...broadcast.byKind.keys()],
): Promise<Preparation> {
  return comparePlan(config, { broadcast, ...(await readTarget(target, kinds)) }, target, choices);
}

type Preparation = Prepared & { readonly input: PlanInput };

/** Kinds without documents and without managed objects are read only if something is deleted that they may point to. */
export async function comparePlan(
  config: Config,
  { broadcast, state, read }: Awaited<ReturnType<typeof readTarget>> & { readonly broadcast: Broadcast },
  target: OpenTarget,
  choices: Choices,
): Promise<Preparation> {
  const { store, identity } = target;
  const renames = await renamedDocuments(config, { broadcast, base: state.base, since: store.lastContent?.() });
  const inputOf = (snapshot: Snapshot): PlanInput =>
    planInput(config, broadcast, target, { state, snapshot, choices, renames });
  let input = inputOf(await read(broadcast.byKind.keys()));
  let bare = makePlan(input);
  if (bare.changes.some(({ action }) => action === 'delete' || action === 'replace')) {
    input = inputOf(await read(EVERY_KIND));
    bare = makePlan(input);
  }
  const compared = await withLastSync(bare, { base: state.base, store });
  const refusals = [...target.secrets.refusals(compared), ...compared.refusals];
  const made = await goesForward({ ...compared, refusals }, config, target, choices);
  const notes = state.note === undefined ? made.notes : [state.note, ...made.notes];
  return { plan: { ...made, identity, notes }, snapshot: input.snapshot, state, input };
}

/** A plan with the digest by which people approve it. One that nobody is shown does without, since it covers every value. */
export function withDigest(plan: Plan): Plan {
  const found = digestOf(plan, digest);
  return found === undefined ? plan : { ...plan, digest: found };
}

export const EVERY_KIND = fileKinds.map((kind) => kind.name);

/** The state after planning, without the intents that the plan found to have had no effect. */
export function remaining({ base, unfinished }: State, { absent }: Plan): State {
  const gone = new Set(absent);
  return { base, unfinished: unfinished.filter((intent) => !gone.has(intent.idempotencyKey)) };
}

/** The facts about a target that a plan needs, online or offline. */
type PlannedTarget = Pick<OpenTarget, 'name' | 'profile' | 'sharedArticleIds' | 'key' | 'settle' | 'clock'> & {
  readonly client: Pick<OpenTarget['client'], 'broadcastId'>;
};

export function planInput(
  config: Config,
  broadcast: Broadcast,
  target: PlannedTarget,
  { state, ...compared }: Pick<PlanInput, 'snapshot' | 'choices' | 'renames'> & { readonly state: LoadedState },
): PlanInput {
  const url = siteUrlOf(config, target.name);
  const { name, profile, sharedArticleIds, client, key } = target;
  return {
    ...compared,
    broadcast,
    base: state.base,
    target: {
      name,
      profile,
      sharedArticleIds,
      takesExamples: config.targets[name]?.type === 'embedded',
      broadcastId: client.broadcastId,
    },
    guard: config.guard.deletes,
    digest,
    secretDigest: secretDigest(config, key),
    mediaUrl: (file) => (url === undefined ? undefined : siteUrl(url, file)),
    documentUrl: (address) => {
      const entity = broadcast.entities.get(address);
      return url === undefined || !entity ? undefined : siteUrl(url, `${siteAddress(entity)}/`);
    },
    pageUrl: (path) => (url === undefined ? undefined : siteUrl(url, path.slice(1))),
    intents: openIntents(state, target),
  };
}

/** An intent without a time is from a run that was not resumed yet, and may have been sent just now. */
function openIntents({ unfinished }: State, { settle, clock }: PlannedTarget): readonly OpenIntent[] {
  const now = clock.now();
  return unfinished.map(
    ({ type: _, at: _at, leftBy = now, confirmed, idempotencyKey, replaces = [], naturalKey = {}, ...intent }) => ({
      ...intent,
      key: idempotencyKey,
      replaces,
      naturalKey,
      // The clock of another machine may be ahead of ours; nothing was sent later than now.
      settlesAt: Math.min(leftBy, now) + settle,
      ...(confirmed && { confirmed }),
    }),
  );
}

export function secretDigest({ variable }: Config, key: string): (name: string) => string | undefined {
  const keyed = keyedDigest(key);
  return (name) => {
    const value = variable(name);
    return value === undefined || value === '' ? undefined : marked(keyed(value));
  };
}

const siteUrl = (url: string, path: string): string => `${url.replace(/\/$/, '')}/${encodeURI(path)}`;

/** Every known address: of a document in the files, or of one that the state remembers. */
export const addressesIn = ({ entities }: Broadcast, { base }: State): ReadonlySet<string> =>
  new Set([...entities.keys(), ...base.entries.keys()]);

interface PlanChoices extends ChoiceOptions {
  /** Patterns of documents to create even if the target may already have them. */
  readonly create?: readonly string[] | undefined;
}

export function choicesOf({ only = [], create = [], allowDeletes, allowEmpty, ...chosen }: PlanChoices): Choices {
  return {
    only: chosenOnly(only),
    create: (address) => create.some((pattern) => isAddressMatch(pattern, address)),
    ours: chosen.ours ?? NO_CHOICES.ours,
    overwriteDrift: chosen.overwriteDrift ?? NO_CHOICES.overwriteDrift,
    allowReplace: chosen.allowReplace ?? NO_CHOICES.allowReplace,
    allowRollback: chosen.allowRollback ?? NO_CHOICES.allowRollback,
    ...(allowDeletes !== undefined && { allowDeletes }),
    ...(allowEmpty && { allowEmpty: allowEmpty.map((name) => findFileKind(name).name) }),
  };
}

/** Selects the documents that match the patterns. */
export const chosenOnly =
  (patterns: readonly string[]): Choices['only'] =>
  (address) =>
    patterns.length === 0 || patterns.some((pattern) => isAddressMatch(pattern, address));

interface Compared {
  readonly broadcast: Broadcast;
  readonly base: Base;
  /** The content commit of the last run, if the store knows it. */
  readonly since: string | undefined;
}

/** The documents whose files git sees as renamed since the last run, by the new address. Git is asked only if one address is gone and another is new. */
export async function renamedDocuments(
  config: Config,
  { broadcast: { entities }, base, since }: Compared,
): Promise<ReadonlyMap<string, Renamed>> {
  const isNew = [...entities.keys()].some((address) => !base.entries.has(address));
  const isGone = [...base.entries.keys()].some((address) => !entities.has(address));
  if (since === undefined || !isNew || !isGone) return new Map();
  const git = gitOf(config);
  if (!(await fetchCommit(git, since, config.stateRemote))) return new Map();
  const renames = await renamesSince(git, since, join(config.root, config.content));
  return new Map(
    renames.flatMap(({ from, to, similarity }) => {
      const [old, now] = [place(from), place(to)];
      const isDocument = old.type === 'document' && now.type === 'document' && old.kind === now.kind;
      return isDocument ? [[now.address, { from: old.address, similarity }] as const] : [];
    }),
  );
}
