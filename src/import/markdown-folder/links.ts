/** The paths that pages had, and what links, pictures and fields refer to: other records, media files, or neither. */
import type { KindName } from '../../kinds/registry.ts';
import { isMeantAsMedia } from '../../model/link-target.ts';
import { contentType } from '../../values/content-type.ts';
import { readFormerPath } from '../../values/former-path.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { isObject, type Json } from '../../values/json.ts';
import { mediaName, mediaUrl, recordUrl, type SourceFile, type SourceMedia } from '../source.ts';
import { pathOf } from './generators.ts';
import type { DatedPage, Page, Site } from './page.ts';
import { isPageName } from './pages.ts';

export interface Addresses {
  /** Of its page, if that can be known. */
  readonly own: string | undefined;
  /** From which its website led to the page. */
  readonly former: readonly string[];
}

export function addressesOf(page: DatedPage, site: Site, onLost: (name: string) => void): Addresses {
  const written = page.fields.text('permalink', 'url', 'path');
  // A template would have to be executed.
  const isTemplate = written === undefined || /\{[{%]/.test(written);
  const own = pathOf(page, site, isTemplate ? undefined : withinSite(written, site));
  const asAddress = (path: string): readonly string[] => {
    const read = readFormerPath(`${site.base}/${path}`.replace(/\/{2,}/g, '/').replace(/(?<!\.[a-z]\w*)\/?$/i, '/'));
    if ('problem' in read) onLost('former address that is not a path');
    // The home page is a page of its own.
    if ('problem' in read || read.path === `${site.base}/`) return [];
    // The sign for codes, and those that end a path, are kept as codes.
    return [read.path.replaceAll(/[%?#*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)];
  };
  const aliases = page.fields.texts('aliases', 'alias', 'redirectfrom').map((alias) => {
    const isBeside = site.generator?.name === 'Hugo' && !/^\/|:/.test(alias);
    return withinSite(isBeside ? `${(own ?? '/').replace(/[^/]+\/?$/, '')}${alias}` : alias, site);
  });
  return {
    own: own === undefined ? undefined : asAddress(own)[0],
    former: aliases.flatMap((path) => (path === undefined ? [] : asAddress(path))),
  };
}

/** A path below the website's address; undefined for another website. */
function withinSite(written: string, { url: site = '', base }: Site): string | undefined {
  if (!/^[a-z]+:|^\/\//i.test(written)) return written;
  const url = URL.parse(written);
  const isOwn = url !== null && url.host === URL.parse(site)?.host && url.pathname.startsWith(`${base}/`);
  return isOwn ? url.pathname.slice(base.length) : undefined;
}

/** For comparing what a link says with what a page is called. */
const comparable = (path: string): string =>
  (ifPossible(() => decodeURI(path)) ?? path).toLowerCase().replace(/(?:\/(?:index\.html?)?|\.html?)$/, '');

const COVERS =
  'cover coverimage featuredimage featureimage featured heroimage hero image images thumbnail banner header photo portrait avatar ogimage socialimage'.split(
    ' ',
  );
/** The types of files that a site publishes, but for rare ones. */
const MEDIA =
  /\.(?:jpe?g|png|webp|avif|svg|gif|ico|mp4|m4v|webm|mov|ogv|mp3|m4a|aac|og[ga]|wav|flac|pdf|txt|csv|json|ics|docx?|xlsx?|pptx?|od[tsp]|epub|zip)$/i;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

interface Addressed extends Page {
  readonly addresses: Addresses;
}

interface LinkedPage extends Addressed {
  readonly kind: KindName;
  /** Its translations, which are files of the same page. */
  readonly others: readonly Addressed[];
}

export class Links<P extends LinkedPage> {
  readonly #site: Site;
  readonly #inOrder: readonly SourceFile[];
  readonly #files: ReadonlyMap<string, SourceFile>;
  readonly #onLost: (name: string) => void;
  readonly #media = new Map<string, SourceFile>();
  readonly #byPath = new Map<string, P>();
  readonly #byAddress = new Map<string, P>();
  /** Undefined for a name that several pages have. */
  readonly #byName = new Map<string, P | undefined>();

  constructor(site: Site, files: readonly SourceFile[], pages: readonly P[], onLost: (name: string) => void) {
    this.#site = site;
    this.#inOrder = files;
    this.#files = new Map(files.map((file) => [file.path, file]));
    this.#onLost = onLost;
    const add = (map: Map<string, P>, key: string, page: P): void => void (map.has(key) || map.set(key, page));
    for (const page of pages)
      for (const { file, addresses, fullName } of [page, ...page.others]) {
        const stem = file.path.replace(/\.[^./]+$/, '');
        for (const path of [file.path, stem, stem.replace(/\/_?index$/, '')]) add(this.#byPath, path, page);
        for (const path of [addresses.own ?? [], addresses.former].flat()) add(this.#byAddress, comparable(path), page);
        const isTaken = this.#byName.has(fullName) && this.#byName.get(fullName) !== page;
        this.#byName.set(fullName, isTaken ? undefined : page);
      }
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
    const { page, file } = this.#find(path, from);
    if (page) return use === 'image' ? undefined : recordUrl(page.kind, page.key) + suffix;
    if (file && MEDIA.test(file.path)) return mediaUrl(this.#mediaName(file));
    if (file) this.#onLost('file of a type that a site does not publish');
    if (ELSEWHERE.test(path)) return undefined;
    if (use === 'image' && !file) this.#onLost('picture that is not in the folder');
    const { url } = this.#site;
    const shown = use === 'image' && url ? new URL(from.addresses.own ?? '', url).href : undefined;
    // A path that starts with `media/` would mean our own folder.
    const kept = isMeantAsMedia(path) ? `missing/${path.replace(/^[./]+/, '')}` : undefined;
    return (shown === undefined ? undefined : URL.parse(path, shown)?.href) ?? kept;
  }

  /** Nothing for another website, and for what is not in the folder. */
  #find(reference: string, from: Addressed): { readonly page?: P | undefined; readonly file?: SourceFile | undefined } {
    const { base, url } = this.#site;
    const own = url?.replace(/\/$/, '');
    const isOwn = own !== undefined && reference.startsWith(`${own}/`);
    const inside = isOwn ? `${base}${reference.slice(own.length)}` : reference;
    if (ELSEWHERE.test(inside)) return {};
    const path = ifPossible(() => decodeURIComponent(inside)) ?? inside;
    for (const candidate of this.#candidates(path, from)) {
      const name = joined('', candidate).replace(/\/$/, '');
      const [page, file] = [this.#byPath.get(name), this.#files.get(name)];
      if (page || file) return page ? { page } : { file };
    }
    const address = path.startsWith('/') ? path : joined(from.addresses.own ?? '', path);
    const known = this.#byAddress.get(comparable(`/${address.replace(/^\/+/, '')}`));
    return { page: known ?? this.#byName.get(path.replace(/\.[^./]+$/, '')) };
  }

  /** The paths in the folder that a path in a text can mean. */
  #candidates(path: string, { file, addresses, folders }: Addressed): readonly string[] {
    const { base, statics, contents, generator } = this.#site;
    const content = contents.find((each) => file.path.startsWith(each.folder))?.folder ?? '';
    const inSite = (absolute: string): readonly string[] => {
      const isBelow = base !== '' && absolute.startsWith(`${base}/`);
      const below = (isBelow ? absolute.slice(base.length) : absolute).replace(/^\/+/, '');
      return [...statics, content].map((each) => each + below);
    };
    if (/^[@~]\//.test(path)) return [content + path.slice(2)];
    if (path.startsWith('/')) return inSite(path);
    return [
      joined(file.path.replace(/[^/]*$/, ''), path),
      ...(addresses.own === undefined ? [] : inSite(joined(addresses.own, path))),
      content + path,
      // Jekyll's `post_url` is below `_posts`, and its `link` below the root.
      ...(generator?.name === 'Jekyll' ? [`${content}_posts/${path}`, `${content}${folders.join('/')}/${path}`] : []),
    ];
  }

  /** Files whose names differ only in case or accents get a number. */
  #mediaName(file: SourceFile): string {
    const folders = [...this.#site.contents.map(({ folder }) => folder), ...this.#site.statics];
    const above = folders.filter((folder) => file.path.startsWith(folder)).sort((a, b) => b.length - a.length)[0] ?? '';
    const name = mediaName(file.path.slice(above.length));
    for (let number = 1; ; number++) {
      const tried = number === 1 ? name : name.replace(/(\.[^./]*)?$/, `-${number}$1`);
      const known = this.#media.get(tried);
      if (!known) this.#media.set(tried, file);
      if (!known || known.path === file.path) return tried;
    }
  }

  /** The picture above a page: the URL alone, or also what it shows. */
  cover(entry: P, asText: boolean): Json | undefined {
    const field = COVERS.map((each) => entry.fields.get(each)).find((each) => pictureIn(each) !== undefined);
    const written = pictureIn(field);
    const url = written === undefined ? this.#bundledCover(entry) : this.#pictureUrl(written, entry);
    const alt = isObject(field) && typeof field['alt'] === 'string' ? field['alt'] : undefined;
    return url === undefined || asText || !alt ? url : { url, alt };
  }

  #pictureUrl(written: string, entry: P): string | undefined {
    const elsewhere = /^https?:/i.test(written) ? URL.parse(written)?.href : undefined;
    const url = this.urlOf(written, 'image', entry) ?? elsewhere;
    return url?.startsWith('missing/') ? undefined : url;
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
    const first = this.#inOrder.findIndex((each) => each.path.startsWith(folder));
    const after = this.#inOrder.findIndex((each, index) => index > first && !each.path.startsWith(folder));
    return this.#inOrder.slice(first, after === -1 ? undefined : after).filter((each) => !isPageName(each.path));
  }

  countUnused(entries: readonly P[]): void {
    const used = new Set(this.#media.values());
    const beside = new Set(entries.flatMap(({ file }) => this.#bundled(file)));
    for (const file of beside) if (!used.has(file)) this.#onLost('file beside a page that no text refers to');
  }
}

const pictureIn = (value: Json | undefined): string | undefined => {
  const first: Json | undefined = Array.isArray(value) ? value[0] : value;
  const known = isObject(first)
    ? ['src', 'url', 'image', 'path', 'feature', 'teaser'].map((name) => first[name])
    : [first];
  return known
    .find((each) => typeof each === 'string' && each.trim() !== '')
    ?.toString()
    .trim();
};

/** Above the folder itself there is nothing. */
function joined(folder: string, path: string): string {
  const steps: string[] = [];
  for (const step of `${folder}/${path}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/') + (path.endsWith('/') ? '/' : '');
}
