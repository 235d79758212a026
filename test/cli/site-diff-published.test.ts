/** What a reviewer reads about the pages of a pull request, depending on what is published. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitcast, textOf } from './in-memory.ts';
import { builtOnce, recordedTwice, type SiteRepository } from './recorded-site.ts';

const PIER = { 'content/places/pier.yaml': 'name: The pier\n' };
const DOCK = { 'content/places/dock.yaml': 'name: The dock\n' };

/** A recorded site, and a pull request that starts at the newest commit of `main`, or at another one. */
async function pullRequest({ merged, own, from = 'main' }: { merged?: object; own: object; from?: string }) {
  const repository = await recordedTwice();
  const { git, commit, cwd } = repository;
  const published = git('rev-parse', 'HEAD').slice(0, 10);
  if (merged) {
    commit({ ...merged });
    git('push', '--quiet', 'origin', 'HEAD:main');
  }
  git('checkout', '--quiet', '-b', 'request', from);
  commit({ ...own });
  git('push', '--quiet', 'origin', 'request');
  expect((await gitcast('build --manifest new.json', { cwd })).exitCode).toBe(0);
  return { ...repository, published };
}

const commentOf = async ({ cwd }: Pick<SiteRepository, 'cwd'>, env = {}): Promise<string> => {
  const { exitCode, stdout } = await gitcast('site diff published new.json --markdown', { cwd, env });
  expect(exitCode).toBe(0);
  return stdout;
};

describe('the comment about the pages of a pull request', () => {
  it('says that nothing is published yet instead of failing', async () => {
    const { cwd } = await builtOnce();
    const sentence = 'No website has been published yet, so there is nothing to compare with.\n';
    const preview = '--markdown --preview-url https://preview.example/1';
    expect(await gitcast(`site diff published site.json ${preview}`, { cwd })).toMatchObject({
      exitCode: 0,
      stdout: `### gitcast site\n\n${sentence}\nPreview: [https&#58;//preview.example/1](<https://preview.example/1>)\n`,
    });
    expect((await gitcast('site diff published site.json', { cwd })).stdout).toBe(sentence);
    const { stdout } = await gitcast('site diff published site.json --json', { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ equal: false, base: { type: 'unpublished' } });
  });

  it('names the commit of the published site', async () => {
    const request = await pullRequest({ own: DOCK });
    const comment = await commentOf(request);
    expect(comment).toContain(`\n\nCompared with the published site at \`${request.published}\`.\n\n`);
    expect(comment).toContain('- The dock `/places/dock/`\n');
    const { stdout } = await gitcast('site diff published new.json', { cwd: request.cwd });
    expect(stdout).toContain(`\nCompared with the published site at ${request.published}.\n`);
    const unchanged = await gitcast('site diff published second.json --markdown', { cwd: request.cwd });
    expect(unchanged.stdout).toBe(
      `### gitcast site\n\nThe website stays the same.\n\nCompared with the published site at \`${request.published}\`.\n`,
    );
  });

  it('lists nothing for an empty commit, although other merges are not published yet', async () => {
    const request = await pullRequest({ merged: PIER, own: {} });
    const nothing = `### gitcast site\n\nThis branch changes nothing on the website. What differs from the published site at \`${request.published}\` was merged by others, or changed with the time.\n`;
    expect(await commentOf(request)).toBe(nothing);
    // The job that writes the comment has a checkout of depth 1, and a host that names the default branch.
    const runner = { cwd: request.clone('--depth=1') };
    cpSync(join(request.cwd, 'new.json'), join(runner.cwd, 'new.json'));
    expect(await commentOf(runner, { CI: 'true', GITCAST_DEFAULT_BRANCH: 'main' })).toBe(nothing);
    const { stdout } = await gitcast('site diff published new.json --json', request);
    expect(JSON.parse(stdout)).toMatchObject({ base: { others: 'all' }, added: [{ title: 'The pier' }] });
  });

  it('lists what an update of gitcast changes, which touches no file of the website', async () => {
    const request = await pullRequest({ merged: PIER, own: {} });
    const updated = textOf(request.cwd, 'new.json').replace(/"gitcast": "[^"]+"/, '"gitcast": "99.0.0"');
    writeFileSync(join(request.cwd, 'new.json'), updated);
    expect(await commentOf(request)).toContain('- The pier `/places/pier/`\n');
  });

  it.each([
    ['other merges are not published yet', { merged: PIER, own: DOCK }],
    ['the branch is behind the published commit', { own: DOCK, from: 'origin/older' }],
  ])('says that the list may include changes of other merges: %s', async (_, changes) => {
    const request = await pullRequest(changes);
    const comment = await commentOf(request);
    expect(comment).toContain(
      `Compared with the published site at \`${request.published}\`, which is not where this branch starts: the pages below may include changes of other merges.`,
    );
    expect(comment).toContain('- The dock `/places/dock/`\n');
  });

  it('takes a merge that only the job of the pull request has made for one into the newest commit', async () => {
    const request = await pullRequest({ own: DOCK });
    const runner = { cwd: request.clone() };
    const merge = textOf(request.cwd, 'new.json').replace(/"commit": "\w+"/, `"commit": "${'c0ffee'.padEnd(40, '0')}"`);
    writeFileSync(join(runner.cwd, 'new.json'), merge);
    expect(await commentOf(runner)).toContain(`Compared with the published site at \`${request.published}\`.\n`);
    request.git('checkout', '--quiet', 'main');
    request.commit(PIER);
    request.git('push', '--quiet', 'origin', 'HEAD:main');
    const later = { cwd: request.clone() };
    writeFileSync(join(later.cwd, 'new.json'), merge);
    expect(await commentOf(later)).toContain('the pages below may include changes of other merges.');
  });
});
