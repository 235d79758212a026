import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderProblems, listFiles, prepareFolder } from '../../scripts/release/output-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('the folder of a release', () => {
  it('may be new, empty, or written by an earlier release, whose files are deleted', () => {
    const out = join(temporaryFolder(), 'a', 'release');
    expect(folderProblems(out)).toEqual([]);
    prepareFolder(out);
    expect(folderProblems(out)).toEqual([]);
    listFiles(out, ['gitcast-1.0.0.tgz', 'notes.md']);
    // A release that failed after it had packed.
    writeFileSync(join(out, 'gitcast-1.0.0.tgz'), '');
    expect(folderProblems(out)).toEqual([]);
    prepareFolder(out);
    expect(readdirSync(out)).toEqual([]);
  });

  it.each(['notes.md', 'gitcast-1.0.0.tgz', '.git'])('is refused if it has %s, which no release wrote', (name) => {
    const out = temporaryFolder();
    writeFileSync(join(out, name), 'mine');
    expect(folderProblems(out)).toEqual([expect.stringContaining(`has files that no release wrote (${name})`)]);
    prepareFolder(out);
    expect(readdirSync(out)).toEqual([name]);
  });

  it('is refused if somebody added a file or a folder to it', () => {
    const out = temporaryFolder();
    listFiles(out, ['notes.md', 'src']);
    for (const name of ['keys.txt', 'plans.txt']) writeFileSync(join(out, name), 'mine');
    expect(folderProblems(out)).toEqual([expect.stringMatching(/\((keys|plans)\.txt and 1 more\)/)]);
    const other = temporaryFolder();
    listFiles(other, ['src']);
    mkdirSync(join(other, 'src'));
    expect(folderProblems(other)).toEqual([expect.stringContaining('(src)')]);
  });

  it('keeps files outside it, even if its list names them', () => {
    const parent = temporaryFolder();
    const out = join(parent, 'release');
    writeFileSync(join(parent, 'mine'), '');
    mkdirSync(out);
    listFiles(out, ['../mine', '..', '.', join(parent, 'mine')]);
    prepareFolder(out);
    expect(readdirSync(parent).sort()).toEqual(['mine', 'release']);
  });

  it('is refused if it is a file or a link', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), 'mine');
    symlinkSync(temporaryFolder(), join(folder, 'link'));
    for (const name of ['file', 'link'])
      expect(folderProblems(join(folder, name))).toEqual([expect.stringContaining('is not a folder')]);
  });
});

describe('npm run release', () => {
  it('--dry-run --out . deletes nothing, and says which folder to pass', () => {
    const checkout = temporaryFolder();
    cpSync(join(ROOT, 'scripts'), join(checkout, 'scripts'), { recursive: true });
    for (const folder of ['node_modules', 'src', 'test']) symlinkSync(join(ROOT, folder), join(checkout, folder));
    for (const file of ['package.json', 'package-lock.json', 'CHANGELOG.md'])
      cpSync(join(ROOT, file), join(checkout, file));
    const files = () => [checkout, join(checkout, 'scripts')].flatMap((folder) => readdirSync(folder));
    const before = files();
    const { status, stderr } = spawnSync(
      process.execPath,
      ['scripts/release.ts', '--dry-run', '--skip-checks', '--out', '.'],
      { cwd: checkout, encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([1, expect.stringMatching(/no release wrote .* pass a new or an empty folder/)]);
    expect(files()).toEqual(before);
  });
});
