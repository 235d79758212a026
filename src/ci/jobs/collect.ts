/** Makes the plans of all parts of a workspace one, so that they are one comment. Runs the code of the pull request. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { DONE, FAILED, type Ci, type JobEnding } from '../ci.ts';
import { outcomeIn, type Outcome } from '../review/outcome.ts';
import { newPlanFiles, writeOutcome } from '../review/plan-files.ts';

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
  const reached = isUnaffected ? 'unaffected' : worstIn(from);
  if (reached !== undefined && !isUnaffected) {
    try {
      writeFileSync(files.planText, await work.joinPlans({ from, out: files.plan }));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      say(`The plans of the parts cannot be joined: ${error.message}`);
    }
  }
  writeOutcome(files, reached ?? 'failure');
  // Require this job for a merge: it fails if a part failed.
  return isUnaffected || runner.variable('GITCAST_PLANNED') === 'success' ? DONE : FAILED;
}

/** What a reviewer has to know first: the first outcome that is not just a plan. Undefined if no part left any. */
function worstIn(folder: string): Outcome | undefined {
  const parts = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const files = parts.map((part) => join(folder, part, 'outcome')).filter((file) => existsSync(file));
  const outcomes = files.map((file) => outcomeIn(readFileSync(file, 'utf8').slice(0, 40)));
  return outcomes.find((outcome) => outcome !== 'planned' && outcome !== 'offline') ?? outcomes[0];
}
