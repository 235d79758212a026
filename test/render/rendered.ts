import { createMarkdown, type RenderedMarkdown } from '../../src/render/markdown/render-markdown.ts';
import type { MarkdownOptions } from '../../src/render/markdown/elements.ts';

const markdown = createMarkdown();

export function render(text: string, options: Partial<MarkdownOptions> = {}): RenderedMarkdown {
  const rendered = markdown.render(text, options);
  if ('problem' in rendered) throw new Error(rendered.problem);
  return rendered;
}

export const html = (text: string, options: Partial<MarkdownOptions> = {}): string => render(text, options).html;
