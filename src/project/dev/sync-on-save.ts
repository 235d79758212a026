/** Pushes saves, shortly after the last one and one run at a time, and knows which documents are on the target. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expectedError } from '../../machine/disk-failure.ts';
import { replaceFile } from '../../machine/replace-file.ts';
import { UserError, assertNever } from '../../diagnostics/errors.ts';
import { capabilities } from '../../kinds/capabilities.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { Broadcast, Entity } from '../../model/broadcast.ts';
import type { DocumentState, SyncNotice, SyncView } from '../../preview/preview-site.ts';
import { openTarget, type OpenTarget } from '../../target/open-target.ts';
import type { Config } from '../../config/config.ts';
import type { LiveSite } from '../../preview/live-site.ts';
import type { Outside } from '../outside.ts';
import type { TargetOptions } from '../calls/shared-options.ts';
import { nameOf } from '../../repository/repository.ts';
import { targetNamed } from '../../repository/load-config.ts';
import type { Result } from '../../apply/run.ts';
import type { Change, Plan } from '../../plan/plan.ts';
import type { Lock } from '../../state/file/lock.ts';
import { preparePlan, remaining, withDigest, type Prepared } from '../planning/planning.ts';
import { refusePlan } from '../planning/refuse-plan.ts';
import type { Again } from '../sync/rounds.ts';
import { runPlan } from '../sync/run-plan.ts';
import { resume } from '../../state/resume.ts';
import { thisRun, whileLocked } from '../../target/this-run.ts';
import { incompleteWords } from '../planning/plan-report.ts';
import { NO_CHOICES } from '../../plan/context.ts';

interface SyncEvents extends Pick<SavePusherOptions, 'mayDelete'> {
  /** The service of this machine, which nobody else uses. */
  readonly isEmbedded: boolean;
  readonly waiting: WaitingMark | undefined;
  readonly onView: (view: SyncView) => void;
  readonly onPushed: (changes: readonly { readonly action: string; readonly address: string }[]) => void;
  readonly onNotice: (notice: SyncNotice) => void;
  readonly now: () => number;
}

/** Long enough for an editor that saves several files, or a person who saves twice. */
const PAUSE = 150;

export class SyncOnSave {
  readonly #target: OpenTarget;
  readonly #events: SyncEvents;
  readonly #pusher: SavePusher;
  #view: SyncView;
  #wanted: Broadcast | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  readonly #stopping = new AbortController();
  #isByHand = false;
  /** The documents as they were last known to be on the target. */
  #pushed: ReadonlyMap<string, Entity> = new Map();

  constructor(config: SavePusherOptions['config'], target: OpenTarget, events: SyncEvents) {
    this.#target = target;
    this.#events = events;
    this.#pusher = new SavePusher({ config, target, mayDelete: events.mayDelete, stopping: this.#stopping.signal });
    this.#view = { status: 'idle', target: target.name, notices: [] };
  }

  get view(): SyncView {
    return this.#view;
  }

  /** Saves wait for `send`. */
  get isByHand(): boolean {
    return this.#isByHand;
  }

  /** Call it when the files are valid and have this content. */
  push(broadcast: Broadcast): void {
    if (this.#stopping.signal.aborted) return;
    this.#wanted = broadcast;
    if (this.#isByHand) this.#events.waiting?.set();
    clearTimeout(this.#timer);
    this.#show({ status: this.#running ? 'syncing' : this.#isByHand ? 'held' : 'waiting' });
    if (this.#isByHand) return;
    this.#timer = setTimeout(() => this.#start(), PAUSE);
  }

  /** Call it when the files have errors: nothing is pushed until they are fixed. */
  hold(): void {
    clearTimeout(this.#timer);
    this.#wanted = undefined;
    if (!this.#running) this.#show({ status: 'idle' });
  }

  /** From now on saves wait for `send`, since somebody edits in a page: others see that target. */
  waitForSend(): void {
    if (this.#events.isEmbedded) return;
    this.#isByHand = true;
    clearTimeout(this.#timer);
    if (this.#wanted) this.#events.waiting?.set();
    if (this.#wanted && !this.#running) this.#show({ status: 'held' });
  }

  /** With the digest that `send` needs. */
  async plan(broadcast: Broadcast): Promise<Plan> {
    const plan = await this.#pusher.plan(broadcast);
    if (plan.changes.length === 0 && plan.refusals.length === 0) this.#events.waiting?.clear();
    return plan;
  }

  /** True if edits of an earlier run still wait, and were not sent in another way. Without a broadcast, nobody can tell. */
  async hasWaiting(broadcast: Broadcast | undefined): Promise<boolean> {
    const { waiting } = this.#events;
    if (broadcast && waiting?.isSet()) await this.plan(broadcast).catch(() => {});
    return waiting?.isSet() ?? false;
  }

  /** Carries out the plan with this digest, and no other. */
  async send(broadcast: Broadcast, digest: string): Promise<Pushed> {
    while (this.#running) await this.#running;
    this.#wanted = broadcast;
    this.#show({ status: 'syncing' });
    const sending = this.#pusher.push(broadcast, digest);
    const isDone = (): void => (this.#running = undefined);
    this.#running = sending.then(isDone, isDone);
    try {
      const pushed = await sending;
      if (this.#wanted === broadcast) {
        this.#wanted = undefined;
        this.#events.waiting?.clear();
      }
      this.#settle(broadcast, pushed);
      return pushed;
    } finally {
      if (this.#wanted) this.#show({ status: 'held' });
    }
  }

  stateOf(entity: Entity): DocumentState {
    const { profile, sharedArticleIds } = this.#target;
    const { reach } = capabilities(kindNamed(entity.kind), profile, { sharedArticleIds });
    if (reach === 'site' || reach === 'read' || (reach === 'bound' && entity.local.id === undefined)) return 'local';
    const notice = this.#view.notices.find(({ address }) => address === entity.address);
    if (notice?.kind === 'drift') return 'drifted';
    if (notice?.kind === 'conflict') return 'conflict';
    return !notice && this.#pushed.get(entity.address) === entity ? 'in-sync' : 'pending';
  }

  /** Waits for a run in progress; returns the addresses of saved documents that are not on the target. */
  async stop(): Promise<readonly string[]> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
    const { entities } = this.#wanted ?? { entities: new Map<string, Entity>() };
    const gone = [...this.#pushed.keys()].filter((address) => !entities.has(address));
    const open = [...entities.values()].filter((entity) => this.stateOf(entity) === 'pending');
    return this.#wanted ? [...open.map(({ address }) => address), ...gone] : [];
  }

  #start(): void {
    if (this.#running) return; // It checks again when it is done.
    this.#running = this.#runAll().finally(() => (this.#running = undefined));
  }

  async #runAll(): Promise<void> {
    while (this.#wanted && !this.#stopping.signal.aborted && !this.#isByHand) {
      const broadcast = this.#wanted;
      this.#show({ status: 'syncing' });
      try {
        this.#settle(broadcast, await this.#pusher.push(broadcast));
      } catch (error) {
        const expected = expectedError(error);
        const reason = expected ? withSuggestion(expected) : String(error);
        this.#stopWith({ address: '', kind: 'failed', message: reason });
      }
      if (this.#wanted === broadcast) this.#wanted = undefined;
    }
    if (this.#wanted && this.#isByHand) this.#show({ status: 'held' });
  }

  #settle(broadcast: Broadcast, { changes, notices, uncompared }: Pushed): void {
    if (changes) this.#events.onPushed(changes);
    const open = new Set([...notices.map(({ address }) => address), ...uncompared]);
    this.#pushed = new Map([...broadcast.entities].filter(([address]) => !open.has(address)));
    const reported = new Set(this.#view.notices.map(noticeKey));
    for (const notice of notices) if (!reported.has(noticeKey(notice))) this.#events.onNotice(notice);
    const last = { at: this.#events.now(), pushed: changes?.length ?? 0 };
    this.#view = { status: 'idle', target: this.#target.name, last, notices };
    this.#events.onView(this.#view);
  }

  #stopWith(notice: SyncNotice): void {
    this.#events.onNotice(notice);
    this.#show({ status: 'stopped', notices: [...this.#view.notices.filter(({ kind }) => kind !== 'failed'), notice] });
  }

  #show(change: Partial<SyncView>): void {
    this.#view = { ...this.#view, ...change };
    this.#events.onView(this.#view);
  }
}

const noticeKey = ({ address, kind, message }: SyncNotice): string => `${kind} ${address} ${message}`;

const withSuggestion = ({ message, suggestion }: Pick<UserError, 'message' | 'suggestion'>): string =>
  suggestion === undefined ? message : `${message}; ${suggestion}`;

/** The target that saves are pushed to, with the consent of the person who started `dev`. */
interface SavesOptions extends TargetOptions {
  readonly approve?: boolean | undefined;
}

/** Undefined if the person declines. */
export async function openForSaves(
  config: Config,
  live: LiveSite,
  outside: Outside,
  options: SavesOptions,
): Promise<OpenTarget | undefined> {
  const target = targetNamed(config, options.target);
  if (target.type !== 'embedded' && !options.approve) {
    const { name, baseUrl } = target;
    if (!outside.confirm) {
      throw new UserError(
        `every save would be pushed to ${name}; this is not a terminal, so gitcast cannot ask for confirmation`,
        {
          suggestion: 'add --yes to allow it, or --no-sync to preview only',
        },
      );
    }
    if (!(await outside.confirm({ type: 'push-saves', target: name, baseUrl }))) return undefined;
  }
  return openTarget(config, outside, { ...options, broadcastName: nameOf(live.engine.broadcast) });
}

/** Remembers that edits for a target wait until a person has seen their plan, also after `dev` ended. */
interface WaitingMark {
  readonly isSet: () => boolean;
  readonly set: () => void;
  readonly clear: () => void;
}

/** Undefined for the embedded service, for which nothing waits. */
export function waitingMark(config: Config, name: string): WaitingMark | undefined {
  if (targetNamed(config, name).type === 'embedded') return undefined;
  const file = join(config.root, '.gitcast', 'waiting', name);
  return {
    isSet: () => existsSync(file),
    set: () => replaceFile(file, ''),
    clear: () => rmSync(file, { force: true }),
  };
}

interface SyncedTarget {
  readonly target: OpenTarget;
  readonly waiting: WaitingMark | undefined;
}

export function syncTo(
  config: () => Config,
  { target, waiting }: SyncedTarget,
  live: LiveSite,
  outside: Outside,
): SyncOnSave {
  const { onEvent, confirm, now } = outside;
  const isEmbedded = targetNamed(config(), target.name).type === 'embedded';
  const sync = new SyncOnSave(config, target, {
    isEmbedded,
    waiting,
    onView: (view) => live.setSync(view),
    onPushed: (changes) => onEvent({ type: 'saves-pushed', target: target.name, changes }),
    onNotice: (notice) => onEvent({ type: 'sync-notice', target: target.name, notice }),
    async mayDelete(addresses) {
      const asked = { target: target.name, addresses };
      if (isEmbedded || (await confirm?.({ type: 'delete-objects', ...asked }))) return true;
      onEvent({ type: 'deletions-declined', ...asked });
      return false;
    },
    now: () => now().getTime(),
  });
  live.setSync(sync.view);
  return sync;
}

/**
 * One run for the latest saves. Changes made on the target since the last sync are shown and never overwritten. Before
 * anything is deleted on a target that others use, a person is asked.
 */

interface SavePusherOptions {
  /** The current one: its content folder can change. */
  readonly config: () => Config;
  readonly target: OpenTarget;
  /** Asks for permission to delete these on the target. */
  readonly mayDelete: (addresses: readonly string[]) => Promise<boolean>;
  /** Ends the wait for objects that the target does not show yet. */
  readonly stopping?: AbortSignal;
}

export interface Pushed {
  /** The changes made on the target; undefined if there was nothing to do. */
  readonly changes?: readonly Result[];
  /** Changes that are left to a person. */
  readonly notices: readonly SyncNotice[];
  /** Documents that could not be compared with the target. */
  readonly uncompared: readonly string[];
}

export class SavePusher {
  readonly #options: SavePusherOptions;
  /** Objects whose deletion was declined. They stay until the files have the document again. */
  #kept = new Set<string>();

  constructor(options: SavePusherOptions) {
    this.#options = options;
  }

  async plan(broadcast: Broadcast): Promise<Plan> {
    const { config, target } = this.#options;
    return withDigest((await preparePlan(config(), broadcast, target, NO_CHOICES)).plan);
  }

  /** `approved`: the digest of the plan that a person has seen; by default, whatever the files ask for. */
  async push(broadcast: Broadcast, approved?: string): Promise<Pushed> {
    const { config, target } = this.#options;
    return whileLocked(target.store.lock(thisRun(config(), 'dev')), async (lock) => {
      await resume(target.store, lock, target.clock.now);
      const prepared = await (approved === undefined
        ? this.#prepare(broadcast)
        : this.#prepareApproved(broadcast, approved));
      const { plan, snapshot, state } = prepared;
      refusePlan(plan, snapshot, { force: false, elsewhere: 'sync' });
      const open = plan.changes.flatMap(noticeOf);
      const incomplete = incompleteWords(plan);
      const notices: readonly SyncNotice[] =
        incomplete === undefined ? open : [...open, { address: '', kind: 'incomplete', message: incomplete }];
      if (plan.changes.length > open.length) return this.#run(prepared, { broadcast, notices, lock });
      if (state.interrupted) await target.store.save(remaining(state, plan), lock);
      return { notices, uncompared: plan.uncompared ?? [] };
    });
  }

  async #prepare(broadcast: Broadcast): Promise<Prepared> {
    const { config, target, mayDelete } = this.#options;
    const only = (address: string): boolean => !this.#kept.has(address);
    this.#kept = new Set([...this.#kept].filter((address) => !broadcast.entities.has(address)));
    const prepared = await preparePlan(config(), broadcast, target, { ...NO_CHOICES, only });
    const deleted = prepared.plan.changes.flatMap(({ action, address }) => (action === 'delete' ? [address] : []));
    if (deleted.length === 0 || (await mayDelete(deleted))) return prepared;
    for (const address of deleted) this.#kept.add(address);
    return preparePlan(config(), broadcast, target, { ...NO_CHOICES, only });
  }

  async #prepareApproved(broadcast: Broadcast, approved: string): Promise<Prepared> {
    const { config, target } = this.#options;
    const prepared = await preparePlan(config(), broadcast, target, NO_CHOICES);
    if (withDigest(prepared.plan).digest === approved) return prepared;
    throw new UserError('the plan changed since it was shown, so nothing was sent', {
      suggestion: 'look at the new plan, then send it',
    });
  }

  async #run(
    prepared: Prepared,
    { broadcast, notices, lock }: { broadcast: Broadcast; notices: readonly SyncNotice[]; lock: Lock },
  ): Promise<Pushed> {
    const { config, target, stopping } = this.#options;
    const { now, sleep } = target.clock;
    const prepare: Again['prepare'] = (addresses) =>
      preparePlan(config(), broadcast, target, { ...NO_CHOICES, only: (address) => addresses.has(address) });
    const { results, stopped } = await runPlan({
      config: config(),
      target,
      lock,
      plan: prepared.plan,
      prepared,
      signal: new AbortController().signal,
      onEvent: () => {},
      allowReplace: false,
      again: { prepare, wait: true, now, sleep: (milliseconds) => sleep(milliseconds, stopping) },
    });
    if (stopped) throw stopped;
    const failed = results.filter(
      ({ outcome, until }) => outcome === 'failed' || outcome === 'skipped' || until !== undefined,
    );
    return {
      changes: results.filter(({ outcome }) => outcome === 'applied'),
      notices: [...notices, ...failed.map(failureOf)],
      uncompared: prepared.plan.uncompared ?? [],
    };
  }
}

/** The notice of a change that a run leaves to a person. */
function noticeOf({ address, action, reason }: Change): readonly SyncNotice[] {
  switch (action) {
    case 'drift':
    case 'conflict':
    case 'manual':
      return [{ address, kind: action, message: reason }];
    case 'create':
    case 'update':
    case 'replace':
    case 'delete':
    case 'adopt':
    case 'move':
    case 'forget':
      return [];
    default:
      return assertNever(action);
  }
}

const failureOf = ({ address, error = 'skipped' }: Result): SyncNotice => ({
  address,
  kind: 'failed',
  message: error,
});
