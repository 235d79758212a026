import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onPath, ProgramMissing, PROGRAMS, type ProgramName } from '../../src/machine/programs.ts';
import { server } from '../../src/publish/hosts/ssh-commands.ts';
import { temporaryFolder } from '../temporary-folder.ts';

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
