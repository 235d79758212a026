import { isObject } from '../values/json.ts';

/**
 * Injected faults: with `--faults`, a test sets rules and the service misbehaves accordingly. A rule matches requests
 * by method and path, and applies to the nth of them or at random with a seed, so that every failure can be reproduced.
 */
export type FaultAction =
  | 'latency'
  | 'status-429'
  | 'status-500'
  | 'reset-before'
  | 'reset-after'
  | 'truncate'
  | 'duplicate-deliveries';

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

const ACTIONS: readonly string[] = [
  'latency',
  'status-429',
  'status-500',
  'reset-before',
  'reset-after',
  'truncate',
  'duplicate-deliveries',
] satisfies readonly FaultAction[];

export interface Faults {
  readonly arm: (rules: readonly FaultRule[]) => Promise<void>;
  /** The faults that apply to this request. */
  readonly strike: (method: string, path: string) => Promise<readonly FaultRule[]>;
  readonly duplicatesDeliveries: () => Promise<boolean>;
}

/** Of a single copy of the service. */
export class LocalFaults implements Faults {
  #armed: { readonly rule: FaultRule; seen: number }[] = [];

  async arm(rules: readonly FaultRule[]): Promise<void> {
    this.#armed = rules.map((rule) => ({ rule, seen: 0 }));
  }

  async strike(method: string, path: string): Promise<readonly FaultRule[]> {
    return this.#armed
      .filter(({ rule }) => matches(rule, method, path))
      .filter((armed) => strikes(armed.rule, (armed.seen += 1)))
      .map(({ rule }) => rule);
  }

  async duplicatesDeliveries(): Promise<boolean> {
    return this.#armed.some(({ rule }) => rule.do === 'duplicate-deliveries');
  }
}

export const matches = (rule: FaultRule, method: string, path: string): boolean =>
  (rule.method ?? method) === method && path.includes(rule.path ?? '');

/** Whether a rule applies to this one of the matching requests, counted from 1. */
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

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isAmount: Check = (value) => typeof value === 'number' && value >= 0;

const FIELDS: Readonly<Record<keyof FaultRule, Check>> = {
  do: (value) => ACTIONS.includes(value as string),
  method: isText,
  path: isText,
  nth: (value) => Number.isInteger(value) && isAmount(value),
  rate: (value) => isAmount(value) && (value as number) <= 1,
  seed: Number.isInteger,
  ms: isAmount,
  retryAfter: isAmount,
};

const isFaultRule: Check = (rule) =>
  isObject(rule) &&
  Object.hasOwn(rule, 'do') &&
  Object.entries(rule).every(([name, value]) => Object.hasOwn(FIELDS, name) && FIELDS[name as keyof FaultRule](value));

export const isFaultRules = (value: unknown): value is readonly FaultRule[] =>
  Array.isArray(value) && value.every(isFaultRule);
