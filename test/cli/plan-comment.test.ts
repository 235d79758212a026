import * as fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { planMarkdown } from '../../src/cli/views/plan/plan-markdown.ts';
import type { Change, FieldChange } from '../../src/plan/plan.ts';
import { planOf } from './plan-of.ts';
import { REVIEWED } from './reviewed-plans.ts';

const plans = new Map(Object.entries(REVIEWED).map(([name, make]) => [name, make()]));

const update = (fields: readonly FieldChange[], more: Partial<Change> = {}): Change => ({
  address: 'articles/getting-there',
  kind: 'article',
  action: 'update',
  certainty: 'verified',
  fields,
  pointers: [],
  secrets: [],
  reason: 'changed here',
  dependsOn: [],
  agreed: {},
  sets: [],
  drops: [],
  ...more,
});

const commented = (...fields: readonly FieldChange[]): string => planMarkdown(planOf([update(fields)]));

describe('the review comment', () => {
  it.each([...plans.keys()])('of a plan is as in its golden file: %s', async (name) => {
    await expect(planMarkdown(plans.get(name)!)).toMatchFileSnapshot(`plan-comments/${name}.md`);
  });

  it('contains no id of an object, except in a reason that a person needs it for', () => {
    for (const [name, plan] of plans) {
      if (name === 'refusals') continue;
      expect(planMarkdown(plan, { full: true }), name).not.toMatch(/[0-9a-f]{24}/);
    }
  });

  it('of 1,200 deletions is a summary below the limit that names the command, and the full plan has them all', () => {
    const plan = plans.get('deletes')!;
    const comment = planMarkdown(plan);
    expect(comment.length).toBeLessThanOrEqual(60_000);
    expect(comment).toContain('`gitcast plan` prints it');
    expect(comment).toContain('**in no file:** `category`');
    // By kind and folder, with the first of each folder.
    expect(comment.length).toBeLessThan(6000);
    expect(comment).toContain('Events by folder: `events/friday` 400, `events/saturday` 400, `events/sunday` 400');
    expect(comment.match(/^- `events\/friday\//gm)).toHaveLength(10);
    expect(comment).toContain('- … and 390 more in `events/friday`\n');
    const full = planMarkdown(plan, { full: true });
    expect(plan.changes).toHaveLength(1200);
    for (const { address } of plan.changes) expect(full).toContain(`\`${address}\` “Concert`);
  });

  it('shows the words that changed in two long values, wherever they are', () => {
    const text = 'Follow the blue lamps along the quay to the gate. '.repeat(40);
    const comment = commented({ name: 'content', before: `${text}Gate two.`, after: `${text}Gate three.` });
    expect(comment).toContain('the gate. Gate <del>two.</del><ins>three.</ins>');
    expect(comment.length).toBeLessThan(600);
  });

  it('shows the letters that changed in a long text without spaces', () => {
    const text = '港口列车每二十分钟一班'.repeat(30);
    expect(commented({ name: 'content', before: `${text}二${text}`, after: `${text}三${text}` })).toMatch(
      /…\S+<del>二<\/del><ins>三<\/ins>\S+…/,
    );
  });

  it('shows which entry of a long list changed', () => {
    const block = (text: string) => ({ type: 'paragraph', values: [{ text }] });
    const blocks = Array.from({ length: 30 }, (_, index) =>
      block(`Paragraph ${index} about the harbour and its lamps`),
    );
    const after = blocks.with(17, block('Paragraph 17 about the harbour and its cranes'));
    expect(commented({ name: 'blocks', before: blocks, after })).toContain(
      '  - `blocks[17].values[0].text`: `Paragraph 17 about the harbour and its lamps` → `Paragraph 17 about the harbour and its cranes`',
    );
  });

  it.each([
    ['a space at the end', 'Opening ', 'Opening'],
    ['a space that does not break', 'Opening night', 'Opening\u00a0night'],
    ['a character without width', 'Opening', 'Open\u200bing'],
    ['a letter of two parts', 'Léna', 'Le\u0301na'],
  ])('shows a difference that cannot be seen: %s', (_, before, after) => {
    const [old, now] = /title: (`.*`) → (`.*`) \(they look the same\)/
      .exec(commented({ name: 'title', before, after }))!
      .slice(1);
    expect(old).not.toBe(now);
  });

  it('never shows two different values as the same text', () => {
    const word = fc.constantFrom(
      'one',
      'two',
      'one ',
      ' ',
      '\n',
      'a\u00a0b',
      'long'.repeat(30),
      '🎪',
      '\ud83c',
      'é',
      'e\u0301',
    );
    const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after && before !== '' && after !== '');
        const comment = commented({ name: 'title', before, after });
        const pair = / {2}- title: (.*) → (.*?)(?: \(they look the same\))?$/m.exec(comment);
        if (pair && !/<del>|<ins>/.test(comment)) expect(pair[1]).not.toBe(pair[2]);
        else expect(comment).toMatch(/<del>|<ins>/);
      }),
    );
  });

  it('shows drift and conflicts as sides, without an arrow', () => {
    const comment = planMarkdown(plans.get('conflicts')!);
    expect(comment).toContain('    - there: `places/garden`\n    - here: `places/second-stage`\n    - last sync: ');
    expect(comment).not.toContain('→');
    expect(planMarkdown(plans.get('mixed')!)).toContain(
      '    - there: `“Rooftop”, a place in no file`\n    - here and at the last sync: `places/main-stage`\n',
    );
  });

  it('stays below the limit for any plan, even one that nobody made', () => {
    const refusals = Array.from({ length: 500 }, () => ({ reason: 'no '.repeat(2000) }));
    const notes = Array.from({ length: 500 }, () => 'note '.repeat(2000));
    const fields = [{ name: 'n'.repeat(5000), before: 'b'.repeat(50_000), after: 'c'.repeat(50_000) }];
    const changes = Array.from({ length: 300 }, () => update(fields, { reason: 'r'.repeat(50_000) }));
    expect(planMarkdown(planOf(changes, { refusals, notes })).length).toBeLessThanOrEqual(60_000);
  });

  it('lets no value become markup: %s', () => {
    const nasty = `${'word '.repeat(40)}</ins></details><img src=x> @everyone ![a](b) \`\`\` $x$ ~~y~~ :tada: https://evil.example www.evil.example\n\n# title\n- [ ] task`;
    for (const action of ['update', 'drift', 'conflict', 'create', 'delete'] as const) {
      const lost = action === 'delete' ? { title: nasty, place: nasty, starts: nasty } : undefined;
      const change = update([{ name: nasty, before: nasty, after: `${nasty} more` }], {
        action,
        reason: nasty,
        ...(lost && { lost }),
      });
      const html = String(
        marked.parse(planMarkdown(planOf([change], { notes: [nasty], refusals: [{ reason: nasty }] }))),
      );
      expect(html, action).not.toMatch(/<img|<a |<h1|type="checkbox"|<\/details>[^]*<\/ins>/);
      expect(html.replaceAll(/<code>[^]*?<\/code>/g, ''), action).not.toContain('@everyone');
    }
  });
});
