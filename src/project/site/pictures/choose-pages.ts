/** The pages that say most about a change: each document once, in its first language, and one of what many pages share. */
import type { PageChange, SiteDiff } from '../../../publish/compare-builds.ts';
import { byDocument } from '../page-languages.ts';

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
  const edited = inOneLanguage(diff.changed).map(both);
  const added = inOneLanguage(diff.added).map((page) => ({ ...named(page), from: undefined, to: page.path }));
  const removed = inOneLanguage(diff.removed).map((page) => ({ ...named(page), from: page.path, to: undefined }));
  // One page of each section shows what happened to all of them.
  const sections = diff.sections.flatMap(({ pages }) => inOneLanguage(pages).slice(0, 1)).map(both);
  const shared = inOneLanguage(diff.shared).map(both);
  const sample = [...sections, ...shared.slice(0, 1)];
  const first = [...sample.slice(0, Math.max(1, most - edited.length - added.length)), ...edited, ...added];
  return [...first, ...removed, ...shared.slice(1)].slice(0, most);
}

const named = ({ path, title }: PageChange): Pick<ChosenPage, 'path' | 'title'> => ({ path, title });

const inOneLanguage = <P extends PageChange>(pages: readonly P[]): readonly P[] =>
  byDocument(pages).map(([first]) => first!);
