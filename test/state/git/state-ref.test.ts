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
import { Belonging } from '../../../src/state/belonging.ts';
import { writtenLine } from '../../../src/state/journal-line.ts';
import { withTree } from '../../../src/state/git/noted-tree.ts';
import { EMPTY_STATE } from '../../../src/state/replay.ts';
import {
  NO_COMMIT,
  type MadeCommit,
  type StateCommit,
  type StoredCommit,
} from '../../../src/state/git/state-commit.ts';
import { encodeState } from '../../../src/state/state-file.ts';
import { namespaceOf } from '../../../src/git/ref-names.ts';
import { StateRef } from '../../../src/state/git/state-ref.ts';
import { git } from '../clones.ts';
import { IDENTITY } from '../identity.ts';
import { sharedRepository } from '../shared-repository.ts';
import { entry, intent } from '../store-contract.ts';
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
const refOf = (target: string, identity: TargetIdentity = IDENTITY): StateRef =>
  new StateRef({ git: repository.git(), belonging: new Belonging({ target, identity }) });
const nameIn = (folder: string, target: string): string => `${namespaceOf(folder)}state/${target}`;

const stateFor = (target: string, identity: TargetIdentity): string =>
  encodeState({ target, identity }, { entries: new Map([['events/a', entry]]) });

async function written(files: Readonly<Record<string, string>>, { message = 'x\n', parents = [] as string[] } = {}) {
  const blobs = Object.entries(files).map(async ([name, text]) => ({
    type: 'blob' as const,
    name,
    id: await writeBlob(repository.git(), text),
  }));
  const tree = await writeTree(repository.git(), await Promise.all(blobs));
  return writeCommit(repository.git(), { tree, parents, message: withTree(message, tree), author });
}

/** Puts a state on a ref, and returns its commit. */
async function put(ref: string, state: string): Promise<string> {
  const id = await written({ 'state.json': state });
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
    const id = await put(ref.name, stateFor(target, IDENTITY));
    expect(await ref.tipId()).toBe(id);
    const tip = await ref.tip();
    expect(tip).toMatchObject({ id, identity: IDENTITY, base: { entries: new Map([['events/a', entry]]) } });
    expect(await ref.tip()).toBe(tip);
    git(
      repository.folder(),
      'update-ref',
      ref.name,
      await written({ 'state.json': stateFor(target, IDENTITY) }, { message: 'next' }),
    );
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

describe('the states of other configurations', () => {
  it('are those for a target of the same name, with the ref of their lock', async () => {
    const target = newTarget();
    const ref = refOf(target, FOLDER);
    await put(ref.name, stateFor(target, FOLDER));
    const [top, autumn] = [nameIn('', target), nameIn('autumn', target)];
    const [first, second] = [await put(top, stateFor(target, IDENTITY)), await put(autumn, stateFor(target, OTHER))];
    git(repository.folder(), 'update-ref', `refs/gitcast/lock/${target}`, first);
    git(repository.folder(), 'update-ref', `refs/gitcast/states/${target}`, first);
    const others = await ref.others();
    expect(others.map((each) => [each.ref, each.lockRef, each.commit.id, each.commit.identity])).toEqual([
      [autumn, `${namespaceOf('autumn')}lock/${target}`, second, OTHER],
      [top, `refs/gitcast/lock/${target}`, first, IDENTITY],
    ]);
    expect(others[0]!.commit.base.entries).toEqual(new Map([['events/a', entry]]));
  });

  it('that cannot be read are an error, except for callers that only check for rivals', async () => {
    const target = newTarget();
    const ref = refOf(target, FOLDER);
    await put(nameIn('', target), 'nonsense');
    await expect(ref.others()).rejects.toThrow('it is not JSON');
    await expect(ref.tip()).rejects.toThrow('it is not JSON');
    expect(await ref.others({ unreadable: 'skip' })).toEqual([]);
    expect(await ref.rivals()).toEqual([]);
  });

  it('are rethrown if an internal error prevents reading them', async () => {
    const target = newTarget();
    const ref = refOf(target, FOLDER);
    const id = await put(nameIn('', target), stateFor(target, IDENTITY));
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
    await expect(failing.others({ unreadable: 'skip' })).rejects.toThrow('a fault');
    await expect(failing.stateAt(id)).rejects.toThrow('a fault');
    expect(await ref.others()).toHaveLength(1);
  });

  it('that manage the same broadcast are rivals: nothing starts next to them', async () => {
    const target = newTarget();
    await put(nameIn('', target), stateFor(target, IDENTITY));
    const ref = refOf(target, FOLDER);
    await expect(ref.tip()).rejects.toThrow('is already managed from the top folder of the repository');
    expect((await ref.rivals()).map(({ commit }) => commit.identity)).toEqual([IDENTITY]);
  });

  it('that manage a different broadcast, or name this folder, are not rivals', async () => {
    const target = newTarget();
    await put(nameIn('', target), stateFor(target, OTHER));
    await put(nameIn('before', target), stateFor(target, FOLDER));
    const ref = refOf(target, FOLDER);
    expect(await ref.tip()).toBe(NO_COMMIT);
    expect(await ref.rivals()).toEqual([]);
  });
});

describe('the state of a configuration whose folder was renamed', () => {
  const renamed = (target: string): StateRef =>
    new StateRef({
      git: repository.git(),
      belonging: new Belonging({ target, identity: FOLDER, standingOf: async () => 'renamed' }),
    });
  const pushing =
    (ref: StateRef) =>
    async (...changes: readonly RefChange[]) =>
      (await ref.refs()).change(changes);

  it('is taken over with its history, and what remains names its new owner', async () => {
    const target = newTarget();
    const id = await put(nameIn('', target), stateFor(target, IDENTITY));
    const ref = renamed(target);
    await ref.takeOver((await ref.inherited())!, pushing(ref), author);
    expect(tipOf(ref.name)).toBe(id);
    const left = tipOf(nameIn('', target));
    expect(git(repository.folder(), 'log', '-1', '--format=%an %P %s', left)).toBe(
      `Ana ${id} the state of ${target} is now stored for the folder spring`,
    );
    expect(await refOf(target).tip()).toMatchObject({ id: left, identity: FOLDER, base: { entries: new Map() } });
    expect(await ref.tip()).toMatchObject({ id });
  });

  it('is closed without being taken over', async () => {
    const target = newTarget();
    await put(nameIn('', target), stateFor(target, IDENTITY));
    const ref = renamed(target);
    await ref.close((await ref.inherited())!, pushing(ref), author);
    expect(await ref.tip()).toBe(NO_COMMIT);
    expect((await refOf(target).tip()).identity).toEqual(FOLDER);
  });

  it('is neither if another run was faster', async () => {
    const target = newTarget();
    await put(nameIn('', target), stateFor(target, IDENTITY));
    const ref = renamed(target);
    const inherited = (await ref.inherited())!;
    await expect(ref.takeOver(inherited, async () => 'overtaken', author)).rejects.toMatchObject({
      name: 'UserError',
      message: `another run has just changed the state on refs/gitcast/state/${target}`,
      suggestion: 'try again',
    });
  });
});

describe('the history of a ref', () => {
  it('has the state at each commit, with what was only planned then', async () => {
    const target = newTarget();
    const planned = writtenLine(intent('events/b'));
    const id = await written({ 'state.json': stateFor(target, IDENTITY), planned });
    expect(await refOf(target).stateAt(id)).toMatchObject({
      base: { entries: new Map([['events/a', entry]]) },
      unfinished: [intent('events/b')],
    });
  });

  it('has nothing for a commit that is missing, cannot be read, or is not named by its id', async () => {
    const target = newTarget();
    const ref = refOf(target);
    await put(ref.name, stateFor(target, IDENTITY));
    expect(await ref.stateAt(ref.name)).toBe(EMPTY_STATE);
    expect(await ref.stateAt(undefined)).toBe(EMPTY_STATE);
    expect(await ref.stateAt('f'.repeat(40))).toBe(EMPTY_STATE);
    expect(await ref.stateAt(await written({ 'state.json': 'nonsense' }))).toBe(EMPTY_STATE);
  });

  it('has the last commit of a run, found only by its trailer', async () => {
    const target = newTarget();
    const files = { 'state.json': stateFor(target, IDENTITY) };
    const trailer = (id: string) => `sync\n\nGitcast-Run: ${id}\nGitcast-By: ana\n`;
    const first = await written(files, { message: trailer('0123abcd') });
    const second = await written(files, { message: trailer('0123abcd'), parents: [first] });
    const third = await written(files, {
      message: `${trailer('4567cdef')} Gitcast-Run: 0123abcd\n`,
      parents: [second],
    });
    const ref = refOf(target);
    expect((await ref.lastOf('0123abcd', third))?.id).toBe(second);
    expect((await ref.lastOf('0123abcd', first))?.id).toBe(first);
    expect(await ref.lastOf('0123abc', third)).toBeUndefined();
    expect(await ref.lastOf('0123abcd', undefined)).toBeUndefined();
  });
});

describe('moving a ref forward', () => {
  it('is repeated on top of what others have pushed in the meantime', async () => {
    const target = newTarget();
    const ref = refOf(target);
    const theirs = await put(ref.name, stateFor(target, IDENTITY));
    const pushed: RefChange[] = [];
    const made: StoredCommit = { ...NO_COMMIT, id: 'made', identity: IDENTITY };
    const on: (string | undefined)[] = [];
    const start: StateCommit = { ...NO_COMMIT, identity: IDENTITY };
    const make = async ({ id }: StateCommit): Promise<MadeCommit> => {
      on.push(id);
      return { commit: made, objects: [] };
    };
    const push = async (change: RefChange) =>
      pushed.push(change) === 1 ? ('overtaken' as const) : ('changed' as const);
    expect(await ref.advance(start, make, push as never)).toBe(made);
    expect(on).toEqual([undefined, theirs]);
    expect(pushed).toEqual([
      { ref: ref.name, from: undefined, to: 'made', objects: [] },
      { ref: ref.name, from: theirs, to: 'made', objects: [] },
    ]);
  });

  it("is refused on top of a different target's state", async () => {
    const target = newTarget();
    const ref = refOf(target);
    await put(ref.name, stateFor(target, OTHER));
    const unwritten = () => Promise.reject(new Error('it was written'));
    await expect(ref.advance(await ref.tip(), unwritten, unwritten)).rejects.toThrow('was made for a different target');
  });
});
