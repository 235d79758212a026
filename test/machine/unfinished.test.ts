import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { UserError } from '../../src/diagnostics/errors.ts';
import { privateFolder } from '../../src/machine/git-folder.ts';
import { thisProcess } from '../../src/machine/processes.ts';
import {
  beginUnfinished,
  digestOf,
  endsOf,
  noteSteps,
  takeBackUnfinished,
  takePlace,
} from '../../src/machine/unfinished.ts';
import { gitIn } from '../../src/git/git.ts';
import { folderWith, gitcast, SOUND, textOf, writeInto } from '../cli/in-memory.ts';
import { gitRepository } from '../git/repository.ts';
import { writeBlob, writeCommit, writeTree } from '../git/write-objects.ts';
import { NODE } from '../programs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const PLACE = 'content/places/main-stage.yaml';
const [BEFORE, AFTER] = [SOUND[PLACE], 'name: Quay\n'];

/** A process that has ended. */
const OWNER = { ...thisProcess(), pid: spawnSync(NODE, ['--version']).pid };

/** After the first of two steps. Returns the path of the note. */
function interruptIn(project: string): string {
  const begun = beginUnfinished(project);
  const first = { to: PLACE, text: { digest: digestOf(AFTER), isNew: false } };
  writeInto(begun.folder, { '0.after': AFTER, '0.before': BEFORE });
  noteSteps(begun, [first, { from: 'gitcast.config.yaml', to: 'moved.yaml' }]);
  takePlace(endsOf(begun, first, 0));
  const file = join(begun.folder, 'note.json');
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), owner: OWNER }));
  return file;
}

function expectTakenBack(folder: string): void {
  expect(takeBackUnfinished(folder)).toBe(1);
  expect(textOf(folder, PLACE)).toBe(BEFORE);
  expect(existsSync(privateFolder(folder).folder)).toBe(false);
}

describe('the note of a killed command', () => {
  it('in a linked worktree is followed there, and nowhere else', () => {
    const { repository, linked } = withWorktree();
    interruptIn(linked);
    expect(takeBackUnfinished(repository)).toBe(0);
    expectTakenBack(linked);
  });

  it('about a folder without git is among the files of its user, and nobody else believes it', () => {
    vi.stubEnv('XDG_STATE_HOME', temporaryFolder());
    onTestFinished(() => void vi.unstubAllEnvs());
    const [folder, copy] = [folderWith(SOUND), temporaryFolder()];
    expect(interruptIn(folder)).toContain(process.env['XDG_STATE_HOME']);
    cpSync(folder, copy, { recursive: true });
    expect(takeBackUnfinished(copy)).toBe(0);
    vi.spyOn(process, 'getuid').mockReturnValueOnce(4711);
    expect(takeBackUnfinished(folder)).toBe(0);
    expectTakenBack(folder);
  });

  it.each(['repository', 'linked'] as const)('undoes nothing from a copy of the folder (%s)', async (which) => {
    const { [which]: folder } = withWorktree();
    const copy = join(temporaryFolder(), 'copy');
    interruptIn(folder);
    cpSync(folder, copy, { recursive: true });
    const { exitCode, stderr } = await gitcast('validate', { cwd: copy });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`it belongs to the work tree ${folder}\n`)]);
    expect([textOf(copy, PLACE), textOf(folder, PLACE)]).toEqual([AFTER, AFTER]);
    expectTakenBack(folder);
  });

  it.each<[string, string | object]>([
    ['that is damaged', '{'],
    ['with another form of step', { steps: [{ from: 1, to: 'content/a.md' }] }],
    ['with an owner that is none', { owner: { host: 'here', pid: 'one' } }],
    ...['../evil', '/tmp/evil', 'content/../../evil', '.git/hooks/pre-commit', 'shared/.GIT/config', 'link/evil'].map(
      (from): [string, object] => [`that names ${from}`, { steps: [{ from, to: 'content/evil' }] }],
    ),
  ])('%s is refused, and nothing is touched', (_, change) => {
    const [folder, elsewhere] = [gitRepository(SOUND).folder, temporaryFolder()];
    const file = interruptIn(folder);
    writeInto(folder, { 'content/evil': 'text' });
    symlinkSync(elsewhere, join(folder, 'link'));
    const note = JSON.parse(readFileSync(file, 'utf8')) as object;
    const written = typeof change === 'string' ? change : JSON.stringify({ ...note, ...change });
    writeFileSync(file, written);
    expect(() => takeBackUnfinished(folder)).toThrow(UserError);
    expect([textOf(folder, PLACE), textOf(folder, 'content/evil')]).toEqual([AFTER, 'text']);
    expect([readdirSync(elsewhere), readFileSync(file, 'utf8')]).toEqual([[], written]);
  });

  it('that a branch has is not read, and git writes none below .git', async () => {
    const elsewhere = folderWith({ evil: 'text' });
    const { folder } = gitRepository({
      ...SOUND,
      '.gitcast/unfinished/x/owner.json': JSON.stringify(OWNER),
      '.gitcast/unfinished/x/steps.json': JSON.stringify([
        { from: join(elsewhere, 'moved'), to: join(elsewhere, 'evil') },
      ]),
    });
    expect(await gitcast('validate', { cwd: folder })).toMatchObject({ exitCode: 0 });
    expect(readdirSync(elsewhere)).toEqual(['evil']);
    const note = { owner: OWNER, root: folder, steps: [{ from: '.git/hooks/pre-commit', to: PLACE }] };
    const git = gitIn(folder, process.env);
    let id = await writeBlob(git, JSON.stringify(note));
    for (const name of ['note.json', 'x', 'unfinished', 'gitcast', '.git'])
      id = await writeTree(git, [{ type: name === 'note.json' ? 'blob' : 'tree', id, name }]);
    const author = { name: 'Eve', email: 'eve@example.org' };
    const commit = await writeCommit(git, { tree: id, parents: [], message: 'evil', author });
    expect(await git.attempt(['checkout', commit])).toMatchObject({ ok: false });
    expect(takeBackUnfinished(folder)).toBe(0);
  });
});

function withWorktree() {
  const repository = gitRepository(SOUND);
  const linked = join(temporaryFolder(), 'linked');
  repository.git('worktree', 'add', '-q', linked);
  return { repository: repository.folder, linked };
}
