/** A plan saved by `plan --out`: read, checked, and refused as a whole if any part of it is wrong. */
import { existsSync, readFileSync } from 'node:fs';
import { place } from '../../content/placement.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { Change, Plan } from '../../plan/plan.ts';
import { isObject } from '../../values/json.ts';
import { describeMismatch, hasShape, mismatchOf } from '../../values/shape.ts';
import type { OpenTarget } from '../target/open-target.ts';
import { ACTION_FORMS, planShape } from './plan-shape.ts';
import { refuseForeignPlan } from './refuse-plan.ts';

export function readSavedPlan(file: string, { name: target, identity }: Pick<OpenTarget, 'name' | 'identity'>): Plan {
  const plan = parsed(file);
  if (plan['version'] !== 1) throw refused(`${file} is not a plan that this version can apply`);
  if (isOffline(plan)) {
    throw new UserError(`${file} was made offline, without reading the target, so it cannot be applied`, {
      suggestion: 'make one with gitcast plan --out FILE, without --offline',
    });
  }
  if (plan['target'] !== target) {
    throw new UserError(`${file} is a plan for the target ${String(plan['target'])}, not for ${target}`, {
      suggestion: `make one with gitcast plan --target ${target} --out FILE`,
    });
  }
  if (!hasShape(plan, planShape)) throw refused(`${file}: ${describeMismatch(mismatchOf(plan, planShape)!)}`);
  refuseForeignPlan(plan, { file, identity });
  checkChanges(plan.changes, file);
  return plan;
}

const SUGGESTION = 'make one with gitcast plan --out FILE';
const refused = (message: string): UserError => new UserError(message, { suggestion: SUGGESTION });

function parsed(file: string): Readonly<Record<string, unknown>> {
  if (!existsSync(file)) throw refused(`there is no file ${file}`);
  try {
    const plan: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isObject(plan)) return plan;
  } catch {
    // Reported below.
  }
  throw refused(`${file} is not a plan`);
}

function isOffline({ offline, changes }: Readonly<Record<string, unknown>>): boolean {
  const listed: readonly unknown[] = Array.isArray(changes) ? changes : [];
  return offline !== undefined || listed.some((each) => isObject(each) && each['certainty'] === 'offline');
}

/** A plan with the right types can still contain changes that no plan has. */
function checkChanges(changes: readonly Change[], file: string): void {
  const made = new Set<string>();
  for (const [index, change] of changes.entries()) {
    const { address, kind, action, certainty } = change;
    const where = `${file}, changes[${index}]`;
    const placed = place(`${address}.yaml`);
    if (placed.type !== 'document' || placed.kind !== kind)
      throw refused(`${where}: “${address.slice(0, 60)}” is not the address of a document of the kind ${kind}`);
    const { needs, certainties } = ACTION_FORMS[action];
    if (action === 'create' || action === 'replace') made.add(address);
    const missing = needs.find((name) => change[name] === undefined && !(name === 'id' && made.has(address)));
    if (missing !== undefined) throw refused(`${where}: ${action} ${address} has no \`${missing}\``);
    if (!certainties.includes(certainty))
      throw refused(`${where}: ${action} ${address} has the certainty ${certainty}, which no ${action} has`);
  }
}
