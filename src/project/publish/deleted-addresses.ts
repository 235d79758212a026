/** The published addresses that publishing deletes: the host knows its files, also if no site was recorded in git. */
import type { Config } from '../../config/config.ts';
import { kinds } from '../../kinds/registry.ts';
import type { SiteManifest } from '../../publish/manifest.ts';
import { isHtml } from '../../publish/page-summary.ts';
import { addressOfFile, publishedAddresses } from '../../site/lost-addresses.ts';
import { gonePaths } from '../../site/redirect-table.ts';

interface Publishing {
  readonly before: SiteManifest | undefined;
  readonly deletes: readonly string[];
  readonly next: SiteManifest;
}

const SHOWN = 3;

/** A redirect is a page of the next site, so its address is not deleted. None, or one note for all of them. */
export function addressesWithoutPage(
  { site: { redirects }, file }: Config,
  { before, deletes, next }: Publishing,
): readonly string[] {
  if (!before || deletes.length === 0) return [];
  const files = Object.keys(before.files);
  const site = { commit: null, files, pages: files.filter(isHtml), former: {} };
  const { documents, others, languages } = publishedAddresses(site, kinds);
  const linked = new Set([...documents, ...others()]);
  const gone = gonePaths(redirects, kinds);
  const isGone = (path: string): boolean => {
    const language = languages.find((each) => path.startsWith(`/${each}/`));
    return gone.has(path, language === undefined ? path : path.slice(language.length + 1));
  };
  const isBesidePage = (path: string): boolean =>
    !path.endsWith('/') && Object.hasOwn(next.files, `${path.slice(1, path.lastIndexOf('/') + 1)}index.html`);
  const lost = deletes.map(addressOfFile).filter((path) => linked.has(path) && !isGone(path) && !isBesidePage(path));
  if (lost.length === 0) return [];
  const named = [...lost.slice(0, SHOWN), ...(lost.length > SHOWN ? [`${lost.length - SHOWN} more`] : [])].join(', ');
  const they = lost.length === 1 ? '1 published address leads' : `${lost.length} published addresses lead`;
  return [
    `${they} to an error page from now on: ${named}; redirect with \`site.redirects\` in ${file}, or accept it there with \`gone\``,
  ];
}
