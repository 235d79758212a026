/** A saved plan as text: checked, and refused as a whole if any part of it is wrong. */
import { UserError } from '../../diagnostics/errors.ts';
import { call, option, worded } from '../../diagnostics/wording.ts';
import { isAddressOf } from '../../model/address-shape.ts';
import { EMPTY_BASE, type Base } from '../../model/base.ts';
import { canonical } from '../../values/canonical.ts';
import { digest } from '../../values/digest.ts';
import { isObject, nestsDeeper, type JsonObject } from '../../values/json.ts';
import { describeMismatch, hasShape, mismatchOf } from '../../values/shape.ts';
import { readStrictJson } from '../../values/strict-json.ts';
import { planShape, type Action, type Certainty, type Change, type Plan, type Summary } from '../plan.ts';
import { sealOf } from '../review/plan-seal.ts';
import { shownDifference } from './shown-and-sent.ts';

/** It ends with a checksum of everything before it, so that an edit of any part is noticed. */
export function planText(plan: Plan): string {
  const saved = JSON.parse(JSON.stringify(plan)) as JsonObject;
  return `${JSON.stringify({ ...saved, checksum: checksumOf(saved) }, null, 2)}\n`;
}

const withoutChecksum = ({ checksum: _, ...plan }: JsonObject): JsonObject => plan;

const checksumOf = (plan: JsonObject): string => digest(canonical(plan));

interface Applying {
  /** The name of the target. */
  readonly target: string;
  /** The objects that are managed on it now; absent if the plan is only recorded. */
  readonly base?: Base | undefined;
  /** Throws if the plan was made for a different target of this name. */
  readonly assertOurs: (plan: Plan) => void;
}

/** The plan in a text, to be applied. `file`: the name of the text in messages. */
export function applicablePlan(text: string, file: string, { target, base = EMPTY_BASE, assertOurs }: Applying): Plan {
  const written = parsed(text, file);
  if (written['version'] !== 1) throw refused(`${file} is not a plan that this version can apply`);
  if (isOffline(written)) {
    throw new UserError(`${file} was made offline and not compared with the target, so it cannot be applied`, {
      suggestion: worded`${SUGGESTION}, without ${option('offline')}`,
    });
  }
  if (written['target'] !== target) {
    throw new UserError(`${file} is for target ${String(written['target'])}, not ${target}`, {
      suggestion: worded`make one with ${call('plan', { target, out: 'FILE' })}`,
    });
  }
  return soundPlan(written, { file, base, assertOurs });
}

/** The plan in a text, only to be shown: it may have been made offline, or for a target that is not configured here. */
export function shownPlan(text: string, file: string): Plan {
  const written = parsed(text, file);
  if (written['version'] !== 1) throw refused(`${file} is not a plan that this version can show`);
  return soundPlan(written, { file, base: EMPTY_BASE });
}

interface Reading extends Partial<Pick<Applying, 'assertOurs'>> {
  readonly file: string;
  readonly base: Base;
}

/** One function, so that nothing is recorded or applied that is not shown. */
function soundPlan(written: JsonObject, { file, base, assertOurs = () => {} }: Reading): Plan {
  const plan = withoutChecksum(written);
  if (!hasShape(plan, planShape)) throw refused(`${file}: ${describeMismatch(mismatchOf(plan, planShape)!)}`);
  assertOurs(plan);
  checkAddresses(plan.changes, file);
  if (!isOffline(plan)) checkChanges(plan.changes, file);
  checkSummary(plan, file);
  if (!isOffline(plan)) checkShown(plan, base, file);
  const sealed = isOffline(plan) ? withoutDigest(plan) : withDigest(plan, file);
  checkChecksum(written, file);
  return sealed;
}

const SUGGESTION = worded`make one with ${call('plan', { out: 'FILE' })}`;
export const refused = (message: string): UserError => new UserError(message, { suggestion: SUGGESTION });

/** Values nest as deep as content may. */
const DEEPEST = 200;

function parsed(text: string, file: string): JsonObject {
  if (nestsDeeper(text, DEEPEST)) throw refused(`${file} is not a plan: it nests too deep`);
  const plan = readStrictJson(text);
  if (!plan.ok) throw refused(`${file} is not a plan: ${plan.why}`);
  if (isObject(plan.value)) return plan.value;
  throw refused(`${file} is not a plan: it is not an object`);
}

function isOffline({ offline, changes }: Readonly<Record<string, unknown>>): boolean {
  const listed: readonly unknown[] = Array.isArray(changes) ? changes : [];
  return offline !== undefined || listed.some((each) => isObject(each) && each['certainty'] === 'offline');
}

function checkAddresses(changes: readonly Change[], file: string): void {
  for (const [index, { address, kind }] of changes.entries()) {
    if (isAddressOf(address, kind)) continue;
    const what = `“${address.slice(0, 60)}” is not the address of a document of the kind ${kind}`;
    throw refused(`${file}, changes[${index}]: ${what}`);
  }
}

interface ActionForm {
  readonly needs: readonly (keyof Change)[];
  readonly certainties: readonly Certainty[];
}

const ANY: readonly Certainty[] = ['verified', 'blind', 'replace', 'manual'];

/** The fields that each action needs, and how certain it can be. */
const ACTION_FORMS: Readonly<Record<Action, ActionForm>> = {
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

/** A plan with the right types can still contain changes that no plan has. */
function checkChanges(changes: readonly Change[], file: string): void {
  const made = new Set<string>();
  for (const [index, change] of changes.entries()) {
    const { address, action, certainty } = change;
    const where = `${file}, changes[${index}]`;
    const { needs, certainties } = ACTION_FORMS[action];
    if (action === 'create' || action === 'replace') made.add(address);
    const missing = needs.find((name) => change[name] === undefined && !(name === 'id' && made.has(address)));
    if (missing !== undefined) throw refused(`${where}: ${action} ${address} has no \`${missing}\``);
    const names = change.fields.map(({ name }) => name);
    const repeated = names.find((name, at) => names.indexOf(name) !== at);
    if (repeated !== undefined) throw refused(`${where}: ${action} ${address} shows \`${repeated}\` twice`);
    if (!certainties.includes(certainty))
      throw refused(`${where}: ${action} ${address} has the certainty ${certainty}, which no ${action} has`);
  }
}

function checkSummary({ summary, changes }: Plan, file: string): void {
  const { unchanged: _, ...counts } = summary;
  for (const action of Object.keys(counts) as (keyof Omit<Summary, 'unchanged'>)[]) {
    const found = changes.filter((change) => change.action === action).length;
    if (found !== counts[action])
      throw refused(`${file}: \`summary.${action}\` is ${counts[action]}, but \`changes\` has ${found}`);
  }
}

function checkShown(plan: Plan, base: Base, file: string): void {
  const difference = shownDifference(plan, base);
  if (!difference) return;
  const { action, address } = plan.changes[difference.index]!;
  throw refused(`${file}, changes[${difference.index}]: ${action} ${address} is not what it shows: ${difference.why}`);
}

/**
 * The last check, because the others explain more. Somebody who edits the file on purpose can compute it anew, but not make
 * a reviewed sync apply the result: that makes its own plan.
 */
function checkChecksum(written: JsonObject, file: string): void {
  const { checksum } = written;
  if (checksum !== checksumOf(withoutChecksum(written)))
    throw refused(`${file} was edited: its content does not have its checksum`);
}

/** A plan that was made offline cannot be approved. */
const withoutDigest = ({ digest: _, ...plan }: Plan): Plan => plan;

/** The digest of what the plan contains. A different one in the file means that somebody edited the file. */
function withDigest(plan: Plan, file: string): Plan {
  const { identity, digest: noted } = plan;
  if (!identity) return withoutDigest(plan);
  const { digest: found } = sealOf({ ...plan, identity }, digest);
  if (noted === undefined || noted === found) return { ...plan, digest: found };
  throw refused(`${file} was edited: its digest is ${noted.slice(0, 40)}, and that of its changes is ${found}`);
}
