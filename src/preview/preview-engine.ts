/**
 * The site in memory, kept up to date with the files: checks content, opens the site, and builds its files on demand.
 */
import { isError, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { placeOf } from '../model/check-content.ts';
import { unknownIcons } from '../render/icons/icons.ts';
import type { MediaMemory } from '../render/build-media.ts';
import type { PublishedMedia } from '../render/images/images.ts';
import type { VariantCache } from '../render/images/variant-cache.ts';
import { outputsOf, pageOutputs } from '../render/outputs.ts';
import { misspeltFiles, readOwnStrings } from '../render/own-files.ts';
import { formerPaths, type RedirectSettings } from '../render/former-paths.ts';
import { sharedBy } from '../render/shared.ts';
import type { ThemeSettings } from '../render/theme/theme-css.ts';
import type { TemplateFolder } from '../render/templates/template-folder.ts';
import { createTemplates, type Templates } from '../render/templates/templates.ts';
import { encodedTarget } from '../site/redirects.ts';
import { keyOfPath } from '../values/former-path.ts';
import { ifPossible } from '../values/if-possible.ts';
import { checkSite, refusedQueries } from '../site/checks.ts';
import { laterSite, openSite, type Broadcast, type Entity, type SiteInput } from '../site/site.ts';
import { pagesOf } from '../site/pages.ts';
import type { SitePage } from '../site/pages/view.ts';
import type { SiteHistory } from '../site/programme-history.ts';
import type { Slot } from '../site/programme.ts';
import { isVisible } from '../site/documents.ts';
import {
  LiveContent,
  type ChangedFile,
  type CheckedContent,
  type LiveContentInput,
  type TouchedContent,
  type Trial,
} from './live-content.ts';
import { LiveOutputs, type LiveWorld, type Renewal } from './live-outputs.ts';

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
  /** With this many documents, a saved one is shown before all are checked. */
  readonly glanceFrom?: number;
  /** The number of files that are built without a request. */
  readonly mostAhead?: number;
}

/** Fewer are checked within the time that people notice. */
const GLANCE_FROM = 1000;

/** The parts that may have changed since the last check. */
export interface Touched extends TouchedContent {
  readonly templates?: boolean;
  /** The history as git has it now. */
  readonly committed?: Pick<EngineInput, 'history'>;
  readonly now?: number;
}

export interface Update extends Renewal {
  /** True if the content itself changed. */
  readonly content: boolean;
}

export class Engine {
  readonly #input: EngineInput;
  readonly #templates: Templates;
  readonly #content: LiveContent;
  /** The files that are built from content, on demand. */
  readonly outputs: LiveOutputs;
  readonly #memory: MediaMemory = new Map();
  #checked!: CheckedContent;
  #world!: LiveWorld;
  #pages: readonly SitePage[] = [];
  #media: ReadonlyMap<string, () => Uint8Array> = new Map();
  #assets: ReadonlyMap<string, string> = new Map();
  /** Former files, each with the one that it is a copy of. */
  #copies: ReadonlyMap<string, string> = new Map();
  #moved: ReadonlyMap<string, string> = new Map();
  #ofSite: readonly Diagnostic[] = [];
  /** The instant shown. */
  now: number;
  #history: SiteHistory | undefined;

  static async open(input: EngineInput): Promise<Engine> {
    const engine = new Engine(input);
    await engine.#renew();
    return engine;
  }

  private constructor(input: EngineInput) {
    this.#input = input;
    this.now = input.now;
    this.#history = input.history;
    this.#templates = createTemplates({ folders: input.templateFolders });
    this.#content = new LiveContent(input);
    this.outputs = new LiveOutputs(input.mostAhead);
  }

  /**
   * One at a time: each call waits for the previous one. In a large site everything takes a while to check, so `onGlance`
   * is first told of the saved document's own pages if these can already be shown.
   */
  async update(
    { templates = false, now = this.now, committed, ...touched }: Touched,
    onGlance?: (pages: ReadonlySet<string>) => Promise<void>,
  ): Promise<Update> {
    const changed = this.#content.update(touched);
    const isOther = changed.length > 0;
    const { history } = committed ?? { history: this.#history };
    /** Any page may be affected. */
    const isWide = templates || now !== this.now || history?.head !== this.#history?.head;
    if (templates) this.#templates.forget();
    this.now = now;
    this.#history = history;
    if (!isOther && !isWide) return NOTHING;
    if (onGlance && !isWide) {
      const pages = this.#glance(changed);
      if (pages.length > 0) await onGlance(new Set(pages));
    }
    return { ...(await this.#renew()), content: isOther };
  }

  /** Returns the pages that changed. */
  #glance(changed: readonly ChangedFile[]): readonly string[] {
    const { drafts = false, glanceFrom = GLANCE_FROM } = this.#input;
    if (this.#checked.shown.entities.size < glanceFrom) return [];
    const later = this.#content.later(changed);
    const { site, ...world } = this.#world;
    const page = later && this.#pages.find(({ entity }) => entity === later.before);
    const seen = page && laterSite(site, later, (entity) => isVisible(entity, { clock: site.clock, drafts }));
    if (!page?.later || !seen) return [];
    this.#world = { ...world, site: seen };
    return this.outputs.glance(this.#world, pageOutputs([page.later(later!.after, seen)], seen));
  }

  async #renew(): Promise<Omit<Update, 'content'>> {
    const { url, drafts = false, gallery = false, siteSettings, cache, look } = this.#input;
    this.#checked = this.#content.check();
    const before = this.#world as LiveWorld | undefined;
    const broadcast = this.#checked.shown;
    const own = readOwnStrings(this.#templates, broadcast.settings.locales);
    const asked = {
      broadcast,
      now: this.now,
      url,
      drafts,
      gallery,
      // A worker would answer with pages of an earlier moment.
      settings: { ...siteSettings, offline: false },
      history: this.#history,
      ownStrings: own.strings,
    };
    const site = openSite(asked, before?.site);
    const { pages, diagnostics: doublePaths } = pagesOf(site);
    this.#pages = pages;
    const shared = await sharedBy(site, {
      templates: this.#templates,
      readMedia: (name) => this.#content.readMedia(name, site.media(name)?.file),
      memory: this.#memory,
      look,
      ...(cache && { cache }),
    });
    const { head, media } = shared;
    const outputs = outputsOf(site, pages);
    const former = formerPaths(site, { templates: this.#templates, outputs, shared, isWhole: true }, this.#input);
    this.#world = { site, head, published: media.published, templates: this.#templates };
    this.#ofSite = [
      ...own.diagnostics,
      ...misspeltFiles(this.#input.templateFolders),
      ...doublePaths,
      ...checkSite(site, broadcast),
      ...unknownIcons(site),
      ...shared.diagnostics,
      ...former.diagnostics,
    ];
    this.#media = new Map(shared.media.files.map(({ path, read }) => [path, read]));
    this.#assets = new Map([...shared.files, ...former.files].map(({ path, text }) => [path.slice(1), text]));
    this.#copies = new Map(
      former.redirects.flatMap(({ from, to, answer }) => (answer === 'copy' ? [[from.slice(1), to.slice(1)]] : [])),
    );
    this.#moved = new Map(former.redirects.map(({ from, to }) => [keyOfPath(from), to]));
    return this.outputs.renew(this.#world, outputs);
  }

  /** The file at a path relative to the site's root. */
  file(former: string): string | Uint8Array | undefined {
    const path = this.#copies.get(former) ?? former;
    return this.outputs.text(path) ?? this.#assets.get(path) ?? this.#media.get(path)?.();
  }

  /** A media file as pages show it. */
  published(name: string): PublishedMedia | undefined {
    return this.#world.published.get(name);
  }

  /** The bytes of a media file, whether pages show it or not. */
  media(name: string): Uint8Array | undefined {
    const file = this.broadcast.media.get(name)?.file;
    return file === undefined ? undefined : ifPossible(() => this.#content.readMedia(name, file));
  }

  /** Where a former path leads, as a browser asks for it. */
  movedTo(path: string): string | undefined {
    const to = this.#moved.get(keyOfPath(path)) ?? this.#moved.get(`${keyOfPath(path)}/`);
    return to === undefined ? undefined : encodedTarget(to);
  }

  /** Every file of the site. */
  paths(): readonly string[] {
    return [...this.outputs.paths(), ...this.#assets.keys(), ...this.#media.keys(), ...this.#copies.keys()];
  }

  /** The documents that a page was built from, its main one first. */
  madeFrom(path: string): readonly Entity[] {
    return this.outputs.documentsOf(path);
  }

  /** Pages that show a document, its own first. Only pages that were built are known. */
  pagesWith(files: ReadonlySet<string>): readonly string[] {
    return this.outputs.pagesWith(files);
  }

  /** As it is in the files, without documents that have errors. */
  get broadcast(): Broadcast {
    return this.#checked.broadcast;
  }

  /** With the documents that have errors, as they are written. */
  get content(): Pick<LiveContent, 'documents' | 'trial'> {
    return { documents: this.#content.documents, trial: (address, texts) => this.#trial(address, texts) };
  }

  /** Queries are checked with the site, so that the content alone does not know what is wrong with them. */
  #trial(address: string, texts: ReadonlyMap<string, string>): Trial {
    const { document, diagnostics } = this.#content.trial(address, texts);
    const ofSite = document ? refusedQueries(document, this.#world.site.timezone) : [];
    return { document, diagnostics: [...diagnostics, ...ofSite] };
  }

  /** True if the files could be synced as they are. */
  get isValid(): boolean {
    return !this.#checked.diagnostics.some(isError);
  }

  get problems(): readonly Diagnostic[] {
    const { diagnostics } = this.#checked;
    const isInBoth = ({ code }: Diagnostic): boolean => FOUND_TWICE.includes(code);
    const found = new Set(diagnostics.filter(isInBoth).map(placeOf));
    const ofSite = this.#ofSite.filter((each) => !isInBoth(each) || !found.has(placeOf(each)));
    return [...diagnostics, ...ofSite, ...this.outputs.problems];
  }

  get programme(): readonly Slot[] {
    return this.#world.site.programme;
  }
}

/** The checks of the content find some of these, and those of the site find all. */
const FOUND_TWICE: readonly string[] = ['hidden-pointer', 'alias-taken', 'same-alias'];

const NOTHING: Update = { listed: new Set(), stale: new Set(), content: false };
