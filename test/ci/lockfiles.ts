/** Repositories whose lockfile pins a gitcast of the test, and lockfiles that pin none. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder, write } from './folders.ts';
import { lock, packed, quickNpm } from './workshop.ts';

const HELD = {
  version: '0.0.1',
  resolved: 'https://registry.example/gitcast-0.0.1.tgz',
  integrity: `sha512-${'A'.repeat(86)}==`,
};
const pinned = (name: string) => ({ [`node_modules/${name}`]: HELD });
export const lockfileOf = (packages: Readonly<Record<string, object>>): string => JSON.stringify({ packages });

/** Lockfiles without an integrity of gitcast, or of a package that it loads, with the name of that package. */
export const LOOSE: readonly (readonly [missed: string, lockfile: string])[] = [
  ['gitcast', '{}'],
  ['gitcast', 'not JSON'],
  ['gitcast', lockfileOf({ 'node_modules/gitcast': { version: '0.0.1' } })],
  ['gitcast', lockfileOf({ 'node_modules/gitcast-cli': HELD })],
  ['gitcast', lockfileOf({ 'node_modules/gitcast': { ...HELD, resolved: 'evil', link: true } })],
  ['gitcast', lockfileOf({ 'node_modules/gitcast': { ...HELD, resolved: 'file:evil' } })],
  ['gitcast', lockfileOf({ 'node_modules/gitcast': { ...HELD, resolved: 'git+https://a.example/a.git#1' } })],
  ['gitcast', lockfileOf({ 'node_modules/gitcast': { ...HELD, inBundle: true, integrity: undefined } })],
  // npm ignores an integrity that it cannot parse.
  ['gitcast', lockfileOf({ 'node_modules/gitcast': { ...HELD, integrity: 'sha512-?' } })],
  ['gitcast', lockfileOf({ 'node_modules/gitcast': { ...HELD, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } })],
  // npm takes an address on a git host for a repository, and ignores the integrity.
  ['gitcast', lockfileOf({ 'node_modules/gitcast': { ...HELD, resolved: 'https://github.com/a/gitcast.tgz' } })],
  ['gitcast', lockfileOf({ 'node_modules/gitcast': { ...HELD, resolved: 'https://www.gitlab.com/a/b/-/c.tgz' } })],
  [
    'yaml',
    lockfileOf({ ...pinned('gitcast'), 'node_modules/yaml': { ...HELD, resolved: 'https://git.sr.ht/~a/yaml' } }),
  ],
  ['gitcast', lockfileOf({ 'node_modules/gitcast': { ...HELD, resolved: `${HELD.resolved}#main` } })],
  // npm does not believe that a package is bundled because the lockfile says so, and downloads it.
  ['yaml', lockfileOf({ 'node_modules/gitcast': HELD, 'node_modules/yaml': { version: '2.0.0', inBundle: true } })],
  ['a/node_modules/b', lockfileOf({ ...pinned('gitcast'), 'node_modules/a/node_modules/b': { inBundle: true } })],
  [
    'gitcast/node_modules/b',
    lockfileOf({ ...pinned('gitcast'), 'node_modules/gitcast/node_modules/b': { inBundle: true, resolved: 'file:b' } }),
  ],
  ['yaml', lockfileOf({ 'node_modules/gitcast': HELD, 'node_modules/yaml': { resolved: 'evil', link: true } })],
  ['yaml', lockfileOf({ 'node_modules/gitcast': HELD, 'node_modules/yaml': { version: '2.0.0' } })],
  ['a package', lockfileOf({ 'node_modules/gitcast': HELD, 'node_modules/x\n::error::y': {} })],
];

interface SeeingNpm {
  readonly folder: string;
  readonly seen: () => readonly string[];
  readonly words: () => readonly string[];
}

/** An npm that records its arguments and the variables that it sees. */
export function seeingNpm(): SeeingNpm {
  const folder = temporaryFolder();
  const script = `env >"${folder}/seen"\nprintf '%s\\n' "$@" >"${folder}/words"\nexec "${quickNpm()}/npm" "$@"\n`;
  write(folder, 'npm', `#!/bin/sh\n${script}`, 0o755);
  const linesOf = (name: string) => readFileSync(join(folder, name), 'utf8').split('\n');
  return { folder, seen: () => linesOf('seen'), words: () => linesOf('words') };
}

/** The variables of a job; npm needs the second half. */
export const OF_THE_JOB = { GITCAST_KEY: 'canary-key', WEBHOOK_SECRET: 'canary-secret', GITHUB_TOKEN: 'canary-token' };
export const OF_NPM = {
  HTTPS_PROXY: 'http://proxy.example:3128',
  NPM_CONFIG_USERCONFIG: '/dev/null',
  npm_config_offline: 'true',
};

/** A folder whose lockfile has a gitcast of the test. */
export function lockedProject(program: string): string {
  const cwd = temporaryFolder();
  lock(cwd, packed(temporaryFolder(), `#!/usr/bin/env node\n${program}\n`));
  return cwd;
}

/** Lets package.json name a different package with the version that the lockfile pins. npm only compares versions. */
export function planted(cwd: string): void {
  copyFileSync(packed(temporaryFolder(), '#!/bin/sh\necho planted\n'), join(cwd, 'ci/planted.tgz'));
  write(cwd, 'package.json', JSON.stringify({ private: true, devDependencies: { gitcast: 'file:ci/planted.tgz' } }));
}
