/** Markdown folders of Hugo, Zola, Jekyll, Eleventy and Astro. A page with a date is an article. */
import { slugify } from '../content/placement.ts';
import { count } from '../diagnostics/count.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { option, worded } from '../diagnostics/wording.ts';
import { kindNamed, kinds, type KindName } from '../kinds/registry.ts';
import { LOCALES } from '../kinds/shapes/primitives.ts';
import { epochOf } from '../values/instants.ts';
import type { JsonObject } from '../values/json.ts';
import type { FieldsProblem } from './markdown-folder/front-matter.ts';
import { findPages, hasOffset, instantOf, isPageName, readPage, spanOf } from './markdown-folder/pages.ts';
import type { Page, PagePlace, Site } from './markdown-folder/page.ts';
import { addressesOf, Links, type Addresses } from './markdown-folder/links.ts';
import { findSite } from './markdown-folder/site.ts';
import { convertText } from './markdown-folder/text.ts';
import { Gathering } from './gathering.ts';
import {
  timezoneNeeded,
  unreadable,
  type Reader,
  type ReadingOptions,
  type SourceContent,
  type SourceFile,
  type SourceRecord,
} from './source.ts';

export const markdownFolder: Reader = {
  name: 'markdown',
  title: 'a folder of Markdown pages',
  // Pictures are copied one by one.
  mostBytes: Infinity,
  kinds: ({ into }) => (into === undefined ? ['article', 'page'] : [into]),
  isFor: ({ files }) => files.some(({ path }) => isPageName(path) && !/(?:^|\/)readme\.[^/]*$/i.test(path)),
  async read({ files, name }, options) {
    if (options.into !== undefined) requireTextKind(options.into);
    const { parse: toml } = await import('smol-toml');
    const { site, unread } = findSite(files, toml);
    const { places, others } = findPages(files, site);
    if (places.length === 0)
      throw new UserError(`there is no Markdown page in ${name}`, {
        suggestion: site.generator
          ? `${site.generator.name} has its pages in ${site.contents.map(({ folder }) => folder || './').join(', ')}: check the folder`
          : 'name the folder that has the pages',
      });
    const folder = new Folder(site, files, options);
    for (const { file, problem } of unread) folder.configProblem(file, problem);
    if (others > 0)
      folder.findings.push(
        `${count(others, 'page')} in HTML, in a template language or in another markup ${others === 1 ? 'is' : 'are'} left out`,
      );
    for (const place of withDistinctKeys(places, folder)) folder.add(place, readPage(place, toml));
    return folder.read();
  },
};

/** A page has a title and a text, and no more is certain. */
function requireTextKind(into: KindName): void {
  const takesText = ({ page, fields }: (typeof kinds)[number]): boolean =>
    (page?.text ?? page?.blocks) !== undefined &&
    Object.entries(fields).every(([name, { required }]) => name === page!.title || !required?.includes('file'));
  if (takesText(kindNamed(into))) return;
  throw new UserError(
    worded`a Markdown page cannot become ${option('into', into)}: such a document needs more than a title and a text`,
    {
      suggestion: `use one of ${kinds
        .filter(takesText)
        .map((kind) => kind.name)
        .join(', ')}`,
    },
  );
}

/** `x.md` and `x.mdx` beside each other are two pages. */
function withDistinctKeys(places: readonly PagePlace[], folder: Folder): readonly PagePlace[] {
  const taken = new Set<string>();
  return places.map((place) => {
    const name = `${place.key} ${place.language ?? ''}`;
    const isFirst = !taken.has(name);
    taken.add(name);
    if (isFirst) return place;
    folder.findings.push(`${place.file.shown} has the same name as another page, so its extension is part of its key`);
    return { ...place, key: place.file.path };
  });
}

interface Version extends Page {
  readonly title: string;
  readonly date: string | undefined;
  readonly addresses: Addresses;
  /** The text without the heading that became the title. */
  readonly body: string;
}

interface Entry extends Version {
  readonly kind: KindName;
  readonly others: readonly Version[];
  /** Its language, if it has no version in the website's own. */
  readonly foreign: string | undefined;
}

/** Fields that say how a generator makes a page, and nothing about its content. */
const OF_GENERATORS =
  /^(?:layout|template|pagetemplate|type|weight|menus?|sitemap|outputs|cascade|build|headless|markup|sortby|paginateby|transparent|linktitle|eleventy.*|renderwithliquid|insertanchorlinks|insearchindex|generatefeeds?|lang|locale|id|nav.*|sidebar.*)$/;
const PUBLISHED =
  'publishdate pubdate pubdatetime publisheddate publisheddatetime publishedat datepublished published date'.split(' ');

/** Gathers the content of one folder. */
class Folder extends Gathering {
  readonly #site: Site;
  readonly #files: readonly SourceFile[];
  readonly #options: ReadingOptions;
  readonly #timezone: string;
  readonly #versions = new Map<string, Version[]>();
  /** Keys of pages of which a version cannot be read. */
  readonly #unclear = new Set<string>();
  #links!: Links<Entry>;

  constructor(site: Site, files: readonly SourceFile[], options: ReadingOptions) {
    super();
    this.#site = site;
    this.#files = files;
    this.#options = options;
    this.#timezone = options.timezone ?? site.facts.timezone ?? 'UTC';
  }

  readonly #lose = (name: string): void => this.lose(name);

  configProblem(file: SourceFile, { problem, start, suggestion }: FieldsProblem): void {
    const line = file.text().slice(0, start).split('\n').length;
    const at = { file: file.shown, line, column: 1, length: 1, lineText: file.text().split('\n')[line - 1] ?? '' };
    this.diagnostics.push(
      unreadable(at, problem, suggestion ?? 'correct it, or the former addresses of pages are not known'),
    );
  }

  add(place: PagePlace, page: Page | Diagnostic | undefined): void {
    if (!page) return;
    const version = 'code' in page ? page : this.#version(page);
    if (!('code' in version)) {
      this.#versions.set(place.key, [...(this.#versions.get(place.key) ?? []), version]);
      return;
    }
    this.diagnostics.push(version);
    this.#unclear.add(place.key);
    // It is one of them, and nobody knows which.
    for (const kind of markdownFolder.kinds(this.#options))
      this.records.push({ kind, id: place.key, fields: {}, at: version.at, unclear: version.message });
  }

  #version(page: Page): Version | Diagnostic {
    const date = this.#publishedAt(page);
    if (date !== undefined && typeof date !== 'string') return date;
    const [, heading, rest] = /^\s*# +([^\n]+?)(?: *\{[^{}\n]*\})?[ #]*(?:\n+|$)([^]*)$/.exec(page.body) ?? [];
    const own = page.fields.text('title', 'name');
    const title =
      own ?? heading ?? page.name.replace(/^_?index$/, page.folders.at(-1) ?? 'Home').replace(/[-_]+/g, ' ');
    // The page shows its title above the text.
    const isTitle = heading !== undefined && (own ?? heading).toLowerCase() === heading.toLowerCase();
    const body = isTitle ? rest! : page.body;
    const version = { ...page, title, body, date };
    const written = page.fields.text('date');
    const forPath = (written === undefined ? undefined : instantOf(written, this.#timezone)) ?? date;
    return { ...version, addresses: addressesOf({ ...version, date: forPath }, this.#site, this.#lose) };
  }

  /** From its fields, the name of its file, or the path that its fields give it. */
  #publishedAt(page: Page): string | undefined | Diagnostic {
    const { fields, day } = page;
    const name = PUBLISHED.find((each) => fields.text(each) !== undefined);
    const written = name === undefined ? undefined : fields.text(name)!;
    const inPath = /(?:^|\/)(\d{4})\/(\d{2})\/(\d{2})\//.exec(fields.text('permalink', 'url', 'path') ?? '');
    const others = day ?? inPath?.slice(1).join('-');
    // Eleventy's words for the time of the file, which a copy of the folder no longer has.
    const isOfFile = written === undefined || /^(?:git )?(?:last modified|created)$/i.test(written);
    const date = isOfFile ? undefined : instantOf(written, this.#timezone);
    if (!isOfFile && date === undefined) {
      const problem = unreadable(
        spanOf(page, name!),
        `\`${written}\` is not a date`,
        'write it as 2027-05-02T09:00:00+02:00',
      );
      if (others === undefined) return problem;
      this.diagnostics.push(problem);
    }
    if (date !== undefined ? !hasOffset(written!) : others !== undefined) this.#noteZoneless();
    return date ?? (others === undefined ? undefined : instantOf(others, this.#timezone));
  }

  read(): SourceContent {
    const all = [...this.#versions.values()].flat().map(({ language }) => language);
    const main =
      this.#site.defaultLanguage ??
      (all.includes(undefined) ? undefined : (all.find((each) => each === 'en') ?? all.sort()[0]));
    const entries = [...this.#versions.values()].flatMap((versions) => this.#entry(versions, main) ?? []);
    this.#links = new Links(this.#site, this.#files, entries, this.#lose);
    const owners = this.#owners(entries);
    // Without one of its languages, a page would lose that translation in files too.
    for (const entry of entries.filter(({ key }) => !this.#unclear.has(key)))
      this.records.push(this.#record(entry, owners.get(entry) ?? []));
    this.#links.countUnused(entries);
    const { generator } = this.#site;
    this.findings.push(
      generator === undefined
        ? 'no configuration of a site generator is in the folder, so only the former addresses that pages name themselves are known'
        : `the folder is a website made with ${generator.name}`,
    );
    const languages = new Set(this.records.flatMap(({ fields }) => Object.keys(fields['localeDetails'] ?? {})));
    return this.content({ language: main, ...this.#site.facts, languages: [...languages].sort() }, this.#links.media());
  }

  /** An address leads to one page: that whose own it was, or the first that names it. */
  #owners(entries: readonly Entry[]): ReadonlyMap<Entry, readonly string[]> {
    const owners = new Map<string, Entry>();
    const all = entries.map((entry) => ({ entry, versions: [entry, ...entry.others] }));
    const own = all.flatMap(({ entry, versions }) => versions.map(({ addresses }) => ({ entry, path: addresses.own })));
    const former = all.flatMap(({ entry, versions }) =>
      versions.flatMap(({ addresses }) => addresses.former.map((path) => ({ entry, path }))),
    );
    for (const { entry, path } of [...own, ...former]) {
      if (path === undefined) continue;
      if (!owners.has(path)) owners.set(path, entry);
      if (owners.get(path) !== entry) this.lose('address that several pages had');
    }
    const paths = Map.groupBy([...owners], ([, entry]) => entry);
    return new Map([...paths].map(([entry, each]) => [entry, each.map(([path]) => path)]));
  }

  /** The version in the website's own language is the original. A page without one never takes the place of one that had it. */
  #entry(versions: readonly Version[], main: string | undefined): Entry | undefined {
    const rank = ({ language }: Version): number =>
      language === undefined || language === main ? 0 : language === 'en' ? 1 : 2;
    const [first, ...others] = versions.toSorted((a, b) => rank(a) - rank(b)) as [Version, ...Version[]];
    const foreign = rank(first) > 0 && !this.#unclear.has(first.key) ? first.language : undefined;
    const original = foreign === undefined ? first : { ...first, key: `${first.key}.${foreign}` };
    if (foreign !== undefined)
      this.note((times) => `${count(times, 'page')} ${times === 1 ? 'is' : 'are'} not in the website's own language`);
    const isPost =
      !original.isSection &&
      (original.date !== undefined || original.folders.some((name) => /^_(?:posts|drafts)$/.test(name)));
    const kind = this.#options.into ?? (isPost ? 'article' : 'page');
    if (kind === 'page' && original.body.trim() === '') {
      this.lose('page without a text');
      return undefined;
    }
    return { ...original, kind, others, foreign };
  }

  #record(entry: Entry, aliases: readonly string[]): SourceRecord {
    const { kind, key, fields, others, date } = entry;
    const { page: shown, fields: declared } = kindNamed(kind);
    const picture = shown!.picture === undefined ? undefined : this.#links.cover(entry, kind === 'article');
    const translations = others.flatMap((other) => {
      const isKept =
        'localeDetails' in declared && (LOCALES as readonly (string | undefined)[]).includes(other.language);
      if (!isKept)
        this.lose(
          `translation of ${kind === 'article' ? 'an article' : `a ${kind}`} (${other.language ?? 'unknown language'})`,
        );
      return isKept ? [[other.language!, this.#texts(other, entry)] as const] : [];
    });
    const values: JsonObject = {
      ...this.#texts(entry, entry),
      ...('status' in declared && { status: this.#isDraft(entry) ? 'draft' : 'published' }),
      ...(shown!.date !== undefined && date !== undefined && { [shown!.date]: date }),
      ...(picture !== undefined && { [shown!.picture!]: picture }),
      ...(translations.length > 0 && { localeDetails: Object.fromEntries(translations) }),
    };
    const slug = slugOf(entry) + (entry.foreign === undefined ? '' : `-${entry.foreign.toLowerCase()}`);
    for (const name of fields.unasked())
      if (!OF_GENERATORS.test(name.toLowerCase().replace(/[-_]/g, ''))) this.lose(name);
    return {
      kind,
      id: key,
      fields: values,
      at: spanOf(entry, 'title'),
      slug,
      ...(aliases.length > 0 && { aliases }),
    };
  }

  #texts(version: Version, { kind }: Entry): JsonObject {
    const shown = kindNamed(kind).page!;
    const text = convertText(version.body, {
      site: this.#site,
      isMdx: /\.mdx$/i.test(version.file.path),
      urlOf: (reference, use) => this.#links.urlOf(reference, use, version),
      onTag: (name) => {
        this.note((times) => `${name} has no meaning here and is kept as text in ${count(times, 'place')}`);
        this.lose(name);
      },
      onLost: this.#lose,
    });
    const block = { type: 'paragraph', key: 'text', values: [{ text }] };
    return {
      [shown.title]: version.title,
      ...(shown.text === undefined ? { blocks: [block] } : { [shown.text]: text }),
    };
  }

  #isDraft(entry: Entry): boolean {
    const { fields, folders } = entry;
    const expiry = fields.text('expirydate', 'unpublishdate');
    const end = expiry === undefined ? undefined : instantOf(expiry, this.#timezone);
    const isExpired = end !== undefined && epochOf(end) <= this.#options.now().getTime();
    if (expiry !== undefined)
      this.lose(isExpired ? 'date of expiry, in the past: imported as a draft' : 'date of expiry');
    return (
      fields.flag('draft') === true || fields.flag('published') === false || folders.includes('_drafts') || isExpired
    );
  }

  #noteZoneless(): void {
    const { timezone = this.#site.facts.timezone } = this.#options;
    if (timezone === undefined) throw timezoneNeeded('these pages');
    const origin = this.#options.timezone === undefined ? "the website's time zone" : 'the given time zone';
    this.note(
      (times) =>
        `${count(times, 'date')} without an offset ${times === 1 ? 'is' : 'are'} read as ${timezone}, ${origin}`,
    );
  }
}

const SECTIONS = /^(?:_?(?:posts?|drafts|blogs?|news|articles?|content|pages|src|data)\/)+/i;

/** Folders that only say which kind of page it is are not part of its name. */
function slugOf({ folders, name, fields, isSection }: Entry): string {
  const own = fields.text('slug') ?? name;
  const path = [...folders, ...(isSection || name === 'index' ? [] : [own])].join('/').replace(SECTIONS, '');
  return (path === '' ? 'home' : path).split('/').map(slugify).join('/');
}
