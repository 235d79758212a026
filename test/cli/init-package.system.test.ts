import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { packed } from '../ci/workshop.ts';
import { folderWith, gitcast, textOf } from './in-memory.ts';
import { needs } from '../needs.ts';

afterEach(() => void vi.unstubAllEnvs());

describe.runIf(needs('tar'))('the gitcast that CI installs', () => {
  it('is the given tarball, pinned by a lockfile that was made without running any script', async () => {
    vi.stubEnv('npm_config_offline', 'true');
    const cwd = folderWith();
    const tarball = packed();
    const { exitCode, stdout } = await gitcast(`init --ci script --json --package ${tarball}`, { cwd });
    expect(exitCode).toBe(0);
    const { files, problem } = JSON.parse(stdout);
    expect(problem).toBeUndefined();
    expect(files).toEqual(expect.arrayContaining(['package.json', 'package-lock.json', 'ci/gitcast-0.0.1.tgz']));
    expect(JSON.parse(textOf(cwd, 'package.json'))).toEqual({
      private: true,
      engines: { node: expect.stringMatching(/^>=\d+\.\d+$/) },
      devDependencies: { gitcast: 'file:ci/gitcast-0.0.1.tgz' },
    });
    const { packages } = JSON.parse(textOf(cwd, 'package-lock.json'));
    expect(packages['node_modules/gitcast']).toMatchObject({
      resolved: 'file:ci/gitcast-0.0.1.tgz',
      integrity: expect.stringMatching(/^sha512-/),
    });
    expect(existsSync(join(cwd, 'node_modules'))).toBe(false);
    expect((await gitcast('init --ci script', { cwd })).stdout).toMatch(
      /^✓ nothing to add: everything already exists\n/,
    );
  });
});
