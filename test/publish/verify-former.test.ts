import { expect, it } from 'vitest';
import { verifyFormer } from '../../src/publish/verify-former.ts';

it('follows former paths with signs that some hosts encode and others do not', async () => {
  const redirects = { '/a#b/': '/program/', '/c/': '/news/$5/', '/d/': '/q&a/', '/e/': '/news/$5/' };
  const answers: Readonly<Record<string, string>> = {
    'https://a.example/a%23b/': '/program/',
    'https://a.example/c/': '/news/$5/',
    'https://a.example/d/': 'https://a.example/q%26a/index.html',
    'https://a.example/e/': '/news/%2455/',
  };
  const live = {
    step: (address: string) => {
      const to = answers[address];
      return Promise.resolve(
        to === undefined
          ? ({ type: 'absent', status: 404 } as const)
          : ({ type: 'redirect', status: 301, to } as const),
      );
    },
  };
  const found = await verifyFormer({
    url: 'https://a.example/',
    manifest: { files: {}, redirects },
    live,
    concurrency: 1,
  });
  expect(found).toMatchObject({ leading: 3, wrong: [{ path: '/e/', problem: 'elsewhere' }] });
});
