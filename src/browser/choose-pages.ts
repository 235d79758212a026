/** The pages that show most about a change: each document once, in its first language, and something of every sort. */
import { withoutLanguage, type PageChange, type RetitledPage, type SiteDiff } from '../publish/compare-builds.ts';

export interface ChosenPage {
  readonly path: string;
  readonly title: string;
  /** Its path before; undefined if it is new. */
  readonly from: string | undefined;
  /** Its path after; undefined if it is gone. */
  readonly to: string | undefined;
}

export function choosePages(diff: SiteDiff, most: number): readonly ChosenPage[] {
  const both = (page: PageChange): ChosenPage => ({ ...named(page), from: page.path, to: page.path });
  const edited = inOneLanguage(diff.changed).toSorted(byInterest).map(both);
  const added = inOneLanguage(diff.added).map((page) => ({ ...named(page), from: undefined, to: page.path }));
  const removed = inOneLanguage(diff.removed).map((page) => ({ ...named(page), from: page.path, to: undefined }));
  // One page of each section shows what happened to all of them.
  const sections = diff.sections.flatMap(({ pages }) => inOneLanguage(pages).slice(0, 1)).map(both);
  const shared = inOneLanguage(diff.shared).toSorted(byLength).map(both);
  // A few of each sort for certain, then as many as there is room for.
  const certain = [
    edited.slice(0, 3),
    added.slice(0, 2),
    sections.slice(0, 1),
    shared.slice(0, 1),
    removed.slice(0, 1),
  ];
  const inOrder = new Set([...certain.flat(), ...edited, ...added, ...sections, ...removed, ...shared]);
  const chosen = new Set([...inOrder].slice(0, most));
  return [edited, added, sections, shared, removed].flat().filter((page) => chosen.has(page));
}

const named = ({ path, title }: PageChange): Pick<ChosenPage, 'path' | 'title'> => ({ path, title });

const inOneLanguage = <P extends PageChange>(pages: readonly P[]): readonly P[] =>
  byDocument(pages).map(([first]) => first!);

/** A page with a new title was edited. Lists change because of the pages they list, and are at the shorter paths. */
const byInterest = (one: RetitledPage, other: RetitledPage): number =>
  Number(other.was !== undefined) - Number(one.was !== undefined) || depthOf(other) - depthOf(one);

/** The start page first; the page for errors is no example of the others. */
const byLength = (one: PageChange, other: PageChange): number =>
  Number(one.path.endsWith('.html')) - Number(other.path.endsWith('.html')) || one.path.length - other.path.length;

const depthOf = ({ path }: PageChange): number => path.split('/').length;

/** The languages of each page together, the default language first. */
export function byDocument<P extends PageChange>(pages: readonly P[]): readonly (readonly P[])[] {
  const groups = Map.groupBy(pages, ({ path, lang }) => withoutLanguage(path.slice(1), lang));
  return [...groups.values()].map((group) => group.toSorted((one, other) => one.path.length - other.path.length));
}
