/** WordPress: its exports (WXR), with posts, pages, attachments, and the events of The Events Calendar. */
import type { Span } from '../diagnostics/diagnostic.ts';
import { count } from '../diagnostics/count.ts';
import { UserError } from '../diagnostics/errors.ts';
import { option, worded } from '../diagnostics/wording.ts';
import type { KindName } from '../kinds/registry.ts';
import { slugify } from '../content/placement.ts';
import { ifPossible } from '../values/if-possible.ts';
import { epochOf } from '../values/instants.ts';
import type { JsonObject } from '../values/json.ts';
import { Gathering } from './gathering.ts';
import { htmlToText } from './html-to-markdown.ts';
import { attribute } from './html/links.ts';
import { startOf, unreadable, type Reader, type ReadingOptions, type SourceContent } from './source.ts';
import { elementNamed, instantOf, readExport, type Post, type WordPressExport } from './wordpress/export.ts';
import { pathsOf, Site } from './wordpress/site.ts';
import { postText } from './wordpress/text.ts';

const MARK = /xmlns:wp\s*=\s*["']https?:\/\/wordpress\.org\/export\/|<wp:wxr_version>/;

export const wordpress: Reader = {
  name: 'wordpress',
  title: 'WordPress',
  kinds: ({ into }) => [...(into === undefined ? (['article', 'page'] as const) : [into]), 'event', 'place'],
  isFor: ({ files }) => files.length > 0 && files.every((file) => MARK.test(startOf(file))),
  async read({ files }, options) {
    const { into } = options;
    if (into !== undefined && into !== 'article' && into !== 'page')
      throw new UserError(worded`posts of WordPress cannot become ${option('into', into)}`, {
        suggestion: 'use article or page',
      });
    const exports: WordPressExport[] = [];
    for (const file of files) exports.push(await readExport(file));
    return new Reading(exports, options).read();
  },
};

class Reading extends Gathering {
  readonly #options: ReadingOptions;
  readonly #exports: readonly WordPressExport[];
  readonly #posts: readonly Post[];
  readonly #site: Site;

  constructor(exports: readonly WordPressExport[], options: ReadingOptions) {
    super();
    this.#options = options;
    this.#exports = exports;
    this.#posts = this.#distinct(exports.flatMap(({ posts }) => posts));
    this.#site = new Site(exports[0]?.url ?? '', this.#posts, (post) => this.#kindOf(post));
  }

  /** The same post may be in several files. Sites that were merged have several posts with one number. */
  #distinct(posts: readonly Post[]): readonly Post[] {
    const byKey = new Map<string, Post>();
    for (const post of posts) {
      const known = byKey.get(post.key);
      if (!known) byKey.set(post.key, post);
      else if (known.text('guid') !== post.text('guid'))
        this.#leaveOneOut(
          post.element.span(),
          `another post has the number ${post.id} too, so this one is not imported`,
        );
    }
    return [...byKey.values()];
  }

  /** It may be a post or a page, whose file must not be deleted for it. */
  #leaveOneOut(at: Span, why: string): void {
    this.leaveOut(this.#options.into ?? 'article', unreadable(at, why));
    this.leaveOut('page');
  }

  read(): SourceContent {
    const { title = '', language = '' } = this.#exports[0] ?? {};
    for (const item of this.#exports.flatMap(({ unknown }) => unknown)) {
      this.#leaveOneOut(item.span(), 'this item has no wp:post_id, so it is not imported');
    }
    for (const post of this.#posts) this.#add(post);
    for (const post of this.#posts)
      if (post.type === 'attachment' && !this.#site.used.has(post)) this.lose('attachment that no text shows');
    return this.content({ title: htmlToText(title), language, timezone: this.#options.timezone });
  }

  /** Undefined for posts that do not become documents. */
  #kindOf({ type, status, meta }: Post): KindName | undefined {
    if (/^(?:trash|auto-draft|inherit)$/.test(status)) return undefined;
    if (type === 'post' || type === 'page') return this.#options.into ?? (type === 'post' ? 'article' : 'page');
    if (type === 'tribe_venue') return 'place';
    return type === 'tribe_events' && status === 'publish' && meta.has('_EventStartDate') ? 'event' : undefined;
  }

  #add(post: Post): void {
    const kind = this.#kindOf(post);
    if (kind === undefined) return this.#leavePostOut(post);
    this.#loseDetails(post, kind);
    const slug = this.#slugOf(post);
    const aliases = post.status === 'publish' ? pathsOf(post) : [];
    const title = this.#titleOf(post);
    const fields = { article: this.#article, page: this.#page, event: this.#event, place: this.#place }[
      kind as 'article' | 'page' | 'event' | 'place'
    ].call(this, post, title);
    const at = elementNamed(post, 'title').span();
    const unclear = fields ? undefined : `${JSON.stringify(title)} has no start and end that make sense`;
    if (unclear !== undefined) this.diagnostics.push(unreadable(at, unclear));
    this.records.push({
      kind,
      id: post.key,
      fields: fields ?? { title },
      at,
      ...(unclear !== undefined && { unclear }),
      ...(slug !== '' && { slug }),
      ...(aliases.length > 0 && { aliases }),
    });
  }

  #leavePostOut({ type, status }: Post): void {
    const isText = type === 'post' || type === 'page' || type === 'tribe_events';
    if (type !== 'attachment')
      this.lose(isText ? `${type.replace('tribe_events', 'event')} with the status ${status}` : `post type ${type}`);
  }

  #loseDetails(post: Post, kind: KindName): void {
    const lose = (what: string): void => this.lose(what);
    for (const { name } of post.element.children) if (name === 'wp:comment') lose('comment');
    if (kind !== 'article' && kind !== 'page') return;
    for (const { taxonomy } of post.terms) lose(taxonomy.replace('post_tag', 'tag').replace('_', ' '));
    if (post.text('wp:is_sticky') === '1') lose('sticky post');
    if (post.text('excerpt:encoded') !== '') lose('excerpt');
    if (post.text('dc:creator') !== '') lose('author');
    for (const name of post.meta.keys()) if (!/^_|^$|^footnotes$/.test(name)) lose('custom field');
  }

  /** Titles may be empty; documents have one. */
  #titleOf(post: Post): string {
    const title = htmlToText(post.text('title'));
    if (title !== '') return title;
    const words = htmlToText(post.text('content:encoded').replace(/<!--.*?-->|\[[^\]]*\]/gs, ' ')).slice(0, 61);
    return words.length > 60 ? `${words.slice(0, words.lastIndexOf(' ', 60))} …` : words || `${post.type} ${post.id}`;
  }

  /** Below the names of the pages that it belongs to. */
  #slugOf(post: Post): string {
    const names: string[] = [];
    for (let at: Post | undefined = post; at && names.length < 10;) {
      names.unshift(nameOf(at));
      at = post.type === 'page' ? this.#site.post(at.text('wp:post_parent')) : undefined;
    }
    return names.includes('') ? '' : names.join('/');
  }

  #text(post: Post): string {
    const lose = (what: string): void => this.lose(what);
    const unknown = (name: string): void =>
      this.note(
        (times) => `the shortcode [${name}] has no meaning here and is kept as text in ${count(times, 'place')}`,
      );
    return postText(post.text('content:encoded'), {
      link: (url) => this.#site.link(url),
      picture: (picture) => this.#site.picture(picture),
      lost: lose,
      shortcodes: { pictures: (ids) => this.#pictures(ids, post), unknown, lost: (name) => lose(`shortcode ${name}`) },
      footnotes: post.meta.get('footnotes')?.[0],
    });
  }

  #pictures(ids: readonly string[] | undefined, { id: owner }: Post): string {
    const own = this.#posts.filter((each) => each.type === 'attachment' && each.text('wp:post_parent') === owner);
    return (ids ?? own.map(({ id }) => id))
      .flatMap((id) => this.#site.attachment(id) ?? [])
      .map(
        ({ url, alt, caption }) =>
          `<figure><img${attribute('src', url)}${attribute('alt', alt)}><figcaption>${caption}</figcaption></figure>`,
      )
      .join('');
  }

  #statusOf({ status, text }: Post): 'published' | 'draft' {
    const isPublic = status === 'publish' || status === 'future';
    const isProtected = text('wp:post_password') !== '';
    if (status === 'private' || isProtected)
      this.note((times) => `what WordPress does not show to everybody is a draft: ${count(times, 'post')}`);
    return isPublic && !isProtected ? 'published' : 'draft';
  }

  #dateOf(post: Post): string | undefined {
    const local = post.text('wp:post_date');
    const isPublic = post.status === 'publish' || post.status === 'future';
    const sent = isPublic ? epochOf(post.text('pubDate')) : NaN;
    const moments = [
      post.text('wp:post_date_gmt'),
      Number.isNaN(sent) ? '' : new Date(sent).toISOString().slice(0, 19),
    ];
    const { timezone } = this.#options;
    const found = moments.map((utc) => instantOf({ local, utc, timezone })).find((each) => each !== undefined);
    if (found === undefined && isPublic && local !== '')
      this.diagnostics.push(
        unreadable(
          elementNamed(post, 'wp:post_date').span(),
          `${local} is not a date with a known offset, so this post has none`,
          'name the time zone of the site',
        ),
      );
    return found;
  }

  #article(post: Post, title: string): JsonObject {
    const date = this.#dateOf(post);
    const cover = this.#site.attachment(post.meta.get('_thumbnail_id')?.[0]);
    return {
      title,
      content: this.#text(post),
      status: this.#statusOf(post),
      ...(date !== undefined && { published_at: date }),
      ...(cover && { cover_image_url: cover.url }),
    };
  }

  #page(post: Post, title: string): JsonObject {
    const text = this.#text(post);
    const cover = this.#site.attachment(post.meta.get('_thumbnail_id')?.[0]);
    return {
      title,
      status: this.#statusOf(post),
      ...(text !== '' && { blocks: [{ type: 'paragraph', key: 'text', values: [{ text }] }] }),
      ...(cover && { media: cover.alt === '' ? cover.url : { url: cover.url, alt: cover.alt } }),
    };
  }

  #place(post: Post, name: string): JsonObject {
    const address = ['_VenueAddress', '_VenueZip', '_VenueCity', '_VenueCountry'].flatMap(
      (key) => post.meta.get(key) ?? [],
    );
    const text = [this.#text(post), address.filter((part) => part !== '').join(', ')].filter((part) => part !== '');
    return { name, ...(text.length > 0 && { description: text.join('\n\n') }) };
  }

  #event(post: Post, title: string): JsonObject | undefined {
    const [start, end] = [this.#eventTime(post, 'Start'), this.#eventTime(post, 'End')];
    if (start === undefined || end === undefined || epochOf(end) < epochOf(start)) return undefined;
    const venue = this.#site.post(post.meta.get('_EventVenueID')?.[0]);
    const category = post.terms.find(({ taxonomy }) => taxonomy === 'tribe_events_cat')?.name;
    const description = this.#text(post);
    return {
      title,
      start_time: start,
      end_time: end,
      ...(category !== undefined && { category }),
      ...(venue && this.#kindOf(venue) === 'place' && { place_id: venue.key }),
      ...(description !== '' && { description }),
    };
  }

  #eventTime({ meta }: Post, part: 'Start' | 'End'): string | undefined {
    const value = (name: string): string => meta.get(`_Event${name}`)?.[0] ?? '';
    const zone = value('Timezone');
    const timezone = Intl.supportedValuesOf('timeZone').includes(zone) ? zone : this.#options.timezone;
    return instantOf({ local: value(`${part}Date`), utc: value(`${part}DateUTC`), timezone });
  }
}

/** Empty if it has none, as drafts. One without Latin letters is its number. */
function nameOf({ id, type, text }: Post): string {
  const name = decoded(text('wp:post_name'));
  return name === '' || /[a-z\d]/i.test(name) ? name && slugify(name) : `${type}-${id}`;
}

const decoded = (name: string): string => ifPossible(() => decodeURIComponent(name)) ?? name;
