/**
 * How far the job of a pull request got. It leaves one word, of which a job that runs no code of the pull request makes a
 * sentence.
 */
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
