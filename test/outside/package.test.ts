import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { relativeLinks, ROOT } from './documents.ts';

interface Manifest {
  readonly files: readonly string[];
}

const ALWAYS_PACKED = ['package.json', 'README.md', 'LICENSE'];
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
const folder = mkdtempSync(join(tmpdir(), 'gitcast-package-'));
let packed: readonly string[];

/** The files of a release. Types are checked elsewhere: here the compiler only writes files. */
beforeAll(() => {
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  execFileSync(compiler, ['-p', 'tsconfig.build.json', '--noCheck', '--outDir', join(folder, 'lib')], { cwd: ROOT });
  for (const part of [...ALWAYS_PACKED, ...manifest.files]) {
    const source = join(ROOT, part);
    if (part !== 'lib' && existsSync(source)) cpSync(source, join(folder, part), { recursive: true });
  }
  const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(listing) as [{ files: { path: string }[] }];
  packed = files.map(({ path }) => path);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the packed package', () => {
  it('has every file and picture that its README links to', () => {
    const isPacked = (href: string): boolean => {
      const path = href.replace(/#.*/, '');
      return packed.some((file) => file === path || file.startsWith(path.replace(/\/?$/, '/')));
    };
    const links = relativeLinks(readFileSync(join(ROOT, 'README.md'), 'utf8')).filter((href) => !href.startsWith('#'));
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((href) => !isPacked(href))).toEqual([]);
  });

  it('passes publint, warnings and suggestions included', async () => {
    const { messages, pkg } = await publint({ pkgDir: folder, pack: 'npm', level: 'suggestion' });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });
});
