import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/repository/load-config.ts';
import { ciFiles } from '../../src/start/ci/ci-files.ts';
import { markIn, withMark } from '../../src/start/ci/written-mark.ts';
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
  '.github/workflows/gitcast-comment.yml',
  DEPLOY,
  REQUEST,
  'ci/install.mjs',
];

/** A repository with one configuration. */
const repository = (config = CONFIG): string => folderWith({ ...SOUND, 'gitcast.config.yaml': config });

function put(cwd: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

const edit = (cwd: string, path: string, from: string | RegExp, to: string): void => {
  const text = textOf(cwd, path);
  const edited = text.replace(from, to);
  expect(edited).not.toBe(text);
  put(cwd, path, edited);
};

const filesIn = (cwd: string): readonly string[] =>
  ['.github', '.gitlab-ci.yml', 'ci']
    .filter((top) => existsSync(join(cwd, top)))
    .flatMap((top) =>
      top.includes('.yml')
        ? [top]
        : readdirSync(join(cwd, top), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => join(entry.parentPath, entry.name).slice(cwd.length + 1)),
    )
    .sort();

interface Report {
  readonly files: readonly string[];
  readonly kept: readonly string[];
  readonly originals: readonly { readonly file: string; readonly original: string; readonly diff: string }[];
}

async function init(cwd: string, words = '--ci github', env = {}): Promise<Report> {
  const { exitCode, stdout, stderr } = await gitcast(`init ${words} --json`, { cwd, env });
  expect([exitCode, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Report;
}

const NOTHING = { files: [], kept: [], originals: [] };

describe('init --ci in a repository that has files of CI', () => {
  it.each(['github', 'gitlab', 'script'])('changes nothing when it runs again for %s', async (host) => {
    const cwd = repository();
    await init(cwd, `--ci ${host}`);
    expect(await init(cwd, `--ci ${host}`)).toMatchObject(NOTHING);
  });

  it('begins each of them with one line, after that of the interpreter', async () => {
    for (const host of ['github', 'gitlab', 'script'] as const) {
      const files = Object.entries(
        ciFiles(host, { config: loadConfig({ cwd: repository(), env: {} }), branch: 'main' }),
      ).filter(([path]) => /\.(?:yml|mjs|sh)$/.test(path));
      for (const [path, text] of files) {
        const by = path === 'ci/install.mjs' ? 'HOST' : host;
        expect(markIn(String(text)), path).toEqual({
          command: `gitcast init --ci ${by}`,
          digest: expect.stringMatching(/^[\w-]{12}$/),
          isEdited: false,
        });
        expect(String(text)).toMatch(
          /^(?:#!.*\n)?(?:#|\/\/) gitcast · [\w-]{12} · gitcast init --ci \w+ updates this file\n/,
        );
      }
    }
  });

  it('writes over its own files, whatever an earlier gitcast wrote there', async () => {
    const cwd = repository();
    await init(cwd);
    for (const path of OURS) {
      const { command } = markIn(textOf(cwd, path))!;
      const text = `${textOf(cwd, path).replace(/^.*\n/, '')}${path.endsWith('.mjs') ? '//' : '#'} old\n`;
      put(cwd, path, withMark(path, text, command));
    }
    expect(await init(cwd)).toMatchObject({ files: OURS, kept: [], originals: [] });
    expect(textOf(cwd, DEPLOY)).not.toContain('# old\n');
    expect(await init(cwd)).toMatchObject(NOTHING);
  });

  it('keeps the text of an edited file as .orig, and shows how it differs from the new one', async () => {
    const cwd = repository();
    await init(cwd);
    edit(cwd, REQUEST, 'timeout-minutes: 30', 'timeout-minutes: 45');
    const edited = textOf(cwd, REQUEST);
    const { files, originals } = await init(cwd);
    expect(files).toEqual([REQUEST]);
    expect(originals).toMatchObject([{ file: REQUEST, original: `${REQUEST}.orig` }]);
    expect(originals[0]!.diff).toMatch(/^-.*timeout-minutes: 45\n\+.*timeout-minutes: 30\n/m);
    expect(textOf(cwd, `${REQUEST}.orig`)).toBe(edited);
    expect(await init(cwd)).toMatchObject(NOTHING);
  });

  it('writes nothing over a copy that somebody still needs', async () => {
    const cwd = repository();
    await init(cwd);
    edit(cwd, REQUEST, 'timeout-minutes: 30', 'timeout-minutes: 45');
    const edited = textOf(cwd, REQUEST);
    put(cwd, `${REQUEST}.orig`, 'of an earlier run');
    expect(await gitcast('init --ci github', { cwd })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`${REQUEST} was edited, and its copy ${REQUEST}.orig already exists`),
    });
    expect([textOf(cwd, REQUEST), textOf(cwd, `${REQUEST}.orig`)]).toEqual([edited, 'of an earlier run']);
  });

  it('shows no more of a diff than a person reads', async () => {
    const cwd = repository();
    await init(cwd);
    put(cwd, REQUEST, `${textOf(cwd, REQUEST)}${'# ours\n'.repeat(100)}`);
    const { stdout } = await gitcast('init --ci github', { cwd });
    expect(stdout).toContain(
      `\n! ${REQUEST} was edited, and is kept as ${REQUEST}.orig; compared with the new text:\n    @@ `,
    );
    expect(stdout).toContain('    - # ours\n');
    expect(stdout).toMatch(/\n {4}… 6\d more lines\n\nNext\n/);
  });

  it("does not touch somebody else's files with such names, except by force", async () => {
    const cwd = repository();
    const foreign = 'name: ours\non:\n  pull_request:\n';
    put(cwd, REQUEST, foreign);
    expect(await init(cwd)).toMatchObject({ originals: [], kept: [REQUEST] });
    expect(textOf(cwd, REQUEST)).toBe(foreign);
    expect(existsSync(join(cwd, DEPLOY))).toBe(true);
    expect((await gitcast('init --ci github', { cwd })).stdout).toContain(
      `\n! kept ${REQUEST}, because gitcast did not write it; --force replaces it and keeps yours as ${REQUEST}.orig\n`,
    );
    const { originals } = await init(cwd, '--ci github --force');
    expect(originals).toMatchObject([{ file: REQUEST, original: `${REQUEST}.orig` }]);
    expect(textOf(cwd, `${REQUEST}.orig`)).toBe(foreign);
  });

  it('changes nothing if a file cannot be written', async () => {
    const cwd = repository();
    await init(cwd);
    edit(cwd, REQUEST, 'timeout-minutes: 30', 'timeout-minutes: 45');
    const edited = textOf(cwd, REQUEST);
    rmSync(join(cwd, '.github/actions'), { recursive: true });
    put(cwd, '.github/actions', 'a file, where a folder has to be');
    const { exitCode, stderr } = await gitcast('init --ci github', { cwd });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('action.yml could not be written')]);
    expect([textOf(cwd, REQUEST), existsSync(join(cwd, `${REQUEST}.orig`))]).toEqual([edited, false]);
    rmSync(join(cwd, '.github/actions'));
    expect(await init(cwd)).toMatchObject({ originals: [{ file: REQUEST, original: `${REQUEST}.orig` }] });
    expect(filesIn(cwd)).toEqual([...OURS, `${REQUEST}.orig`].sort());
  });

  it('leaves the files of another host alone', async () => {
    const cwd = repository();
    await init(cwd, '--ci script');
    expect(await init(cwd)).toMatchObject({ kept: [], originals: [] });
    expect(filesIn(cwd)).toEqual([...OURS, 'ci/gitcast.sh'].sort());
    expect(await init(cwd, '--ci script')).toMatchObject(NOTHING);
  });

  it('keeps the options of the last run, which the mark names', async () => {
    const cwd = repository();
    await init(cwd, '--ci github --publish none --promote staging');
    expect(textOf(cwd, DEPLOY)).toContain('GITCAST_PROMOTE: staging\n');
    const [first = ''] = textOf(cwd, DEPLOY).split('\n');
    expect(first).toContain('gitcast init --ci github --publish none --promote staging updates this file');
    expect(await init(cwd, '--ci github')).toMatchObject(NOTHING);
    // A target that is gone means nothing.
    put(cwd, 'gitcast.config.yaml', CONFIG.replace(target('staging', 'STAGING_KEY'), ''));
    await init(cwd, '--ci github');
    expect(textOf(cwd, DEPLOY)).not.toContain('staging');
  });
});
