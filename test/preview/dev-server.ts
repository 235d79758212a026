import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startDevServer, type DevServer } from '../../src/preview/server/dev-server.ts';
import { projectFiles } from '../../src/preview/server/project-files.ts';
import { ColdSite, type ColdContent } from './cold-site.ts';

interface Running {
  readonly site: ColdSite;
  readonly server: DevServer;
  /** Without a trailing slash. */
  readonly url: string;
  /** The token that the server writes into its pages. */
  readonly token: string;
  /** Stops the server and starts another one on the same port, running a callback in between. */
  readonly restart: (meanwhile?: () => Promise<void>) => Promise<void>;
}

interface Options extends ColdContent {
  readonly env?: Readonly<Record<string, string>>;
}

/** The dev server on a copy of the starter, for the tests of a file. */
export function useDevServer({ env = {}, ...content }: Options = {}): Running {
  const parts: { site?: ColdSite; server?: DevServer } = {};
  const start = async (port: number): Promise<void> => {
    const site = parts.site!;
    const locate = projectFiles({ cwd: site.root, folders: [join(site.root, 'content')], files: [] });
    parts.server = await startDevServer({ site, folder: site.root, port: { port, isNamed: true }, locate, env });
  };
  beforeAll(async () => {
    parts.site = await ColdSite.open(content);
    await start(0);
  });
  afterAll(async () => {
    await parts.server?.close();
    parts.site?.close();
  });
  return {
    get site() {
      return parts.site!;
    },
    get server() {
      return parts.server!;
    },
    get url() {
      return parts.server!.url.slice(0, -1);
    },
    get token() {
      return parts.server!.token;
    },
    restart: async (meanwhile = async () => {}) => {
      const { port } = parts.server!;
      await parts.server!.close();
      await meanwhile();
      await start(port);
    },
  };
}
