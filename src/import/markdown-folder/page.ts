import type { Source } from '../../content/source.ts';
import type { SourceFile } from '../source.ts';
import type { Fields } from './front-matter.ts';

/** The place of a page in the folder. */
export interface PagePlace {
  readonly file: SourceFile;
  /** The path below the folder of pages, without language and extension: the same for all translations. */
  readonly key: string;
  readonly folders: readonly string[];
  /** The name without the date that it starts with: that of the folder for `hello/index.md`. */
  readonly name: string;
  /** As the file or its folder is called. */
  readonly fullName: string;
  /** The day in the name of the file. */
  readonly day: string | undefined;
  readonly language: string | undefined;
  /** `index.md`: the page of its folder. */
  readonly isIndex: boolean;
  /** `_index.md`: the page of a section. */
  readonly isSection: boolean;
}

export interface Page extends PagePlace {
  readonly text: string;
  readonly fields: Fields;
  readonly body: string;
  readonly source: Source;
}

export interface DatedPage extends Page {
  readonly title: string;
  /** With the offset that it was written with. */
  readonly date: string | undefined;
}
