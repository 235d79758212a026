import { isHtmlText } from '../../markdown/html-parts.ts';
import { lex } from '../../markdown/lexer.ts';
import { mayNestDeeply } from '../../markdown/reading-limits.ts';
import { parseSafely, type TextProblem } from '../../markdown/parse-safely.ts';
import { readingProblem } from '../../markdown/reading.ts';
import { sanitiseHtml, wholeTags, type Removed, type Sanitised, type WholeTags } from '../sanitise/html.ts';
import { createPageElements, simpleElements, DEFAULT_OPTIONS, type MarkdownOptions } from './elements.ts';
import { finishHtml } from './finish.ts';
import type { Heading } from './headings.ts';
import { plainText, readableText } from './canonical-html.ts';
import { tokensToHtml, type TokensHtml } from './tokens.ts';

export interface RenderedMarkdown {
  readonly html: string;
  readonly headings: readonly Heading[];
  /** As plain text. Made when it is read, because few pages need it. */
  readonly text: string;
  /** The parts that are not allowed on a page. */
  readonly removed: readonly Removed[];
}

export interface Markdown {
  readonly render: (text: string, options?: Partial<MarkdownOptions>) => RenderedMarkdown | TextProblem;
}

/** Renders untrusted Markdown or HTML as safe HTML. A failure is a value, so one text cannot fail the others. */
export function createMarkdown(defaults: Partial<MarkdownOptions> = {}): Markdown {
  const filled = { ...DEFAULT_OPTIONS, ...defaults };
  return {
    render(text, options) {
      const all = options === undefined ? filled : { ...filled, ...options };
      // The same limit as for `validate`, which renders nothing.
      const problem = mayNestDeeply(text) ? readingProblem(text) : undefined;
      return problem === undefined ? parseSafely(text, () => renderText(text, all)) : { problem };
    },
  };
}

function renderText(text: string, options: MarkdownOptions): RenderedMarkdown | TextProblem {
  if (isHtmlText(text)) return renderRawHtml({ ...wholeTags(text), footnotes: [] }, options);
  const tokens = lex(text);
  const elements = createPageElements(options);
  const page = tokensToHtml(tokens, elements);
  if (page.hasRawHtml) return renderRawHtml(tokensToHtml(tokens, simpleElements), options);
  const html = page.html + elements.footnotes(page.footnotes);
  return {
    html,
    headings: elements.headings,
    removed: elements.removed(),
    get text() {
      return readableText(page.words);
    },
  };
}

type RawHtml = WholeTags & Pick<TokensHtml, 'footnotes'>;

/** Each footnote is sanitised by itself, so that no tag reaches from one into the next. */
function renderRawHtml(raw: RawHtml, options: MarkdownOptions): RenderedMarkdown | TextProblem {
  const safe = [raw.html, ...raw.footnotes].map((html) => sanitiseHtml(html));
  const problem = safe.find((each) => 'problem' in each);
  if (problem) return problem;
  const texts = safe as readonly Exclude<Sanitised, TextProblem>[];
  const elements = createPageElements(options);
  const [main = '', ...footnotes] = texts.map(({ html }) =>
    finishHtml(html, { elements, footnotes: raw.footnotes.length }),
  );
  const html = main + elements.footnotes(footnotes);
  const unfinished = [...new Set(raw.unfinished)].map((name): Removed => ({ what: 'unfinished tag', name }));
  const removed = [...texts.flatMap((each) => each.removed), ...unfinished, ...elements.removed()];
  return {
    html,
    headings: elements.headings,
    removed,
    get text() {
      return plainText([main, ...footnotes].join('\n'));
    },
  };
}
