/** The open pages, and the stream of server-sent events that each of them listens to. */
import type { PreviewChange, PreviewSite } from '../preview-site.ts';
import { newsFor, pageAt, pageState, type PageState } from './page-state.ts';

/** The first message to a page. */
export interface Hello {
  readonly boot: string;
  readonly state: PageState;
}

interface Watcher {
  readonly pathname: string;
  /** The file it shows. */
  page: string;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
}

const HEARTBEAT = 15_000;
/** A page that is this far behind is disconnected; it reconnects automatically and catches up. */
const MOST_WAITING = 100;

export class Live {
  readonly #site: PreviewSite;
  readonly #boot: string;
  readonly #watchers = new Set<Watcher>();
  readonly #onCount: (count: number) => void;
  readonly #stop: () => void;

  constructor(site: PreviewSite, { boot, onCount }: { boot: string; onCount: (count: number) => void }) {
    this.#site = site;
    this.#boot = boot;
    this.#onCount = onCount;
    const unsubscribe = site.onChange((change) => this.#tellChange(change));
    const heartbeat = setInterval(() => this.#tellAll(() => ': still here\n\n'), HEARTBEAT).unref();
    this.#stop = () => {
      unsubscribe();
      clearInterval(heartbeat);
    };
  }

  get count(): number {
    return this.#watchers.size;
  }

  /** First the current revision, from which a page sees whether it missed anything. Then the changes. */
  watch(pathname: string): ReadableStream<Uint8Array> {
    let watcher: Watcher;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          watcher = { pathname, page: pageAt(this.#site, pathname), controller };
          this.#watchers.add(watcher);
          this.#onCount(this.count);
          const hello: Hello = { boot: this.#boot, state: pageState(this.#site, pathname) };
          this.#tell(watcher, `retry: 300\n${eventOf('hello', hello)}`);
        },
        cancel: () => this.#forget(watcher),
      },
      { highWaterMark: MOST_WAITING },
    );
  }

  /** Disconnects all pages, because an open stream would keep the server from closing. */
  close(): void {
    this.#stop();
    for (const watcher of this.#watchers) {
      this.#forget(watcher);
      watcher.controller.close();
    }
  }

  #tellChange(change: PreviewChange): void {
    this.#tellAll((watcher) => {
      const news = newsFor({ pathname: watcher.pathname, before: watcher.page }, change, this.#site);
      watcher.page = pageAt(this.#site, watcher.pathname);
      return eventOf('change', news);
    });
  }

  #tellAll(textFor: (watcher: Watcher) => string): void {
    for (const watcher of this.#watchers) this.#tell(watcher, textFor(watcher));
  }

  #tell(watcher: Watcher, text: string): void {
    if ((watcher.controller.desiredSize ?? 0) > 0) return watcher.controller.enqueue(new TextEncoder().encode(text));
    this.#forget(watcher);
    watcher.controller.error(new Error('too slow'));
  }

  #forget(watcher: Watcher): void {
    if (this.#watchers.delete(watcher)) this.#onCount(this.count);
  }
}

const eventOf = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
