/** Objects that were written within the settle time, and that an eventually consistent service does not show yet. */
import { describe, expect, it } from 'vitest';
import { runs } from '../seed.ts';
import type { Profile } from '../../src/kinds/operation.ts';
import type { KindName } from '../../src/kinds/registry.ts';
import { slowToShow, type SlowStage } from './slow-to-show.ts';
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
  {
    profile: 'documented',
    kind: 'article',
    file: 'articles/news.md',
    renamed: 'articles/latest.md',
    text: ARTICLE,
    edit: ['first', 'second'],
    field: 'content',
  },
  {
    profile: 'extended',
    kind: 'article',
    file: 'articles/news.md',
    renamed: 'articles/latest.md',
    text: ARTICLE,
    edit: ['first', 'second'],
    field: 'content',
  },
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

const SECONDS = [
  { lag: 0, settle: 0 },
  { lag: 3, settle: 6 },
  { lag: 20, settle: 60 },
  { lag: 3, settle: 60 },
  { lag: 0, settle: 6 },
  { lag: 0, settle: 60 },
];

function act({ stage }: SlowStage, does: Act, { file, renamed, edit }: Subject): string | undefined {
  if (does === 'edit' || does === 'rename and edit') stage.edit(file, ...edit);
  if (does === 'delete') stage.remove(file);
  if (!does.startsWith('rename')) return does === 'delete' ? undefined : file;
  stage.move(file, renamed);
  return renamed;
}

async function run(stage: Stage, [command, ...flags]: readonly string[]) {
  if (command !== 'sync') return stage.gitcast(command!, '--json', ...flags);
  return stage.sync('--allow-replace', ...flags);
}

/** The text that the object has in the field that the test edits. */
const shownText = (stage: Stage, { kind, field }: Subject): readonly unknown[] =>
  stage.contents(kind).map(({ fields }) => fields[field]);

async function playOut(subject: Subject, does: Act, then: readonly string[], seconds: { lag: number; settle: number }) {
  const { profile, kind, file, text, edit } = subject;
  const slow = await slowToShow({ files: { [file]: text }, profile, ...seconds });
  const { stage } = slow;
  const story = `${profile} ${kind}, ${does}, ${then.join(' ')}, ${JSON.stringify(seconds)}`;
  expect((await stage.sync()).exitCode, story).toBe(0);
  const left = act(slow, does, subject);
  const written = left === undefined ? undefined : stage.read(left);
  const ran = await run(stage, then);
  const said = `${story}\n${ran.stdout}${ran.stderr}`;
  // Nothing is deleted that has a file, nothing is made twice, and no file goes.
  expect(stage.contents(kind).length, said).toBeLessThanOrEqual(1);
  if (left !== undefined) {
    expect(stage.contents(kind), said).toHaveLength(1);
    expect(stage.read(left), said).toBe(written);
  }
  const isUndeletable = does === 'delete' && profile === 'documented' && kind === 'place';
  if (then[0] === 'sync' && !then.includes('--no-wait') && !isUndeletable) expect(ran.exitCode, said).toBe(0);
  if (then[0] === 'status' || then[0] === 'plan') {
    expect(said).not.toMatch(/"action": "(drift|conflict|forget)"/);
    expect(said).toMatch(/"drifted": ?\[\]|"changes"/);
  }
  if (does === 'create') expect(ran.exitCode, said).toBe(0);
  const last = await stage.sync('--allow-replace');
  const after = `${said}\nthen ${last.stdout}${last.stderr}`;
  expect(last.exitCode, after).toBe(isUndeletable ? 3 : 0);
  if (isUndeletable) return;
  const value = does.endsWith('edit') ? edit[1] : edit[0];
  if (left === undefined) expect(stage.contents(kind), after).toEqual([]);
  else expect(shownText(stage, subject), after).toEqual([expect.stringContaining(value)]);
  expect(actionsOf(await stage.plan()), after).toEqual([]);
}

describe('an object that the service does not show yet', () => {
  for (const subject of SUBJECTS) {
    for (const does of ACTS) {
      it(`is as it was written, whatever runs next: a ${subject.profile} ${subject.kind}, ${does} at once`, async () => {
        for (const [at, then] of THEN.entries()) {
          const tried = runs({ test: 0, proof: 1 }) ? SECONDS : [SECONDS[1 + (at % 2)]!];
          for (const seconds of tried) await expect(playOut(subject, does, then, seconds)).resolves.toBeUndefined();
        }
      });
    }
  }
});
