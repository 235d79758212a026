/**
 * The files of the site that are built from content. Each records the questions it asked while it was built, and is
 * rebuilt only if an answer changes. A file that has not been requested yet is built on request, or when there is time.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { pageAssets } from '../render/assets.ts';
import { createMarkdown, type Markdown } from '../render/markdown/render-markdown.ts';
import { eachOnce, type Made, type Output, type OutputTools, type World } from '../render/outputs.ts';
import { markOf } from '../render/render-page.ts';
import { answerIn, makeNoted, observedWorld, type PageQuestion } from '../render/remember/world.ts';
import { socialImage } from '../render/shared.ts';
import type { Templates } from '../render/templates/templates.ts';
import type { Slot } from '../site/programme.ts';
import { hasSameItems } from '../site/documents.ts';
import type { Entity } from '../site/site.ts';
import { addressOf } from './http/site-path.ts';

interface LiveOutput {
  readonly output: Output;
  made?: Made & { readonly asked: ReadonlySet<PageQuestion> };
  /** It may have changed since it was built. */
  isStale?: boolean;
  /** Its last successful output. */
  good?: string | undefined;
}

type MadeOutput = LiveOutput & Required<Pick<LiveOutput, 'made'>>;

export interface LiveWorld extends World {
  readonly templates: Templates;
}

/** How a new world affects the files. */
export interface Renewal {
  /** Files that were added or removed. */
  readonly listed: ReadonlySet<string>;
  /** Files whose text may have changed. */
  readonly stale: ReadonlySet<string>;
}

/** All files of a site with 50,000 documents would take gigabytes, and nobody visits them all in one sitting. */
const MOST_AHEAD = 5000;

export class LiveOutputs {
  #markdown: Markdown | undefined;
  /** The questions that files asked while they were built, each once for all files. */
  readonly #answers = new Map<PageQuestion, unknown>();
  #world!: LiveWorld;
  #items = new Map<string, LiveOutput>();
  readonly #mostAhead: number;
  /** Those that `catchUp` has not looked at since the last renewal. */
  #ahead: Iterator<LiveOutput> = [].values();
  #problems: readonly Diagnostic[] | undefined;
  /** The total number of files built so far. */
  made = 0;

  /** `mostAhead`: how many files are built without a request. */
  constructor(mostAhead = MOST_AHEAD) {
    this.#mostAhead = mostAhead;
  }

  renew(world: LiveWorld, outputs: readonly Output[]): Renewal {
    // Every page has it.
    const isOtherHead = !isDeepStrictEqual(world.head, (this.#world as LiveWorld | undefined)?.head);
    this.#world = world;
    const changed = this.#askAgain();
    const before = this.#items;
    const items = new Map<string, LiveOutput>();
    const listed = new Set<string>();
    const stale = new Set<string>();
    for (const output of outputs) {
      const earlier = before.get(output.path);
      const { made, good } = earlier ?? {};
      const isStale =
        earlier?.isStale === true ||
        (output.isPage && isOtherHead) ||
        !hasSameItems(earlier?.output.about ?? [], output.about) ||
        made?.asked.values().some((question) => changed.has(question)) === true;
      const item: LiveOutput = { output, ...(made && { made }), isStale, good };
      items.set(output.path, item);
      if (!earlier) listed.add(output.path);
      else if (earlier.made && !isFresh(item)) stale.add(output.path);
    }
    for (const path of before.keys()) if (!items.has(path)) listed.add(path);
    this.#items = items;
    this.#problems = undefined;
    this.#ahead = items.values().take(this.#mostAhead);
    const needed = new Set(items.values().flatMap(({ made }) => made?.asked ?? []));
    for (const question of this.#answers.keys()) if (!needed.has(question)) this.#answers.delete(question);
    return { listed, stale };
  }

  /** Returns the questions whose answers changed. */
  #askAgain(): ReadonlySet<PageQuestion> {
    const changed = new Set<PageQuestion>();
    for (const [question, before] of this.#answers) {
      const answer = answerIn(question, this.#world);
      if (!isSameAnswer(before, answer)) changed.add(question);
      // Even if the answer is equal, so that the previous one can be released.
      this.#answers.set(question, answer);
    }
    return changed;
  }

  /**
   * Rebuilds files for a world in which only their own document has changed, and returns the pages that changed. Which
   * other files depend on it is known after the next renewal, which also builds these again.
   */
  glance(world: LiveWorld, outputs: readonly Output[]): readonly string[] {
    this.#world = world;
    for (const output of outputs) {
      const earlier = this.#items.get(output.path);
      if (earlier) this.#forget(earlier);
      this.#items.set(output.path, { output, good: earlier?.good });
    }
    return outputs.flatMap(({ path }) => (this.refresh(path) ? [path] : []));
  }

  /** A file that cannot be built at the moment keeps its last output. */
  text(path: string): string | undefined {
    const item = this.fresh(path);
    return item?.made.text ?? item?.good;
  }

  /**
   * Rebuilds a page that may have changed, and returns whether it did. Other files are rebuilt when there is time: nobody
   * looks at them, and the words of a large search take seconds.
   */
  refresh(path: string): boolean {
    const { output, good } = this.#items.get(path) ?? {};
    if (!output?.isPage) return false;
    const text = this.fresh(path)?.made.text;
    return text !== undefined && text !== good;
  }

  /**
   * Builds some of the first files that are not built yet, for as long as it is allowed to; returns whether there are
   * more. The next call goes on where this one ended: looking at all files of a large site again would take all of its time.
   */
  catchUp(mayGoOn: () => boolean): boolean {
    for (let next = this.#ahead.next(); !next.done; next = this.#ahead.next()) {
      if (!isFresh(next.value)) this.#make(next.value);
      if (!mayGoOn()) return true;
    }
    return false;
  }

  /** Rebuilt where necessary. */
  fresh(path: string): MadeOutput | undefined {
    const item = this.#items.get(path);
    if (item && !isFresh(item)) this.#make(item);
    return item as MadeOutput | undefined;
  }

  #make(item: LiveOutput): void {
    this.#forget(item);
    const asked = new Set<PageQuestion>();
    const note = (question: PageQuestion): void => {
      // Without a history this is the current time, for stamps in calendars: no reason to rebuild them all the time.
      if (question[0] === 'revised') return;
      if (!this.#answers.has(question)) this.#answers.set(question, answerIn(question, this.#world));
      asked.add(question);
    };
    const { templates, head } = this.#world;
    const { site, published } = observedWorld(this.#world, note);
    const tools: OutputTools = {
      markdown: (this.#markdown ??= createMarkdown({ highlight: site.settings.highlight })),
      template: templates.render,
      published,
      mark: markOf,
      assets: (page, sheets) =>
        pageAssets(page, head, { url: site.url, picture: socialImage(page, published), sheets }),
    };
    const made = makeNoted(item.output, { site, templates, tools, note });
    item.made = { ...made, asked };
    item.isStale = false;
    if (made.text !== undefined) item.good = made.text;
    if (made.diagnostics.length > 0) this.#problems = undefined;
    this.made++;
  }

  /** Its problems are no longer those of the site. */
  #forget({ made }: Pick<LiveOutput, 'made'>): void {
    if (made && made.diagnostics.length > 0) this.#problems = undefined;
  }

  /** The documents that a page was built from, its main one first, from the questions that it asked. */
  documentsOf(path: string): readonly Entity[] {
    const item = this.fresh(path);
    return item ? [...new Set([...item.output.about, ...this.#answersTo(item)].flatMap(entitiesIn))] : [];
  }

  /** Pages that show a document, its own first. Only pages that were built are known. */
  pagesWith(files: ReadonlySet<string>): readonly string[] {
    const own: string[] = [];
    const others: string[] = [];
    const isIt = (value: unknown): boolean => entitiesIn(value).some(({ document }) => files.has(document.source.file));
    for (const item of this.#items.values()) {
      const { path, about, isPage } = item.output;
      if (!isPage) continue;
      if (isIt(about[0])) own.push(path);
      else if (about.some(isIt) || this.#answersTo(item).some(isIt)) others.push(path);
    }
    return [...own, ...others];
  }

  #answersTo({ made }: LiveOutput): readonly unknown[] {
    return [...(made?.asked ?? [])].map((question) => this.#answers.get(question));
  }

  paths(): readonly string[] {
    return [...this.#items.keys()];
  }

  /** All files, built or not. */
  [Symbol.iterator](): Iterator<LiveOutput> {
    return this.#items.values();
  }

  /** Each once. Every answer of the server has them, so they are collected only when a file has others. */
  get problems(): readonly Diagnostic[] {
    return (this.#problems ??= eachOnce([...this.#items.values()].flatMap(({ made }) => made?.diagnostics ?? [])));
  }

  /** The next instant at which the same files would produce a different site. */
  get nextChange(): number | undefined {
    let next = this.#world.site.clock.nextChange ?? Infinity;
    for (const [question, answer] of this.#answers)
      if (question[0] === 'hasCome' && answer === false) next = Math.min(next, Number(question[1]));
    return Number.isFinite(next) ? next : undefined;
  }
}

const isFresh = ({ made, isStale }: LiveOutput): boolean => made !== undefined && isStale !== true;

/** Documents are compared by identity, lists by their members, and parts of a document by value. */
function isSameAnswer(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return isSameMember(before, after);
  return before.length === after.length && before.every((each, index) => isSameMember(each, after[index]));
}

const isSameMember = (before: unknown, after: unknown): boolean =>
  before === after || (!isDocument(before) && isDeepStrictEqual(before, after));

/** Entities and entries of the programme. */
const isDocument = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('document' in value || 'entity' in value);

/** The URL of each document's first page, by its address. */
export function ownPages(outputs: Iterable<LiveOutput>): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  for (const { output } of outputs) {
    const [entity] = output.isPage ? entitiesIn(output.about[0]) : [];
    if (entity && !pages.has(entity.address)) pages.set(entity.address, addressOf(output.path));
  }
  return pages;
}

/** The documents in an answer. Lists of everything reveal little about a page, so they are skipped. */
function entitiesIn(value: unknown): readonly Entity[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('document' in value) return [value as Entity];
  if (!('entity' in value)) return [];
  const { entity, where } = value as Slot;
  return [entity, ...(where ? [where] : [])];
}
