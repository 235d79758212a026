/**
 * A folder of Markdown pages, whichever program made a website of it. Its pages are the rows of a table, with their front matter as
 * columns, so a mapping says the same here as for tables and JSON. Without one, a page with a date is an article.
 */
import { count } from '../diagnostics/count.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import { yaml } from '../machine/packages.ts';
import { walkFields } from '../kinds/walk.ts';
import { withDestinations, writeDestination } from '../markdown/links.ts';
import { isObject, withValueAt, type Json, type JsonObject } from '../values/json.ts';
import { readMapped, mappedKinds } from './mapped/read-mapped.ts';
import { MAPPED_KINDS, readMapping } from './mapping.ts';
import { Links, outsideOfMedia } from './markdown-folder/links.ts';
import { isReadField, readPage, type Page } from './markdown-folder/page.ts';
import {
  recordUrl,
  startOf,
  type Reader,
  type ReadingOptions,
  type SourceContent,
  type SourceFile,
  type SourceRecord,
} from './source.ts';

const PAGE = /\.(?:md|markdown|mdx)$/i;
/** Files about the folder, and folders of generators and tools. */
const NO_PAGE =
  /(?:^|\/)(?:readme|licen[cs]e|changelog|contributing|code.of.conduct|security|agents|claude)\.[^/]*$|^(?:themes|layouts|archetypes|templates|static|public|assets|dist)\/|(?:^|\/)_(?:includes|layouts|data|site)\//i;

export const markdownFolder: Reader = {
  name: 'markdown',
  title: 'a folder of Markdown pages',
  // Pictures are copied one by one.
  mostBytes: Infinity,
  kinds: ({ into, mapping, timezone }) =>
    mapping ? mappedKinds({ into, mapping, timezone }) : into === undefined ? ['article', 'page'] : [into],
  isFor: ({ files }) => files.some(isPage),
  async read({ name, files }, options) {
    const found = files.filter(isPage);
    if (found.length === 0)
      throw new UserError(`there is no Markdown page in ${name}`, { suggestion: 'name the folder that has the pages' });
    refuseOtherFrontMatter(found);
    const read = found.map(readPage);
    const pages = read.filter((page) => 'text' in page);
    const problems = read.filter((page) => 'code' in page);
    return withProblems(
      readPages(name, pages, new Links(files, pages), options),
      problems,
      markdownFolder.kinds(options),
    );
  },
};

const isPage = ({ path }: SourceFile): boolean => PAGE.test(path) && !NO_PAGE.test(path);

function refuseOtherFrontMatter(files: readonly SourceFile[]): void {
  const others = files.filter((file) => /^\s*(?:\+\+\+[ \t]*\n|\{\s*")/.test(startOf(file)));
  if (others.length > 0)
    throw new UserError(
      `${others[0]!.shown} has front matter in TOML or JSON, as ${count(others.length, 'page')} here: only YAML is read`,
      {
        suggestion: 'convert the pages with `hugo convert toYAML --output FOLDER`, and import that folder',
      },
    );
}

/** What cannot be read may be any page, whose file must not be deleted. */
const withProblems = (
  content: SourceContent,
  problems: readonly Diagnostic[],
  kinds: readonly KindName[],
): SourceContent => ({
  ...content,
  diagnostics: [...problems, ...content.diagnostics],
  incomplete: problems.length === 0 ? content.incomplete : kinds,
});

function readPages(name: string, pages: readonly Page[], links: Links, options: ReadingOptions): SourceContent {
  const rows = pages.map((page): JsonObject =>
    withFiles({ ...page.fields, path: page.key, text: page.text }, page, links),
  );
  const spanOf = ([index, ...path]: readonly (string | number)[]) => pages[Number(index ?? 0)]!.spanOf(path);
  const addressOf = ([index]: readonly (string | number)[]) => {
    const { slug, aliases } = pages[Number(index)]!;
    return { slug, aliases };
  };
  const mapping = options.mapping ?? readMapping('front matter', yaml().stringify(mappingFor(options.into)));
  const file = { path: name, shown: name, value: rows, spanOf, addressOf };
  const content = readMapped([file], { ...options, mapping });
  const byFile = new Map(pages.map((page) => [page.file.shown, page]));
  const kindOf = new Map(content.records.map(({ kind, id, at }) => [byFile.get(at.file), { kind, id }]));
  const lost = new Map([...content.lost].filter(([what]) => !isReadField(/“\/?([^/”]*)/.exec(what)?.[1] ?? '')));
  const lose = (what: string): void => void lost.set(what, (lost.get(what) ?? 0) + 1);
  const records = content.records.flatMap((record) => {
    const page = byFile.get(record.at.file)!;
    const written = withText(record, page);
    if (!written) lose('page without a text');
    return written
      ? [
          withLinks(written, (url, use) => {
            const to = use === 'link' ? kindOf.get(links.page(url, page)) : undefined;
            const there = to ? recordUrl(to.kind, to.id) + (/[?#].*$/s.exec(url)?.[0] ?? '') : links.file(url, page);
            const isMissing = there === undefined && use === 'image' && !/^[a-z]+:|^\/\//i.test(url);
            if (isMissing) lose('picture that is not in the folder');
            return there ?? (isMissing ? outsideOfMedia(url) : undefined);
          }),
        ]
      : [];
  });
  const shortcodes = Map.groupBy(pages.flatMap(shortcodesIn), (shortcode) => shortcode);
  const found = [...shortcodes].map(
    ([each, all]) => `the shortcode ${each} has no meaning here and is kept as text in ${count(all.length, 'place')}`,
  );
  return {
    ...content,
    records,
    lost,
    media: links.media(),
    findings: [...(options.mapping ? content.findings : []), ...found],
  };
}

/** The mapping of a folder that has none: what is known by its usual names. */
function mappingFor(into: KindName | undefined) {
  const kinds = into === undefined ? (['article', 'page'] as const) : [into];
  const records = kinds.map((kind) => {
    const { page, fields } = kindNamed(kind);
    const needed = Object.keys(fields).filter(
      (name) => fields[name]!.required?.includes('file') && name !== page?.title,
    );
    if (!(MAPPED_KINDS as readonly KindName[]).includes(kind) || needed.length > 0)
      throw new UserError(`a Markdown page cannot become a document of the kind ${kind} without a mapping`, {
        suggestion:
          'such a document needs more than a title and a text: name what it is made of in a mapping, and pass it with --map FILE',
      });
    return {
      kind,
      key: 'path',
      ...(into === undefined && { where: { kind } }),
      fields: {
        [page!.title]: 'title',
        ...('status' in fields && { status: 'status' }),
        ...(page!.text !== undefined && { [page!.text]: { from: 'text', as: 'markdown' } }),
        ...(page!.date !== undefined && { [page!.date]: 'date' }),
        ...(page!.picture !== undefined && { [page!.picture]: 'picture' }),
      },
    };
  });
  return { records };
}

/** Fields that name a file of the folder have its URL. */
function withFiles<J extends Json>(value: J, page: Page, links: Links): J {
  if (typeof value === 'string') return (links.file(value, page) ?? value) as J;
  if (Array.isArray(value)) return value.map((each: Json) => withFiles(each, page, links)) as unknown as J;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withFiles(each, page, links)]),
  ) as unknown as J;
}

/** A page of a broadcast has its text in a block, and is nothing without one. */
function withText(record: SourceRecord, page: Page): SourceRecord | undefined {
  if (record.kind !== 'page' || record.unclear !== undefined) return record;
  if (page.text.trim() === '') return undefined;
  return {
    ...record,
    fields: { ...record.fields, blocks: [{ type: 'paragraph', key: 'text', values: [{ text: page.text }] }] },
  };
}

function withLinks(
  record: SourceRecord,
  urlOf: (url: string, use: 'link' | 'image') => string | undefined,
): SourceRecord {
  let { fields } = record;
  walkFields(kindNamed(record.kind), fields, ({ schema, value, path }) => {
    if (!schema['x-markdown'] || typeof value !== 'string') return;
    const text = withDestinations(value, ({ url, use, form }) => {
      const other = urlOf(url, use);
      return other === undefined ? undefined : writeDestination(other, form);
    });
    fields = withValueAt(fields, path, text);
  });
  return { ...record, fields };
}

const CODE = /^(```+|~~~+)[^`\n]*\n[^]*?^\1.*$|`[^`\n]*`/gm;
/** Those of Hugo, Liquid and WordPress, attributes in braces, and components of MDX. */
const SHORTCODE =
  /\{\{([<%])\s*([\w./-]+)|\{%-?\s*(?!end)([\w-]+)|(\{\{)|(\{[#:.])[^{}\n]*\}|\\?\[([a-z][\w-]*)(?=\s+[\w-]+=[^\]]*\])|<([A-Z]\w*)/g;

const shortcodesIn = ({ text, file }: Page): readonly string[] =>
  [...text.replaceAll(CODE, '').matchAll(SHORTCODE)].flatMap(
    ([, mark, hugo, liquid, output, braces, wordpress, component]) => {
      if (hugo !== undefined) return hugo.startsWith('/') ? [] : [`{{${mark} ${hugo} ${mark === '<' ? '>' : '%'}}}`];
      if (liquid !== undefined) return [`{% ${liquid} %}`];
      if (output ?? braces) return [output ? '{{ … }}' : '{…}'];
      if (wordpress !== undefined) return [`[${wordpress}]`];
      return /\.mdx$/i.test(file.path) ? [`<${component}>`] : [];
    },
  );
