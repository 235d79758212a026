/**
 * The live part of the page. While someone is watching, the sections are read again soon after a change, compared with
 * what was sent before, and the rows that differ go to all watchers. Without watchers it does nothing.
 */
import { PacedJob } from '../deliveries/paced-job.ts';
import type { LoggedRequest } from '../request-log.ts';
import { rowsOf, SECTIONS, type SectionName, type SectionParts } from './sections.ts';

/** An update of one section. */
interface SectionChange {
  readonly section: SectionName;
  /** All keys in order; rows with other keys are removed. */
  readonly keys: readonly string[];
  /** The rows that are new or changed. */
  readonly rows: Readonly<Record<string, string>>;
}

type Known = ReadonlyMap<SectionName, ReadonlyMap<string, string>>;

const HEARTBEAT = 15_000;
/** A watcher that is this far behind is disconnected; it reconnects and gets everything again. */
const MOST_WAITING = 100;

export class Live {
  readonly #parts: SectionParts;
  readonly #watchers = new Set<ReadableStreamDefaultController<Uint8Array>>();
  readonly #update = new PacedJob(() => this.#tellChanges(), { soonMs: 50 });
  readonly #stale = new Set<SectionName>();
  #known: Known = new Map();
  #unsubscribe: (() => void)[] = [];

  constructor(parts: SectionParts) {
    this.#parts = parts;
  }

  /** A stream of server-sent events: everything first, then the changes. */
  watch(): ReadableStream<Uint8Array> {
    let watcher: ReadableStreamDefaultController<Uint8Array>;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          watcher = controller;
          if (this.#watchers.size === 0) this.#beginListening();
          this.#watchers.add(controller);
          this.#tell(controller, eventOf('everything', changesBetween(new Map(), this.#known)));
        },
        cancel: () => this.#forget(watcher),
      },
      { highWaterMark: MOST_WAITING },
    );
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  /** Disconnects all watchers, because an open stream would keep the server from closing. */
  close(): void {
    for (const watcher of this.#watchers) {
      this.#forget(watcher);
      watcher.close();
    }
  }

  #beginListening(): void {
    this.#known = read(this.#parts, SECTIONS, new Map());
    const heartbeat = setInterval(() => this.#tellAll(': still here\n\n'), HEARTBEAT).unref();
    this.#unsubscribe = [
      this.#parts.log.onRequest((request) => this.#markStale(changedBy(request))),
      this.#parts.deliveries.onAttempt(() => this.#markStale(['deliveries', 'records'])),
      () => clearInterval(heartbeat),
    ];
  }

  #markStale(sections: readonly SectionName[]): void {
    for (const section of sections) this.#stale.add(section);
    this.#update.ask();
  }

  #tellChanges(): void {
    const before = this.#known;
    this.#known = read(this.#parts, [...this.#stale], before);
    this.#stale.clear();
    const changes = changesBetween(before, this.#known);
    if (changes.length > 0) this.#tellAll(eventOf('changes', changes));
  }

  #tellAll(text: string): void {
    for (const watcher of this.#watchers) this.#tell(watcher, text);
  }

  #tell(watcher: ReadableStreamDefaultController<Uint8Array>, text: string): void {
    if ((watcher.desiredSize ?? 0) > 0) return watcher.enqueue(new TextEncoder().encode(text));
    this.#forget(watcher);
    watcher.error(new Error('too slow'));
  }

  #forget(watcher: ReadableStreamDefaultController<Uint8Array>): void {
    this.#watchers.delete(watcher);
    if (this.#watchers.size > 0) return;
    for (const stop of this.#unsubscribe) stop();
    this.#update.cancel();
    this.#unsubscribe = [];
  }
}

const changedBy = ({ method, status }: LoggedRequest): readonly SectionName[] =>
  method === 'GET' || status >= 400 ? ['requests'] : SECTIONS;

function read(parts: SectionParts, sections: readonly SectionName[], before: Known): Known {
  const rows = sections.map((section) => {
    return [section, new Map(rowsOf(section, parts).map(({ key, html }) => [key, html.text]))] as const;
  });
  return new Map([...before, ...rows]);
}

function changesBetween(before: Known, after: Known): readonly SectionChange[] {
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
