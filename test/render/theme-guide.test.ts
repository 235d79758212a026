import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { themeData } from '../../scripts/theme-data.ts';
import { PALETTE_COLOURS, FONT_STACKS, THEMES } from '../../src/config/config.ts';
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
