/**
 * How far the job of a pull request got. It leaves one word, of which a job that runs no code of the pull request makes a
 * sentence.
 */
import type { ReviewStatus } from '../hosts/code-host.ts';

export const OUTCOMES = [
  'content',
  'unaffected',
  'no-target',
  'no-target-without-website',
  'planned',
  'planned-without-website',
  'offline',
  'offline-without-website',
  'failure',
] as const;

export type Outcome = (typeof OUTCOMES)[number];

const SENTENCES: Readonly<Record<Outcome, string>> = {
  content: 'The content has errors, so there is no plan. The checks show each error on its line.',
  unaffected: 'This changes no broadcast of the workspace.',
  'no-target': 'The content is valid. CI has no target to compare it with yet.',
  'no-target-without-website': 'The content is valid, but the website cannot be built. The log shows why.',
  planned: '',
  'planned-without-website': 'The website cannot be built. The log shows why.',
  offline: '',
  'offline-without-website': 'The website cannot be built. The log shows why.',
  failure: 'The job failed before there was a plan. The log shows why.',
};

export const withoutWebsite = (outcome: 'no-target' | 'planned' | 'offline'): Outcome => `${outcome}-without-website`;

/** Anything but a known word counts as a failure: anyone could have written it. */
export const outcomeIn = (text: string): Outcome => OUTCOMES.find((outcome) => outcome === text.trim()) ?? 'failure';

/** As a part of a comment; empty if the plan says it all. */
export const sentenceOf = (outcome: Outcome): string =>
  SENTENCES[outcome] === '' ? '' : `### gitcast\n\n${SENTENCES[outcome]}\n\n`;

/** After the merge, nothing covers the changes. */
const UNRECORDED: ReviewStatus = {
  isApproved: true,
  about: 'no plan recorded: after the merge, a person approves what it changes',
};
const NO_TARGET_YET: ReviewStatus = { isApproved: true, about: 'no target yet' };

const STATUSES: Readonly<Record<Outcome, ReviewStatus>> = {
  content: { isApproved: false, about: 'the content has errors' },
  unaffected: { isApproved: true, about: 'changes no broadcast' },
  'no-target': NO_TARGET_YET,
  'no-target-without-website': NO_TARGET_YET,
  planned: UNRECORDED,
  'planned-without-website': UNRECORDED,
  offline: UNRECORDED,
  'offline-without-website': UNRECORDED,
  failure: { isApproved: false, about: 'the last run made no plan' },
};

/** The check of a commit without a recorded plan: a host that requires it would wait for ever if there were none. */
export function statusWithoutPlan(outcome: Outcome, { isFromFork = false } = {}): ReviewStatus {
  const status = STATUSES[outcome];
  // A stranger wrote the outcome, so it is no promise that nothing changes.
  return isFromFork && status.isApproved ? UNRECORDED : status;
}
