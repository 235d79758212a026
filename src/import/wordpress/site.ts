/** The addresses of a WordPress site: which post or file a link or picture in a text means. */
import type { KindName } from '../../kinds/registry.ts';
import type { HtmlPicture } from '../html/links.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { recordUrl } from '../source.ts';
import { siteName, type Post } from './export.ts';

export interface Attachment {
  readonly url: string;
  readonly alt: string;
  readonly caption: string;
}

export class Site {
  readonly #base: string;
  readonly #posts = new Map<string, Post>();
  readonly #attachments = new Map<string, Post>();
  readonly #byPath = new Map<string, Post>();
  readonly #byFile = new Map<string, Post>();
  readonly #kindOf: (post: Post) => KindName | undefined;
  readonly used = new Set<Post>();

  constructor(url: string, posts: readonly Post[], kindOf: (post: Post) => KindName | undefined) {
    this.#base = `${url.replace(/\/+$/, '')}/`;
    this.#kindOf = kindOf;
    for (const post of posts.toReversed()) {
      this.#posts.set(post.id, post);
      if (post.type === 'attachment') this.#attachments.set(post.id, post);
      for (const path of pathsOf(post)) this.#byPath.set(comparable(path), post);
      const file = fileUrl(post);
      if (file !== '') this.#byFile.set(fileKey(file), post);
    }
  }

  /** Undefined if it leads nowhere. */
  link(written: string): string | undefined {
    if (/^(?:mailto|tel):/i.test(written)) return written;
    // Texts have no ids to link to.
    if (written.startsWith('#')) return undefined;
    const url = URL.parse(written, this.#base);
    if (!url) return undefined;
    const post = this.#isOwn(url) ? this.#postAt(url) : undefined;
    const kind = post && this.#kindOf(post);
    if (kind) return recordUrl(kind, post.key);
    return post?.type === 'attachment' ? this.attachment(post.id)?.url : url.href;
  }

  picture({ src, alt }: HtmlPicture): HtmlPicture | undefined {
    const url = URL.parse(src, this.#base);
    if (!url) return undefined;
    const post = originalsOf(url.href)
      .map((key) => this.#byFile.get(key))
      .find((each) => each !== undefined);
    const file = post && this.attachment(post.id);
    return { src: file?.url ?? this.#secure(url), alt: alt || file?.alt || '' };
  }

  /** Numbers are those of the export, in which the first post with a number counts. */
  post(id: string | undefined): Post | undefined {
    return id === undefined ? undefined : this.#posts.get(id);
  }

  attachment(id: string | undefined): Attachment | undefined {
    const post = id === undefined ? undefined : this.#attachments.get(id);
    const url = post ? URL.parse(fileUrl(post), this.#base) : null;
    if (!post || !url) return undefined;
    this.used.add(post);
    return {
      url: this.#secure(url),
      alt: (post.meta.get('_wp_attachment_image_alt')?.[0] ?? '').trim(),
      caption: post.text('excerpt:encoded'),
    };
  }

  #isOwn(url: URL): boolean {
    return /^https?:$/.test(url.protocol) && siteName(url.href) === siteName(this.#base);
  }

  #postAt({ pathname, searchParams }: URL): Post | undefined {
    const id = ['p', 'page_id', 'attachment_id'].map((name) => searchParams.get(name)).find((value) => value !== null);
    return id === undefined || id === null ? this.#byPath.get(comparable(pathname)) : this.post(id);
  }

  /** Browsers do not show pictures over http on a page with https. */
  #secure(url: URL): string {
    return this.#isOwn(url) ? url.href.replace(/^http:/, 'https:') : url.href;
  }
}

const fileUrl = (post: Post): string =>
  post.type === 'attachment' ? post.text('wp:attachment_url') || post.text('guid') : '';

const fileKey = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/[?#].*$/s, '');

/** The files that a smaller picture may be made from: `quay-300x200.jpg` from `quay.jpg` or `quay-scaled.jpg`. */
function originalsOf(url: string): readonly string[] {
  const key = fileKey(url);
  const [, stem, extension] = /^(.*?)(?:-\d+x\d+)?(\.\w+)$/s.exec(key) ?? [];
  return stem === undefined ? [key] : [key, `${stem}${extension}`, `${stem}-scaled${extension}`];
}

/** The paths that the page of a post had: that of its link, and the same with its former names. */
export function pathsOf(post: Post): readonly string[] {
  const url = URL.parse(post.text('link'));
  if (!url || url.search !== '' || url.pathname === '/') return [];
  const former = (post.meta.get('_wp_old_slug') ?? []).filter((slug) => slug !== '');
  const path = url.pathname.replace(/\/{2,}/g, '/');
  return [path, ...former.map((slug) => path.replace(/[^/]+(?=\/?$)/, slug))];
}

const comparable = (path: string): string =>
  (ifPossible(() => decodeURI(path)) ?? path).toLowerCase().replace(/\/+$/, '');
