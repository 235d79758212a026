import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileKinds } from '../../src/kinds/registry.ts';
import { folderWith, gitcast, textOf } from './in-memory.ts';

describe('init', () => {
  it('starts a repository in which nothing is wrong', async () => {
    const cwd = folderWith();
    const { exitCode, stdout, stderr } = await gitcast('init', { cwd });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^✓ started a broadcast in this folder: \d+ files\n/);
    expect((await gitcast('validate --strict', { cwd })).stdout).toMatch(/^✓ \d+ documents, no problems\n$/);
  });

  it('starts in a folder that it makes, and names every file', async () => {
    const cwd = folderWith();
    const { stdout } = await gitcast('init festivals/orchard --json', { cwd });
    const { files } = JSON.parse(stdout);
    const found = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.toSorted()).toEqual(
      found.map(({ parentPath, name }) => join(parentPath, name).slice(cwd.length + 1)).sort(),
    );
    expect(files).toEqual(
      expect.arrayContaining(
        ['.gitignore', '.env.example', '.github/workflows/gitcast.yml', 'gitcast.config.yaml'].map(
          (name) => `festivals/orchard/${name}`,
        ),
      ),
    );
  });

  it('has an example of what most repositories hold', async () => {
    const cwd = folderWith();
    await gitcast('init', { cwd });
    const folders = readdirSync(join(cwd, 'content'));
    expect(folders).toEqual(
      expect.arrayContaining(['events', 'places', 'articles', 'pages', 'hosts', 'sessions', 'maps', 'media']),
    );
  });

  it('keeps secrets and machine files out of git, and the state in it', async () => {
    const cwd = folderWith();
    await gitcast('init', { cwd });
    expect(textOf(cwd, '.gitignore').split('\n')).toEqual(
      expect.arrayContaining(['.env', '.gitcast/*', '!.gitcast/state/', 'dist/']),
    );
  });

  it('binds a schema that is there to the files of every kind', async () => {
    const cwd = folderWith();
    await gitcast('init', { cwd });
    const bindings: Record<string, string[]> = JSON.parse(textOf(cwd, '.vscode/settings.json'))['yaml.schemas'];
    expect(Object.keys(bindings).length).toBe(fileKinds.length);
    expect(Object.keys(bindings).filter((schema) => !existsSync(join(cwd, schema)))).toEqual([]);
    expect(textOf(cwd, '.vscode/gitcast/event.json')).toContain('places/lawn');
  });

  it('writes nothing when one of its files is there, and says which', async () => {
    const cwd = folderWith({ 'README.md': 'mine', 'content/broadcast.yaml': 'name: Mine' });
    const { exitCode, stderr } = await gitcast('init', { cwd });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('these files are there already: README.md, content/broadcast.yaml\n');
    expect(stderr).toContain('--force');
    expect(readdirSync(cwd).sort()).toEqual(['README.md', 'content']);
  });

  it('overwrites with --force, and leaves other files alone', async () => {
    const cwd = folderWith({ 'README.md': 'mine', 'notes.txt': 'mine' });
    expect((await gitcast('init --force --quiet', { cwd })).stdout).toBe('');
    expect(textOf(cwd, 'README.md')).not.toBe('mine');
    expect(textOf(cwd, 'notes.txt')).toBe('mine');
  });

  it('says that a folder cannot be written', async () => {
    const { exitCode, stderr } = await gitcast('init taken', { cwd: folderWith({ taken: 'a file' }) });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^error: .* could not be written: /);
  });
});
