/** The website that a folder belongs to: its generator, and what its configuration says. */
import { isLanguage } from '../../values/language.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { isObject, type Json, type JsonObject } from '../../values/json.ts';
import type { SourceFacts, SourceFile } from '../source.ts';
import { Fields, readFields, type FieldsProblem, type ParseToml } from './front-matter.ts';

export type Generator = 'Hugo' | 'Zola' | 'Jekyll' | 'Eleventy' | 'Astro';

export interface Site {
  /** Undefined if no configuration is in the folder. */
  readonly generator: Generator | undefined;
  readonly config: JsonObject;
  /** The folder of the configuration: empty, or with a slash at its end, as all folders here. */
  readonly root: string;
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

/** A configuration that cannot be read, with its file. */
export interface UnreadConfig {
  readonly file: SourceFile;
  readonly problem: FieldsProblem;
}

const CONFIGURATIONS: readonly (readonly [RegExp, Generator | undefined])[] = [
  [/^hugo\.(?:toml|ya?ml|json)$/, 'Hugo'],
  [/^zola\.toml$/, 'Zola'],
  [/^_config\.(?:ya?ml|toml)$/, 'Jekyll'],
  [/^eleventy\.config\.[cm]?[jt]s$/, 'Eleventy'],
  [/^astro\.config\.[cm]?[jt]s$/, 'Astro'],
  // Hugo, or Zola if it says so.
  [/^config\.(?:toml|ya?ml|json)$/, undefined],
  [/^config\/_default\/(?:hugo|config)\.(?:toml|ya?ml|json)$/, 'Hugo'],
];

/** The configuration is in the folder itself, or in a folder below it: `docs/`, `website/`. */
export function findSite(
  files: readonly SourceFile[],
  toml: ParseToml,
): Site & { readonly unread: readonly UnreadConfig[] } {
  const unread: UnreadConfig[] = [];
  const read = (file: SourceFile): JsonObject => {
    const fields = readFields(/[^.]*$/.exec(file.path)![0], file.text(), toml);
    if ('data' in fields) return fields.data;
    unread.push({ file, problem: fields });
    return {};
  };
  const found = files.flatMap((file) => {
    const [, root = '', name = ''] = /^([^/]*\/)?((?:config\/_default\/)?[^/]*)$/.exec(file.path) ?? [];
    const rank = CONFIGURATIONS.findIndex(([pattern]) => pattern.test(name));
    return rank === -1 ? [] : [{ file, root, rank }];
  });
  for (const { file, root, rank } of found.sort((a, b) => a.root.length - b.root.length || a.rank - b.rank)) {
    const isCode = /[jt]s$/.test(file.path);
    const config = isCode ? settingsInCode(file.text()) : { ...read(file), ...besideIt(file, files, read) };
    const fields = new Fields(config);
    const generator =
      CONFIGURATIONS[rank]![1] ??
      ('base_url' in config ? 'Zola' : fields.get('baseurl', 'languagecode') !== undefined ? 'Hugo' : undefined);
    if (generator) return { ...describe(generator, { root, config, fields, files }), unread };
  }
  return { ...describe(undefined, { root: '', config: {}, fields: new Fields({}), files }), unread };
}

/** Hugo's configuration may be a folder, in which `permalinks.toml` is the table `permalinks`. */
function besideIt(file: SourceFile, files: readonly SourceFile[], read: (file: SourceFile) => JsonObject): JsonObject {
  const folder = /^(?:.*\/)?config\/_default\//.exec(file.path)?.[0];
  if (folder === undefined) return {};
  const others = files.filter(
    ({ path }) => path !== file.path && path.startsWith(folder) && /\.(?:toml|ya?ml|json)$/.test(path),
  );
  return Object.fromEntries(others.map((other) => [other.path.slice(folder.length).replace(/\..*$/, ''), read(other)]));
}

/** Settings that are plain texts in the program that a configuration is. It is not executed. */
const settingsInCode = (code: string): JsonObject =>
  Object.fromEntries(
    ['site', 'base', 'input', 'pathPrefix'].flatMap((name) => {
      const value = new RegExp(`\\b${name}:\\s*(["'\`])([^"'\`$]*)\\1`).exec(code)?.[2];
      return value === undefined ? [] : [[name, value]];
    }),
  );

interface Configured {
  readonly root: string;
  readonly config: JsonObject;
  readonly fields: Fields;
  readonly files: readonly SourceFile[];
}

function describe(generator: Generator | undefined, { root, config, fields, files }: Configured): Site {
  const written = ['url', 'site', 'baseurl'].map((name) => fields.text(name) ?? '');
  const host = written.map((each) => (/^https?:/.test(each) ? URL.parse(each) : null)).find((each) => each !== null);
  const prefix =
    (generator === 'Jekyll' ? fields.text('baseurl') : fields.text('base', 'pathprefix')) ?? host?.pathname ?? '';
  const base = prefix.replace(/^\/*|\/*$/g, '').replace(/^(?=.)/, '/');
  const title = fields.text('title', 'name');
  const timezone = fields.text('timezone');
  const table = fields.get('languages');
  const languages = isObject(table) ? Object.entries(table) : [];
  const own = fields.text('defaultcontentlanguage', 'defaultlanguage', 'lang', 'languagecode', 'locale');
  const language = own === undefined ? undefined : tagOf(own);
  const folders = foldersOf(generator, { root, config, fields, files });
  return {
    generator,
    config,
    root,
    statics: folders.statics,
    contents: [
      ...languages.flatMap(([tag, settings]) => {
        const folder = isObject(settings) ? new Fields(settings).text('contentdir') : undefined;
        return folder === undefined ? [] : [{ folder: `${root}${asFolder(folder)}`, language: tagOf(tag) ?? tag }];
      }),
      ...folders.contents.map((folder) => ({ folder })),
    ],
    base,
    facts: {
      ...(title !== undefined && { title }),
      ...(host && { url: `${host.origin}${base}/` }),
      ...(language !== undefined && { language }),
      ...(timezone !== undefined && isTimezone(timezone) && { timezone }),
    },
    languages: languages.map(([tag]) => tagOf(tag) ?? tag),
    defaultLanguage: language,
  };
}

function foldersOf(generator: Generator | undefined, { root, fields, files }: Configured) {
  const below = (...folders: readonly (string | undefined)[]): readonly string[] =>
    folders.flatMap((folder) => (folder === undefined ? [] : [`${root}${asFolder(folder)}`]));
  switch (generator) {
    case 'Hugo':
      return {
        contents: below(fields.text('contentdir') ?? 'content'),
        statics: below(...fields.texts('staticdir'), 'static', 'assets'),
      };
    case 'Zola':
      return { contents: below('content'), statics: below('static') };
    case 'Jekyll':
      return { contents: below(fields.text('source') ?? ''), statics: below(fields.text('source') ?? '') };
    case 'Astro':
      return { contents: below('src'), statics: below('public', '') };
    case 'Eleventy': {
      const input =
        fields.text('input') ??
        ['content', 'src'].find((name) => files.some(({ path }) => path.startsWith(`${root}${name}/`)));
      return { contents: below(input ?? ''), statics: below('public', input ?? '', 'static', '') };
    }
    case undefined:
      return { contents: [''], statics: ['', 'static/', 'public/', 'assets/'] };
  }
}

const asFolder = (path: string): string =>
  path.replace(/^(?:\.?\/)+/, '').replace(/\/*$/, (_, at) => (at === 0 ? '' : '/'));

const isTimezone = (name: string): boolean =>
  ifPossible(() => new Intl.DateTimeFormat('en', { timeZone: name })) !== undefined;

/** `pt-BR` for `pt-br` and `pt_BR`; undefined if it is not the tag of a language. */
export function tagOf(name: string): string | undefined {
  const tag = ifPossible(() => Intl.getCanonicalLocales(name.replaceAll('_', '-'))[0]);
  return tag !== undefined && isLanguage(tag) ? tag : undefined;
}

export const entry = (value: Json | undefined, ...names: readonly string[]): Json | undefined =>
  names.reduce<Json | undefined>(
    (found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    value,
  );
