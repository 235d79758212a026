import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../src/preview/http/preview-listener.ts';

it('the next free port is used if none was chosen', async () => {
  const answer = (text: string) => () => () => new Response(text);
  const first = await listen({ port: 0, isNamed: true }, answer('first'));
  onTestFinished(first.close);
  const second = await listen({ port: first.port, isNamed: false }, answer('second'));
  onTestFinished(second.close);
  expect(second.port).toBeGreaterThan(first.port);
  expect(await (await fetch(`http://127.0.0.1:${second.port}/`)).text()).toBe('second');
  await expect(listen({ port: first.port, isNamed: true }, answer('third'))).rejects.toThrow(/is in use/);
});

it('another address of this machine is used besides 127.0.0.1, on the same port, and closed with it', async () => {
  const answer = () => (_: Request, sender: string) => new Response(sender);
  const { port, close } = await listen({ port: 0, isNamed: true, address: '::1' }, answer);
  const urls = [`http://127.0.0.1:${port}/`, `http://[::1]:${port}/`];
  for (const [url, sender] of [
    [urls[0]!, '127.0.0.1'],
    [urls[1]!, '::1'],
  ] as const)
    expect(await (await fetch(url)).text()).toBe(sender);
  await expect(listen({ port, isNamed: true, address: '::1' }, answer)).rejects.toThrow(/is in use/);
  await close();
  for (const url of urls) await expect(fetch(url)).rejects.toThrow('fetch failed');
  await expect(listen({ port: 0, isNamed: true, address: '192.0.2.99' }, answer)).rejects.toThrow(
    /not an address of this/,
  );
});

it.each([
  ['GET /events/?day=1', [], '200 here /events/?day=1'],
  // As a proxy asks. The host of the address counts, not that of the header.
  ['GET http://there:1/events/', [], '200 there:1 /events/'],
  ['GET *', [], '400 this request cannot be understood'],
  ['GET http://there', [], '400 this request cannot be understood'],
  ['GET http://a@there/', [], '400 this request cannot be understood'],
  ['GET /\\..\\', [], '400 this request cannot be understood'],
  ['GET /', ['Host: there'], '400 this request cannot be understood'],
  ['TRACE /', [], '400 this request cannot be understood'],
])('the request %s with %j is answered with %s', async (line, headers, expected) => {
  const shown = ({ headers: given, url }: Request) => `${given.get('host')} ${url.replace('http://127.0.0.1', '')}`;
  const { port, close } = await listen({ port: 0, isNamed: true }, () => (request) => new Response(shown(request)));
  onTestFinished(close);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write([`${line} HTTP/1.1`, 'Host: here', ...headers, 'Connection: close', '', ''].join('\r\n'));
  const [head = '', ...rest] = (await text(socket)).split('\r\n');
  const body = rest
    .join('\n')
    .replace(/^[^]*?\n\n/, '')
    .replace(/^[0-9a-f]+\n|\n0\n\n$/g, '')
    .trim();
  expect(`${head.split(' ')[1]} ${body}`).toBe(expected);
});
