/**
 * Writes the plans of pull requests into them. It can write, so it runs nothing of a pull request, and treats what its job left
 * as data: it shows only what digests cover, and computes them from the rows that it shows.
 */
import { lstatSync, readFileSync } from 'node:fs';
import { needsPerson, rowsOf } from '../../plan/approval.ts';
import type { Ending, Plan } from '../../project/index.ts';
import { digest } from '../../values/digest.ts';
import { DONE, neededHost, type Ci } from '../ci.ts';
import { harmless, MARKER, type ChangeRequest, type RequestPlan } from '../hosts/code-host.ts';
import { readPlanFile, sentenceOf, type PlanFile } from '../plan-file.ts';
import { pageOf } from '../runner.ts';
import { rowsLine } from '../shown-rows.ts';

export async function comment(ci: Ci): Promise<Ending> {
  const host = neededHost(ci);
  for await (const { request, text, page } of host.requestPlans?.() ?? planOfRun(ci)) {
    const file = readPlanFile(text);
    // The last check that has ended is of an earlier commit.
    if (file.commit !== undefined && file.commit !== request.head) continue;
    const present = await host.ownComment(request.number);
    const written = commentText(ci, { file, commit: request.head, page, most: host.longestComment });
    if (present?.text !== written) await host.writeComment(request.number, written, present);
  }
  return DONE;
}

/** A larger file is no plan of a broadcast. */
const MOST_BYTES = 20_000_000;

/** On GitHub, that of the run which started this job. The commit of the run says which pull request it is about. */
async function* planOfRun(ci: Ci): AsyncIterable<RequestPlan> {
  const { runner, say } = ci;
  const { finished: run, planFile } = runner;
  if (run?.event !== 'pull_request') return say('No run of a pull request started this job.');
  const isOfRun = ({ isOpen, head }: ChangeRequest): boolean => isOpen && head === run.headSha;
  const request = (await neededHost(ci).requestsOf(run.headSha)).find(isOfRun);
  if (!request) return say(`No open pull request is at ${run.headSha}, so there is none to comment.`);
  const stat = lstatSync(planFile, { throwIfNoEntry: false });
  const isReadable = stat?.isFile() === true && stat.size <= MOST_BYTES;
  yield { request, text: isReadable ? readFileSync(planFile, 'utf8') : '', page: pageOf(runner.variable, run.id)! };
}

interface Commented {
  readonly file: PlanFile;
  readonly commit: string;
  readonly page: string;
  /** In characters. */
  readonly most: number;
}

/** A host may count some characters twice, and the lines around the plans take some. */
const RESERVED = 4_000;

function commentText(ci: Ci, { file, commit, page, most }: Commented): string {
  const head = `${MARKER}\n<sub>For ${commit}, by [this run](${page}), which has the built website.</sub>\n`;
  const parts = [head, sentenceOf(file)];
  const rows: string[] = [];
  let left = most - head.length - RESERVED;
  for (const { folder, plan } of file.plans) {
    const heading = folder === '.' ? '' : `## ${plain(folder)}\n\n`;
    const own = shownPlan(plan);
    const shown = needsPerson(own) ? [] : rowsOf(own, digest);
    const line = rowsLine(shown).length;
    const { text: printed, isWhole } = ci.work.comment(own, left - heading.length - line);
    const text = isWhole ? printed : undefined;
    const part = heading + (text === undefined ? TOO_LONG : harmless(text));
    left -= part.length + (text === undefined ? 0 : line);
    if (left < 0) {
      parts.push(TOO_LONG);
      break;
    }
    parts.push(part);
    if (text !== undefined) rows.push(...shown);
  }
  parts.push(rows.length > 0 ? `<sub>A merge sends these rows, and nothing else without a person's digest.</sub>` : '');
  return `${parts.filter(Boolean).join('\n')}${rowsLine(rows)}`;
}

const TOO_LONG =
  'This plan is too long for a comment. The log of the run has all of it. After the merge, a person applies it by its digest.\n';

const plain = (name: string): string => `\`${name.replaceAll(/[^\w./-]/g, ' ')}\``;

/** Without the sentences of the job, which no digest covers. */
const shownPlan = (plan: Plan): Plan => ({
  ...plan,
  changes: plan.changes.map((change) => ({ ...change, reason: '' })),
  notes: [],
  refusals: plan.refusals.length === 0 ? [] : [{ reason: 'the log of the run names the reasons' }],
});
