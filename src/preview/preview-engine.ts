/** The site in memory: made again from the files after a change, and its files rendered when somebody asks for them. */
import { isError, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { placeOf } from '../model/check-content.ts';
import { unknownIcons } from '../render/icons/icons.ts';
import type { MediaMemory } from '../render/build-media.ts';
import type { PublishedMedia } from '../render/images/images.ts';
import type { VariantCache } from '../render/images/variant-cache.ts';
import { eachOnce, outputsOf, outputToolsOf, type Made, type Output, type OutputTools } from '../render/outputs.ts';
import { misspeltFiles, readOwnStrings } from '../render/own-files.ts';
import { formerPaths, type FormerPaths, type RedirectSettings } from '../render/former-paths.ts';
import { sharedBy } from '../render/shared.ts';
import type { ThemeSettings } from '../render/theme/theme-css.ts';
import type { TemplateFolder } from '../render/templates/template-folder.ts';
import { createTemplates, type Templates } from '../render/templates/templates.ts';
import { encodedTarget } from '../site/redirects.ts';
import { keyOfPath } from '../values/former-path.ts';
import { ifPossible } from '../values/if-possible.ts';
import { once } from '../values/once.ts';
import { checkSite, refusedQueries } from '../site/checks.ts';
import { localePath, pageFile } from '../site/links/urls.ts';
import { listPathOf } from '../site/lists.ts';
import { openSite, type Broadcast, type Entity, type Site, type SiteInput } from '../site/site.ts';
import { pagesOf } from '../site/pages.ts';
import type { SiteHistory } from '../site/programme-history.ts';
import type { Slot } from '../site/programme.ts';
import { failurePage } from './failure-page.ts';
import { addressOf } from './http/site-path.ts';
import { LiveContent, type LiveContentInput, type TouchedContent, type Trial } from './live-content.ts';

export interface EngineInput extends LiveContentInput, RedirectSettings {
  readonly url?: string | undefined;
  readonly drafts?: boolean;
  readonly gallery?: boolean;
  readonly history?: SiteHistory | undefined;
  readonly templateFolders: readonly TemplateFolder[];
  readonly look?: ThemeSettings | undefined;
  readonly siteSettings?: SiteInput['settings'];
  readonly cache?: VariantCache;
  readonly now: number;
}

/** The parts that may have changed since the last check. */
export interface Touched extends TouchedContent {
  readonly templates?: boolean;
  /** The history as git has it now. */
  readonly committed?: Pick<EngineInput, 'history'>;
  readonly now?: number;
}

export interface Update {
  /** True if the site was made again. */
  readonly isOther: boolean;
  /** True if the content itself changed. */
  readonly content: boolean;
}

/** All pages of a site with 50,000 documents take minutes, and a template that fails is found on the first of them. */
const MOST_LOOKED_AT = 5000;

/** Everything that is made from the content of one moment. */
interface Shown {
  readonly site: Site;
  readonly tools: OutputTools;
  readonly published: ReadonlyMap<string, PublishedMedia>;
  /** By path, in the order of a build. */
  readonly outputs: () => ReadonlyMap<string, Output>;
  readonly assets: ReadonlyMap<string, string>;
  readonly media: ReadonlyMap<string, () => Uint8Array>;
  readonly former: () => Former;
  readonly problems: () => readonly Diagnostic[];
  /** The files that somebody asked for. */
  readonly made: Map<string, Made>;
}

interface Former extends FormerPaths {
  /** Former files, each with the one that it is a copy of. */
  readonly copies: ReadonlyMap<string, string>;
  readonly moved: ReadonlyMap<string, string>;
}

export class Engine {
  readonly #input: EngineInput;
  readonly #templates: Templates;
  readonly #content: LiveContent;
  readonly #memory: MediaMemory = new Map();
  /** In the content, as it was checked last. */
  #diagnostics: readonly Diagnostic[] = [];
  /** In files that were rendered, by their paths. */
  readonly #found = new Map<string, readonly Diagnostic[]>();
  /** The files that may have other problems than those: nobody has asked for them since. */
  #unseen = new Set<string>();
  /** True if all problems of what is shown are known, except for those that rendering finds. */
  isChecked = false;
  #shown!: Shown;
  /** The instant shown. */
  now: number;
  #history: SiteHistory | undefined;

  static async open(input: EngineInput): Promise<Engine> {
    const engine = new Engine(input);
    await engine.#show(engine.#content.shown());
    await engine.check();
    engine.#unseen = new Set(engine.#firstPaths());
    return engine;
  }

  private constructor(input: EngineInput) {
    this.#input = input;
    this.now = input.now;
    this.#history = input.history;
    this.#templates = createTemplates({ folders: input.templateFolders });
    this.#content = new LiveContent(input);
  }

  /** Shows the files as they are now, before they are checked. One at a time: each call waits for the previous one. */
  async update({ templates = false, now = this.now, committed, ...touched }: Touched): Promise<Update> {
    const files = this.#content.update(touched);
    const { history } = committed ?? { history: this.#history };
    const isOther = files.length > 0 || templates || now !== this.now || history?.head !== this.#history?.head;
    if (templates) this.#templates.forget();
    this.now = now;
    this.#history = history;
    if (!isOther) return { isOther, content: false };
    this.isChecked = false;
    await this.#show(this.#content.shown());
    const changed = new Set(
      files
        .flatMap(({ before, after }) => [before, after])
        .flatMap((reading) => reading?.document?.address ?? reading?.translation?.of ?? []),
    );
    const own = [...this.outputs()].filter(({ entity }) => entity && changed.has(entity.address));
    const failed = [...this.#found].filter(([, found]) => templates || found.some(isError)).map(([path]) => path);
    for (const path of failed) this.#found.delete(path);
    const others = templates ? this.#firstPaths() : this.#unseen;
    this.#unseen = new Set([...own.map(({ path }) => path), ...failed, ...others]);
    return { isOther, content: files.length > 0 };
  }

  #firstPaths(): Iterable<string> {
    return this.#shown.outputs().keys().take(MOST_LOOKED_AT);
  }

  /** Finds the problems of what is shown, unless something newer is about to be shown. True if more was changed. */
  async check(isSuperseded: () => boolean = () => false): Promise<boolean> {
    const checked = await this.#content.check(isSuperseded);
    if (!checked) return false;
    this.#diagnostics = checked.diagnostics;
    if (checked.isOther) await this.#show(this.#content.right());
    this.isChecked = true;
    return checked.isOther;
  }

  async #show(broadcast: Broadcast): Promise<void> {
    const { url, drafts = false, gallery = false, siteSettings, cache, look, templateFolders } = this.#input;
    const templates = this.#templates;
    const own = readOwnStrings(templates, broadcast.settings.locales);
    const site = openSite({
      broadcast,
      now: this.now,
      url,
      drafts,
      gallery,
      // A worker would answer with pages of an earlier moment.
      settings: { ...siteSettings, offline: false },
      history: this.#history,
      ownStrings: own.strings,
    });
    const shared = await sharedBy(site, {
      templates,
      readMedia: (name) => this.#content.readMedia(name, site.media(name)?.file),
      memory: this.#memory,
      look,
      ...(cache && { cache }),
    });
    const { head, media } = shared;
    const listed = once(() => pagesOf(site));
    const outputs = once(() => new Map(outputsOf(site, listed().pages).map((output) => [output.path, output])));
    const former = once((): Former => {
      const sources = { templates, outputs: [...outputs().values()], shared, isWhole: true };
      const paths = formerPaths(site, sources, this.#input);
      const copies = paths.redirects.filter(({ answer }) => answer === 'copy');
      return {
        ...paths,
        copies: new Map(copies.map(({ from, to }) => [from.slice(1), to.slice(1)])),
        moved: new Map(paths.redirects.map(({ from, to }) => [keyOfPath(from), to])),
      };
    });
    this.#shown = {
      site,
      tools: outputToolsOf({ site, head, published: media.published, templates }, { marked: true }),
      published: media.published,
      outputs,
      assets: textsByPath(shared.files),
      media: new Map(media.files.map(({ path, read }) => [path, read])),
      former,
      problems: once(() => [
        ...own.diagnostics,
        ...misspeltFiles(templateFolders),
        ...listed().diagnostics,
        ...checkSite(site, broadcast),
        ...unknownIcons(site),
        ...shared.diagnostics,
        ...former().diagnostics,
      ]),
      made: new Map(),
    };
  }

  /** A page that cannot be rendered says why. */
  #make(output: Output): Made {
    const { site, made } = this.#shown;
    const earlier = made.get(output.path);
    if (earlier) return earlier;
    const now = this.#render(output);
    const shown = now.text === undefined && output.isPage ? { ...now, text: failurePage(now.diagnostics, site) } : now;
    made.set(output.path, shown);
    return shown;
  }

  /** Renders the next file that may have other problems; false if there is none. */
  lookAtNext(): boolean {
    const [path] = this.#unseen;
    if (path === undefined) return false;
    this.#unseen.delete(path);
    const { outputs, made } = this.#shown;
    const output = outputs().get(path);
    if (output && !made.has(path)) this.#render(output);
    return true;
  }

  #render(output: Output): Made {
    const { site, tools } = this.#shown;
    const made = output.make(site, tools);
    if (made.diagnostics.length > 0) this.#found.set(output.path, made.diagnostics);
    else this.#found.delete(output.path);
    return made;
  }

  /** The file at a path relative to the site's root. */
  file(path: string): string | Uint8Array | undefined {
    const { outputs, assets, media, former } = this.#shown;
    const output = outputs().get(path);
    if (output) return this.#make(output).text;
    const found = assets.get(path) ?? media.get(path)?.();
    if (found !== undefined) return found;
    const copied = former().copies.get(path);
    return copied === undefined ? textsByPath(former().files).get(path) : this.file(copied);
  }

  /** A media file as pages show it. */
  published(name: string): PublishedMedia | undefined {
    return this.#shown.published.get(name);
  }

  /** The bytes of a media file, whether pages show it or not. */
  media(name: string): Uint8Array | undefined {
    const file = this.broadcast.media.get(name)?.file;
    return file === undefined ? undefined : ifPossible(() => this.#content.readMedia(name, file));
  }

  /** Where a former path leads, as a browser asks for it. */
  movedTo(path: string): string | undefined {
    const { moved } = this.#shown.former();
    const to = moved.get(keyOfPath(path)) ?? moved.get(`${keyOfPath(path)}/`);
    return to === undefined ? undefined : encodedTarget(to);
  }

  /** Every file that is rendered from content. */
  outputs(): Iterable<Output> {
    return this.#shown.outputs().values();
  }

  /** Every file of the site. */
  paths(): readonly string[] {
    const { outputs, assets, media, former } = this.#shown;
    const { files, copies } = former();
    return [outputs(), assets, textsByPath(files), media, copies].flatMap((each) => [...each.keys()]);
  }

  /** The documents that a page shows something of, its main one first. */
  madeFrom(path: string): readonly Entity[] {
    const output = this.#shown.outputs().get(path);
    if (!output?.isPage) return [];
    const { documents = [] } = this.#make(output);
    return output.entity ? [output.entity, ...documents.filter((each) => each !== output.entity)] : documents;
  }

  /** The pages that show a document: its own, its list, and those of the open ones on which it is. */
  pagesWith(file: string): readonly string[] {
    const { site, outputs, made } = this.#shown;
    const isIt = ({ document }: Entity): boolean => document.source.file === file;
    const own = [...outputs().values()].filter(({ entity }) => entity && isIt(entity));
    const kind = own[0]?.entity?.document.declaration;
    const list = kind && listPathOf(kind);
    const { locales } = site;
    const lists = list === undefined ? [] : locales.map((each) => pageFile(localePath(list, each, locales)));
    const open = [...made].flatMap(([path, { documents = [] }]) => (documents.some(isIt) ? [path] : []));
    return [...new Set([...own.map(({ path }) => path), ...lists, ...open])];
  }

  /** The URL of each document's first page, by its address. */
  ownPages(): ReadonlyMap<string, string> {
    const pages = new Map<string, string>();
    for (const { entity, path } of this.outputs())
      if (entity && !pages.has(entity.address)) pages.set(entity.address, addressOf(path));
    return pages;
  }

  /** As it is in the files, without documents that have errors. */
  get broadcast(): Broadcast {
    return this.#content.broadcast;
  }

  /** With the documents that have errors, as they are written. */
  get content(): Pick<LiveContent, 'documents' | 'trial'> {
    return { documents: this.#content.documents, trial: (address, texts) => this.#trial(address, texts) };
  }

  /** Queries are checked with the site, so that the content alone does not know what is wrong with them. */
  #trial(address: string, texts: ReadonlyMap<string, string>): Trial {
    const { document, diagnostics } = this.#content.trial(address, texts);
    const ofSite = document ? refusedQueries(document, this.#shown.site.timezone) : [];
    return { document, diagnostics: [...diagnostics, ...ofSite] };
  }

  /** True if the files could be synced as they are. */
  get isValid(): boolean {
    return !this.#diagnostics.some(isError);
  }

  /** Those of the files as they were checked last. */
  get problems(): readonly Diagnostic[] {
    const { problems, outputs } = this.#shown;
    if (this.#found.size > 0) for (const path of this.#found.keys()) if (!outputs().has(path)) this.#found.delete(path);
    const isInBoth = ({ code }: Diagnostic): boolean => FOUND_TWICE.includes(code);
    const found = new Set(this.#diagnostics.filter(isInBoth).map(placeOf));
    const ofSite = problems().filter((each) => !isInBoth(each) || !found.has(placeOf(each)));
    return [...this.#diagnostics, ...ofSite, ...eachOnce([...this.#found.values()].flat())];
  }

  get programme(): readonly Slot[] {
    return this.#shown.site.programme;
  }

  /** The next instant at which the same files would produce a different site, as far as it was rendered. */
  get nextChange(): number | undefined {
    return this.#shown.site.clock.nextChange;
  }
}

/** The checks of the content find some of these, and those of the site find all. */
const FOUND_TWICE: readonly string[] = ['hidden-pointer', 'alias-taken', 'same-alias'];

const textsByPath = (files: readonly { readonly path: string; readonly text: string }[]): ReadonlyMap<string, string> =>
  new Map(files.map(({ path, text }) => [path.slice(1), text]));
