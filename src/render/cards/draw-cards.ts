/** Draws cards from plain data, so that a second thread can do it. */
import { drawCard, type CardContent, type CardFonts } from './card.ts';
import type { CardStyle } from './card-style.ts';
import { readOutlines } from './outlines.ts';

let last: { readonly digest: string; readonly fonts: CardFonts } | undefined;

/** Reading fonts takes as long as drawing thirty cards, and a site has one style. */
export function cardFontsIn({ title, text, digest }: CardStyle): CardFonts {
  const outlines = (files: readonly Uint8Array[]) => files.flatMap((file) => readOutlines(file) ?? []);
  if (last?.digest !== digest) last = { digest, fonts: { title: outlines(title), text: outlines(text) } };
  return last.fonts;
}

export const drawCards = (style: CardStyle, contents: readonly CardContent[]): readonly Uint8Array[] =>
  contents.map((content) => drawCard(content, style.look, cardFontsIn(style)));

/** In this thread, when they are needed. */
export const drawLater = (style: CardStyle, contents: readonly CardContent[]) => (): readonly Uint8Array[] =>
  drawCards(style, contents);
