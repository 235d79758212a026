import { describe, expect, it } from 'vitest';
import { createKey } from '../../src/service/store/tenants.ts';
import { event } from '../contract/bodies.ts';
import { useService } from '../contract/service.ts';
import {
  BUFFERED,
  CHUNKED,
  headText,
  LONG,
  MEBIBYTE,
  openConnection,
  sendForEver,
  type Head,
} from '../machine/endless-body.ts';

const service = useService();

const JSON_TYPE = 'Content-Type: application/json';
const bearer = (key: string): string => `Authorization: Bearer ${key}`;

const withKey = (): string => bearer(service.key);

async function readOnlyKey(): Promise<string> {
  const details = { label: 'plan', access: 'read' as const, now: service.clock.now() };
  const { key } = await service.service.engine.write('everything', () => createKey(service.broadcastId, details));
  return bearer(key);
}

describe.each([
  ['chunked', CHUNKED],
  ['with a length', LONG],
])('an endless body, %s', (_, framing) => {
  it.each<[string, number, () => Promise<Head> | Head]>([
    ['without a key', 401, () => ['POST /v1/events HTTP/1.1', JSON_TYPE]],
    ['with a key that can only read', 403, async () => ['POST /v1/events HTTP/1.1', JSON_TYPE, await readOnlyKey()]],
    ['to a path that does not exist', 404, () => ['POST /v1/nothing HTTP/1.1', JSON_TYPE, withKey()]],
    ['with a method that the path does not have', 405, () => ['PATCH /v1/events HTTP/1.1', JSON_TYPE, withKey()]],
    ['of a type that is not JSON', 415, () => ['POST /v1/events HTTP/1.1', 'Content-Type: text/plain', withKey()]],
    ['that is allowed, but too large', 413, () => ['POST /v1/events HTTP/1.1', JSON_TYPE, withKey()]],
    ['of a request that needs none', 200, () => ['GET /v1/events HTTP/1.1', withKey()]],
    ['of a question for the health', 200, () => ['GET /healthz HTTP/1.1']],
  ])('%s ends with the answer %i', async (_name, status, head) => {
    const conversation = await sendForEver(service.url, [...(await head()), framing]);
    expect(conversation.status).toBe(status);
    expect(conversation.bytes).toBeLessThan(BUFFERED);
  });
});

it('a refused body of a usual size does not cost the client its connection', async () => {
  const body = JSON.stringify(event({ description: 'x'.repeat(MEBIBYTE / 2) }));
  const socket = await openConnection(service.url);
  let answers = '';
  socket.setEncoding('latin1').on('data', (text: string) => (answers += text));
  const requestText = (authorization: string): string =>
    headText(['POST /v1/events HTTP/1.1', JSON_TYPE, `Content-Length: ${body.length}`, authorization]) + body;
  socket.write(requestText('Authorization: Bearer wrong'));
  await expect.poll(() => answers).toMatch(/^HTTP\/1\.1 401 /);
  socket.write(requestText(withKey()));
  await expect.poll(() => answers, { timeout: 10_000 }).toMatch(/HTTP\/1\.1 201 /);
});
