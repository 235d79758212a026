/** The posts of WordPress exports (WXR), of whatever type, with what other files of the same site say about them. */
import { UserError } from '../../diagnostics/errors.ts';
import { instantText, nearestInstant, readInstant } from '../../values/instants.ts';
import type { SourceFile } from '../source.ts';
import { readXml, type XmlElement } from '../xml.ts';

/** Pages, attachments and menu entries are posts too. */
export interface Post {
  /** The same in every export: the host name of the site and the number of the post. */
  readonly key: string;
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly element: XmlElement;
  /** The text of an element such as `wp:post_name`; empty if there is none. */
  readonly text: (name: string) => string;
  /** The values of its custom fields, of which there may be several with one name. */
  readonly meta: ReadonlyMap<string, readonly string[]>;
  readonly terms: readonly { readonly taxonomy: string; readonly name: string }[];
}

export interface WordPressExport {
  readonly title: string;
  readonly url: string;
  readonly language: string;
  readonly posts: readonly Post[];
  /** Items that have no number. */
  readonly unknown: readonly XmlElement[];
}

export async function readExport(file: SourceFile): Promise<WordPressExport> {
  const root = await readXml(file);
  const channel = root.children.find(({ name }) => name === 'channel');
  if (root.name !== 'rss' || !channel)
    throw new UserError(`${file.shown} is not an export of WordPress`, {
      suggestion: 'in WordPress, choose Tools, Export, All content, and import the file that it downloads',
    });
  const about = textsOf(channel);
  const url = about('wp:base_blog_url') || about('link');
  const site = siteName(url);
  const items = channel.children.filter(({ name }) => name === 'item');
  const posts = items.flatMap((item) => postOf(item, site) ?? []);
  const known = new Set(posts.map(({ element }) => element));
  return {
    title: about('title'),
    url,
    language: about('language'),
    posts,
    unknown: items.filter((item) => !known.has(item)),
  };
}

/** The same with and without `www.`, for http and https. */
export const siteName = (url: string): string => (URL.parse(url)?.host ?? '').replace(/^www\./, '');

function postOf(element: XmlElement, site: string): Post | undefined {
  const text = textsOf(element);
  const id = text('wp:post_id') || /[?&](?:p|page_id)=(\d+)/.exec(text('guid'))?.[1] || '';
  if (!/^\d+$/.test(id)) return undefined;
  const meta = new Map<string, string[]>();
  const terms: { taxonomy: string; name: string }[] = [];
  for (const child of element.children) {
    if (child.name === 'wp:postmeta') {
      const field = textsOf(child);
      const values = meta.get(field('wp:meta_key')) ?? [];
      meta.set(field('wp:meta_key'), values);
      values.push(field('wp:meta_value'));
    } else if (child.name === 'category')
      terms.push({ taxonomy: child.attributes['domain'] ?? 'category', name: child.text().trim() });
  }
  const status = text('wp:status') || 'publish';
  return { key: `${site}/${id}`, id, type: text('wp:post_type') || 'post', status, element, text, meta, terms };
}

function textsOf({ children }: XmlElement): (name: string) => string {
  const found = new Map<string, XmlElement>();
  for (const child of children) if (!found.has(child.name)) found.set(child.name, child);
  return (name) => found.get(name)?.text().trim() ?? '';
}

export const elementNamed = ({ element }: Post, name: string): XmlElement =>
  element.children.find((child) => child.name === name) ?? element;

interface Stamps {
  /** As 2027-05-01 09:00:00, on the clocks of the site. */
  readonly local: string;
  readonly utc: string;
  readonly timezone: string | undefined;
}

/** With the offset of the site's clocks. Undefined if there is no date, as in drafts. */
export function instantOf({ local, utc, timezone }: Stamps): string | undefined {
  const moment = readInstant(`${utc}Z`, 'UTC');
  if (moment.type === 'instant') return instantText(moment.epoch, timezone ?? offsetBetween(local, moment.epoch));
  return timezone === undefined ? undefined : nearestInstant(readInstant(local, timezone));
}

/** As a time zone: `+02:00`. That of UTC if the two times do not belong together. */
function offsetBetween(local: string, epoch: number): string {
  const clock = readInstant(`${local}Z`, 'UTC');
  const minutes = clock.type === 'instant' ? (clock.epoch - epoch) / 60_000 : NaN;
  if (minutes % 15 !== 0 || Math.abs(minutes) > 14 * 60) return 'UTC';
  const two = (value: number): string => String(Math.trunc(value)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}
