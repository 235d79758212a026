import { expect, it } from 'vitest';
import { digest, keyedDigest } from '../../src/values/digest.ts';

it('a digest is short, deterministic, and differs for other texts', () => {
  expect(digest('Opening night')).toBe('pq_Pv8Xr8qPdxaxnQromEl');
  expect(digest('Opening night')).not.toBe(digest('Closing night'));
});

it('a keyed digest cannot be computed without the key', () => {
  const [ours, theirs] = [keyedDigest('our key'), keyedDigest('their key')];
  expect(ours('secret')).toBe(keyedDigest('our key')('secret'));
  expect(ours('secret')).not.toBe(theirs('secret'));
  expect(ours('secret')).not.toBe(digest('secret'));
});

it('both are 22 characters that are valid in a file name', () => {
  for (const each of [digest, keyedDigest('key')]) expect(each('any text')).toMatch(/^[\w-]{22}$/);
});
