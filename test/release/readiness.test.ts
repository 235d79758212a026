import { describe, expect, it } from 'vitest';
import { notesBefore, problemsOf, type Checkout } from '../../scripts/release/readiness.ts';

const READY: Checkout = {
  manifest: { name: 'gitcast', version: '0.2.0', repository: { url: 'git+https://github.com/owner/name.git' } },
  lockedVersion: '0.2.0',
  changelog: '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 (2026-01-01)\n\n- Old.\n',
  dirty: [],
  tags: ['v0.1.0'],
  tagsOfHead: [],
  hostedAs: undefined,
};
const TAGGED: Checkout = {
  ...READY,
  changelog: READY.changelog.replace('Unreleased', 'Unreleased\n\n## 0.2.0 (2026-02-02)'),
  tags: ['v0.1.0', 'v0.2.0'],
  tagsOfHead: ['v0.2.0'],
  hostedAs: 'owner/name',
};
const withVersion = (version: string) => ({ ...READY.manifest, version });

describe('a release', () => {
  it('is ready in a clean checkout with a version of its own, and on its tag', () => {
    expect(problemsOf(READY, 'dry-run')).toEqual([]);
    expect(problemsOf(READY, 'tag')).toEqual([]);
    expect(problemsOf(TAGGED, 'tagged')).toEqual([]);
  });

  it('names everything that is wrong at once', () => {
    const wrong = { ...READY, dirty: ['a', 'b', 'c', 'd', 'e'], lockedVersion: '0.1.0', changelog: '# Changelog\n' };
    expect(problemsOf(wrong, 'tag')).toEqual([
      'The working tree is not clean (a, b, c and 2 more): commit the changes, or run git stash --include-untracked.',
      'package-lock.json has version 0.1.0 and package.json 0.2.0: run npm install --package-lock-only.',
      'CHANGELOG.md has no entries for 0.2.0: write what changed for users under "## Unreleased".',
    ]);
  });

  it.each([
    ['a version that is tagged', { ...READY, tags: ['v0.2.0'] }, 'v0.2.0 already exists'],
    ['a version that is none', { ...READY, manifest: withVersion('2'), lockedVersion: '2' }, 'the version "2"'],
    [
      'a changelog with entries beside its section',
      { ...TAGGED, changelog: TAGGED.changelog.replace('## 0.2', '- Late.\n\n## 0.2'), tags: [] },
      'entries under Unreleased and a section 0.2.0',
    ],
  ])('refuses %s', (_, checkout, problem) => {
    expect(problemsOf(checkout, 'tag')).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    ['a commit with another tag', { ...TAGGED, tagsOfHead: ['v0.3.0'] }, 'this commit has the tag v0.3.0'],
    ['a commit without a tag', { ...TAGGED, tagsOfHead: [] }, 'this commit has no tag'],
    [
      'a changelog without its date',
      { ...TAGGED, changelog: READY.changelog },
      'the entries of 0.2.0 under Unreleased',
    ],
    ['a fork', { ...TAGGED, hostedAs: 'other/name' }, 'but this is other/name'],
    [
      'a repository that is not named',
      { ...TAGGED, manifest: { name: 'gitcast', version: '0.2.0' } },
      'repository.url=git+https://github.com/owner/name.git',
    ],
  ])('in CI refuses %s', (_, checkout, problem) => {
    expect(problemsOf(checkout, 'tagged')).toEqual([expect.stringContaining(problem)]);
  });

  it('can be tried before there is a repository to name, with a note', () => {
    const homeless = { ...READY, manifest: { name: 'gitcast', version: '0.2.0' } };
    expect(problemsOf(homeless, 'dry-run')).toEqual([]);
    expect(notesBefore(homeless)).toEqual([expect.stringContaining('package.json has no repository')]);
    expect(problemsOf(homeless, 'tag')).toEqual([expect.stringContaining('package.json has no repository')]);
  });
});
