/** The pages and files of a folder that links, pictures and fields refer to. */
import { isMeantAsMedia } from '../../model/link-target.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { mediaName, mediaUrl, type SourceFile, type SourceMedia } from '../source.ts';
import type { Page } from './page.ts';

/** The types of files that a site publishes, but for rare ones. */
const MEDIA =
  /\.(?:jpe?g|png|webp|avif|svg|gif|ico|mp4|m4v|webm|mov|ogv|mp3|m4a|aac|og[ga]|wav|flac|pdf|txt|csv|json|ics|docx?|xlsx?|pptx?|od[tsp]|epub|zip)$/i;
/** Folders whose files are at the root of a website. */
const ROOTS = ['', 'static/', 'public/', 'assets/', 'content/'];

export class Links {
  readonly #files: ReadonlyMap<string, SourceFile>;
  readonly #pages = new Map<string, Page>();
  readonly #media = new Map<string, SourceFile>();

  constructor(files: readonly SourceFile[], pages: readonly Page[]) {
    this.#files = new Map(files.map((file) => [file.path, file]));
    for (const page of pages)
      for (const path of [page.file.path, page.key, ...page.aliases.map((each) => pathIn('', each))])
        if (!this.#pages.has(path)) this.#pages.set(path, page);
  }

  /** The files that were asked for. */
  media(): readonly SourceMedia[] {
    return [...this.#media].map(([name, { bytes }]) => ({ name, bytes }));
  }

  /** The page that a link leads to. */
  page(reference: string, from: Page): Page | undefined {
    const candidates = pathsOf(reference, from).flatMap((path) => [
      path,
      path.replace(/(?:\/(?:_?index)?)?(?:\.html?|\.mdx?)?$/, ''),
    ]);
    return candidates.map((path) => this.#pages.get(path)).find((page) => page !== undefined);
  }

  /** The URL of a picture or another file in the folder, which is then brought along. */
  file(reference: string, from: Page): string | undefined {
    const found = pathsOf(reference, from)
      .map((path) => this.#files.get(path))
      .find((file) => file && MEDIA.test(file.path));
    return found && mediaUrl(this.#nameOf(found));
  }

  /** Files whose names differ only in case or accents get a number. */
  #nameOf(file: SourceFile): string {
    const root = ROOTS.findLast((each) => file.path.startsWith(each))!;
    const name = mediaName(file.path.slice(root.length));
    for (let number = 1; ; number++) {
      const tried = number === 1 ? name : name.replace(/(\.[^./]*)?$/, `-${number}$1`);
      const known = this.#media.get(tried);
      if (!known) this.#media.set(tried, file);
      if (!known || known.path === file.path) return tried;
    }
  }
}

/** The paths in the folder that a path in a page can mean. wordpress-export-to-markdown names a cover without its folder. */
function pathsOf(reference: string, { file, key }: Page): readonly string[] {
  const [written = ''] = /^[^?#]*/.exec(reference) ?? [];
  if (written === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(written)) return [];
  const path = ifPossible(() => decodeURIComponent(written)) ?? written;
  if (path.startsWith('/')) return ROOTS.map((root) => pathIn(root, path));
  const beside = file.path.replace(/[^/]*$/, '');
  return [pathIn(beside, path), pathIn(`${beside}images`, path), pathIn(key, path), pathIn('', path)];
}

/** Above the folder itself there is nothing. */
function pathIn(folder: string, path: string): string {
  const steps: string[] = [];
  for (const step of `${folder}/${path}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

/** A picture that is not in the folder must not be taken for one of our own media folder. */
export const outsideOfMedia = (reference: string): string | undefined =>
  isMeantAsMedia(reference) ? `missing/${reference.replace(/^[./]+/, '')}` : undefined;
