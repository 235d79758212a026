/** Two built sites compared: what vanishes first, what people edited next, everything else counted. */
import { count } from '../../diagnostics/count.ts';
import { printable } from '../../diagnostics/printable.ts';
import { withoutLanguage, type AssetChanges, type ComparedSites, type PageChange } from '../../project/index.ts';
import type { Style } from './text/style.ts';

const MOST = 30;
const MOST_ASSETS = 5;

export function compareText(report: ComparedSites, { colours, quiet }: Style): string {
  if (report.equal) return quiet ? '' : `${colours.green('✓')} both sites are equal\n`;
  const { green, red, yellow, blue, dim } = colours;
  const lines = <P extends PageChange>(sign: string, pages: readonly P[], aside: (page: P) => string = () => '') => {
    const rows = byDocument(pages);
    const shown = rows.slice(0, MOST).map(([page, ...others]) => {
      const among = others.length === 0 ? '' : dim(` (${[page!, ...others].map(({ lang }) => lang).join(', ')})`);
      return `${sign} ${printable(page!.title)} ${dim(page!.path)}${among}${aside(page!)}`;
    });
    return rows.length > MOST ? [...shown, dim(`  … and ${rows.length - MOST} more; --json lists them`)] : shown;
  };
  const summary = summaryOf(report);
  return `${[
    ...lines(red('−'), report.removed),
    ...lines(blue('→'), report.moved, ({ from }) => dim(`, was ${from}`)),
    ...lines(green('+'), report.added),
    ...lines(yellow('~'), report.changed, ({ was }) => (was === undefined ? '' : dim(`, was “${printable(was)}”`))),
    ...report.sections.map(({ path, pages }) => `${yellow('~')} all ${pages.length} pages in ${path}`),
    ...(report.shared.length === 0 ? [] : [`${dim('~')} ${sharedWords(report)}`]),
    ...report.assets.map((changes) => {
      const names = namesOf(changes);
      const more = names.length > MOST_ASSETS ? ` and ${names.length - MOST_ASSETS} more` : '';
      return dim(`  ${changes.type}: ${names.slice(0, MOST_ASSETS).join(', ')}${more} (${bytesWords(changes.bytes)})`);
    }),
    ...(summary === '' ? [] : ['', `${summary}.`]),
  ].join('\n')}\n`;
}

/** A page in three languages is one row, the default language first. */
function byDocument<P extends PageChange>(pages: readonly P[]): readonly (readonly P[])[] {
  const groups = Map.groupBy(pages, ({ path, lang }) => withoutLanguage(path.slice(1), lang));
  return [...groups.values()].map((group) => group.toSorted((one, other) => one.path.length - other.path.length));
}

/** `3 pages change, 1 appears, 2 vanish, 40 stay the same`; empty if no page changes by itself. */
function summaryOf({ changed, added, removed, moved, sections, unchanged }: ComparedSites): string {
  const inSections = sections.reduce((sum, { pages }) => sum + pages.length, 0);
  const [first, ...rest] = [
    verb(changed.length + inSections, 'changes', 'change'),
    verb(added.length, 'appears', 'appear'),
    verb(removed.length, 'vanishes', 'vanish'),
    verb(moved.length, 'moves', 'move'),
  ].filter((part) => part !== '');
  if (first === undefined) return '';
  const same = unchanged === 0 ? [] : [`${verb(unchanged, 'stays', 'stay')} the same`];
  return [first.replace(/^\d+/, (number) => count(Number(number), 'page')), ...rest, ...same].join(', ');
}

const verb = (number: number, singular: string, plural: string): string =>
  number === 0 ? '' : `${number} ${number === 1 ? singular : plural}`;

/** One line, however many there are. */
const sharedWords = ({ shared }: ComparedSites): string =>
  `${count(shared.length, 'page')} ${shared.length === 1 ? 'changes' : 'change'} only around the content, such as in the menu, or in classes of the theme`;

function bytesWords(bytes: number): string {
  const size = Math.abs(bytes);
  const shown =
    size < 1000 ? `${size} B` : size < 1e6 ? `${(size / 1e3).toFixed(1)} kB` : `${(size / 1e6).toFixed(1)} MB`;
  return `${bytes < 0 ? '−' : '+'}${shown}`;
}

const namesOf = ({ added, changed, removed }: AssetChanges): readonly string[] => [
  ...added.map((path) => `+ ${path}`),
  ...changed.map((path) => `~ ${path}`),
  ...removed.map((path) => `− ${path}`),
];
