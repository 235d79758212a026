import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { send, type Resolve, type Shipment } from '../../src/service/deliveries/send.ts';
import { CERTIFICATE } from '../remote/certificate.ts';
import { startHook } from '../webhooks/support/hook.ts';

const shipment = (url: string, changes: Partial<Shipment> = {}): Shipment => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"é":1}',
  timeoutMs: 5000,
  allowPrivate: true,
  ...changes,
});

const resolvingTo = (...addresses: string[]) =>
  vi.fn<Resolve>(async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

function trustTestCertificate(): void {
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, CERTIFICATE.cert]);
  onTestFinished(() => setDefaultCACertificates(usual));
}

it('a request arrives complete, and the status of the answer is returned', async () => {
  const hook = await startHook([202]);
  expect(await send(shipment(`${hook.url}/in?a=b`))).toEqual({ status: 202 });
  expect(hook.heard).toEqual([
    {
      method: 'POST',
      headers: expect.objectContaining({ 'content-type': 'application/json', 'content-length': '8' }),
      body: '{"é":1}',
    },
  ]);
});

it('the name is resolved once, and the request goes to the checked address with that name', async () => {
  trustTestCertificate();
  const hook = await startHook([204], { tls: true });
  const resolve = resolvingTo('127.0.0.1');
  expect(await send(shipment(`https://hooks.test:${hook.port}/`, { resolve }))).toEqual({ status: 204 });
  expect(resolve.mock.calls).toEqual([['hooks.test']]);
  expect(hook.heard[0]!.headers.host).toBe(`hooks.test:${hook.port}`);
});

it('an untrusted certificate is refused', async () => {
  const hook = await startHook([204], { tls: true });
  const outcome = await send(shipment(`https://hooks.test:${hook.port}/`, { resolve: resolvingTo('127.0.0.1') }));
  expect(outcome.error).toContain('self-signed certificate');
  expect(hook.heard).toEqual([]);
});

it('a certificate for a different name is refused', async () => {
  trustTestCertificate();
  const hook = await startHook([204], { tls: true });
  const outcome = await send(shipment(`https://other.test:${hook.port}/`, { resolve: resolvingTo('127.0.0.1') }));
  expect(outcome.error).toContain('other.test');
  expect(hook.heard).toEqual([]);
});

it('a redirect counts as an answer and is not followed', async () => {
  const elsewhere = await startHook([200]);
  const hook = await startHook([{ redirect: elsewhere.url }]);
  expect(await send(shipment(hook.url))).toEqual({ status: 302 });
  expect(elsewhere.heard).toEqual([]);
});

it('a receiver without an answer times out', async () => {
  const hook = await startHook(['silence']);
  expect(await send(shipment(hook.url, { timeoutMs: 50 }))).toEqual({ error: 'no answer within 0.05 s' });
});

it('a resolver that never answers does not block the attempt', async () => {
  const resolve = (): Promise<never> => new Promise(() => {});
  const outcome = await send(shipment('https://hooks.test/', { resolve, timeoutMs: 50 }));
  expect(outcome).toEqual({ error: 'no answer within 0.05 s' });
});

it.each([
  ['https://127.0.0.1/', 'loopback'],
  ['https://[::1]/', 'loopback'],
  ['https://0x7f.1/', 'loopback'],
  ['https://2130706433/', 'loopback'],
  ['https://[::ffff:10.0.0.1]/', 'private'],
  ['https://169.254.169.254/latest/meta-data', 'link-local'],
])('%s is refused as a %s address without the option', async (url, kind) => {
  const { error } = await send(shipment(url, { allowPrivate: false }));
  expect(error).toContain(`is a ${kind} address`);
});

it('a name is refused if one of its addresses is', async () => {
  const resolve = resolvingTo('93.184.216.34', '10.0.0.1');
  const { error } = await send(shipment('https://hooks.test/', { allowPrivate: false, resolve }));
  expect(error).toBe('10.0.0.1 is a private address; deliveries are sent only to public addresses');
});

it('plain http is sent only to this machine, and only with the option', async () => {
  const hook = await startHook([204]);
  const elsewhere = await send(shipment('http://hooks.test/', { resolve: resolvingTo('192.168.0.7') }));
  expect(elsewhere).toEqual({ error: 'deliveries are sent only to https addresses' });
  const without = await send(shipment(hook.url, { allowPrivate: false }));
  expect(without.error).toContain('loopback address');
  expect(hook.heard).toEqual([]);
});

it('an address without a listener refuses the connection', async () => {
  expect(await send(shipment('http://127.0.0.1:1/'))).toEqual({ error: 'the connection was refused' });
});
