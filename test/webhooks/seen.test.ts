import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReceiver, type Receipt } from '../../src/webhooks/receiver.ts';
import { fileSeen, memorySeen } from '../../src/webhooks/seen.ts';
import { deliveryHeaders } from '../../src/webhooks/signatures.ts';
import { folderWith } from '../cli/in-memory.ts';

const start = Date.parse('2027-06-18T12:00:00Z');
const DAY = 86_400_000;

describe('a delivery id', () => {
  it('is remembered for four days, and then forgotten with all earlier ones', () => {
    const seen = memorySeen();
    const one = { id: 'msg_1', madeAt: start };
    expect(seen.isNew(one, start)).toBe(true);
    expect([0, 1, 3.9].map((days) => seen.isNew(one, start + days * DAY))).toEqual([false, false, false]);
    expect(seen.isNew(one, start + 4.1 * DAY)).toBe(true);
  });

  it("is remembered longer if the service's clock is ahead", () => {
    const seen = memorySeen();
    seen.isNew({ id: 'msg_1', madeAt: start + 2 * DAY }, start);
    expect(seen.isNew({ id: 'msg_1', madeAt: start + 2 * DAY }, start + 5 * DAY)).toBe(false);
  });

  it('survives the process, even one killed during a write', () => {
    const file = join(folderWith(), 'webhooks/production.jsonl');
    expect(fileSeen(file, start).isNew({ id: 'msg_1', madeAt: start }, start)).toBe(true);
    writeFileSync(file, '{"id":"msg_2","unt', { flag: 'a' });
    const next = fileSeen(file, start + DAY);
    expect(next.isNew({ id: 'msg_1', madeAt: start }, start + DAY)).toBe(false);
    expect(next.isNew({ id: 'msg_2', madeAt: start }, start + DAY)).toBe(true);
    expect(statSync(file).mode & 0o077).toBe(0);
    fileSeen(file, start + 9 * DAY);
    expect(readFileSync(file, 'utf8')).toBe('');
  });
});

it('a replayed delivery is ignored: at once, by the next listener, and after its id is forgotten', async () => {
  const secret = 'harbour';
  const file = join(folderWith(), 'seen.jsonl');
  const body = JSON.stringify({
    id: 'msg_1',
    type: 'event.created',
    timestamp: new Date(start).toISOString(),
    data: {},
  });
  let now = start;
  const playTo = async (): Promise<Receipt> => {
    const receipts: Receipt[] = [];
    const receiver = await startReceiver({
      port: 0,
      secret,
      scheme: 'service',
      onDelivery: (receipt) => void receipts.push(receipt),
      now: () => now,
      seen: fileSeen(file, now),
    });
    onTestFinished(() => receiver.close());
    const headers = deliveryHeaders({ id: 'msg_1', timestamp: Math.floor(now / 1000), body }, secret);
    await fetch(receiver.url, { method: 'POST', headers, body });
    return receipts[0]!;
  };
  expect(await playTo()).toMatchObject({ kind: 'valid' });
  now += DAY;
  expect(await playTo()).toMatchObject({ kind: 'duplicate' });
  now += 4 * DAY;
  expect(await playTo()).toMatchObject({ kind: 'invalid', reason: expect.stringContaining('5 days ago') });
});
