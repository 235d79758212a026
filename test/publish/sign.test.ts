import { describe, expect, it } from 'vitest';
import { encodedPath, signed, type Signable } from '../../src/publish/s3/sign.ts';

const SCOPE = {
  region: 'us-east-1',
  credentials: { key: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
  now: new Date('2013-05-24T00:00:00Z'),
};

const request = (changes: Partial<Signable>): Signable => ({
  method: 'GET',
  host: 'examplebucket.s3.amazonaws.com',
  path: '/',
  query: {},
  headers: {},
  body: new Uint8Array(),
  ...changes,
});

const signatureOf = (changes: Partial<Signable>): string =>
  signed(request(changes), SCOPE)['authorization']!.replace(/^.*Signature=/, '');

describe('Signature Version 4', () => {
  // The examples in "Signature Calculations for the Authorization Header" of the S3 documentation.
  it.each<[string, Partial<Signable>, string]>([
    [
      'a GET with a range',
      { path: '/test.txt', headers: { range: 'bytes=0-9' } },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'a PUT with a name that needs encoding',
      {
        method: 'PUT',
        path: encodedPath('/test$file.text'),
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        body: Buffer.from('Welcome to Amazon S3.'),
      },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'a parameter without a value',
      { query: { lifecycle: '' } },
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'a listing',
      { query: { prefix: 'J', 'max-keys': '2' } },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('signs %s as the documentation does', (_, changes, signature) => {
    expect(signatureOf(changes)).toBe(signature);
  });
});
