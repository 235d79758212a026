/** A history as data: a service, a state, and a sequence of events. It can be printed and replayed. */
import fc from 'fast-check';
import { FOLDERS, type Folder } from './documents.ts';
import type { Death } from './life.ts';
import { TEXTS, USUAL, type Oddities } from './oddities.ts';
import type { Fault } from './service.ts';

/** `which`: taken modulo the number of documents, so it is valid as long as there are any. */
export type Act =
  | { readonly do: 'add'; readonly folder: Folder; readonly to: number }
  | {
      readonly do: 'edit';
      readonly which: number;
      readonly part: 'title' | 'text' | 'time' | 'to' | 'category';
      readonly value: number;
    }
  | { readonly do: 'move' | 'delete' | 'revert'; readonly which: number }
  | {
      readonly do:
        | 'colleague edits'
        | 'colleague fills in'
        | 'colleague renames'
        | 'colleague deletes'
        | 'colleague makes again'
        | 'colleague copies'
        | 'lists leave one out';
      readonly which: number;
    }
  | { readonly do: 'colleague adds' }
  | { readonly do: 'undelete' }
  | { readonly do: 'lists are cut' | 'lists are whole' | 'state is lost' }
  | { readonly do: 'time passes'; readonly seconds: number }
  | { readonly do: 'plan is reviewed'; readonly isForced: boolean }
  | Sync;

export interface Sync {
  readonly do: 'sync';
  readonly faults?: readonly Fault[];
  readonly death?: Death;
  /** Where it runs: in the last clone, in another one, or in a new one. Only with the state in git. */
  readonly in?: 'same' | 'other' | 'fresh';
  readonly atOnce?: number;
  /** `force`: with --ours and --overwrite-drift. `reviewed`: what was reviewed last, by its digest, again and again. */
  readonly with?: 'force' | 'reviewed';
}

export interface History {
  readonly state: 'file' | 'git';
  readonly oddities: Oddities;
  readonly acts: readonly Act[];
}

const upTo = (most: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: most });
const which = upTo(5);

const oddities: fc.Arbitrary<Oddities> = fc.record({
  profile: fc.constantFrom('extended', 'documented'),
  ids: fc.constantFrom('object-id', 'object-id', 'object-id', 'uuid', 'number', 'digits', 'short'),
  lag: fc.constantFrom(0, 0, 0, 1, 2.5, 4),
  lagById: fc.constantFrom(0, 0, 1, 3, 20),
  texts: fc.constantFrom('exact', 'exact', ...(Object.keys(TEXTS) as (keyof typeof TEXTS)[])),
  descriptions: fc.constantFrom('kept', 'kept', 'kept', 'dropped'),
  answers: fc.constantFrom('object', 'object', 'part', 'nothing', 'nothing-and-location'),
  idempotency: fc.constantFrom(false, false, true),
  etags: fc.boolean(),
  pages: fc.constantFrom('large', 'small'),
  totals: fc.constantFrom(true, true, false),
  order: fc.constantFrom('oldest-first', 'newest-first'),
  defaults: fc.boolean(),
  textInLists: fc.boolean(),
});

const fault: fc.Arbitrary<Fault> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('lose-reply', 'late', 'fail-after'),
      method: fc.constant('POST'),
      nth: fc.integer({ min: 1, max: 4 }),
    }) as fc.Arbitrary<Fault>,
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('lose-request', 'lose-reply', 'fail', 'fail-after', 'refuse', 'truncate'),
      method: fc.constantFrom('POST', 'PUT', 'DELETE', 'GET'),
      nth: fc.integer({ min: 1, max: 6 }),
    }) as fc.Arbitrary<Fault>,
  },
);

const death = (state: History['state']): fc.Arbitrary<Death> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        on: fc.constant('write'),
        nth: fc.integer({ min: 1, max: 6 }),
        when: fc.constantFrom('before', 'after'),
      }) as fc.Arbitrary<Death>,
    },
    {
      weight: 3,
      arbitrary: fc.record({
        on: fc.constant('disk'),
        nth: fc.integer({ min: 1, max: 20 }),
        when: fc.constantFrom('before', 'after'),
      }) as fc.Arbitrary<Death>,
    },
    {
      weight: 1,
      arbitrary: fc.record({
        on: fc.constant('read'),
        nth: fc.integer({ min: 1, max: 30 }),
        when: fc.constantFrom('before', 'after'),
      }) as fc.Arbitrary<Death>,
    },
    {
      weight: state === 'git' ? 4 : 0,
      arbitrary: fc.record({
        on: fc.constant('push'),
        nth: fc.integer({ min: 1, max: 5 }),
        when: fc.constantFrom('before', 'after'),
      }) as fc.Arbitrary<Death>,
    },
  );

const sync = (state: History['state']): fc.Arbitrary<Sync> =>
  fc.record(
    {
      do: fc.constant('sync' as const),
      faults: fc.array(fault, { minLength: 1, maxLength: 2 }),
      death: death(state),
      in: state === 'git' ? fc.constantFrom('same', 'other', 'fresh') : fc.constant('same'),
      atOnce: fc.constantFrom(1, 1, 8),
      with: fc.constantFrom('force', 'reviewed', 'reviewed'),
    },
    { requiredKeys: ['do', 'in', 'atOnce'] },
  ) as fc.Arbitrary<Sync>;

const act = (state: History['state']): fc.Arbitrary<Act> =>
  fc.oneof(
    { weight: 14, arbitrary: sync(state) },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('add' as const), folder: fc.constantFrom(...FOLDERS), to: which }),
    },
    {
      weight: 9,
      arbitrary: fc.record({
        do: fc.constant('edit' as const),
        which,
        part: fc.constantFrom('title', 'text', 'text', 'time', 'to', 'category', 'category'),
        value: upTo(7),
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('move', 'delete', 'revert'), which }) },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constantFrom(
          'colleague edits',
          'colleague edits',
          'colleague fills in',
          'colleague fills in',
          'colleague renames',
          'colleague deletes',
          'colleague makes again',
          'colleague makes again',
          'colleague copies',
          'lists leave one out',
        ),
        which,
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('plan is reviewed' as const), isForced: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('undelete' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constantFrom('colleague adds', 'state is lost', 'lists are cut', 'lists are whole'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('time passes' as const), seconds: fc.constantFrom(1, 5, 30, 90, 400) }),
    },
  ) as fc.Arbitrary<Act>;

export const histories = (state: History['state']): fc.Arbitrary<History> =>
  fc.record({
    state: fc.constant(state),
    oddities,
    // A sync with its state in git starts thirty programs.
    acts: fc.array(act(state), { minLength: 2, maxLength: state === 'git' ? 8 : 14, size: 'max' }),
  });

/** One line per act, preceded by how the service differs from a usual one. */
export function scriptOf({ state, oddities: given, acts }: History): string {
  const odd = Object.entries(given).filter(([name, value]) => value !== USUAL[name as keyof Oddities]);
  const words = ({ do: name, ...details }: Act): string => {
    const said = Object.entries(details).map(([key, value]) => `${key} ${JSON.stringify(value).replaceAll('"', '')}`);
    return `${name}${said.length > 0 ? ` (${said.join(', ')})` : ''}`;
  };
  return [
    `state: ${state}; service: ${odd.map(([name, value]) => `${name} ${String(value)}`).join(', ') || 'usual'}`,
    ...acts.map((each, index) => `${index + 1}. ${words(each)}`),
    `again: GITCAST_HISTORY='${JSON.stringify({ state, oddities: Object.fromEntries(odd), acts })}'`,
  ].join('\n');
}

export function parseHistory(text: string): History {
  const given = JSON.parse(text) as History;
  return { ...given, oddities: { ...USUAL, ...given.oddities } };
}
