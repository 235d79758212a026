/** The files that the job of a pull request leaves for a job with more permissions. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ci } from '../ci.ts';
import type { ReviewStatus } from '../hosts/code-host.ts';

/** The paths of the files. */
export interface PlanFiles {
  readonly number: string;
  readonly outcome: string;
  readonly plan: string;
  /** The plan for people who see no comment. Anyone could have written it, so no other job reads it. */
  readonly planText: string;
  readonly promotion: string;
  readonly site: string;
  /** A folder with the manifests of all websites of a workspace. */
  readonly sites: string;
}

export function planFilesIn(folder: string): PlanFiles {
  mkdirSync(folder, { recursive: true });
  return {
    number: join(folder, 'pull-request'),
    outcome: join(folder, 'outcome'),
    plan: join(folder, 'plan.json'),
    planText: join(folder, 'plan.md'),
    promotion: join(folder, 'promotion.json'),
    site: join(folder, 'site.json'),
    sites: join(folder, 'sites'),
  };
}

/** A runner that keeps its files must not deliver the plan of another commit. */
export function newPlanFiles({ runner: { out, request } }: Pick<Ci, 'runner'>): PlanFiles {
  const files = planFilesIn(out);
  for (const file of Object.values<string>({ ...files })) rmSync(file, { recursive: true, force: true });
  writeFileSync(files.number, `${request ?? ''}\n`);
  return files;
}

export const isFilled = (file: string): boolean => existsSync(file) && statSync(file).size > 0;

/** No plan is recorded: after the merge, nothing covers the changes. */
const UNRECORDED: ReviewStatus = {
  isApproved: true,
  about: 'no plan recorded: after the merge, a person approves what it changes',
};
const NO_TARGET_YET: ReviewStatus = { isApproved: true, about: 'no target yet' };
const NO_WEBSITE = 'The website cannot be built. The log shows why.';

/**
 * How far the job of a pull request got. It leaves one word, of which a job that runs no code of the pull request makes a
 * sentence, which is empty if the plan says it all, and the check of a commit without a recorded plan.
 */
const OUTCOMES = {
  content: {
    sentence: 'The content has errors, so there is no plan. The checks show each error on its line.',
    status: { isApproved: false, about: 'the content has errors' },
  },
  unaffected: {
    sentence: 'This changes no broadcast of the workspace.',
    status: { isApproved: true, about: 'changes no broadcast' },
  },
  'no-target': {
    sentence: 'The content is valid. CI has no target to compare it with yet.',
    status: NO_TARGET_YET,
  },
  'no-target-without-website': {
    sentence: 'The content is valid, but the website cannot be built. The log shows why.',
    status: NO_TARGET_YET,
  },
  planned: { sentence: '', status: UNRECORDED },
  'planned-without-website': { sentence: NO_WEBSITE, status: UNRECORDED },
  offline: { sentence: '', status: UNRECORDED },
  'offline-without-website': { sentence: NO_WEBSITE, status: UNRECORDED },
  failure: {
    sentence: 'The job failed before there was a plan. The log shows why.',
    status: { isApproved: false, about: 'the last run made no plan' },
  },
} as const;

export type Outcome = keyof typeof OUTCOMES;

/** Always leaves something to read. */
export function writeOutcome(files: PlanFiles, outcome: Outcome): void {
  writeFileSync(files.outcome, `${outcome}\n`);
  if (!isFilled(files.planText)) writeFileSync(files.planText, sentenceOf(outcome));
}

/** Anything but a known word counts as a failure: anyone could have written it. */
export function readOutcome(file: string): Outcome {
  const text = isFilled(file) ? readFileSync(file, 'utf8').slice(0, 40).trim() : '';
  return Object.hasOwn(OUTCOMES, text) ? (text as Outcome) : 'failure';
}

/** As a part of a comment. */
export function sentenceOf(outcome: Outcome): string {
  const { sentence } = OUTCOMES[outcome];
  return sentence === '' ? '' : `### gitcast\n\n${sentence}\n\n`;
}

/** The check of a commit without a recorded plan: a host that requires it would wait for ever if there were none. */
export function statusWithoutPlan(outcome: Outcome, { isFromFork = false } = {}): ReviewStatus {
  const { status } = OUTCOMES[outcome];
  // A stranger wrote the outcome, so it is no promise that nothing changes.
  return isFromFork && status.isApproved ? UNRECORDED : status;
}
