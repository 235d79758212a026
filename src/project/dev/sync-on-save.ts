/** Pushes saves, shortly after the last one and one run at a time, and knows which documents are on the target. */
import { diskFailure } from '../../machine/disk-failure.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded, type Notation } from '../../diagnostics/wording.ts';
import { capabilities } from '../../kinds/capabilities.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { Broadcast, Entity } from '../../model/broadcast.ts';
import type { DocumentState, SyncNotice, SyncView } from '../../preview/preview-site.ts';
import { openTarget, type OpenTarget } from '../../target/open-target.ts';
import { SavePusher, type Pushed, type SavePusherParts } from './save-pusher.ts';
import type { Config } from '../../config/config.ts';
import type { LiveSite } from '../../preview/live-site.ts';
import type { Outside } from '../outside.ts';
import type { TargetOptions } from '../calls/shared-options.ts';
import { nameOf } from '../../repository/repository.ts';
import { targetNamed } from '../../repository/targets.ts';

interface SyncEvents extends Pick<SavePusherParts, 'mayDelete'> {
  readonly onView: (view: SyncView) => void;
  readonly onPushed: (changes: readonly { readonly action: string; readonly address: string }[]) => void;
  readonly onNotice: (notice: SyncNotice) => void;
  readonly now: () => number;
  readonly notation: Notation;
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
  #isStopped = false;
  /** The documents as they were last known to be on the target. */
  #pushed: ReadonlyMap<string, Entity> = new Map();

  constructor(config: SavePusherParts['config'], target: OpenTarget, events: SyncEvents) {
    this.#target = target;
    this.#events = events;
    this.#pusher = new SavePusher({ config, target, mayDelete: events.mayDelete });
    this.#view = { status: 'idle', target: target.name, notices: [] };
  }

  get view(): SyncView {
    return this.#view;
  }

  /** Call it when the files are valid and have this content. */
  push(broadcast: Broadcast): void {
    if (this.#isStopped) return;
    this.#wanted = broadcast;
    this.#show({ status: this.#running ? 'syncing' : 'waiting' });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#start(), PAUSE);
  }

  /** Call it when the files have errors: nothing is pushed until they are fixed. */
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

  /** Waits for a run in progress; returns the addresses of saved documents that are not on the target. */
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
    if (this.#running) return; // It checks again when it is done.
    this.#running = this.#runAll().finally(() => (this.#running = undefined));
  }

  async #runAll(): Promise<void> {
    while (this.#wanted && !this.#isStopped) {
      const broadcast = this.#wanted;
      this.#show({ status: 'syncing' });
      try {
        this.#settle(broadcast, await this.#pusher.push(broadcast));
      } catch (error) {
        const known = error instanceof UserError ? error : diskFailure(error);
        const reason = known ? withSuggestion(known.in(this.#events.notation)) : String(error);
        this.#stopWith({ address: '', kind: 'failed', message: reason });
      }
      if (this.#wanted === broadcast) this.#wanted = undefined;
    }
  }

  #settle(broadcast: Broadcast, { changes, notices, uncompared }: Pushed): void {
    if (changes) this.#events.onPushed(changes);
    const open = new Set([...notices.map(({ address }) => address), ...uncompared]);
    this.#pushed = new Map([...broadcast.entities].filter(([address]) => !open.has(address)));
    const known = new Set(this.#view.notices.map(noticeKey));
    for (const notice of notices) if (!known.has(noticeKey(notice))) this.#events.onNotice(notice);
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

const withSuggestion = ({ message, suggestion }: ReturnType<UserError['in']>): string =>
  suggestion === undefined ? message : `${message}; ${suggestion}`;

/** The target that saves are pushed to, with the consent of the person who started `dev`. */
interface Asked extends TargetOptions {
  readonly approve?: boolean | undefined;
}

/** Undefined if the person declines. */
export async function openForSaves(
  config: Config,
  live: LiveSite,
  outside: Outside,
  options: Asked,
): Promise<OpenTarget | undefined> {
  const target = targetNamed(config, options.target ?? config.defaultTarget);
  if (target.type !== 'embedded' && !options.approve) {
    const { name, baseUrl } = target;
    if (!outside.confirm) {
      throw new UserError(
        `every save would be pushed to ${name}; this is not a terminal, so gitcast cannot ask for confirmation`,
        {
          suggestion: worded`add ${option('approve')} to allow it, or ${option('sync', false)} to preview only`,
        },
      );
    }
    if (!(await outside.confirm({ type: 'push-saves', target: name, baseUrl }))) return undefined;
  }
  return openTarget(config, outside, { ...options, broadcastName: nameOf(live.engine.broadcast) });
}

export function syncTo(config: () => Config, target: OpenTarget, live: LiveSite, outside: Outside): SyncOnSave {
  const { onEvent, confirm, now, notation } = outside;
  const isEmbedded = targetNamed(config(), target.name).type === 'embedded';
  const sync = new SyncOnSave(config, target, {
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
    notation,
  });
  live.setSync(sync.view);
  return sync;
}
