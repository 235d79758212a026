/** What is printed, the pages that it is printed from, and the files that it becomes. */
import { BOOKLETS, localePath, posterPath, SIGNS } from '../../../site/links/urls.ts';
import type { Locale } from '../../../kinds/shapes/primitives.ts';

export const SHEETS = ['booklet', 'poster', 'signs'] as const;
export const PAPERS = ['a5', 'a4'] as const;

/** Something to print. */
export type Sheet = (typeof SHEETS)[number];
/** The size of a booklet. */
export type Paper = (typeof PAPERS)[number];

/** A page to print. */
export interface PrintedPage {
  /** Its path on the site. */
  readonly page: string;
  readonly language: Locale;
  /** The name of its file, without extension and language. */
  readonly name: string;
  /** The day that it is about. */
  readonly day?: string;
}

interface Wanted {
  readonly sheet: Sheet;
  readonly paper: Paper;
  readonly locales: readonly Locale[];
}

/** Finds the pages of a sheet among the files of a site. */
export function pagesOfSheet(files: Iterable<string>, { sheet, paper, locales }: Wanted): readonly PrintedPage[] {
  const path = sheet === 'booklet' ? BOOKLETS[paper] : sheet === 'signs' ? SIGNS : posterPath('DAY');
  const name = sheet === 'booklet' ? `booklet-${paper}` : sheet;
  return locales.flatMap((language) => {
    const [before, after = ''] = `${localePath(path, language, locales).slice(1)}index.html`.split('DAY');
    return [...files].flatMap((file): readonly PrintedPage[] => {
      if (!file.startsWith(before!) || !file.endsWith(after)) return [];
      const page = `/${file.replace(/index\.html$/, '')}`;
      if (sheet !== 'poster') return file === before ? [{ page, language, name }] : [];
      const day = file.slice(before!.length, -after.length);
      return [{ page, language, name: `poster-${day}`, day }];
    });
  });
}

/** True for the files that any sheet is printed from. */
export const isPrinted = (file: string): boolean => /(?:^|\/)print\/.+\.html$/.test(file);
