import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { relativeLinks } from '../outside/documents.ts';
import { commit, installedPackage, PATIENCE, run, type InstalledPackage } from './installed-package.ts';
import { NODE, program } from '../programs.ts';
import { needs } from '../needs.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const TARBALL = `gitcast-${version}.tgz`;
const BILL = `gitcast-${version}.cdx.json`;

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installedPackage();
}, PATIENCE);

const text = (name: string): string => readFileSync(join(installed.made, name), 'utf8');

describe.runIf(needs('tar'))('npm run release -- --dry-run', () => {
  it('creates the tarball, the bill of materials, the checksums and the notes, and prints each step', () => {
    expect(readdirSync(installed.made).sort()).toEqual(
      ['.written-by-release', 'SHA256SUMS', BILL, TARBALL, 'notes.md'].sort(),
    );
    expect(installed.printed).toMatch(/^✓ gitcast \S+: the tree is clean.*\n- the tests were skipped.*\n✓ packed /);
    expect(installed.printed).toMatch(/\nDry run: nothing was committed, tagged or published\..*\n$/);
    expect(text('SHA256SUMS').replace(/^[0-9a-f]{64} {2}/gm, '')).toBe(`${TARBALL}\n${BILL}\n`);
    expect(text('notes.md')).toMatch(/^- \S/m);
  });

  it('runs publint, warnings and suggestions included, and checks the links in every packed Markdown file', () => {
    expect(installed.printed).toContain('✓ publint and the links in every packed Markdown file have no problems\n');
  });

  it('commits and tags nothing', async () => {
    expect(await run(program('git'), ['log', '--format=%s'], installed.checkout)).toBe('sources\n');
    expect(await run(program('git'), ['tag'], installed.checkout)).toBe('');
  });

  it('lists every installed package in the bill of materials, and no development dependency', () => {
    const { components } = JSON.parse(text(BILL)) as { components: { name: string }[] };
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['ajv', 'sharp', 'yaml']));
    expect(names).not.toContain('vitest');
  });
});

describe.runIf(needs('tar'))('the package', () => {
  const inside = (path: string): string => join(installed.folder, 'node_modules/gitcast', path);

  it('has the program, the reference, the guides and the picture of the README, and no sources or leftovers', () => {
    const there = [
      'lib/index.d.ts',
      'lib/preview/browser/client.js',
      'docs/reference.md',
      'docs/guides',
      'docs/site.jpg',
    ];
    expect(there.filter((path) => !existsSync(inside(path)))).toEqual([]);
    expect(['src', 'test', 'content', 'scripts', 'lib/stale.js'].filter((path) => existsSync(inside(path)))).toEqual(
      [],
    );
  });

  it('has every file and picture that its README links to', () => {
    const links = relativeLinks(readFileSync(inside('README.md'), 'utf8')).filter((href) => !href.startsWith('#'));
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((href) => !existsSync(inside(href.replace(/#.*/, ''))))).toEqual([]);
  });

  it('is a library whose exports load', async () => {
    const program = `import { openProject } from 'gitcast'; console.log(typeof openProject === 'function');`;
    expect(await run(NODE, ['--input-type=module', '--eval', program], installed.folder)).toBe('true\n');
  });
});

describe.runIf(needs('tar'))('npm run release', () => {
  it('dates the changelog, commits and tags, once the tests have passed', { timeout: PATIENCE }, async () => {
    const { checkout, made } = installed;
    const manifest = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { scripts: object };
    const url = 'git+https://git.example/owner/name.git';
    // The tests of this repository cannot run inside one of them, and the build above need not be repeated.
    const quick = Object.fromEntries(
      ['pretest', 'test', 'pretest:system', 'test:system', 'build'].map((name) => [name, 'node --version']),
    );
    const scripts = { ...manifest.scripts, ...quick };
    writeFileSync(join(checkout, 'package.json'), JSON.stringify({ ...manifest, repository: { url }, scripts }));
    await commit(checkout, 'a home');

    const printed = await run(NODE, ['scripts/release.ts', '--out', join(made, '../again')], checkout);
    expect(printed).toMatch(
      /✓ npm test passed\n[^]*✓ npm run test:system passed\n[^]*\nPublish it from CI: git push origin HEAD v\S+\n$/,
    );
    expect(await run(program('git'), ['tag', '--points-at', 'HEAD'], checkout)).toBe(`v${version}\n`);
    expect(await run(program('git'), ['status', '--porcelain'], checkout)).toBe('');
    const changelog = readFileSync(join(checkout, 'CHANGELOG.md'), 'utf8');
    expect(changelog).toContain(`\n## Unreleased\n\n## ${version} (20`);

    const again = run(NODE, ['scripts/release.ts', '--dry-run'], checkout);
    await expect(again).rejects.toThrow(`✗ v${version} already exists: set the next version`);
  });
});
