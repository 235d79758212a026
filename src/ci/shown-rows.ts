/**
 * The rows that reviewers have seen. The comment of a pull request ends with the digests of the rows that it shows, computed by the
 * job that writes it. A sync reads them again from the comments of what was merged since the last run that ended with 0.
 */
import { rowsOf } from '../plan/approval.ts';
import type { Plan } from '../project/index.ts';
import { digest } from '../values/digest.ts';
import { neededHost, type Ci } from './ci.ts';
import type { ChangeRequest } from './hosts/code-host.ts';
import { branchOf } from './repository.ts';

const LINE = /\n<!-- gitcast rows( [\w -]*)? -->$/;

export const rowsLine = (rows: readonly string[]): string => `\n<!-- gitcast rows ${rows.join(' ')} -->`;

/** Only the last line counts: what comes before may quote what others wrote. */
export const rowsIn = (comment: string): readonly string[] =>
  LINE.exec(comment.trimEnd())?.[1]?.split(' ').filter(Boolean) ?? [];

/** True if every row of a plan is among these. */
export const isShown = (plan: Plan, shown: ReadonlySet<string>): boolean =>
  rowsOf(plan, digest).every((row) => shown.has(row));

/** A merge of more is a history that somebody rewrote. */
const MOST_COMMITS = 200;

/** `last`: the commit of the last run that ended with 0; without one, only the last merge counts. */
export async function shownRows(ci: Ci, last: string | undefined): Promise<readonly string[]> {
  const { git, say } = ci;
  const range = last === undefined ? ['--max-count=1', 'HEAD'] : [`${last}..HEAD`];
  const lines = (await git.run(['rev-list', '--first-parent', '--parents', ...range])).split('\n').filter(Boolean);
  // A merge is known by its own commit, or by the one that it merged. What it was merged into is an earlier merge.
  const commits = lines.map((line) => line.split(' ')).flatMap(([commit, _, ...merged]) => [commit!, ...merged]);
  if (commits.length > MOST_COMMITS) say(`Only the newest ${MOST_COMMITS} of ${commits.length} commits are looked at.`);
  const rows: string[] = [];
  for (const { number, mergedAt } of await mergedBy(ci, commits.slice(0, MOST_COMMITS))) {
    const comment = await neededHost(ci).ownComment(number);
    // Nobody has seen before the merge what was written after it.
    const isSeen = comment !== undefined && Date.parse(comment.writtenAt) < Date.parse(mergedAt ?? '');
    const shown = isSeen ? rowsIn(comment.text) : [];
    say(`Pull request ${number} showed ${shown.length} rows.`);
    rows.push(...shown);
  }
  return rows;
}

/** The requests that these commits merged into this branch. */
async function mergedBy(ci: Ci, commits: readonly string[]): Promise<readonly ChangeRequest[]> {
  const base = await branchOf(ci);
  const found = new Map<number, ChangeRequest>();
  const here = new Set(commits);
  for (const commit of commits) {
    for (const request of await neededHost(ci).requestsOf(commit)) {
      const isMergedHere =
        request.mergedAt !== undefined && request.base === base && request.merged.some((each) => here.has(each));
      if (isMergedHere) found.set(request.number, request);
    }
  }
  return [...found.values()];
}
