/** A folder of pages, the website that it belongs to, and the program that makes it. */
import type { Source } from '../../content/source.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import type { SourceFacts, SourceFile } from '../source.ts';
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

/** Folders are empty, or have a slash at their end. */
export interface Site {
  /** Undefined if no configuration is in the folder. */
  readonly generator: Generator | undefined;
  readonly config: JsonObject;
  /** The folders of pages, with the language that all pages of one have. */
  readonly contents: readonly { readonly folder: string; readonly language?: string }[];
  /** The folders whose files are at the root of the website. */
  readonly statics: readonly string[];
  /** The path of the website on its host, without a slash at its end. */
  readonly base: string;
  readonly facts: SourceFacts;
  /** Its address, with a slash at its end. */
  readonly url: string | undefined;
  /** The languages of the configuration. */
  readonly languages: readonly string[];
  readonly defaultLanguage: string | undefined;
  /** True if the folder of pages has nothing but content. */
  readonly isApart: boolean;
}

/** A program that makes a website of a folder. */
export interface Generator {
  readonly name: string;
  /** The name of its configuration: a table of settings, or a program, which is not executed. */
  readonly config: RegExp;
  readonly isProgram?: true;
  /** False for a file of that name with the configuration of another program. */
  readonly isOwn?: (config: JsonObject) => boolean;
  /** The folder of pages below that of the configuration, and those of other files. */
  readonly content: (fields: Fields, has: (folder: string) => boolean) => string;
  readonly statics: readonly string[];
  /** False for what it does not read, by the path below the folder of pages. */
  readonly isPage?: (path: string, config: JsonObject) => boolean;
  /** The path of a page, with placeholders. */
  readonly pattern: (page: DatedPage, site: Site) => Json | undefined;
  /** Values of placeholders that other programs understand otherwise. */
  readonly words?: (page: DatedPage, site: Site) => Readonly<Record<string, string | undefined>>;
  /** How a path that its author did not write is spelled. */
  readonly spelled?: (path: string, config: JsonObject) => string;
  /** Its texts are templates of Liquid or Nunjucks. */
  readonly hasTemplates?: true;
}
