import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileKinds, kinds } from '../../src/kinds/registry.ts';
import { folderWith, gitcast, SOUND, textOf } from './in-memory.ts';

describe('schema', () => {
  it('writes two for each kind that is kept in files: one for whole files, one for overlays', async () => {
    const cwd = folderWith(SOUND);
    const { exitCode, stdout } = await gitcast('schema', { cwd });
    expect([exitCode, stdout]).toEqual([0, `✓ wrote ${2 * fileKinds.length} schemas to .vscode/gitcast/\n`]);
    expect(readdirSync(join(cwd, '.vscode/gitcast')).length).toBe(2 * fileKinds.length);
  });

  it('writes them to --out, and names them', async () => {
    const cwd = folderWith(SOUND);
    const { stdout } = await gitcast('schema --out editor/schemas --json', { cwd });
    expect(JSON.parse(stdout).files).toContain('editor/schemas/event.json');
    expect(textOf(cwd, 'editor/schemas/event.json')).toContain('places/main-stage');
  });

  it('writes them beside the configuration, also when run in another folder', async () => {
    const root = folderWith(SOUND);
    const { stdout } = await gitcast('schema', { cwd: join(root, 'content/events') });
    expect(stdout).toContain('../../.vscode/gitcast/');
    expect(readdirSync(join(root, '.vscode/gitcast'))).toContain('event.json');
  });

  it.each(['schema events', 'schema event --json'])('prints the schema of one kind: gitcast %s', async (words) => {
    const { exitCode, stdout } = await gitcast(words, { cwd: folderWith(SOUND) });
    expect([exitCode, JSON.parse(stdout).title]).toEqual([0, 'Event']);
  });

  it('has none for kinds that are not kept in files', async () => {
    expect((await gitcast('schema contact', { cwd: folderWith(SOUND) })).exitCode).toBe(1);
  });
});

describe('openapi', () => {
  it('prints the document, with more in the extended profile', async () => {
    const [documented, extended] = [
      await pathsOf('openapi --profile documented'),
      await pathsOf('openapi --profile=extended'),
    ];
    expect(documented).toContain('/v1/events');
    expect(extended.length).toBeGreaterThan(documented.length);
    expect(await pathsOf('openapi --json')).toEqual(extended);
  });

  it('writes it to a file', async () => {
    const cwd = folderWith();
    const { stdout } = await gitcast('openapi --out docs/openapi.json', { cwd });
    expect(stdout).toBe('✓ wrote docs/openapi.json\n');
    expect(JSON.parse(textOf(cwd, 'docs/openapi.json')).openapi).toMatch(/^3\.1/);
    expect(JSON.parse((await gitcast('openapi --out x.json --json', { cwd })).stdout)).toEqual({ file: 'x.json' });
  });

  it('knows two profiles', async () => {
    const { exitCode, stderr } = await gitcast('openapi --profile full');
    expect([exitCode, stderr]).toEqual([1, 'error: there is no profile full\n help: use documented or extended\n']);
  });
});

describe('explain', () => {
  it('lists every kind with what each profile can do', async () => {
    const { exitCode, stdout } = await gitcast('explain');
    expect(exitCode).toBe(0);
    const lines = stdout.split('\n');
    expect(kinds.filter(({ name }) => lines.filter((line) => line.startsWith(`${name} `)).length !== 1)).toEqual([]);
  });

  it.each([undefined, ...kinds.map(({ name }) => name)])('fits a terminal of 80 columns: %s', async (name) => {
    const { stdout } = await gitcast(`explain ${name ?? ''}`.trim(), { columns: 80, env: { NO_COLOR: '1' } });
    const tooLong = stdout.split('\n').filter((line) => line.length > 80 && line.includes(' ', 46));
    expect(tooLong).toEqual([]);
  });

  it('shows the fields, local keys, operations and gaps of a kind', async () => {
    const { stdout } = await gitcast('explain events');
    expect(stdout).toMatch(/\nFields\n {2}title +required Title shown to the public · text\n/);
    expect(stdout).toMatch(/\nLocal keys, never sent\n {2}\$id /);
    expect(stdout).toMatch(/\nOperations\n {2}list +GET +\/v1\/events\n/);
    expect(stdout).toContain('\nGaps in the interface\n');
  });

  it('is data with --json', async () => {
    expect(JSON.parse((await gitcast('explain --json')).stdout).kinds.length).toBe(kinds.length);
    expect(JSON.parse((await gitcast('explain place --json')).stdout)).toMatchObject({
      name: 'place',
      folder: 'places',
    });
  });

  it('also explains people and history, and refuses unknown kinds', async () => {
    expect((await gitcast('explain contacts')).stdout).toMatch(/^Contact\n/);
    expect((await gitcast('explain plcae')).stderr).toContain('did you mean place?');
  });
});

const pathsOf = async (words: string) => Object.keys(JSON.parse((await gitcast(words)).stdout).paths);
