import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { deliveryHeaders, verify, type Signed } from '../../src/webhooks/signatures.ts';

const now = Date.parse('2027-06-18T12:00:00Z');
const secret = 'harbour';
const body = '{"id":"msg_1","type":"event.created"}';
const headers = deliveryHeaders({ id: 'msg_1', timestamp: now / 1000, body }, secret);
const signed = (changes: Partial<Signed>): Signed => ({ scheme: 'service', secret, headers, body, now, ...changes });
const reasonOf = (changes: Partial<Signed>): string | undefined => {
  const verdict = verify(signed(changes));
  return verdict.valid ? undefined : verdict.reason;
};

describe.each(['service', 'standard'] as const)('the %s scheme', (scheme) => {
  it("accepts the service's signature", () => {
    expect(verify(signed({ scheme }))).toEqual({ valid: true });
  });

  it('accepts the body as bytes, and header names in any case', () => {
    const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    expect(verify(signed({ scheme, headers: shouted, body: Buffer.from(body) }))).toEqual({ valid: true });
  });

  it('rejects a different body and a different secret', () => {
    expect(reasonOf({ scheme, body: `${body} ` })).toContain('does not match');
    expect(reasonOf({ scheme, secret: 'harbor' })).toContain('does not match');
  });

  it('names the missing header', () => {
    expect(reasonOf({ scheme, headers: {} })).toMatch(/^the header (x-service-signature|webhook-id) is missing$/);
  });
});

it("ignores the other scheme's signature", () => {
  const { 'webhook-signature': _, ...serviceOnly } = headers;
  expect(reasonOf({ scheme: 'standard', headers: serviceOnly })).toBe('the header webhook-signature is missing');
  const { 'x-service-signature': __, ...standardOnly } = headers;
  expect(reasonOf({ scheme: 'service', headers: standardOnly })).toBe('the header x-service-signature is missing');
});

it.each(['', 'sha256=', 'sha256=zz', `sha1=${'0'.repeat(64)}`, `sha256=${'0'.repeat(63)}`])(
  'rejects the malformed service signature `%s`',
  (signature) => {
    expect(reasonOf({ headers: { 'x-service-signature': signature } })).toContain('64 hexadecimal characters');
  },
);

it('rejects a standard signature outside the tolerance, in both directions', () => {
  const later = (seconds: number) => ({ scheme: 'standard' as const, now: now + seconds * 1000 });
  expect(reasonOf(later(300))).toBeUndefined();
  expect(reasonOf(later(301))).toBe('it was signed 301 s ago; at most 300 s are accepted');
  expect(reasonOf(later(-301))).toBe('it was signed 301 s in the future; at most 300 s are accepted');
  expect(reasonOf({ ...later(301), toleranceSeconds: 600 })).toBeUndefined();
});

it('rejects a standard timestamp that is not a number', () => {
  expect(reasonOf({ scheme: 'standard', headers: { ...headers, 'webhook-timestamp': 'soon' } })).toContain(
    'number of seconds',
  );
});

it('accepts one matching signature among several, as during a secret rotation', () => {
  const [old] = [deliveryHeaders({ id: 'msg_1', timestamp: now / 1000, body }, 'old')['webhook-signature']];
  const both = { ...headers, 'webhook-signature': `v1a,other ${old} ${headers['webhook-signature']}` };
  expect(verify(signed({ scheme: 'standard', headers: both }))).toEqual({ valid: true });
  expect(reasonOf({ scheme: 'standard', headers: { ...headers, 'webhook-signature': `${old}` } })).toContain(
    'does not match',
  );
});

it('accepts signatures of the standardwebhooks library', () => {
  const theirs = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
  const signature = new Webhook(theirs).sign('msg_1', new Date(now), body);
  const given = { ...headers, 'webhook-signature': signature };
  expect(verify(signed({ scheme: 'standard', secret: theirs, headers: given }))).toEqual({ valid: true });
});

describe('the time of a delivery', () => {
  const made = (days: number): Partial<Signed> => {
    const text = JSON.stringify({ id: 'msg_1', timestamp: new Date(now - days * 86_400_000).toISOString() });
    return { body: text, headers: deliveryHeaders({ id: 'msg_1', timestamp: now / 1000, body: text }, secret) };
  };

  it('in its body may be at most four days ago if only the body is signed', () => {
    expect(reasonOf(made(3.9))).toBeUndefined();
    expect(reasonOf(made(4.1))).toBe('the body was created 4 days ago; deliveries older than 4 days are rejected');
    expect(reasonOf(made(400))).toContain('400 days ago');
  });

  it("is the attempt's time for Standard Webhooks, because services retry for days", () => {
    expect(reasonOf({ ...made(400), scheme: 'standard' })).toBeUndefined();
    expect(reasonOf({ scheme: 'standard', now: now + 301_000 })).toContain('signed 301 s ago');
  });
});
