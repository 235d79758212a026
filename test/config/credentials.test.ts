/** No configuration of a branch can send a key to another place than the one that whoever set the key wrote after it. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyFor, mayReceive, readKey } from '../../src/config/credentials.ts';

const sent = (value: string | undefined, address: string): string | undefined => {
  const variable = (name: string): string | undefined => (name === 'GITCAST_KEY' ? value : undefined);
  try {
    return keyFor({ variable }, { owner: 'production', address, key: { $env: 'GITCAST_KEY' } }).key;
  } catch {
    return undefined;
  }
};

describe('a key', () => {
  it.each([
    ['KEY@api.example.com', 'https://api.example.com'],
    ['KEY@api.example.com', 'https://api.example.com:443/cms'],
    ['KEY@api.example.com', 'https://API.example.com'],
    ['KEY@api.example.com:443', 'https://api.example.com'],
    ['KEY@api.example.com:8443', 'https://api.example.com:8443'],
    ['KEY@http://api.example.com:80', 'http://api.example.com'],
    ['KEY@http://api:8080', 'http://api:8080'],
    ['KEY@xn--fte-fma.example', 'https://fête.example'],
    ['KEY@[2001:db8::1]', 'https://[2001:db8:0::1]'],
    ['KEY@http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('in %s is sent to %s', (value, address) => {
    expect(sent(value, address)).toBe('KEY');
  });

  it.each([
    ['http', 'http://api.example.com'],
    ['http at the port of https', 'http://api.example.com:443'],
    ['another port', 'https://api.example.com:8443'],
    ['another host', 'https://evil.example'],
    ['a host below it', 'https://x.api.example.com'],
    ['the host above it', 'https://example.com'],
    ['a host that begins with it', 'https://api.example.com.evil.example'],
    ['a host that ends with it', 'https://evilapi.example.com'],
    ['a trailing dot', 'https://api.example.com.'],
    ['letters of another script', 'https://аpi.example.com'],
    ['punycode', 'https://xn--pi-7kc.example.com'],
    ['a user name', 'https://api.example.com@evil.example'],
    ['a user name and a port', 'https://api.example.com:443@evil.example'],
    ['a backslash', 'https://evil.example\\@api.example.com'],
    ['a path', 'https://evil.example/@api.example.com'],
    ['a query', 'https://evil.example?@api.example.com'],
    ['an escaped dot', 'https://api.example.com%2eevil.example'],
    ['a wide dot', 'https://api.example.com。evil.example'],
    ['this machine', 'http://127.0.0.1:8080'],
    ['this machine with https', 'https://localhost'],
  ])('of api.example.com is not sent to %s: %s', (_, address) => {
    expect(sent('KEY@api.example.com', address)).toBeUndefined();
  });

  it.each([
    'KEY',
    'KEY@',
    'KEY@https://api.example.com',
    'KEY@http://api.example.com',
    'KEY@//api.example.com',
    'KEY@API.example.com',
    'KEY@api.example.com.',
    'KEY@api.example.com/',
    'KEY@api.example.com/cms',
    'KEY@api.example.com?',
    'KEY@api.example.com:',
    'KEY@api.example.com:0443',
    'KEY@api.example.com:99999',
    'KEY@api.example.com ',
    'KEY@api..example.com',
    'KEY@fête.example',
    'KEY@0x7f.1',
    'KEY@*',
  ])('in %s names no host, so that it stays on this machine', (value) => {
    expect(readKey(value).origin).toBeUndefined();
    for (const url of [
      'https://api.example.com',
      'http://api.example.com',
      'https://fête.example',
      'https://evil.example',
    ])
      expect(sent(value, url)).toBeUndefined();
    for (const url of ['http://127.0.0.1:4180', 'http://localhost:4180', 'http://[::1]:4180'])
      expect(sent(value, url)).toBe(value);
  });

  it('may contain @: its host is what follows the last one', () => {
    expect(sent('a@evil.example@api.example.com', 'https://api.example.com')).toBe('a@evil.example');
    expect(sent('a@evil.example@api.example.com', 'https://evil.example')).toBeUndefined();
  });

  it('is sent nowhere but to the scheme, host and port that it names', () => {
    const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined });
    const host = fc.oneof(fc.domain(), fc.constantFrom('api.example.com', 'localhost', '127.0.0.1'));
    const property = fc.property(
      host,
      port,
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      (to, at, url) => {
        const key = readKey(`KEY@${to}${at === undefined ? '' : `:${at}`}`);
        const parsed = new URL(url);
        const isSame =
          parsed.protocol === 'https:' && parsed.hostname === to && (parsed.port || '443') === String(at ?? 443);
        if (key.origin !== undefined) expect(mayReceive(parsed, key)).toBe(isSame);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it.each([
    [undefined, 'https://api.example.com', /GITCAST_KEY is missing or empty/, /^set GITCAST_KEY, or add it to \.env/],
    [
      'KEY',
      'https://api.example.com',
      /not sent to https:\/\/api\.example\.com: GITCAST_KEY names no host/,
      /write GITCAST_KEY=KEY@api\.example\.com$/,
    ],
    ['KEY', 'http://api.example.com', /names no host/, /write GITCAST_KEY=KEY@http:\/\/api\.example\.com:80$/],
    [
      'KEY@api.example.com',
      'https://new.example.com:8443',
      /GITCAST_KEY is for https:\/\/api\.example\.com/,
      /if the service has moved there, write GITCAST_KEY=KEY@new\.example\.com:8443$/,
    ],
    ['KEY@api.example.com', 'http://127.0.0.1:4180', /is for https:\/\/api\.example\.com/, /write GITCAST_KEY=KEY$/],
  ])('in %s that was not sent to %s is explained without the key', (value, address, message, suggestion) => {
    const variable = (): string | undefined => value?.replace('KEY', 'canary');
    const send = () => keyFor({ variable }, { owner: 'production', address, key: { $env: 'GITCAST_KEY' } });
    expect(send).toThrow(message);
    expect(send).not.toThrow(/canary/);
    expect(send).toThrow(expect.objectContaining({ suggestion: expect.stringMatching(suggestion) }));
  });
});
