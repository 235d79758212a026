/** The lists of documents: those that every site has, and those that kinds declare. */
import type { Kind } from '../kinds/kind.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import { LISTS, wordsIn, type KindPage, type ListName } from '../kinds/shown.ts';
import { listPath, pageFolder } from '../model/site-paths.ts';
import type { Documents } from './documents.ts';
import type { Text } from './text/localise.ts';
import { internal, type Link } from './links/navigator-links.ts';
import type { Scope } from './scope.ts';
import { screenTitle } from './text/titles.ts';
import type { Site } from './site.ts';
import { listName } from './page-names.ts';
import { PLACES, screenPath, type NativeScreen } from './links/urls.ts';

interface SharedList {
  readonly path: string;
  /** The screen whose tab opens it. */
  readonly screen: NativeScreen;
  readonly title: (scope: Scope) => Text;
}

const native = (screen: NativeScreen): SharedList => ({
  path: screenPath(screen),
  screen,
  title: (scope) => screenTitle(screen, scope),
});

/** Free pages are on no list. */
const SHARED: { readonly [L in ListName]: SharedList | undefined } = {
  program: native('program'),
  hosts: native('hosts'),
  articles: native('articles'),
  pages: undefined,
  places: { path: PLACES, screen: 'maps', title: ({ strings }) => ({ text: strings.places }) },
  maps: native('maps'),
};

const sharedList = (list: KindPage['list'] | undefined): SharedList | undefined =>
  typeof list === 'string' ? SHARED[list] : undefined;

export const kindsOn = (list: ListName, { kinds }: Pick<Documents, 'kinds'>): readonly Kind[] =>
  kinds.filter(({ page }) => page?.list === list);

export const kindsWithOwnList = ({ kinds }: Pick<Documents, 'kinds'>): readonly Kind[] =>
  kinds.filter(({ page }) => typeof page?.list === 'object');

/** The kinds with pages, in the order in which search shows them. */
export const kindsWithPages = (documents: Pick<Documents, 'kinds'>): readonly Kind[] => [
  ...LISTS.flatMap((list) => kindsOn(list, documents)),
  ...kindsWithOwnList(documents),
];

/** The page that lists the documents of a kind. */
export const listPathOf = (kind: Kind): string | undefined => sharedList(kind.page?.list)?.path ?? listPath(kind);

/** A link from a document to its list. */
export function listLink(kind: Kind, scope: Scope): { readonly title: string; readonly link: Link } | undefined {
  const path = listPathOf(kind);
  if (path === undefined) return undefined;
  return { title: listTitle(kind.page!.list, scope).text, link: internal(path, scope) };
}

export const listTitle = (list: KindPage['list'], scope: Scope): Text =>
  typeof list === 'object' ? { text: wordsIn(list.title, scope.locale) } : (SHARED[list]?.title(scope) ?? { text: '' });

/** The group name of a kind in search results. Free pages are grouped under the site's name. */
export const groupName = ({ page }: Kind, { root, strings }: Pick<Site, 'root' | 'strings'>, locale: Locale): string =>
  listName(page!.list, strings(locale), locale) ?? root.name;

/** The screen that a page belongs to, derived from its address. */
export function screenAround(path: string, { kinds }: Pick<Documents, 'kinds'>): NativeScreen | undefined {
  const folder = path.split('/')[1];
  const kind = kinds.find((each) => pageFolder(each) === folder);
  const list = kind ? sharedList(kind.page?.list) : Object.values(SHARED).find((each) => each?.path === `/${folder}/`);
  return list?.screen;
}
