import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/values/json.ts';
import type { KindName } from '../../../src/kinds/registry.ts';
import { ASSUMED, type BaseLeaf } from '../../../src/model/base.ts';
import { canonical } from '../../../src/values/canonical.ts';
import { compare, type Comparison } from '../../../src/plan/fields/compare.ts';
import { digestOfFile } from '../../../src/plan/fields/secrets.ts';
import type { Choices, OpenIntent, PlanInput } from '../../../src/plan/context.ts';
import type { Desired } from '../../../src/plan/fields/desired.ts';
import { echoDigest } from '../../../src/plan/fields/echo.ts';
import { desiredOf, digest, was, World, type Files } from '../world.ts';

type Leaves = Readonly<Record<string, BaseLeaf>>;

interface Sides {
  /** The document, by its file; a place by default. */
  readonly file: string | Files;
  /** The object on the target; absent if nothing can be read. */
  readonly remote?: JsonObject;
  readonly hidden?: readonly string[];
  /** The entry in the base; absent for an object that is being adopted. */
  readonly base?: Leaves;
  readonly seen?: Readonly<Record<string, string>>;
  readonly begun?: readonly Partial<OpenIntent>[];
  readonly unseen?: boolean;
  readonly choices?: Partial<Choices>;
  readonly input?: Partial<PlanInput>;
  readonly desired?: (desired: Desired) => Desired;
}

const KINDS: Readonly<Record<string, KindName>> = { places: 'place', articles: 'article', webhooks: 'webhook' };

function compared({
  file,
  remote,
  hidden = [],
  base,
  seen,
  begun = [],
  unseen = false,
  ...options
}: Sides): Comparison {
  const files = typeof file === 'string' ? { 'places/quay.yaml': `name: Quay\n${file}` } : file;
  const address = Object.keys(files)[0]!.replace(/\.\w+$/, '');
  const input = new World().input(files, options);
  const kind = KINDS[address.split('/')[0]!] ?? 'broadcast';
  const desired = (options.desired ?? ((each) => each))(desiredOf(address, input));
  const record = remote && { kind, id: 'x', fields: remote, hidden, createdAt: '2027-01-01', updatedAt: '2027-01-02' };
  const entry = base && { kind, id: 'x', leaves: base, ...(seen && { seen }) };
  const intents = begun.map((each) => ({ leaves: {}, echoes: {}, ...each }) as OpenIntent);
  return compare({ desired, record, entry, begun: intents, unseen }, input);
}

const verdictOn = (name: string, { push, drift, conflict, agreed, drops }: Comparison): readonly string[] => [
  ...Object.entries({ push, drift, conflict }).flatMap(([verdict, fields]) =>
    fields.some((field) => field.name === name) ? [verdict] : [],
  ),
  ...(name in agreed ? ['agreed'] : []),
  ...(drops.includes(name) ? ['drop'] : []),
];

const OURS = { ours: true };
const OVERWRITE = { overwriteDrift: true };

describe('a field of a managed document', () => {
  const [old, ours, theirs] = ['stage', 'quay', 'tent'];

  it.each<{ file?: string; remote?: string; choices?: Partial<Choices>; verdict: string }>([
    { file: old, remote: old, verdict: 'agreed' },
    { file: ours, remote: old, verdict: 'push' },
    { file: old, remote: theirs, verdict: 'drift' },
    { file: old, remote: theirs, choices: OURS, verdict: 'drift' },
    { file: old, remote: theirs, choices: OVERWRITE, verdict: 'push' },
    { file: ours, remote: ours, verdict: 'agreed' },
    { file: ours, remote: theirs, verdict: 'conflict' },
    { file: ours, remote: theirs, choices: OURS, verdict: 'push' },
    { file: ours, remote: theirs, choices: OVERWRITE, verdict: 'conflict' },
    { file: old, verdict: 'drift' },
    { file: ours, verdict: 'conflict' },
    { remote: old, verdict: 'push' },
    { remote: theirs, verdict: 'conflict' },
    { remote: theirs, choices: OURS, verdict: 'push' },
    { remote: theirs, choices: OVERWRITE, verdict: 'conflict' },
    { verdict: 'drop' },
  ])('that was "stage" gives $verdict if the file has $file and the target $remote ($choices)', (each) => {
    const comparison = compared({
      file: each.file === undefined ? '' : `category: ${each.file}\n`,
      remote: { name: 'Quay', ...(each.remote !== undefined && { category: each.remote }) },
      base: { name: was('Quay'), category: was(old) },
      choices: each.choices ?? {},
    });
    expect(verdictOn('category', comparison)).toEqual([each.verdict]);
    expect(comparison).toMatchObject({ undecided: {}, unshown: [], blind: false });
  });

  it('is shown with both values if they differ, and without a value if one side has none', () => {
    const base = { name: was('Quay'), category: was('stage'), description: was('Old.') };
    expect(compared({ file: 'category: quay\n', remote: { name: 'Quay', category: 'stage' }, base })).toMatchObject({
      push: [{ name: 'category', before: 'stage', after: 'quay' }],
      drops: ['description'],
    });
    expect(compared({ file: '', remote: { name: 'Quay', category: 'stage' }, base }).push).toEqual([
      { name: 'category', before: 'stage', after: undefined },
    ]);
  });

  it.each<{ remote?: string; seen?: string; choices?: Partial<Choices>; verdict: string }>([
    { verdict: 'push' },
    { remote: ours, verdict: 'agreed' },
    { remote: theirs, verdict: 'conflict' },
    { remote: theirs, choices: OURS, verdict: 'push' },
    { remote: theirs, choices: OVERWRITE, verdict: 'conflict' },
    // It was there at the last sync: nobody's, if the service computed it, otherwise somebody's.
    { remote: theirs, seen: '+{"category":"tent"}', verdict: 'push' },
    { remote: theirs, seen: '+{"category":"stage"}', verdict: 'conflict' },
    { remote: theirs, seen: '{"category":"tent"}', verdict: 'conflict' },
    { remote: theirs, seen: '?', verdict: 'conflict' },
  ])('that is new in the file: $verdict if $remote is there, where $seen was', ({ remote, seen, choices, verdict }) => {
    const comparison = compared({
      file: `category: ${ours}\n`,
      remote: { name: 'Quay', ...(remote && { category: remote }) },
      base: { name: was('Quay') },
      ...(seen !== undefined && { seen: { category: seen } }),
      ...(choices && { choices }),
    });
    expect(verdictOn('category', comparison)).toEqual([verdict]);
  });

  it('that is new in the file is pushed over a default, and over what our interrupted run sent', () => {
    const news = { 'articles/news.md': '---\ntitle: News\nstatus: published\n---\nText.\n' };
    const base = { title: was('News'), content: was('Text.\n') };
    const remote = { title: 'News', content: 'Text.\n', status: 'draft' };
    expect(verdictOn('status', compared({ file: news, base, remote }))).toEqual(['push']);
    const begun = [{ leaves: { category: digest('"tent"') } }];
    const sides = { file: `category: ${ours}\n`, base: { name: was('Quay') }, begun };
    expect(verdictOn('category', compared({ ...sides, remote: { name: 'Quay', category: 'tent' } }))).toEqual(['push']);
  });

  it('that both sides changed to the same instant agrees, in any spelling', () => {
    const [paris, utc] = ['2027-05-02T09:00:00+02:00', '2027-05-02T07:00:00Z'];
    const comparison = compared({
      file: { 'articles/a.yaml': `title: A\npublished_at: ${paris}\n` },
      remote: { title: 'A', published_at: utc },
      base: { title: was('A'), published_at: was('2027-01-01T00:00:00Z') },
    });
    expect(comparison.agreed['published_at']).toEqual(was(utc));
  });

  it('that both sides changed to the same value is recorded with the new value', () => {
    const remote = { name: 'Quay', category: 'quay' };
    const base = { name: was('Quay'), category: was('stage') };
    expect(compared({ file: 'category: quay\n', remote, base }).agreed['category']).toEqual(was('quay'));
  });

  it('stays agreed if the service answers with a different spelling', () => {
    const comparison = compared({
      file: 'category: "  stage"\n',
      remote: { name: 'Quay', category: 'stage' },
      base: { name: was('Quay'), category: was('  stage', 'stage') },
    });
    expect(comparison.agreed['category']).toEqual(was('  stage', 'stage'));
  });

  it('is cleared although the file has another field with the same prefix', () => {
    const base = { name: was('Quay'), cat: was('old') };
    const comparison = compared({ file: 'category: stage\n', remote: { name: 'Quay', cat: 'old' }, base });
    expect(verdictOn('cat', comparison)).toEqual(['push']);
  });
});

describe('a place where the sides have different shapes', () => {
  const group = 'coordinates: { x: 1 }\n';
  const value = { name: was('Quay'), coordinates: was('near the bridge') };
  const at = (coordinates: Json): JsonObject => ({ name: 'Quay', coordinates });

  it('is shown with the values of both sides', () => {
    const { push, drops } = compared({ file: group, remote: at('near the bridge'), base: value });
    expect(push).toEqual([{ name: 'coordinates', before: 'near the bridge', after: { x: 1 } }]);
    expect(drops).toEqual([]);
  });

  it('is not read for a field that the target does not show', () => {
    const comparison = compared({ file: group, remote: { name: 'Quay' }, hidden: ['coordinates'], base: value });
    expect(comparison).toMatchObject({ push: [{ name: 'coordinates.x', before: undefined, after: 1 }], blind: true });
  });

  it("is not somebody else's change if an interrupted run of ours sent it", () => {
    const begun = [{ leaves: { 'coordinates.x': '7' } }];
    const sides = { remote: at({ x: 7 }), base: value };
    expect(compared({ file: group, ...sides, begun }).push).toMatchObject([{ name: 'coordinates.x', before: 7 }]);
    expect(compared({ file: group, ...sides }).conflict).toMatchObject([{ name: 'coordinates', before: { x: 7 } }]);
    const single = [{ leaves: { coordinates: '"by the river"' } }];
    const other = { file: group, remote: at('by the river'), base: { name: was('Quay'), 'coordinates.x': was(1) } };
    expect(verdictOn('coordinates', compared({ ...other, begun: single }))).toEqual(['push']);
    expect(verdictOn('coordinates', compared(other))).toEqual(['drift']);
  });

  it('has a changed value even if that equals one inside the group', () => {
    const base = { name: was('Quay'), 'coordinates.x': was(1) };
    expect(compared({ file: group, remote: at(1), base }).drift).toEqual([
      { name: 'coordinates', before: 1, after: { x: 1 }, last: { x: 1 } },
    ]);
  });

  it('is ordinary if the group was empty at the last sync: each new field counts on its own', () => {
    for (const empty of [{}, null]) {
      const base = { name: was('Quay'), coordinates: was(empty) };
      const comparison = compared({ file: group, remote: at({ y: 2 }), base });
      expect(comparison).toMatchObject({ push: [{ name: 'coordinates.x' }], conflict: [], drops: ['coordinates'] });
      expect(verdictOn('coordinates.x', compared({ file: group, remote: at({ x: 9 }), base }))).toEqual(['conflict']);
      expect(verdictOn('coordinates', compared({ file: group, remote: at('text'), base }))).toEqual(['conflict']);
    }
  });

  it('is ordinary if the service added what the file does not have', () => {
    const base = { name: was('Quay'), 'coordinates.x': was(1) };
    const added = { file: 'coordinates: null\n', remote: at({ x: 1, _unit: 'm', y: 2 }), base };
    expect(verdictOn('coordinates', compared(added))).toEqual(['conflict']);
    const seen = { coordinates: '+{"coordinates.y":2}' };
    expect(verdictOn('coordinates', compared({ ...added, seen }))).toEqual(['push']);
    expect(verdictOn('coordinates', compared({ ...added, remote: at({ x: 1, _unit: 'm' }) }))).toEqual(['push']);
  });
});

describe('a field that the target does not show', () => {
  const hidden = ['description'];
  const remote = { name: 'Quay' };

  it('is compared with what was sent, and the comparison is blind if that differs', () => {
    const base = { name: was('Quay'), description: was('Old.') };
    const same = compared({ file: 'description: Old.\n', remote, hidden, base });
    expect(same).toMatchObject({ push: [], blind: false, unshown: [] });
    expect(same.agreed['description']).toEqual(was('Old.'));
    const changed = compared({ file: 'description: New.\n', remote, hidden, base });
    expect(changed).toMatchObject({ push: [{ name: 'description', after: 'New.' }], blind: true });
    const cleared = compared({ file: '', remote, hidden, base });
    expect(cleared).toMatchObject({ push: [{ name: 'description' }], blind: true });
  });

  it('does not make a change of a visible field blind', () => {
    const base = { name: was('Old quay'), description: was('Old.') };
    const comparison = compared({ file: 'description: Old.\n', remote: { name: 'Old quay' }, hidden, base });
    expect(comparison).toMatchObject({ push: [{ name: 'name' }], blind: false });
  });

  it('keeps the recorded answer', () => {
    const base = { name: was('Quay'), description: was(' Old. ', 'Old.') };
    const comparison = compared({ file: 'description: " Old. "\n', remote, hidden, base });
    expect(comparison.agreed['description']).toEqual(was(' Old. ', 'Old.'));
  });

  it('counts as agreed in an adopted object, and is listed by name', () => {
    const comparison = compared({ file: 'coordinates: { x: 1, y: 2 }\n', remote, hidden: ['coordinates'] });
    expect(comparison).toMatchObject({ push: [], conflict: [], unshown: ['coordinates'], blind: false });
    const assumed = (sent: number): BaseLeaf => ({ sent: String(sent), answered: ASSUMED });
    expect(comparison.agreed).toEqual({ name: was('Quay'), 'coordinates.x': assumed(1), 'coordinates.y': assumed(2) });
  });

  it.each([
    { file: 'stage', hidden: true, verdict: 'agreed' },
    { file: 'quay', hidden: true, verdict: 'push' },
    { file: 'stage', remote: 'stage', verdict: 'agreed' },
    { file: 'stage', remote: 'tent', verdict: 'conflict' },
    { file: 'stage', verdict: 'push' },
  ])('and was assumed to be "stage": $verdict if the file has $file and the target shows $remote', (given) => {
    const fields = { name: 'Quay', ...(given.remote !== undefined && { category: given.remote }) };
    const comparison = compared({
      file: `category: ${given.file}\n`,
      remote: fields,
      hidden: given.hidden ? ['category'] : [],
      base: { name: was('Quay'), category: { sent: '"stage"', answered: ASSUMED } },
    });
    expect(verdictOn('category', comparison)).toEqual([given.verdict]);
  });

  it('is pushed if the object cannot be read and has no base', () => {
    const comparison = compared({ file: 'category: stage\n' });
    expect(comparison).toMatchObject({ push: [{ name: 'name' }, { name: 'category' }], blind: true, unshown: [] });
  });
});

describe('an adopted object', () => {
  it.each<{ remote: Json | undefined; choices?: Partial<Choices>; verdict: string }>([
    { remote: 'stage', verdict: 'agreed' },
    { remote: undefined, verdict: 'push' },
    { remote: null, verdict: 'push' },
    { remote: 'tent', verdict: 'conflict' },
    { remote: 'tent', choices: OVERWRITE, verdict: 'conflict' },
    { remote: 'tent', choices: OURS, verdict: 'push' },
  ])('with $remote, if the file has "stage", gives $verdict ($choices)', ({ remote, choices = {}, verdict }) => {
    const fields = { name: 'Quay', ...(remote !== undefined && { category: remote }) };
    const comparison = compared({ file: 'category: stage\n', remote: fields, choices });
    expect(verdictOn('category', comparison)).toEqual([verdict]);
    expect(comparison.unshown).toEqual([]);
    expect(Object.keys(comparison.undecided)).toEqual(verdict === 'conflict' ? ['category'] : []);
  });

  it('stays a conflict in the next plan until somebody resolves it, even if the values change', () => {
    const remote = { name: 'Quay', category: 'tent' };
    const { undecided } = compared({ file: 'category: stage\n', remote });
    expect(undecided).toEqual({ category: { sent: 'unsettled', answered: 'unsettled' } });
    const base = { name: was('Quay'), ...undecided };
    const next = compared({ file: 'category: stage\n', remote, base });
    expect(verdictOn('category', next)).toEqual(['conflict']);
    expect(next.undecided).toEqual({});
  });

  it('is recorded as holding a secret if its conflict is about one', () => {
    const file = { 'broadcast.yaml': 'name: Test\nauthProviders: [{ type: oAuth, key: { $env: KEY } }]\n' };
    const remote = { name: 'Test', authProviders: [{ type: 'oAuth', key: 'of the target' }] };
    expect(compared({ file, remote }).undecided).toEqual({
      authProviders: { sent: '!unsettled', answered: 'unsettled' },
    });
  });

  describe('that shows only the start of its text', () => {
    const file = {
      'articles/a.md': '---\ntitle: A\ncover_image_url: https://x.example/a.jpg\n---\nThe ferry is back.\n',
    };
    const sides = { file, hidden: ['content', 'cover_image_url'] };

    it('agrees if that may be the start of the file, and is a conflict if it cannot be', () => {
      const same = compared({ ...sides, remote: { title: 'A', excerpt: 'The ferry' } });
      expect(same).toMatchObject({ conflict: [], unshown: ['cover_image_url', 'content'] });
      const other = { title: 'A', excerpt: 'The bridge is closed' };
      expect(compared({ ...sides, remote: other })).toMatchObject({
        conflict: [{ name: 'content' }],
        push: [],
        unshown: ['cover_image_url'],
      });
      expect(compared({ ...sides, remote: other, choices: OURS })).toMatchObject({
        conflict: [],
        push: [{ name: 'content' }],
      });
    });
  });
});

describe('a text', () => {
  const file = { 'articles/a.md': '---\ntitle: "A\\nB"\n---\nOne.\nTwo.\n' };
  const base = { title: was('A\nB'), content: was('One.\nTwo.\n') };
  const remote = { title: 'A\nB', content: 'One.\nTwo.\n' };
  const verdicts = (sides: Partial<Sides>, name: string): readonly string[] =>
    verdictOn(name, compared({ file, base, remote, ...sides }));

  it('of a Markdown file is unchanged if an editor on the target changed its line breaks', () => {
    expect(verdicts({ remote: { ...remote, content: 'One.\r\nTwo.\r\n' } }, 'content')).toEqual(['agreed']);
    expect(verdicts({ remote: { ...remote, content: 'One.\r\nThree.\r\n' } }, 'content')).toEqual(['drift']);
    expect(verdicts({ remote: { title: 'A\nB' } }, 'content')).toEqual(['drift']);
  });

  it('in a YAML field keeps its own line breaks', () => {
    expect(verdicts({ remote: { ...remote, title: 'A\r\nB' } }, 'title')).toEqual(['drift']);
    const yaml = { 'articles/a.yaml': 'title: "A\\nB"\ncontent: "One.\\nTwo.\\n"\n' };
    expect(verdicts({ file: yaml, remote: { ...remote, content: 'One.\r\nTwo.\r\n' } }, 'content')).toEqual(['drift']);
  });
});

describe('a value whose answer has not been read yet', () => {
  const long = 'A long walk along the quay and back.';
  const file = `description: "  ${long}"\n`;
  const seen = (remote: Json, more: Partial<Sides> = {}): readonly string[] =>
    verdictOn('description', compared({ file, remote: { name: 'Quay', description: remote }, ...more }));
  const sent: BaseLeaf = was(`  ${long}`);

  it("agrees if it may be the service's version of the file", () => {
    expect(seen(long)).toEqual(['conflict']);
    expect(seen(long, { unseen: true })).toEqual(['agreed']);
    expect(seen('Theirs', { unseen: true })).toEqual(['conflict']);
  });

  it('agrees if the base has the normal form of what was sent, and the answer is recorded', () => {
    const unseen = { ...sent, answered: echoDigest(`  ${long}`, digest) };
    const base = { name: was('Quay'), description: unseen };
    const comparison = compared({ file, remote: { name: 'Quay', description: `${long} ` }, base });
    expect(comparison.agreed['description']).toEqual(was(`  ${long}`, `${long} `));
    expect(seen('Theirs', { base })).toEqual(['drift']);
  });

  it('agrees if it is the start of what was sent, and not if the file has changed since', () => {
    const cut = long.slice(0, 25);
    const unseen = { ...sent, answered: echoDigest(`  ${long}`, digest) };
    expect(seen(cut, { base: { name: was('Quay'), description: unseen } })).toEqual(['agreed']);
    expect(seen(cut, { base: { name: was('Quay'), description: { ...unseen, sent: 'other' } } })).toEqual(['conflict']);
    expect(seen(cut, { base: { name: was('Quay'), description: sent } })).toEqual(['drift']);
  });

  it('does not agree if it is not shown and the file has changed', () => {
    const unseen = { ...was('Old.'), answered: echoDigest('Old.', digest) };
    const sides = { base: { name: was('Quay'), description: unseen }, hidden: ['description'] };
    expect(seen('Old.', sides)).toEqual(['push']);
  });
});

describe('the value of an interrupted update', () => {
  const base = { name: was('Quay'), category: was('stage') };
  const begun = [
    { leaves: { category: digest(canonical('lawn')) } },
    { leaves: { category: digest(canonical('dock')) } },
  ];
  const onCategory = (file: string, remote: string, more: Partial<Sides> = {}): readonly string[] =>
    verdictOn(
      'category',
      compared({
        file: file === '' ? '' : `category: "${file}"\n`,
        remote: { name: 'Quay', category: remote },
        base,
        begun,
        ...more,
      }),
    );

  it("is not somebody else's change: the file is pushed over it", () => {
    expect(onCategory('stage', 'lawn')).toEqual(['push']);
    expect(onCategory('quay', 'dock')).toEqual(['push']);
    expect(onCategory('', 'dock')).toEqual(['push']);
    expect(onCategory('stage', 'tent')).toEqual(['drift']);
    expect(onCategory('quay', 'tent')).toEqual(['conflict']);
  });

  it("agrees with a file that still has it, in the service's version", () => {
    const echoes = ['lawn', ' dock '].map((value) => ({ echoes: { category: echoDigest(value, digest) } }));
    expect(onCategory(' dock ', 'dock', { begun: echoes })).toEqual(['agreed']);
    expect(onCategory(' lawn ', 'dock', { begun: echoes })).toEqual(['push']);
  });

  it('does not matter if the target has its previous value', () => {
    const before = { name: was('Quay'), category: was(' lawn ', 'lawn') };
    expect(onCategory(' lawn ', 'lawn', { base: before })).toEqual(['agreed']);
  });

  it('does not matter for a field that is not shown', () => {
    expect(onCategory('stage', 'lawn', { hidden: ['category'] })).toEqual(['agreed']);
    expect(onCategory('quay', 'lawn', { hidden: ['category'] })).toEqual(['push']);
  });
});

describe('a secret', () => {
  const file = { 'webhooks/a.yaml': 'url: https://x.example/\nevents: [event.created]\nsecret: { $env: HOOK }\n' };
  const without = { 'webhooks/a.yaml': 'url: https://x.example/\nevents: [event.created]\n' };
  const remote = { url: 'https://x.example/', events: ['event.created'], secret: 'of the target' };
  const shared = { url: was('https://x.example/'), events: was(['event.created']) };
  const secretDigest = (name: string): string => `!${name}`;
  const base = { ...shared, secret: { sent: '!HOOK', answered: '!HOOK' } };

  it('is compared with what was sent, never with what the target shows', () => {
    const same = compared({ file, remote, base, input: { secretDigest } });
    expect(same).toMatchObject({ push: [], drift: [], conflict: [] });
    expect(same.agreed['secret']).toEqual(base.secret);
    const rotated = compared({ file, remote, base, input: { secretDigest: () => '!other' } });
    expect(rotated.push).toEqual([{ name: 'secret', before: undefined, after: { $env: 'HOOK' }, unread: true }]);
  });

  it('that is not set here counts as unchanged', () => {
    const unset = { secretDigest: () => undefined };
    expect(compared({ file, remote, base, input: unset }).agreed['secret']).toEqual(base.secret);
    const { agreed } = compared({ file, remote, input: unset });
    expect(agreed['secret']).toEqual({ sent: '!unset', answered: ASSUMED });
  });

  it('of an adopted object is sent, because only the object that it was sent to has it', () => {
    const comparison = compared({ file, remote, hidden: ['secret'], input: { secretDigest } });
    expect(comparison).toMatchObject({
      push: [{ name: 'secret', after: { $env: 'HOOK' } }],
      conflict: [],
      unshown: [],
    });
    expect(comparison.agreed['secret']).toBeUndefined();
  });

  it('that the file no longer names is cleared without being compared', () => {
    expect(compared({ file: without, remote, base }).push).toEqual([
      { name: 'secret', before: undefined, after: undefined, unread: true },
    ]);
  });

  it('counts by a marked digest of the whole list that contains it', () => {
    const value = [{ type: 'oAuth', key: { $env: 'KEY' } }];
    const keyed = { digest, secretDigest };
    expect(digestOfFile(value, keyed)).toBe('![{"key":"!KEY","type":"oAuth"}]');
    expect(digestOfFile(value[0]!.key, keyed)).toBe('!KEY');
    expect(digestOfFile('plain', keyed)).toBe('"plain"');
    expect(digestOfFile(undefined, keyed)).toBe('null');
  });

  it.each<[string, Partial<Sides> & Pick<Sides, 'file'>, string, Json]>([
    [
      'declared, even if neither side is known to have one',
      {
        file: { 'broadcast.yaml': 'name: Test\nauthProviders: [{ type: oAuth }]\n' },
        remote: { name: 'Test', authProviders: [{ type: 'oAuth', key: 'of the target' }] },
      },
      'authProviders',
      [{ type: 'oAuth' }],
    ],
    [
      'in the file, even if none is declared there',
      {
        file: 'category: stage\n',
        remote: { name: 'Quay', category: 'tent' },
        desired: (each) => ({ ...each, leaves: new Map([...each.leaves, ['category', [{ $env: 'KEY' }]]]) }),
      },
      'category',
      [{ $env: 'KEY' }],
    ],
    [
      'in what was sent before, even if the file no longer has it',
      {
        file: 'category: stage\n',
        remote: { name: 'Quay', category: 'tent' },
        base: { name: was('Quay'), category: { sent: '!old', answered: 'old' } },
      },
      'category',
      'stage',
    ],
  ])('is not shown as the target has it if a credential is %s', (_, sides, name, after) => {
    expect(compared(sides).conflict).toMatchObject([{ name, before: '(sensitive)', after }]);
  });

  it('is shown as the file has it, which names its secrets', () => {
    const unread = {
      file: { 'broadcast.yaml': 'name: Test\nauthProviders: [{ type: oAuth }]\n' },
      remote: { name: 'Test' },
    };
    expect(compared(unread).push).toEqual([{ name: 'authProviders', before: undefined, after: [{ type: 'oAuth' }] }]);
  });
});
