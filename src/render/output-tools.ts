import type { Site } from '../site/site.ts';
import { pageAssets, type SharedHead } from './assets.ts';
import { createCards } from './cards/cards.ts';
import type { PublishedMedia } from './images/images.ts';
import type { VariantCache } from './images/variant-cache.ts';
import { createMarkdown } from './markdown/markdown.ts';
import type { OutputTools } from './outputs.ts';
import { markOf } from './page.ts';
import { socialImage } from './shared.ts';
import type { Templates } from './templates/templates.ts';

/** The inputs from which pages are rendered. */
export interface PageSources {
  readonly templates: Templates;
  readonly head: SharedHead;
  readonly published: ReadonlyMap<string, PublishedMedia>;
  readonly marked?: boolean | undefined;
  /** Keeps link previews that were drawn. */
  readonly cache?: VariantCache | undefined;
}

export function outputToolsOf({ url, highlight }: Site, sources: PageSources): OutputTools {
  const { templates, head, published: table, marked, cache } = sources;
  const cards = url !== undefined && head.cards ? createCards(head.cards, cache) : undefined;
  const published: OutputTools['published'] = (name) => table.get(name);
  return {
    markdown: createMarkdown({ highlight }),
    template: templates.render,
    published,
    ...(marked && { mark: markOf }),
    ...(cards && { cards }),
    assets: (page, sheets) =>
      pageAssets(page, head, { url, picture: socialImage(page, published) ?? cards?.pathOf(page), sheets }),
  };
}
