/** A Markdown page: its text, and its front matter by the names that site generators use. */
import { readMarkdown } from '../../content/front-matter.ts';
import { slugify } from '../../content/placement.ts';
import { Source } from '../../content/source.ts';
import { wholeFile, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isObject, type Json, type JsonObject, type Path } from '../../values/json.ts';
import { unreadable, type SourceFile } from '../source.ts';

export interface Page {
  readonly file: SourceFile;
  /** Its path without the extension and without `index`, which stays the same when it is written again. */
  readonly key: string;
  readonly slug: string;
  /** Without a heading that repeats the title. */
  readonly text: string;
  /** The front matter as it is written, with what is known by one of its names. */
  readonly fields: JsonObject;
  /** The paths that it had on its website. */
  readonly aliases: readonly string[];
  readonly spanOf: Source['valueSpan'];
}

/** The names in front matter, in lower case and without `-` and `_`. */
const NAMES = {
  title: 'title name',
  date: 'publishdate publisheddate publishedat datepublished pubdate pubdatetime published date',
  picture:
    'picture cover coverimage coverimageurl featuredimage featureimage heroimage hero image images thumbnail photo avatar',
  aliases: 'aliases alias redirectfrom',
  path: 'url permalink path',
  slug: 'slug',
  status: 'status draft',
} as const;

type Known = keyof typeof NAMES;

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

const READ = new Set(Object.values(NAMES).flatMap((names) => names.split(' ')));
/** Our own names, and those that say how a generator makes a page and nothing about its content. */
const OF_GENERATORS =
  /^(?:text|kind|layout|template|type|weight|menus?|sitemap|outputs|cascade|build|headless|markup|eleventy.*|lang|locale|id|nav.*|sidebar.*)$/;

/** False for a field that is part of the content, and that nothing is made of. */
export const isReadField = (name: string): boolean => READ.has(plainName(name)) || OF_GENERATORS.test(plainName(name));

/** Far more than a page has. */
const LARGEST = 5_000_000;

/** Returns the reason if it cannot be read. */
export function readPage(file: SourceFile): Page | Diagnostic {
  if (file.size > LARGEST)
    return unreadable(wholeFile(file.shown), `this page has ${file.size} bytes, more than ${LARGEST}`);
  const text = file.text();
  const { data, problems, body, yaml } = readMarkdown(text);
  const source = new Source(file.shown, text, { yaml });
  if (!isObject(data)) {
    const { code = '', message = 'this is no list of fields', start = 0, end = 0, suggestion } = problems[0] ?? {};
    const at = code.startsWith('front-matter') ? source.span(start, end) : source.yamlSpan(start, end);
    return unreadable(at, message, suggestion);
  }
  const key = file.path.replace(/\.[^./]+$/, '').replace(/(?<=.)\/_?index$/, '');
  const [, day, name = ''] = /^(\d{4}-\d\d-\d\d)[-_](.+)$/.exec(key.split('/').at(-1)!) ?? [
    undefined,
    null,
    key.split('/').at(-1),
  ];
  const known = knownIn(data);
  const [heading = '', title] = /^\s*# +([^\n]+?)[ #]*(?:\n+|$)/.exec(body) ?? [];
  const own = lineOf(known.title?.value);
  const isRepeated = title !== undefined && (own === '' || own.toLowerCase() === title.toLowerCase());
  const date = known.date?.value ?? day ?? null;
  const isPost = date !== null ? !/(?:^|\/)pages?\//.test(file.path) : /(?:^|\/)_(?:posts|drafts)\//.test(file.path);
  const written = typeof known.slug?.value === 'string' ? known.slug.value : name;
  return {
    file,
    key,
    slug: slugOf(key, written),
    text: (isRepeated ? body.slice(heading.length) : body).replaceAll(/^\n+|\s+$/g, ''),
    fields: {
      ...data,
      title: own || title || name.replaceAll(/[-_]+/g, ' '),
      date,
      status: isDraft(file.path, data) ? 'draft' : 'published',
      picture: pictureIn(known.picture?.value) ?? null,
      kind: isPost ? 'article' : 'page',
    },
    aliases: [known.path?.value, known.aliases?.value]
      .flat()
      .filter((each) => typeof each === 'string' && /^\/[^:{]*$/.test(each)) as string[],
    spanOf: ([field = '', ...path]: Path) => source.valueSpan([known[field as Known]?.name ?? field, ...path]),
  };
}

type Found = { readonly [name in Known]?: { readonly name: string; readonly value: Json } };

/** Hugo has the fields of themes in a table of their own. The first of several names counts. */
function knownIn(data: JsonObject): Found {
  const all = [data, data['params'], data['extra']].filter(isObject).flatMap((each) => Object.entries(each));
  const written = new Map(all.toReversed().map(([name, value]) => [plainName(name), { name, value }]));
  const valued = (name: string) =>
    written.get(name)?.value === '' ? undefined : (written.get(name)?.value ?? undefined);
  return Object.fromEntries(
    Object.entries(NAMES).flatMap(([known, names]) => {
      const name = names
        .split(' ')
        .find((each) => valued(each) !== undefined && !(known === 'date' && typeof valued(each) === 'boolean'));
      return name === undefined ? [] : [[known, written.get(name)!]];
    }),
  );
}

const lineOf = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll(/\s+/g, ' ').trim() : '';

/** YAML 1.1, which Jekyll and Hugo read, also has `yes` and `no`. */
const isDraft = (path: string, { draft, published, status }: JsonObject): boolean =>
  /(?:^|\/)_drafts\//.test(path) ||
  /^(?:true|yes|on)$/i.test(String(draft)) ||
  /^(?:false|no|off)$/i.test(String(published)) ||
  /^(?:draft|private|pending)$/i.test(String(status));

/** The path itself, the first of a list, or one of the usual members of an object. */
function pictureIn(value: Json | undefined): string | undefined {
  const first: Json | undefined = Array.isArray(value) ? (value[0] as Json) : value;
  const found = isObject(first) ? (first['src'] ?? first['url'] ?? first['image'] ?? first['path']) : first;
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : undefined;
}

/** Folders that only say which sort of page it is are not part of its address. */
const SORTS = /^(?:_?(?:posts?|drafts|blogs?|news|articles?|content|pages?|src)\/)+/i;

function slugOf(key: string, name: string): string {
  const path = [...key.split('/').slice(0, -1), name].join('/').replace(SORTS, '');
  return path.split('/').map(slugify).join('/');
}
