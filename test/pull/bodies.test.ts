import { describe, expect, it } from 'vitest';
import { ARTICLE, FILES } from './fixtures.ts';
import { startSynced, type Remote } from './repository.ts';

const FILE = 'articles/getting-there.md';
const BODY = ARTICLE.slice(ARTICLE.lastIndexOf('---\n') + 4);

const synced = () => startSynced(FILES);

const articleOf = async (remote: Remote): Promise<string> => {
  const [listed] = await remote.all('/v1/articles');
  return String((await remote.call('GET', `/v1/articles/${String(listed!['id'])}`))['content']);
};

describe('the text of an article', () => {
  it('is pulled into the body of its file, and the front matter stays as it is', async () => {
    const { remote, repository } = await synced();
    await remote.edit('articles', 'Getting there', { content: BODY.replace('nine', 'ten') });
    expect(await repository.pull()).toMatchObject({ exitCode: 0, json: { written: [`content/${FILE}`] } });
    expect(repository.read(FILE)).toBe(ARTICLE.replace('nine', 'ten'));
    expect(await repository.plan()).toEqual([]);
  });

  it('keeps its final line break if the web editor removes it', async () => {
    const { remote, repository } = await synced();
    await remote.edit('articles', 'Getting there', { content: BODY.replace('nine', 'ten').trim() });
    await repository.pull();
    expect(repository.read(FILE)).toBe(ARTICLE.replace('nine', 'ten'));
    expect(await repository.plan()).toEqual([]);
  });

  it('names pictures of this repository as files do', async () => {
    const { remote, repository } = await synced();
    repository.write({ 'media/bridge.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>' });
    const picture = '![The bridge](https://harbour.example/media/bridge.svg)\n';
    await remote.edit('articles', 'Getting there', {
      content: `${BODY}\n${picture}`,
      cover_image_url: 'https://harbour.example/media/bridge.svg',
    });
    await repository.pull();
    expect(repository.read(FILE)).toBe(`${ARTICLE}\n![The bridge](media/bridge.svg)\n`);
    expect(await repository.plan()).toEqual([]);
  });

  it('is merged if both sides changed different lines, and only our change is left to push', async () => {
    const { remote, repository } = await synced();
    repository.write({ [FILE]: ARTICLE.replace('until two', 'until three') });
    await remote.edit('articles', 'Getting there', { content: BODY.replace('five minutes', 'ten minutes') });
    expect(await repository.plan()).toEqual(['conflict articles/getting-there']);

    const { exitCode, json } = await repository.pull();
    expect({ exitCode, ...json }).toMatchObject({ exitCode: 0, written: [`content/${FILE}`], conflicts: [] });
    expect(repository.read(FILE)).toBe(
      ARTICLE.replace('until two', 'until three').replace('five minutes', 'ten minutes'),
    );
    expect(await repository.plan()).toEqual(['update articles/getting-there']);
    await repository.sync();
    expect(await articleOf(remote)).toBe(
      BODY.replace('until two', 'until three').replace('five minutes', 'ten minutes'),
    );
    expect(await repository.plan()).toEqual([]);
  });

  it('gets conflict markers if both sides changed the same line, and is never pushed with them', async () => {
    const { remote, repository } = await synced();
    repository.write({ [FILE]: ARTICLE.replace('at nine', 'at eight') });
    await remote.edit('articles', 'Getting there', { content: BODY.replace('at nine', 'at ten') });

    const { exitCode, json } = await repository.pull();
    expect(exitCode).toBe(3);
    expect(json['conflicts']).toMatchObject([{ address: 'articles/getting-there', fields: ['content'] }]);
    const marks = '<<<<<<< here\nBoats leave at eight.\n=======\nBoats leave at ten.\n>>>>>>> web\n';
    expect(repository.read(FILE)).toBe(ARTICLE.replace('Boats leave at nine.\n', marks));

    // Nothing is planned, sent or pulled until somebody has resolved it.
    for (const command of ['plan', 'sync --yes', 'pull', 'validate', 'build']) {
      const { exitCode, stdout, stderr } = await repository.run(command);
      expect(exitCode, command).toBe(1);
      expect(stdout + stderr, command).toContain('there is an unresolved merge conflict here');
    }
    expect(await articleOf(remote)).toBe(BODY.replace('at nine', 'at ten'));

    const resolved = ARTICLE.replace('at nine', 'at eight and at ten');
    repository.write({ [FILE]: resolved });
    expect(await repository.pull()).toMatchObject({ exitCode: 0, json: { written: [], conflicts: [] } });
    expect(repository.read(FILE)).toBe(resolved);
    expect(await repository.plan()).toEqual(['update articles/getting-there']);
    await repository.sync();
    expect(await articleOf(remote)).toBe(BODY.replace('at nine', 'at eight and at ten'));
  });

  it("is the target's with --theirs", async () => {
    const { remote, repository } = await synced();
    repository.write({ [FILE]: ARTICLE.replace('at nine', 'at eight') });
    await remote.edit('articles', 'Getting there', { content: BODY.replace('at nine', 'at ten') });
    expect(await repository.pull('--theirs')).toMatchObject({ exitCode: 0 });
    expect(repository.read(FILE)).toBe(ARTICLE.replace('at nine', 'at ten'));
    expect(await repository.plan()).toEqual([]);
  });
});
