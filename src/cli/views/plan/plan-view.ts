/** A plan for people: risk first, field by field, long texts word by word. */
import type { Json } from '../../../values/json.ts';
import { carriedSecrets } from '../../../project/planning/plan-report.ts';
import type { Change, Lost, Plan, RateSeen } from '../../../project/index.ts';
import { count } from '../../../diagnostics/count.ts';
import { byRisk, summaryWords } from './plan-order.ts';
import { printable } from '../../../diagnostics/printable.ts';
import type { Colours, Style } from '../text/style.ts';
import { helpOf } from '../../../project/planning/refuse-plan.ts';
import { equalWords, incompleteLines, waysOut } from './plan-verdict.ts';
import { excerptsOf, looksSame, spelledOut, type Room } from '../text/excerpts.ts';
import { textOf } from '../text/markdown.ts';
import { wordDiff, type Piece } from '../text/word-diff.ts';
import { differencesIn, isOpen, lostFacts, NOT_SHOWN, notShown, SINCE_SYNC, type Difference } from './differences.ts';

export function planText(plan: Plan, style: Style, rate?: RateSeen): string {
  const { colours } = style;
  const notes = plan.notes.map((note) => colours.dim(`· ${printable(note)}`));
  const incomplete = incompleteLines(plan, style);
  const label = plan.offline ? [colours.yellow(colours.bold('offline: the target was not read'))] : incomplete;
  if (plan.changes.length === 0 && plan.refusals.length === 0) {
    if (style.quiet && incomplete.length === 0) return '';
    const mark = incomplete.length === 0 && plan.open.length === 0 ? colours.green('✓') : colours.yellow('!');
    return [
      ...label,
      ...notes,
      ...(notes.length > 0 ? [''] : []),
      `${mark} ${plan.target}: ${equalWords(plan)} (${count(plan.summary.unchanged, 'document')})`,
      '',
    ].join('\n');
  }
  const groups = byRisk(plan.changes).map(({ title, changes }) =>
    [
      colours.bold(colours.underline(title)),
      changesText(changes, style),
      ...waysOut(changes).map((way) => colours.dim(`  ${way}`)),
    ].join('\n\n'),
  );
  const refusals = plan.refusals.map((refusal) => {
    const help = helpOf(refusal, plan);
    return [
      `${colours.red(colours.bold('refused'))}: ${printable(refusal.reason)}`,
      ...(help === undefined ? [] : [`  ${colours.bold('help')}: ${printable(help)}`]),
    ].join('\n');
  });
  const effort = plan.requests === 0 ? '' : colours.dim(` (${effortWords(plan.requests, rate)})`);
  return (
    [
      ...label,
      ...groups,
      ...secretsText(plan, style),
      ...(notes.length > 0 ? [notes.join('\n')] : []),
      ...refusals,
      [
        `${colours.bold(plan.target)}: ${summaryWords(plan.summary, plan.uncompared?.length)}${effort}`,
        ...(plan.digest === undefined ? [] : [colours.dim(`digest ${plan.digest}`)]),
      ].join('\n'),
    ].join('\n\n') + '\n'
  );
}

function secretsText(plan: Plan, { colours }: Style): readonly string[] {
  const carried = carriedSecrets(plan);
  if (carried.length === 0) return [];
  const lines = carried.map(({ name, addresses }) => `  ${colours.bold(name)} ${colours.dim(addresses.join(', '))}`);
  return [[colours.bold(colours.underline('Secrets sent')), '', ...lines].join('\n')];
}

/** The number of requests and, if the service has reported its rate limit, whether they fit into it. */
function effortWords(requests: number, rate: RateSeen | undefined): string {
  const said = count(requests, 'request');
  if (!rate) return said;
  if (requests <= rate.left) return `${said}; the rate limit leaves ${rate.left}`;
  const reset = rate.resetsIn === undefined ? '' : ` and resets in ${Math.ceil(rate.resetsIn / 1000)} s`;
  return `${said}; the rate limit leaves ${rate.left}${reset}, so the sync will pause`;
}

/** An empty line sets a change with fields apart from its neighbours; those without form a list. */
function changesText(changes: readonly Change[], style: Style): string {
  return changes
    .map((change, index) => {
      const isApart = index > 0 && change.fields.length + changes[index - 1]!.fields.length > 0;
      return (isApart ? '\n' : '') + changeText(change, style);
    })
    .join('\n');
}

function changeText(change: Change, { colours }: Style): string {
  const { address, action, certainty, reason, from, lost } = change;
  const sure = certainty === 'blind' ? colours.yellow(' (blind)') : '';
  const moved = from === undefined ? '' : ` ${colours.dim(`from ${from}`)}`;
  const head = `${symbol(action, colours)} ${colours.bold(address)}${moved}${sure} ${colours.dim(printable(reason))}`;
  const sides = isOpen(action);
  return [
    sides || !lost ? head : `${head}: ${lostText(lost)}`,
    ...(sides && lost ? [`    there: ${lostText(lost)}`] : []),
    ...differencesIn(change).map((each) =>
      sides ? sidesText(each, colours, OF_TARGET) : differenceText(each, change, colours),
    ),
  ].join('\n');
}

const lostText = (lost: Lost): string =>
  line([...lostFacts(lost), ...(lost.unmanaged ? [`in no file: ${lost.unmanaged.join(', ')}`] : [])].join(' · '));

const symbol = (action: Change['action'], { red, green, yellow, magenta, cyan }: Colours): string =>
  ({
    create: green('+'),
    update: yellow('~'),
    delete: red('-'),
    replace: `${red('-')}/${green('+')}`,
    drift: magenta('≠'),
    conflict: red('!'),
    manual: yellow('☞'),
    move: cyan('→'),
    adopt: cyan('='),
    forget: cyan('='),
  })[action];

const WIDEST = 100;
const ROOM: Room = { context: 28, change: 300 };

function differenceText(
  { name, before, after, unread, isSinceSync }: Difference,
  change: Change,
  colours: Colours,
): string {
  const label = `    ${printable(name)}${isSinceSync ? colours.dim(` (${SINCE_SYNC})`) : ''}: `;
  if (change.action === 'create') return label + shown(after);
  // The state remembers that it changed, not what it was.
  if (unread) return `${label}→ ${colours.green(shown(after))}${colours.dim(notShown(change))}`;
  const [old, now] = [textOf(before ?? ''), textOf(after ?? '')];
  if (looksSame(old, now))
    return `${label}${colours.red(shown(spelledOut(old)))} → ${colours.green(shown(spelledOut(now)))} (they look the same)`;
  if (old === '' || now === '' || old.length + now.length <= WIDEST)
    return `${label}${colours.red(shown(before))} → ${colours.green(shown(after))}`;
  const pieces = excerptsOf(wordDiff(old, now), ROOM);
  return label + pieces.map((piece) => pieceText(piece, colours)).join('');
}

function pieceText({ type, text }: Piece, colours: Colours): string {
  const said = line(text);
  if (type === 'removed') return colours.red(`[-${said.trimEnd()}-]`) + (said.endsWith(' ') ? ' ' : '');
  if (type === 'added') return colours.green(`{+${said.trimEnd()}+}`) + (said.endsWith(' ') ? ' ' : '');
  return said;
}

/** The names of the sides. */
export interface SideNames {
  readonly there: string;
  readonly last: string;
  readonly never: string;
}

export const OF_TARGET: SideNames = { there: 'there', last: 'last sync', never: 'never synced' };

/** The sides of the values that a person has to decide about. */
export const sidesOf = (fields: Change['fields'], colours: Colours, names: SideNames): readonly string[] =>
  differencesIn({ action: 'conflict', certainty: 'verified', fields }).map((each) => sidesText(each, colours, names));

/** The sides of a value that no sync decides, one below the other. */
function sidesText(
  { name, before, after, last, unsynced, unread }: Difference,
  colours: Colours,
  names: SideNames,
): string {
  const row = (label: string, text: string): string => `      ${colours.dim(label.padEnd(10))} ${text}`;
  const then = last !== undefined ? sideText(last, before, colours.dim) : unsynced ? names.never : 'not recorded';
  return [
    `    ${printable(name)}`,
    row(names.there, unread ? NOT_SHOWN : sideText(before, after, colours.magenta)),
    row('here', sideText(after, before, colours.green)),
    row(names.last, then),
  ].join('\n');
}

/** A value; of a long one, the words that differ from the other side. */
function sideText(own: Json | undefined, other: Json | undefined, paint: (text: string) => string): string {
  const [text, against] = [textOf(own ?? ''), textOf(other ?? '')];
  if (looksSame(text, against)) return paint(shown(spelledOut(text)));
  if (text === '' || against === '' || text.length + against.length <= WIDEST) return paint(shown(own));
  return excerptsOf(
    wordDiff(against, text).filter(({ type }) => type !== 'removed'),
    ROOM,
  )
    .map(({ type, text: part }) => (type === 'same' ? line(part) : paint(line(part))))
    .join('');
}

const line = (text: string): string => printable(text.replaceAll('\n', '⏎ '));

function shown(value: Json | undefined): string {
  if (value === undefined || value === null) return '(nothing)';
  const text = line(textOf(value));
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
}
