/** Two builds compared, as a review comment: what vanishes first, what people edited next, everything else counted. */
import type { AssetChanges, PageChange, PicturedPage, SiteDiffReport } from '../../../project/index.ts';
import { firstOf } from '../text/excerpts.ts';
import { code, escape, folded, within } from '../text/markdown.ts';
import {
  baseWords,
  bytesWords,
  expiredWords,
  listsNothing,
  namedAssets,
  rowsOf,
  sharedWords,
  summaryOf,
} from './site-diff-view.ts';

interface ShownFrom {
  /** Where the folder of the pictures can be read. */
  readonly picturesUrl?: string | undefined;
  /** Where the new site can be read. */
  readonly previewUrl?: string | undefined;
}

/** Comments of GitHub have at most 65,536 characters. */
const MOST = 60_000;
/** As many rows are visible at once; the rest is folded. */
const OPEN_ROWS = 15;

export function siteDiffMarkdown(report: SiteDiffReport, shown: ShownFrom = {}): string {
  const { previewUrl } = shown;
  const isShort = listsNothing(report);
  const head = [
    '### gitcast site',
    ...(isShort ? [] : headline(report)),
    ...baseWords(report, code),
    ...(previewUrl === undefined ? [] : [`Preview: ${link(previewUrl, previewUrl)}`]),
    ...(isShort || report.expired === null ? [] : [`> [!NOTE]\n> ${escape(expiredWords(report.expired))}`]),
  ];
  return `${[...head, ...(isShort ? [] : details(report, shown, head.join('\n\n').length))].join('\n\n')}\n`;
}

/** As much as fits behind a text of that length. */
function details(report: SiteDiffReport, { picturesUrl, previewUrl }: ShownFrom, before: number): readonly string[] {
  const live = report.url ?? undefined;
  const lists = [
    list('Pages that vanish', report.removed, ({ page }) => titled(page, live)),
    list('Pages that move', report.moved, ({ page }) => `${titled(page, previewUrl)}, was ${code(page.from)}`),
    list('Pages that appear', report.added, ({ page }) => titled(page, previewUrl)),
    list('Pages that change', report.changed, ({ page }) => titled(page, previewUrl ?? live) + retitling(page)),
    ...report.sections.map(({ path, pages }) => ({
      title: `All ${pages.length} pages in <code>${escape(path)}</code> change`,
      rows: rowsOf(pages).map((row) => line(titled(row.page, previewUrl ?? live), row.languages)),
      open: 0,
    })),
  ].filter(({ rows }) => rows.length > 0);
  const tail = [...assetTable(report.assets), ...pictures(report, picturesUrl)];
  const room = MOST - before - tail.join('\n\n').length - 1000;
  return [...fitted(lists, room), ...tail];
}

interface List {
  readonly title: string;
  readonly rows: readonly string[];
  /** How many rows are visible at once. */
  readonly open: number;
}

const list = <P extends PageChange>(
  title: string,
  pages: readonly P[],
  shown: (row: { readonly page: P }) => string,
): List => ({
  title: `${title} (${pages.length})`,
  rows: rowsOf(pages).map((row) => line(shown(row), row.languages)),
  open: OPEN_ROWS,
});

const line = (text: string, languages: readonly string[]): string =>
  `- ${text}${languages.length === 0 ? '' : ` (${languages.map(escape).join(', ')})`}`;

/** Every list gets an equal part of the room, and what a short one leaves. */
function fitted(lists: readonly List[], room: number): readonly string[] {
  let left = room;
  return lists.map(({ title, rows, open }, index) => {
    const kept = within(rows, left / (lists.length - index));
    const more =
      rows.length > kept.length ? [`- … and ${rows.length - kept.length} more; \`gitcast site diff\` lists them`] : [];
    const all = [...kept, ...more];
    left -= all.join('\n').length;
    if (open === 0) return folded(title, all.join('\n'));
    const visible = all.slice(0, open);
    const hidden = all.slice(open);
    const rest = hidden.length === 0 ? [] : [folded(`${rows.length - open} more`, hidden.join('\n'))];
    return [`#### ${title}`, visible.join('\n'), ...rest].join('\n\n');
  });
}

function titled({ path, title }: PageChange, site: string | undefined): string {
  const address = site === undefined ? undefined : site.replace(/\/+$/, '') + encodeURI(path);
  return `${address === undefined ? escape(title) : link(title, address)} ${code(path)}`;
}

const retitling = ({ was }: { readonly was?: string }): string => (was === undefined ? '' : `, was “${escape(was)}”`);

/** Only addresses of the web are linked: a manifest of a pull request may contain anything. */
const link = (text: string, address: string): string =>
  /^https?:\/\//.test(address)
    ? `[${escape(text)}](<${address.replace(/[<>\s\\]/g, encodeURIComponent)}>)`
    : escape(text);

const FEW = 5;

function headline(report: SiteDiffReport): readonly string[] {
  if (report.equal) return ['The website stays the same.'];
  const summary = summaryOf(report);
  const own = summary === undefined ? [] : [`${summary}.`];
  if (report.shared.length === 0) return own.length > 0 ? own : ['No page changes, but other files do.'];
  const rows = rowsOf(report.shared);
  const names = rows.length > FEW ? '' : `: ${rows.map(({ page }) => titled(page, undefined)).join(', ')}`;
  return [...own, `${sharedWords(report)}${names}.`];
}

const NAMED = 20;

function assetTable(assets: readonly AssetChanges[]): readonly string[] {
  if (assets.length === 0) return [];
  const rows = assets.map(
    ({ type, added, changed, removed, bytes }) =>
      `| ${type} | ${added.length} | ${changed.length} | ${removed.length} | ${bytesWords(bytes)} |`,
  );
  const names = assets.flatMap((changes) => {
    const all = namedAssets(changes).map((name) => `- ${code(name)}`);
    return firstOf(all, NAMED, (left) => `- … and ${left} more`);
  });
  return [
    ['| files | new | changed | removed | size |', '| - | -: | -: | -: | -: |', ...rows].join('\n'),
    folded('Names of these files', names.join('\n')),
  ];
}

function pictures({ pictures: taken }: SiteDiffReport, url: string | undefined): readonly string[] {
  if (taken === null) return [];
  const { pages, missing } = taken;
  const visible = pages.filter(({ same }) => !same);
  const same = pages.filter((page) => page.same);
  const rows = visible.map(
    (page) =>
      `| ${escape(page.title)} ${code(page.path)} | ${cell(page, 'before', url)} | ${cell(page, 'after', url)} |`,
  );
  const table = ['| page | before | after |', '| - | - | - |', ...rows].join('\n');
  return [
    ...(visible.length === 0
      ? []
      : [url === undefined ? `#### Pictures\n\n${table}` : `#### Before and after\n\n${table}`]),
    ...(same.length === 0 ? [] : [`No difference is visible on ${same.map(({ path }) => code(path)).join(', ')}.`]),
    ...(missing === null ? [] : [`No ${pages.length === 0 ? '' : 'more '}pictures: ${escape(missing)}.`]),
  ];
}

function cell(page: PicturedPage, side: 'before' | 'after', url: string | undefined): string {
  const file = page[side];
  if (file === null) return side === 'before' ? 'new' : 'gone';
  return url === undefined ? code(file) : `![${side}](<${url.replace(/\/+$/, '')}/${file}>)`;
}
