import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { program } from '../programs.ts';
import { ROOT } from './program.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A checkout with one development dependency, which needs no registry. */
function checkout(): string {
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'scripts/install.mjs'), join(folder, 'scripts/install.mjs'), { recursive: true });
  const devDependencies = { tool: 'file:tool' };
  const packages = {
    '': { devDependencies },
    'node_modules/tool': { resolved: 'tool', link: true },
    tool: { version: '1.0.0', dev: true },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, devDependencies }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
  mkdirSync(join(folder, 'tool'));
  writeFileSync(join(folder, 'tool/package.json'), '{ "name": "tool", "version": "1.0.0" }');
  return folder;
}

function install(folder: string, variables: NodeJS.ProcessEnv) {
  const { npm_execpath: _, ...env } = process.env;
  const words = [join(folder, 'scripts/install.mjs')];
  const { status, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    env: { ...env, npm_config_offline: 'true', ...variables },
    encoding: 'utf8',
  });
  return { exitCode: status, stderr };
}

const isMarked = (folder: string): boolean => existsSync(join(folder, 'node_modules/.gitcast-lock'));

describe('the installation of the packages before npm start and npm test', () => {
  it('includes development dependencies where NODE_ENV is production', () => {
    const folder = checkout();
    const npm_execpath = realpathSync(program('npm'));
    expect(install(folder, { npm_execpath, NODE_ENV: 'production' }).exitCode).toBe(0);
    expect(existsSync(join(folder, 'node_modules/tool/package.json'))).toBe(true);
    expect(isMarked(folder)).toBe(true);
  });

  it.each([undefined, ''])('fails with a sentence without npm, and does not count as done (%s)', (npm_execpath) => {
    const folder = checkout();
    mkdirSync(join(folder, 'node_modules'));
    expect(install(folder, { npm_execpath })).toEqual({
      exitCode: 1,
      stderr:
        'The packages in package-lock.json are not installed. Run npm ci, or this script through npm: npm test.\n',
    });
    expect(isMarked(folder)).toBe(false);
  });

  it('fails if npm does, and is tried again', () => {
    const folder = checkout();
    const npm = join(folder, 'npm.js');
    writeFileSync(npm, 'process.exitCode = 1');
    expect(install(folder, { npm_execpath: npm })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('npm ci failed, see above.'),
    });
    expect(isMarked(folder)).toBe(false);
  });
});
