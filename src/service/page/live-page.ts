/**
 * The live part of the page. While someone is watching, the sections are read again soon after a change, compared with
 * what was sent before, and the rows that differ go to all watchers. Without watchers it does nothing.
 */
import type { ServerResponse } from 'node:http';
import { pacedJob } from '../deliveries/paced-job.ts';
import type { ServiceParts } from '../service-parts.ts';
import type { Topic } from '../store/work.ts';
import { rowsOf, SECTIONS, type SectionName } from './sections.ts';

/** An update of one section. */
interface SectionChange {
  readonly section: SectionName;
  /** All keys in order; rows with other keys are removed. */
  readonly keys: readonly string[];
  /** The rows that are new or changed. */
  readonly rows: Readonly<Record<string, string>>;
}

type Shown = ReadonlyMap<SectionName, ReadonlyMap<string, string>>;

const HEARTBEAT = 15_000;
/** A watcher for whom so many bytes wait is disconnected; it reconnects and gets everything again. */
const MOST_WAITING = 1024 * 1024;

export class Live {
  readonly #parts: ServiceParts;
  readonly #watchers = new Set<ServerResponse>();
  readonly #update = pacedJob(() => this.#tellChanges().catch(() => this.close()), { soonMs: 50 });
  readonly #stale = new Set<SectionName>();
  #shown: Shown = new Map();
  #listening: Promise<void> = Promise.resolve();
  #unsubscribe: (() => void)[] = [];

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  /** Sends a stream of server-sent events: everything first, then the changes. */
  watch(watcher: ServerResponse): void {
    this.#watchers.add(watcher);
    watcher.once('close', () => this.#forget(watcher));
    if (this.#watchers.size === 1) this.#listening = this.#beginListening();
    this.#listening
      .then(() => this.#tell(watcher, eventOf('everything', changesBetween(new Map(), this.#shown))))
      .catch(() => watcher.destroy());
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  /**
   * Disconnects all watchers. An open stream would keep the server from closing, and those that could not be told of a
   * change reconnect and get everything again.
   */
  close(): void {
    for (const watcher of this.#watchers) {
      this.#forget(watcher);
      watcher.end();
    }
  }

  async #beginListening(): Promise<void> {
    const heartbeat = setInterval(() => this.#tellAll(': still here\n\n'), HEARTBEAT).unref();
    const { engine, log } = this.#parts;
    this.#unsubscribe = [
      log.onRequest(() => this.#markStale(['requests'])),
      engine.onNews((topic) => this.#markStale(CHANGED_BY[topic])),
      () => clearInterval(heartbeat),
    ];
    this.#shown = await read(this.#parts, SECTIONS, new Map());
  }

  #markStale(sections: readonly SectionName[]): void {
    for (const section of sections) this.#stale.add(section);
    this.#update.ask();
  }

  async #tellChanges(): Promise<void> {
    await this.#listening;
    const before = this.#shown;
    const stale = [...this.#stale];
    this.#stale.clear();
    this.#shown = await read(this.#parts, stale, before);
    const changes = changesBetween(before, this.#shown);
    if (changes.length > 0) this.#tellAll(eventOf('changes', changes));
  }

  #tellAll(text: string): void {
    for (const watcher of this.#watchers) this.#tell(watcher, text);
  }

  #tell(watcher: ServerResponse, text: string): void {
    if (!this.#watchers.has(watcher)) return;
    if (watcher.writableLength < MOST_WAITING) watcher.write(text);
    else watcher.destroy();
  }

  #forget(watcher: ServerResponse): void {
    if (!this.#watchers.delete(watcher) || this.#watchers.size > 0) return;
    for (const stop of this.#unsubscribe) stop();
    this.#update.cancel();
    this.#unsubscribe = [];
  }
}

/** Switching off a webhook is a change of a record that an attempt makes. */
const CHANGED_BY: Readonly<Record<Topic, readonly SectionName[]>> = {
  records: ['broadcasts', 'records', 'deliveries'],
  deliveries: ['deliveries'],
  attempts: ['deliveries', 'records'],
  tenants: ['broadcasts'],
};

async function read(parts: ServiceParts, sections: readonly SectionName[], before: Shown): Promise<Shown> {
  const shown = new Map(before);
  for (const section of sections) {
    const rows = await rowsOf(section, parts);
    shown.set(section, new Map(rows.entries().map(([key, html]) => [key, html.text])));
  }
  return shown;
}

function changesBetween(before: Shown, after: Shown): readonly SectionChange[] {
  return [...after].flatMap(([section, rows]) => {
    const old = before.get(section);
    const different = [...rows].filter(([key, text]) => old?.get(key) !== text);
    const keys = [...rows.keys()];
    if (different.length === 0 && keys.join() === [...(old?.keys() ?? [])].join()) return [];
    return [{ section, keys, rows: Object.fromEntries(different) }];
  });
}

const eventOf = (name: string, changes: readonly SectionChange[]): string =>
  `event: ${name}\ndata: ${JSON.stringify(changes)}\n\n`;
