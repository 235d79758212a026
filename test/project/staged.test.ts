import { existsSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BROKEN, folderWith, gitcast, SOUND, writeInto, refusal } from '../cli/in-memory.ts';
import { gitRepository } from '../git/repository.ts';
import { git } from '../state/clones.ts';

const EVENT = 'content/events/opening-night.yaml';

/** A repository whose files are all committed. */
const repositoryWith = (files: Readonly<Record<string, string>>): string => gitRepository(files).folder;

function stage(cwd: string, files: Readonly<Record<string, string>>): void {
  writeInto(cwd, files);
  git(cwd, 'add', '.');
}

interface Report {
  readonly documents: number;
  readonly diagnostics: readonly {
    readonly code: string;
    readonly file: string;
    readonly line: number;
    readonly message: string;
    readonly suggestion: string | null;
    readonly notes: readonly (string | { readonly file: string })[];
  }[];
}

async function check(cwd: string, words = 'validate --staged --json'): Promise<Report & { readonly exitCode: number }> {
  const { exitCode, stdout, stderr } = await gitcast(words, { cwd });
  if (stdout === '') throw new Error(stderr);
  return { exitCode, ...(JSON.parse(stdout) as Report) };
}

const codesOf = ({ diagnostics }: Report): readonly string[] => diagnostics.map(({ code, file }) => `${code} ${file}`);

describe('validate --staged', () => {
  it('checks what is staged, and not the current file', async () => {
    const cwd = repositoryWith(SOUND);
    writeInto(cwd, { [EVENT]: BROKEN[EVENT] });
    expect(await check(cwd)).toMatchObject({ exitCode: 0, documents: 0 });
    git(cwd, 'add', '.');
    writeInto(cwd, { [EVENT]: SOUND[EVENT] });
    const report = await check(cwd);
    expect([report.exitCode, codesOf(report)]).toEqual([1, [`pointer-not-found ${EVENT}`]]);
    expect(report.diagnostics[0]!.suggestion).toBe('did you mean places/main-stage?');
    writeInto(cwd, { [EVENT]: 'not: [yaml' });
    git(cwd, 'reset', '--quiet');
    expect((await check(cwd)).exitCode).toBe(0);
  });

  it('does not report problems in files that the commit does not change', async () => {
    const cwd = repositoryWith(BROKEN);
    stage(cwd, { 'content/places/lawn.yaml': 'name: The lawn\n' });
    expect(await check(cwd)).toMatchObject({ exitCode: 0, documents: 4, diagnostics: [] });
  });

  it('does not report a problem that a changed file had before, in whatever line it is now, and reports another one like it', async () => {
    const cwd = repositoryWith(BROKEN);
    stage(cwd, { [EVENT]: `# A comment\n${BROKEN[EVENT]}` });
    expect(await check(cwd)).toMatchObject({ exitCode: 0, diagnostics: [] });
    stage(cwd, { 'content/events/late.yaml': BROKEN[EVENT].replace('Opening', 'Late') });
    expect(codesOf(await check(cwd))).toEqual(['pointer-not-found content/events/late.yaml']);
  });

  it('finds the pointers that a deletion leaves without a target', async () => {
    const cwd = repositoryWith(SOUND);
    git(cwd, 'rm', '--quiet', 'content/places/main-stage.yaml');
    expect(codesOf(await check(cwd))).toEqual([`pointer-not-found ${EVENT}`]);
    const { stdout } = await gitcast('validate --staged', { cwd });
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('✗ 1 error in 2 documents');
    stage(cwd, { 'content/places/lawn.yaml': 'name: The lawn\n' });
    git(cwd, 'rm', '--quiet', 'content/broadcast.yaml', EVENT);
    expect(codesOf(await check(cwd))).toEqual(['no-broadcast content/broadcast.yaml']);
  });

  it.each(Object.entries(BREAKING))(
    'finds what it makes wrong in a file that is not staged: %s',
    async (code, given) => {
      const { files, edit, wrong } = given;
      const cwd = repositoryWith({ ...SOUND, ...files });
      expect(await check(cwd)).toMatchObject({ exitCode: 0, diagnostics: [] });
      for (const [path, text] of Object.entries(edit)) stage(cwd, { [path]: text });
      expect(codesOf(await check(cwd))).toEqual([`${code} ${wrong}`]);
      git(cwd, 'commit', '--quiet', '--no-verify', '--message', 'wrong');
      stage(cwd, { 'content/places/lawn.yaml': 'name: The lawn\n' });
      expect(await check(cwd)).toMatchObject({ exitCode: 0, diagnostics: [] });
    },
  );

  it('measures the picture of a map that is not staged', async () => {
    const { files, wrong } = BREAKING['pin-outside-map'];
    const cwd = repositoryWith({ ...SOUND, ...files });
    stage(cwd, { [wrong]: files[wrong].replace('250', '350') });
    expect(codesOf(await check(cwd))).toEqual([`pin-outside-map ${wrong}`]);
  });

  it('finds it in the content of targets too', async () => {
    const { files, edit, wrong } = BREAKING['pin-outside-map'];
    const own = { 'content.staging/places/lawn.yaml': 'name: The lawn\n' };
    const cwd = repositoryWith({ ...SOUND, ...TWO_TARGETS, ...files, ...own });
    for (const [path, text] of Object.entries(edit)) stage(cwd, { [path]: text });
    expect(codesOf(await check(cwd))).toEqual([`pin-outside-map ${wrong}`]);
    git(cwd, 'commit', '--quiet', '--message', 'wrong');
    stage(cwd, { 'content/places/hall.yaml': 'name: The hall\n' });
    expect(codesOf(await check(cwd))).toEqual([]);
  });

  it('shows a clash with a file that is not staged, no matter which of the two is reported', async () => {
    const cwd = repositoryWith({ ...SOUND, 'content/places/main-stage.yaml': 'name: Main stage\ncategory: stage\n' });
    for (const name of ['content/events/a.yaml', 'content/events/z.yaml']) {
      stage(cwd, { [name]: SOUND[EVENT] });
      expect((await check(cwd)).diagnostics.map(({ code }) => code).sort()).toEqual([
        'double-booked-place',
        'twin-documents',
      ]);
      git(cwd, 'rm', '--quiet', '--force', name);
    }
  });

  it('finds a `$slug` with the address of a file that is not staged', async () => {
    const cwd = repositoryWith(SOUND);
    stage(cwd, { 'content/places/lawn.yaml': 'name: The lawn\n$slug: main-stage\n' });
    expect(codesOf(await check(cwd))).toEqual(['same-url content/places/lawn.yaml']);
  });

  describe('with a staged configuration', () => {
    const CONFIG = 'gitcast.config.yaml';
    const HOOK = 'content/webhooks/crew.yaml';
    const FILES = {
      ...SOUND,
      [CONFIG]: 'secrets: [CREW_SECRET]\n',
      [HOOK]: 'url: https://crew.example/hook\nevents: [event.created]\nsecret: { $env: CREW_SECRET }\n',
    };

    /** The configuration of the commit, while the file on the disk is back to what it was. */
    function staged(text: string): string {
      const cwd = repositoryWith(FILES);
      stage(cwd, { [CONFIG]: text });
      writeInto(cwd, { [CONFIG]: FILES[CONFIG] });
      return cwd;
    }

    it('finds what it makes wrong in files that the commit does not change', async () => {
      const cwd = staged('content: content\n');
      expect(codesOf(await check(cwd))).toEqual([`unlisted-secret ${HOOK}`]);
      git(cwd, 'commit', '--quiet', '--no-verify', '--message', 'wrong');
      expect(await check(cwd)).toMatchObject({ exitCode: 0, diagnostics: [] });
    });

    it('reports its own problems, and a content folder that the commit does not have', async () => {
      const broken = await gitcast('validate --staged', { cwd: staged('targets: [\n') });
      expect([broken.exitCode, broken.stdout + broken.stderr]).toEqual([1, expect.stringContaining(`${CONFIG}:`)]);
      expect(await refusal('validate --staged', { cwd: staged('content: nowhere\n') })).toContain(
        'there is no content folder nowhere',
      );
    });

    it('finds what its removal makes wrong, whether or not the file stays on the disk', async () => {
      for (const removal of [
        ['rm', '--quiet', CONFIG],
        ['rm', '--quiet', '--cached', CONFIG],
      ]) {
        const cwd = repositoryWith(FILES);
        git(cwd, ...removal);
        expect(codesOf(await check(cwd))).toEqual([`unlisted-secret ${HOOK}`]);
      }
    });

    it('finds what a changed list of broadcasts makes wrong, and nothing if it is only on the disk', async () => {
      const WORKSPACE = 'gitcast.workspace.yaml';
      const cwd = repositoryWith({
        ...Object.fromEntries(Object.entries(BROKEN).map(([path, text]) => [`harbour/${path}`, text])),
        'shared/content/places/main-stgae.yaml': 'name: Lawn\n',
        [WORKSPACE]: 'shared: { shared: ["**"] }\n',
      });
      const folder = join(cwd, 'harbour');
      writeInto(cwd, { [WORKSPACE]: 'broadcasts: [harbour]\n' });
      expect(await check(folder)).toMatchObject({ exitCode: 0, diagnostics: [] });
      git(cwd, 'add', '.');
      writeInto(cwd, { [WORKSPACE]: 'shared: { shared: ["**"] }\n' });
      expect(codesOf(await check(folder))).toEqual([`pointer-not-found ${EVENT}`]);
      git(cwd, 'rm', '--quiet', '--force', WORKSPACE);
      expect(codesOf(await check(folder))).toEqual([`pointer-not-found ${EVENT}`]);
    });

    it('ignores one that is not staged', async () => {
      const cwd = repositoryWith(FILES);
      writeInto(cwd, { [CONFIG]: 'targets: [\n' });
      writeInto(cwd, { 'content/places/lawn.yaml': 'name: The lawn\n' });
      git(cwd, 'add', 'content');
      expect(await check(cwd)).toMatchObject({ exitCode: 0, documents: 5 });
    });
  });

  it('works before the first commit, below the root of the repository, and beside it', async () => {
    const cwd = folderWith(
      Object.fromEntries(Object.entries(BROKEN).map(([path, text]) => [`sites/[harbour]/${path}`, text])),
    );
    git(cwd, 'init', '--quiet');
    git(cwd, 'add', '.');
    const inside = await check(join(cwd, 'sites/[harbour]'));
    expect(codesOf(inside)).toEqual([`pointer-not-found ${EVENT}`]);
    const above = await check(cwd, 'validate --staged --json --config sites/[harbour]/gitcast.config.yaml');
    expect(codesOf(above)).toEqual([`pointer-not-found sites/[harbour]/${EVENT}`]);
    const deep = await check(join(cwd, 'sites/[harbour]/content/places'));
    expect(codesOf(deep)).toEqual(['pointer-not-found ../events/opening-night.yaml']);
  });

  it('reads a staged link as its target file, and refuses one that leads out', async () => {
    const cwd = repositoryWith(SOUND);
    symlinkSync('opening-night.yaml', join(cwd, 'content/events/again.yaml'));
    symlinkSync('../../gitcast.config.yaml', join(cwd, 'content/events/out.yaml'));
    git(cwd, 'add', '.');
    expect(codesOf(await check(cwd)).toSorted()).toEqual([
      `double-booked-place ${EVENT}`,
      'link-leaves-folder content/events/out.yaml',
      `twin-documents ${EVENT}`,
    ]);
  });

  it('refuses a link in place of the content folder, and names it as it is in the repository', async () => {
    const cwd = repositoryWith({ ...SOUND, 'elsewhere/broadcast.yaml': 'name: Elsewhere\n' });
    git(cwd, 'rm', '--quiet', '-r', 'content');
    symlinkSync('..', join(cwd, 'content'));
    git(cwd, 'add', '.');
    expect(await refusal('validate --staged', { cwd })).toContain(`${realpathSync(cwd)}/content is a symbolic link`);
  });

  it('reads what git has, and runs no filter', async () => {
    const cwd = repositoryWith(SOUND);
    writeInto(cwd, { '.gitattributes': '*.yaml filter=spy\n' });
    git(cwd, 'config', 'filter.spy.smudge', `touch ${join(cwd, 'ran')}; cat`);
    stage(cwd, { [EVENT]: BROKEN[EVENT] });
    expect((await check(cwd)).exitCode).toBe(1);
    expect(existsSync(join(cwd, 'ran'))).toBe(false);
  });

  it('leaves no temporary file behind: not after a problem, not after an error, and not if it is stopped', async () => {
    const cwd = repositoryWith({ ...SOUND, 'gitcast.config.yaml': 'site: {}\n' });
    const temporary = folderWith();
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    stage(cwd, { [EVENT]: BROKEN[EVENT] });
    expect((await check(cwd)).exitCode).toBe(1);
    const { exitCode, stderr } = await gitcast('validate --staged', { cwd, stopped: Promise.resolve() });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('the run was stopped before it was finished')]);
    stage(cwd, { 'gitcast.config.yaml': 'targets: [\n' });
    expect((await gitcast('validate --staged', { cwd })).exitCode).toBe(1);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('is refused with a path, and without a repository', async () => {
    const both = await gitcast('validate --staged content', { cwd: repositoryWith(SOUND) });
    expect([both.exitCode, both.stderr]).toEqual([
      1,
      expect.stringContaining('error: --staged selects the files and takes no paths'),
    ]);
    const outside = await gitcast('validate --staged', { cwd: folderWith(SOUND) });
    expect([outside.exitCode, outside.stderr]).toEqual([
      1,
      expect.stringMatching(/^error: cannot read the staged files from git: /),
    ]);
  });

  it("checks the staged files of a target's overlay together with the content that they override", async () => {
    const own = 'content.staging/events/opening-night.yaml';
    const cwd = repositoryWith({ ...SOUND, ...TWO_TARGETS, 'content.staging/places/lawn.yaml': 'name: The lawn\n' });
    stage(cwd, { [own]: 'title: Rehearsal\nplace_id: places/lawn\n' });
    writeInto(cwd, { [own]: 'place_id: places/nowhere\n' });
    expect(await check(cwd)).toMatchObject({ exitCode: 0, documents: 4, diagnostics: [] });
    git(cwd, 'add', '.');
    writeInto(cwd, { [own]: 'title: Rehearsal\n' });
    const report = await check(cwd);
    expect([report.exitCode, codesOf(report)]).toEqual([1, [`pointer-not-found ${own}`]]);
    expect(report.diagnostics[0]!.notes).toContain('only in the content of staging');
    for (const [folder, shown] of [
      ['content', '../content.staging/events/opening-night.yaml'],
      ['content.staging', 'events/opening-night.yaml'],
    ] as const) {
      expect(codesOf(await check(join(cwd, folder)))).toEqual([`pointer-not-found ${shown}`]);
    }
  });

  it('finds what is missing if one of two files of a document is removed', async () => {
    const cwd = repositoryWith({
      ...SOUND,
      ...TWO_TARGETS,
      'content/events/late.yaml': `${SOUND[EVENT].replace(/title: .*\n/, '')}$targets: [staging]\n`,
      'content.staging/events/late.yaml': 'title: A late set\nstart_time: 2027-06-18T21:00:00\n',
    });
    expect(await check(cwd)).toMatchObject({ exitCode: 0, diagnostics: [] });
    git(cwd, 'rm', '--quiet', 'content.staging/events/late.yaml');
    expect(codesOf(await check(cwd))).toContain('missing-field content/events/late.yaml');
    git(cwd, 'reset', '--quiet', '--hard');
    git(cwd, 'rm', '--quiet', 'content/events/late.yaml');
    expect(codesOf(await check(cwd))).toContain('missing-field content.staging/events/late.yaml');
  });

  it('finds the pointers to a document that the commit removes from a target', async () => {
    const cwd = repositoryWith({ ...SOUND, ...TWO_TARGETS });
    stage(cwd, { 'content/places/main-stage.yaml': 'name: Main stage\n$targets: [production]\n' });
    const report = await check(cwd);
    expect([report.exitCode, report.diagnostics.map(({ file }) => file)]).toEqual([1, [EVENT]]);
    git(cwd, 'mv', 'content/places/main-stage.yaml', 'gone.yaml');
    stage(cwd, { 'content.production/places/main-stage.yaml': 'name: Main stage\n' });
    expect(codesOf(await check(cwd))).toEqual([`pointer-not-found ${EVENT}`]);
  });

  it('reports a staged folder that belongs to no target', async () => {
    const cwd = repositoryWith({ ...SOUND, ...TWO_TARGETS });
    writeInto(cwd, { 'content.stagging/events/opening-night.yaml': 'title: Rehearsal\n' });
    expect(codesOf(await check(cwd))).toEqual([]);
    git(cwd, 'add', '.');
    expect(codesOf(await check(cwd))).toEqual(['unknown-overlay content.stagging/']);
    git(cwd, 'commit', '--quiet', '--message', 'no');
    stage(cwd, { 'content/places/lawn.yaml': 'name: The lawn\n' });
    expect(codesOf(await check(cwd))).toEqual([]);
  });
});

/** Files without problems, and an edit that makes one of the others wrong. */
const BREAKING = {
  'pin-outside-map': {
    files: {
      'content/maps/site.yaml': 'title: Site\ntype: image\nmedia: media/site.svg\n',
      'content/media/site.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"></svg>\n',
      'content/places/bar.yaml': 'name: Bar\ncategory: bar\ncoordinates: { x: 250, y: 5 }\n',
    },
    edit: { 'content/media/site.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"></svg>\n' },
    wrong: 'content/places/bar.yaml',
  },
  'anchor-not-found': {
    files: {
      'content/articles/travel.md': '---\ntitle: Travel\n---\n## By train\n',
      'content/articles/access.md': '---\ntitle: Access\n---\n[By train](travel.md#by-train)\n',
    },
    edit: { 'content/articles/travel.md': '---\ntitle: Travel\n---\n## By boat\n' },
    wrong: 'content/articles/access.md',
  },
  'same-url': {
    files: { 'content/pages/information.yaml': 'title: Information\n$slug: practical\n' },
    edit: { 'content/pages/practical.yaml': 'title: Practical information\n' },
    wrong: 'content/pages/information.yaml',
  },
} as const;

const TARGETS = ['staging', 'production'];
const TWO_TARGETS = {
  'gitcast.config.yaml': JSON.stringify({
    defaultTarget: 'staging',
    site: { timezone: 'Europe/Paris' },
    targets: Object.fromEntries(
      TARGETS.map((name) => [
        name,
        {
          baseUrl: 'https://api.example.com',
          userId: '64b7c0ffee64b7c0ffee0001',
          broadcastId: '64b7c0ffee64b7c0ffee0002',
          key: { $env: 'GITCAST_KEY' },
        },
      ]),
    ),
  }),
};
