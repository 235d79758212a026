import { sanitiseHtml, type Removed } from '../sanitise/html.ts';
import { runWithin } from './deadline.ts';
import { createPageElements, simpleElements } from './elements.ts';
import { finishHtml } from './finish.ts';
import { isHtmlArticle } from './html-article.ts';
import { createLexer, type Lex } from './lexer.ts';
import { limitProblem } from './limits.ts';
import { DEFAULT_OPTIONS, type MarkdownOptions } from './options.ts';
import type { Heading } from './outline.ts';
import { plainText } from './plain-text.ts';
import { tokensToHtml } from './tokens.ts';

export interface RenderedMarkdown {
  readonly html: string;
  readonly headings: readonly Heading[];
  /** Its words, without marks. */
  readonly text: string;
  /** What the author wrote and a page may not have. */
  readonly removed: readonly Removed[];
}

export interface MarkdownProblem {
  /** Why this text cannot be rendered, in words. */
  readonly problem: string;
}

export interface Markdown {
  readonly render: (text: string, options?: Partial<MarkdownOptions>) => RenderedMarkdown | MarkdownProblem;
}

/** Below this length even the worst input is done within about a second, and a watchdog would cost more than it guards. */
const TRUSTED_LENGTH = 8192;
const PATIENCE_MS = 3000;

/** Markdown or HTML that somebody wrote, as HTML that a page may show. A text that fails is a value: it fails alone. */
export function createMarkdown(defaults: Partial<MarkdownOptions> = {}): Markdown {
  const settled = { ...DEFAULT_OPTIONS, ...defaults };
  const lex = createLexer();
  return {
    render(text, options) {
      const problem = limitProblem(text);
      if (problem !== undefined) return { problem };
      const all = options === undefined ? settled : { ...settled, ...options };
      try {
        if (text.length <= TRUSTED_LENGTH) return renderText(text, all, lex);
        const run = runWithin(PATIENCE_MS, () => renderText(text, all, lex));
        return 'value' in run ? run.value : { problem: `rendering took longer than ${PATIENCE_MS / 1000} seconds` };
      } catch (error) {
        // What the site's own hooks throw is not the text's fault.
        if (!isStackOverflow(error)) throw error;
        return { problem: 'the text is nested too deeply' };
      }
    },
  };
}

const isStackOverflow = (error: unknown): boolean => error instanceof RangeError && /call stack/i.test(error.message);

function renderText(text: string, options: MarkdownOptions, lex: Lex): RenderedMarkdown | MarkdownProblem {
  if (isHtmlArticle(text)) return renderRawHtml(text, options);
  const tokens = lex(text);
  const elements = createPageElements(options);
  const page = tokensToHtml(tokens, elements);
  if (page.hasRawHtml) return renderRawHtml(tokensToHtml(tokens, simpleElements).html, options);
  return { html: page.html, text: page.text, headings: elements.headings, removed: elements.removed() };
}

function renderRawHtml(raw: string, options: MarkdownOptions): RenderedMarkdown | MarkdownProblem {
  const safe = sanitiseHtml(raw);
  if ('problem' in safe) return safe;
  const elements = createPageElements(options);
  const html = finishHtml(safe.html, elements);
  const removed = [...safe.removed, ...elements.removed()];
  return { html, headings: elements.headings, text: plainText(html), removed };
}
