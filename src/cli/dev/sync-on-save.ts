/**
 * Pushes what was saved, a moment after the last save and one run at a time. What changed on the target meanwhile is
 * shown and never overwritten; what would be deleted on a target that others use is asked for first.
 */
import type { Result } from '../../apply/run.ts';
import type { Config } from '../../config/config.ts';
import { diskFailure } from '../../diagnostics/disk-failure.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { capabilities } from '../../kinds/capabilities.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { Broadcast, Entity } from '../../model/broadcast.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import type { Change, Plan } from '../../plan/plan.ts';
import type { DocumentState, SyncNotice, SyncView } from '../../preview/preview-site.ts';
import { preparePlan, remaining, type Prepared } from '../planning.ts';
import { refusePlan } from '../refuse-plan.ts';
import { runPlan } from '../run-plan.ts';
import type { OpenTarget } from '../target.ts';
import { thisRun } from '../this-run.ts';

export interface SyncEvents {
  readonly onView: (view: SyncView) => void;
  readonly onPushed: (changes: readonly { readonly action: string; readonly address: string }[]) => void;
  readonly onNotice: (notice: SyncNotice) => void;
  /** Whether these may be deleted on the target. */
  readonly mayDelete: (addresses: readonly string[]) => Promise<boolean>;
  readonly now: () => number;
}

/** A pause in which an editor that saves several files, or a person who saves twice, is done. */
const PAUSE = 150;

export class SyncOnSave {
  readonly #config: Config;
  readonly #target: OpenTarget;
  readonly #events: SyncEvents;
  #view: SyncView;
  #wanted: Broadcast | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;
  /** The documents as they were when they were last known to be on the target. */
  #pushed: ReadonlyMap<string, Entity> = new Map();
  /** What somebody did not want to be deleted stays until the files say something else. */
  #kept = new Set<string>();

  constructor(config: Config, target: OpenTarget, events: SyncEvents) {
    this.#config = config;
    this.#target = target;
    this.#events = events;
    this.#view = { status: 'idle', target: target.name, notices: [] };
  }

  get view(): SyncView {
    return this.#view;
  }

  /** The files are valid and say this now. */
  push(broadcast: Broadcast): void {
    if (this.#isStopped) return;
    this.#wanted = broadcast;
    this.#show({ status: this.#running ? 'syncing' : 'waiting' });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#start(), PAUSE);
  }

  /** The files have errors: what waits, waits on. */
  hold(): void {
    clearTimeout(this.#timer);
    this.#wanted = undefined;
    if (!this.#running) this.#show({ status: 'idle' });
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

  /** Lets a run that is under way finish; gives the addresses of what was saved and is not on the target. */
  async stop(): Promise<readonly string[]> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
    const { entities } = this.#wanted ?? { entities: new Map<string, Entity>() };
    const gone = [...this.#pushed.keys()].filter((address) => !entities.has(address));
    const open = [...entities.values()].filter((entity) => this.stateOf(entity) === 'pending');
    return this.#wanted ? [...open.map(({ address }) => address), ...gone] : [];
  }

  #start(): void {
    if (this.#running) return; // It looks again when it is done.
    this.#running = this.#runAll().finally(() => (this.#running = undefined));
  }

  async #runAll(): Promise<void> {
    while (this.#wanted && !this.#isStopped) {
      const broadcast = this.#wanted;
      this.#show({ status: 'syncing' });
      try {
        await this.#run(broadcast);
      } catch (error) {
        const known = error instanceof UserError ? error : diskFailure(error);
        const reason = known ? withSuggestion(known) : String(error);
        this.#stopWith({ address: '', kind: 'failed', message: reason });
      }
      if (this.#wanted === broadcast) this.#wanted = undefined;
    }
  }

  async #run(broadcast: Broadcast): Promise<void> {
    const target = this.#target;
    const lock = await target.store.lock(thisRun(this.#config, 'dev'));
    try {
      const loaded = await target.store.load();
      if (loaded.interrupted) await target.store.save(loaded, lock);
      const prepared = await this.#prepare(broadcast);
      const { plan } = prepared;
      refusePlan(plan, prepared.snapshot, { force: false });
      let pushed: readonly Result[] = [];
      let notices = plan.changes.flatMap(noticeOf);
      if (plan.changes.length > notices.length) {
        const summary = await runPlan({
          config: this.#config,
          target,
          lock,
          plan,
          prepared,
          signal: new AbortController().signal,
          reporter: QUIET,
          options: { 'allow-replace': false },
        });
        if (summary.stopped) throw summary.stopped;
        pushed = summary.results.filter(({ outcome }) => outcome === 'applied');
        const failed = summary.results.filter(({ outcome }) => outcome === 'failed' || outcome === 'skipped');
        notices = [
          ...notices,
          ...failed.map(({ address, error = 'it was left out' }): SyncNotice => ({
            address,
            kind: 'failed',
            message: error,
          })),
        ];
        this.#events.onPushed(pushed);
      } else if (prepared.state.interrupted) {
        await target.store.save(remaining(prepared.state, prepared), lock);
      }
      this.#settle(broadcast, plan, { pushed: pushed.length, notices });
    } finally {
      await lock.release();
    }
  }

  async #prepare(broadcast: Broadcast): Promise<Prepared> {
    const only = (address: string): boolean => !this.#kept.has(address);
    this.#kept = new Set([...this.#kept].filter((address) => !broadcast.entities.has(address)));
    const prepared = await preparePlan(this.#config, broadcast, this.#target, { ...NO_CHOICES, only });
    const doomed = prepared.plan.changes.flatMap(({ action, address }) => (action === 'delete' ? [address] : []));
    if (doomed.length === 0 || (await this.#events.mayDelete(doomed))) return prepared;
    for (const address of doomed) this.#kept.add(address);
    return preparePlan(this.#config, broadcast, this.#target, { ...NO_CHOICES, only });
  }

  #settle(
    broadcast: Broadcast,
    plan: Plan,
    { pushed, notices }: { pushed: number; notices: readonly SyncNotice[] },
  ): void {
    const open = new Set(notices.map(({ address }) => address));
    this.#pushed = new Map([...broadcast.entities].filter(([address]) => !open.has(address)));
    const known = new Set(this.#view.notices.map(nameOf));
    for (const notice of notices) if (!known.has(nameOf(notice))) this.#events.onNotice(notice);
    const last = { at: this.#events.now(), pushed };
    this.#view = { status: 'idle', target: plan.target, last, notices };
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

const QUIET = { begin: () => {}, done: () => {}, waiting: () => {}, remark: () => {}, end: () => {} };

const nameOf = ({ address, kind, message }: SyncNotice): string => `${kind} ${address} ${message}`;

/** What a run leaves to a person. */
function noticeOf({ address, action, reason }: Change): readonly SyncNotice[] {
  switch (action) {
    case 'drift':
    case 'conflict':
    case 'manual':
      return [{ address, kind: action, message: reason }];
    default:
      return [];
  }
}

const withSuggestion = ({ message, suggestion }: UserError): string =>
  suggestion === undefined ? message : `${message}; ${suggestion}`;
