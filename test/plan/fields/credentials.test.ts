import { describe, expect, it } from 'vitest';
import { credentialPaths, isSensitiveLeaf } from '../../../src/plan/fields/credentials.ts';

describe('the credentials of a remote object', () => {
  it('are in the fields that declare them', () => {
    expect(credentialPaths('webhook', { url: 'https://a.example/', secret: 'abc' })).toEqual([['secret']]);
  });

  it('are in such a field at any depth', () => {
    const authProviders = [{ type: 'oAuth' }, { type: 'fixedKeys', key: 'abc' }];
    expect(credentialPaths('broadcast', { name: 'Test', authProviders })).toEqual([['authProviders', 1, 'key']]);
  });

  it('are absent without such a field', () => {
    expect(credentialPaths('webhook', { url: 'https://a.example/' })).toEqual([]);
  });

  it.each([null, '', false])('are absent if the value is %j', (value) => {
    expect(credentialPaths('webhook', { secret: value })).toEqual([]);
    const node = { id: 'a', config: { token: value } };
    expect(credentialPaths('workflow', { nodes: [node] })).toEqual([]);
  });

  it('are absent if nothing is declared or named like one', () => {
    expect(credentialPaths('place', { name: 'Token office', secret: 'no field of a place' })).toEqual([]);
  });

  describe('inside settings that the interface leaves undefined', () => {
    const found = (config: object) =>
      credentialPaths('workflow', { nodes: [{ id: 'first' }, { id: 'ask', type: 'http', config } as never] });
    const AT = ['nodes', 1, 'config'];

    it.each(['clientSecret', 'Password', 'passwd', 'passphrase', 'access_token', 'API-Key', 'apiKey', 'private_key'])(
      'are recognised by the name %s',
      (name) => {
        expect(found({ url: 'https://a.example/', [name]: 'x' })).toEqual([[...AT, name]]);
      },
    );

    it('are found at any depth, including inside lists, and all of them', () => {
      const config = {
        headers: [{ name: 'X', value: 'y' }, { authorization: 'Bearer' }],
        login: { user: 'u', credentials: { a: 1 } },
      };
      expect(found(config)).toEqual([
        [...AT, 'headers', 1, 'authorization'],
        [...AT, 'login', 'credentials'],
      ]);
    });

    it('are also found next to those settings, in undeclared keys', () => {
      const nodes = [{ id: 'ask', token: 'abc', onError: 'token' }];
      expect(credentialPaths('workflow', { nodes })).toEqual([['nodes', 0, 'token']]);
    });

    it('are not recognised under other names, whatever the value', () => {
      expect(found({ note: 'the password is secret', count: 3, on: true, list: ['token'] })).toEqual([]);
    });
  });
});

describe('sensitive leaves', () => {
  it.each([
    ['webhook', 'secret', true],
    ['webhook', 'secret.below', false],
    ['webhook', 'url', false],
    ['broadcast', 'authProviders', true],
    ['broadcast', 'authData', true],
    ['broadcast', 'platforms', false],
    ['broadcast', 'platforms.ios', false],
    ['broadcast', 'home.header.height', false],
    ['broadcast', 'unheardOf.of.key', false],
    ['page', 'blocks', false],
  ] as const)('%s %s: %s', (kind, name, expected) => {
    expect(isSensitiveLeaf({ kind }, name)).toBe(expected);
  });
});
