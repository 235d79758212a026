import { withoutLanguage, type PageChange } from '../publish/compare-builds.ts';

/** The languages of each page together, the default language first. */
export function byDocument<P extends PageChange>(pages: readonly P[]): readonly (readonly P[])[] {
  const groups = Map.groupBy(pages, ({ path, lang }) => withoutLanguage(path.slice(1), lang));
  return [...groups.values()].map((group) => group.toSorted((one, other) => one.path.length - other.path.length));
}
