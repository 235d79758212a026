/** A plan as a review comment: risky changes first and never cut, the rest folded, at most 60,000 characters. */
import type { Json } from '../../../values/json.ts';
import { carriedSecrets } from '../../../project/planning/plan-report.ts';
import { incompleteWords } from '../../../project/planning/incomplete.ts';
import type { Change, Plan, Refusal } from '../../../project/index.ts';
import { printable } from '../../../diagnostics/printable.ts';
import { allowingOptions } from '../../../project/planning/refuse-plan.ts';
import { onCommandLine } from '../../notation.ts';
import { byRisk, summaryWords, type Risk } from './plan-order.ts';
import { equalWords } from './verdict.ts';

const MOST = 60_000;
const NEVER_CUT: readonly Risk[] = ['deletes', 'replaces', 'conflicts', 'blind'];

const OFFLINE =
  '> [!IMPORTANT]\n> The target was not read. This shows what changed in the files since the last sync; changes made on the target since then are missing.';

export function planMarkdown(plan: Plan): string {
  const incomplete = incompleteWords(plan);
  const head = [
    `### gitcast plan for ${code(plan.target)}${plan.offline ? ', made offline' : ''}`,
    ...(plan.offline ? [OFFLINE] : []),
    ...(incomplete === undefined
      ? []
      : [`> [!WARNING]\n> ${upperFirst(escape(incomplete))}. See the notes for the reasons.`]),
    plan.changes.length === 0
      ? `${upperFirst(equalWords(plan))}.`
      : `${summaryWords(plan.summary, plan.uncompared?.length)}.`,
    ...plan.refusals.map((refusal) => `> [!CAUTION]\n> Refused: ${refusalText(refusal)}`),
    ...secretsSent(plan),
  ];
  const groups = byRisk(plan.changes);
  const risky = groups.filter(({ risk }) => NEVER_CUT.includes(risk));
  const calm = groups.filter(({ risk }) => !NEVER_CUT.includes(risk));
  const certain = [...head, ...risky.map(({ title, changes }) => section(title, changes, MOST / 4))];
  const notes =
    plan.notes.length === 0 ? [] : [folded('Notes', plan.notes.map((note) => `- ${escape(note)}`).join('\n'))];
  return fit(certain, [
    ...calm.map(({ title, changes }) => ({ title, lines: changes.map(line) })),
    ...notes.map((text) => ({ text })),
  ]);
}

function refusalText({ reason, remedy, allows }: Refusal): string {
  const flags = allowingOptions(allows ?? {}).map((option) => ` (${code(onCommandLine(option))})`);
  return [escape(reason), ...(remedy === undefined ? [] : [`; ${escape(remedy)}`]), ...flags].join('');
}

/** Never cut: a reviewer has to see it. */
function secretsSent(plan: Plan): readonly string[] {
  const carried = carriedSecrets(plan);
  if (carried.length === 0) return [];
  const lines = carried.map(({ name, addresses }) => {
    const shown = addresses.slice(0, 20).map((address) => code(address));
    const more = addresses.length > shown.length ? ` and ${addresses.length - shown.length} more` : '';
    return `- ${code(name)} with ${shown.join(', ')}${more}`;
  });
  return [`#### Secrets sent (${carried.length})`, lines.join('\n')];
}

type Rest = { readonly title: string; readonly lines: readonly string[] } | { readonly text: string };

/** Keeps `certain` whole, fills the remaining room with `rest`, and reports what was left out. */
function fit(certain: readonly string[], rest: readonly Rest[]): string {
  let text = `${certain.join('\n\n')}\n`;
  for (const part of rest) {
    const room = MOST - text.length - 500;
    if ('text' in part) {
      if (part.text.length < room) text += `\n${part.text}\n`;
      continue;
    }
    const kept = within(part.lines, room);
    const left = part.lines.length - kept.length;
    const more = left > 0 ? [`- … and ${left} more; \`gitcast plan\` shows them`] : [];
    text += `\n${folded(`${part.title} (${part.lines.length})`, [...kept, ...more].join('\n'))}\n`;
  }
  return text;
}

export function within(lines: readonly string[], room: number): readonly string[] {
  let length = 0;
  const end = lines.findIndex((each) => (length += each.length + 1) > room);
  return end === -1 ? lines : lines.slice(0, end);
}

/** Each change on its own line; without the values when they would take too much room. */
function section(title: string, changes: readonly Change[], room: number): string {
  const full = changes.map(line);
  const lines =
    full.join('\n').length <= room ? full : changes.map(({ address, reason }) => `- \`${address}\` ${escape(reason)}`);
  return [`#### ${title} (${changes.length})`, lines.join('\n')].join('\n\n');
}

export const folded = (title: string, body: string): string =>
  `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;

function line({ address, reason, fields, action, certainty }: Change): string {
  const values = fields.slice(0, 12).map(({ name, before, after }) => {
    // An offline plan knows that a value changed, not what it was.
    const old = action === 'create' ? '' : certainty === 'offline' ? '→ ' : `${code(before)} → `;
    return `  - ${/^[\w.-]+$/.test(name) ? name : code(name)}: ${old}${code(after)}`;
  });
  const more = fields.length > 12 ? [`  - … ${fields.length - 12} more fields`] : [];
  return [`- \`${address}\` ${escape(reason)}`, ...values, ...more].join('\n');
}

export function code(value: Json | undefined): string {
  if (value === undefined || value === null) return '∅';
  const text = printable((typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('\n', '⏎ '));
  const short = text.length > 120 ? `${text.slice(0, 119)}…` : text;
  // The fence is longer than any run of backticks in the text.
  const runs = short.match(/`+/g)?.map(({ length }) => length) ?? [];
  if (runs.length === 0) return `\`${short}\``;
  const fence = '`'.repeat(Math.max(...runs) + 1);
  return `${fence} ${short} ${fence}`;
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Foreign text must not become markup, mention anyone or start a new line. Hosts look for mentions after decoding entities,
 * so `@` and `#` are followed by an invisible joiner.
 */
export const escape = (text: string): string =>
  printable(text)
    .replace(/[@#]/g, '$&\u2060')
    .replace(/[<>&*_`[\]|\\]/g, (character) => `&#${character.codePointAt(0)!};`);
