/**
 * The server of `gitcast dev`: shows a site, notifies open pages of changes, and lets them open files and choose a
 * time.
 */
import { randomBytes } from 'node:crypto';
import { listen, type PortWish } from '../http/preview-listener.ts';
import type { PreviewSite } from '../preview-site.ts';
import { createApp } from './app.ts';
import { followPages } from './live-updates.ts';
import type { Environment } from './open-file.ts';

export const DEV_PORT = 4321;

interface Options {
  readonly site: PreviewSite;
  /** Defaults to 4321 or the next free port. */
  readonly port?: PortWish;
  /**
   * The absolute path of a file that may be opened in an editor, by its name in problems and documents: the documents,
   * templates and configuration of this project, and nothing else.
   */
  readonly locate: (file: string) => string | undefined;
  readonly env: Environment;
  /** Called with the number of open pages, whenever it changes. */
  readonly onClients?: (count: number) => void;
}

export interface DevServer {
  /** With a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Required for requests that change something; pages of the server have it. */
  readonly token: string;
  /** The number of open pages. */
  readonly clients: number;
  readonly close: () => Promise<void>;
}

export async function startDevServer(options: Options): Promise<DevServer> {
  const { site, port: wish = { port: DEV_PORT, isNamed: false }, locate, env, onClients = () => {} } = options;
  const boot = randomBytes(8).toString('hex');
  const token = randomBytes(24).toString('base64url');
  const live = followPages(site, boot, onClients);
  try {
    const { port, close } = await listen(wish, (own) => createApp({ site, live, port: own, boot, token, locate, env }));
    return {
      url: `http://127.0.0.1:${port}/`,
      port,
      token,
      get clients() {
        return live.count();
      },
      close: async () => {
        live.close();
        await close();
      },
    };
  } catch (error) {
    live.close();
    throw error;
  }
}
