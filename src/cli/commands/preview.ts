import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { listen } from '../../preview/http/listen.ts';
import { foreignHost, isOwnHost } from '../../preview/http/own-names.ts';
import { serveFolder } from '../../preview/static/serve-folder.ts';
import { defineCommand } from '../command.ts';
import type { Environment } from '../context.ts';
import { loadConfig } from '../load-config.ts';
import { integerOption } from '../option-values.ts';
import { shownFrom } from '../repository.ts';
import { untilStoppedThen } from '../stop-signal.ts';

const PORT = 4173;

export const preview = defineCommand({
  arguments: [],
  options: {
    port: { value: 'N', about: 'The port on 127.0.0.1; 0 for any free one. Otherwise 4173, or the next free one' },
    dir: { value: 'DIR', about: 'The built site; otherwise `output` of the configuration' },
  },
  examples: [
    { line: 'gitcast preview', about: 'Serves dist/ until Ctrl-C' },
    { line: 'gitcast preview --port 0 --json', about: 'Prints the address as one line of JSON' },
  ],
  async run({ context, options }) {
    const { cwd, env, stdout, stderr } = context;
    const folder = options.dir === undefined ? outputFolder(cwd, env, options.config) : resolve(cwd, options.dir);
    if (!statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.isFile()) {
      throw new UserError(`there is no site in ${shownFrom(cwd, folder)}/`, { suggestion: 'gitcast build makes one' });
    }
    const named = integerOption('port', options.port, { least: 0, most: 65_535 });
    const answer = serveFolder(folder);
    const server = await listen({ port: named ?? PORT, isNamed: named !== undefined }, (port) => (request) => {
      return isOwnHost(request.headers.get('host'), port) ? answer(request) : foreignHost(port);
    });
    const url = `http://127.0.0.1:${server.port}/`;
    if (named === undefined && server.port !== PORT) {
      stderr.write(`port ${PORT} is taken, so this is port ${server.port}\n`);
    }
    stdout.write(
      options.json ? `${JSON.stringify({ url })}\n` : `${url} serves ${shownFrom(cwd, folder)}/ until Ctrl-C\n`,
    );
    await untilStoppedThen(context, 'requests under way', () => server.close());
    return { exitCode: 0, said: true, json: { url }, human: () => '' };
  },
});

function outputFolder(cwd: string, env: Environment, configFile: string | undefined): string {
  const config = loadConfig({ configFile, cwd, env });
  return join(config.root, config.output);
}
