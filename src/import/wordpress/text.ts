/** The text of a post as Markdown: blocks, or what the classic editor stores, in which line breaks mean paragraphs. */
import { isObject, type JsonObject } from '../../values/json.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { htmlToMarkdown, type HtmlOptions } from '../html-to-markdown.ts';
import { escapeHtml } from '../html/links.ts';
import { withoutShortcodes, type ShortcodeOptions } from './shortcodes.ts';

export interface TextOptions extends HtmlOptions {
  readonly shortcodes: ShortcodeOptions;
  readonly lost: (what: string) => void;
  /** The custom field in which the editor keeps footnotes. */
  readonly footnotes: string | undefined;
}

export function postText(content: string, options: TextOptions): string {
  const html = withoutShortcodes(content, options.shortcodes).replace(/<!--(?:more|nextpage)[^>]{0,200}-->/g, '\n\n');
  const hasBlocks = /<!--\s*wp:/.test(html);
  const notes = footnotesIn(options.footnotes);
  const marked = withNoteMarks(hasBlocks ? blocksHtml(html, options.lost) : html, notes);
  const markdown = htmlToMarkdown(marked, { ...options, showsLineBreaks: !hasBlocks });
  return withNotes(markdown, notes, options);
}

interface Comment {
  readonly before: string;
  readonly comment: string | undefined;
}

/** HTML in front of each comment, and the comment. */
function* commentsIn(html: string): Generator<Comment> {
  let at = 0;
  for (let start = html.indexOf('<!--'); start !== -1; start = html.indexOf('<!--', at)) {
    const end = html.indexOf('-->', start);
    if (end === -1) break;
    yield { before: html.slice(at, start), comment: html.slice(start + 4, end) };
    at = end + 3;
  }
  yield { before: html.slice(at), comment: undefined };
}

const BLOCK = /^\s*(\/?)wp:([a-z][\w/-]*)\s*(\{.*\})?\s*(\/?)\s*$/s;

/** The HTML of blocks. Text between blocks is what the classic editor left. */
function blocksHtml(html: string, lost: (what: string) => void): string {
  const parts: string[] = [];
  let depth = 0;
  for (const { before, comment } of commentsIn(html)) {
    parts.push(depth > 0 ? before : before.trim().replaceAll('\n', '<br>'));
    const [isBlock, slash, name = '', settings = '', alone] = BLOCK.exec(comment ?? '') ?? [];
    if (isBlock === undefined) continue;
    if (alone === '/') parts.push(dynamicBlock(name, settings, lost));
    else depth = Math.max(0, depth + (slash === '/' ? -1 : 1));
  }
  return (
    parts
      .join('\n')
      // A second link to the same file.
      .replace(/<a\b[^>]{0,1000}\bwp-block-file__button\b[^>]{0,1000}>[^<]*<\/a>/g, '')
      .replace(/<div class="wp-block-embed__wrapper">\s*(https?:[^\s<>"]+)\s*<\/div>/g, '<iframe src="$1"></iframe>')
  );
}

/** They show parts of the site around a text: its title, menu, comments or lists of posts. */
const OF_THEMES =
  /^(?:avatar|loginout|navigation|page-list|read-more|template-part)|^(?:archive|comments?|post|query|site|term)(?:-|$)/;

/** A block without HTML of its own: WordPress makes it anew for each visitor. */
function dynamicBlock(name: string, settings: string, lost: (what: string) => void): string {
  const { url, service, label } = (ifPossible(() => JSON.parse(settings) as unknown) ?? {}) as JsonObject;
  if (name.includes('embed') && typeof url === 'string') return `<iframe src="${escapeHtml(url)}"></iframe>`;
  if (name === 'social-link' && typeof url === 'string')
    return `<li><a href="${escapeHtml(url)}">${escapeHtml(String(label ?? service ?? url))}</a></li>`;
  if (name !== 'footnotes') lost(OF_THEMES.test(name) ? 'block of a theme' : `block ${name}`);
  return '';
}

type Notes = ReadonlyMap<string, string>;

function footnotesIn(json: string | undefined): Notes {
  const list = ifPossible(() => JSON.parse(json ?? '[]') as unknown);
  const notes = Array.isArray(list) ? list.filter(isObject) : [];
  return new Map(notes.map(({ id, content }) => [String(id), String(content)]));
}

/** Characters that no text has: what is between them is the id of a footnote. */
const NOTE = { start: '\u{f0000}', end: '\u{f0001}' };

const withNoteMarks = (html: string, notes: Notes): string =>
  notes.size === 0
    ? html
    : html.replace(
        /<sup\b[^>]{0,200}\bdata-fn="([\w-]{1,100})"[^>]{0,200}>.{0,300}?<\/sup>/gs,
        `${NOTE.start}$1${NOTE.end}`,
      );

function withNotes(markdown: string, notes: Notes, options: TextOptions): string {
  const numbers = new Map<string, number>();
  const text = markdown.replace(new RegExp(`${NOTE.start}(.*?)${NOTE.end}`, 'gu'), (_, id: string) => {
    numbers.set(id, numbers.get(id) ?? numbers.size + 1);
    return `[^${numbers.get(id)}]`;
  });
  const definition = (id: string): string => htmlToMarkdown(notes.get(id) ?? '', options).replaceAll('\n', ' ');
  return [text, ...[...numbers].map(([id, number]) => `[^${number}]: ${definition(id)}`)].join('\n\n');
}
