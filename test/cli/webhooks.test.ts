import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deliveryHeaders } from '../../src/webhooks/signatures.ts';
import { gitcast } from './in-memory.ts';

const BODY = '{"id":"msg_1","type":"event.created","timestamp":"2027-01-01T00:00:00Z","data":{"title":"Hi"}}';
const signature = `sha256=${createHmac('sha256', 's3cret').update(BODY).digest('hex')}`;

describe('webhooks verify', () => {
  it('accepts a body with its signature from standard input', async () => {
    const { exitCode, stdout } = await gitcast(`webhooks verify --secret s3cret --signature ${signature}`, {
      input: BODY,
    });
    expect([exitCode, stdout]).toEqual([0, '✓ the signature is valid\n']);
  });

  it('refuses a body that was changed', async () => {
    const { exitCode, stdout } = await gitcast(`webhooks verify --secret s3cret --signature ${signature} --json`, {
      input: `${BODY} `,
    });
    expect([exitCode, JSON.parse(stdout).valid]).toEqual([1, false]);
  });

  it('takes the secret from the environment, and reports a missing one', async () => {
    const env = { GITCAST_WEBHOOK_SECRET: 's3cret' };
    expect((await gitcast(`webhooks verify --signature ${signature}`, { input: BODY, env })).exitCode).toBe(0);
    expect((await gitcast(`webhooks verify --signature ${signature}`, { input: BODY })).stderr).toContain(
      'GITCAST_WEBHOOK_SECRET',
    );
  });
});

describe('webhooks listen', () => {
  it('prints received and refused deliveries', async () => {
    let end = (): void => {};
    const stopped = new Promise<void>((resolve) => (end = resolve));
    const told = Promise.withResolvers<string>();
    const listening = gitcast('webhooks listen --secret s3cret --port 0 --json', {
      stopped,
      onOutput: (text) => told.resolve((JSON.parse(text.split('\n')[0]!) as { url: string }).url),
    });
    const url = await told.promise;
    const headers = deliveryHeaders({ id: 'msg_1', timestamp: Math.floor(Date.now() / 1000), body: BODY }, 's3cret');
    expect((await fetch(url, { method: 'POST', headers, body: BODY })).status).toBe(204);
    expect((await fetch(url, { method: 'POST', headers, body: `${BODY} ` })).status).toBe(401);
    end();
    const { stdout } = await listening;
    const [, first, second] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string });
    expect([first!.kind, second!.kind]).toEqual(['valid', 'invalid']);
  });
});
