import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { isOwnHost, ownHostOnly } from '../../machine/own-host.ts';
import { listen } from '../../preview/http/preview-listener.ts';
import { serveFolder } from '../../preview/static/serve-folder.ts';
import { shownFrom } from '../../repository/repository.ts';
import type { Outside } from '../outside.ts';
import { defineCall } from '../calls/call.ts';
import { folder, port, type OptionsOf } from '../calls/option.ts';
import { configOf } from '../../repository/load-config.ts';

const PORT = 4173;

const previewOptions = {
  port: port('The port on 127.0.0.1; 0 picks a free one (default: 4173 or the next free one)'),
  dir: { ...folder('The built site (default: `output` in the configuration)'), flag: null },
};

/** The options of `preview`. */
export interface PreviewOptions extends OptionsOf<typeof previewOptions> {}

/** A running preview. */
export interface Preview {
  /** The URL of the site. */
  readonly url: string;
  /** The port on 127.0.0.1. */
  readonly port: number;
  /** The default port, if it was not free. */
  readonly taken: number | undefined;
  /** The served folder, relative to the project's folder. */
  readonly folder: string;
  /** Stops serving. */
  readonly close: () => Promise<void>;
}

/** Serves a built site on this machine, until it is closed. */
export const preview = defineCall(previewOptions, async (outside, options: PreviewOptions): Promise<Preview> => {
  const folder = options.dir === undefined ? builtIn(outside) : resolve(outside.folder, options.dir);
  const shown = shownFrom(outside.folder, folder);
  if (!statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.isFile()) {
    throw new UserError(`there is no site in ${shown}/`, { suggestion: 'gitcast build creates one' });
  }
  const isNamed = options.port !== undefined;
  const answer = serveFolder(folder);
  const { port, close } = await listen({ port: options.port ?? PORT, isNamed }, (own) => (request) => {
    return isOwnHost(request.headers.get('host'), own) ? answer(request) : foreignHost(own);
  });
  const taken = isNamed || port === PORT ? undefined : PORT;
  return { url: `http://127.0.0.1:${port}/`, port, taken, folder: `${shown}/`, close };
});

const foreignHost = (port: number): Response =>
  new Response(`${ownHostOnly(port)}\n`, {
    status: 403,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });

function builtIn(outside: Outside): string {
  const { root, output } = configOf(outside);
  return join(root, output);
}
