/** The files of the image, made by the steps of deploy/Dockerfile. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../e2e/program.ts';

/**
 * Without a network, npm cannot install: this one links the packages that an installation would have, from those of the
 * checkout. `prune` removes the development dependencies, of which the build needs one, except those that `install` named.
 */
const NPM = `#!/usr/bin/env node
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
const ROOT = process.env.GITCAST_ROOT;
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const KEPT = 'node_modules/.kept.json';
const withAll = (names) => names.flatMap((name) => [name, ...withAll(Object.keys(lock.packages['node_modules/' + name]?.dependencies ?? {}))]);
if (process.argv[2] === 'install') writeFileSync(KEPT, JSON.stringify(withAll(process.argv.slice(3).filter((word) => !word.startsWith('-')))));
const kept = new Set(existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : []);
const isKept = (path) => kept.has(path.slice('node_modules/'.length));
const isForBuild = (path) => /node_modules\\/(?:@?rolldown|@oxc-project)\\b/.test(path);
for (const [path, { dev }] of Object.entries(lock.packages)) {
  if (path === '' || path.slice(1).includes('/node_modules/') || !existsSync(join(ROOT, path))) continue;
  if (process.argv[2] === 'prune' && dev && !isKept(path)) rmSync(path, { recursive: true, force: true });
  const isInstalled = process.argv[2] === 'ci' ? !dev || isForBuild(path) : process.argv[2] === 'install' && isKept(path);
  if (!isInstalled) continue;
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('sh', ['-c', 'cp -al "$0" "$1" 2> /dev/null || { rm -rf "$1"; cp -a "$0" "$1"; }', join(ROOT, path), path]);
}
`;

export interface Image {
  /** The words that start it, with the paths of its folder. */
  readonly start: readonly string[];
  readonly root: string;
  readonly steps: string;
}

export async function buildImage(folder: string): Promise<Image> {
  const bin = `${folder}-npm`;
  mkdirSync(bin);
  writeFileSync(join(bin, 'package.json'), '{"type":"module"}');
  writeFileSync(join(bin, 'npm'), NPM, { mode: 0o755 });
  const path = [bin, join(process.execPath, '..'), process.env['PATH']].join(delimiter);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/try-image.ts'), folder], {
    cwd: ROOT,
    env: { ...process.env, PATH: path, GITCAST_ROOT: ROOT },
  });
  return { start: stdout.trim().split(' '), root: join(folder, '1'), steps: stderr };
}
