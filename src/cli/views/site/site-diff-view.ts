/** Two builds compared, in a terminal, and the words that the comment shares with it. */
import { join } from 'node:path';
import { count } from '../../../diagnostics/count.ts';
import { printable } from '../../../diagnostics/printable.ts';
import type { AssetChanges, PageChange, RecordedSite, SiteDiffReport } from '../../../project/index.ts';
import { byDocument } from '../../../browser/choose-pages.ts';
import { confirmed, type Outcome } from '../../command.ts';
import type { Style } from '../text/style.ts';

const MOST = 30;
const MOST_ASSETS = 5;

export function siteDiffText(report: SiteDiffReport, { colours, quiet }: Style, folder = ''): string {
  const base = baseWords(report, printable);
  if (listsNothing(report)) return quiet ? '' : `${base.join('\n')}\n`;
  if (report.equal) return quiet ? '' : `${colours.green('✓')} both sites are equal\n`;
  const { green, red, yellow, blue, dim } = colours;
  const lines = <P extends PageChange>(sign: string, pages: readonly P[], aside: (page: P) => string = () => '') => {
    const rows = rowsOf(pages);
    const shown = rows.slice(0, MOST).map(({ page, languages }) => {
      const among = languages.length === 0 ? '' : dim(` (${languages.join(', ')})`);
      return `${sign} ${printable(page.title)} ${dim(page.path)}${among}${aside(page)}`;
    });
    return rows.length > MOST ? [...shown, dim(`  … and ${rows.length - MOST} more; --json lists them`)] : shown;
  };
  return `${[
    ...lines(red('−'), report.removed),
    ...lines(blue('→'), report.moved, ({ from }) => dim(`, was ${from}`)),
    ...lines(green('+'), report.added),
    ...lines(yellow('~'), report.changed, ({ was }) => (was === undefined ? '' : dim(`, was “${printable(was)}”`))),
    ...report.sections.map(({ path, pages }) => `${yellow('~')} all ${pages.length} pages in ${path}`),
    ...(report.shared.length === 0 ? [] : [`${dim('~')} ${sharedWords(report)}`]),
    ...report.assets.map((changes) => {
      const names = namedAssets(changes);
      const more = names.length > MOST_ASSETS ? ` and ${names.length - MOST_ASSETS} more` : '';
      return dim(`  ${changes.type}: ${names.slice(0, MOST_ASSETS).join(', ')}${more} (${bytesWords(changes.bytes)})`);
    }),
    ...(summaryOf(report) === undefined ? [] : ['', `${summaryOf(report)!}.`]),
    ...base.map(dim),
    ...(report.expired === null ? [] : [yellow(expiredWords(report.expired))]),
    ...picturesLines(report, folder),
  ].join('\n')}\n`;
}

function picturesLines({ pictures }: SiteDiffReport, folder: string): readonly string[] {
  if (pictures === null) return [];
  const page = printable(join(folder, 'index.html'));
  const taken =
    pictures.pages.length === 0 ? [] : [`pictures of ${count(pictures.pages.length, 'page')}: open ${page}`];
  return pictures.missing === null
    ? taken
    : [...taken, `no ${taken.length === 0 ? '' : 'more '}pictures: ${pictures.missing}`];
}

/** `3 pages change, 1 appears, 2 vanish`; undefined if no page changes by itself. */
export function summaryOf(report: SiteDiffReport): string | undefined {
  const { changed, added, removed, moved, sections, unchanged } = report;
  const inSections = sections.reduce((sum, { pages }) => sum + pages.length, 0);
  const [first, ...rest] = [
    verb(changed.length + inSections, 'change'),
    verb(added.length, 'appear'),
    verb(removed.length, 'vanish', 'vanishes'),
    verb(moved.length, 'move'),
  ].filter((part) => part !== '');
  if (first === undefined) return undefined;
  const same = unchanged === 0 ? [] : [`${unchanged} ${one(unchanged, 'stays', 'stay')} the same`];
  return [first.replace(/^\d+/, (number) => count(Number(number), 'page')), ...rest, ...same].join(', ');
}

const one = (number: number, singular: string, plural: string): string => (number === 1 ? singular : plural);

const verb = (number: number, plural: string, singular = `${plural}s`): string =>
  number === 0 ? '' : `${number} ${one(number, singular, plural)}`;

/** One line, however many there are. */
export function sharedWords({ shared, assets }: SiteDiffReport): string {
  const files = assets.find(({ type }) => type === 'styles and scripts');
  const cause = files ? 'the styles or scripts changed' : 'such as the menu, the footer or the head';
  return `${count(shared.length, 'page')} ${one(shared.length, 'changes', 'change')} only in parts that pages share (${cause})`;
}

interface Row {
  readonly page: PageChange;
  /** All languages of the page that are affected, the default one first; empty if there is only one. */
  readonly languages: readonly string[];
}

/** A page in three languages is one row. */
export const rowsOf = <P extends PageChange>(pages: readonly P[]): readonly (Row & { readonly page: P })[] =>
  byDocument(pages).map((group) => ({
    page: group[0]!,
    languages: group.length === 1 ? [] : group.map(({ lang }) => lang),
  }));

export const expiredWords = (expired: string): string =>
  `The base was built for an earlier time and changed by itself at ${expired}, so some differences come from the time. Build both with the same --now to see only the edits.`;

/** Nothing was published yet, or every difference was merged by others: neither is a change that somebody reviews here. */
export const listsNothing = ({ base, equal }: SiteDiffReport): boolean =>
  base.type === 'unpublished' || (base.type === 'published' && base.others === 'all' && !equal);

/** The published site that the new one is compared with, and whose changes are listed. */
export function baseWords({ base, equal }: SiteDiffReport, shown: (commit: string) => string): readonly string[] {
  if (base.type === 'given') return [];
  if (base.type === 'unpublished') return ['No website has been published yet, so there is nothing to compare with.'];
  const { commit, others } = base;
  const site = `the published site${commit === null ? '' : ` at ${shown(commit.slice(0, 10))}`}`;
  if (!equal && others === 'all')
    return [
      `This branch changes nothing on the website. What differs from ${site} was merged by others, or changed with the time.`,
    ];
  return !equal && others === 'some'
    ? [
        `Compared with ${site}, which is not where this branch starts: the pages below may include changes of other merges.`,
      ]
    : [`Compared with ${site}.`];
}

export const bytesWords = (bytes: number): string => {
  const size = Math.abs(bytes);
  const shown =
    size < 1000 ? `${size} B` : size < 1e6 ? `${(size / 1e3).toFixed(1)} kB` : `${(size / 1e6).toFixed(1)} MB`;
  return `${bytes < 0 ? '−' : '+'}${shown}`;
};

/** Names of files that changed in place, which a reader may know; new names of built files say nothing. */
export const namedAssets = ({ added, changed, removed }: AssetChanges): readonly string[] => [
  ...added.map((path) => `+ ${path}`),
  ...changed.map((path) => `~ ${path}`),
  ...removed.map((path) => `− ${path}`),
];

/** The site that was published is recorded, for the next comparison. */
export function recordedOutcome(recorded: RecordedSite): Outcome {
  const { ref, pages, next_change: until } = recorded;
  const change = until === null ? '' : `; it changes at ${until} by itself`;
  return confirmed(recorded, `recorded the published site with ${count(pages, 'page')} on ${ref}${change}`);
}
