import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryFile } from '../../src/project/check/check-memory.ts';
import { BROKEN, folderWith, gitcast, SOUND } from '../cli/in-memory.ts';

const EVENT = 'content/events/opening-night.yaml';
const cacheIn = (cwd: string): string => join(cwd, '.gitcast/cache');
const fileIn = (cwd: string): string => join(cacheIn(cwd), 'checked-work-tree');

/** Files that were written just now are not remembered, because they could change again within the same tick of the clock. */
function settle(cwd: string): void {
  const past = new Date(Date.now() - 60_000);
  for (const entry of readdirSync(join(cwd, 'content'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), past, past);
}

async function validate(cwd: string) {
  const { exitCode, stdout } = await gitcast('validate --json', { cwd });
  return { exitCode, ...(JSON.parse(stdout) as { documents: number; diagnostics: readonly { code: string }[] }) };
}

async function checkedProject(): Promise<string> {
  const cwd = folderWith(SOUND);
  settle(cwd);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await validate(cwd);
  return cwd;
}

describe('validate, again', () => {
  it('has the same result for the same files', async () => {
    const cwd = await checkedProject();
    const before = readFileSync(fileIn(cwd));
    const [first, second] = [await validate(cwd), await validate(cwd)];
    expect(second).toEqual(first);
    expect(first).toMatchObject({ exitCode: 0, diagnostics: [] });
    expect(readFileSync(fileIn(cwd))).toEqual(before);
  });

  it('finds a problem that a change makes, and finds it each time', async () => {
    const cwd = await checkedProject();
    writeFileSync(join(cwd, EVENT), BROKEN[EVENT]);
    const found = [await validate(cwd), await validate(cwd), await validate(cwd)];
    expect(found.map(({ exitCode, diagnostics }) => [exitCode, diagnostics.map(({ code }) => code)])).toEqual(
      found.map(() => [1, ['pointer-not-found']]),
    );
    writeFileSync(join(cwd, EVENT), SOUND[EVENT]);
    expect(await validate(cwd)).toMatchObject({ exitCode: 0, diagnostics: [] });
  });

  it('finds a problem that a change of the configuration makes', async () => {
    const cwd = await checkedProject();
    writeFileSync(join(cwd, EVENT), `${SOUND[EVENT]}$targets: [local]\n`);
    settle(cwd);
    const before = await validate(cwd);
    const config = join(cwd, 'gitcast.config.yaml');
    writeFileSync(config, `${readFileSync(config, 'utf8')}targets: { other: {} }\n`);
    expect((await validate(cwd)).diagnostics).not.toEqual(before.diagnostics);
  });

  it.each([
    ['cut off', (text: string) => text.slice(0, -10)],
    ['empty', () => ''],
    ['changed', (text: string) => text.replace(/\n\d+ /, '\n999 ')],
    ['of another version', (text: string) => text.replace('check 1', 'check 2')],
  ])('ignores a memory that is %s', async (_, damage) => {
    const cwd = await checkedProject();
    const { documents } = await validate(cwd);
    writeFileSync(fileIn(cwd), damage(readFileSync(fileIn(cwd), 'utf8')));
    writeFileSync(join(cwd, EVENT), BROKEN[EVENT]);
    expect(await validate(cwd)).toMatchObject({ exitCode: 1, documents });
  });

  it('works where nothing can be remembered', async () => {
    const cwd = folderWith({ ...SOUND, '.gitcast/cache': 'a file' });
    expect(await validate(cwd)).toMatchObject({ exitCode: 0, diagnostics: [] });
    expect(readFileSync(cacheIn(cwd), 'utf8')).toBe('a file');
  });
});

describe('the file of a memory', () => {
  const saved = { summary: '3 ü', details: () => '{"a":"é"}' };
  const opened = (root: string, scope = 's') => memoryFile({ root, name: 'checked', scope });
  const loaded = (root: string, scope?: string) => {
    const found = opened(root, scope).load();
    return found && [found.summary, found.details()];
  };

  it('returns what was saved for the same scope, and leaves no other file', () => {
    const root = folderWith({});
    expect(loaded(root)).toBeUndefined();
    opened(root).save(saved);
    expect(loaded(root)).toEqual(['3 ü', '{"a":"é"}']);
    expect(loaded(root, 'other')).toBeUndefined();
    expect(readdirSync(cacheIn(root)).toSorted()).toEqual(['.gitignore', 'checked']);
    expect(readFileSync(join(cacheIn(root), '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('is not written through a link that leads out of the project', () => {
    const [root, elsewhere] = [folderWith({}), folderWith({})];
    mkdirSync(join(root, '.gitcast'));
    symlinkSync(elsewhere, cacheIn(root));
    opened(root).save(saved);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('is not believed if it was copied, or is a link', () => {
    const root = folderWith({});
    opened(root).save(saved);
    const file = join(cacheIn(root), 'checked');
    renameSync(file, `${file}.old`);
    symlinkSync(`${file}.old`, file);
    expect(loaded(root)).toBeUndefined();
    rmSync(file);
    copyFileSync(`${file}.old`, file);
    expect(loaded(root)).toBeUndefined();
    rmSync(file);
    mkdirSync(file);
    expect(loaded(root)).toBeUndefined();
    opened(root).save(saved);
    expect(readdirSync(cacheIn(root)).toSorted()).toEqual(['.gitignore', 'checked', 'checked.old']);
  });
});
