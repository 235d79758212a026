/** `[gallery ids="1,2"]`: the shortcodes that come with WordPress become HTML, others stay as text and are reported. */
import { escapeHtml } from '../html/links.ts';

export interface ShortcodeOptions {
  /** The pictures with these numbers, or those of the post itself, as HTML. */
  readonly pictures: (ids: readonly string[] | undefined) => string;
  /** Called with the name of a shortcode that stays as text. */
  readonly unknown: (name: string) => void;
  /** Called with the name of a shortcode whose content stays and whose layout is lost. */
  readonly lost: (name: string) => void;
}

/** Attributes by name; those without a name by their position. */
type Attributes = ReadonlyMap<string, string>;
type Conversion = (attributes: Attributes, content: string, options: ShortcodeOptions) => string;

const player = (url: string | undefined): string =>
  url === undefined || url.trim() === '' ? '' : `\n\n<iframe src="${escapeHtml(url.trim())}"></iframe>\n\n`;

const FILES = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mp3', 'm4a', 'ogg', 'wav', 'flac'];
const file: Conversion = (attributes) =>
  player(FILES.map((name) => attributes.get(name)).find((url) => url !== undefined));
const embed: Conversion = (attributes, content) =>
  player(content.trim() === '' ? (attributes.get('src') ?? attributes.get('0')) : content);
const PICTURE = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)/i;

const caption: Conversion = (attributes, content) => {
  const picture = PICTURE.exec(content)?.[0] ?? '';
  const words = attributes.get('caption') ?? content.slice(picture.length);
  return `\n\n<figure>${picture.trim()}<figcaption>${words.trim()}</figcaption></figure>\n\n`;
};

const code: Conversion = (attributes, content) =>
  `<pre class="language-${escapeHtml(attributes.get('language') ?? attributes.get('lang') ?? '')}">${content}</pre>`;

const gallery: Conversion = (attributes, _, { pictures }) => {
  const ids = attributes.get('ids') ?? attributes.get('include');
  return `\n\n${pictures(ids === undefined ? undefined : (ids.match(/\d+/g) ?? []))}\n\n`;
};

const KNOWN: ReadonlyMap<string, Conversion> = new Map([
  ['caption', caption],
  ['wp_caption', caption],
  ['gallery', gallery],
  ['embed', embed],
  ['youtube', embed],
  ['vimeo', embed],
  ['audio', file],
  ['video', file],
  ['code', code],
  ['sourcecode', code],
]);

/** Rows and columns of page builders. */
const LAYOUT =
  /^(?:vc_(?:section|(?:row|column)(?:_inner|_text)?)|et_pb_(?:section|row|column|text)(?:_inner)?|fusion_(?:builder_\w+|text)|av_section|(?:one|two|three)_(?:half|third|fourth)s?(?:_last)?)$/;

const SHORTCODE = /\[(\[?)(\/?)(?!https?:)([a-z][\w-]*)([=:][^\s[\]]*)?((?:\s[^[\]]*)?)\](\]?)/gi;

export function withoutShortcodes(html: string, options: ShortcodeOptions): string {
  if (!html.includes('[')) return html;
  const closed = new Map([...html.matchAll(/\[\/([a-z][\w-]*)\]/gi)].map(({ 1: name, index }) => [name!, index]));
  const parts: string[] = [];
  let at = 0;
  for (const match of html.matchAll(SHORTCODE)) {
    if (match.index < at) continue;
    const { text, end } = converted(match, { html, closed, options });
    if (text === undefined) continue;
    parts.push(html.slice(at, match.index), text);
    at = end;
  }
  return parts.join('') + html.slice(at);
}

interface Place {
  readonly html: string;
  /** Where the last closing shortcode of each name is. */
  readonly closed: ReadonlyMap<string, number>;
  readonly options: ShortcodeOptions;
}

/** The text in its place, and where that ends. Without a text, the shortcode stays. */
function converted(match: RegExpExecArray, { html, closed, options }: Place) {
  const [whole, opening, slash, name = '', value = '', written = '', closing] = match;
  const end = match.index + whole.length;
  if (opening !== '' && closing !== '') return { text: whole.slice(1, -1), end };
  const isClosed = closed.get(name)! >= end;
  const convert = KNOWN.get(name);
  if (convert && slash === '') {
    const close = name !== 'gallery' && isClosed ? html.indexOf(`[/${name}]`, end) : -1;
    const content = close === -1 ? '' : html.slice(end, close);
    const text = convert(attributesIn(`${value.slice(1)} ${written}`), content, options);
    return { text, end: close === -1 ? end : close + name.length + 3 };
  }
  if (LAYOUT.test(name)) {
    if (slash === '') options.lost(name);
    return { text: '\n\n', end };
  }
  // `[sic]` is part of a sentence, and `$a[max_size]` of a program.
  const isMeant = value !== '' || /\w=/.test(written) || closed.has(name) || /[a-z][_-][a-z]/.test(name);
  if (slash === '' && isMeant && !/[\w$]/.test(html[match.index - 1] ?? '')) options.unknown(name);
  return { text: undefined, end };
}

function attributesIn(written: string): Attributes {
  const found = new Map<string, string>();
  const text = written.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  let position = 0;
  for (const [, name, double, single, plain, alone] of text.matchAll(
    /([\w-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"']+))|([^\s"']+)/g,
  ))
    found.set(name ?? String(position++), double ?? single ?? plain ?? alone ?? '');
  return found;
}
