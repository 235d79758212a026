import { describe, expect, it } from 'vitest';
import { diagnosticsDoc } from '../../scripts/diagnostics-doc.ts';
import { reference } from '../../scripts/reference.ts';
import { BLOCK_TYPES } from '../../src/kinds/shapes/block.ts';
import { shapes } from '../../src/kinds/shapes/shape-registry.ts';

const cells = (line: string): number => line.replaceAll('\\|', '').split('|').length;

describe('the reference', () => {
  const text = reference();
  const section = (title: string) => text.split(`\n### ${title}\n`)[1]!.split('\n### ')[0]!;

  it('shows the fields of a kind with their types and marks', () => {
    expect(section('Event')).toContain('| `title` | text | create, record, file | Title shown to the public |');
    expect(section('Event')).toContain('| `id` | text | record | The identifier; *read-only* |');
    expect(section('Event')).toContain('in your own words; *assumed* |');
    expect(section('Article')).toContain('default `draft`');
  });

  it('shows natural keys, local keys and operations', () => {
    expect(section('Event')).toContain(
      'recognised by `title` and `start_time`, then by `end_time`, then by `place_id`.',
    );
    expect(section('Place')).toContain('| `$map` | address of a map, or its id |');
    expect(section('Place')).toContain('| delete | `DELETE /v1/places/{id}` | assumed |');
  });

  it('shows every shape, and the entries of every type of block', () => {
    for (const { name } of shapes) expect(text).toContain(`\n### ${name}\n`);
    for (const type of BLOCK_TYPES) expect(text).toContain(`| \`type\` | the word ${type} | yes |`);
    expect(section('QuestionBlock')).toContain('| `values[].answers[].label` | text | yes | The answer to choose |');
  });

  it('has tables whose rows all have as many cells as their head', () => {
    const tables = text.split('\n\n').filter((part) => part.startsWith('| '));
    expect(tables.filter((table) => new Set(table.trimEnd().split('\n').map(cells)).size > 1)).toEqual([]);
  });

  it('has nothing that a browser would parse as a tag', () => {
    expect(text.replaceAll(/`[^`]*`/g, '')).not.toMatch(/<[a-z]/i);
  });
});

describe('the diagnostics', () => {
  const entry = { severity: 'error', title: 'It is <odd>', why: 'Because.', fix: 'Do this.' } as const;
  const text = diagnosticsDoc(
    { 'odd-thing': entry, other: { ...entry, severity: 'warning' } },
    new Map([['odd-thing', 'a.yaml:1:1\n']]),
  );

  it('have a section for each code, whose anchor is the code', () => {
    expect(text).toContain('| [odd-thing](#odd-thing) | error | It is &lt;odd> |');
    expect(text).toContain('## odd-thing\n\n**It is &lt;odd>** (error)\n\nWhy: Because.\n\nHow to fix it: Do this.\n');
  });

  it('show the output if there is an example', () => {
    expect(text).toContain('```text\na.yaml:1:1\n```');
    expect(text.split('## other')[1]).not.toContain('```');
  });
});
