import * as fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { planTree } from '../../src/cli/views/plan/plan-tree.ts';
import { printBlocks, printMarkdown } from '../../src/cli/views/print-markdown.ts';
import { printTerminal } from '../../src/cli/views/print-terminal.ts';
import { coloursOf } from '../../src/cli/views/text/style.ts';
import type { Change, FieldChange, Plan } from '../../src/plan/plan.ts';
import type { RateSeen } from '../../src/project/index.ts';
import { planOf } from './plan-of.ts';
import { REVIEWED } from './reviewed-plans.ts';

const style = { colours: coloursOf({ coloured: false }), width: Infinity, quiet: false };
const terminal = (plan: Plan, rate?: RateSeen): string => printTerminal(planTree(plan, rate), style);
const page = (plan: Plan): string => printMarkdown(planTree(plan)).text;
const whole = (plan: Plan): string => printMarkdown(planTree(plan), Infinity).text;

const plans = new Map(Object.entries(REVIEWED).map(([name, make]) => [name, make()]));
const { deletes, mixed, conflicts } = Object.fromEntries(plans) as Record<string, Plan>;

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

const commented = (...fields: readonly FieldChange[]): string => page(planOf([update(fields)]));

describe('a plan', () => {
  it.each([...plans.keys()].filter((name) => name !== 'deletes'))(
    'is printed as in its golden files: %s',
    async (name) => {
      const plan = plans.get(name)!;
      await expect(page(plan)).toMatchFileSnapshot(`printed-plans/${name}.md`);
      if (name !== 'mixed') await expect(terminal(plan)).toMatchFileSnapshot(`printed-plans/${name}.txt`);
    },
  );

  it('shows what exactly the target is, once, and an id of an object only if nothing else shows which one it is', () => {
    for (const [name, plan] of plans) {
      if (name === 'refusals') continue;
      const ids = whole(plan).match(/[0-9a-f]{24}/g) ?? [];
      const unseen = plan.changes.filter(
        ({ action, fields }) => action === 'adopt' || (fields[0]?.unread && plan.identity),
      );
      const { userId = '', broadcastId = '' } = plan.identity ?? {};
      expect(ids, name).toEqual([userId, broadcastId, ...unseen.map(({ id }) => id)].filter(Boolean));
    }
  });

  it.each<readonly [Change['action'], Partial<Change>]>([
    ['adopt', {}],
    ['move', { from: 'articles/how-to-get-there' }],
    ['forget', {}],
    ['delete', {}],
    ['update', { fields: [{ name: 'content', before: undefined, after: 'x', unread: true }] }],
  ])('names the object of a change that shows no value of it: %s', (action, more) => {
    const plan = planOf([update([], { action, id: '64b7c0ffee64b7c0ffee0009', ...more })]);
    expect(page(plan)).toMatch(/^- `articles\/getting-there` .*\(`64b7c0ffee64b7c0ffee0009`\)/m);
    expect(terminal(plan)).toMatch(/ articles\/getting-there .*\(64b7c0ffee64b7c0ffee0009\)/);
    if (more.from !== undefined) for (const text of [page(plan), terminal(plan)]) expect(text).toContain(more.from);
  });

  it('is whole if nothing of it is cut, however long its names and its lists are', () => {
    const long = (word: string) => `${word}-${'x'.repeat(300)}`;
    const unmanaged = Array.from({ length: 40 }, (_, index) => `field-${index}`);
    const deleted = update([], {
      action: 'delete',
      address: `articles/${long('old')}`,
      lost: { title: long('Title'), unmanaged },
    });
    const secret = { $env: 'CREW_SECRET' };
    const hooks = Array.from({ length: 100 }, (_, index) =>
      update([{ name: long(`field-${index}`), before: undefined, after: long('value') }], {
        action: 'create',
        kind: 'webhook',
        address: `webhooks/crew-${index}`,
        after: { secret },
        secrets: [['secret']],
      }),
    );
    const plan = planOf([deleted, ...hooks]);
    const { text, isWhole } = printMarkdown(planTree(plan), Infinity);
    expect(isWhole).toBe(true);
    for (const shown of [deleted.address, long('Title'), ...unmanaged, long('value')]) expect(text).toContain(shown);
    for (const [index, { address }] of hooks.entries()) {
      expect(text.split(`\`${address}\``)).toHaveLength(3);
      expect(text).toContain(long(`field-${index}`));
    }
    expect(printMarkdown(planTree(plan), text.length).isWhole).toBe(true);
    expect(printMarkdown(planTree(plan), text.length - 1).isWhole).toBe(false);
  });

  it.each([
    [undefined, '(20 requests)'],
    [{ left: 30, resetsIn: 3000 }, '(20 requests; the rate limit leaves 30)'],
    [{ left: 5, resetsIn: 2500 }, '(20 requests; the rate limit leaves 5 and resets in 3 s, so the sync will pause)'],
  ])('shows the number of requests, and whether the rate limit allows them: %j', (rate, said) => {
    expect(terminal(planOf([update([])], { requests: 20 }), rate)).toContain(said);
  });

  it('lists changes that have no fields line by line in a terminal', () => {
    const removed = [1, 2, 3].map((index) =>
      update(index < 3 ? [] : [{ name: 'title', before: 'x', after: undefined }], {
        action: 'delete',
        address: `events/event-${index}`,
        lost: {},
      }),
    );
    expect(terminal(planOf(removed))).toMatch(
      /^Deletes \(3\)\n.*\n\n- events\/event-1 .*\n- events\/event-2 .*\n\n- events\/event-3 .*\n {4}title/,
    );
  });

  it('shows drift and conflicts as sides, without an arrow, and how to resolve them', () => {
    expect(page(conflicts!)).toContain('    - there: `places/garden`\n    - here: `places/second-stage`\n- ');
    expect(page(mixed!)).toContain(
      '    - there: `“Rooftop”, a place in no file`\n    - here = last sync: `places/main-stage`\n',
    );
    expect(terminal(conflicts!)).toContain(
      '    place_id\n      there  places/garden\n      here   places/second-stage\n\n',
    );
    for (const text of [page(conflicts!), terminal(conflicts!)]) {
      expect(text).not.toContain('→');
      expect(text).toContain(
        '`gitcast pull --theirs --target production` takes those of the target, or `gitcast sync --ours --target production`',
      );
    }
  });

  it('shows which of two objects with one title a list names', () => {
    const list = (ids: readonly string[]) => ids.map((id) => `${id} and a long value that fills the line`);
    const names = ['a', 'b', 'c'].map(() => '“Rooftop”, a place in no file');
    const fields = [
      {
        name: 'places',
        before: list(['1', '2', '3']),
        after: list(['1', '2', '4']),
        shown: { before: names, after: names },
      },
    ];
    expect(commented(...fields)).toContain('`places[2]`: `3 and a long value that fills the line` → `4 and');
  });
});

describe('a plan with more than a comment may have', () => {
  it('is a summary that names every deletion, the ones that lose what no file has first', () => {
    const comment = page(deletes!);
    expect(comment.length).toBeLessThanOrEqual(60_000);
    expect(comment).toMatch(
      /> This is a summary: there is no room for all 165,\d+ characters\. With `--json`, the command prints everything; in a terminal or a log, the whole plan with its digest\.\n/,
    );
    expect(comment).toContain(
      '<summary>events/friday 400, events/saturday 400, events/sunday 400</summary>\n\n- `events/friday/concert-0` “',
    );
    expect(comment).toContain('<strong>in no file:</strong> `category`');
    for (const text of [comment, whole(deletes!)])
      for (const { address } of deletes!.changes) expect(text).toContain(`\n- \`${address}\` `);
  });

  it('has no digest, which would approve what it does not show', () => {
    const { digest = '-' } = deletes!;
    const all = printMarkdown(planTree(deletes!), Infinity);
    expect([all.digest, all.text.includes(digest)]).toEqual([digest, true]);
    for (const cut of [printBlocks(planTree(deletes!)), printMarkdown(planTree(deletes!), all.text.length - 1)])
      expect([cut.digest, cut.isWhole, cut.text.includes(digest)]).toEqual([undefined, false, false]);
    expect(printBlocks(planTree(mixed!)).digest).toBe(mixed!.digest);
  });

  it('is whole in a terminal, each line of a long text in a line of its own', () => {
    const lines = Array.from({ length: 200 }, (_, index) => `Line ${index}, ${'about the harbour '.repeat(index % 9)}`);
    const [one, other] = ['one '.repeat(400).trim(), 'two '.repeat(400).trim()];
    const values = { content: `${lines.join('\n')}\n`, blocks: [{ text: 'x'.repeat(5000) }, { text: 'y'.repeat(99) }] };
    const fields = Object.entries(values).map(([name, after]) => ({ name, before: undefined, after }));
    const plan = planOf([update([...fields, { name: 'summary', before: one, after: other }])], { digest: 'g1s7JWcf7' });
    const text = terminal(plan);
    expect(text).toContain(`    content: (nothing) →\n${lines.map((line) => `      │ ${line}`).join('\n')}⏎\n`);
    expect(text).toContain(`    blocks[0]: (nothing) → {"text":"${'x'.repeat(5000)}"}\n    blocks[1]: (nothing) → `);
    for (const whole of [`[-${one}-]`, `{+${other}+}`, '\ndigest g1s7JWcf7\n']) expect(text).toContain(whole);
  });

  it('has every delete and conflict before any update', () => {
    const many = Array.from({ length: 4000 }, (_, index) =>
      update([{ name: 'title', before: 'old', after: 'long '.repeat(40) }], { address: `events/event-${index}` }),
    );
    const risky = Array.from({ length: 200 }, (_, index) =>
      update([], { action: 'delete', address: `events/old-${index}`, lost: {} }),
    );
    const text = page(planOf([...many, ...risky, update([], { action: 'conflict', address: 'events/both' })]));
    expect(text.length).toBeLessThanOrEqual(60_000);
    for (const { address } of risky) expect(text).toContain(`\`${address}\``);
    expect(text).toContain('events/both');
    expect(text).toMatch(/… and [\d,]+ more/);
    expect(text.indexOf('Deletes')).toBeLessThan(text.indexOf('Updates'));
  });

  it('stays below the limit, even if nobody made it', () => {
    const refusals = Array.from({ length: 500 }, () => ({ reason: 'no '.repeat(2000) }));
    const notes = Array.from({ length: 500 }, () => 'note '.repeat(2000));
    const fields = [{ name: 'n'.repeat(5000), before: 'b'.repeat(50_000), after: 'c'.repeat(50_000) }];
    const changes = ['conflict', 'drift', 'update', 'delete'].flatMap((action) =>
      Array.from({ length: 30 }, () =>
        update(fields, { action: action as Change['action'], reason: 'r'.repeat(50_000) }),
      ),
    );
    const text = page(planOf(changes, { refusals, notes, target: 't'.repeat(50_000) }));
    expect(text.length).toBeLessThanOrEqual(60_000);
  });
});

describe('the values of a plan', () => {
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
    const [old, now] = /`title`: (`.*`) → (`.*`) \(they look the same\)/
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
        const pair = / {2}- `title`: (.*) → (.*?)(?: \(they look the same\))?$/m.exec(comment);
        if (pair && !/<del>|<ins>/.test(comment)) expect(pair[1]).not.toBe(pair[2]);
        else expect(comment).toMatch(/<del>|<ins>/);
      }),
    );
  });

  it.each([
    `${'word '.repeat(40)}</ins></details><img src=x> @everyone ![a](b) \`\`\` $x$ ~~y~~ :tada: https://evil.example www.evil.example\n\n# title\n- [ ] task`,
    'a ` b `` c\n# d ``` @everyone <img src=x>\r::add-mask::e\u001b[2J',
  ])('never become markup or control a terminal: %#', (nasty) => {
    for (const action of ['update', 'drift', 'conflict', 'create', 'delete'] as const) {
      const lost = action === 'delete' ? { title: nasty, place: nasty, starts: nasty, unmanaged: [nasty] } : undefined;
      const change = update([{ name: nasty, before: nasty, after: `${nasty} more` }], {
        action,
        reason: nasty,
        ...(lost && { lost }),
      });
      const plan = planOf([change], { notes: [nasty], refusals: [{ reason: nasty }], target: nasty });
      const html = String(marked.parse(page(plan)));
      expect(html, action).not.toMatch(/<img|<a |type="checkbox"|<\/details>[^]*<\/ins>/);
      expect(html.match(/<h\d/g), action).toEqual(['<h3', '<h4']);
      expect(html.replaceAll(/<code>[^]*?<\/code>/g, ''), action).not.toContain('@everyone');
      for (const control of ['\r', '\u001b']) expect(terminal(plan), action).not.toContain(control);
    }
  });
});
