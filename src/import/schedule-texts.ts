/** The texts, links and pictures of a schedule as a broadcast has them. */
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { isEmpty } from '../values/empty.ts';
import { linkIn, secureLinkIn } from './web-link.ts';

export interface TextOptions {
  readonly htmlToMarkdown: (html: string) => string;
  /** What relative addresses are relative to. */
  readonly base: string | undefined;
  /** The language to take from a text in several languages. */
  readonly language: string | undefined;
  readonly lose: (what: string) => void;
}

interface ScheduleLink {
  readonly label: string;
  /** Undefined for an address that is not a URL. */
  readonly url: string | undefined;
}

/** Tags that are only in a text that is HTML. Others are in Markdown too. */
const HTML = /<\/(?:p|div|ul|ol|li|h[1-6]|blockquote|table|pre)>/i;

export class ScheduleTexts {
  readonly #options: TextOptions;

  constructor(options: TextOptions) {
    this.#options = options;
  }

  /** pretalx and frab take Markdown; others export HTML. */
  prose(value: Json | undefined): string {
    const text = textOf(isObject(value) ? this.#inOneLanguage(value) : value);
    return HTML.test(text) ? this.#options.htmlToMarkdown(text) : text.replaceAll(/<br\s*\/?>/gi, '\n').trim();
  }

  /** Those of the texts that are not empty, each once. */
  differentProse(...values: readonly (Json | undefined)[]): readonly string[] {
    return [...new Set(values.map((value) => this.prose(value)))].filter((text) => text !== '');
  }

  strong(words: string): string {
    return this.#options.htmlToMarkdown(`<strong>${escaped(words)}</strong>`);
  }

  links(value: Json | undefined): readonly ScheduleLink[] {
    return listOf(value).flatMap((each) => {
      const { url, title, type } = asObject(each);
      const address = textOf(url);
      // Addresses of the program that the talk is moved from.
      const isInternal = /^(?:feedback|origin)$/i.test(textOf(type));
      if (isInternal) this.#options.lose(`talk: ${textOf(type).toLowerCase()} url`);
      if (isInternal || address === '') return [];
      return [{ label: lineOf(title) || address, url: linkIn(address) ?? this.#absolute(address) }];
    });
  }

  /** An address that is not a URL is shown as it is. */
  linkList(value: readonly (Json | undefined)[]): string {
    const items = value
      .flatMap((each) => this.links(each))
      .map(
        ({ label, url }) =>
          `<li>${url === undefined ? escaped(label) : `<a href="${escaped(url)}">${escaped(label)}</a>`}</li>`,
      );
    return items.length === 0 ? '' : this.#options.htmlToMarkdown(`<ul>${items.join('')}</ul>`);
  }

  /** The https URL of a picture. */
  picture(value: Json | undefined): string | undefined {
    const address = textOf(isObject(value) ? value['url'] : value);
    return address === '' ? undefined : secureLinkIn(this.#absolute(address) ?? '');
  }

  /** Paths of frab are below the address of the schedule, those of pretalx below the host's. */
  #absolute(address: string): string | undefined {
    const { base } = this.#options;
    return linkIn(URL.parse(address.replace(/^\/(?=system\/)/, ''), base)?.href ?? '');
  }

  #inOneLanguage(texts: JsonObject): Json | undefined {
    const { language = '', lose } = this.#options;
    const [first = '', ...others] = Object.keys(texts).filter((each) => !isEmpty(texts[each]));
    for (const _ of others) lose('translations of texts');
    return texts[language] ?? texts[first];
  }
}

/** Without what no text may have. */
export function textOf(value: Json | undefined): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  return value.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed().trim();
}

export const lineOf = (value: Json | undefined): string => textOf(value).replaceAll(/\s+/g, ' ');

export const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

/** What may have fields may also be a name alone. */
export const asObject = (value: Json | undefined): JsonObject =>
  isObject(value) ? value : typeof value === 'string' ? { name: value } : {};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
