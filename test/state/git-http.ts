/** Git over HTTP as hosts serve it: the program that git includes for that, behind a password. */
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Returns the base URL of the repositories in a folder. */
export async function serveRepositories(folder: string, password: string, user = 'ana'): Promise<string> {
  const server = createServer((request, response) => {
    const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    if (request.headers.authorization === expected) answer(folder, request, response);
    else response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://${user}:${password}@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function answer(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url!, 'http://localhost');
  const { headers } = request;
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      REMOTE_USER: 'ana',
      CONTENT_TYPE: headers['content-type'],
      HTTP_CONTENT_ENCODING: headers['content-encoding'],
      HTTP_GIT_PROTOCOL: headers['git-protocol'] as string | undefined,
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(child.stdin);
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => void parts.push(part));
  child.on('close', () => {
    const said = Buffer.concat(parts);
    const end = said.indexOf('\r\n\r\n');
    const lines = said.toString('latin1', 0, end).split('\r\n');
    const fields = lines.map((line) => line.split(': ', 2) as [string, string]);
    const status = Number(fields.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200);
    response
      .writeHead(status, Object.fromEntries(fields.filter(([name]) => name !== 'Status')))
      .end(said.subarray(end + 4));
  });
}
