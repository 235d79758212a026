/** The website that a folder belongs to: its generator, and what its configuration says. */
import { isTimezone } from '../../model/rules/values/times.ts';
import { isLanguage } from '../../values/language.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { isObject, type JsonObject } from '../../values/json.ts';
import type { SourceFile } from '../source.ts';
import { Fields, readFields, type FieldsProblem, type ParseToml } from './front-matter.ts';
import { GENERATORS } from './generators.ts';
import type { Generator, Site } from './page.ts';

interface FoundSite {
  readonly site: Site;
  /** Configurations that cannot be read. */
  readonly unread: readonly { readonly file: SourceFile; readonly problem: FieldsProblem }[];
}

/** The configuration is in the folder itself, or in a folder below it: `docs/`, `website/`. */
export function findSite(files: readonly SourceFile[], toml: ParseToml): FoundSite {
  const unread: { file: SourceFile; problem: FieldsProblem }[] = [];
  const read = (file: SourceFile): JsonObject => {
    const fields = readFields(/[^.]*$/.exec(file.path)![0], file.text(), toml);
    if ('data' in fields) return fields.data;
    unread.push({ file, problem: fields });
    return {};
  };
  const found = files.flatMap((file) => {
    const [, root = '', name = ''] = /^([^/]*\/)?((?:config\/_default\/)?[^/]*)$/.exec(file.path) ?? [];
    return GENERATORS.filter(({ config }) => config.test(name)).map((generator) => ({ file, root, generator }));
  });
  for (const { file, root, generator } of found.sort((a, b) => a.root.length - b.root.length)) {
    const config = generator.isProgram ? settingsIn(file.text()) : { ...read(file), ...besideIt(file, files, read) };
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
  url: undefined,
  languages: [],
  defaultLanguage: undefined,
  isApart: false,
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
  const has = (folder: string): boolean => files.some(({ path }) => path.startsWith(`${root}${folder}/`));
  const content = below(root, generator.content(fields, has));
  return {
    generator,
    config,
    contents: [
      ...languages.flatMap(({ tag, folder }) =>
        folder === undefined ? [] : [{ folder: below(root, folder), language: tag }],
      ),
      { folder: content },
    ],
    statics: [...fields.texts('staticdir'), ...generator.statics].map((folder) => below(root, folder)).concat(content),
    isApart: content !== root,
    base,
    facts: {
      ...(title !== undefined && { title }),
      ...(language !== undefined && { language }),
      ...(timezone !== undefined && isTimezone(timezone) && { timezone }),
    },
    url: url ? `${url.origin}${base}/` : undefined,
    languages: languages.map(({ tag }) => tag),
    defaultLanguage: language,
  };
}

const below = (root: string, folder: string): string =>
  `${root}${folder.replace(/^(?:\.?\/)+|\/+$/g, '').replace(/(?<=.)$/, '/')}`;

/** `pt-BR` for `pt-br` and `pt_BR`; undefined if it is not the tag of a language. */
export function tagOf(name: string): string | undefined {
  if (!/^[A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/.test(name)) return undefined;
  const tag = ifPossible(() => Intl.getCanonicalLocales(name.replaceAll('_', '-'))[0]);
  return tag !== undefined && isLanguage(tag) ? tag : undefined;
}
