import { isHtmlText } from '../../markdown/html-text.ts';
import { lex } from '../../markdown/lexer.ts';
import { parseSafely, type TextProblem } from '../../markdown/parse-safely.ts';
import { sanitiseHtml, type Removed } from '../sanitise/html.ts';
import { wholeTags, type WholeTags } from '../sanitise/whole-tags.ts';
import { createPageElements, simpleElements } from './elements.ts';
import { finishHtml } from './finish.ts';
import { DEFAULT_OPTIONS, type MarkdownOptions } from './options.ts';
import type { Heading } from './outline.ts';
import { plainText } from './canonical-html.ts';
import { tokensToHtml } from './tokens.ts';

export interface RenderedMarkdown {
  readonly html: string;
  readonly headings: readonly Heading[];
  /** As plain text. */
  readonly text: string;
  /** The parts that are not allowed on a page. */
  readonly removed: readonly Removed[];
}

export interface Markdown {
  readonly render: (text: string, options?: Partial<MarkdownOptions>) => RenderedMarkdown | TextProblem;
}

/** Renders untrusted Markdown or HTML as safe HTML. A failure is a value, so one text cannot fail the others. */
export function createMarkdown(defaults: Partial<MarkdownOptions> = {}): Markdown {
  const settled = { ...DEFAULT_OPTIONS, ...defaults };
  return {
    render(text, options) {
      const all = options === undefined ? settled : { ...settled, ...options };
      return parseSafely(text, () => renderText(text, all));
    },
  };
}

function renderText(text: string, options: MarkdownOptions): RenderedMarkdown | TextProblem {
  if (isHtmlText(text)) return renderRawHtml(wholeTags(text), options);
  const tokens = lex(text);
  const elements = createPageElements(options);
  const page = tokensToHtml(tokens, elements);
  if (page.hasRawHtml) return renderRawHtml(tokensToHtml(tokens, simpleElements), options);
  return { html: page.html, text: page.text, headings: elements.headings, removed: elements.removed() };
}

function renderRawHtml(raw: WholeTags, options: MarkdownOptions): RenderedMarkdown | TextProblem {
  const safe = sanitiseHtml(raw.html);
  if ('problem' in safe) return safe;
  const elements = createPageElements(options);
  const html = finishHtml(safe.html, elements);
  const unfinished = [...new Set(raw.unfinished)].map((name): Removed => ({ what: 'unfinished tag', name }));
  const removed = [...safe.removed, ...unfinished, ...elements.removed()];
  return { html, headings: elements.headings, text: plainText(html), removed };
}
