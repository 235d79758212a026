/**
 * A plan as a review comment: what it takes to approve it first, then the changes, the risky ones on top, by kind. A host
 * cuts or refuses a long comment, so a plan that does not fit becomes a summary of itself, and the full plan is a file.
 */
import { carriedSecrets, incompleteWords, neededApproval } from '../../../project/planning/plan-report.ts';
import { allowingOptions } from '../../../project/planning/refuse-plan.ts';
import type { Plan, Refusal } from '../../../project/index.ts';
import { onCommandLine } from '../../notation.ts';
import { number, firstOf } from '../text/excerpts.ts';
import { code, escape, folded, prose, upperFirst } from '../text/markdown.ts';
import { COMMENT, FULL } from './change-markdown.ts';
import { countsTable, sectionsOf, sectionMarkdown, summarised } from './plan-sections.ts';
import { summaryMarkdown } from './plan-order.ts';
import { equalWords, openWords } from './plan-verdict.ts';

/** GitHub refuses a comment of more than 65,536 characters. The rest is for what CI adds to it. */
const MOST = 60_000;

interface Form {
  /** Everything without a limit: for a file. */
  readonly full?: boolean;
  /** The most characters that it may have. */
  readonly most?: number;
  /** How it is approved: by labels of a pull request, by its digest, or not here, so that it shows no digest. */
  readonly approvedBy?: 'labels' | 'digest' | 'nobody';
  /** For several broadcasts: without the number of unchanged documents, which differs between them. */
  readonly shared?: boolean;
}

export function planMarkdown(plan: Plan, form: Form = {}): string {
  const { full = false, most = MOST, approvedBy = 'labels', shared = false } = form;
  const sections = sectionsOf(plan);
  const head = [...headOf(plan, { shared }), ...approval(plan, approvedBy), ...secretsSent(plan)];
  const end = endOf(approvedBy === 'nobody' ? { ...plan, digest: undefined } : plan);
  const text = (parts: readonly string[]): string => `${[...head, ...parts, ...end].join('\n\n')}\n`;
  const whole = (): string =>
    text([...countsTable(sections), ...sections.map((section) => sectionMarkdown(section, full ? FULL : COMMENT))]);
  const commented = whole();
  if (full || commented.length <= most) return commented;
  const parts = [summaryNote(commented.length), ...countsTable(sections)];
  const room = most - text(parts).length;
  const summary = text([...parts, ...summarised(sections, room)]);
  return summary.length <= most ? summary : text(parts);
}

/** The plan that is approved is shortened last: so much is kept free for the other one. */
const LATER = 8_000;

/** The plan of a merge and, folded below it, that of promoting the merge later. */
export function planWithPromotion(plan: Plan, later: Plan): string {
  const first = planMarkdown(plan, { most: MOST - LATER });
  const title = `<b>Not applied by this merge</b>: what promoting it to <code>${escape(later.target)}</code> would change`;
  const about = `This merge changes ${code(plan.target)} only. The plan below is what a promotion to ${code(later.target)} would do if it was made now, including earlier merges that are not promoted yet.`;
  const whole = (shown: string): string => `${first}\n${folded(title, `${about}\n\n${shown}`)}\n`;
  const second = planMarkdown(later, { most: MOST - whole('').length, approvedBy: 'nobody' }).trimEnd();
  return whole(second).length <= MOST ? whole(second) : whole(`${headOf(later)[0]!}\n\n${TOO_LONG}`);
}

const TOO_LONG = 'There is no room for this plan here. It is in the artifact `gitcast-plan`.';

const summaryNote = (length: number): string =>
  `> [!NOTE]\n> This is a summary, because a comment cannot have the ${number(length)} characters of this plan. The full plan is in the artifact \`gitcast-plan\`; \`gitcast plan\` prints it.`;

const OFFLINE =
  '> [!IMPORTANT]\n> The target was not read. This shows what changed in the files since the last sync; changes made on the target since then are missing.';

function headOf(plan: Plan, { shared = false } = {}): readonly string[] {
  const incomplete = incompleteWords(plan);
  const summary = shared ? { ...plan.summary, unchanged: undefined } : plan.summary;
  return [
    `### gitcast plan for ${code(plan.target)}${plan.offline ? ', made offline' : ''}`,
    ...(plan.offline ? [OFFLINE] : []),
    ...(incomplete === undefined
      ? []
      : [`> [!WARNING]\n> ${upperFirst(escape(incomplete))}. See the notes for the reasons.`]),
    plan.changes.length === 0
      ? `${upperFirst(escape(equalWords(plan)))}.`
      : `${summaryMarkdown(summary, plan.uncompared?.length)}.${effort(plan)}`,
    ...(plan.changes.length > 0 && plan.open.length > 0 ? [`${upperFirst(escape(openWords(plan)))}.`] : []),
    ...refusalsMarkdown(plan),
  ];
}

const effort = ({ requests }: Plan): string =>
  requests === 0 ? '' : ` A sync takes ${number(requests)} ${requests === 1 ? 'request' : 'requests'}.`;

function approval(plan: Plan, by: NonNullable<Form['approvedBy']>): readonly string[] {
  const { labels } = neededApproval(plan);
  if (labels.length === 0 || by === 'nobody') return [];
  if (by === 'digest') {
    return [
      '> [!IMPORTANT]\n> This plan deletes more than the guard allows, or replaces objects. Approving the digest at the end allows that.',
    ];
  }
  const wanted = labels.map((label) => code(label)).join(' and ');
  return [
    `> [!IMPORTANT]\n> **Needs approval:** the ${labels.length === 1 ? 'label' : 'labels'} ${wanted}. It counts only for the digest at the end: if the plan changes, it is needed again.`,
  ];
}

const MOST_ADDRESSES = 60;

/** Never cut by a real plan, whose secrets the configuration lists: a reviewer has to see them. */
function secretsSent(plan: Plan): readonly string[] {
  const carried = carriedSecrets(plan);
  if (carried.length === 0) return [];
  const most = Math.max(1, Math.floor(MOST_ADDRESSES / carried.length));
  const lines = carried.slice(0, MOST_ADDRESSES).map(({ name, addresses }) => {
    const shown = addresses.slice(0, most).map((address) => code(address));
    const more = addresses.length > shown.length ? ` and ${addresses.length - shown.length} more` : '';
    return `- ${code(name)} with ${shown.join(', ')}${more}`;
  });
  return [`#### Secrets sent (${carried.length})`, lines.join('\n')];
}

const MOST_NOTES = 30;

function endOf({ notes, digest }: Pick<Plan, 'notes'> & { readonly digest?: string | undefined }): readonly string[] {
  const lines = notes.map((note) => `- ${prose(note.slice(0, 600))}`);
  const shown = firstOf(lines, MOST_NOTES, (left) => `- … and ${left} more`);
  return [
    ...(notes.length === 0 ? [] : [folded('Notes', shown.join('\n'))]),
    ...(digest === undefined ? [] : [`<sub>Digest of this plan: ${code(digest)}</sub>`]),
  ];
}

const MOST_REFUSALS = 20;

/** Why the plan must not be applied, in one box. */
function refusalsMarkdown({ refusals }: Plan): readonly string[] {
  if (refusals.length === 0) return [];
  if (refusals.length === 1) return [`> [!CAUTION]\n> Refused: ${refusalMarkdown(refusals[0]!)}`];
  const lines = refusals.map((each) => `> - ${refusalMarkdown(each)}`);
  const shown = firstOf(lines, MOST_REFUSALS, (left) => `> - … and ${left} more`);
  return [['> [!CAUTION]', '> Refused:', '>', ...shown].join('\n')];
}

function refusalMarkdown({ reason, remedy, allows }: Refusal): string {
  const flags = allowingOptions(allows ?? {}).map((option) => ` (${code(onCommandLine(option))})`);
  return [prose(reason.slice(0, 600)), ...(remedy === undefined ? [] : [`; ${prose(remedy)}`]), ...flags].join('');
}
