/**
 * The site in memory, kept up with the files. Every file of it notes what it asked while it was made, and is made again
 * only when an answer is another; what nobody has looked at yet is made when somebody does, or when there is time.
 */
import { assembleContent, type Content } from '../content/read-content.ts';
import type { FileReading } from '../content/read-file.ts';
import type { Layer } from '../content/target-content.ts';
import { isError, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ModelSettings } from '../model/broadcast.ts';
import { createChecker } from '../model/check-content.ts';
import { pageAssets } from '../render/assets.ts';
import { unknownIcons } from '../render/build-icons.ts';
import type { MediaMemory } from '../render/build-media.ts';
import type { VariantCache } from '../render/images/variant-cache.ts';
import { createMarkdown } from '../render/markdown/markdown.ts';
import { markOf } from '../render/page.ts';
import { eachOnce, outputsOf, type Made, type Output, type OutputTools } from '../render/outputs.ts';
import { sharedBy, socialImage, type Shared } from '../render/shared.ts';
import type { TemplateFolder } from '../render/templates/template-folder.ts';
import { createTemplates, type Templates } from '../render/templates/templates.ts';
import { checkSite } from '../site/checks.ts';
import { observedSite } from '../site/observed-site.ts';
import { pagesOf } from '../site/pages.ts';
import type { Slot } from '../site/programme.ts';
import { openSite, type Broadcast, type Entity, type Site } from '../site/site.ts';
import { isSteady } from '../site/steady.ts';
import { headSlots } from './head-slots.ts';
import { createLastGood } from './last-good.ts';
import { liveFolder, type LiveFolder } from './live-folder.ts';
import { Questions, type Question } from './questions.ts';

export interface EngineInput {
  /** The content folder. */
  readonly shared: Layer;
  /** The folder of a target's own files. */
  readonly overlay?: Layer;
  /** Makes content of what was read in both: that of a target. Otherwise it is all that is shared. */
  readonly assemble?: (shared: readonly FileReading[], overlay: readonly FileReading[]) => Content;
  readonly settings: ModelSettings;
  readonly url?: string | undefined;
  readonly drafts?: boolean;
  readonly gallery?: boolean;
  readonly templateFolders: readonly TemplateFolder[];
  readonly cache?: VariantCache;
  readonly now: number;
}

/** What may have changed since the last look. */
export interface Touched {
  /** Paths below the content folder. */
  readonly content?: Iterable<string>;
  /** Paths below the folder of the target's own files. */
  readonly overlay?: Iterable<string>;
  readonly templates?: boolean;
  readonly now?: number;
}

export interface Update {
  /** Files of the site that are there now and were not, or the other way round. */
  readonly listed: ReadonlySet<string>;
  /** Files of the site whose text may be another now. */
  readonly stale: ReadonlySet<string>;
  readonly style?: { readonly from: string; readonly to: string };
  /** Whether the content itself is another. */
  readonly content: boolean;
}

/** Everything that a page can ask. */
interface World {
  readonly site: Site;
  readonly shared: Shared;
  readonly templates: Templates;
}

interface Item {
  readonly output: Output;
  made?: Made & { readonly asked: readonly Question<World>[]; readonly round: number };
  /** What it last said when it could be made. */
  good?: string | undefined;
}

export class Engine {
  readonly #input: EngineInput;
  readonly #templates: Templates;
  readonly #shared: LiveFolder;
  readonly #overlay: LiveFolder | undefined;
  readonly #check: ReturnType<typeof createChecker>;
  readonly #lastGood = createLastGood();
  readonly #memory: MediaMemory = new Map();
  readonly #markdown = createMarkdown();
  readonly #slots = headSlots();
  readonly #questions = new Questions<World>();
  #world!: World;
  #items: ReadonlyMap<string, Item> = new Map();
  #media: ReadonlyMap<string, () => Uint8Array> = new Map();
  #assets: ReadonlyMap<string, string> = new Map();
  #ofContent: readonly Diagnostic[] = [];
  #ofSite: readonly Diagnostic[] = [];
  #broadcast!: Broadcast;
  #now: number;
  /** How many files of the site were made, ever. */
  made = 0;

  static async open(input: EngineInput): Promise<Engine> {
    const engine = new Engine(input);
    await engine.#renew();
    return engine;
  }

  private constructor(input: EngineInput) {
    this.#input = input;
    this.#now = input.now;
    this.#templates = createTemplates({ folders: input.templateFolders });
    this.#shared = liveFolder(input.shared);
    this.#overlay = input.overlay && liveFolder(input.overlay);
    this.#check = createChecker(input.settings);
  }

  /** One at a time: whoever calls waits for the call before. */
  async update({ content = [], overlay = [], templates = false, now = this.#now }: Touched): Promise<Update> {
    const isShared = this.#shared.update(content);
    const isOther = (this.#overlay?.update(overlay) ?? false) || isShared;
    if (templates) this.#templates.forget();
    const isLater = now !== this.#now;
    this.#now = now;
    if (!isOther && !templates && !isLater) return NOTHING;
    return { ...(await this.#renew()), content: isOther };
  }

  async #renew(): Promise<Omit<Update, 'content'>> {
    const { url, drafts = false, gallery = false, cache } = this.#input;
    const content = this.#content();
    const { broadcast, diagnostics } = this.#check(content);
    this.#ofContent = diagnostics;
    this.#broadcast = broadcast;
    const shown = this.#lastGood(broadcast, content);
    const before = this.#world as World | undefined;
    const site = openSite({ broadcast: shown, now: this.#now, url, drafts, gallery }, before?.site);
    const { pages, diagnostics: twins } = pagesOf(site);
    const shared = await sharedBy(site, {
      templates: this.#templates,
      readMedia: (name) => this.#readMedia(name, site),
      memory: this.#memory,
      ...(cache && { cache }),
    });
    this.#world = { site, shared, templates: this.#templates };
    this.#ofSite = [...twins, ...checkSite(site), ...unknownIcons(site), ...shared.diagnostics];
    this.#media = new Map(shared.media.files.map(({ path, read }) => [path, read]));
    this.#assets = new Map(shared.files.map(({ path, text }) => [path.slice(1), text]));
    this.#questions.askAgain(this.#world);
    const update = this.#renewItems(outputsOf(site, pages));
    const [from, to] = [before?.shared.head.style, shared.head.style];
    return { ...update, ...(from !== undefined && from !== to && { style: { from, to } }) };
  }

  #content(): Content {
    const { shared, assemble } = this.#input;
    const readings = this.#shared.readings();
    return assemble
      ? assemble(readings, this.#overlay?.readings() ?? [])
      : assembleContent(readings, { prefix: shared.prefix });
  }

  /** From the folder in which it was found. */
  #readMedia(name: string, site: Site): Uint8Array {
    const { shared, overlay } = this.#input;
    const isOwn = overlay !== undefined && site.media(name)?.file.startsWith(overlay.prefix);
    return (isOwn ? overlay : shared).files.read(name);
  }

  #renewItems(outputs: readonly Output[]): Pick<Update, 'listed' | 'stale'> {
    const before = this.#items;
    const items = new Map<string, Item>();
    const listed = new Set<string>();
    const stale = new Set<string>();
    const needed: (readonly Question<World>[])[] = [];
    for (const output of outputs) {
      const known = before.get(output.path);
      const isSame = known !== undefined && isSteady(known.output.about, output.about);
      const item: Item = { output, ...(isSame && known.made && { made: known.made }), good: known?.good };
      items.set(output.path, item);
      if (!known) listed.add(output.path);
      else if (known.made && !isFresh(item)) stale.add(output.path);
      if (item.made) needed.push(item.made.asked);
    }
    for (const path of before.keys()) if (!items.has(path)) listed.add(path);
    this.#items = items;
    this.#questions.forgetAllBut(needed);
    return { listed, stale };
  }

  #make(item: Item): void {
    const world = this.#world;
    const asked = new Map<string, Question<World>>();
    const note = (name: string, ask: (world: World) => unknown): void => {
      if (!asked.has(name)) asked.set(name, this.#questions.noted(name, ask, world));
    };
    const site = observedSite(world.site, (name, ask) => note(name, (from) => ask(from.site)));
    const { media, head } = world.shared;
    const published: OutputTools['published'] = (name) => {
      note(`published ${name}`, (from) => publishedIn(from, name));
      return media.published.get(name);
    };
    const tools: OutputTools = {
      markdown: this.#markdown,
      template: this.#templates.render,
      published,
      mark: markOf,
      assets: (page) => {
        note('fonts', (from) => from.shared.head.fonts);
        note('favicon', (from) => from.shared.head.favicon);
        const picture = socialImage(page, published);
        return pageAssets(page, this.#slots.emptied(head), { url: site.url, picture });
      },
    };
    const attempt = this.#templates.attempt(item.output.path, () => item.output.make(site, tools));
    for (const name of attempt.templates) note(`template ${name}`, (from) => from.templates.source(name));
    const made = attempt.ok ? attempt.value : { diagnostics: [] };
    item.made = { ...made, asked: [...asked.values()], round: this.#questions.round };
    if (made.text !== undefined) item.good = made.text;
    this.made++;
  }

  #fresh(item: Item): Item & Required<Pick<Item, 'made'>> {
    if (!isFresh(item)) this.#make(item);
    return item as Item & Required<Pick<Item, 'made'>>;
  }

  /** The file at a path below the site's root. One that cannot be made just now is what it last was. */
  file(path: string): string | Uint8Array | undefined {
    const item = this.#items.get(path);
    if (item) {
      const { output, made, good } = this.#fresh(item);
      const text = made.text ?? good;
      return text === undefined || !output.isPage ? text : this.#slots.fill(text, this.#world.shared.head);
    }
    return this.#assets.get(path) ?? this.#media.get(path)?.();
  }

  /** Makes a file again that may be another, and tells whether it is. */
  refresh(path: string): boolean {
    const item = this.#items.get(path);
    const before = item?.good;
    const text = item && this.#fresh(item).made.text;
    return text !== undefined && text !== before;
  }

  /** Makes some of what is not made yet, as long as it may go on; tells whether there is more. */
  catchUp(mayGoOn: () => boolean): boolean {
    for (const item of this.#items.values()) {
      if (isFresh(item)) continue;
      if (!mayGoOn()) return true;
      this.#make(item);
    }
    return false;
  }

  /** Every file of the site. */
  paths(): readonly string[] {
    return [...this.#items.keys(), ...this.#assets.keys(), ...this.#media.keys()];
  }

  /** The documents a page was made from, the one it is about first. */
  madeFrom(path: string): readonly Entity[] {
    const item = this.#items.get(path);
    if (!item) return [];
    const { made, output } = this.#fresh(item);
    const found = [...output.about, ...made.asked.map(({ answer }) => answer)].flatMap(entitiesIn);
    return [...new Set(found)];
  }

  /** Pages that show a document, its own first; only those that were made are known. */
  pagesWith(files: ReadonlySet<string>): readonly string[] {
    const own: string[] = [];
    const others: string[] = [];
    const isIt = (value: unknown): boolean => entitiesIn(value).some(({ document }) => files.has(document.source.file));
    for (const { output, made } of this.#items.values()) {
      if (!output.isPage) continue;
      if (entitiesIn(output.about[0]).some(({ document }) => files.has(document.source.file))) own.push(output.path);
      else if (output.about.some(isIt) || made?.asked.some(({ answer }) => isIt(answer))) others.push(output.path);
    }
    return [...own, ...others];
  }

  /** As it is in the files: documents with mistakes are not in it. */
  get broadcast(): Broadcast {
    return this.#broadcast;
  }

  /** Whether the files could be synced as they are. */
  get isValid(): boolean {
    return !this.#ofContent.some(isError);
  }

  get problems(): readonly Diagnostic[] {
    const ofPages = [...this.#items.values()].flatMap(({ made }) => made?.diagnostics ?? []);
    return [...this.#ofContent, ...this.#ofSite, ...eachOnce(ofPages)];
  }

  get now(): number {
    return this.#now;
  }

  get programme(): readonly Slot[] {
    return this.#world.site.programme;
  }

  /** The instant at which the same files would make another site. */
  get nextChange(): number | undefined {
    let next = this.#world.site.clock.nextChange ?? Infinity;
    for (const { name, answer } of this.#questions)
      if (answer === false && name.startsWith(HAS_COME)) next = Math.min(next, Number(name.slice(HAS_COME.length)));
    return Number.isFinite(next) ? next : undefined;
  }
}

const HAS_COME = 'has come ';

const NOTHING: Update = { listed: new Set(), stale: new Set(), content: false };

function isFresh({ made }: Item): boolean {
  if (!made) return false;
  for (const { changedAt } of made.asked) if (changedAt > made.round) return false;
  return true;
}

/** All that a page says of it: its paths and sizes. */
function publishedIn({ shared }: World, name: string): unknown {
  const media = shared.media.published.get(name);
  if (!media) return undefined;
  const { path, width, height, sources, preview } = media;
  return { path, width, height, sources, preview };
}

/** The documents in an answer. Lists of everything say little about a page, so they are not looked into. */
function entitiesIn(value: unknown): readonly Entity[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('document' in value) return [value as Entity];
  if (!('entity' in value)) return [];
  const { entity, where } = value as Slot;
  return [entity, ...(where ? [where] : [])] as unknown as readonly Entity[];
}
