/**
 * Writes the plans of pull requests into them. It can write, so it runs nothing of a pull request, and treats what its job left
 * as data: it shows only what digests cover, and computes them from the rows that it shows.
 */
import { lstatSync, readFileSync } from 'node:fs';
import { InternalError } from '../../diagnostics/errors.ts';
import { needsPerson, rowsOf } from '../../plan/approval.ts';
import { summarise } from '../../plan/make-plan.ts';
import type { Ending, Plan } from '../../project/index.ts';
import { withDigest } from '../../project/planning/planning.ts';
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
    const written = textFor(ci, { file, commit: request.head, page, most: host.longestComment });
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

/** Anyone may have written the file: one that cannot be computed with must not end the job of all other requests. */
function textFor(ci: Ci, commented: Commented): string {
  try {
    return commentText(ci, commented);
  } catch (error) {
    if (!(error instanceof InternalError || error instanceof RangeError)) throw error;
    return commentText(ci, { ...commented, file: { reached: 'failed', plans: [] } });
  }
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
    const shown = shownPlan(plan);
    const approved = needsPerson(shown) ? [] : rowsOf(shown, digest);
    const room = left - heading.length - rowsLine(approved).length - NOT_WHOLE.length;
    const whole = ci.work.comment(shown, room);
    // A summary leaves room for the plans of other broadcasts.
    const { text, isWhole } = whole.isWhole ? whole : ci.work.comment(shown, room / 2);
    const part = `${heading}${harmless(text)}${isWhole ? '' : `\n${NOT_WHOLE}`}`;
    left -= part.length + (isWhole ? rowsLine(approved).length : 0);
    if (left < 0) {
      parts.push(NOT_WHOLE);
      break;
    }
    parts.push(part);
    if (isWhole) rows.push(...approved);
  }
  parts.push(rows.length > 0 ? `<sub>A merge sends these rows, and nothing else without a person's digest.</sub>` : '');
  return `${parts.filter(Boolean).join('\n')}${rowsLine(rows)}`;
}

const NOT_WHOLE =
  'This plan is too long for a comment. After the merge, the log of the sync shows all of it, and a person applies it by its digest.\n';

const plain = (name: string): string => `\`${name.replaceAll(/[^\w./-]/g, ' ')}\``;

/**
 * The plan as its rows make it. Everything else in the file is a claim that no digest covers; that a person is needed is believed,
 * since it only takes away.
 */
function shownPlan({ version, target, identity, changes, refusals }: Plan): Plan {
  return withDigest({
    version,
    target,
    ...(identity ? { identity } : { offline: true }),
    changes: changes.map((change) => ({ ...change, reason: '' })),
    summary: summarise(changes, 0),
    refusals: refusals.length === 0 ? [] : [{ reason: 'the log of the run names the reasons; a merge stops' }],
    complete: true,
    requests: 0,
    open: [],
    absent: [],
    notes: [],
  });
}
