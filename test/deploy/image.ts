/** The files of the image, made by the steps of deploy/Dockerfile. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../e2e/program.ts';
import { program } from '../programs.ts';
import type { Stage } from './dockerfile.ts';

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
}

/** Runs every step of the Dockerfile without a container runtime, each stage in a folder of its own as if that were its root. */
export async function buildImage(stages: readonly Stage[], folder: string): Promise<Image> {
  const bin = `${folder}-npm`;
  mkdirSync(bin);
  writeFileSync(join(bin, 'package.json'), '{"type":"module"}');
  writeFileSync(join(bin, 'npm'), NPM, { mode: 0o755 });
  const path = [bin, join(process.execPath, '..'), process.env['PATH']].join(delimiter);
  for (const stage of stages) await makeStage(stage, folder, { ...process.env, PATH: path, GITCAST_ROOT: ROOT });
  const last = stages.at(-1)!;
  const root = join(folder, last.name);
  const words = [...last.words('ENTRYPOINT'), ...last.words('CMD')];
  return { start: words.map((word) => (word.startsWith('/') ? join(root, word) : word)), root };
}

async function makeStage({ name, lines }: Stage, folder: string, given: NodeJS.ProcessEnv): Promise<void> {
  const env = { ...given };
  let workdir = join(folder, name);
  for (const { instruction, rest } of lines) {
    if (instruction === 'WORKDIR') mkdirSync((workdir = join(folder, name, rest)), { recursive: true });
    if (instruction === 'ENV') env[rest.split('=')[0]!] = rest.split('=')[1]!;
    if (instruction === 'RUN') await promisify(execFile)(program('sh'), ['-ec', rest], { cwd: workdir, env });
    if (instruction === 'COPY') copy(rest, folder, workdir);
  }
}

/** The contents of a folder are copied to the target; a file is copied into a target that ends in a slash. */
function copy(rest: string, folder: string, workdir: string): void {
  const [, stage, paths] = /^(?:--from=(\w+) )?(.*)$/.exec(rest)!;
  const [target, ...sources] = paths!.split(' ').toReversed();
  for (const source of sources) {
    const from = join(stage === undefined ? ROOT : join(folder, stage), source);
    const isInto = target!.endsWith('/') && statSync(from).isFile();
    const to = join(workdir, target!, isInto ? basename(from) : '');
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
}
