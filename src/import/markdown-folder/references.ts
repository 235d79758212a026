/** Finds the page or the file that a link, a picture or a field refers to. */
import { ifPossible } from '../../values/if-possible.ts';
import type { SourceFile } from '../source.ts';
import { comparable, type Addresses } from './addresses.ts';
import type { PagePlace } from './page.ts';
import type { Site } from './site.ts';

export interface Addressed extends PagePlace {
  readonly addresses: Addresses;
}

export type Referred<P> = { readonly page: P } | { readonly file: SourceFile };

export class References<P extends Addressed> {
  readonly #site: Site;
  readonly #files: ReadonlyMap<string, SourceFile>;
  readonly #byPath = new Map<string, P>();
  readonly #byAddress = new Map<string, P>();
  /** Undefined for a name that several pages have. */
  readonly #byName = new Map<string, P | undefined>();

  /** The pages may have several files, one for each language. */
  constructor(site: Site, files: readonly SourceFile[], pages: readonly (readonly [P, readonly Addressed[]])[]) {
    this.#site = site;
    this.#files = new Map(files.map((file) => [file.path, file]));
    for (const [page, versions] of pages) {
      for (const { file, addresses, fullName } of versions) {
        const stem = file.path.replace(/\.[^./]+$/, '');
        for (const path of [file.path, stem, stem.replace(/\/_?index$/, '')])
          if (!this.#byPath.has(path)) this.#byPath.set(path, page);
        for (const address of [addresses.own ?? [], addresses.former].flat())
          if (!this.#byAddress.has(comparable(address))) this.#byAddress.set(comparable(address), page);
        const known = this.#byName.has(fullName) && this.#byName.get(fullName) !== page;
        this.#byName.set(fullName, known ? undefined : page);
      }
    }
  }

  /** `from` is the page whose text refers to it. Undefined for another website, and for what is not in the folder. */
  find(reference: string, from: Addressed): Referred<P> | undefined {
    const site = this.#site;
    const own = site.facts.url?.replace(/\/$/, '');
    const inside =
      own !== undefined && reference.startsWith(`${own}/`) ? `${site.base}${reference.slice(own.length)}` : reference;
    if (inside === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(inside)) return undefined;
    const path = ifPossible(() => decodeURIComponent(inside)) ?? inside;
    for (const candidate of this.#candidates(path, from)) {
      const name = joined('', candidate).replace(/\/$/, '');
      const page = this.#byPath.get(name);
      if (page) return { page };
      const file = this.#files.get(name);
      if (file) return { file };
    }
    const address = path.startsWith('/') ? path : joined(from.addresses.own ?? '', path);
    const page =
      this.#byAddress.get(comparable(`/${address.replace(/^\/+/, '')}`)) ??
      this.#byName.get(path.replace(/\.[^./]+$/, ''));
    return page && { page };
  }

  *#candidates(path: string, { file, addresses, folders }: Addressed): Generator<string> {
    const { base, statics, contents, generator } = this.#site;
    const folder = file.path.replace(/[^/]*$/, '');
    const content = contents.find((each) => file.path.startsWith(each.folder))?.folder ?? '';
    const inSite = function* (absolute: string): Generator<string> {
      const below = (base !== '' && absolute.startsWith(`${base}/`) ? absolute.slice(base.length) : absolute).replace(
        /^\/+/,
        '',
      );
      for (const each of [...statics, content]) yield each + below;
    };
    if (/^[@~]\//.test(path)) yield content + path.slice(2);
    else if (path.startsWith('/')) yield* inSite(path);
    else {
      yield joined(folder, path);
      if (addresses.own !== undefined) yield* inSite(joined(addresses.own, path));
      yield content + path;
      // Jekyll's `post_url` is below `_posts`, and its `link` below the root.
      if (generator?.name === 'Jekyll') yield* [`${content}_posts/${path}`, `${content}${folders.join('/')}/${path}`];
    }
  }
}

/** Above the folder itself there is nothing. */
function joined(folder: string, path: string): string {
  const steps: string[] = [];
  for (const step of `${folder}/${path}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/') + (path.endsWith('/') ? '/' : '');
}
