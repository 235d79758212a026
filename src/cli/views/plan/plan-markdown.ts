/**
 * A plan as a review comment: what it takes to approve it first, then the changes, the risky ones on top, by kind. A host
 * cuts or refuses a long comment, so a plan that does not fit becomes a summary of itself, and the full plan is a file.
 */
import { carriedSecrets, incompleteWords, needsPerson } from '../../../project/planning/plan-report.ts';
import { allowingFlags } from '../../../project/planning/refuse-plan.ts';
import type { Plan, Refusal } from '../../../project/index.ts';
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
  /** For several broadcasts: without the number of unchanged documents, which differs between them. */
  readonly shared?: boolean;
}

export function planMarkdown(plan: Plan, form: Form = {}): string {
  const { full = false, most = MOST, shared = false } = form;
  const sections = sectionsOf(plan);
  const head = [...headOf(plan, { shared }), ...approval(plan), ...secretsSent(plan)];
  const end = endOf(shared ? { ...plan, digest: undefined } : plan);
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

const summaryNote = (length: number): string =>
  `> [!NOTE]\n> This is a summary, because a comment cannot have the ${number(length)} characters of this plan. \`gitcast plan\` prints it.`;

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

const BEYOND =
  '> [!IMPORTANT]\n> The guard refuses this plan, or it replaces objects. A person can allow that by its digest: `gitcast sync --reviewed DIGEST`.';

const approval = (plan: Plan): readonly string[] => (needsPerson(plan) && !plan.offline ? [BEYOND] : []);

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
  const flags = allowingFlags(allows ?? {}).map((flag) => ` (${code(flag)})`);
  return [prose(reason.slice(0, 600)), ...(remedy === undefined ? [] : [`; ${prose(remedy)}`]), ...flags].join('');
}
