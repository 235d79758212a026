import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/repository/load-config.ts';
import { ciFiles } from '../../src/start/ci/ci-files.ts';
import type { CiHost, CiSubject } from '../../src/start/ci/ci-subject.ts';
import { formerCiFiles } from '../../src/start/ci/former-ci-files.ts';
import { markIn, withMark } from '../../src/start/ci/written-mark.ts';
import { version } from '../../src/machine/program.ts';
import { folderWith, gitcast, SOUND, textOf } from '../cli/in-memory.ts';

const target = (name: string, key: string): string => `  ${name}:
    baseUrl: https://${name}.example
    userId: 64b7c0ffee64b7c0ffee0001
    broadcastId: 64b7c0ffee64b7c0ffee0002
    key: { $env: ${key} }
`;
const CONFIG = `defaultTarget: live\ntargets:\n${target('live', 'LIVE_KEY')}${target('staging', 'STAGING_KEY')}`;
const DEPLOY = '.github/workflows/gitcast-deploy.yml';
const REQUEST = '.github/workflows/gitcast-pull-request.yml';
const OURS = [
  '.github/actions/gitcast/action.yml',
  '.github/dependabot.yml',
  DEPLOY,
  REQUEST,
  '.github/workflows/gitcast-review.yml',
  'ci/install.mjs',
];

/** A repository with one configuration. */
const repository = (config = CONFIG): string => folderWith({ ...SOUND, 'gitcast.config.yaml': config });

const subjectIn = (cwd: string, more: Partial<CiSubject> = {}): CiSubject => ({
  config: loadConfig({ cwd, env: {} }),
  branch: 'main',
  ...more,
});

function put(cwd: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

/** A repository in which the version without marks ran `init --ci`. */
function former(host: CiHost = 'github', more: Partial<CiSubject> = {}, config = CONFIG): string {
  const cwd = repository(config);
  for (const [path, text] of Object.entries(formerCiFiles(host, subjectIn(cwd, more)))) put(cwd, path, text);
  return cwd;
}

const edit = (cwd: string, path: string, from: string | RegExp, to: string): void => {
  const text = textOf(cwd, path);
  const edited = text.replace(from, to);
  expect(edited).not.toBe(text);
  put(cwd, path, edited);
};

const filesIn = (cwd: string): readonly string[] =>
  ['.github', '.gitlab-ci.yml', 'ci', 'renovate.json']
    .filter((top) => existsSync(join(cwd, top)))
    .flatMap((top) =>
      top.includes('.yml') || top.includes('.json')
        ? [top]
        : readdirSync(join(cwd, top), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => join(entry.parentPath, entry.name).slice(cwd.length + 1)),
    )
    .sort();

interface Report {
  readonly files: readonly string[];
  readonly removed: readonly string[];
  readonly kept: readonly { readonly file: string; readonly reason: string }[];
  readonly originals: readonly { readonly file: string; readonly original: string; readonly diff: string }[];
  readonly settings: readonly object[];
}

async function init(cwd: string, words = '--ci github', env = {}): Promise<Report> {
  const { exitCode, stdout, stderr } = await gitcast(`init ${words} --json`, { cwd, env });
  expect([exitCode, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Report;
}

/** npm would download the upload tool to lock it. */
const WITHOUT_NPM = { PATH: '' };

const NOTHING = { files: [], removed: [], kept: [], originals: [], settings: [] };

describe('init --ci in a repository with the scripts of the version before', () => {
  it('replaces all of them if nobody edited one, and changes nothing when it runs again', async () => {
    const cwd = former();
    const { files, removed, ...rest } = await init(cwd);
    expect(filesIn(cwd)).toEqual(OURS);
    expect(files).toEqual(OURS.filter((path) => !path.includes('dependabot')));
    expect(removed).toEqual(expect.arrayContaining(['ci/gitcast.sh', 'ci/github.sh']));
    expect(removed.length).toBe(10);
    expect(rest).toMatchObject({ kept: [], originals: [], settings: [] });
    expect(await init(cwd)).toMatchObject(NOTHING);
  });

  it.each(['gitlab', 'script'] as const)('does the same for %s', async (host) => {
    const cwd = former(host);
    await init(cwd, `--ci ${host}`);
    expect(filesIn(cwd)).toEqual(Object.keys(ciFiles(host, subjectIn(cwd))).sort());
    expect(await init(cwd, `--ci ${host}`)).toMatchObject(NOTHING);
  });

  it('knows the files of a repository without a target, on another branch, and with a promotion', async () => {
    const staged = CONFIG.replace('defaultTarget: live', 'defaultTarget: staging');
    const all: readonly (readonly [string, string])[] = [
      [former('github', { config: undefined, branch: 'main' }), '--ci github'],
      [former('github', { promote: 'none' }, staged), '--ci github'],
      [former('github', {}, staged), '--ci github'],
      [former('gitlab', {}, staged), '--ci gitlab'],
    ];
    for (const [cwd, words] of all) {
      execFileSync('git', ['init', '-q', '-b', 'trunk'], { cwd });
      expect(await init(cwd, words)).toMatchObject({ originals: [], kept: [], settings: [] });
      expect(
        filesIn(cwd).filter((path) => /merge|site|preview|promote|upload\.sh|gitcast\.sh|gitlab\.mjs/.test(path)),
      ).toEqual([]);
    }
  });

  it.each(['netlify', 'cloudflare'] as const)('keeps publishing the website on %s', async (publish) => {
    const cwd = former('github', { publish });
    put(cwd, 'ci/upload/package.json', textOf(cwd, 'ci/upload/package.json').replace(/\d+\.\d+\.\d+/, '99.0.0'));
    expect(await init(cwd, '--ci github', WITHOUT_NPM)).toMatchObject({ originals: [], kept: [] });
    expect(filesIn(cwd)).toEqual([...OURS, 'ci/upload/package.json']);
    expect(textOf(cwd, DEPLOY)).toContain(`gitcast init --ci github --publish ${publish} updates this file\n`);
    expect(textOf(cwd, DEPLOY)).toContain('node ci/install.mjs ci/upload');
    expect(textOf(cwd, 'ci/upload/package.json')).toContain('99.0.0');
    expect(await init(cwd, '--ci github', WITHOUT_NPM)).toMatchObject(NOTHING);
    put(cwd, 'ci/upload/package-lock.json', '{}');
    const { removed } = await init(cwd, '--ci github --publish pages', WITHOUT_NPM);
    expect(textOf(cwd, DEPLOY)).toContain('actions/deploy-pages@');
    // Otherwise `ci merge` would still ask for the key of that host.
    expect(removed).toEqual(['ci/upload/package.json', 'ci/upload/package-lock.json']);
    expect(filesIn(cwd)).toEqual(OURS);
  });

  it('does not take updated pins and line breaks of Windows for edits', async () => {
    const cwd = former();
    const newer = `actions/checkout@${'b'.repeat(40)} # v99.1.0`;
    edit(cwd, '.github/workflows/gitcast-merge.yml', /actions\/checkout@\w+ # v[\d.]+/g, newer);
    edit(cwd, REQUEST, /actions\/checkout@\w+ # v[\d.]+/g, newer);
    put(cwd, 'ci/github.sh', textOf(cwd, 'ci/github.sh').replaceAll('\n', '\r\n'));
    expect(await init(cwd)).toMatchObject({ originals: [], kept: [] });
    expect(textOf(cwd, REQUEST)).toContain(`uses: ${newer}\n`);
    expect(await init(cwd)).toMatchObject(NOTHING);
  });

  it('carries over the settings at the head of the script, and names those that mean nothing any more', async () => {
    const cwd = former();
    edit(cwd, 'ci/gitcast.sh', /^target=.*$/m, 'target=staging');
    edit(cwd, 'ci/gitcast.sh', /^keys=.*$/m, "keys='STAGING_KEY OTHER_KEY'");
    edit(cwd, 'ci/gitcast.sh', /^publish_to=.*$/m, 'publish_to="copy"');
    const { originals, settings } = await init(cwd);
    expect(originals).toEqual([]);
    expect(settings).toEqual([
      { setting: 'target', value: 'staging', variable: 'GITCAST_TARGET' },
      { setting: 'publish_to', value: 'copy', variable: null },
      { setting: 'keys', value: 'OTHER_KEY', variable: null },
    ]);
    for (const path of [DEPLOY, REQUEST, '.github/workflows/gitcast-review.yml']) {
      expect(textOf(cwd, path)).toMatch(/^env:\n(?: {2}.*\n)* {2}GITCAST_TARGET: staging\n/m);
    }
    expect(textOf(cwd, DEPLOY)).toContain('STAGING_KEY: ${{ secrets.STAGING_KEY }}');
    // The script promoted nothing.
    expect(textOf(cwd, DEPLOY)).toContain('GITCAST_PROMOTE: none\n');
    expect(textOf(cwd, DEPLOY)).not.toContain('promote-plan');
    // A key that the configuration has already is no news.
    const other = former();
    edit(other, 'ci/gitcast.sh', /^promote_keys=.*$/m, "promote_keys='STAGING_KEY'");
    expect((await init(other)).settings).toEqual([]);
    // Later runs find them in the new files.
    expect(await init(cwd)).toMatchObject(NOTHING);
  });

  it('carries over a promotion and the hosts of the website that somebody chose', async () => {
    const hosts = `publish:\n  www: { to: ssh, host: a.example, path: /www }\n  copy: { to: ssh, host: b.example, path: /www }\n`;
    for (const [host, path, pattern] of [
      ['github', DEPLOY, /^ {2}GITCAST_PROMOTE: staging\n {2}GITCAST_PUBLISH: www\n/m],
      [
        'gitlab',
        '.gitlab-ci.yml',
        /^variables:\n(?: {2}.*\n)+ {2}GITCAST_PROMOTE: staging\n {2}GITCAST_PUBLISH: www\n/m,
      ],
      ['script', 'ci/gitcast.sh', /^export GITCAST_PROMOTE='staging'\nexport GITCAST_PUBLISH='www'\n/m],
    ] as const) {
      const cwd = former(host, {}, CONFIG + hosts);
      edit(cwd, 'ci/gitcast.sh', /^promote_to=.*$/m, "promote_to='staging'");
      edit(cwd, 'ci/gitcast.sh', /^publish_to=.*$/m, "publish_to=${GITCAST_PUBLISH-'www'}");
      expect(await init(cwd, `--ci ${host}`)).toMatchObject({ originals: [], kept: [] });
      expect(textOf(cwd, path)).toMatch(pattern);
      expect(await init(cwd, `--ci ${host}`)).toMatchObject(NOTHING);
    }
  });

  it('keeps an edited file as .orig and shows the edits, and no edited file blocks the others', async () => {
    const cwd = former();
    edit(cwd, 'ci/github.sh', 'set -eu\n', 'set -eu\necho ours\n');
    edit(cwd, REQUEST, /timeout-minutes: \d+/, 'timeout-minutes: 59');
    edit(cwd, 'ci/gitcast.sh', /^target=.*$/m, "target='staging'");
    edit(cwd, 'ci/gitcast.sh', 'set -eu\n', 'set -eu\necho hello\n');
    const edited = textOf(cwd, 'ci/github.sh');
    put(cwd, 'ci/github.sh.orig', 'somebody else');
    const { originals, settings } = await init(cwd);
    expect(originals.map(({ file, original }) => [file, original])).toEqual([
      [REQUEST, `${REQUEST}.orig`],
      ['ci/gitcast.sh', 'ci/gitcast.sh.orig'],
      ['ci/github.sh', 'ci/github.sh.orig.2'],
    ]);
    expect(originals[0]!.diff).toMatch(/^-.*timeout-minutes: \d+\n\+.*timeout-minutes: 59\n/m);
    expect(originals[2]!.diff).toMatch(/^@@ -\d+,0 \+\d+,1 @@\n [^]*\+echo ours\n/);
    expect(textOf(cwd, 'ci/github.sh.orig.2')).toBe(edited);
    expect(textOf(cwd, 'ci/github.sh.orig')).toBe('somebody else');
    expect(settings).toMatchObject([{ setting: 'target', variable: 'GITCAST_TARGET' }]);
    // What is carried over is no edit that somebody has to make again.
    expect(originals[1]!.diff).toMatch(/^\+echo hello$/m);
    expect(originals[1]!.diff).not.toMatch(/^[+-]target=/m);
    expect(filesIn(cwd)).toEqual(
      [...OURS, `${REQUEST}.orig`, 'ci/gitcast.sh.orig', 'ci/github.sh.orig', 'ci/github.sh.orig.2'].sort(),
    );
    expect(await init(cwd)).toMatchObject(NOTHING);
  });

  it('says in a few lines what changed, and shows no more of a diff than a person reads', async () => {
    const cwd = former();
    edit(cwd, 'ci/gitcast.sh', /^target=.*$/m, "target='staging'");
    edit(cwd, 'ci/github.sh', 'set -eu\n', `set -eu\n${'echo ours\n'.repeat(100)}`);
    const { stdout } = await gitcast('init --ci github', { cwd });
    expect(stdout).toMatch(/^✓ added 3 files, updated 2 files, removed 10 files of an earlier version\n/);
    expect(stdout).toContain("\n! target='staging' in ci/gitcast.sh is now the variable GITCAST_TARGET\n");
    expect(stdout).toContain('\n! ci/github.sh was edited, and is kept as ci/github.sh.orig; your edits:\n    @@ ');
    expect(stdout).toContain('    + echo ours\n');
    expect(stdout).toMatch(/\n {4}… 6\d more lines\n\nNext\n/);
  });

  it("does not touch somebody else's files with such names", async () => {
    const cwd = repository();
    const foreign = {
      'ci/gitcast.sh': '#!/bin/sh\n# our own\nset -eu\nnpm test\n',
      '.github/workflows/gitcast-merge.yml':
        'name: merge\non:\n  push:\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n',
      [REQUEST]: 'name: ours\non:\n  pull_request:\n',
    };
    for (const [path, text] of Object.entries(foreign)) put(cwd, path, text);
    expect(await init(cwd)).toMatchObject({ removed: [], originals: [], kept: [{ file: REQUEST, reason: 'foreign' }] });
    for (const [path, text] of Object.entries(foreign)) expect(textOf(cwd, path)).toBe(text);
    expect(existsSync(join(cwd, DEPLOY))).toBe(true);
    const { originals } = await init(cwd, '--ci github --force');
    expect(originals).toMatchObject([{ file: REQUEST, original: `${REQUEST}.orig` }]);
    expect(textOf(cwd, `${REQUEST}.orig`)).toBe(foreign[REQUEST]);
  });

  const COPY = '.github/workflows/my-nightly.yml';
  const MERGE = '.github/workflows/gitcast-merge.yml';
  const starting = (script: string): string => `on: push\njobs:\n  own:\n    steps:\n      - run: ${script}\n`;

  it('replaces the script instead of removing it while another file starts it, and names that file', async () => {
    for (const [path, text] of [
      [MERGE, starting('exec sh ci/gitcast.sh merge')],
      [COPY, starting('sh "$GITHUB_WORKSPACE/ci/gitcast.sh" nightly')],
      ['.github/actions/ours/action.yaml', starting('./ci/gitcast.sh nightly')],
      ['ci/ours.yml', 'ours:\n  script:\n    - sh ci/gitcast.sh nightly\n'],
    ] as const) {
      const cwd = former();
      put(cwd, path, text);
      edit(cwd, 'ci/gitcast.sh', /^target=.*$/m, 'target=staging');
      const { removed, kept } = await init(cwd);
      expect(kept).toEqual([{ file: path, reason: 'starts-replaced', script: 'ci/gitcast.sh' }]);
      expect(removed).not.toContain('ci/gitcast.sh');
      const script = textOf(cwd, 'ci/gitcast.sh');
      expect(markIn(script)).toMatchObject({ version: version(), isEdited: false });
      expect(script).toMatch(/^export GITCAST_TARGET='staging'\n[^]*\nexec node_modules\/\.bin\/gitcast ci "\$@"\n$/m);
      expect([filesIn(cwd), textOf(cwd, path)]).toEqual([[...OURS, 'ci/gitcast.sh', path].sort(), text]);
      expect(await init(cwd)).toMatchObject(NOTHING);
    }
  });

  it('says that such a file starts gitcast ci now, and keeps the edits of the script beside it', async () => {
    const cwd = former();
    put(cwd, COPY, starting('sh ci/gitcast.sh nightly'));
    edit(cwd, 'ci/gitcast.sh', 'set -eu\n', 'set -eu\necho ours\n');
    const { stdout } = await gitcast('init --ci github', { cwd });
    expect(stdout).toContain(
      `\n! ${COPY} still starts ci/gitcast.sh, which starts gitcast ci now; delete it if a new file has its jobs\n`,
    );
    expect(stdout).toContain('\n! ci/gitcast.sh was edited, and is kept as ci/gitcast.sh.orig; your edits:\n');
    expect(textOf(cwd, 'ci/gitcast.sh.orig')).toContain('echo ours\n');
  });

  it.each(['gitlab', 'script'] as const)('keeps the workflows of GitHub working when it sets up %s', async (host) => {
    const cwd = former();
    const workflows = filesIn(cwd).filter(
      (path) => path.includes('/workflows/') && textOf(cwd, path).includes('sh ci/gitcast.sh '),
    );
    expect(workflows.length).toBe(8);
    const { kept, removed } = await init(cwd, `--ci ${host}`);
    expect(kept).toEqual(workflows.map((file) => ({ file, reason: 'starts-replaced', script: 'ci/gitcast.sh' })));
    expect(removed).toEqual([]);
    expect(textOf(cwd, 'ci/gitcast.sh')).toBe(ciFiles('script', subjectIn(cwd))['ci/gitcast.sh']);
    expect(await init(cwd, `--ci ${host}`)).toMatchObject(NOTHING);
  });

  it('names a file that starts a script which is gone, in each run', async () => {
    const cwd = former();
    put(cwd, COPY, starting('sh ci/github.sh comment'));
    const gone = { file: COPY, reason: 'starts-missing', script: 'ci/github.sh' };
    expect(await init(cwd)).toMatchObject({ kept: [gone] });
    expect(filesIn(cwd)).toEqual([...OURS, COPY].sort());
    expect((await gitcast('init --ci github', { cwd })).stdout).toContain(
      `! ${COPY} starts ci/github.sh, which is gone: start a job of gitcast ci there, or delete it\n`,
    );
    // The files of GitLab start a script of their own, which stays.
    const both = former('gitlab');
    expect((await init(both)).kept.filter(({ reason }) => reason === 'starts-missing')).toEqual([]);
  });

  it('does not take a comment, a copy of the script or that of another folder for a start', async () => {
    const cwd = former();
    put(
      cwd,
      COPY,
      `# once sh ci/gitcast.sh\n${starting('sh a/ci/gitcast.sh && sh ci/gitcast.sh.orig && sh my-ci/github.sh')}`,
    );
    expect(await init(cwd)).toMatchObject({ kept: [] });
    expect(filesIn(cwd)).toEqual([...OURS, COPY].sort());
  });

  it('takes a file for its own as long as half of its lines are those that it wrote', async () => {
    const [half, less] = [former(), former()];
    const lines = textOf(half, 'ci/github.sh').split('\n');
    const keep = (share: number): string => lines.slice(0, Math.ceil(lines.length * share)).join('\n');
    put(half, 'ci/github.sh', keep(0.7));
    put(less, 'ci/github.sh', keep(0.2));
    expect(await init(half)).toMatchObject({ originals: [{ file: 'ci/github.sh' }] });
    expect(await init(less)).toMatchObject({ originals: [] });
    expect(textOf(less, 'ci/github.sh')).toBe(keep(0.2));
  });

  it('copies edited files before it writes, and removes nothing if a file cannot be written', async () => {
    const cwd = former();
    edit(cwd, 'ci/github.sh', 'set -eu\n', 'set -eu\necho ours\n');
    put(cwd, '.github/actions', 'a file, where a folder has to be');
    const before = filesIn(cwd);
    const { exitCode, stderr } = await gitcast('init --ci github', { cwd });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('action.yml could not be written')]);
    expect(filesIn(cwd)).toEqual([...before, 'ci/github.sh.orig'].sort());
  });

  it('loses nothing if it was killed in between, and finishes with the next run', async () => {
    const whole = former();
    edit(whole, 'ci/github.sh', 'set -eu\n', 'set -eu\necho ours\n');
    edit(whole, 'ci/gitcast.sh', /^target=.*$/m, "target='staging'");
    const before = new Map(filesIn(whole).map((path) => [path, readFileSync(join(whole, path))]));
    await init(whole);
    const after = new Map(filesIn(whole).map((path) => [path, readFileSync(join(whole, path))]));
    // The order of the writes: copies, new files, and then the removals.
    const steps = [
      ...[...after].filter(([path]) => path.endsWith('.orig')),
      ...[...after].filter(([path]) => !path.endsWith('.orig')),
      ...[...before.keys()].filter((path) => !after.has(path)).map((path) => [path, undefined] as const),
    ];
    for (let killedAt = 1; killedAt < steps.length; killedAt += 2) {
      const cwd = repository();
      for (const [path, text] of before) put(cwd, path, text);
      for (const [path, text] of steps.slice(0, killedAt)) {
        if (text) put(cwd, path, text);
        else rmSync(join(cwd, path));
      }
      await init(cwd);
      expect(filesIn(cwd)).toEqual([...after.keys()]);
      for (const [path, text] of after) expect(textOf(cwd, path), path).toBe(text.toString());
    }
  });
});

describe('init --ci in a repository with marked files', () => {
  /** The files of `init`, as another version would have written them. */
  const written = async (by: string, words = '--ci github'): Promise<string> => {
    const cwd = repository();
    await init(cwd, words);
    for (const path of OURS.filter((each) => !each.includes('dependabot'))) {
      const text = textOf(cwd, path);
      const { command } = markIn(text)!;
      put(
        cwd,
        path,
        withMark(path, `${text.replace(/^.*\n/, '')}${path.endsWith('.mjs') ? '//' : '#'} old\n`, {
          version: by,
          command,
        }),
      );
    }
    return cwd;
  };

  it('begins each of them with one line, after that of the interpreter', async () => {
    for (const host of ['github', 'gitlab', 'script'] as const) {
      const files = Object.entries(ciFiles(host, subjectIn(repository()))).filter(([path]) =>
        /\.(?:yml|mjs|sh)$/.test(path),
      );
      for (const [path, text] of files.filter(([path]) => !path.includes('dependabot'))) {
        const by = path === 'ci/install.mjs' ? 'HOST' : host;
        expect(markIn(String(text)), path).toEqual({
          version: version(),
          command: `gitcast init --ci ${by}`,
          digest: expect.stringMatching(/^[\w-]{12}$/),
          isEdited: false,
        });
        expect(String(text)).toMatch(
          /^(?:#!.*\n)?(?:#|\/\/) gitcast [\d.]+ · [\w-]{12} · gitcast init --ci \w+ updates this file\n/,
        );
      }
    }
  });

  it('replaces those of another version, and shows how edited ones differ from the new text', async () => {
    const cwd = await written('0.1.9');
    edit(cwd, DEPLOY, 'timeout-minutes: 60', 'timeout-minutes: 45');
    const { files, originals, kept } = await init(cwd);
    expect(files).toEqual(OURS.filter((path) => !path.includes('dependabot')));
    expect(kept).toEqual([]);
    expect(originals).toMatchObject([{ file: DEPLOY, original: `${DEPLOY}.orig`, shows: 'replacement' }]);
    expect(originals[0]!.diff).toMatch(/^-.*timeout-minutes: 45\n\+.*timeout-minutes: 60\n/m);
    expect(await init(cwd)).toMatchObject(NOTHING);
  });

  it('leaves edited ones alone until gitcast would write them differently, and then keeps the edits beside them', async () => {
    const cwd = repository();
    await init(cwd);
    edit(cwd, REQUEST, 'timeout-minutes: 30', 'timeout-minutes: 45');
    edit(cwd, DEPLOY, "'17 4 * * *' # edits", "'17 5 * * *' # edits");
    const edited = textOf(cwd, REQUEST);
    const { stdout } = await gitcast('init --ci github', { cwd });
    expect(stdout).toContain(`\n! kept ${REQUEST}, because you edited it; --force replaces it\n`);
    expect(await init(cwd)).toMatchObject({ files: [], kept: [{ file: DEPLOY }, { file: REQUEST, reason: 'edited' }] });
    // All of them have to name the same key.
    put(cwd, 'gitcast.config.yaml', CONFIG.replace('LIVE_KEY', 'NEW_KEY'));
    const { originals, kept } = await init(cwd);
    expect([originals.map(({ file }) => file), kept]).toEqual([[DEPLOY, REQUEST], []]);
    expect(originals[0]!.diff).toMatch(/^-.*'17 5 \* \* \*'[^]*\+.*'17 4 \* \* \*'/m);
    expect([textOf(cwd, `${REQUEST}.orig`), textOf(cwd, REQUEST), textOf(cwd, DEPLOY)]).toEqual([
      edited,
      expect.stringContaining('NEW_PLAN_KEY'),
      expect.stringContaining('secrets.NEW_KEY'),
    ]);
    expect(await init(cwd)).toMatchObject(NOTHING);
  });

  it('keeps newer pins, and does not call them edits', async () => {
    const cwd = repository();
    await init(cwd);
    const newer = `actions/checkout@${'c'.repeat(40)} # v6.10.0`;
    edit(cwd, DEPLOY, /actions\/checkout@\w+ # v[\d.]+/g, newer);
    expect(await init(cwd)).toMatchObject(NOTHING);
    put(cwd, 'gitcast.config.yaml', CONFIG.replace('LIVE_KEY', 'NEW_KEY'));
    expect(await init(cwd)).toMatchObject({ kept: [], originals: [] });
    expect(textOf(cwd, DEPLOY)).toContain(newer);

    const other = repository();
    await init(other, '--ci gitlab');
    const image = `image: node:25.1.0-bookworm@sha256:${'d'.repeat(64)}`;
    edit(other, '.gitlab-ci.yml', /image: \S+/, image);
    expect(await init(other, '--ci gitlab')).toMatchObject(NOTHING);
  });

  it('leaves the upload tool alone that the files of another host use', async () => {
    const cwd = repository();
    await init(cwd, '--ci github --publish netlify', WITHOUT_NPM);
    expect(await init(cwd, '--ci gitlab', WITHOUT_NPM)).toMatchObject({ removed: [] });
    expect(existsSync(join(cwd, 'ci/upload/package.json'))).toBe(true);
  });

  it('leaves the files of another host alone', async () => {
    const cwd = repository();
    await init(cwd, '--ci script');
    expect(await init(cwd)).toMatchObject({ removed: [], kept: [], originals: [] });
    expect(filesIn(cwd)).toEqual([...OURS, 'ci/gitcast.sh'].sort());
    expect(await init(cwd, '--ci script')).toMatchObject(NOTHING);
  });

  it('keeps the options of the last run, which the mark names', async () => {
    const cwd = repository();
    await init(cwd, '--ci github --publish cloudflare --promote staging', WITHOUT_NPM);
    expect(textOf(cwd, DEPLOY)).toContain('GITCAST_PROMOTE: staging\n');
    const [first = ''] = textOf(cwd, DEPLOY).split('\n');
    expect(first).toContain('gitcast init --ci github --publish cloudflare --promote staging updates this file');
    expect(await init(cwd, '--ci github', WITHOUT_NPM)).toMatchObject(NOTHING);
    // A target that is gone means nothing.
    put(cwd, 'gitcast.config.yaml', CONFIG.replace(target('staging', 'STAGING_KEY'), ''));
    await init(cwd, '--ci github', WITHOUT_NPM);
    expect(textOf(cwd, DEPLOY)).not.toContain('staging');
  });
});
