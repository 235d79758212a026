/** The files that the job of a pull request leaves for a job with more permissions. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ci } from '../ci.ts';
import { outcomeIn, sentenceOf, type Outcome } from './outcome.ts';

/** The paths of the files. */
export interface PlanFiles {
  readonly number: string;
  readonly outcome: string;
  readonly plan: string;
  /** The plan for people who see no comment. Anyone could have written it, so no other job reads it. */
  readonly planText: string;
  readonly promotion: string;
  readonly site: string;
  readonly siteText: string;
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
    siteText: join(folder, 'site.md'),
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

/** Always leaves something to read. */
export function writeOutcome(files: PlanFiles, outcome: Outcome): void {
  writeFileSync(files.outcome, `${outcome}\n`);
  if (!isFilled(files.planText)) writeFileSync(files.planText, sentenceOf(outcome));
}

export const readOutcome = (file: string): Outcome =>
  outcomeIn(isFilled(file) ? readFileSync(file, 'utf8').slice(0, 40) : '');

export const isFilled = (file: string): boolean => existsSync(file) && statSync(file).size > 0;
