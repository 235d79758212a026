import { expect, it } from 'vitest';
import { brokenLinks } from '../../scripts/release/package.ts';

const PACKED = ['README.md', 'docs/site.jpg', 'docs/guides/ci.md', 'docs/guides/opening hours.md'];

it('links and pictures that lead to nothing in the package are named, those in code and to other hosts are not', () => {
  const text = `![shot](docs/site.jpg) [ci](docs/guides/ci.md#keys) [all](docs/guides/) [a](#top)
[web](https://example.org/) [mail](mailto:a@example.org) [space](<docs/guides/opening hours.md>) \`[x](nope.md)\`

![gone](docs/gone.jpg) [source](src/index.ts) [ref]

[ref]: LICENSE
`;
  const named = ['docs/gone.jpg', 'src/index.ts', 'LICENSE'].map((link) =>
    expect.stringContaining(`links to ${link},`),
  );
  expect(brokenLinks({ path: 'README.md', text }, PACKED)).toEqual(named);
  expect(brokenLinks({ path: 'docs/guides/ci.md', text: '[up](../../README.md) [out](../ci.md)' }, PACKED)).toEqual([
    expect.stringContaining('docs/guides/ci.md links to ../ci.md,'),
  ]);
});
