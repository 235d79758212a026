/** The saved plans of a workspace in one file: written by the jobs of a pull request, shown by one that runs none of its code. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { writeFile } from '../machine/write-files.ts';
import type { BroadcastResult, Planned, Project, Selected } from '../project/index.ts';
import { bundlePlans, readBundles, withPlanFiles } from '../project/workspace/plan-bundle.ts';
import type { Outcome } from './command.ts';
import { workspaceOutcome } from './views/workspace-view.ts';

export const temporaryPlans = (): string => mkdtempSync(join(tmpdir(), 'gitcast-plans-'));

interface WorkspaceJson extends Pick<Selected, 'total' | 'removed' | 'moved'> {
  readonly broadcasts: readonly { readonly folder: string; readonly error?: { readonly message: string } }[];
}

/** Includes the reasons why there is no plan of a broadcast. */
export function saveAsOne(file: string, plans: string, { json }: Outcome): void {
  const { total, removed, moved, broadcasts } = json as WorkspaceJson;
  const named = broadcasts.map(({ folder, error }) => ({ folder, ...(error && { error: error.message }) }));
  bundlePlans(file, plans, { total, removed, moved, broadcasts: named });
  rmSync(plans, { recursive: true, force: true });
}

/** The reason is a sentence of the job that made the file. */
const missing = (reason: string | undefined): string =>
  reason === undefined ? 'there is no plan' : `the job that made these plans reports “${reason}”`;

/** Those of several runners become one file, `out`. */
export function showPlans(
  project: Project,
  { cwd, from, out, markdown }: { cwd: string; from: string; out: string | undefined; markdown: boolean | undefined },
  shown: (planned: Planned) => Outcome,
): Promise<Outcome> {
  const bundle = readBundles(resolve(cwd, from));
  if (out !== undefined) writeFile(resolve(cwd, out), `${JSON.stringify(bundle)}\n`, { mode: 0o600 });
  return withPlanFiles(bundle, async (files) => {
    const results: BroadcastResult<{ readonly outcome: Outcome }>[] = [];
    for (const { folder, error } of bundle.broadcasts) {
      const file = files.get(folder);
      try {
        if (file === undefined) throw new UserError(missing(error));
        results.push({ folder, outcome: 'done', result: { outcome: shown(await project.showPlan({ file })) } });
      } catch (failure) {
        results.push({ folder, outcome: 'failed', error: failure });
      }
    }
    return workspaceOutcome({ moved: [], ...bundle, results }, { command: 'plan', isMarkdown: markdown ?? false });
  });
}
