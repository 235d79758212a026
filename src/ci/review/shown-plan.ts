/** The files of a pull request's job as a comment. They are data that anyone could have written. */
import { rmSync } from 'node:fs';
import { UserError } from '../../diagnostics/errors.ts';
import type { Ci } from '../ci.ts';
import { sentenceOf } from './outcome.ts';
import { isFilled, readOutcome, type PlanFiles } from './plan-files.ts';

interface Asked {
  readonly target: string | undefined;
  readonly previewUrl: string | undefined;
  /** The longest text that fits, in characters. */
  readonly longest: number;
}

/** The plan, and below it the pages that change. A long list of pages is left out before the plan is. */
export async function shownPlan(ci: Ci, files: PlanFiles, { longest, ...asked }: Asked): Promise<string> {
  const whole = await textOf(ci, files, asked);
  if (whole.length <= longest) return whole;
  const left: string[] = [];
  for (const { file, sentence } of LEAVING_OUT) {
    if (!isFilled(files[file])) continue;
    rmSync(files[file]);
    left.push(sentence);
    const shorter = (await textOf(ci, files, asked)) + left.join('');
    if (shorter.length <= longest) return shorter;
  }
  return TOO_LONG;
}

const LEAVING_OUT = [
  {
    file: 'site',
    sentence:
      '\n### gitcast site\n\nThe list of pages is too long for this comment: site.md in the files of the job has it.\n',
  },
  {
    file: 'promotion',
    sentence:
      '\n### gitcast promote\n\nThe plan of a promotion is too long for this comment: the files of the job have it.\n',
  },
] as const;

const TOO_LONG = '### gitcast\n\nThe plan is too long for a comment. The files of the job have the whole plan.\n';

const DAMAGED =
  '### gitcast\n\nThe plan of this run is damaged, so it is not shown. The log of this comment shows why.\n';

const NOT_COMPARED =
  '### gitcast site\n\nThe pages cannot be compared with the published site. The log of this comment shows why.\n';

async function textOf(ci: Ci, files: PlanFiles, { target, previewUrl }: Omit<Asked, 'longest'>): Promise<string> {
  const { work } = ci;
  const plan = isFilled(files.plan)
    ? await otherwise(ci, DAMAGED, () =>
        work.planAsMarkdown({ file: files.plan, promotion: isFilled(files.promotion) ? files.promotion : undefined }),
      )
    : '';
  const pages = isFilled(files.site)
    ? `\n${await otherwise(ci, NOT_COMPARED, () => work.pages({ manifest: files.site, target, previewUrl }))}`
    : '';
  return harmless(withoutControls(`${sentenceOf(readOutcome(files.outcome))}${plan}${pages}`));
}

async function otherwise({ say }: Ci, instead: string, make: () => Promise<string>): Promise<string> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    say(error.message);
    return instead;
  }
}

const withoutControls = (text: string): string => text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '');

/** An invisible word joiner prevents mentions, and GitLab's quick actions, which are lines that begin with a slash. */
const harmless = (text: string): string => text.replaceAll('@', '@\u2060').replaceAll(/^(\s*)\//gm, '$1\u2060/');
