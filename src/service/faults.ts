import { invalid, pointerBelow, type FieldProblem } from './http/problem.ts';
import { all, changeAtOnce, run, type Engine, type Work } from './store/work.ts';
import { isObject } from '../values/json.ts';

/**
 * Injected faults: with `--faults`, a test sets rules and the service misbehaves accordingly. A rule matches requests
 * by method and path, and applies to the nth of them or at random with a seed, so that every failure can be reproduced.
 */
export type FaultAction = (typeof ACTIONS)[number];

export interface FaultRule {
  readonly do: FaultAction;
  readonly method?: string;
  /** A substring of the path. */
  readonly path?: string;
  /** Applies to this one of the matching requests, counted from 1. */
  readonly nth?: number;
  /** Applies with this probability, from 0 to 1. */
  readonly rate?: number;
  readonly seed?: number;
  /** Milliseconds of latency. */
  readonly ms?: number;
  /** Seconds to wait, as sent with a 429. */
  readonly retryAfter?: number;
}

const ACTIONS = [
  'latency',
  'status-429',
  'status-500',
  'reset-before',
  'reset-after',
  'truncate',
  'duplicate-deliveries',
] as const;

export interface Faults {
  readonly arm: (rules: readonly FaultRule[]) => Promise<void>;
  /** The faults that apply to this request. */
  readonly strike: (method: string, path: string) => Promise<readonly FaultRule[]>;
  readonly duplicatesDeliveries: () => Promise<boolean>;
}

interface Armed {
  readonly number: number;
  readonly rule: FaultRule;
}

/** The armed rules, with the number of requests that each has seen. */
interface ArmedRules {
  readonly replace: (rules: readonly FaultRule[]) => Promise<void>;
  readonly list: () => Promise<readonly Armed[]>;
  /** Which one of the matching requests this is, counted from 1. */
  readonly count: (number: number) => Promise<number>;
}

/** On a database that several copies of the service share, a rule counts the requests to all of them. */
export function createFaults(engine: Engine): Faults {
  const armed = engine.isShared ? rulesIn(engine) : rulesInMemory();
  return {
    arm: armed.replace,
    async strike(method, path) {
      const struck: FaultRule[] = [];
      for (const { number, rule } of await armed.list())
        if (matches(rule, method, path) && strikes(rule, await armed.count(number))) struck.push(rule);
      return struck;
    },
    duplicatesDeliveries: async () => (await armed.list()).some(({ rule }) => rule.do === 'duplicate-deliveries'),
  };
}

function rulesInMemory(): ArmedRules {
  let armed: (Armed & { seen: number })[] = [];
  return {
    replace: async (rules) => void (armed = rules.map((rule, number) => ({ number, rule, seen: 0 }))),
    list: async () => armed,
    count: async (number) => (armed[number] ? (armed[number].seen += 1) : 0),
  };
}

const rulesIn = (engine: Engine): ArmedRules => ({
  replace: (rules) => engine.write('everything', () => replaceRules(rules)),
  list: async () => {
    const stored = await engine.read('everything', () =>
      all<{ number: number; rule: string }>('SELECT number, rule FROM faults ORDER BY number'),
    );
    return stored.map(({ number, rule }) => ({ number, rule: JSON.parse(rule) as FaultRule }));
  },
  count: (number) => engine.write('everything', () => countRequest(number)),
});

function* replaceRules(rules: readonly FaultRule[]): Work<void> {
  yield* run('DELETE FROM faults');
  for (const [number, rule] of rules.entries())
    yield* run('INSERT INTO faults (number, rule) VALUES (?, ?)', number, JSON.stringify(rule));
}

function* countRequest(number: number): Work<number> {
  const counted = yield* changeAtOnce<{ seen: number }>(
    'UPDATE faults SET seen = seen + 1 WHERE number = ? RETURNING seen',
    number,
  );
  return counted?.seen ?? 0;
}

const matches = (rule: FaultRule, method: string, path: string): boolean =>
  (rule.method ?? method) === method && path.includes(rule.path ?? '');

/** A rule applies to this one of the matching requests, counted from 1. */
export function strikes({ nth, rate, seed = 1 }: FaultRule, seen: number): boolean {
  if (nth !== undefined) return seen === nth;
  return rate === undefined || randomOf(seed, seen) < rate;
}

/** The nth number of mulberry32: small, seeded, and good enough to spread faults. */
function randomOf(seed: number, nth: number): number {
  let t = (seed + Math.imul(nth, 0x6d2b79f5)) >>> 0;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
}

/** A value must have this form, in words for the person who wrote the rule. */
interface Form {
  readonly has: (value: unknown) => boolean;
  readonly words: string;
}

const TEXT: Form = { has: (value) => typeof value === 'string', words: 'must be a text' };

const number = (least: number, most: number, { isWhole = false } = {}): Form => ({
  has: (value) => typeof value === 'number' && value >= least && value <= most && (!isWhole || Number.isInteger(value)),
  words: `must be ${isWhole ? 'an integer' : 'a number'} from ${least} to ${most}`,
});

/** A day: a timer for more than 24 of them would end at once. */
const LONGEST_MS = 24 * 60 * 60 * 1000;
/** Each one is compared with every request. */
const MOST_RULES = 100;

const FORMS: Readonly<Record<keyof FaultRule, Form>> = {
  do: { has: (value) => ACTIONS.includes(value as FaultAction), words: `must be one of ${ACTIONS.join(', ')}` },
  method: {
    has: (value) => typeof value === 'string' && /^[A-Z]+$/.test(value),
    words: 'must be a method in capitals, such as POST',
  },
  path: TEXT,
  nth: number(1, Number.MAX_SAFE_INTEGER, { isWhole: true }),
  rate: number(0, 1),
  seed: number(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, { isWhole: true }),
  ms: number(0, LONGEST_MS),
  retryAfter: number(0, LONGEST_MS / 1000, { isWhole: true }),
};

/** Throws a problem that names every value that is wrong. */
export function readFaultRules(given: unknown): readonly FaultRule[] {
  if (!Array.isArray(given)) throw invalid([{ pointer: '', detail: 'must be a list of fault rules' }]);
  if (given.length > MOST_RULES) throw invalid([{ pointer: '', detail: `must be at most ${MOST_RULES} rules` }]);
  const problems = given.flatMap((rule: unknown, index) => problemsOf(rule, `/${index}`));
  if (problems.length > 0) throw invalid(problems);
  return given as readonly FaultRule[];
}

function problemsOf(rule: unknown, pointer: string): readonly FieldProblem[] {
  if (!isObject(rule)) return [{ pointer, detail: 'must be an object' }];
  const names = new Set(['do', ...Object.keys(rule)]);
  return [...names].flatMap((name) => {
    const form = Object.hasOwn(FORMS, name) ? FORMS[name as keyof FaultRule] : undefined;
    if (form?.has(rule[name])) return [];
    return [{ pointer: pointerBelow(pointer, name), detail: form?.words ?? 'is not a known field' }];
  });
}
