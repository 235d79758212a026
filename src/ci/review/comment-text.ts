/** The comment of a pull request, around the text of its plan. */
import { count } from '../../diagnostics/count.ts';
import type { ReviewReport } from '../../project/index.ts';
import { MARKER, type MadePlan } from '../hosts/code-host.ts';

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
