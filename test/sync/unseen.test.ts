/** Objects that were written within the settle time, and that an eventually consistent service does not show yet. */
import { describe, expect, it } from 'vitest';
import { runs } from '../seed.ts';
import type { Profile } from '../../src/kinds/operation.ts';
import type { KindName } from '../../src/kinds/registry.ts';
import { slowToShow } from './slow-to-show.ts';
import { actionsOf, type Stage } from './stage.ts';

const EVENT = 'title: Opening\nstart_time: 2027-06-18T20:30:00Z\nend_time: 2027-06-18T23:00:00Z\ncategory: concert\n';
const ARTICLE = '---\ntitle: News\nstatus: published\n---\nThe first text of the news.\n';

interface Subject {
  readonly profile: Profile;
  readonly kind: KindName;
  readonly file: string;
  readonly renamed: string;
  readonly text: string;
  readonly edit: readonly [string, string];
  readonly field: string;
}

const EVENTS: Subject = {
  profile: 'extended',
  kind: 'event',
  file: 'events/opening.yaml',
  renamed: 'events/first-night.yaml',
  text: EVENT,
  edit: ['concert', 'gala'],
  field: 'category',
};

const ARTICLES: Subject = {
  profile: 'documented',
  kind: 'article',
  file: 'articles/news.md',
  renamed: 'articles/latest.md',
  text: ARTICLE,
  edit: ['first', 'second'],
  field: 'content',
};

/** Read by their id; places are only listed; articles are replaced, and deleted on the other surface. */
const SUBJECTS: readonly Subject[] = [
  EVENTS,
  { ...EVENTS, profile: 'documented' },
  {
    profile: 'documented',
    kind: 'place',
    file: 'places/quay.yaml',
    renamed: 'places/the-quay.yaml',
    text: 'name: Quay\ncategory: stage\n',
    edit: ['stage', 'facility'],
    field: 'category',
  },
  ARTICLES,
  { ...ARTICLES, profile: 'extended' },
  {
    profile: 'extended',
    kind: 'page',
    file: 'pages/news.yaml',
    renamed: 'pages/latest.yaml',
    text: 'title: News\nstatus: published\nisPrivate: false\nurl: https://harbour.example/a\n',
    edit: ['example/a', 'example/b'],
    field: 'url',
  },
];

const ACTS = ['create', 'edit', 'rename', 'rename and edit', 'delete'] as const;
type Act = (typeof ACTS)[number];

const THEN: readonly (readonly string[])[] = [
  ['plan'],
  ['status'],
  ['sync'],
  ['sync', '--no-wait'],
  ['sync', '--ours'],
  ['sync', '--overwrite-drift'],
  ['sync', '--ours', '--overwrite-drift'],
  ['pull'],
  ['pull', '--theirs', '--force'],
];

interface Seconds {
  readonly lag: number;
  readonly settle: number;
}

const SECONDS: readonly Seconds[] = [0, 3, 20].flatMap((lag) => [0, 6, 60].map((settle) => ({ lag, settle })));

/** In `npm test`, one time for each command, and a third of the commands for each object and each edit. */
const IN_FULL = runs({ test: 0, proof: 1 }) === 1;

const timesFor = (at: number): readonly Seconds[] => (IN_FULL ? SECONDS : [SECONDS[(at * 4 + 2) % SECONDS.length]!]);

/** Returns the file that the object has then. */
function act(stage: Stage, does: Act, { file, renamed, edit }: Subject): string | undefined {
  if (does.endsWith('edit')) stage.edit(file, ...edit);
  if (does === 'delete') stage.remove(file);
  if (does.startsWith('rename')) stage.move(file, renamed);
  return does === 'delete' ? undefined : does.startsWith('rename') ? renamed : file;
}

const isForced = (words: readonly string[]): boolean =>
  words.some((word) => ['--ours', '--overwrite-drift', '--theirs'].includes(word));

async function playOut(subject: Subject, does: Act, words: readonly string[], seconds: Seconds): Promise<void> {
  const { profile, kind, file, text, edit, field } = subject;
  const { stage } = await slowToShow({ files: { [file]: text }, profile, ...seconds });
  const isTrusted = seconds.lag <= seconds.settle;
  const isUndeletable = does === 'delete' && profile === 'documented' && kind === 'place';
  expect(await stage.sync()).toMatchObject({ exitCode: 0 });
  const left = act(stage, does, subject);
  const written = left === undefined ? undefined : stage.read(left);
  const [command, ...flags] = words;
  const { exitCode, stdout } =
    command === 'sync'
      ? await stage.sync('--allow-replace', ...flags)
      : await stage.gitcast(command!, '--json', ...flags);
  const story = `${words.join(' ')}, ${JSON.stringify(seconds)}\n${stdout}`;
  // Without a flag nothing is made twice, and no file goes, however long the service takes.
  if (isTrusted || !isForced(words)) {
    expect(stage.contents(kind).length, story).toBeLessThanOrEqual(1);
    if (left !== undefined) expect([stage.contents(kind).length, stage.read(left)], story).toEqual([1, written]);
  }
  if (!isTrusted) return;
  expect(stdout, story).not.toMatch(/"action": "(drift|conflict|forget)"/);
  const isWaitedFor = command === 'sync' && !words.includes('--no-wait') && !isUndeletable;
  if (does === 'create' || isWaitedFor) expect(exitCode, story).toBe(0);
  const last = await stage.sync('--allow-replace');
  expect(last.exitCode, story + last.stdout).toBe(isUndeletable ? 3 : 0);
  if (isUndeletable) return;
  const values = left === undefined ? [] : [expect.stringContaining(does.endsWith('edit') ? edit[1] : edit[0])];
  const stored = stage.contents(kind).map(({ fields }) => fields[field]);
  expect(stored, story + last.stdout).toEqual(values);
  expect(actionsOf(await stage.plan()), story).toEqual([]);
}

describe('an object that the service does not show yet', () => {
  for (const [which, subject] of SUBJECTS.entries()) {
    for (const [turn, does] of ACTS.entries()) {
      it(`counts as it was written, whatever runs next: ${subject.kind}, ${subject.profile}, ${does} at once`, async () => {
        for (const [at, words] of THEN.entries()) {
          if (!IN_FULL && (which + turn + at) % 3 !== 0) continue;
          for (const seconds of timesFor(which + turn + at))
            await expect(playOut(subject, does, words, seconds)).resolves.toBeUndefined();
        }
      });
    }
  }
});
