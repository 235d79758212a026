/** Links and pictures of pages, as URLs of other records and of media files. */
import type { KindName } from '../../kinds/registry.ts';
import { isMeantAsMedia } from '../../model/link-target.ts';
import { contentType } from '../../values/content-type.ts';
import { isObject, type Json } from '../../values/json.ts';
import { mediaName, mediaUrl, recordUrl, type SourceFile, type SourceMedia } from '../source.ts';
import type { Page } from './page.ts';
import { isPageName } from './pages.ts';
import { References, type Addressed } from './references.ts';
import type { Site } from './site.ts';

const COVERS =
  'cover coverimage featuredimage featureimage featured heroimage hero image images thumbnail banner header photo portrait avatar ogimage socialimage'.split(
    ' ',
  );
/** The types of files that a site publishes, but for rare ones. */
const MEDIA =
  /\.(?:jpe?g|png|webp|avif|svg|gif|ico|mp4|m4v|webm|mov|ogv|mp3|m4a|aac|og[ga]|wav|flac|pdf|txt|csv|json|ics|docx?|xlsx?|pptx?|od[tsp]|epub|zip)$/i;

interface LinkedPage extends Addressed, Pick<Page, 'fields'> {
  readonly kind: KindName;
}

export class Links<P extends LinkedPage> {
  readonly #site: Site;
  readonly #files: readonly SourceFile[];
  readonly #references: References<P>;
  readonly #onLost: (name: string) => void;
  readonly #media = new Map<string, SourceFile>();

  constructor(
    site: Site,
    files: readonly SourceFile[],
    pages: readonly (readonly [P, readonly Addressed[]])[],
    onLost: (name: string) => void,
  ) {
    this.#site = site;
    this.#files = files;
    this.#references = new References(site, files, pages);
    this.#onLost = onLost;
  }

  /** The files that were asked for. */
  media(): readonly SourceMedia[] {
    return [...this.#media].map(([name, { bytes }]) => ({ name, bytes }));
  }

  /** Undefined for what stays as it is. */
  urlOf(reference: string, use: 'link' | 'image', from: Addressed): string | undefined {
    const [, path = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(reference) ?? [];
    // Braces are an expression of MDX, or a tag that is kept as text.
    if (path === '' || path.includes('{') || /^(?:mailto|tel|data|import):/i.test(path)) return undefined;
    const found = this.#references.find(path, from);
    if (found && 'page' in found)
      return use === 'image' ? undefined : recordUrl(found.page.kind, found.page.key) + suffix;
    if (found && MEDIA.test(found.file.path)) return mediaUrl(this.#mediaName(found.file));
    if (found) this.#onLost('file of a type that a site does not publish');
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) return undefined;
    if (use === 'image' && !found) this.#onLost('picture that is not in the folder');
    const remote = use === 'image' && this.#site.facts.url !== undefined ? this.#remote(path, from) : undefined;
    // A path that starts with `media/` would mean our own folder.
    return remote ?? (isMeantAsMedia(path) ? `missing/${path.replace(/^[./]+/, '')}` : undefined);
  }

  #remote(path: string, { addresses }: Addressed): string | undefined {
    const page = new URL(addresses.own ?? '', this.#site.facts.url);
    return URL.parse(path, page.href)?.href;
  }

  /** Files whose names differ only in case or accents get a number. */
  #mediaName(file: SourceFile): string {
    const folders = [...this.#site.contents.map(({ folder }) => folder), ...this.#site.statics];
    const longest =
      folders.filter((folder) => file.path.startsWith(folder)).sort((a, b) => b.length - a.length)[0] ?? '';
    const name = mediaName(file.path.slice(longest.length));
    for (let number = 1; ; number++) {
      const tried = number === 1 ? name : name.replace(/(\.[^./]*)?$/, `-${number}$1`);
      const known = this.#media.get(tried);
      if (!known) this.#media.set(tried, file);
      if (!known || known.path === file.path) return tried;
    }
  }

  /** The picture above a page: the URL alone, or also what it shows. */
  cover(entry: P, asText: boolean): Json | undefined {
    const name = COVERS.find((each) => pictureIn(entry.fields.get(each)) !== undefined);
    const written = name === undefined ? undefined : pictureIn(entry.fields.get(name));
    const url = written === undefined ? this.#bundledCover(entry) : this.#pictureUrl(written, entry);
    const alt = name === undefined ? undefined : valueOf(entry.fields.get(name), 'alt');
    return url === undefined || asText || alt === undefined ? url : { url, alt };
  }

  #pictureUrl(written: string, entry: P): string | undefined {
    const url =
      this.urlOf(written, 'image', entry) ?? (/^https?:/i.test(written) ? URL.parse(written)?.href : undefined);
    return url === undefined || url.startsWith('missing/') ? undefined : url;
  }

  /** Themes of Hugo show a file of this name beside the page. */
  #bundledCover({ file }: P): string | undefined {
    const cover = this.#bundled(file).find(
      ({ path }) => /\/(?:featured?|cover|hero|thumbnail)[^/]*$/i.test(path) && contentType(path).startsWith('image/'),
    );
    return cover && mediaUrl(this.#mediaName(cover));
  }

  /** The files beside a page that has a folder of its own. */
  #bundled({ path }: SourceFile): readonly SourceFile[] {
    const folder = /^(.+\/)index\.[^/]*$/.exec(path)?.[1];
    if (folder === undefined) return [];
    const first = this.#files.findIndex((each) => each.path.startsWith(folder));
    const after = this.#files.findIndex((each, index) => index > first && !each.path.startsWith(folder));
    return this.#files.slice(first, after === -1 ? undefined : after).filter((each) => !isPageName(each.path));
  }

  countUnused(entries: readonly P[]): void {
    const used = new Set([...this.#media.values()].map(({ path }) => path));
    const beside = new Set(entries.flatMap(({ file }) => this.#bundled(file).map(({ path }) => path)));
    for (const path of beside) if (!used.has(path)) this.#onLost('file beside a page that no text refers to');
  }
}

const valueOf = (value: Json | undefined, ...names: readonly string[]): string | undefined =>
  isObject(value)
    ? (names.map((name) => value[name]).find((each) => typeof each === 'string' && each !== '') as string | undefined)
    : undefined;

const pictureIn = (value: Json | undefined): string | undefined => {
  const first = Array.isArray(value) ? (value as readonly Json[])[0] : value;
  return typeof first === 'string' && first.trim() !== ''
    ? first.trim()
    : valueOf(first, 'src', 'url', 'image', 'path', 'feature', 'teaser');
};
