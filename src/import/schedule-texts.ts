/** The texts, links and pictures of a schedule as a broadcast has them. */
import { withDestinations, writeDestination } from '../markdown/links.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { asObject, lineOf, listOf, textOf, withoutEmpty } from './entry.ts';
import { escapeHtml, htmlToMarkdown } from './html-to-markdown.ts';
import { plainToMarkdown } from './plain-text.ts';
import { linkIn, webLinkIn } from './web-link.ts';

interface TextOptions {
  /** True if texts are neither Markdown nor HTML. */
  readonly isPlain: boolean;
  /** What relative addresses are relative to. */
  readonly base: string | undefined;
  /** The language to take from a text in several languages. */
  readonly language: string | undefined;
  readonly lose: (what: string) => void;
}

interface ScheduleLink {
  readonly title: string;
  readonly address: string;
  /** Undefined if the address is not a URL. */
  readonly url: string | undefined;
}

/** Tags that are only in a text that is HTML. Others are in Markdown too. */
const HTML = /<\/(?:p|div|ul|ol|li|h[1-6]|blockquote|table|pre)>/i;
const RELATIVE_LINK = /\]\((?!https?:|mailto:|#)/;
const MAIL = /^[^\s@:/?#]+@[^\s@:/?#]+\.[a-z]{2,}$/i;

export class ScheduleTexts {
  readonly #options: TextOptions;

  constructor(options: TextOptions) {
    this.#options = options;
  }

  /** pretalx and frab take Markdown; others export HTML. */
  prose(value: Json | undefined): string {
    const text = textOf(isObject(value) ? this.#inOneLanguage(value) : value);
    if (this.#options.isPlain) return plainToMarkdown(text);
    if (HTML.test(text)) return this.#markdown(text);
    const markdown = withLineBreaks(text.replaceAll(/<br\s*\/?>/gi, '\n').trim());
    if (!RELATIVE_LINK.test(markdown)) return markdown;
    return withDestinations(markdown, ({ url, form }) => {
      const absolute = this.#link(url);
      return absolute === undefined ? undefined : writeDestination(absolute, form);
    });
  }

  /** Those of the texts that are not empty, each once. */
  differentProse(...values: readonly (Json | undefined)[]): readonly string[] {
    return [...new Set(values.map((value) => this.prose(value)))].filter((text) => text !== '');
  }

  strong(words: string): string {
    return this.#markdown(`<strong>${escapeHtml(words)}</strong>`);
  }

  links(value: Json | undefined): readonly ScheduleLink[] {
    return listOf(value).flatMap((each) => {
      const { url, title, type } = asObject(each);
      const address = textOf(url);
      // Addresses of the program that the talk is moved from.
      const isInternal = /^(?:feedback|origin)$/i.test(textOf(type));
      if (isInternal) this.#options.lose(`talk: ${textOf(type).toLowerCase()} url`);
      if (isInternal || address === '') return [];
      return [{ title: lineOf(title), address, url: this.#link(address) ?? this.#absolute(address) }];
    });
  }

  /** An address that is not a URL is shown as it is. */
  linkList(values: readonly (Json | undefined)[]): string {
    const items = values
      .flatMap((each) => this.links(each))
      .map(({ title, address, url }) => {
        if (url === undefined) return escapeHtml([title, address].filter((part) => part !== '').join(': '));
        return `<a href="${escapeHtml(url)}">${escapeHtml(title || address)}</a>`;
      });
    return items.length === 0 ? '' : this.#markdown(`<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`);
  }

  picture(value: Json | undefined): string | undefined {
    const address = textOf(isObject(value) ? value['url'] : value);
    return address === '' ? undefined : webLinkIn(this.#absolute(address) ?? '');
  }

  #markdown(html: string): string {
    return htmlToMarkdown(html, (url) => this.#link(url));
  }

  /** People forget `https://` and `mailto:`. */
  #link(address: string): string | undefined {
    if (MAIL.test(address)) return `mailto:${address}`;
    return linkIn(address) ?? (address.startsWith('/') ? this.#absolute(address) : undefined);
  }

  /** Paths of frab are below the address of the schedule, those of pretalx below the host's. */
  #absolute(address: string): string | undefined {
    const { base } = this.#options;
    return linkIn(URL.parse(address.replace(/^\/(?=system\/)/, ''), base)?.href ?? '');
  }

  #inOneLanguage(texts: JsonObject): Json | undefined {
    const { language = '', lose } = this.#options;
    const [first = '', ...others] = Object.keys(withoutEmpty(texts));
    for (const _ of others) lose('translations of texts');
    return texts[language] ?? texts[first];
  }
}

const FENCED = /(^(?:```|~~~)[^]*?^(?:```|~~~))/m;
/** The start of a line that is no list, heading, table or code. */
const PLAIN = String.raw` {0,3}(?!\d+[.)]\s)[\p{L}\p{N}"'„“(]`;
const LINE_BREAK = new RegExp(String.raw`(?<=^${PLAIN}[^|\n]*[^|\n\\ ]) *\n(?=${PLAIN}[^|\n]*$)`, 'gmu');

/** Both programs show a line break where the text has one; Markdown would join the lines. */
const withLineBreaks = (text: string): string =>
  text
    .split(FENCED)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(LINE_BREAK, '\\\n') : part))
    .join('');
