import { describe, expect, it } from 'vitest';
import { withLineFeeds, withReturns } from '../../src/values/line-breaks.ts';
import { git } from '../state/clones.ts';
import { readContentTexts } from './content-texts.ts';
import type { Files } from './fixture.ts';
import { copiesOfGitStage } from './git-stage.ts';
import { openStage, type Stage } from './stage.ts';

const CONTENT = readContentTexts(new URL('../fixtures/line-breaks/content/', import.meta.url));

const asLf = (files: Files): Files => each(files, withLineFeeds);
const asCrlf = (files: Files): Files => each(files, withReturns);
const each = (files: Files, change: (text: string) => string): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, change(text)]));

/** A colleague edits a text in the web editor. */
async function editText(stage: Stage, title: string, before: string, after: string): Promise<void> {
  const { id, fields } = stage.named('article', title);
  await stage.call('PUT', `/articles/${id}`, { content: (fields['content'] as string).replaceAll(before, after) });
}

describe('checkouts of one repository with CRLF and with LF', () => {
  it('send and plan the same, so that colleagues do not undo each other', async () => {
    const stage = await openStage({ files: asCrlf(CONTENT) });
    await stage.sync('--ours');
    expect(JSON.stringify(stage.everything())).not.toContain(String.raw`\r`);
    expect((await stage.plan()).changes).toEqual([]);
    for (const [path, text] of Object.entries(asLf(CONTENT))) stage.write(path, text);
    expect((await stage.plan()).changes).toEqual([]);
    stage.edit('articles/house-rules.md', 'One rule.\n', 'One rule.\nTwo rules.\n');
    await stage.sync();
    expect(stage.named('article', 'House rules').fields['content']).toBe('One rule.\nTwo rules.\n');
    stage.write('articles/house-rules.md', withReturns(stage.read('articles/house-rules.md')));
    expect((await stage.plan()).changes).toEqual([]);
  });

  it('send a carriage return that a value contains', async () => {
    const stage = await openStage({
      files: asCrlf({ ...CONTENT, 'places/pier.yaml': 'name: Pier\ndescription: "a\\r\\nb\\rc"\n' }),
    });
    await stage.sync('--ours');
    expect(stage.named('place', 'Pier').fields['description']).toBe('a\r\nb\rc');
    stage.edit('places/pier.yaml', String.raw`a\r\nb`, String.raw`a\nb`);
    expect((await stage.plan()).changes).toMatchObject([{ address: 'places/pier', action: 'update' }]);
  });

  it('treat a lone carriage return as a character of the text', async () => {
    const stage = await openStage({ files: CONTENT });
    stage.write('articles/house-rules.md', '---\ntitle: House rules\n---\nOne\rrule.\n');
    await stage.sync('--ours');
    expect(stage.named('article', 'House rules').fields['content']).toBe('One\rrule.\n');
    expect((await stage.plan()).changes).toEqual([]);
  });

  it('get pulled texts with their own line breaks, including merged ones', async () => {
    const stage = await openStage({ files: asCrlf(CONTENT) });
    await stage.sync('--ours');
    await editText(stage, 'House rules', 'One rule.\n', 'One rule.\nTwo rules.\n');
    stage.edit('articles/getting-there.md', 'Line 7', 'Line 9');
    await editText(stage, 'Getting there', '**five minutes**', '**six minutes**');
    const { stdout, stderr } = await stage.gitcast('pull');
    expect(stage.read('articles/house-rules.md'), stdout + stderr).toBe(
      '---\r\ntitle: House rules\r\nstatus: draft\r\n---\r\nOne rule.\r\nTwo rules.\r\n',
    );
    const merged = stage.read('articles/getting-there.md');
    expect(merged).toMatch(/six minutes[^]*Line 9/);
    expect(withReturns(merged)).toBe(merged);
    expect((await stage.plan()).changes).toMatchObject([{ address: 'articles/getting-there', action: 'update' }]);
  });

  it('get conflict markers if both changed the same line, and recognise them', async () => {
    const stage = await openStage({ files: asCrlf(CONTENT) });
    await stage.sync('--ours');
    stage.edit('articles/house-rules.md', 'One rule.', 'Two rules.');
    await editText(stage, 'House rules', 'One rule.', 'No rules.');
    await stage.gitcast('pull');
    const marked = stage.read('articles/house-rules.md');
    expect(marked).toContain('<<<<<<< here\r\nTwo rules.\r\n=======\r\nNo rules.\r\n>>>>>>> live\r\n');
    expect((await stage.gitcast('pull')).stderr).toContain('house-rules.md:5:1');
  });
});

describe('a clone with core.autocrlf=true and no .gitattributes', () => {
  const synced = copiesOfGitStage({ files: asLf(CONTENT) }, ({ stage }) => stage.sync('--ours'));

  it('plans nothing against what a clone with LF has synced, and the reverse', async () => {
    const { stage, clone } = await synced();
    const windows = clone('-c', 'core.autocrlf=true');
    expect(windows.read('articles/house-rules.md')).toContain('\r\n');
    expect((await windows.plan()).changes).toEqual([]);
    windows.edit('articles/house-rules.md', 'One rule.\r\n', 'One rule.\r\nTwo rules.\r\n');
    git(windows.folder, 'commit', '-qam', 'rules');
    git(windows.folder, 'push', '-q', 'origin', 'HEAD:main');
    expect((await windows.sync()).exitCode).toBe(0);
    git(stage.folder, 'pull', '-q', '--ff-only', 'origin', 'main');
    expect(stage.read('articles/house-rules.md')).toContain('One rule.\nTwo rules.\n');
    expect((await stage.plan()).changes).toEqual([]);
  });

  it('recognises a renamed file', async () => {
    const { stage, commit, clone } = await synced();
    stage.edit('articles/house-rules.md', 'One rule.', 'Two rules.');
    commit();
    await stage.sync();
    const windows = clone('-c', 'core.autocrlf=true');
    windows.move('articles/getting-there.md', 'articles/how-to-get-there.md');
    expect((await windows.plan()).changes).toMatchObject([{ address: 'articles/how-to-get-there', action: 'move' }]);
  });
});
