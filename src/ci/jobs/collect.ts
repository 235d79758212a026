/** Makes the plans of all parts of a workspace one, so that they are one comment. Runs the code of the pull request. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { DONE, FAILED, type Ci, type JobEnding } from '../ci.ts';
import type { Outcome } from '../review/outcome.ts';
import { isFilled, newPlanFiles, readOutcome, writeOutcome } from '../review/plan-files.ts';

export async function collect(ci: Ci): Promise<JobEnding> {
  const { runner, work, say } = ci;
  const files = newPlanFiles(ci);
  const from = runner.variable('GITCAST_COLLECT');
  if (from === undefined) {
    throw new UserError('GITCAST_COLLECT is missing', {
      suggestion: 'set it to the folder that the artifacts of the parts were downloaded to',
    });
  }
  const isUnaffected = runner.variable('GITCAST_SELECTED') === '[]';
  const parts = isUnaffected ? [] : partsIn(from);
  // Without any plan, the outcome says it all.
  if (parts.some((part) => isFilled(join(part, 'plan.json')))) {
    try {
      writeFileSync(files.planText, await work.joinPlans({ from, out: files.plan }));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      say(`The plans of the parts cannot be joined: ${error.message}`);
    }
  }
  writeOutcome(files, isUnaffected ? 'unaffected' : worstOf(parts));
  // Require this job for a merge: it fails if a part failed.
  return isUnaffected || runner.variable('GITCAST_PLANNED') === 'success' ? DONE : FAILED;
}

/** The folders of the parts whose jobs came to an end. */
const partsIn = (folder: string): readonly string[] =>
  (existsSync(folder) ? readdirSync(folder).toSorted() : [])
    .map((part) => join(folder, part))
    .filter((part) => existsSync(join(part, 'outcome')));

/** What a reviewer has to know first: the first outcome that is not just a plan. */
function worstOf(parts: readonly string[]): Outcome {
  const outcomes = parts.map((part) => readOutcome(join(part, 'outcome')));
  return outcomes.find((outcome) => outcome !== 'planned' && outcome !== 'offline') ?? outcomes[0] ?? 'failure';
}
