/** The website that a folder belongs to: its generator, and what its configuration says. */
import { isLanguage } from '../../values/language.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { isObject, type Json, type JsonObject } from '../../values/json.ts';
import type { SourceFacts, SourceFile } from '../source.ts';
import { Fields, readFields, type FieldsProblem, type ParseToml } from './front-matter.ts';
import type { DatedPage } from './page.ts';

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
  /** The languages of the configuration. */
  readonly languages: readonly string[];
  readonly defaultLanguage: string | undefined;
}

/** A program that makes a website of a folder. */
export interface Generator {
  readonly name: string;
  /** The name of its configuration, if that is a table of settings. */
  readonly settings?: RegExp;
  /** The name of its configuration, if that is a program. It is not executed. */
  readonly program?: RegExp;
  /** False for a file of that name with the configuration of another program. */
  readonly isOwn?: (config: JsonObject) => boolean;
  /** The folders of pages, and those of other files, below that of the configuration. */
  readonly folders: (
    fields: Fields,
    has: (folder: string) => boolean,
  ) => { readonly contents: readonly string[]; readonly statics: readonly string[] };
  /** False for what it does not read, by the path below the folder of pages. */
  readonly isPage: (path: string, config: JsonObject) => boolean;
  /** The path of a page on the website, below its base; undefined if that cannot be known. */
  readonly pathOf: (page: DatedPage, site: Site, explicit: string | undefined) => string | undefined;
  /** Its texts are templates of Liquid or Nunjucks. */
  readonly hasTemplates?: true;
}

interface FoundSite {
  readonly site: Site;
  /** Configurations that cannot be read. */
  readonly unread: readonly { readonly file: SourceFile; readonly problem: FieldsProblem }[];
}

/** The configuration is in the folder itself, or in a folder below it: `docs/`, `website/`. */
export function findSite(files: readonly SourceFile[], generators: readonly Generator[], toml: ParseToml): FoundSite {
  const unread: { file: SourceFile; problem: FieldsProblem }[] = [];
  const read = (file: SourceFile): JsonObject => {
    const fields = readFields(/[^.]*$/.exec(file.path)![0], file.text(), toml);
    if ('data' in fields) return fields.data;
    unread.push({ file, problem: fields });
    return {};
  };
  const found = files.flatMap((file) => {
    const [, root = '', name = ''] = /^([^/]*\/)?((?:config\/_default\/)?[^/]*)$/.exec(file.path) ?? [];
    return generators.flatMap((generator) => {
      if (generator.program?.test(name)) return [{ root, generator, configOf: () => settingsIn(file.text()) }];
      if (!generator.settings?.test(name)) return [];
      return [{ root, generator, configOf: () => ({ ...read(file), ...besideIt(file, files, read) }) }];
    });
  });
  for (const { root, generator, configOf } of found.sort((a, b) => a.root.length - b.root.length)) {
    const config = configOf();
    if (generator.isOwn?.(config) !== false) return { site: describe({ generator, root, config, files }), unread };
  }
  return { site: NO_SITE, unread };
}

const NO_SITE: Site = {
  generator: undefined,
  config: {},
  contents: [{ folder: '' }],
  statics: ['', 'static/', 'public/', 'assets/'],
  base: '',
  facts: {},
  languages: [],
  defaultLanguage: undefined,
};

/** Hugo's configuration may be a folder, in which `permalinks.toml` is the table `permalinks`. */
function besideIt(file: SourceFile, files: readonly SourceFile[], read: (file: SourceFile) => JsonObject): JsonObject {
  const folder = /^(?:.*\/)?config\/_default\//.exec(file.path)?.[0];
  const isTable = ({ path }: SourceFile): boolean =>
    folder !== undefined && path !== file.path && path.startsWith(folder) && /\.(?:toml|ya?ml|json)$/.test(path);
  return Object.fromEntries(
    files.filter(isTable).map((table) => [table.path.slice(folder!.length).replace(/\..*$/, ''), read(table)]),
  );
}

/** Settings that are plain texts in a program. */
const settingsIn = (program: string): JsonObject =>
  Object.fromEntries(
    ['site', 'base', 'input', 'pathPrefix'].flatMap((name) => {
      const value = new RegExp(`\\b${name}:\\s*(["'\`])([^"'\`$]*)\\1`).exec(program)?.[2];
      return value === undefined ? [] : [[name, value]];
    }),
  );

interface Configured {
  readonly generator: Generator;
  readonly root: string;
  readonly config: JsonObject;
  readonly files: readonly SourceFile[];
}

function describe({ generator, root, config, files }: Configured): Site {
  const fields = new Fields(config);
  const urls = ['url', 'site', 'baseurl'].map((name) => URL.parse(fields.text(name) ?? ''));
  const url = urls.find((each) => each?.protocol.startsWith('http'));
  const prefix = ['base', 'pathprefix', 'baseurl']
    .map((name) => fields.text(name))
    .find((each) => each?.startsWith('/'));
  const base = (prefix ?? url?.pathname ?? '').replace(/^\/*|\/*$/g, '').replace(/^(?=.)/, '/');
  const title = fields.text('title', 'name');
  const timezone = fields.text('timezone');
  const table = fields.get('languages');
  const languages = Object.entries(isObject(table) ? table : {}).map(([name, settings]) => ({
    tag: tagOf(name) ?? name,
    folder: isObject(settings) ? new Fields(settings).text('contentdir') : undefined,
  }));
  const language = tagOf(
    fields.text('defaultcontentlanguage', 'defaultlanguage', 'lang', 'languagecode', 'locale') ?? '',
  );
  const folders = generator.folders(fields, (folder) => files.some(({ path }) => path.startsWith(`${root}${folder}/`)));
  return {
    generator,
    config,
    contents: [
      ...languages.flatMap(({ tag, folder }) =>
        folder === undefined ? [] : [{ folder: below(root, folder), language: tag }],
      ),
      ...folders.contents.map((folder) => ({ folder: below(root, folder) })),
    ],
    statics: folders.statics.map((folder) => below(root, folder)),
    base,
    facts: {
      ...(title !== undefined && { title }),
      ...(url && { url: `${url.origin}${base}/` }),
      ...(language !== undefined && { language }),
      ...(timezone !== undefined && isTimezone(timezone) && { timezone }),
    },
    languages: languages.map(({ tag }) => tag),
    defaultLanguage: language,
  };
}

const below = (root: string, folder: string): string =>
  `${root}${folder.replace(/^(?:\.?\/)+|\/+$/g, '').replace(/(?<=.)$/, '/')}`;

const isTimezone = (name: string): boolean =>
  ifPossible(() => new Intl.DateTimeFormat('en', { timeZone: name })) !== undefined;

/** `pt-BR` for `pt-br` and `pt_BR`; undefined if it is not the tag of a language. */
export function tagOf(name: string): string | undefined {
  if (!/^[A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/.test(name)) return undefined;
  const tag = ifPossible(() => Intl.getCanonicalLocales(name.replaceAll('_', '-'))[0]);
  return tag !== undefined && isLanguage(tag) ? tag : undefined;
}

export const entry = (value: Json | undefined, ...names: readonly string[]): Json | undefined =>
  names.reduce<Json | undefined>(
    (found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    value,
  );
