import { describe, expect, it } from 'vitest';
import { notesOf, released } from '../../scripts/release/changelog.ts';
import { brokenLinks } from '../../scripts/release/package.ts';

const CHANGELOG = `# Changelog

Intro.

## Unreleased

### Added

- New.

## 0.1.0 (2026-01-01)

- Old.
`;

describe('the changelog of a release', () => {
  it('gives the entries of a version as notes, those that are not released yet included', () => {
    expect(notesOf(CHANGELOG, '0.1.0')).toMatchObject({ ok: false });
    expect(notesOf(CHANGELOG, '0.2.0')).toEqual({ ok: true, section: 'Unreleased', text: '### Added\n\n- New.\n' });
    const dated = released(CHANGELOG, '0.2.0', '2026-02-02');
    expect(notesOf(dated, '0.2.0')).toEqual({ ok: true, section: '0.2.0', text: '### Added\n\n- New.\n' });
    expect(notesOf(dated, '0.1.0')).toEqual({ ok: true, section: '0.1.0', text: '- Old.\n' });
  });

  it('dates a version once, and changes nothing else', () => {
    const dated = released(CHANGELOG, '0.2.0', '2026-02-02');
    expect(dated).toBe(CHANGELOG.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 (2026-02-02)\n'));
    expect(released(dated, '0.2.0', '2026-03-03')).toBe(dated);
  });
});

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
