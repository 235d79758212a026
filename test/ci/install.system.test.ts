import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFile, writeFiles } from '../../src/machine/write-files.ts';
import { ciFiles } from '../../src/start/ci/ci-files.ts';
import { isLocked, lockPackages, packageFiles, pinOf } from '../../src/start/pinned-package.ts';
import { ROOT } from '../e2e/program.ts';
import { needs } from '../needs.ts';
import { messages } from '../outside/messages.ts';
import { program } from '../programs.ts';
import { SUBJECTS, textsFor } from './ci-subjects.ts';
import { temporaryFolder, write } from './folders.ts';
import { LOOSE, lockedProject, lockfileOf, OF_NPM, OF_THE_JOB, planted, seeingNpm } from './lockfiles.ts';
import { environment, run } from './run.ts';
import { installed, lock, packed } from './workshop.ts';

describe('the scripts of init --ci', () => {
  const scripts = SUBJECTS.flatMap(([, subject]) => textsFor('script', subject, /\.(?:sh|mjs)$/));

  it('can be parsed by a shell and by Node', () => {
    const folder = temporaryFolder();
    for (const [path, text] of new Map(scripts.map((each) => [each[1], each])).values()) {
      const file = write(folder, path, text);
      if (path.endsWith('.sh')) execFileSync(program('sh'), ['-n', file]);
      else execFileSync(process.execPath, ['--check', file]);
      expect(text).not.toMatch(/\bbash\b/);
    }
  });

  it.runIf(needs('shellcheck'))('have nothing that shellcheck finds', () => {
    const folder = temporaryFolder();
    const files = scripts
      .filter(([path]) => path.endsWith('.sh'))
      .map(([path, text], index) => write(folder, `${index}-${basename(path)}`, text));
    expect(spawnSync(program('shellcheck'), files, { encoding: 'utf8' }).stdout).toBe('');
  });
});

describe.runIf(needs('tar'))('the lockfile of init', () => {
  it('equals the one that these tests write by hand, which is faster', async () => {
    const tarball = packed();
    const [made, written] = [temporaryFolder(), temporaryFolder()];
    await writeFiles(made, packageFiles(made, pinOf(tarball, '/')!, { isAsked: true }));
    expect(isLocked(made)).toBe(false);
    expect(await lockPackages(made, process.env)).toBeUndefined();
    expect(isLocked(made)).toBe(true);
    lock(written, tarball);
    const entries = [made, written].map(
      (folder) =>
        (JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: Record<string, object> })
          .packages['node_modules/gitcast'],
    );
    expect(entries[0]).toMatchObject(entries[1]!);
  });
});

describe('no file of this repository', () => {
  it('that users get runs a package that is not locked', () => {
    const files = ['templates', 'scripts', 'docs'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(?:sh|ya?ml|ts|mjs|md|json)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    const wanted = /npx (?:--yes|-y)\b|npx \S*gitcast@|npm exec [^\n]*gitcast@/;
    const found = [...files, join(ROOT, 'README.md')].filter((file) => wanted.test(readFileSync(file, 'utf8')));
    expect(files.length).toBeGreaterThan(50);
    expect(found).toEqual([]);
    expect(messages().filter((text) => wanted.test(text))).toEqual([]);
  });
});

function writeScript(cwd: string): void {
  const files = ciFiles('script', { config: undefined, branch: 'main' });
  for (const [path, text] of Object.entries(files)) writeFile(join(cwd, path), text);
}

describe.runIf(needs('tar'))('what CI installs', () => {
  const surroundings = () => ({
    ...environment([installed()]),
    GITCAST_TARGET: 'live',
    GITCAST_KEY: 'key',
    GITCAST_BRANCH: 'main',
  });

  it('refuses to run without a lockfile that has the integrity of gitcast, even if it is installed', async () => {
    const env = surroundings();
    const cwd = temporaryFolder();
    writeScript(cwd);
    write(cwd, 'node_modules/.bin/gitcast', '#!/bin/sh\necho planted\n', 0o755);
    const bare = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], env);
    expect([bare.exitCode, bare.stdout]).toEqual([3, '']);
    expect(bare.stderr).toContain('package-lock.json does not pin gitcast with its integrity.');
    for (const [missed, lockfile] of LOOSE) {
      write(cwd, 'package-lock.json', lockfile);
      const { exitCode, stdout, stderr } = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], env);
      expect([exitCode, stdout]).toEqual([3, '']);
      expect(stderr).toContain(`package-lock.json does not pin ${missed} with its integrity.`);
      expect(isLocked(cwd)).toBe(false);
    }
  });

  it('refuses to run beside an npm-shrinkwrap.json, which npm prefers to the lockfile', async () => {
    const cwd = lockedProject('console.log("own");');
    writeScript(cwd);
    write(cwd, 'npm-shrinkwrap.json', lockfileOf({ 'node_modules/gitcast': { version: '0.0.1' } }));
    const { exitCode, stdout, stderr } = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], surroundings());
    expect([exitCode, stdout]).toEqual([3, '']);
    expect(stderr).toBe(
      'npm-shrinkwrap.json is not allowed, because npm prefers it to package-lock.json. Delete it.\n',
    );
    expect(isLocked(cwd)).toBe(false);
  });

  it('refuses an address on a git host, for which npm ignores the integrity, also if .npmrc hides addresses', async () => {
    const address = 'https://github.com/a/gitcast/archive/main.tgz';
    const entry = { version: '0.0.1', integrity: `sha512-${'B'.repeat(86)}==` };
    const cwd = temporaryFolder();
    writeScript(cwd);
    write(cwd, '.npmrc', 'omit-lockfile-registry-resolved=true\n');
    write(cwd, 'package.json', JSON.stringify({ private: true, devDependencies: { gitcast: address } }));
    for (const [resolved, code] of [
      [address, 3],
      [undefined, 1],
    ] as const) {
      const root = { devDependencies: { gitcast: address } };
      const packages = { '': root, 'node_modules/gitcast': { ...entry, resolved } };
      write(cwd, 'package-lock.json', JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
      const { exitCode, stdout } = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], surroundings());
      expect([exitCode, stdout]).toEqual([code, '']);
      expect(existsSync(join(cwd, 'node_modules/gitcast'))).toBe(false);
    }
  });

  it('has the addresses of packages noted by npm, whatever .npmrc says', async () => {
    const npm = seeingNpm();
    const cwd = lockedProject('console.log("own");');
    writeScript(cwd);
    write(cwd, '.npmrc', 'omit-lockfile-registry-resolved=true\n');
    await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], environment([npm.folder]));
    expect(npm.words()).toContain('--omit-lockfile-registry-resolved=false');
  });

  it('does not run what package.json names and the lockfile does not pin', async () => {
    const cwd = lockedProject('console.log("pinned");');
    writeScript(cwd);
    planted(cwd);
    const { exitCode, stdout, stderr } = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], surroundings());
    expect([exitCode, stdout, stderr]).toEqual([1, '', expect.stringContaining('npm did not install gitcast as')]);
    expect(existsSync(join(cwd, 'node_modules'))).toBe(false);
  });

  it('does not run what an override replaces', async () => {
    const cwd = lockedProject('console.log("pinned");');
    writeScript(cwd);
    planted(cwd);
    const overrides = { gitcast: 'file:ci/planted.tgz' };
    write(cwd, 'package.json', JSON.stringify({ private: true, dependencies: { gitcast: '*' }, overrides }));
    const { exitCode, stdout } = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], surroundings());
    expect([exitCode, stdout]).toEqual([1, '']);
  });

  it('starts no program that .npmrc names as git or as shell, and no script', async () => {
    const cwd = lockedProject('console.log("started");');
    writeScript(cwd);
    write(cwd, 'evil.sh', `#!/bin/sh\ntouch "${cwd}/ran"\n`, 0o755);
    const rc = ['git', 'script-shell', 'shell'].map((name) => `${name}=${cwd}/evil.sh`);
    write(cwd, '.npmrc', [...rc, 'ignore-scripts=false', 'package-lock=false', 'install-strategy=linked'].join('\n'));
    expect((await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], surroundings())).stdout).toBe('started\n');
    const dependencies = { gitcast: 'git+https://127.0.0.1:1/gitcast.git' };
    write(cwd, 'package.json', JSON.stringify({ private: true, dependencies }));
    const { exitCode, stdout } = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], surroundings());
    expect([exitCode, stdout, existsSync(join(cwd, 'ran'))]).toEqual([1, '', false]);
  });

  it('installs a package that lies in the tarball of another one, and downloads it from nowhere else', async () => {
    const cwd = temporaryFolder();
    const parts = { 'node_modules/part/package.json': '{ "name": "part", "version": "1.0.0" }' };
    const gitcast = '#!/usr/bin/env node\nconsole.log(import.meta.resolve("part/package.json").slice(-30));\n';
    const manifest = { dependencies: { part: '1.0.0' }, bundleDependencies: ['part'] };
    lock(cwd, packed(temporaryFolder(), gitcast, { manifest, files: parts }), manifest);
    const lockfile = JSON.parse(readFileSync(join(cwd, 'package-lock.json'), 'utf8')) as { packages: object };
    const bundled = { 'node_modules/gitcast/node_modules/part': { version: '1.0.0', inBundle: true, dev: true } };
    const text = JSON.stringify({ ...lockfile, packages: { ...lockfile.packages, ...bundled } });
    write(cwd, 'package-lock.json', text);
    writeScript(cwd);
    const { stdout } = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], surroundings());
    expect(stdout).toBe('/node_modules/part/package.json\n'.slice(-31));
    expect(readFileSync(join(cwd, 'package-lock.json'), 'utf8')).toBe(text);
    expect(isLocked(cwd)).toBe(true);
  });

  it("lets npm, which reads the repository's .npmrc, see only the variables that it needs", async () => {
    const npm = seeingNpm();
    const env = { ...environment([npm.folder]), ...OF_THE_JOB, ...OF_NPM };
    const cwd = lockedProject('console.log(process.env.GITCAST_KEY, process.env.WEBHOOK_SECRET);');
    writeScript(cwd);
    const { exitCode, stdout } = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], env);
    expect([exitCode, stdout]).toEqual([0, 'canary-key canary-secret\n']);
    expect(npm.seen().join('\n')).not.toContain('canary');
    for (const [name, value] of Object.entries(OF_NPM)) expect(npm.seen()).toContain(`${name}=${value}`);
  });

  it('runs neither a package that differs from the lockfile nor a script of a package, and hides the key from npm', async () => {
    const env = surroundings();
    const cwd = lockedProject('console.log(process.env.GITCAST_KEY);');
    writeScript(cwd);
    const manifest = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as object;
    const scripts = { preinstall: 'env >ran.txt', postinstall: 'env >ran.txt' };
    write(cwd, 'package.json', JSON.stringify({ ...manifest, scripts }));
    expect(await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], env)).toMatchObject({
      exitCode: 0,
      stdout: 'key\n',
    });
    expect(existsSync(join(cwd, 'ran.txt'))).toBe(false);
    writeFileSync(
      join(cwd, 'ci/gitcast-0.0.1.tgz'),
      readFileSync(packed(temporaryFolder(), '#!/bin/sh\necho another\n')),
    );
    const swapped = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], env);
    // npm refuses it, or has what the lockfile expects in its cache.
    expect(swapped.stdout).toBe(swapped.exitCode === 0 ? 'key\n' : '');
  });
});
