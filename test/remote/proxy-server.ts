/** A real proxy on the loopback interface. It connects every host to the same test server, or each to its own. */
import { createServer, request as requestHttp, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import { listenInTest } from '../listen.ts';

export interface ProxyServer {
  readonly port: number;
  /** The requests it received: `CONNECT festival.test:443`, `GET http://festival.test/v1/events`. */
  readonly asked: readonly string[];
  /** The headers of the last request. */
  readonly headers: () => IncomingMessage['headers'];
  /** Each request that it forwarded, whole: its lines, headers and body. */
  readonly heard: readonly HeardRequest[];
}

export interface HeardRequest {
  readonly host: string;
  readonly text: string;
}

interface ProxyOptions {
  /** The port of the test server, or that for each host. */
  readonly to: number | ((host: string) => number);
  /** Refuses every request with this status. */
  readonly refuses?: number;
  readonly tls?: { readonly key: string; readonly cert: string } | undefined;
}

export async function proxyServer({ to, refuses, tls }: ProxyOptions): Promise<ProxyServer> {
  const asked: string[] = [];
  const heard: HeardRequest[] = [];
  const portFor = typeof to === 'number' ? () => to : to;
  const sockets = new Set<Duplex>();
  let headers: IncomingMessage['headers'] = {};
  const server = tls ? createTlsServer(tls) : createServer();
  const note = (request: IncomingMessage): void => {
    asked.push(`${request.method} ${request.url}`);
    headers = request.headers;
  };
  server.on('connection', (socket: Duplex) => void sockets.add(socket));
  server.on('request', (request: IncomingMessage, response) => {
    note(request);
    if (refuses !== undefined) return void response.writeHead(refuses).end('<title>Proxy</title>');
    const { pathname, search, host } = new URL(request.url!);
    const parts = [`${request.method} ${request.url}`, JSON.stringify(request.headers)];
    request.on('data', (part: Buffer) => parts.push(part.toString('latin1')));
    request.on('end', () => heard.push({ host, text: parts.join('\n') }));
    const forwarded = { port: portFor(host), host: '127.0.0.1', path: pathname + search, method: request.method };
    request.pipe(
      requestHttp({ ...forwarded, headers: request.headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex, first: Buffer) => {
    note(request);
    if (refuses !== undefined) return void socket.end(`HTTP/1.1 ${refuses} No\r\ncontent-length: 5\r\n\r\nsorry`);
    const onward = connect(portFor(request.url!), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(first);
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) end.on('error', () => undefined);
    sockets.add(onward);
  });
  const port = await listenInTest(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { port, asked, headers: () => headers, heard };
}
