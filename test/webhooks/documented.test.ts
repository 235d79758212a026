import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deliveryHeaders } from '../../src/service/deliveries/signatures.ts';
import { documented } from './documented.ts';

const now = Date.parse('2027-06-18T12:00:00Z');
const body = '{"id":"msg_1","type":"event.created"}';
const { isGenuine } = await documented();

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

describe.each(['harbour', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'])('the documented check, with %s', (secret) => {
  const headers = deliveryHeaders({ id: 'msg_1', timestamp: now / 1000, body }, secret);

  it('accepts what the service sends, as text or as bytes', () => {
    expect(isGenuine(headers, body, secret)).toBe(true);
    expect(isGenuine(headers, Buffer.from(body), secret)).toBe(true);
  });

  it.each<[string, object, string, string]>([
    ['another body', {}, `${body} `, secret],
    ['another secret', {}, body, 'whsec_AAAA'],
    ['another id', { 'webhook-id': 'msg_2' }, body, secret],
    ['another time', { 'webhook-timestamp': String(now / 1000 + 1) }, body, secret],
    ['no time', { 'webhook-timestamp': undefined }, body, secret],
    ['no signature', { 'webhook-signature': undefined }, body, secret],
    ['an empty signature', { 'webhook-signature': 'v1,' }, body, secret],
    ['another version', { 'webhook-signature': headers['webhook-signature']!.replace('v1,', 'v0,') }, body, secret],
  ])('refuses %s', (_, changed, text, key) => {
    expect(isGenuine({ ...headers, ...changed }, text, key)).toBe(false);
  });

  it('refuses a delivery that was signed more than five minutes ago', () => {
    vi.setSystemTime(now + 300_000);
    expect(isGenuine(headers, body, secret)).toBe(true);
    vi.setSystemTime(now + 301_000);
    expect(isGenuine(headers, body, secret)).toBe(false);
  });
});

it('the documented check accepts one signature of several, and those of the standardwebhooks library', () => {
  const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
  const signature = new Webhook(secret).sign('msg_1', new Date(now), body);
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(now / 1000) };
  const old = deliveryHeaders({ id: 'msg_1', timestamp: now / 1000, body }, 'old')['webhook-signature'];
  expect(isGenuine({ ...headers, 'webhook-signature': `${old} ${signature}` }, body, secret)).toBe(true);
});
