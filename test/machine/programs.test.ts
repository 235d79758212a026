import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { uptime } from 'node:os';
import { describe, expect, it } from 'vitest';
import { onPath, ProgramMissing, PROGRAMS, type ProgramName } from '../../src/machine/programs.ts';
import { server } from '../../src/publish/hosts/ssh-commands.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { fateOf, isAlive, thisProcess, type ProcessIdentity } from '../../src/machine/processes.ts';

describe('a program that is not installed', () => {
  it.each(Object.keys(PROGRAMS) as ProgramName[])('is one sentence and one next step: %s', (name) => {
    const { message, suggestion } = new ProgramMissing(name);
    expect(message).toMatch(/^(?:[a-z]+|no .+) was found$|^[a-z]+ was not found$/);
    expect(suggestion).toMatch(/^(?:install|set) .+[^.]$/);
  });

  const account = { host: 'server.example', env: { PATH: '' } };

  it('is named when a site is published to a server', async () => {
    await expect(server(account).run('true', { words: [] })).rejects.toMatchObject({
      message: 'ssh was not found',
      suggestion: 'install the ssh client of OpenSSH, then run gitcast publish again',
    });
    const sending = { folder: temporaryFolder(), paths: [], to: '/srv', onFile: () => undefined };
    await expect(server(account).send(sending)).rejects.toMatchObject({ message: 'rsync was not found' });
  });

  it('is named as the user wrote it, if it is the user’s own command', async () => {
    const own = server({ ...account, command: 'my-ssh -v' });
    await expect(own.run('true', { words: [] })).rejects.toMatchObject({ message: 'my-ssh was not found' });
  });
});

it('a program in PATH is the first of the names, in the first folder that has it as a program', () => {
  const folder = temporaryFolder();
  const file = (name: string, mode: number): string => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    chmodSync(path, mode);
    return path;
  };
  file('a/chrome', 0o644);
  const [chrome, chromium] = [file('b/chrome', 0o755), file('c/chromium', 0o755)];
  const env = { PATH: ['a', 'b', 'c'].map((name) => join(folder, name)).join(delimiter) };
  expect(onPath(['chromium', 'chrome'], env)).toBe(chromium);
  expect(onPath(['edge', 'chrome'], env)).toBe(chrome);
  expect(onPath(['edge'], env)).toBeUndefined();
  expect(onPath(['edge'], {})).toBeUndefined();
});

/** As on Linux, wherever this runs. */
const here: ProcessIdentity = { boot: 'today', space: 'pid:[7]', ...thisProcess() };
const now = Date.now();
const ended = spawnSync(process.execPath, ['--version']).pid;
const fate = (other: ProcessIdentity, lastSeen = now) => fateOf(other, { here, lastSeen, now });
describe('isAlive', () => {
  it('tells processes that run from those that have ended', () => {
    expect([process.pid, process.ppid].map(isAlive)).toEqual([true, true]);
    expect(isAlive(ended)).toBe(false);
  });

  it('takes what can be no process for one that has ended', () => {
    expect([NaN, 2 ** 40].map(isAlive)).toEqual([false, false]);
  });
});

describe('fateOf', () => {
  it('knows a process of this machine by its id and its start', () => {
    expect(fate(here)).toBe('alive');
    expect(fate({ ...here, pid: ended })).toBe('ended');
    expect(fate({ ...here, started: '1' })).toBe('ended');
  });

  it('says nothing of a process of another machine, whatever runs here with its id', () => {
    expect(fate({ ...here, host: 'elsewhere', boot: 'another' })).toBe('unknown');
    expect(fate({ host: 'elsewhere', pid: ended })).toBe('unknown');
  });

  it('knows this machine by its boot after it was given another name', () => {
    expect(fate({ ...here, host: 'renamed' })).toBe('alive');
  });

  it('takes a mark of this host from before its boot for one from before a restart', () => {
    const booted = now - uptime() * 1000;
    expect(fate({ ...here, boot: 'yesterday' }, booted - 5000)).toBe('restarted');
    expect(fate({ ...here, boot: 'yesterday' }, now)).toBe('unknown');
  });

  it('says nothing of a process in another container, unless it is this one before a restart', () => {
    const space = 'pid:[1]';
    expect(fate({ ...here, space, pid: process.pid + 1 })).toBe('unknown');
    expect(fate({ ...here, space, host: 'another' })).toBe('unknown');
    expect(fate({ ...here, space, started: '1' })).toBe('restarted');
  });

  it('knows a process without a start time by its id, unless that is our own', () => {
    const { started: _, ...mark } = here;
    expect(fate({ ...mark, pid: process.ppid })).toBe('alive');
    expect(fate({ ...mark, pid: ended })).toBe('ended');
    expect(fate(mark)).toBe('ended');
  });
});
