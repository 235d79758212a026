/** The text of a post as Markdown: blocks, or what the classic editor stores, in which line breaks mean paragraphs. */
import { isObject, type JsonObject } from '../../values/json.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { htmlToMarkdown } from '../html-to-markdown.ts';
import { escapeHtml, type HtmlOptions } from '../html/links.ts';
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
  const shown = (hasBlocks ? blocksHtml(html, options.lost) : html) + footnotes(options.footnotes);
  return htmlToMarkdown(shown, { ...options, showsLineBreaks: !hasBlocks });
}

const BLOCK = /^\s*(\/?)wp:([a-z][\w/-]*)\s*(\{.*\})?\s*(\/?)\s*$/s;

/** The HTML of blocks. Text between blocks is what the classic editor left. */
function blocksHtml(html: string, lost: (what: string) => void): string {
  const parts: string[] = [];
  let depth = 0;
  for (const piece of html.split('<!--')) {
    const end = parts.length === 0 ? -3 : piece.indexOf('-->');
    const [isBlock, slash, name = '', settings = '', alone] = BLOCK.exec(piece.slice(0, Math.max(end, 0))) ?? [];
    if (isBlock !== undefined && alone === '/') parts.push(dynamicBlock(name, settings, lost));
    else if (isBlock !== undefined) depth = Math.max(0, depth + (slash === '/' ? -1 : 1));
    const after = piece.slice(end + 3);
    parts.push(depth > 0 ? after : after.trim().replaceAll('\n', '<br>'));
  }
  return (
    parts
      .join('\n')
      // A second link to the same file.
      .replace(/<a\b[^>]{0,1000}\bwp-block-file__button\b[^>]{0,1000}>[^<]*<\/a>/g, '')
      .replace(/<div class="wp-block-embed__wrapper">\s*(https?:[^\s<>"]+)\s*<\/div>/g, '<iframe src="$1"></iframe>')
  );
}

/** A block without HTML of its own: WordPress makes it anew for each visitor. */
function dynamicBlock(name: string, settings: string, lost: (what: string) => void): string {
  const { url, service, label } = (ifPossible(() => JSON.parse(settings) as unknown) ?? {}) as JsonObject;
  if (name.includes('embed') && typeof url === 'string') return `<iframe src="${escapeHtml(url)}"></iframe>`;
  if (name === 'social-link' && typeof url === 'string')
    return `<li><a href="${escapeHtml(url)}">${escapeHtml(String(label ?? service ?? url))}</a></li>`;
  if (name !== 'footnotes') lost(`block ${name}`);
  return '';
}

/** The editor keeps the footnotes of a post apart, and has only their numbers in the text. */
function footnotes(json: string | undefined): string {
  const list = ifPossible(() => JSON.parse(json ?? '[]') as unknown);
  const notes = (Array.isArray(list) ? list : []).filter(isObject).map(({ content }) => `<li>${String(content)}</li>`);
  return notes.length === 0 ? '' : `<hr><ol>${notes.join('')}</ol>`;
}
