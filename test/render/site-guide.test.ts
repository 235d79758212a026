import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryFolder } from '../../src/render/templates/template-folder.ts';
import { buildFiles } from './build-harness.ts';

const ROOT = join(import.meta.dirname, '../..');
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
