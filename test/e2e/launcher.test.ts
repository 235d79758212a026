import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { describeSources, noteSources } from '../../scripts/sources.mjs';
import { folderWith, writeInto } from '../cli/in-memory.ts';
import { gitcast, LAUNCHER, ROOT } from './program.ts';
import { machineNode, NODE, type Program } from '../programs.ts';
import { leftOutIf } from '../needs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const older: Program | undefined = olderNode();

describe('the launcher', () => {
  it('runs the program on a Node that is recent enough', () => {
    expect(gitcast(['--version'], { cwd: temporaryFolder() })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^gitcast \d/),
    });
  });

  it('runs without a warning from Node', () => {
    const cwd = temporaryFolder();
    const words = ['service', 'broadcasts', 'create', 'Harbour', '--database', join(cwd, 'service.db')];
    expect(gitcast(words, { cwd })).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('keeps quiet about SQLite, which Node 22 calls experimental, and about no other warning', () => {
    const folder = folderWith({
      'lib/cli/main.js': `export function main() {
        process.emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning');
        process.emitWarning('something else is experimental', 'ExperimentalWarning');
      }`,
      'package.json': '{"type": "module"}',
    });
    cpSync(dirname(LAUNCHER), join(folder, 'bin'), { recursive: true });
    const { stderr } = gitcast([], { launcher: join(folder, 'bin/gitcast.mjs'), cwd: folder });
    expect(stderr).toContain('something else is experimental');
    expect(stderr).not.toContain('SQLite');
  });

  it('runs what a checkout was built to as long as no source has changed since', () => {
    const folder = temporaryFolder();
    const write = (file: string, text: string): void => writeInto(folder, { [file]: text });
    const started = (): string => gitcast([], { launcher: join(folder, 'bin/gitcast.mjs'), cwd: folder }).stdout;
    const program = (text: string): string => `export const main = () => console.log('${text}');`;
    cpSync(dirname(LAUNCHER), join(folder, 'bin'), { recursive: true });
    cpSync(join(ROOT, 'scripts/sources.mjs'), join(folder, 'scripts/sources.mjs'));
    write('package.json', '{"type": "module"}');
    write('scripts/build.ts', '');
    write('node_modules/.package-lock.json', '{}');
    write('src/cli/main.ts', program('sources'));
    write('src/other.ts', 'one');
    write('lib/cli/main.js', program('build'));
    expect(started()).toBe('sources\n');
    const root = pathToFileURL(`${folder}/`);
    const build = (): void => noteSources(root, describeSources(root));
    const { atime, mtime } = statSync(join(folder, 'src/other.ts'));
    const changes = [
      () => write('src/other.ts', 'two!'),
      () => {
        write('src/other.ts', 'two?');
        utimesSync(join(folder, 'src/other.ts'), atime, mtime);
      },
      () => write('src/new.ts', ''),
      () => rmSync(join(folder, 'src/new.ts')),
      () => write('package.json', '{"type": "module", "version": "2.0.0"}'),
    ];
    for (const change of changes) {
      build();
      expect(started()).toBe('build\n');
      change();
      expect(started()).toBe('sources\n');
    }
  });

  it('keeps compiled code in the cache folder of the user, and starts if that cannot be written', () => {
    const home = temporaryFolder();
    const start = (HOME: string, ...words: readonly string[]) =>
      spawnSync(process.execPath, [LAUNCHER, ...words, '--help'], { env: { PATH: process.env['PATH'], HOME } });
    for (const words of [[], ['plan']]) expect(start(home, ...words).status).toBe(0);
    // With one folder, commands that set other flags of V8 would replace each other's code at every start.
    expect(readdirSync(join(home, '.cache/gitcast/compiled')).sort()).toEqual(['others', 'plan']);
    writeFileSync(join(home, 'file'), '');
    for (const name of ['file', 'missing']) expect(start(join(home, name)).status).toBe(0);
    expect(readdirSync(home).sort()).toEqual(['.cache', 'file']);
  });

  it.each(['gitcast.mjs', 'cannot-start.mjs'])('is written in syntax that Node 12 can parse: %s', (name) => {
    const text = readFileSync(join(dirname(LAUNCHER), name), 'utf8').replaceAll(/^ *(?:\/\/|\/\*\*).*$/gm, '');
    expect(text).not.toMatch(/\?\.[a-z[(]|\?\?|'node:/);
    const outside = text.replaceAll(/^(?:async )?function [^]*?^}$/gm, '');
    expect(outside).not.toContain('await');
  });

  const NODES = [NODE, ...(older === undefined ? [] : [older])];
  it.each(NODES)('shows how to install the packages of a checkout that has none, on %s', (node) => {
    const folder = temporaryFolder();
    for (const path of ['bin', 'src', 'package.json']) {
      cpSync(join(ROOT, path), join(folder, path), { recursive: true });
    }
    const launcher = join(folder, 'bin/gitcast.mjs');
    for (const words of [['--version'], ['plan', '--json']]) {
      const { exitCode, stdout, stderr } = gitcast(words, { node, launcher, cwd: folder });
      expect([exitCode, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        `gitcast cannot start: the packages of this checkout are not installed (${folder}).\n` +
          'Install them with Node.js 18 or later: run npm ci in that folder, or npm start, which also shows the demo.\n',
      );
    }
  });

  describe.skipIf(leftOutIf(older === undefined, 'needs npm to run with a Node.js before 22.22'))(
    'started with an older Node',
    () => {
      it('runs the program on the Node from the packages', () => {
        expect(gitcast(['--version'], { node: older!, cwd: temporaryFolder() })).toMatchObject({
          exitCode: 0,
          stdout: expect.stringMatching(/^gitcast \d/),
          stderr: '',
        });
      });

      it('passes on the exit code and the output', () => {
        const { exitCode, stderr } = gitcast(['validate'], { node: older!, cwd: temporaryFolder() });
        expect([exitCode, stderr]).toEqual([1, expect.stringContaining('gitcast init')]);
      });

      it.each(['SIGINT', 'SIGTERM'] as const)('passes %s on, and waits for the program to end', async (signal) => {
        const cwd = temporaryFolder();
        const words = [LAUNCHER, 'service', '--json', '--port', '0', '--database', join(cwd, 'service.db')];
        const node: Program = older!;
        const child = spawn(node, words, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
        const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
        const { url } = JSON.parse(String((await once(child.stdout, 'data'))[0])) as { url: string };
        expect((await fetch(`${url}/v1/events`)).status).toBe(401);
        child.kill(signal);
        expect(await ended).toEqual([0, null]);
        await expect(fetch(`${url}/v1/events`)).rejects.toThrow('fetch failed');
      });

      it('reports that there is no newer Node', () => {
        const folder = temporaryFolder();
        const launcher = join(folder, 'bin/gitcast.mjs');
        cpSync(dirname(LAUNCHER), dirname(launcher), { recursive: true });
        const { exitCode, stdout, stderr } = gitcast(['--version'], { node: older!, launcher, cwd: folder });
        expect([exitCode, stdout]).toEqual([1, '']);
        expect(stderr).toMatch(
          /^gitcast needs Node\.js 22\.22 or later, and this is Node\.js \d+\.\d+\.\d+\.\nInstall/,
        );
      });
    },
  );
});

function olderNode(): Program | undefined {
  return machineNode !== undefined && isOlder(machineNode) ? machineNode : undefined;
}

function isOlder(node: Program): boolean {
  const [major = 0, minor = 0] = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' })
    .split('.')
    .map(Number);
  return major < 22 || (major === 22 && minor < 22);
}
