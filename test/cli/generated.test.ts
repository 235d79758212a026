import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fileKinds, kinds } from '../../src/kinds/registry.ts';
import { shapeExamples } from '../../src/kinds/shapes/shape-registry.ts';
import { shapes } from '../../src/kinds/shapes/shape-registry.ts';
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

  it('refuses an unknown profile', async () => {
    const { exitCode, stderr } = await gitcast('openapi --profile full');
    expect([exitCode, stderr]).toEqual([
      1,
      'error: --profile cannot be full\n help: use one of documented, extended\n',
    ]);
  });
});

describe('explain', () => {
  it('lists every kind with what each profile can do', async () => {
    const { exitCode, stdout } = await gitcast('explain');
    expect(exitCode).toBe(0);
    const lines = stdout.split('\n');
    expect(kinds.filter(({ name }) => lines.filter((line) => line.startsWith(`${name} `)).length !== 1)).toEqual([]);
  });

  it.each([undefined, ...[...kinds, ...shapes].map(({ name }) => name)])(
    'fits a terminal of 80 columns: %s',
    async (name) => {
      const { stdout } = await gitcast(`explain ${name ?? ''}`.trim(), { columns: 80, env: { NO_COLOR: '1' } });
      const tooLong = stdout.split('\n').filter((line) => line.length > 80 && line.includes(' ', 46));
      expect(tooLong).toEqual([]);
    },
  );

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

  it.each(shapes.map(({ name }) => name))('shows the fields of the shape %s, and an example', async (name) => {
    const { exitCode, stdout } = await gitcast(`explain ${name}`);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(new RegExp(`^${name}\\n`));
    expect(stdout).toMatch(/\n(?:Fields|Its type decides its fields)\n/);
    const example = /\nExample\n(?<yaml>[\s\S]+)$/.exec(stdout)?.groups?.['yaml'];
    expect(parse(example!)).toEqual(shapeExamples[name]);
  });

  it('finds a shape in any case and a block by its type; kinds come first and refer to it', async () => {
    expect((await gitcast('explain navigator')).stdout).toMatch(/^Navigator\n/);
    expect((await gitcast('explain countdown')).stdout).toMatch(/^CountdownBlock\n/);
    expect((await gitcast('explain map')).stdout).toMatch(/^Map\n[\s\S]*\nSee also\n {2}gitcast explain MapBlock\n$/);
    expect((await gitcast('explain media')).stdout).toMatch(/\nFiles\n {2}media\//);
    expect((await gitcast('explain Media')).stdout).toContain('A picture, video or sound');
  });

  it('can explain every shape that it mentions', async () => {
    const { stdout } = await gitcast('explain');
    expect(shapes.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(stdout))).toEqual([]);
    const mentioned = await Promise.all(kinds.map(async ({ name }) => (await gitcast(`explain ${name}`)).stdout));
    const names = new Set(
      mentioned.flatMap((text) => [...text.matchAll(/· (?:list of )?([A-Z]\w+)$/gm)].map((at) => at[1]!)),
    );
    expect(names).toContain('Theme');
    expect([...names].filter((name) => shapeExamples[name] === undefined && name !== 'Markdown')).toEqual([]);
  });

  it('shows the parts of a field below it', async () => {
    const { stdout } = await gitcast('explain broadcast', { columns: 80, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/\n {2}appBar +The bar at the top · object\n {4}backgroundColor +Background of the bar/);
    expect(stdout).toMatch(/\n {2}authProviders +Ways to sign in · list of objects\n {4}type +How visitors sign in/);
  });

  it('suggests the nearest kind, shape or block type', async () => {
    expect((await gitcast('explain Navigatr')).stderr).toContain('did you mean Navigator?');
    expect((await gitcast('explain countdwn')).stderr).toContain('did you mean countdown?');
    expect((await gitcast('explain zzzzzz')).stderr).toContain('gitcast explain lists the kinds and shapes');
  });

  it('understands the words that people use for a kind', async () => {
    expect((await gitcast('explain speakers')).stdout).toMatch(/^Host\n/);
    expect((await gitcast('explain post')).stdout).toMatch(/^Article\n/);
  });

  it('also explains people and history, and refuses unknown kinds', async () => {
    expect((await gitcast('explain contacts')).stdout).toMatch(/^Contact\n/);
    expect((await gitcast('explain plcae')).stderr).toContain('did you mean place?');
  });
});

const pathsOf = async (words: string) => Object.keys(JSON.parse((await gitcast(words)).stdout).paths);
