import type { Site } from '../site/site.ts';
import { pageAssets, type SharedHead } from './assets.ts';
import type { PublishedMedia } from './images/images.ts';
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
}

export function outputToolsOf({ url }: Site, { templates, head, published: table, marked }: PageSources): OutputTools {
  const published: OutputTools['published'] = (name) => table.get(name);
  return {
    markdown: createMarkdown(),
    template: templates.render,
    published,
    ...(marked && { mark: markOf }),
    assets: (page) => pageAssets(page, head, { url, picture: socialImage(page, published) }),
  };
}
