import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annotation } from '../../../src/cli/ci/job-report.ts';
import { diagnose } from '../../../src/diagnostics/diagnostic.ts';
import { someEvents } from '../../sync/fixture.ts';
import { openStage } from '../../sync/stage.ts';
import { BROKEN, DOUBTFUL, folderWith, gitcast, SOUND } from '../in-memory.ts';

const ACTIONS = { GITHUB_ACTIONS: 'true' };

describe('on GitHub Actions', () => {
  it('a problem is also an annotation on its line, with the suggestion', async () => {
    const { exitCode, stdout, stderr } = await gitcast('validate', { cwd: folderWith(BROKEN), env: ACTIONS });
    expect([exitCode, stdout.split('\n').at(-2)]).toEqual([1, '✗ 1 error in 3 documents']);
    expect(stderr).toBe(
      '::error file=content/events/opening-night.yaml,line=4,col=11,endColumn=28,title=pointer-not-found::there is no document places/main-stgae%0Ahelp: did you mean places/main-stage?\n',
    );
  });

  it('warnings are annotations too, and a repository without problems has none', async () => {
    const doubtful = await gitcast('validate', { cwd: folderWith(DOUBTFUL), env: ACTIONS });
    expect(doubtful.stderr).toMatch(/^::warning file=content\/pages\/info\.yaml,line=4,/);
    expect((await gitcast('validate', { cwd: folderWith(SOUND), env: ACTIONS })).stderr).toBe('');
  });

  it('stdout has one JSON object and nothing else with --json', async () => {
    const { stdout, stderr } = await gitcast('validate --json', { cwd: folderWith(BROKEN), env: ACTIONS });
    expect(JSON.parse(stdout)).toMatchObject({ errors: 1 });
    expect(stderr).toMatch(/^::error /);
  });

  it('errors that stop a plan are annotations too, and so are those in the configuration', async () => {
    const plan = await gitcast('plan --offline', { cwd: folderWith(BROKEN), env: ACTIONS });
    expect([plan.exitCode, plan.stderr]).toEqual([1, expect.stringContaining('\n::error file=content/events/')]);
    const config = folderWith({ ...SOUND, 'gitcast.config.yaml': 'state: gti\n' });
    const { stderr } = await gitcast('validate', { cwd: config, env: ACTIONS });
    expect(stderr).toContain('\n::error file=gitcast.config.yaml,line=1,col=8,endColumn=11,title=config-value::');
  });

  it('files are named from the root of the repository, in any folder', async () => {
    const root = folderWith(
      Object.fromEntries(Object.entries(BROKEN).map(([path, text]) => [`sites/harbour/${path}`, text])),
    );
    const env = { ...ACTIONS, GITHUB_WORKSPACE: root };
    const { stderr } = await gitcast('validate', { cwd: join(root, 'sites/harbour/content'), env });
    expect(stderr).toContain('::error file=sites/harbour/content/events/opening-night.yaml,line=4');
  });

  it('shows as many as the host does, errors first', async () => {
    const events = Array.from({ length: 15 }, (_, index) => [`content/events/e-${index}.yaml`, 'title: [\n']);
    const { stderr } = await gitcast('validate', {
      cwd: folderWith({ ...DOUBTFUL, ...Object.fromEntries(events) }),
      env: ACTIONS,
    });
    const names = stderr
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(names).toEqual([...Array.from({ length: 10 }, () => '::error'), '::warning']);
  });

  it('is one line, and is decoded to the same text, for any text', () => {
    const text = fc
      .array(fc.constantFrom('a', '%', '%0A', '%25', ':', '::', ',', '=', ' ', '\n', '\r', 'é'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (file, message) => {
        const line = annotation(
          diagnose('unknown-key', { file, line: 3, column: 2, length: 4, lineText: '' }, message),
          (path) => path,
        );
        expect(line).not.toMatch(/[\r\n]/);
        const [, properties, data] = /^::error (.*?)::(.*)$/.exec(line)!;
        const read = Object.fromEntries(properties!.split(',').map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
        expect(unescaped(read['file']!, PROPERTY)).toBe(file);
        expect([read['line'], read['col'], read['endColumn']]).toEqual(['3', '2', '6']);
        expect(unescaped(data!, MESSAGE)).toBe(message.replaceAll('\n', '␊').replaceAll('\r', '␍'));
      }),
    );
  });
});

/** As the runner reads them, the percent sign last. */
const MESSAGE = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%25', '%'],
] as const;
const PROPERTY = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%3A', ':'],
  ['%2C', ','],
  ['%25', '%'],
] as const;
const unescaped = (text: string, table: readonly (readonly [string, string])[]): string =>
  table.reduce((read, [from, to]) => read.replaceAll(from, to), text);

describe('elsewhere', () => {
  it('there are no annotations', async () => {
    expect((await gitcast('validate', { cwd: folderWith(BROKEN) })).stderr).toBe('');
  });
});

describe('the job summary', () => {
  const summaryOf = async (before: string): Promise<string> => {
    const cwd = folderWith(SOUND);
    const file = join(cwd, 'summary.md');
    writeFileSync(file, before);
    await gitcast('plan --offline', { cwd, env: { GITHUB_STEP_SUMMARY: file } });
    return readFileSync(file, 'utf8');
  };

  it('gets the plan after its existing content', async () => {
    expect(await summaryOf('# Before\n')).toMatch(/^# Before\n### gitcast plan for `local`, made offline\n/);
  });

  it('shows what a sync did, and what is left for a person', async () => {
    const stage = await openStage({ files: someEvents(2) });
    const file = join(stage.folder, 'summary.md');
    stage.env = { ...stage.env, GITHUB_STEP_SUMMARY: file };
    await stage.sync();
    expect(readFileSync(file, 'utf8')).toMatch(
      /^### gitcast sync to `live`\n\n✅ 3 changes made, 1 adopted, the target equals the files\.\n\n<details><summary>Done \(4\)/,
    );
    writeFileSync(file, '');
    await stage.call('PUT', `/events/${stage.named('event', 'Event 1').id}`, { title: 'Grand opening' });
    await stage.sync();
    expect(readFileSync(file, 'utf8')).toContain(
      '⚠️ 0 changes made, 1 left.\n\n#### Left (1)\n\nThe target keeps its value until `gitcast pull --target live` pulls it',
    );
  });

  it('never exceeds the limit of the host', async () => {
    const full = 'x'.repeat(1024 * 1024 - 200);
    const text = await summaryOf(full);
    expect(text.length).toBeLessThanOrEqual(1024 * 1024);
    expect(text.slice(full.length)).toBe('\n*This part is too long for a summary: see the log.*\n');
    expect(await summaryOf('x'.repeat(1024 * 1024))).toHaveLength(1024 * 1024);
  });

  it('fails no command if it cannot be written', async () => {
    const cwd = folderWith(SOUND);
    mkdirSync(join(cwd, 'summary.md'));
    const { exitCode, stderr } = await gitcast('plan --offline', {
      cwd,
      env: { GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') },
    });
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/^the job summary could not be written: /)]);
  });
});
