import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareText } from '../../src/cli/views/compare-view.ts';
import { styleFor } from '../../src/cli/views/text/style.ts';
import { compareBuilds, isSameSite } from '../../src/publish/compare-builds.ts';
import { siteOf, type PageText } from '../publish/sites.ts';
import { folderWith, gitcast, SOUND, refusal } from './in-memory.ts';

type Pages = Record<string, string | PageText>;
const many = (count: number, of: (index: number) => readonly [string, string | PageText]): Pages =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => of(index)));

function textOf(base: Pages, next: Pages, menu?: string): string {
  const diff = compareBuilds(siteOf(base), siteOf(next, menu === undefined ? {} : { menu }));
  return compareText({ equal: isSameSite(diff), ...diff }, styleFor({ write: () => undefined }, {}, {}));
}

describe('gitcast compare', () => {
  it('compares two folders', async () => {
    const cwd = folderWith(SOUND);
    await gitcast('build --out base', { cwd });
    writeFileSync(join(cwd, 'content/places/quay.yaml'), 'name: The quay\n');
    await gitcast('build --out new', { cwd });
    const { exitCode, stdout, stderr } = await gitcast('compare base new', { cwd });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('+ The quay /places/quay/');
    expect((await gitcast('compare new new', { cwd })).stdout).toBe('✓ both sites are equal\n');
    const { equal, added } = JSON.parse((await gitcast('compare base new --json', { cwd })).stdout);
    expect([equal, added]).toEqual([false, [expect.objectContaining({ path: '/places/quay/' })]]);
  });

  it('lists edits in several languages as one row each, and what vanishes first', () => {
    const home = { title: 'Harbour festival' };
    const rest = many(500, (index) => [`events/event-${index}/index.html`, { title: `Event ${index}`, lang: 'fr' }]);
    const base = {
      ...rest,
      'index.html': { ...home, lang: 'fr' },
      'en/index.html': { ...home, lang: 'en' },
      'old/index.html': 'The old page',
      'press/index.html': 'Press',
    };
    const next = {
      ...rest,
      'index.html': { ...home, main: 'Welcome', lang: 'fr' },
      'en/index.html': { ...home, main: 'Welcome', lang: 'en' },
      'events/event-7/index.html': { title: 'The seventh event', lang: 'fr' },
      'new/index.html': 'A new page',
      'media-room/index.html': 'Press',
    };
    expect(textOf(base, next)).toBe(
      `− The old page /old/
→ Press /media-room/, was /press/
+ A new page /new/
~ Harbour festival / (fr, en)
~ The seventh event /events/event-7/, was “Event 7”

3 pages change, 1 appears, 1 vanishes, 1 moves, 499 stay the same.
`,
    );
  });

  it('shows a change of the menu on 500 pages, and of a whole section, as one line each', () => {
    const pages = many(500, (index) => [`p/${index}/index.html`, `Page ${index}`]);
    expect(textOf(pages, pages, 'Another menu')).toBe(
      '~ 500 pages change only around the content, such as in the menu, or in classes of the theme\n',
    );
    const edited = many(500, (index) => [`p/${index}/index.html`, { title: `Page ${index}`, main: 'By' }]);
    expect(textOf({ ...pages, 'index.html': 'Home' }, { ...edited, 'index.html': 'Home' })).toBe(
      '~ all 500 pages in /p/\n\n500 pages change, 1 stays the same.\n',
    );
  });

  it.each([
    ['compare none none', 'there is no built site in none/'],
    ['compare empty empty', 'there is no built site in empty/'],
    ['compare one', 'NEW'],
    ['diff a b', 'did you mean gitcast plan, or gitcast compare?'],
  ])('explains what is wrong: gitcast %s', async (words, message) => {
    expect(await refusal(words, { cwd: folderWith({ 'empty/a.txt': '' }) })).toContain(message);
  });
});
