import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { themeData } from '../../scripts/theme-data.ts';
import { FONT_STACKS, PALETTE_COLOURS, THEMES } from '../../src/config/config.ts';
import { FONT_STACKS as STACKS } from '../../src/render/theme/fonts.ts';
import { CHOICES } from '../../src/render/theme/scheme.ts';
import { memoryFolder } from '../../src/render/templates/template-folder.ts';
import { buildFiles } from './build-harness.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const guide = readFileSync(join(ROOT, 'docs/guides/theme.md'), 'utf8');

describe('the guide to themes', () => {
  it('has the data of every page beside it, as the view types declare it', () => {
    const data = readFileSync(join(ROOT, 'docs/theme-data.md'), 'utf8');
    expect(data).toBe(themeData(ROOT));
    for (const name of ['home', 'event', 'programme', 'programmeGrid', 'kiosk', 'favorites', 'hosts', 'notFound'])
      expect(data).toContain(`type: '${name}'`);
    for (const name of ['Card', 'SlotView', 'Text', 'Link', 'MediaView', 'Frame', 'Seo', 'GridColumn'])
      expect(data).toContain(`interface ${name} `);
  });

  it('lists every function of `ui`', async () => {
    const own = memoryFolder({ 'pages/menu.eta': '<p>functions: <%= Object.keys(it.ui).join(" ") %></p>' }, 'own');
    const { output } = await buildFiles({}, { templates: [own] });
    const names = /functions: ([^<]+)/.exec(output.get('menu/index.html')!)![1]!.split(' ');
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !guide.includes(`\`ui.${name}(`))).toEqual([]);
  });

  it('names every look, font and colour that the configuration accepts', () => {
    expect(THEMES.filter((name) => name !== 'standard')).toEqual(
      readdirSync(join(ROOT, 'templates/themes')).toSorted().toReversed(),
    );
    expect([...FONT_STACKS]).toEqual(Object.keys(STACKS));
    expect([...PALETTE_COLOURS]).toEqual(Object.values(CHOICES).map(({ setting }) => setting));
    for (const name of [...THEMES, ...FONT_STACKS, ...PALETTE_COLOURS]) expect(guide).toContain(`\`${name}\``);
  });
});

const GUIDE = readFileSync(join(ROOT, 'docs/guides/site.md'), 'utf8');

const codeAfter = (comment: string): string => {
  const [, rest = ''] = GUIDE.split(comment);
  return rest.slice(rest.indexOf('\n') + 1, rest.indexOf('```'));
};

describe('docs/guides/site.md', () => {
  it('names only templates that exist', () => {
    const named = GUIDE.match(/templates\/[\w./-]+\.(?:eta|css|js)/g)!;
    expect(named.length).toBeGreaterThan(6);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('shows templates that work as described', async () => {
    const own = memoryFolder({
      'blocks/divider.eta': codeAfter('<!-- templates/blocks/divider.eta -->'),
      'assets/css/own.css': codeAfter('/* templates/assets/css/own.css */'),
    });
    const { output, result } = await buildFiles(
      { 'pages/a.yaml': 'title: A\nstatus: published\nblocks: [{ type: divider }]\n' },
      { templates: [own] },
    );
    expect(result.diagnostics).toEqual([]);
    expect(output.get('pages/a/index.html')).toContain('<hr class="wave">');
    const [, css] = [...output].find(([path]) => path.endsWith('.css'))!;
    expect(css.trimEnd().endsWith('background: var(--accent); }')).toBe(true);
  });
});
