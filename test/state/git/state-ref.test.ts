import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gitIn } from '../../../src/git/git.ts';
import { writeBlob, writeCommit, writeTree } from '../../git/write-objects.ts';
import type { RefChange } from '../../../src/git/shared-refs.ts';
import type { TargetIdentity } from '../../../src/model/target-identity.ts';
import { Belonging, type FolderStanding } from '../../../src/state/belonging.ts';
import { NO_COMMIT, type StateCommit, withTree } from '../../../src/state/git/state-commit.ts';
import type { RunNote } from '../../../src/state/run-note.ts';
import { namespaceOf } from '../../../src/git/ref-names.ts';
import { StateRef, type GitRun } from '../../../src/state/git/state-ref.ts';
import { git } from '../clones.ts';
import { IDENTITY } from '../identity.ts';
import { sharedRepository } from '../shared-repository.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { anyCodePoint } from '../../code-points.ts';

const NAMES = [
  'a',
  'a/b',
  'A',
  'état',
  'e\u0301tat',
  'a.lock',
  '..',
  'in',
  'state/live',
  'lock',
  '@{',
  'a b',
  '日本',
  '-',
  'a'.repeat(300),
];

const repository = sharedRepository();

describe('the refs of a configuration in a folder', () => {
  it('have names that git accepts', () => {
    // Git fails if one of the names is malformed; that none of them exists is true.
    const input = NAMES.map((name) => `verify ${namespaceOf(name)}state/production\n`).join('');
    const verify = () => execFileSync('git', ['update-ref', '--stdin'], { cwd: repository.folder(), input });
    expect(verify).not.toThrow();
    const property = fc.property(fc.string({ unit: anyCodePoint, minLength: 1 }), (folder) =>
      /^refs\/gitcast\/in\/(?:[a-z0-9]+-)*[0-9a-f]{16}\/$/.test(namespaceOf(folder)),
    );
    fc.assert(property, { numRuns: 1000 });
  });

  it('differ from those of every other folder, even on a case-insensitive file system', () => {
    expect(new Set(NAMES.map((name) => namespaceOf(name).toLowerCase())).size).toBe(NAMES.length);
  });

  it('start with the readable end of its name', () => {
    const digestOf = (folder: string): string => hash('sha256', folder).slice(0, 16);
    const named = (folder: string, words: string) =>
      expect(namespaceOf(folder)).toBe(`refs/gitcast/in/${words}${digestOf(folder)}/`);
    named('editions/Spring 2027', 'editions-spring-2027-');
    named('/été/', 't-');
    named('日本', '');
    named(`${'a'.repeat(300)}b`, `${'a'.repeat(39)}b-`);
    named(`x.${'b'.repeat(39)}`, `${'b'.repeat(39)}-`);
  });

  it('are without a folder at the top of the repository', () => {
    expect(namespaceOf('')).toBe('refs/gitcast/');
  });
});

const author = { name: 'Ana', email: 'ana@example.org' };
const OTHER: TargetIdentity = { ...IDENTITY, broadcastId: '64b7c0ffee64b7c0ffee0003' };
const FOLDER: TargetIdentity = { ...IDENTITY, folder: 'spring' };

let targets = 0;
/** A unique name, so that all tests can share one repository. */
const newTarget = (): string => `target-${++targets}`;
const refOf = (target: string, identity: TargetIdentity = IDENTITY, standing?: FolderStanding): StateRef => {
  const standingOf = standing && (async () => standing);
  return new StateRef({ git: repository.git(), belonging: new Belonging({ target, identity, standingOf }) });
};
const nameIn = (folder: string, target: string): string => `${namespaceOf(folder)}state/${target}`;

const noteFor = (identity: TargetIdentity, more: Partial<RunNote> = {}): RunNote => ({
  version: 1,
  id: '0123abcd',
  command: 'sync',
  identity,
  by: 'ana',
  startedAt: '2027-05-04T10:00:00.000Z',
  finished: true,
  changes: [],
  ...more,
});

async function written(note: RunNote | string, { message = 'x\n', parents = [] as string[] } = {}): Promise<string> {
  const text = typeof note === 'string' ? note : JSON.stringify(note);
  const blob = { type: 'blob' as const, name: 'run.json', id: await writeBlob(repository.git(), text) };
  const tree = await writeTree(repository.git(), [blob]);
  return writeCommit(repository.git(), { tree, parents, message: withTree(message, tree), author });
}

/** Puts the state of a run on a ref, and returns its commit. */
async function put(ref: string, note: RunNote | string): Promise<string> {
  const id = await written(note);
  git(repository.folder(), 'update-ref', ref, id);
  return id;
}
const tipOf = (ref: string): string => git(repository.folder(), 'rev-parse', ref);

describe("a state's ref", () => {
  it('is named for its target and its folder, and so is that of its lock', () => {
    expect(refOf('live')).toMatchObject({ name: 'refs/gitcast/state/live', lockName: 'refs/gitcast/lock/live' });
    const below = namespaceOf('spring');
    expect(refOf('live', FOLDER)).toMatchObject({ name: `${below}state/live`, lockName: `${below}lock/live` });
  });

  it('is empty at first, and then has what was last put there', async () => {
    const target = newTarget();
    const ref = refOf(target);
    expect(await ref.tip()).toBe(NO_COMMIT);
    const id = await put(ref.name, noteFor(IDENTITY));
    expect(await ref.tipId()).toBe(id);
    expect(await ref.tip()).toMatchObject({ id, note: noteFor(IDENTITY) });
    git(repository.folder(), 'update-ref', ref.name, await written(noteFor(IDENTITY), { message: 'next' }));
    expect((await ref.tip()).id).not.toBe(id);
  });

  it('needs a repository, and names the program that failed if there is one', async () => {
    const outside = (folder: string) =>
      new StateRef({
        git: gitIn(folder, process.env),
        belonging: new Belonging({ target: 'live', identity: IDENTITY }),
      }).tip();
    const folder = temporaryFolder();
    await expect(outside(folder)).rejects.toMatchObject({
      name: 'UserError',
      message: `${folder} is not inside a git repository, but \`state: git\` stores the state in one`,
      suggestion: expect.stringContaining('git init'),
    });
    mkdirSync(join(folder, 'broken'));
    writeFileSync(join(folder, 'broken', '.git'), 'gitdir: nowhere\n');
    await expect(outside(join(folder, 'broken'))).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining('the state is stored in git, which failed: git cannot use'),
      suggestion: expect.stringContaining('git worktree repair'),
    });
  });
});

describe('the state of another configuration', () => {
  it('that manages the same broadcast is a rival: nothing starts next to it', async () => {
    const target = newTarget();
    await put(nameIn('', target), noteFor(IDENTITY));
    const ref = refOf(target, FOLDER);
    await expect(ref.tip()).rejects.toThrow('is already managed from the top folder of the repository');
    await expect(ref.inherited()).rejects.toThrow('is already managed from the top folder of the repository');
  });

  it('that manages a different broadcast, is for another target, or names this folder, is none', async () => {
    const target = newTarget();
    await put(nameIn('', target), noteFor(OTHER));
    await put(nameIn('before', target), noteFor(FOLDER));
    git(repository.folder(), 'update-ref', `refs/gitcast/lock/${target}`, await written(noteFor(IDENTITY)));
    git(repository.folder(), 'update-ref', `refs/gitcast/states/${target}`, await written(noteFor(IDENTITY)));
    const ref = refOf(target, FOLDER);
    expect(await ref.tip()).toBe(NO_COMMIT);
    expect(await ref.inherited()).toBeUndefined();
  });

  it('that cannot be read is an error, except for callers that start over', async () => {
    const target = newTarget();
    const ref = refOf(target, FOLDER);
    await put(nameIn('', target), 'nonsense');
    await expect(ref.tip()).rejects.toThrow('it is not JSON');
    await expect(ref.inherited()).rejects.toThrow('it is not JSON');
    expect(await ref.inherited({ skipsUnreadable: true })).toBeUndefined();
  });

  it('is no reason to hide an internal error', async () => {
    const target = newTarget();
    await put(nameIn('', target), noteFor(IDENTITY));
    const real = repository.git();
    const failing = new StateRef({
      git: {
        ...real,
        attempt: async (words, options) => {
          if (words.includes('--batch')) throw new TypeError('a fault');
          return real.attempt(words, options);
        },
      },
      belonging: new Belonging({ target, identity: FOLDER }),
    });
    await expect(failing.inherited({ skipsUnreadable: true })).rejects.toThrow('a fault');
  });
});

describe('the state of a configuration whose folder was renamed', () => {
  const runOn = async (ref: StateRef, change?: GitRun['lock']['changeWith']): Promise<GitRun> => {
    const { change: pushed } = await ref.refs();
    const changeWith = change ?? (async (...changes: readonly RefChange[]) => pushed(changes));
    return { lock: { changeWith } as GitRun['lock'], note: noteFor(FOLDER, { finished: false }), author };
  };

  it('is taken over with its history, and what remains names its new owner', async () => {
    const target = newTarget();
    const id = await put(nameIn('', target), noteFor(IDENTITY));
    const ref = refOf(target, FOLDER, 'renamed');
    await ref.takeOver((await ref.inherited())!, await runOn(ref));
    expect(tipOf(ref.name)).toBe(id);
    const left = tipOf(nameIn('', target));
    expect(git(repository.folder(), 'log', '-1', '--format=%an %P %s', left)).toBe(
      `Ana ${id} sync ${target}: moved to the folder spring`,
    );
    await expect(refOf(target).tip()).rejects.toThrow('was made for a different target: the folder spring');
    await expect(refOf(target, IDENTITY, 'not-here').tip()).rejects.toThrow('is managed from the folder spring now');
    expect(await ref.tip()).toMatchObject({ id });
  });

  it('is closed without being taken over', async () => {
    const target = newTarget();
    await put(nameIn('', target), noteFor(IDENTITY));
    const ref = refOf(target, FOLDER, 'renamed');
    await ref.close((await ref.inherited())!, await runOn(ref));
    expect(await ref.tip()).toBe(NO_COMMIT);
    await expect(refOf(target).tip()).rejects.toThrow('the folder spring');
  });

  it('is not found in what another move left, also if the ref that it names is lost', async () => {
    const target = newTarget();
    const autumn = { ...IDENTITY, folder: 'autumn' };
    await put(nameIn('', target), noteFor(autumn, { moved: true }));
    const ref = refOf(target, FOLDER, 'renamed');
    await expect(ref.tip()).rejects.toThrow('is already managed from the folder autumn');
    const id = await put(nameIn('autumn', target), noteFor(autumn));
    expect(await ref.tip()).toMatchObject({ id });
  });

  it('is neither if another run was faster', async () => {
    const target = newTarget();
    await put(nameIn('', target), noteFor(IDENTITY));
    const ref = refOf(target, FOLDER, 'renamed');
    const inherited = (await ref.inherited())!;
    const run = await runOn(ref, async () => 'overtaken');
    await expect(ref.takeOver(inherited, run)).rejects.toMatchObject({
      name: 'UserError',
      message: `another run has just changed the state on refs/gitcast/state/${target}`,
      suggestion: 'try again',
    });
  });
});

describe('the history of a ref', () => {
  const trailer = (id: string) => `sync\n\nGitcast-Run: ${id}\nGitcast-By: ana\n`;
  const commitOf = (id: string, ...parents: string[]) =>
    written(noteFor(IDENTITY, { id, by: String(parents.length) }), { message: trailer(id), parents });
  const run = (id: string, after?: string) => noteFor(IDENTITY, { id, ...(after !== undefined && { after }) });
  const at = (id: string): StateCommit => ({ ...NO_COMMIT, id });

  it('has what the last commit of a run says about it, found only by its trailer', async () => {
    const ref = refOf(newTarget());
    const first = await commitOf('0123abcd');
    const second = await commitOf('0123abcd', first);
    const message = `${trailer('4567cdef')} Gitcast-Run: 0123abcd\n`;
    const third = await written(noteFor(IDENTITY, { id: '4567cdef' }), { message, parents: [second] });
    expect((await ref.lastOf(run('0123abcd'), at(third)))?.by).toBe('1');
    expect((await ref.lastOf(run('0123abcd'), at(first)))?.by).toBe('0');
    expect(await ref.lastOf(run('0123abc'), at(third))).toBeUndefined();
    expect(await ref.lastOf(run('0123abcd'), NO_COMMIT)).toBeUndefined();
  });

  it('says nothing about a run before it began, also if that commit is lost', async () => {
    const ref = refOf(newTarget());
    const before = await commitOf('0123abcd');
    const tip = await commitOf('4567cdef', before);
    expect(await ref.lastOf(run('0123abcd', before), at(tip))).toBeUndefined();
    expect((await ref.lastOf(run('0123abcd', 'f'.repeat(40)), at(tip)))?.id).toBe('0123abcd');
  });
});
