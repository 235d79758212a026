/** The comment of a pull request: the plan of its job, and around it what a reviewer has to know. */
import { rmSync } from 'node:fs';
import { count } from '../../diagnostics/count.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { ReviewReport } from '../../project/index.ts';
import type { Ci } from '../ci.ts';
import { MARKER, type MadePlan } from '../hosts/code-host.ts';
import { isFilled, readOutcome, sentenceOf, type PlanFiles } from './plan-files.ts';

/** The origin of the plan comes first: markup that the plan leaves open can hide only what follows it. */
export function commentText(plan: string, made: MadePlan, review: Noted | undefined): string {
  const pictures = made.pictures === undefined ? '' : `\n[Pictures of pages before and after](${made.pictures})\n`;
  return `${MARKER}\n${originOf(made, review)}\n\n${review ? approvalText(review) + notesText(review) : ''}${plan}${pictures}`;
}

/** A review of a workspace has notes about broadcasts without a plan. */
export type Noted = ReviewReport & { readonly notes?: readonly string[] };

function originOf({ commit, page, isFromFork }: MadePlan, review: Noted | undefined): string {
  const by = `For ${commit}, by [this run](${page}).`;
  if (review) return `<sub>${by} The merge applies this plan, \`${review.digest}\`, or stops.</sub>`;
  return isFromFork
    ? `> [!NOTE]\n> ${by} Everything below was written by the code of a pull request from a fork, which has no key. After the merge, a person approves the real plan.`
    : `<sub>${by} No plan was recorded for it: after the merge, a person has to approve what no recorded plan covers. Everything below was written by the code of the pull request.</sub>`;
}

function approvalText({ labels, approved, by }: ReviewReport): string {
  if (labels.length === 0) return '';
  if (approved) return `> [!NOTE]\n> Allowed by ${by ?? 'nobody'} for this plan.\n\n`;
  const needed = labels.map((label) => `> - the label \`${label}\`\n`);
  return `> [!IMPORTANT]\n> The merge stops until somebody with write access adds, for this plan:\n${needed.join('')}\n`;
}

/** A broken workspace must not crowd out the plan. */
const MOST_NOTES = 20;
const LONGEST_NOTE = 300;

function notesText({ notes = [] }: Noted): string {
  const lines = notes
    .slice(0, MOST_NOTES)
    .map((note) => `\`${note.slice(0, LONGEST_NOTE).replaceAll(/[`<>&\r\n]/g, ' ')}\``);
  if (notes.length > MOST_NOTES) lines.push(count(notes.length - MOST_NOTES, 'more broadcast'));
  return lines.map((line) => `> Not recorded, so a person has to approve it after the merge: ${line}\n\n`).join('');
}

interface ShownPlan {
  readonly target: string | undefined;
  readonly previewUrl: string | undefined;
  /** The longest text that fits, in characters. */
  readonly longest: number;
}

/** The plan, and below it where the website of the merge can be seen. */
export async function shownPlan(ci: Ci, files: PlanFiles, { longest, ...asked }: ShownPlan): Promise<string> {
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
    file: 'promotion',
    sentence:
      '\n### gitcast promote\n\nThe plan of a promotion is too long for this comment: the files of the job have it.\n',
  },
] as const;

const TOO_LONG = '### gitcast\n\nThe plan is too long for a comment. The files of the job have the whole plan.\n';

const DAMAGED =
  '### gitcast\n\nThe plan of this run is damaged, so it is not shown. The log of this comment shows why.\n';

async function textOf(ci: Ci, files: PlanFiles, { previewUrl }: Omit<ShownPlan, 'longest'>): Promise<string> {
  const { work } = ci;
  const plan = isFilled(files.plan)
    ? await otherwise(ci, DAMAGED, () =>
        work.planAsMarkdown({ file: files.plan, promotion: isFilled(files.promotion) ? files.promotion : undefined }),
      )
    : '';
  const preview = previewUrl === undefined ? '' : `\n### gitcast site\n\nPreview: <${previewUrl}>\n`;
  return harmless(withoutControls(`${sentenceOf(readOutcome(files.outcome))}${plan}${preview}`));
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
