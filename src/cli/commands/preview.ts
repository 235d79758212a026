/** Serves a built site the way a good host would: compressed, with caching by name, a policy, and its own 404 page. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFileSync, statSync } from 'node:fs';
import { extname, join, resolve, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { UserError } from '../../diagnostics/errors.ts';
import { POLICY_HEADER } from '../../render/assets-policy.ts';
import { defineCommand } from '../command.ts';
import { loadConfig } from '../load-config.ts';
import { integerOption } from '../option-values.ts';
import { shownFrom } from '../repository.ts';

export const preview = defineCommand({
  arguments: [],
  options: {
    port: { value: 'N', about: 'The port on 127.0.0.1; 0 for any free one. Otherwise 4173' },
    dir: { value: 'DIR', about: 'The built site; otherwise `output` of the configuration' },
  },
  examples: [
    { line: 'gitcast preview', about: 'Serves dist/ until Ctrl-C' },
    { line: 'gitcast preview --port 0 --json', about: 'Prints the address as one line of JSON' },
  ],
  async run({ context, options }) {
    const { cwd, env, stdout } = context;
    const folder = options.dir === undefined ? outputFolder(cwd, env, options.config) : resolve(cwd, options.dir);
    if (!isFile(join(folder, 'index.html'))) {
      throw new UserError(`there is no site in ${shownFrom(cwd, folder)}/`, { suggestion: 'gitcast build makes one' });
    }
    const port = integerOption('port', options.port, { least: 0, most: 65_535 }) ?? 4173;
    const server = createServer((request, response) => answer(request, response, folder));
    const url = await listening(server, port);
    stdout.write(
      options.json ? `${JSON.stringify({ url })}\n` : `${url} serves ${shownFrom(cwd, folder)}/ until Ctrl-C\n`,
    );
    await context.untilStopped();
    server.closeAllConnections();
    server.close();
    return { exitCode: 0, said: true, json: { url }, human: () => '' };
  },
});

function outputFolder(
  cwd: string,
  env: Parameters<typeof loadConfig>[0]['env'],
  configFile: string | undefined,
): string {
  const config = loadConfig({ configFile, cwd, env });
  return join(config.root, config.output);
}

async function listening(server: ReturnType<typeof createServer>, port: number): Promise<string> {
  await new Promise<void>((settle, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new UserError(`port ${port} is taken`, { suggestion: 'name another with --port, or 0 for any free one' })
          : error,
      ),
    );
    server.listen(port, '127.0.0.1', settle);
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}/`;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.ics': 'text/calendar; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
};

function answer({ method, url = '/', headers }: IncomingMessage, response: ServerResponse, folder: string): void {
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const path = pathOf(url);
  const file = path === undefined ? undefined : fileFor(folder, path);
  if (file === undefined && path !== undefined && isFile(join(folder, path, 'index.html'))) {
    response.writeHead(308, { location: `${path.split('/').at(-1)}/` }).end();
    return;
  }
  const found = file ?? join(folder, '404.html');
  if (!isFile(found)) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
    return;
  }
  const type = TYPES[extname(found)] ?? 'application/octet-stream';
  const { body, encoding } = compressed(readFileSync(found), type, String(headers['accept-encoding'] ?? ''));
  response.writeHead(file === undefined ? 404 : 200, {
    'content-type': type,
    'content-length': body.length,
    'cache-control': isNamedByContent(found) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': POLICY_HEADER,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    vary: 'accept-encoding',
    ...(encoding && { 'content-encoding': encoding }),
  });
  response.end(method === 'HEAD' ? undefined : body);
}

/** The decoded path, or nothing when it is none. */
function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
}

function fileFor(folder: string, path: string): string | undefined {
  const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
  return file.startsWith(folder + sep) && !path.includes('\0') && isFile(file) ? file : undefined;
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** `site.0a1b2c3d4e.css`: another content would have another name. */
const isNamedByContent = (file: string): boolean => /\.[0-9a-f]{8,}\.\w+$/.test(file);

function compressed(bytes: Buffer, type: string, accepted: string): { body: Buffer; encoding?: string } {
  if (!/^text\/|json|xml|svg/.test(type) || bytes.length < 512) return { body: bytes };
  if (/\bbr\b/.test(accepted)) {
    return { body: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }), encoding: 'br' };
  }
  return /\bgzip\b/.test(accepted) ? { body: gzipSync(bytes), encoding: 'gzip' } : { body: bytes };
}
