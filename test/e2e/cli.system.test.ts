import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { PROGRAM } from './compiled-program.ts';
import { gitcast, ROOT } from './program.ts';
import { temporaryFolder } from '../temporary-folder.ts';

describe('the program', () => {
  it('creates a repository that validates without errors and warnings', () => {
    const cwd = temporaryFolder();
    expect(gitcast(['init'], { cwd, launcher: PROGRAM })).toMatchObject({ exitCode: 0, stderr: '' });
    const { exitCode, stdout, stderr } = gitcast(['validate', '--json'], { cwd, launcher: PROGRAM });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ errors: 0, warnings: 0, diagnostics: [] });
  });

  it('finds no errors in the content of this repository', () => {
    const { exitCode, stdout } = gitcast(['validate', '--json'], { cwd: ROOT, launcher: PROGRAM });
    const { documents, diagnostics } = JSON.parse(stdout);
    expect(diagnostics.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([]);
    expect(documents).toBeGreaterThan(0);
    expect(exitCode).toBe(0);
  });

  it('exits with 1 and a sentence on wrong usage', () => {
    expect(gitcast(['validte'], { cwd: temporaryFolder(), launcher: PROGRAM })).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'error: there is no command validte\n help: did you mean gitcast validate?\n',
    });
  });

  it('fails if a template ends the process later', () => {
    const cwd = temporaryFolder();
    for (const folder of ['content', 'templates/pages']) mkdirSync(join(cwd, folder), { recursive: true });
    writeFileSync(join(cwd, 'gitcast.config.yaml'), 'site: { timezone: Europe/Paris }\n');
    writeFileSync(join(cwd, 'content/broadcast.yaml'), 'name: Harbour festival\n');
    writeFileSync(join(cwd, 'templates/pages/home.eta'), '<% queueMicrotask(() => process.exit(0)) %>');
    expect(gitcast(['build'], { cwd, launcher: PROGRAM })).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'error: gitcast build was ended from within, before it was done\n',
    });
  });

  it('is silent if its reader stops early', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'openapi'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const [said, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([exitCode, said]).toEqual([0, '']);
  });
});
