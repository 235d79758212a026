/**
 * The plans of many broadcasts in one file, for the jobs of a CI host: an artifact with one file of a known name can be read
 * without unpacking names that somebody else has chosen. A bundle is data of a pull request, so every part is checked.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import * as is from '../../values/shape.ts';
import { readStrictJson } from '../../values/strict-json.ts';
import { writeFile } from '../../machine/write-files.ts';
import { inTemporaryFolder } from '../../machine/temporary-folder.ts';

const anyObject: is.Shape<object> = is.shape(
  'an object',
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** A broadcast with its plan as `plan` saves it, or the reason why there is none. */
const bundledPlan = is.object({ folder: is.filledText, plan: is.optional(anyObject), error: is.optional(is.text) });

const bundleShape = is.object({
  version: is.exactly(1),
  /** The number of broadcasts in the workspace. */
  total: is.count,
  removed: is.listOf(is.filledText),
  moved: is.optional(is.listOf(is.object({ from: is.filledText, to: is.filledText }))),
  broadcasts: is.listOf(bundledPlan),
});

type PlanBundle = is.InferOf<typeof bundleShape>;

export const isBundle = (path: string): boolean => path.endsWith('.json');

interface Unsaved extends Omit<PlanBundle, 'version' | 'broadcasts'> {
  readonly broadcasts: readonly Omit<is.InferOf<typeof bundledPlan>, 'plan'>[];
}

/** Puts the plans that `plan` has saved in a folder into one file. */
export function bundlePlans(file: string, plans: string, { total, removed, moved = [], broadcasts }: Unsaved): void {
  const parts = broadcasts.map(({ folder, error = 'there is no plan' }) => {
    const saved = planFile(plans, folder);
    const content = existsSync(saved)
      ? `"plan": ${readFileSync(saved, 'utf8').trimEnd()}`
      : `"error": ${JSON.stringify(error)}`;
    return `{ "folder": ${JSON.stringify(folder)}, ${content} }`;
  });
  const head = `"version": 1, "total": ${total}, "removed": ${JSON.stringify(removed)}, "moved": ${JSON.stringify(moved)}`;
  writeFile(file, `{ ${head}, "broadcasts": [\n${parts.join(',\n')}\n] }\n`, { mode: 0o600 });
}

/** One bundle or, in a folder, those of several runners as one. */
export function readBundles(path: string): PlanBundle {
  const bundles = filesAt(path).map(readBundle);
  const broadcasts = bundles.flatMap((each) => each.broadcasts);
  const twice = broadcasts.find(
    ({ folder }, index) => broadcasts.findIndex((each) => each.folder === folder) !== index,
  );
  if (twice) throw refused(path, `it has two plans of ${twice.folder}`);
  return {
    version: 1,
    total: Math.max(0, ...bundles.map(({ total }) => total)),
    removed: [...new Set(bundles.flatMap(({ removed }) => removed))],
    // Every runner has the same list.
    moved: [...new Map(bundles.flatMap(({ moved = [] }) => moved).map((each) => [each.from, each])).values()],
    broadcasts: broadcasts.toSorted((one, other) => (one.folder < other.folder ? -1 : 1)),
  };
}

function filesAt(path: string): readonly string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const found = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('plan.json'));
  return found.sort().map((name) => join(path, name));
}

function readBundle(file: string): PlanBundle {
  if (!existsSync(file)) throw refused(file, 'there is no such file');
  const bundle = readStrictJson(readFileSync(file, 'utf8'));
  if (!bundle.ok) throw refused(file, bundle.why);
  if (is.hasShape(bundle.value, bundleShape)) return bundle.value;
  throw refused(file, is.describeMismatch(is.mismatchOf(bundle.value, bundleShape)!));
}

const refused = (file: string, why: string): UserError =>
  new UserError(`${file} is not a file with the plans of a workspace: ${why}`, {
    suggestion: 'make one with gitcast plan --all --out plan.json',
  });

/** Calls a function with a file for each plan. The names in a bundle are never names of files. */
export async function withPlanFiles<T>(
  { broadcasts }: Pick<PlanBundle, 'broadcasts'>,
  use: (files: ReadonlyMap<string, string>) => Promise<T>,
): Promise<T> {
  return inTemporaryFolder('plans', async (folder) => {
    const files = broadcasts.flatMap(({ folder: name, plan }, index) => {
      if (plan === undefined) return [];
      const file = join(folder, `${index}.json`);
      writeFileSync(file, JSON.stringify(plan), { mode: 0o600 });
      return [[name, file] as const];
    });
    return use(new Map(files));
  });
}

/** The saved plan of a broadcast in a folder of plans. */
export const planFile = (plans: string, folder: string): string =>
  join(plans, `${folder === '.' ? 'root' : folder}.json`);
