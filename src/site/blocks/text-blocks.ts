/** Headings, paragraphs and the lines between them. */
import { heading, source } from '../markdown-pages/markdown-text.ts';
import { typeset } from '../text/typography.ts';
import type { AnyBlock, SiteBlock } from './block-type.ts';

export interface TitleBlock extends AnyBlock<'title'> {
  readonly texts: readonly string[];
}

export const title: SiteBlock<'title', TitleBlock> = {
  view: ({ values }, { scope, lang }) => ({
    texts: (values ?? []).map(({ text }) => typeset(text, lang ?? scope.locale)),
  }),
  markdown: ({ texts, level }) => texts.map((text) => heading(level, text)).join('\n\n'),
  sample: () => [{ text: 'A title that says what follows' }],
};

export interface ParagraphBlock extends AnyBlock<'paragraph'> {
  /** Markdown. */
  readonly texts: readonly string[];
}

export const paragraph: SiteBlock<'paragraph', ParagraphBlock> = {
  view: ({ values }) => ({ texts: (values ?? []).map(({ text }) => text) }),
  markdown: ({ texts }, links) => texts.map((text) => source(text, links)).join('\n\n'),
  sample: () => [{ text: 'A paragraph with **strong**, *emphasised* and [linked](#paragraph) words.' }],
};

export type DividerBlock = AnyBlock<'divider'>;

export const divider: SiteBlock<'divider', DividerBlock> = {
  view: () => ({}),
  markdown: () => '',
  sample: () => undefined,
};
