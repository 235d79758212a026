import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { folderWith, SOUND as FILES } from '../../cli/in-memory.ts';
import { GitRepository, gitRepository, gitRepositoryWithServer } from '../../git/repository.ts';
import { runEditor, type RunningEditor } from './running-editor.ts';

const SOUND = { ...FILES, '.gitignore': '.gitcast/\n' };
const OPENING = 'content/events/opening-night.yaml';
const moved = (hour: string): string => SOUND[OPENING].replace('20:30', hour);
const AUTHOR = { GIT_AUTHOR_NAME: 'Ana', GIT_AUTHOR_EMAIL: 'ana@example.org' };
const PERSON = {
  ...process.env,
  ...AUTHOR,
  GIT_COMMITTER_NAME: 'Ana',
  GIT_COMMITTER_EMAIL: 'ana@example.org',
};

/** The changes as they are shown, for `commit` and `discard`. */
const shown = async ({ ask }: RunningEditor): Promise<readonly { file: string; digest: string }[]> =>
  (await ask('changes')).changes.map(({ file, digest }) => ({ file, digest }));

/** `hooks`: the folder of the hooks. */
const hook = (hooks: string, name: string, text: string): void => {
  const file = join(hooks, name);
  mkdirSync(hooks, { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
};

const open = (repository: GitRepository, env: NodeJS.ProcessEnv = PERSON): Promise<RunningEditor> =>
  runEditor(repository.folder, { sync: false }, { env });

/** An editor of a repository with these changes. */
async function openWith(changes: Readonly<Record<string, string>>) {
  const repository = gitRepository(SOUND);
  repository.write(changes);
  return { repository, editor: await open(repository) };
}

const refusal = (reason: string) => ({ type: 'refused', reason: expect.stringContaining(reason) as string });

describe('changes since the last commit', () => {
  it('are files of the content with their document and the change in words', async () => {
    const repository = gitRepository(SOUND);
    repository.write({ [OPENING]: moved('21:00'), 'content/places/quay.yaml': 'name: Quay\n', 'notes.txt': 'mine\n' });
    repository.write({ 'content/.DS_Store': 'left behind' });
    const answer = await (await open(repository)).ask('changes');
    expect(answer).toMatchObject({ type: 'changes', branch: 'main', hasRemote: false });
    expect(answer.changes).toMatchObject([
      {
        file: OPENING,
        address: 'events/opening-night',
        title: 'Opening night',
        state: 'changed',
        words: ['starts 21:00 instead of 20:30'],
        diff: expect.stringMatching(/^@@[^]*^-start_time: .*20:30.*\n\+start_time: .*21:00/m),
      },
      { file: 'content/places/quay.yaml', title: 'Quay', state: 'new', words: ['added'] },
    ]);
  });

  it('are in words also where only the permissions of a file changed', async () => {
    const repository = gitRepository(SOUND);
    chmodSync(join(repository.folder, OPENING), 0o755);
    expect((await (await open(repository)).ask('changes')).changes).toMatchObject([{ words: ['permissions changed'] }]);
  });

  it("include the target's own files, and the configuration, to which a rename adds a redirect", async () => {
    const repository = gitRepository(SOUND);
    const config = `${SOUND['gitcast.config.yaml']}defaultTarget: local\n`;
    repository.write({
      'content.local/events/opening-night.yaml': 'title: Rehearsal\n',
      'content.other/events/opening-night.yaml': 'title: Elsewhere\n',
      'gitcast.config.yaml': config,
    });
    const editor = await open(repository);
    expect((await editor.ask('changes')).changes).toMatchObject([
      { file: 'content.local/events/opening-night.yaml', title: 'Rehearsal', words: ['added'] },
      { file: 'gitcast.config.yaml', title: 'Settings', words: ['1 line changed'] },
    ]);
    expect(await editor.ask('commit', { message: 'Both', files: await shown(editor) })).toMatchObject({
      branch: 'main',
    });
    expect(repository.git('status', '--porcelain')).toBe('?? content.other/');
  });

  it('include a save in the second of the commit that leaves the size of the file as it was', async () => {
    const repository = gitRepository(SOUND);
    const editor = await open(repository);
    repository.commit({ [OPENING]: moved('21:00') });
    repository.write({ [OPENING]: moved('22:00') });
    await wait(1_100);
    expect((await editor.ask('changes')).changes).toMatchObject([{ file: OPENING }]);
  });

  it('are all files before the first commit', async () => {
    const repository = new GitRepository(folderWith(SOUND));
    repository.git('init', '-q');
    const { changes, proposed } = await (await open(repository)).ask('changes');
    expect(changes.map(({ state }) => state)).not.toContain('changed');
    expect(changes.map(({ file }) => file)).toContain(OPENING);
    expect(proposed).toMatch(/^edit\/\d{4}-\d\d-\d\d$/);
  });

  it('cannot be listed outside a repository, and the answer is a sentence with the next step', async () => {
    const editor = await runEditor(
      folderWith(SOUND),
      { sync: false },
      { env: { ...process.env, GIT_CEILING_DIRECTORIES: '/' } },
    );
    expect(await editor.ask('changes')).toMatchObject(refusal('git init'));
  });

  it('are discarded one by one, and undo brings them back', async () => {
    const { repository, editor } = await openWith({
      [OPENING]: moved('21:00'),
      'content/places/quay.yaml': 'name: Quay\n',
    });
    const [opening, quay] = await shown(editor);
    expect(await editor.ask('discard', opening)).toEqual({ type: 'discarded' });
    expect(await editor.ask('discard', quay)).toEqual({ type: 'discarded' });
    expect(repository.git('status', '--porcelain', 'content')).toBe('');
    await editor.ask('undo');
    await editor.ask('undo');
    expect(readFileSync(join(repository.folder, OPENING), 'utf8')).toBe(moved('21:00'));
    expect(existsSync(join(repository.folder, 'content/places/quay.yaml'))).toBe(true);
  });

  it('are discarded in the index too, and a later commit does not have them', async () => {
    const repository = gitRepository(SOUND);
    repository.write({ [OPENING]: moved('21:00'), 'content/places/quay.yaml': 'name: Quay\n' });
    repository.git('add', 'content');
    repository.write({ [OPENING]: moved('22:00') });
    const editor = await open(repository);
    for (const file of await shown(editor)) expect(await editor.ask('discard', file)).toEqual({ type: 'discarded' });
    expect(repository.git('status', '--porcelain', 'content')).toBe('');
  });

  it('are discarded with a deleted and a renamed file restored', async () => {
    const repository = gitRepository(SOUND);
    repository.git('mv', OPENING, 'content/events/first-night.yaml');
    const editor = await open(repository);
    const [renamed] = (await editor.ask('changes')).changes;
    expect(renamed).toMatchObject({ state: 'renamed', words: ['renamed from events/opening-night.yaml'] });
    await editor.ask('discard', renamed && { file: renamed.file, digest: renamed.digest });
    expect(existsSync(join(repository.folder, OPENING))).toBe(true);
    expect(existsSync(join(repository.folder, 'content/events/first-night.yaml'))).toBe(false);
    rmSync(join(repository.folder, OPENING));
    const [deleted] = (await editor.ask('changes')).changes;
    expect(deleted).toMatchObject({ state: 'deleted', title: 'Opening night', words: ['removed'] });
    await editor.ask('discard', deleted && { file: deleted.file, digest: deleted.digest });
    expect(readFileSync(join(repository.folder, OPENING), 'utf8')).toBe(SOUND[OPENING]);
  });

  it('are not discarded where a merge left a conflict', async () => {
    const repository = gitRepository(SOUND);
    repository.git('checkout', '-q', '-b', 'other');
    repository.commit({ [OPENING]: moved('21:00') });
    repository.git('checkout', '-q', 'main');
    repository.commit({ [OPENING]: moved('22:00') });
    expect(() => repository.git('merge', 'other')).toThrow(/merge other/);
    const editor = await open(repository);
    for (const file of await shown(editor))
      expect(await editor.ask('discard', file)).toMatchObject({ reason: expect.stringContaining('has a conflict') });
    expect(repository.git('status', '--porcelain')).toBe(`UU ${OPENING}`);
  });

  it('are neither discarded nor committed if the file changed after it was shown', async () => {
    const { repository, editor } = await openWith({ [OPENING]: moved('21:00') });
    const files = await shown(editor);
    repository.write({ [OPENING]: moved('22:00') });
    const refused = refusal('changed since it was shown');
    expect(await editor.ask('discard', files[0])).toMatchObject(refused);
    expect(await editor.ask('commit', { message: 'later', files })).toMatchObject(refused);
    expect(readFileSync(join(repository.folder, OPENING), 'utf8')).toBe(moved('22:00'));
  });

  describe('when files were replaced by symbolic links that leave the content folder', () => {
    const SECRET = 'title: Secret\nstart_time: 2027-06-18T23:59:00+02:00\n';
    const replaced = async () => {
      const repository = gitRepository({ ...SOUND, 'content/hosts/ada.yaml': 'title: Ada\n' });
      const elsewhere = folderWith({ 'opening.yaml': SECRET, 'ada.yaml': 'title: Hidden\n' });
      for (const [file, target] of [
        [OPENING, join(elsewhere, 'opening.yaml')],
        ['content/hosts', elsewhere],
        ['content/places/gone.yaml', join(elsewhere, 'gone.yaml')],
      ] as const) {
        rmSync(join(repository.folder, file), { recursive: true, force: true });
        mkdirSync(dirname(join(repository.folder, file)), { recursive: true });
        symlinkSync(target, join(repository.folder, file));
      }
      repository.write({ 'content/places/quay.yaml': 'name: Quay\n' });
      return { repository, elsewhere, editor: await open(repository) };
    };

    it('say so, beside the other changes, and show nothing of what the links lead to', async () => {
      const { elsewhere, editor } = await replaced();
      const answer = await editor.ask('changes');
      expect(answer.changes).toMatchObject([
        { file: OPENING, words: ['replaced: it is a symbolic link, or was one'] },
        { file: 'content/hosts', state: 'new' },
        { file: 'content/hosts/ada.yaml', state: 'deleted' },
        { file: 'content/places/gone.yaml', state: 'new' },
        { file: 'content/places/quay.yaml', words: ['added'] },
      ]);
      expect(JSON.stringify(answer)).not.toMatch(/Secret|Hidden|23:59/);
      writeFileSync(join(elsewhere, 'opening.yaml'), 'title: Another secret\n');
      expect((await editor.ask('changes')).changes[0]).toEqual(answer.changes[0]);
    });

    it('are not discarded, with a sentence, and the files elsewhere stay', async () => {
      const { elsewhere, editor } = await replaced();
      expect(await editor.ask('discard', (await shown(editor))[0])).toMatchObject(refusal('is a symbolic link'));
      expect(readFileSync(join(elsewhere, 'opening.yaml'), 'utf8')).toBe(SECRET);
    });

    it('are committed as links', async () => {
      const { repository, elsewhere, editor } = await replaced();
      expect(await editor.ask('commit', { message: 'Links', files: await shown(editor) })).toMatchObject({
        type: 'committed',
      });
      expect(repository.at('HEAD', OPENING)).toBe(join(elsewhere, 'opening.yaml'));
    });

    it('leave the list of documents as it is', async () => {
      const { editor } = await replaced();
      expect(await editor.ask('documents')).toMatchObject({ documents: expect.any(Array) });
    });
  });

  it('do not discard a link that stays in the content folder into the file that it leads to', async () => {
    const repository = gitRepository({ ...SOUND, 'content/places/quay.yaml': 'name: Quay\n' });
    rmSync(join(repository.folder, OPENING));
    symlinkSync('../places/quay.yaml', join(repository.folder, OPENING));
    const editor = await open(repository);
    expect(await editor.ask('discard', (await shown(editor))[0])).toMatchObject({ type: 'refused' });
    expect(readFileSync(join(repository.folder, 'content/places/quay.yaml'), 'utf8')).toBe('name: Quay\n');
  });

  it('name only files that were listed: a path elsewhere is refused', async () => {
    const { repository, editor } = await openWith({ 'README.md': 'changed\n' });
    for (const file of ['README.md', 'content/../README.md', '/etc/passwd', '../x'])
      expect((await editor.ask('discard', { file, digest: 'absent' })).type).toBe('refused');
    expect(readFileSync(join(repository.folder, 'README.md'), 'utf8')).toBe('changed\n');
  });
});

describe('a commit from the editor', () => {
  it('has exactly the files that were shown, and leaves what is staged elsewhere staged', async () => {
    const repository = gitRepository(SOUND);
    repository.write({ [OPENING]: moved('21:00'), 'content/places/quay.yaml': 'name: Quay\n', 'notes.txt': 'mine\n' });
    repository.git('add', 'notes.txt');
    const editor = await open(repository);
    const answer = await editor.ask('commit', { message: 'Later', files: await shown(editor) });
    expect(answer).toMatchObject({ type: 'committed', branch: 'main', pushed: false });
    expect(repository.git('show', '--format=%an: %s', '--name-only', 'HEAD').split('\n')).toEqual([
      'Ana: Later',
      '',
      OPENING,
      'content/places/quay.yaml',
    ]);
    expect(repository.git('status', '--porcelain')).toBe('A  notes.txt');
  });

  it('has the deleted and the renamed files too', async () => {
    const repository = gitRepository(SOUND);
    repository.git('mv', OPENING, 'content/events/first-night.yaml');
    repository.write({ 'content/places/quay.yaml': 'name: Quay\n' });
    repository.git('add', 'content');
    rmSync(join(repository.folder, 'content/places/quay.yaml'));
    const editor = await open(repository);
    await editor.ask('commit', { message: 'Rename', files: await shown(editor) });
    expect(repository.git('show', '--format=', '--name-status', 'HEAD')).toBe(
      `R100\t${OPENING}\tcontent/events/first-night.yaml`,
    );
  });

  it('goes to a new branch that starts here and is checked out, and to no branch that exists', async () => {
    const repository = gitRepository(SOUND);
    const before = repository.git('rev-parse', 'main');
    repository.write({ [OPENING]: moved('21:00') });
    repository.git('branch', 'taken');
    const editor = await open(repository);
    for (const name of ['', '-2', '-4']) repository.git('branch', `edit/opening-night${name}`);
    expect((await editor.ask('changes')).proposed).toBe('edit/opening-night-3');
    for (const name of ['', '-2', '-4']) repository.git('branch', '-D', `edit/opening-night${name}`);
    const files = await shown(editor);
    for (const branch of [
      'taken',
      '-x',
      'a..b',
      'two words',
      '@',
      'refs/heads/x',
      'taken/x',
      'FETCH_HEAD',
      'MERGE_HEAD',
      'my_head',
      'HEAD',
      'a\0b',
      'x'.repeat(300),
    ]) {
      const refused = await editor.ask('commit', { message: 'Later', branch, files });
      expect(refused, branch).toMatchObject({
        type: 'refused',
        reason: expect.not.stringMatching(/refs\/heads\/taken|^Git/),
      });
    }
    const answer = await editor.ask('commit', { message: 'Later', branch: 'edit/opening-night', files });
    expect(answer).toMatchObject({ type: 'committed', branch: 'edit/opening-night' });
    expect(repository.git('symbolic-ref', '--short', 'HEAD')).toBe('edit/opening-night');
    expect(repository.git('rev-parse', 'main', 'HEAD~1')).toBe(`${before}\n${before}`);
    repository.write({ [OPENING]: moved('22:00') });
    expect((await editor.ask('changes')).proposed).toBe('edit/opening-night');
  });

  it('has a message of up to 64 kB as it was written, and is refused with a longer one or with a NUL character', async () => {
    const { repository, editor } = await openWith({ [OPENING]: moved('21:00') });
    const files = await shown(editor);
    const long = `# Later: é\n\n${'x'.repeat(64 * 1024 - 13)}`;
    for (const [message, reason] of [
      ['x'.repeat(200_000), /^The message has more than 64 kB: shorten it\.$/],
      [`${long}x`, /more than 64 kB/],
      ['later\0', /NUL character/],
      [' \n', /message/],
    ] as const) {
      const answer = await editor.ask('commit', { message, branch: 'edit/x', files });
      expect(answer).toMatchObject({ type: 'refused', reason: expect.stringMatching(reason) });
    }
    expect(repository.git('branch', '--list', 'edit/x')).toBe('');
    expect(await editor.ask('commit', { message: long, files })).toMatchObject({ type: 'committed' });
    expect(repository.git('log', '-1', '--format=%B')).toBe(long);
  });

  it('runs hooks as git does, and leaves index and branch as they were if one refuses', async () => {
    const repository = gitRepository(SOUND);
    hook(join(repository.folder, '.git/hooks'), 'pre-commit', 'echo "times are frozen" >&2; exit 1');
    repository.write({ [OPENING]: moved('21:00'), 'content/places/quay.yaml': 'name: Quay\n', 'notes.txt': 'mine\n' });
    repository.git('add', 'notes.txt');
    const editor = await open(repository);
    const files = await shown(editor);
    const before = repository.checkout();
    expect(await editor.ask('commit', { message: 'Later', branch: 'edit/x', files })).toMatchObject(
      refusal('times are frozen'),
    );
    expect(repository.checkout()).toBe(before);
    expect(repository.git('branch', '--list', 'edit/x')).toBe('');
    hook(join(repository.folder, '.git/hooks'), 'pre-commit', 'exit 0');
    hook(join(repository.folder, '.git/hooks'), 'commit-msg', 'echo "Reviewed-by: nobody" >> "$1"');
    await editor.ask('commit', { message: 'Later', files });
    expect(repository.git('log', '-1', '--format=%B')).toContain('Reviewed-by: nobody');
  });

  it('has what a hook formats, and so have the index and the files', async () => {
    const repository = gitRepository(SOUND);
    const format = 'for each in content/events/*.yaml; do echo "# formatted" >> "$each"; done; git add content/events';
    hook(join(repository.folder, '.git/hooks'), 'pre-commit', format);
    repository.commit({ 'content/events/closing.yaml': 'title: Closing\n' });
    repository.write({ [OPENING]: moved('21:00'), 'notes.txt': 'mine\n' });
    repository.git('add', 'notes.txt');
    const editor = await open(repository);
    await editor.ask('commit', { message: 'Later', files: await shown(editor) });
    expect(repository.at('HEAD', OPENING)).toContain('# formatted');
    expect(repository.git('status', '--porcelain')).toBe('A  notes.txt');
  });

  it('needs a branch on a detached HEAD', async () => {
    const repository = gitRepository(SOUND);
    repository.git('checkout', '-q', '--detach');
    repository.write({ [OPENING]: moved('21:00') });
    const editor = await open(repository);
    const files = await shown(editor);
    expect(await editor.ask('commit', { message: 'Later', files })).toMatchObject(refusal('name a new branch'));
    expect(await editor.ask('commit', { message: 'Later', branch: 'edit/x', files })).toMatchObject({
      branch: 'edit/x',
    });
  });

  it('is refused without an author, with the commands that set one', async () => {
    const repository = gitRepository(SOUND);
    repository.write({ [OPENING]: moved('21:00') });
    const editor = await open(repository, process.env);
    const answer = await editor.ask('commit', { message: 'Later', files: await shown(editor) });
    expect(answer).toMatchObject(refusal('git config --global user.name'));
    expect(repository.git('log', '--format=%s')).toBe('begin');
  });

  it('is the first one of an empty repository, on a branch of its own or not', async () => {
    for (const branch of [undefined, 'edit/first']) {
      const repository = new GitRepository(folderWith(SOUND));
      repository.git('init', '-q');
      const editor = await open(repository);
      const answer = await editor.ask('commit', { message: 'Begin', branch, files: await shown(editor) });
      expect(answer).toMatchObject({ type: 'committed', branch: branch ?? 'main' });
      expect(repository.git('ls-files', 'content')).toContain(OPENING);
    }
  });

  it('is not made during a merge, which a person finishes', async () => {
    const repository = gitRepository(SOUND);
    repository.git('checkout', '-q', '-b', 'other');
    repository.commit({ 'notes.txt': 'theirs\n' });
    repository.git('checkout', '-q', 'main');
    repository.commit({ 'notes.txt': 'ours\n' });
    expect(() => repository.git('merge', 'other')).toThrow(/merge other/);
    repository.write({ [OPENING]: moved('21:00') });
    const editor = await open(repository);
    const answer = await editor.ask('commit', { message: 'Later', files: await shown(editor) });
    expect(answer).toMatchObject(refusal('during a merge: finish that first'));
    expect(repository.git('status', '--porcelain', 'notes.txt')).toBe('AA notes.txt');
  });
});

describe('a push from the editor', () => {
  it('sends the branch to the remote, and shows the address that the remote prints', async () => {
    const { person, server } = gitRepositoryWithServer(SOUND);
    hook(join(server.folder, 'hooks'), 'post-receive', HINT);
    person.write({ [OPENING]: moved('21:00') });
    const editor = await open(person);
    expect((await editor.ask('changes')).hasRemote).toBe(true);
    const wish = { message: 'Later', branch: 'edit/x', push: true, files: await shown(editor) };
    expect(await editor.ask('commit', wish)).toMatchObject({
      type: 'committed',
      pushed: true,
      url: 'https://forge.example/harbour/-/merge_requests/new?branch=edit/x',
    });
    expect(server.git('rev-parse', 'edit/x')).toBe(person.git('rev-parse', 'HEAD'));
  });

  it('that fails keeps the commit and gives the reason', async () => {
    const { person, server } = gitRepositoryWithServer(SOUND);
    const there = new GitRepository(folderWith());
    there.git('clone', '-q', server.folder, '.');
    there.commit({ 'notes.txt': 'theirs\n' });
    there.git('push', '-q', 'origin', 'HEAD:main');
    person.write({ [OPENING]: moved('21:00') });
    const editor = await open(person);
    const answer = await editor.ask('commit', { message: 'Later', push: true, files: await shown(editor) });
    expect(answer).toMatchObject({ type: 'committed', pushed: false });
    expect(answer.notPushed).toContain('git pull --rebase');
    expect(person.git('log', '-1', '--format=%s')).toBe('Later');
  });
});

const HINT =
  'echo "To create a merge request:"; echo "  https://forge.example/harbour/-/merge_requests/new?branch=edit/x"';
