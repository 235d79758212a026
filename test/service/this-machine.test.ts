import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { requestFrom } from '../../src/service/http/request.ts';
import { useService } from '../contract/service.ts';
import { withSecret } from './page-sections.ts';

const service = useService({ faults: true });

interface Sender {
  readonly address: string;
  readonly headers?: Record<string, string>;
}

interface Sent {
  readonly method?: string;
  readonly body?: string;
}

/** As the server hands it over, from an address of our choice. */
const ask = async (
  path: string,
  { method = 'GET', body = '' }: Sent,
  { address, headers = {} }: Sender,
): Promise<number> => {
  const rawHeaders = Object.entries({ host: 'localhost', ...withSecret(service), ...headers }).flat();
  const incoming = Object.assign(Readable.from([Buffer.from(body)]), {
    method,
    url: path,
    rawHeaders,
    httpVersion: '1.1',
    socket: { remoteAddress: address },
  });
  return (await service.service.respond(requestFrom(incoming as unknown as IncomingMessage))).status;
};

const FAULTS = { method: 'PUT', body: '[]' };
const json = { 'content-type': 'application/json' };

it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
  'the page and PUT /faults answer a program at %s',
  async (address) => {
    expect(await ask('/', {}, { address })).toBe(200);
    expect(await ask('/faults', FAULTS, { address, headers: json })).toBe(204);
  },
);

it.each<[string, Sender]>([
  ['another machine that claims to ask for localhost', { address: '10.0.0.7' }],
  ['another machine by IPv6', { address: 'fd00::7' }],
  ['an unknown address', { address: '' }],
  ['a proxy on this machine', { address: '127.0.0.1', headers: { 'X-Forwarded-For': '10.0.0.7' } }],
  ['a proxy with the standard header', { address: '127.0.0.1', headers: { Forwarded: 'for=10.0.0.7' } }],
])('the page and PUT /faults refuse %s, also with the secret', async (_, sender) => {
  for (const path of ['/', '/page.js', '/page/events']) expect(await ask(path, {}, sender)).toBe(403);
  expect(await ask('/faults', FAULTS, { ...sender, headers: { ...json, ...sender.headers } })).toBe(403);
});
