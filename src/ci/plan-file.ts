/** The plans of a pull request, from its own job to the one that comments. Anyone may have written the file. */
import { writeFileSync } from 'node:fs';
import { planShape } from '../plan/plan.ts';
import * as is from '../values/shape.ts';
import { readShaped } from '../values/strict-json.ts';

/** How far the job of a pull request got, as a sentence where the plans do not say it. */
const REACHED = {
  failed: 'The job failed before there was a plan. Its log shows why.',
  invalid: 'The content has errors, so there is no plan. The checks show each error on its line.',
  'no-target': 'The content is valid. CI has no target to compare it with yet.',
  unaffected: 'This changes no broadcast of the workspace.',
  planned: '',
} as const;

const planFileShape = is.object({
  /** On GitLab, the commit of the request. GitHub says it itself. */
  commit: is.optional(is.filledText),
  reached: is.oneOf(Object.keys(REACHED) as readonly (keyof typeof REACHED)[]),
  plans: is.listOf(is.object({ folder: is.filledText, plan: planShape })),
});

export type PlanFile = is.InferOf<typeof planFileShape>;

export const writePlanFile = (file: string, content: PlanFile): void =>
  writeFileSync(file, `${JSON.stringify(content)}\n`);

export function readPlanFile(text: string): PlanFile {
  const read = readShaped(text, planFileShape);
  return read.ok ? read.value : { reached: 'failed', plans: [] };
}

export const sentenceOf = ({ reached }: PlanFile): string => REACHED[reached];
