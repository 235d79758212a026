/** The comment of a pull request, around the text of its plan. */
import type { ReviewReport } from '../../project/index.ts';
import { MARKER, type CodeHost, type MadePlan } from '../hosts/code-host.ts';

/** What a comment needs besides the plan. */
const ROOM_AROUND = 3000;

/** The origin of the plan comes first: markup that the plan leaves open can hide only what follows it. */
export function commentText(plan: string, made: MadePlan, review: Noted | undefined): string {
  const pictures = made.pictures === undefined ? '' : `\n[Pictures of pages before and after](${made.pictures})\n`;
  return `${MARKER}\n${originOf(made, review)}\n\n${review ? approvalText(review) + notesText(review) : ''}${harmless(plan)}${pictures}`;
}

/** A review of a workspace has notes about broadcasts without a plan. */
export type Noted = ReviewReport & { readonly notes?: readonly string[] };

function originOf({ commit, page, isFromFork }: MadePlan, review: Noted | undefined): string {
  const by = `For ${commit}, by [this run](${page}).`;
  if (review) return `<sub>${by} The merge applies this plan, \`${review.digest}\`, or stops.</sub>`;
  return isFromFork
    ? `> [!NOTE]\n> ${by} Everything below was written by the code of a pull request from a fork, which has no key. After the merge, a person approves the real plan.`
    : `<sub>${by} No plan was recorded for it: after the merge, a person has to approve what no earlier plan showed. Everything below was written by the code of the pull request.</sub>`;
}

function approvalText({ labels, approved, by }: ReviewReport): string {
  if (labels.length === 0) return '';
  if (approved) return `> [!NOTE]\n> Allowed by ${by ?? 'nobody'} for this plan.\n\n`;
  const needed = labels.map((label) => `> - the label \`${label}\`\n`);
  return `> [!IMPORTANT]\n> The merge stops until somebody with write access adds, for this plan:\n${needed.join('')}\n`;
}

const notesText = ({ notes = [] }: Noted): string =>
  notes
    .map(
      (note) =>
        `> Not recorded, so a person has to approve it after the merge: \`${note.replaceAll(/[`<>&\r\n]/g, ' ')}\`\n\n`,
    )
    .join('');

/** An invisible word joiner prevents mentions, and GitLab's quick actions, which are lines that begin with a slash. */
const harmless = (plan: string): string => plan.replaceAll('@', '@\u2060').replaceAll(/^(\s*)\//gm, '$1\u2060/');

/** The longest plan that fits into a comment of this host. */
export const roomFor = ({ longestComment }: CodeHost): number => longestComment - ROOM_AROUND;
