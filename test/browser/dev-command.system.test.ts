import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SMALL_FESTIVAL } from '../preview/small-festival.ts';
import { useBrowser } from './browser.ts';
import { DevCommand, useDev } from './dev-command.ts';
import { needsBrowser } from '../needs.ts';

const OPENING = 'content/events/opening.yaml';

describe.runIf(needsBrowser())('gitcast dev, in a browser', () => {
  const { openLive } = useBrowser({ pages: 'reused' });
  const dev = useDev(undefined, undefined, []);
  const titles = async () => (await dev.remote('events')).map(({ title }) => title).sort();

  it('the first sync pushes the files to the embedded service', async () => {
    await expect.poll(titles).toEqual(['Ball', 'Opening']);
  });

  it('a saved change appears on the open page and on the service', async () => {
    const page = await openLive(`${dev.url}events/opening/`);
    dev.edit(OPENING, (text) => text.replace('title: Opening', 'title: First night'));
    await page.getByRole('heading', { level: 1, name: 'First night' }).waitFor();
    await expect.poll(titles).toEqual(['Ball', 'First night']);
  });

  it('an event whose file is deleted leaves the programme and the service', async () => {
    const page = await openLive(`${dev.url}program/`);
    await page.getByRole('link', { name: 'Ball' }).first().waitFor();
    dev.remove('content/events/ball.yaml');
    await expect.poll(() => page.getByRole('link', { name: 'Ball' }).count()).toBe(0);
    await expect.poll(titles).toEqual(['First night']);
    dev.write('content/events/ball.yaml', SMALL_FESTIVAL['events/ball.yaml']!);
    await page.getByRole('link', { name: 'Ball' }).first().waitFor();
    await expect.poll(titles).toEqual(['Ball', 'First night']);
  });

  it("a colleague's edit on the service is shown in a banner, and kept", async () => {
    const page = await openLive(`${dev.url}events/opening/`);
    const event = (await dev.remote('events')).find(({ title }) => title === 'First night');
    await dev.patch(`events/${String(event!['id'])}`, { title: 'Changed elsewhere' });
    dev.edit('content/places/hall.yaml', (text) => text.replace('name: Hall', 'name: The hall'));
    await page.locator('.banner').getByText('events/opening').first().waitFor();
    await expect.poll(titles).toEqual(['Ball', 'Changed elsewhere']);
    await expect.poll(() => dev.said).toMatch(/drift events\/opening/);
  });
});

describe('gitcast dev, on the command line', () => {
  /** Starting one costs more than most of the tests. The test that writes a thousand files is the last one. */
  const dev = useDev(undefined, undefined, ['--no-sync', '--now', '2027-06-11T12:00:00Z']);

  it('shows the site as of the time in --now', async () => {
    expect(await dev.page('articles/later/')).toContain('It has come.');
  });

  it("follows a target's own files, which override the others", async () => {
    dev.write('content.local/events/opening.yaml', 'title: Only here\n');
    await expect.poll(() => dev.page('events/opening/')).toContain('Only here');
    expect(await dev.page('events/opening/')).toContain('Quay');
    dev.remove('content.local');
    await expect.poll(() => dev.page('events/opening/')).not.toContain('Only here');
  });

  it('follows editors that write a new file and rename it, and templates that are added and removed', async () => {
    writeFileSync(join(dev.folder, 'content/events/.opening.tmp'), dev.read(OPENING).replace('Opening', 'By renaming'));
    renameSync(join(dev.folder, 'content/events/.opening.tmp'), join(dev.folder, OPENING));
    await expect.poll(() => dev.page('events/opening/')).toContain('By renaming');
    dev.write('templates/pages/article.eta', '<h1>Own <%= it.page.title.text %></h1>');
    await expect.poll(() => dev.page('articles/first/')).toContain('Own First');
    dev.remove('templates');
    await expect.poll(() => dev.page('articles/first/')).not.toContain('Own First');
    dev.write(OPENING, SMALL_FESTIVAL['events/opening.yaml']!);
    await expect.poll(() => dev.page('events/opening/')).not.toContain('By renaming');
  });

  it('continues if the content folder is deleted and restored, or if the configuration is invalid', async () => {
    dev.remove('content');
    await expect.poll(() => dev.said).toContain('content/ is missing');
    expect(await dev.page('events/opening/')).toContain('Opening');
    for (const [path, text] of Object.entries(SMALL_FESTIVAL)) dev.write(`content/${path}`, text);
    await expect.poll(() => dev.page('events/opening/')).toContain('Opening');
    dev.edit('gitcast.config.yaml', (text) => `${text}nonsense: true\n`);
    await expect.poll(() => dev.said).toContain('nonsense');
    dev.edit('gitcast.config.yaml', (text) => text.replace('nonsense: true\n', '').replace('[fr, en]', '[en, fr]'));
    await expect.poll(() => dev.page('events/opening/')).toContain('<html lang="en"');
  });

  it('a checkout of a thousand files is read in a few passes, not in a thousand', async () => {
    const before = dev.said.length;
    const text = (index: number) => `---\ntitle: News ${index}\nstatus: published\n---\nText.\n`;
    for (let index = 0; index < 1000; index++) dev.write(`content/articles/news-${index}.md`, text(index));
    await expect.poll(() => dev.page('articles/news-999/'), { timeout: 120_000 }).toContain('News 999');
    await expect.poll(() => dev.page('articles/news-0/')).toContain('News 0');
    const looks = dev.said
      .slice(before)
      .split('\n')
      .filter((line) => / files? /.test(line) || line.includes('content/articles/')).length;
    // A busy machine writes the files so slowly that there are some pauses in between.
    expect(looks).toBeLessThan(100);
  });

  it('Ctrl-C stops it after saved changes are pushed or listed', async () => {
    const dev = await DevCommand.start();
    await expect.poll(() => dev.said).toMatch(/↑ local/);
    dev.edit(OPENING, (text) => text.replace('title: Opening', 'title: Last words'));
    await expect.poll(() => dev.said).toContain(OPENING);
    expect(await dev.interrupt()).toBe(0);
    expect(dev.said).toMatch(/update events\/opening|Not pushed to local: events\/opening/);
    await dev.end();
  });

  it('a shared target is not pushed to without confirmation', async () => {
    const dev = DevCommand.prepare();
    const target =
      'production: { baseUrl: "http://127.0.0.1:9", userId: 64b7c0ffee64b7c0ffee0001, broadcastId: 64b7c0ffee64b7c0ffee0002, key: { $env: GITCAST_KEY } }';
    dev.edit('gitcast.config.yaml', (text) => text.replace('profile: extended }', `profile: extended }, ${target}`));
    await expect(dev.run(['--target', 'production'])).rejects.toThrow(/cannot ask for confirmation/);
    await dev.end();
  });
});
