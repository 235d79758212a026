import { describe, expect, it } from 'vitest';
import { credentialPaths } from '../../../src/plan/fields/credentials.ts';

describe('the credentials of a remote object', () => {
  it('are at the fields that are declared to hold one', () => {
    expect(credentialPaths('webhook', { url: 'https://a.example/', secret: 'abc' })).toEqual([['secret']]);
  });

  it('are at such a field wherever it stands', () => {
    const authProviders = [{ type: 'oAuth' }, { type: 'fixedKeys', key: 'abc' }];
    expect(credentialPaths('broadcast', { name: 'Test', authProviders })).toEqual([['authProviders', 1, 'key']]);
  });

  it('are not where there is no such field', () => {
    expect(credentialPaths('webhook', { url: 'https://a.example/' })).toEqual([]);
  });

  it.each([null, '', false])('are not where the value is %j', (value) => {
    expect(credentialPaths('webhook', { secret: value })).toEqual([]);
    const node = { id: 'a', config: { token: value } };
    expect(credentialPaths('workflow', { nodes: [node] })).toEqual([]);
  });

  it('are not looked for where nothing is declared or named so', () => {
    expect(credentialPaths('place', { name: 'Token office', secret: 'no field of a place' })).toEqual([]);
  });

  describe('inside of settings of which the interface shows nothing', () => {
    const found = (config: object) =>
      credentialPaths('workflow', { nodes: [{ id: 'first' }, { id: 'ask', type: 'http', config } as never] });
    const AT = ['nodes', 1, 'config'];

    it.each(['clientSecret', 'Password', 'passwd', 'passphrase', 'access_token', 'API-Key', 'apiKey', 'private_key'])(
      'are known by the name %s',
      (name) => {
        expect(found({ url: 'https://a.example/', [name]: 'x' })).toEqual([[...AT, name]]);
      },
    );

    it('are found at any depth, also inside of lists, and all of them', () => {
      const config = {
        headers: [{ name: 'X', value: 'y' }, { authorization: 'Bearer' }],
        login: { user: 'u', credentials: { a: 1 } },
      };
      expect(found(config)).toEqual([
        [...AT, 'headers', 1, 'authorization'],
        [...AT, 'login', 'credentials'],
      ]);
    });

    it('are found beside those settings too, in keys that nobody has declared', () => {
      const nodes = [{ id: 'ask', token: 'abc', onError: 'token' }];
      expect(credentialPaths('workflow', { nodes })).toEqual([['nodes', 0, 'token']]);
    });

    it('are not what has another name, whatever it says', () => {
      expect(found({ note: 'the password is secret', count: 3, on: true, list: ['token'] })).toEqual([]);
    });
  });
});
