/** Headings, paragraphs and the lines between them. */
import { typeset } from '../text/typography.ts';
import type { AnyBlock, SiteBlocks } from './block-type.ts';

interface TitleBlock extends AnyBlock<'title'> {
  readonly texts: readonly string[];
}

interface ParagraphBlock extends AnyBlock<'paragraph'> {
  /** Markdown. */
  readonly texts: readonly string[];
}

type DividerBlock = AnyBlock<'divider'>;

export type TextBlock = TitleBlock | ParagraphBlock | DividerBlock;

export const textBlocks: SiteBlocks<TextBlock> = {
  title: {
    view: ({ values }, { scope, lang }) => ({
      texts: (values ?? []).map(({ text }) => typeset(text, lang ?? scope.locale)),
    }),
    sample: () => [{ text: 'A title that says what follows' }],
  },
  paragraph: {
    view: ({ values }) => ({ texts: (values ?? []).map(({ text }) => text) }),
    sample: () => [{ text: 'A paragraph with **strong**, *emphasised* and [linked](#paragraph) words.' }],
  },
  divider: {
    view: () => ({}),
    sample: () => undefined,
  },
};
