/** The open pages, and the stream of server-sent events that each of them listens to. */
import { digestOf } from '../../values/site-file.ts';
import type { PreviewSite } from '../preview-site.ts';
import type { Introduction } from './inject.ts';
import { newsFor, pageAt, pageState, type PageState } from './page-state.ts';

/**
 * The first message to a page. With the token, a page of an earlier server of the same project finishes what somebody
 * began there. Only those who can read a page can read it, and a page has the same token: see access.ts.
 */
export interface Hello extends Pick<Introduction, 'boot' | 'project' | 'token'> {
  readonly state: PageState;
}

interface Watcher {
  readonly pathname: string;
  /** The file it shows, by its name and content. */
  shown: string;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
}

export interface Live {
  /** The number of open pages. */
  readonly count: () => number;
  /** First the current revision, from which a page sees whether it missed anything. Then the changes. */
  readonly watch: (pathname: string) => ReadableStream<Uint8Array>;
  /** Disconnects all pages, because an open stream would keep the server from closing. */
  readonly close: () => void;
}

const HEARTBEAT = 15_000;
/** A page that is this far behind is disconnected; it reconnects automatically and catches up. */
const MOST_WAITING = 100;

export function followPages(site: PreviewSite, identity: Omit<Hello, 'state'>, onCount: (count: number) => void): Live {
  const watchers = new Set<Watcher>();
  const forget = (watcher: Watcher): void => {
    if (watchers.delete(watcher)) onCount(watchers.size);
  };
  const tell = (watcher: Watcher, text: string): void => {
    if ((watcher.controller.desiredSize ?? 0) > 0) return watcher.controller.enqueue(new TextEncoder().encode(text));
    forget(watcher);
    watcher.controller.error(new Error('too slow'));
  };
  const shownAt = (pathname: string): string => {
    const path = pageAt(site, pathname);
    return `${path} ${digestOf(site.file(path) ?? '')}`;
  };
  const unsubscribe = site.onChange((change) => {
    for (const watcher of watchers) {
      const { pathname, shown: before } = watcher;
      if (change.isOther) watcher.shown = shownAt(pathname);
      tell(watcher, eventOf('change', newsFor({ pathname, isPageChanged: watcher.shown !== before }, change, site)));
    }
  });
  const heartbeat = setInterval(() => {
    for (const watcher of watchers) tell(watcher, ': still here\n\n');
  }, HEARTBEAT).unref();

  return {
    count: () => watchers.size,
    watch: (pathname) => {
      let watcher: Watcher;
      return new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            watcher = { pathname, shown: shownAt(pathname), controller };
            watchers.add(watcher);
            onCount(watchers.size);
            const hello: Hello = { ...identity, state: pageState(site, pathname) };
            tell(watcher, `retry: 300\n${eventOf('hello', hello)}`);
          },
          cancel: () => forget(watcher),
        },
        { highWaterMark: MOST_WAITING },
      );
    },
    close: () => {
      unsubscribe();
      clearInterval(heartbeat);
      for (const watcher of watchers) {
        forget(watcher);
        watcher.controller.close();
      }
    },
  };
}

const eventOf = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
