import fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { isAddressMatch } from '../../src/project/files/address-pattern.ts';
import { coloursOf } from '../../src/cli/views/text/style.ts';
import { planText } from '../../src/cli/views/plan/plan-view.ts';
import { planMarkdown } from '../../src/cli/views/plan/plan-markdown.ts';
import { number } from '../../src/cli/views/text/excerpts.ts';
import { wordDiff } from '../../src/cli/views/text/word-diff.ts';
import type { Change } from '../../src/plan/plan.ts';
import { planOf } from './plan-of.ts';
import { waysOut } from '../../src/cli/views/plan/plan-verdict.ts';

it('shows large numbers in groups of three digits', () => {
  expect([0, 999, 1000, 12_345, 1_234_567].map(number)).toEqual(['0', '999', '1,000', '12,345', '1,234,567']);
});

describe('the word diff', () => {
  const side = (pieces: ReturnType<typeof wordDiff>, left: 'removed' | 'added') =>
    pieces
      .filter(({ type }) => type === 'same' || type === left)
      .map(({ text }) => text)
      .join('');

  it('contains both texts, for any texts', () => {
    const text = fc
      .array(fc.constantFrom('one ', 'two ', 'three', '\n', ' ', 'four\t'), { maxLength: 30 })
      .map((words) => words.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = wordDiff(before, after);
        expect(side(pieces, 'removed')).toBe(before);
        expect(side(pieces, 'added')).toBe(after);
      }),
    );
  });

  it('marks only the words that changed', () => {
    expect(wordDiff('two sets, one river', 'three sets, one river')).toEqual([
      { type: 'removed', text: 'two ' },
      { type: 'added', text: 'three ' },
      { type: 'same', text: 'sets, one river' },
    ]);
  });

  it('handles long texts that have nothing in common', () => {
    const pieces = wordDiff('a '.repeat(50_000), 'b '.repeat(50_000));
    expect(pieces.map(({ type }) => type)).toEqual(['removed', 'added']);
  });
});

describe('an address pattern', () => {
  it.each([
    ['events/*', 'events/opening', true],
    ['events/*', 'events/friday/opening', true],
    ['events/*', 'events/friday/late/opening', true],
    ['events/*', 'sessions/friday', false],
    ['events/fri*', 'events/friday/opening', true],
    ['events/friday/*', 'events/saturday/opening', false],
    ['*', 'events/friday/opening', true],
    ['*', 'broadcast', true],
    ['events/**/opening', 'events/opening', true],
    ['events/**/opening', 'events/friday/late/opening', true],
    ['events/**/opening', 'events/friday/grand-opening', false],
    ['events/**', 'events/friday/opening', true],
    ['events/', 'events/friday/opening', true],
    ['**/opening', 'events/friday/opening', true],
    ['events/open?ng', 'events/opening', true],
    ['events/opening', 'events/opening-night', false],
    ['events/(a+)+', 'events/aaaa', false],
  ])('%s matches %s: %s', (pattern, address, expected) => {
    expect(isAddressMatch(pattern, address)).toBe(expected);
  });
});

const change = (action: Change['action'], index: number, text = 'x'): Change => ({
  address: `events/event-${index}`,
  kind: 'event',
  action,
  certainty: 'verified',
  fields: [{ name: 'title', before: 'old', after: text }],
  pointers: [],
  secrets: [],
  reason: 'changed here',
  dependsOn: [],
  agreed: {},
  sets: [],
  drops: [],
});

describe('the plan in a terminal', () => {
  const style = { colours: coloursOf({ coloured: false }), width: 80, quiet: false };
  const plan = { ...planOf([change('update', 1)]), requests: 20 };

  it.each([
    [undefined, '(20 requests)'],
    [{ left: 30, resetsIn: 3000 }, '(20 requests; the rate limit leaves 30)'],
    [{ left: 5, resetsIn: 2500 }, '(20 requests; the rate limit leaves 5 and resets in 3 s, so the sync will pause)'],
  ])('shows the number of requests, and whether the rate limit allows them: %j', (rate, said) => {
    expect(planText(plan, style, rate)).toContain(said);
  });

  it('shows how to resolve drift and conflicts, and which value is whose', () => {
    const text = planText(planOf([change('drift', 1, 'new'), change('conflict', 2, 'new')]), style);
    const sides = '    title\n      there      old\n      here       new\n      last sync  not recorded\n\n';
    expect(text).toContain(`${sides}  drift: gitcast pull pulls it into the files`);
    expect(text).toContain(`${sides}  conflict: gitcast pull --theirs keeps the values of the target`);
  });

  it('lists changes that have no fields line by line', () => {
    const removed = [1, 2].map((index) => ({ ...change('delete', index), fields: [] }));
    expect(planText(planOf([...removed, change('delete', 3)]), style)).toMatch(
      /^Deletes\n\n- events\/event-1 .*\n- events\/event-2 .*\n\n- events\/event-3 .*\n {4}title/,
    );
  });
});

describe('the plan as a review comment', () => {
  it('names every delete, replace and conflict, and stays below 60,000 characters', () => {
    const many = Array.from({ length: 4000 }, (_, index) => change('update', index, 'long '.repeat(40)));
    const risky = Array.from({ length: 200 }, (_, index) => change('delete', 5000 + index));
    const text = planMarkdown(planOf([...many, ...risky, change('conflict', 9999)]));
    expect(text.length).toBeLessThanOrEqual(60_000);
    for (const { address } of risky) expect(text).toContain(`\`${address}\``);
    expect(text).toContain('events/event-9999');
    expect(text).toMatch(/… and [\d,]+ more/);
    expect(text.indexOf('Deletes')).toBeLessThan(text.indexOf('Updates'));
  });

  it('lets no foreign text become markup or mention anyone', () => {
    const text = planMarkdown({ ...planOf([]), notes: ['<img src=x> @everyone [a](b)'] });
    expect(text).not.toContain('<img');
    expect(text).not.toContain('@everyone');
  });

  it('keeps values and field names inside their line and their code, even with backticks', () => {
    const nasty = 'a ` b `` c\n# d ``` @everyone <img src=x>\r::add-mask::e';
    const fields = [{ name: nasty, before: nasty, after: nasty }];
    const html = String(marked.parse(planMarkdown(planOf([{ ...change('update', 1), fields, reason: nasty }]))));
    expect(html.match(/<h\d|<img/g)).toEqual(['<h3', '<h4']);
    expect(html.replaceAll(/<code>[^]*?<\/code>/g, '')).not.toContain('@everyone');
  });
});

describe('the next steps below a group of a plan', () => {
  it('are left out if the conflict names its own', () => {
    const own = 'it may be the same: to create another, run `gitcast sync --create events/a`';
    expect(waysOut([{ action: 'conflict', reason: own }])).toEqual([]);
    expect(waysOut([{ action: 'conflict', reason: own }, { action: 'conflict' }, { action: 'drift' }])).toHaveLength(2);
  });
});
