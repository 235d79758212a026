/**
 * A plan that `plan --out` has saved. Somebody may have edited the file, or another version written it, so every part of
 * it is checked before anything is sent. The tables below name every field: one that is added to a plan without its check
 * does not compile.
 */
import { existsSync, readFileSync } from 'node:fs';
import { place } from '../../content/placement.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { isObject } from '../../values/json.ts';
import { isKindName } from '../../kinds/registry.ts';
import { readIdentity, type TargetIdentity } from '../../model/target-identity.ts';
import type { Action, Certainty, Change, Plan } from '../../plan/plan.ts';
import { refuseForeignPlan } from './refuse-plan.ts';
import type { OpenTarget } from '../target/open-target.ts';

export function readSavedPlan(file: string, { name: target, identity }: Pick<OpenTarget, 'name' | 'identity'>): Plan {
  const plan = parsed(file);
  if (plan['version'] !== 1) throw refused(`${file} is not a plan that this version can apply`);
  const changes = Array.isArray(plan['changes']) ? (plan['changes'] as readonly unknown[]) : [];
  if (plan['offline'] !== undefined || changes.some((each) => isObject(each) && each['certainty'] === 'offline')) {
    throw new UserError(`${file} was made offline: nobody has looked at what the target holds, so it is not applied`, {
      suggestion: 'make one with gitcast plan --out FILE, without --offline',
    });
  }
  if (plan['target'] !== target) {
    throw new UserError(`${file} is a plan for the target ${String(plan['target'])}, and this is ${target}`, {
      suggestion: `make one with gitcast plan --target ${target} --out FILE`,
    });
  }
  checkFields(plan, PLAN, file);
  refuseForeignPlan(plan as Partial<Plan>, { file, identity });
  const made = new Set<string>();
  for (const [index, change] of changes.entries()) checkChange(change, `${file}, changes[${index}]`, made);
  return plan as unknown as Plan;
}

const SUGGESTION = 'make one with gitcast plan --out FILE';
const refused = (message: string): UserError => new UserError(message, { suggestion: SUGGESTION });

function parsed(file: string): Readonly<Record<string, unknown>> {
  if (!existsSync(file)) throw refused(`there is no file ${file}`);
  try {
    const plan: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isObject(plan)) return plan;
  } catch {
    // The sentence below says it.
  }
  throw refused(`${file} is not a plan`);
}

type Check<T> = (value: unknown) => value is T;
type Checks<T> = { readonly [K in keyof Required<T>]: Check<NonNullable<T[K]>> };

function checkFields<T>(value: Readonly<Record<string, unknown>>, checks: Checks<T>, where: string): void {
  for (const [name, check] of Object.entries<Check<unknown>>(checks)) {
    if (value[name] === undefined && OPTIONAL.has(name)) continue;
    if (value[name] === undefined) throw refused(`${where}: \`${name}\` is missing`);
    if (!check(value[name]))
      throw refused(`${where}: \`${name}\` is ${inFewWords(value[name])}, which gitcast does not know`);
  }
}

/** `made`: the addresses that earlier changes of the plan create. */
function checkChange(change: unknown, where: string, made: Set<string>): void {
  if (!isObject(change)) throw refused(`${where} is not a change`);
  checkFields(change, CHANGE, where);
  const { address, kind, action, certainty } = change as unknown as Change;
  const placed = place(`${address}.yaml`);
  if (placed.type !== 'document' || placed.kind !== kind) {
    throw refused(`${where}: ${inFewWords(address)} is not the address of a document of the kind ${kind}`);
  }
  const { needs, certainties } = ACTIONS[action];
  if (action === 'create' || action === 'replace') made.add(address);
  const missing = needs.find((name) => change[name] === undefined && !(name === 'id' && made.has(address)));
  if (missing !== undefined) throw refused(`${where}: ${action} ${address} has no \`${missing}\``);
  if (!certainties.includes(certainty)) {
    throw refused(`${where}: ${action} ${address} has the certainty ${certainty}, which no ${action} has`);
  }
}

interface ActionForm {
  readonly needs: readonly (keyof Change)[];
  readonly certainties: readonly Certainty[];
}

const ANY: readonly Certainty[] = ['verified', 'blind', 'replace', 'manual'];

const ACTIONS: Readonly<Record<Action, ActionForm>> = {
  create: { needs: ['after'], certainties: ['verified', 'blind'] },
  update: { needs: ['id', 'after'], certainties: ['verified', 'blind'] },
  replace: { needs: ['id', 'after'], certainties: ['replace'] },
  delete: { needs: ['id'], certainties: ['verified', 'blind'] },
  adopt: { needs: ['id'], certainties: ['verified', 'blind'] },
  move: { needs: ['id', 'from'], certainties: ['verified', 'blind'] },
  forget: { needs: [], certainties: ['verified', 'blind'] },
  drift: { needs: [], certainties: ANY },
  conflict: { needs: [], certainties: ANY },
  manual: { needs: [], certainties: ANY },
};

const CERTAINTIES: Readonly<Record<Certainty, true>> = {
  verified: true,
  blind: true,
  offline: true,
  replace: true,
  manual: true,
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isAnyText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isTrue = (value: unknown): value is true => value === true;
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isAnyObject = (value: unknown): value is never => isObject(value);
const listOf =
  <T>(isItem: Check<T>): Check<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(isItem);
const oneOf =
  <T extends string>(names: Readonly<Record<T, unknown>>): Check<T> =>
  (value): value is T =>
    typeof value === 'string' && Object.hasOwn(names, value);
const objectOf =
  <T>(test: (value: Readonly<Record<string, unknown>>) => boolean): Check<T> =>
  (value): value is T =>
    isObject(value) && test(value);

const isPath = listOf((step: unknown): step is string | number => isAnyText(step) || isCount(step));

/** Left out where they do not apply; JSON leaves out what is undefined too. */
const OPTIONAL: ReadonlySet<string> = new Set<keyof Change | keyof Plan>([
  'id',
  'after',
  'fingerprint',
  'replaces',
  'unshown',
  'settles',
  'waitsUntil',
  'from',
  'protect',
  'updatedAt',
  'edited',
  'body',
  'offline',
  'identity',
  'open',
  'absent',
  'unread',
  'uncompared',
  'storedDifferently',
  'leftOut',
]);

const CHANGE: Checks<Change> = {
  address: isText,
  kind: (value): value is Change['kind'] => isText(value) && isKindName(value),
  action: oneOf<Action>(ACTIONS),
  certainty: oneOf<Certainty>(CERTAINTIES),
  id: isText,
  fields: listOf(objectOf(({ name }) => isAnyText(name))),
  after: isAnyObject,
  pointers: listOf(objectOf(({ path, address }) => isPath(path) && isText(address))),
  secrets: listOf(isPath),
  reason: isAnyText,
  dependsOn: listOf(isText),
  fingerprint: isText,
  agreed: objectOf((leaves) => Object.values(leaves).every(isLeaf)),
  sets: listOf(isAnyText),
  drops: listOf(isAnyText),
  replaces: listOf(isText),
  unshown: listOf(isText),
  settles: listOf(isText),
  waitsUntil: isCount,
  from: isText,
  protect: isTrue,
  updatedAt: isText,
  edited: isTrue,
  body: isAnyText,
};

const PLAN: Checks<Plan> = {
  identity: (value): value is TargetIdentity => readIdentity(value) !== undefined,
  version: (value): value is 1 => value === 1,
  target: isText,
  offline: isTrue,
  complete: isBoolean,
  summary: objectOf((counts) => Object.values(counts).every(isCount)),
  requests: isCount,
  changes: (value): value is Plan['changes'] => Array.isArray(value),
  open: listOf(objectOf(({ address, key, until }) => isText(address) && isText(key) && isCount(until))),
  absent: listOf(isText),
  unread: listOf(objectOf(({ kind, reason }) => isText(kind) && isKindName(kind) && isAnyText(reason))),
  uncompared: listOf(isText),
  storedDifferently: listOf(objectOf(({ address, field }) => isText(address) && isText(field))),
  leftOut: isCount,
  notes: listOf(isAnyText),
  refusals: listOf(objectOf(({ reason, flag = '' }) => isAnyText(reason) && isAnyText(flag))),
};

function isLeaf(leaf: unknown): boolean {
  return isObject(leaf) && isAnyText(leaf['sent']) && isAnyText(leaf['answered']);
}

function inFewWords(value: unknown): string {
  return typeof value === 'string' ? `“${value.slice(0, 60)}”` : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
