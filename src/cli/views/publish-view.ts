import { count } from '../../diagnostics/count.ts';
import { assertNever } from '../../diagnostics/errors.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { PublishedSite, PublishPlan, Upload } from '../../project/index.ts';
import { allowingPublish } from '../../project/publish/publish.ts';
import { firstOf, sizeText } from './text/excerpts.ts';
import type { Style } from './text/style.ts';
import { type Outcome, exitCodeOf } from '../command.ts';

function publishText({ plan, outcome }: PublishedSite, style: Style): string {
  const { colours, quiet } = style;
  switch (outcome) {
    case 'declined':
      return 'Nothing was changed.\n';
    case 'dry-run':
      return publishPlanText(plan, style);
    case 'nothing-to-do':
      return quiet
        ? ''
        : `${lines(notesOf(plan, style))}${colours.green('✓')} ${where(plan, style)} is up to date (${count(plan.unchanged, 'file')})\n`;
    case 'published':
      return quiet
        ? ''
        : `${lines(notesOf(plan, style))}${colours.green('✓')} ${where(plan, style)} shows ${release(plan)}: ${summaryOf(plan, { isDone: true })}\n`;
    default:
      return assertNever(outcome);
  }
}

/** The result as plain text, for a table. */
function publishHeadline({ plan, outcome }: PublishedSite): { headline: string; isCalm: boolean } {
  const isCalm = outcome === 'nothing-to-do' && plan.notes.length === 0;
  const words = {
    declined: 'declined: nothing was changed',
    'dry-run': `would show ${release(plan)}: ${summaryOf(plan)}`,
    'nothing-to-do': 'up to date',
    published: `shows ${release(plan)}: ${summaryOf(plan, { isDone: true })}`,
  };
  return { headline: words[outcome], isCalm };
}

/** People look for pages among many files; a build has as many others. */
const pagesFirst = (one: Upload, other: Upload): number => Number(isPage(other)) - Number(isPage(one));

const isPage = ({ path }: Upload): boolean => path.endsWith('.html');

const MARKS: Readonly<Record<Upload['action'], string>> = { add: '+', change: '~', overwrite: '!' };
const SHOWN = 40;

/** The first files of each action: a first release of 100,000 files is one sentence. `--json` has all. */
export function publishPlanText(plan: PublishPlan, style: Style): string {
  const { colours } = style;
  const groups = [
    plan.deletes.map((path) => colours.red(`- ${printable(path)}`)),
    ...(['overwrite', 'change', 'add'] as const).map((action) =>
      plan.uploads
        .filter((upload) => upload.action === action)
        .toSorted(pagesFirst)
        .map(({ path }) => colourOf(action, style)(`${MARKS[action]} ${printable(path)}`)),
    ),
  ];
  const listed = groups.flatMap((group) =>
    firstOf(group, SHOWN, (left) => colours.dim(`  and ${left} more (--json lists all)`)),
  );
  const refusals = plan.refusals.map(
    (refusal) =>
      `${colours.red('refused')}: ${printable(refusal.reason)}; add ${allowingPublish([refusal]).join(' ')} if that is right`,
  );
  return `${lines(listed)}${lines(notesOf(plan, style))}${lines(refusals)}${where(plan, style)} would show ${release(plan)}: ${summaryOf(plan)}\n`;
}

const colourOf = (action: Upload['action'], { colours }: Style) =>
  action === 'add' ? colours.green : action === 'change' ? colours.yellow : colours.red;

const release = ({ number, restores }: PublishPlan): string =>
  restores === undefined ? `release ${number}` : `release ${restores} again, as release ${number}`;

function summaryOf(plan: PublishPlan, { isDone = false } = {}): string {
  const bytes = plan.uploads.reduce((sum, upload) => sum + upload.bytes, 0);
  const kept = Object.keys(plan.kept).length;
  return [
    `${count(plan.uploads.length, 'file')} ${isDone ? 'uploaded' : 'to upload'} (${sizeText(bytes)})`,
    `${plan.deletes.length} ${isDone ? 'deleted' : 'to delete'}`,
    `${plan.unchanged} unchanged`,
    ...(kept === 0 ? [] : [`${count(kept, 'old asset')} kept for visitors with an older page`]),
  ].join(', ');
}

const where = ({ name, where: place }: PublishPlan, { colours }: Style): string =>
  `${colours.bold(name)} (${printable(place)})`;

const notesOf = ({ notes }: PublishPlan, { colours }: Style): readonly string[] =>
  notes.map((note) => colours.yellow(`· ${printable(note)}`));

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');

export const publishOutcome = (published: PublishedSite): Outcome => ({
  exitCode: exitCodeOf(published.ending),
  json: published.report,
  human: (style) => publishText(published, style),
  ...publishHeadline(published),
});
