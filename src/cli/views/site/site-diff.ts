/** Two builds compared, in a terminal. */
import { join } from 'node:path';
import { count } from '../../../diagnostics/count.ts';
import { printable } from '../../../diagnostics/printable.ts';
import type { PageChange, SiteDiffReport } from '../../../project/index.ts';
import type { Style } from '../text/style.ts';
import {
  baseWords,
  bytesWords,
  expiredWords,
  listsNothing,
  namedAssets,
  rowsOf,
  sharedWords,
  summaryOf,
} from './summary.ts';

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
