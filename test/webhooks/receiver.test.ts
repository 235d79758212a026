import { expect, it, onTestFinished } from 'vitest';
import { startReceiver, type Receipt } from '../../src/webhooks/receiver.ts';
import { deliveryHeaders, type Scheme } from '../../src/webhooks/signatures.ts';

const secret = 'harbour';
const delivery = {
  id: 'msg_1',
  type: 'event.created',
  timestamp: '2027-06-18T12:00:00Z',
  data: { title: 'Opening night' },
};

async function receiving(scheme: Scheme = 'service') {
  const receipts: Receipt[] = [];
  const onDelivery = (receipt: Receipt): void => void receipts.push(receipt);
  const receiver = await startReceiver({ port: 0, secret, scheme, onDelivery });
  onTestFinished(() => receiver.close());
  const post = async (body: string, signedWith = secret): Promise<number> => {
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = deliveryHeaders({ id: 'msg_1', timestamp, body }, signedWith);
    return (await fetch(receiver.url, { method: 'POST', headers, body })).status;
  };
  return { receiver, receipts, post };
}

it.each(['service', 'standard'] as const)(
  'a delivery signed for the %s scheme is answered 204 and reported',
  async (scheme) => {
    const { receipts, post } = await receiving(scheme);
    expect(await post(JSON.stringify(delivery))).toBe(204);
    expect(receipts).toEqual([{ kind: 'valid', delivery }]);
  },
);

it('a repeated delivery is answered 204 and reported as a duplicate', async () => {
  const { receipts, post } = await receiving();
  await post(JSON.stringify(delivery));
  expect(await post(JSON.stringify(delivery))).toBe(204);
  expect(await post(JSON.stringify({ ...delivery, id: 'msg_2' }))).toBe(204);
  expect(receipts.map(({ kind }) => kind)).toEqual(['valid', 'duplicate', 'valid']);
});

it('a delivery with a wrong signature is answered 401, reported with the reason, and not remembered', async () => {
  const { receipts, post } = await receiving();
  expect(await post(JSON.stringify(delivery), 'another')).toBe(401);
  expect(await post(JSON.stringify(delivery))).toBe(204);
  expect(receipts).toEqual([
    { kind: 'invalid', reason: expect.stringContaining('does not match') },
    { kind: 'valid', delivery },
  ]);
});

it.each(['not JSON', '[]', '{"id":"msg_1"}'])('the signed body `%s` is not a delivery', async (body) => {
  const { receipts, post } = await receiving();
  expect(await post(body)).toBe(401);
  expect(receipts).toEqual([{ kind: 'invalid', reason: expect.stringContaining('not a delivery') }]);
});

it('a body of more than 1 MiB is refused', async () => {
  const { receipts, post } = await receiving();
  expect(await post('x'.repeat(1024 * 1024 + 1))).toBe(413);
  expect(receipts).toEqual([{ kind: 'invalid', reason: 'the body is larger than 1 MiB' }]);
});

it('only POST is accepted', async () => {
  const { receiver, receipts } = await receiving();
  expect((await fetch(receiver.url)).status).toBe(405);
  expect(receipts).toEqual([]);
});

it('a port in use is reported', async () => {
  const { receiver } = await receiving();
  const port = Number(new URL(receiver.url).port);
  await expect(startReceiver({ port, secret, scheme: 'service', onDelivery: () => {} })).rejects.toThrow(
    `port ${port} is in use`,
  );
});
