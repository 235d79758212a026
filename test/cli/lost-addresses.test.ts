/** Published addresses that a change would lose, in real repositories with a remote. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitcast, writeInto } from './in-memory.ts';
import { recordedTwice, type SiteRepository } from './recorded-site.ts';

interface Problem {
  readonly code: string;
  readonly file: string;
  readonly message: string;
  readonly suggestion: string | null;
}

const problemsOf = async (words: string, cwd: string) => {
  const { exitCode, stdout } = await gitcast(`${words} --json`, { cwd });
  const { diagnostics, lost } = JSON.parse(stdout) as { diagnostics: readonly Problem[]; lost?: readonly object[] };
  return { exitCode, problems: diagnostics.filter(({ code }) => code.startsWith('address-')), lost };
};

const rename = ({ cwd }: SiteRepository): void =>
  renameSync(join(cwd, 'content/places/quay.yaml'), join(cwd, 'content/places/pier.yaml'));

const withSettings = (cwd: string, settings: string): void =>
  writeInto(cwd, { 'gitcast.config.yaml': `site: { timezone: Europe/Paris, ${settings} }\n` });

/** Commits files, and records their site as the published one. */
async function publish({ cwd, commit }: SiteRepository, files: Readonly<Record<string, string>>): Promise<void> {
  commit(files);
  expect((await gitcast('build --manifest third.json', { cwd })).exitCode).toBe(0);
  expect((await gitcast('site record third.json', { cwd })).exitCode).toBe(0);
}

const TIME = 'time: { start: 2027-06-18T10:00:00Z, end: 2027-06-18T11:00:00Z }\n';

const article = (status: string): string =>
  `---\ntitle: News\nstatus: ${status}\npublished_at: 2026-01-05T08:00:00Z\n---\nSoon.\n`;

describe('a published page that would disappear', () => {
  it('is named by validate and build with the alias that keeps it, offline, after a rename that git finds', async () => {
    const repository = await recordedTwice();
    const { cwd, git } = repository;
    expect((await problemsOf('validate', cwd)).problems).toEqual([]);
    rename(repository);
    git('remote', 'set-url', 'origin', '/nowhere');
    for (const command of ['validate', 'build', 'build']) {
      expect(await problemsOf(command, cwd)).toMatchObject({
        exitCode: 0,
        problems: [
          {
            code: 'address-gone',
            file: 'content/places/pier.yaml',
            message: 'the published page /places/quay/ would disappear: its document was renamed',
            suggestion: expect.stringContaining('add `$aliases: [places/quay]` to content/places/pier.yaml') as string,
          },
        ],
      });
    }
    expect((await problemsOf('validate --strict', cwd)).exitCode).toBe(1);
    writeInto(cwd, { 'content/places/pier.yaml': 'name: The quay\n$aliases: [places/quay]\n' });
    for (const command of ['validate', 'build', 'build --keep-addresses'])
      expect(await problemsOf(command, cwd)).toMatchObject({ exitCode: 0, problems: [] });
  });

  it('is named by validate --staged for a commit that removes it', async () => {
    const { cwd, git } = await recordedTwice();
    rmSync(join(cwd, 'content/places/quay.yaml'));
    expect((await problemsOf('validate --staged', cwd)).problems).toEqual([]);
    git('add', '--all');
    expect((await problemsOf('validate --staged', cwd)).problems).toMatchObject([
      { code: 'address-gone', message: expect.stringContaining('/places/quay/') as string },
    ]);
    withSettings(cwd, 'redirects: { places/quay: gone }');
    git('add', '--all');
    expect((await problemsOf('validate --staged', cwd)).problems).toEqual([]);
  });

  it('fails a build that keeps addresses until it leads somewhere or is gone on purpose, in every language', async () => {
    const { cwd } = await recordedTwice();
    rmSync(join(cwd, 'content/places/quay.yaml'));
    const failed = await problemsOf('build --keep-addresses', cwd);
    expect(failed).toMatchObject({
      exitCode: 1,
      problems: [
        {
          code: 'address-gone',
          file: 'gitcast.config.yaml',
          message: 'the published page /places/quay/ would disappear: no document has it any more',
          suggestion: expect.stringContaining('`places/quay: gone` if it should lead nowhere') as string,
        },
      ],
      lost: [{ address: '/places/quay/', reason: 'removed', moved_to: null, setting: null }],
    });
    // The site is built, and a second build without changes fails too.
    expect((await problemsOf('build --keep-addresses', cwd)).exitCode).toBe(1);
    expect((await problemsOf('build', cwd)).exitCode).toBe(0);
    for (const redirects of ['places/quay: gone', 'places/quay: /places/', '/places/quay/: /', '/places/*: gone']) {
      withSettings(cwd, `redirects: { ${redirects} }`);
      expect([redirects, await problemsOf('build --keep-addresses', cwd)]).toMatchObject([
        redirects,
        { exitCode: 0, problems: [] },
      ]);
      expect((await problemsOf('validate', cwd)).problems).toEqual([]);
    }
  });

  it('is no failure if its document is a draft or private: that is reviewed with the document', async () => {
    const repository = await recordedTwice();
    const { cwd } = repository;
    await publish(repository, { 'content/articles/news.md': article('published') });
    writeInto(cwd, { 'content/articles/news.md': article('draft') });
    expect(await problemsOf('build --keep-addresses', cwd)).toMatchObject({
      exitCode: 0,
      problems: [
        {
          code: 'address-hidden',
          file: 'content/articles/news.md',
          message: 'the published page /articles/news/ would disappear: its document is a draft',
        },
      ],
    });
  });

  it('is not reported for a branch that is behind the published commit, or whose clone does not have it', async () => {
    const { cwd, git, clone } = await recordedTwice();
    git('checkout', '--quiet', '-b', 'behind', 'HEAD~1');
    expect((await problemsOf('validate', cwd)).problems).toEqual([]);
    expect((await problemsOf('build --keep-addresses', cwd)).problems).toEqual([]);
    const shallow = clone('--depth=1', '--branch=older');
    await gitcast('build --if-changed published', { cwd: shallow });
    expect((await problemsOf('validate', shallow)).problems).toEqual([]);
  });

  it('is one line for a language that the configuration no longer has', async () => {
    const repository = await recordedTwice();
    const { cwd } = repository;
    withSettings(cwd, 'locales: [en, fr]');
    await publish(repository, {});
    withSettings(cwd, 'locales: [en]');
    for (const command of ['validate', 'build']) {
      const { problems } = await problemsOf(command, cwd);
      expect(problems.map(({ code, message }) => [code, message])).toEqual([
        [
          'address-gone',
          expect.stringMatching(
            /^\d\d+ published addresses would disappear \(.*\): `site\.locales` gives their language/,
          ),
        ],
      ]);
      expect(problems[0]!.suggestion).toContain('`/fr/*: /*`');
    }
  });

  it('is no language because its name is short', async () => {
    const repository = await recordedTwice();
    const { cwd } = repository;
    withSettings(cwd, 'redirects: { /faq: /program/ }');
    await publish(repository, {});
    withSettings(cwd, '');
    const { problems } = await problemsOf('build --keep-addresses', cwd);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('/faq/ would disappear: ')]);
  });

  it('is kept by the line that is suggested when a redirect was removed from the configuration', async () => {
    const repository = await recordedTwice();
    const { cwd } = repository;
    withSettings(cwd, 'redirects: { /tickets: "https://tickets.example/" }');
    await publish(repository, {});
    withSettings(cwd, '');
    const { exitCode, problems } = await problemsOf('build --keep-addresses', cwd);
    expect([exitCode, problems.map(({ suggestion }) => suggestion)]).toEqual([
      1,
      [
        'add `/tickets/: /program/`, or wherever it should lead, to `site.redirects` in gitcast.config.yaml; `/tickets/: gone` if it should lead nowhere',
      ],
    ]);
    for (const line of ['/tickets/: /program/', '/tickets/: gone']) {
      withSettings(cwd, `redirects: { ${line} }`);
      expect(await problemsOf('build --keep-addresses', cwd)).toMatchObject({ exitCode: 0, problems: [] });
    }
  });

  it('is kept for a removed category by rm --redirect-to, and by every line that is suggested for its calendar', async () => {
    const repository = await recordedTwice();
    const { cwd } = repository;
    withSettings(cwd, 'url: "https://a.example"');
    await publish(repository, {
      'content/categories/talk.yaml': 'title: Talk\nstatus: published\n',
      'content/sessions/a.yaml': `title: A\nstatus: published\ncategoryIds: [categories/talk]\n${TIME}`,
    });
    const session = join(cwd, 'content/sessions/a.yaml');
    writeFileSync(session, `title: A\nstatus: published\n${TIME}`);
    expect((await gitcast('rm categories/talk --yes --redirect-to /program/', { cwd })).exitCode).toBe(0);
    expect(readFileSync(join(cwd, 'gitcast.config.yaml'), 'utf8')).toContain('categories/talk: /program/');
    expect(await problemsOf('build --keep-addresses', cwd)).toMatchObject({ exitCode: 0, problems: [] });

    withSettings(cwd, 'url: "https://a.example"');
    const { exitCode, problems } = await problemsOf('build --keep-addresses', cwd);
    expect([exitCode, problems.map(({ suggestion }) => suggestion)]).toEqual([
      1,
      [expect.stringContaining('add `/program/categories/talk/calendar.ics: gone` to `site.redirects`')],
    ]);
    for (const line of ['/program/categories/talk/calendar.ics: gone', 'categories/talk: gone']) {
      withSettings(cwd, `url: "https://a.example", redirects: { ${line} }`);
      expect(await problemsOf('build --keep-addresses', cwd)).toMatchObject({ exitCode: 0, problems: [] });
    }
  });

  it('fails a build that keeps addresses if the record cannot be fetched and this clone never saw one', async () => {
    const { cwd, git } = await recordedTwice();
    git('remote', 'set-url', 'origin', '/nowhere');
    const known = await gitcast('build --keep-addresses', { cwd });
    expect([known.exitCode, known.stdout]).toEqual([0, expect.stringContaining('as this clone last saw them: ')]);
    const tracked = git('for-each-ref', '--format=%(refname)', 'refs/').split('\n');
    for (const ref of tracked.filter((name) => name.endsWith('/site/local'))) git('update-ref', '-d', ref);
    const unknown = await gitcast('build --keep-addresses', { cwd });
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('/nowhere')]);
  });

  it('is that of the site that this clone published last, until it sees another record', async () => {
    const repository = await recordedTwice();
    const { cwd, commit } = repository;
    const publishing = `${readFileSync(join(cwd, 'gitcast.config.yaml'), 'utf8')}publish: { web: { to: folder, path: ../web } }\n`;
    rmSync(join(cwd, 'content/places/quay.yaml'));
    commit({ 'gitcast.config.yaml': publishing, 'content/places/lock.yaml': 'name: Lock\n' });
    expect((await problemsOf('build', cwd)).problems).toHaveLength(1);
    expect((await gitcast('publish --yes', { cwd })).exitCode).toBe(0);
    for (const command of ['validate', 'build']) expect((await problemsOf(command, cwd)).problems).toEqual([]);
    rmSync(join(cwd, 'content/places/lock.yaml'));
    expect((await problemsOf('validate', cwd)).problems).toMatchObject([
      { message: expect.stringContaining('/lock/') },
    ]);
    await publish(repository, {});
    expect((await problemsOf('validate', cwd)).problems).toEqual([]);
  });

  it('is found after a publication from here that was never recorded', async () => {
    const { cwd, git, commit } = await recordedTwice();
    git('push', '--quiet', 'origin', ':refs/gitcast/site/local');
    expect((await gitcast('build --keep-addresses', { cwd })).exitCode).toBe(0);
    const config = readFileSync(join(cwd, 'gitcast.config.yaml'), 'utf8');
    commit({ 'gitcast.config.yaml': `${config}publish: { web: { to: folder, path: ../web } }\n` });
    expect((await gitcast('publish --yes', { cwd })).exitCode).toBe(0);
    rmSync(join(cwd, 'content/places/quay.yaml'));
    const { exitCode, stdout } = await gitcast('build --keep-addresses', { cwd });
    expect([exitCode, stdout]).toEqual([
      1,
      expect.stringContaining('refs/gitcast/site/local: the addresses are those that were published from here'),
    ]);
  });

  it('is nothing to report before the first publication, and without git', async () => {
    const { cwd, git } = await recordedTwice();
    rmSync(join(cwd, 'content/places/quay.yaml'));
    git('push', '--quiet', 'origin', ':refs/gitcast/site/local');
    const { exitCode, stdout } = await gitcast('build --keep-addresses', { cwd });
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining('no published site is recorded on refs/gitcast/site/local: no address was compared'),
    ]);
    rmSync(join(cwd, '.git'), { recursive: true });
    expect(await problemsOf('validate', cwd)).toMatchObject({ exitCode: 0, problems: [] });
  });
});
