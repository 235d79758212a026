/** Builds a file of the site, and records every question that it asked. */
import { pageAssets } from '../render/assets.ts';
import type { Markdown } from '../render/markdown/markdown.ts';
import type { Made, Output, OutputTools } from '../render/outputs.ts';
import { markOf } from '../render/page.ts';
import { socialImage, type Shared } from '../render/shared.ts';
import type { Templates } from '../render/templates/templates.ts';
import { observedSite } from '../site/observed-site.ts';
import type { Site } from '../site/site.ts';
import type { HeadSlots } from './head-slots.ts';
import type { Question, Questions } from './questions.ts';

/** Everything that a page can ask. */
export interface World {
  readonly site: Site;
  readonly shared: Shared;
  readonly templates: Templates;
}

export interface NotingTools {
  readonly questions: Questions<World>;
  readonly markdown: Markdown;
  readonly slots: HeadSlots;
}

export interface NotedMaking {
  readonly made: Made;
  readonly asked: readonly Question<World>[];
}

export function makeNoted(output: Output, world: World, { questions, markdown, slots }: NotingTools): NotedMaking {
  const asked = new Map<string, Question<World>>();
  const note = (name: string, ask: (world: World) => unknown): void => {
    if (!asked.has(name)) asked.set(name, questions.noted(name, ask, world));
  };
  const { templates, shared } = world;
  const site = observedSite(world.site, (name, ask) => note(name, (from) => ask(from.site)));
  const published: OutputTools['published'] = (name) => {
    note(`published ${name}`, (from) => publishedIn(from, name));
    return shared.media.published.get(name);
  };
  const tools: OutputTools = {
    markdown,
    template: templates.render,
    published,
    mark: markOf,
    assets: (page) => {
      note('fonts', (from) => from.shared.head.fonts);
      note('favicon', (from) => from.shared.head.favicon);
      const picture = socialImage(page, published);
      return pageAssets(page, slots.emptied(shared.head), { url: site.url, picture });
    },
  };
  const attempt = templates.attempt(output.path, () => output.make(site, tools));
  for (const name of attempt.templates) note(`template ${name}`, (from) => from.templates.source(name));
  return { made: attempt.ok ? attempt.value : { diagnostics: [] }, asked: [...asked.values()] };
}

/** Everything that a page uses of it: its paths and sizes. */
function publishedIn({ shared }: World, name: string): unknown {
  const media = shared.media.published.get(name);
  if (!media) return undefined;
  const { path, width, height, sources, preview } = media;
  return { path, width, height, sources, preview };
}
