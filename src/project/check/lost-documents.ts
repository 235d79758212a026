/**
 * The published addresses that would disappear, as far as documents show: a build knows every file, and takes much longer. Pages
 * of documents, media files, and everything of a language or a format that the configuration no longer has.
 */
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { isError, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { shownFrom, siteUrlOf } from '../../repository/project-paths.ts';
import { lostAddresses, pageRule, type Answer, type NextSite } from '../../site/lost-addresses.ts';
import { gonePaths, writtenFormerPaths } from '../../site/redirect-table.ts';
import type { Outside } from '../outside.ts';
import type { PublishedAddresses, PublishedHere } from '../site/published-here.ts';
import type { CheckedPages } from './check-again.ts';

interface CheckedContent {
  readonly published: PublishedHere | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly pages: () => CheckedPages;
  /** True for the name of a media file: `media/bridge.jpg`. */
  readonly hasMedia: (name: string) => boolean;
}

/** None while there are errors: nothing is published then, and a document that cannot be read is not a removed one. */
export async function lostDocuments(
  config: Config,
  { folder: cwd }: Outside,
  { published, diagnostics, pages, hasMedia }: CheckedContent,
): Promise<readonly Diagnostic[]> {
  const known = published && !diagnostics.some(isError) ? await published.read() : undefined;
  if (!known) return [];
  const checked = pages();
  const lost = lostAddresses(checkedAddresses(known, config), nextSite(config, { known, checked, hasMedia }));
  if (lost.length === 0) return [];
  const [{ explainLosses }, { lossProblems }] = await Promise.all([
    import('../site/explain-losses.ts'),
    import('../site/loss-problems.ts'),
  ]);
  const losses = await explainLosses(config, lost, {
    target: config.defaultTarget,
    commit: known.commit,
    documents: checked.documents,
    from: cwd,
    isOnline: false,
  });
  const configFile = shownFrom(cwd, join(config.root, config.file));
  return lossProblems(losses, { configFile, fileOf: (file) => file });
}

/** A site of many pages has several times as many other addresses, which only some changes of settings concern. */
function checkedAddresses(known: PublishedAddresses, { site }: Config): readonly string[] {
  const isTurnedOff =
    known.languages.some((language) => !site.locales.slice(1).includes(language)) ||
    (known.hasMarkdown && !site.markdown);
  return isTurnedOff ? [...known.documents, ...known.others()] : known.documents;
}

interface Known {
  readonly known: PublishedAddresses;
  readonly checked: CheckedPages;
  readonly hasMedia: CheckedContent['hasMedia'];
}

const THERE: Answer = { type: 'file' };

function nextSite(config: Config, { known, checked, hasMedia }: Known): NextSite {
  const { locales, markdown, redirects: table } = config.site;
  const { documents, aliases, kinds } = checked;
  const former = writtenFormerPaths({ aliases, table }, kinds);
  const isPage = pageRule(kinds);
  const removed = known.languages.filter((language) => !locales.slice(1).includes(language));
  const isThere = (path: string): boolean => {
    if (removed.some((language) => path.startsWith(`/${language}/`))) return false;
    if (/\/(?:index\.md|llms\.txt)$/.test(path)) return markdown;
    if (path.startsWith('/media/')) return hasMedia(path.slice(1));
    if (!isPage(path)) return true;
    const document = documents.get(path);
    return document !== undefined && document.hidden === undefined;
  };
  return {
    kinds,
    locales,
    markdown,
    url: siteUrlOf(config, config.defaultTarget),
    isPrivate: false,
    answer: (path) => (isThere(path) || former.has(path) ? THERE : undefined),
    isGone: gonePaths(table, kinds).has,
    documentAt: (page) => documents.get(page),
  };
}
