/** Builds a file of the site, and records every question that it asked. */
import { pageAssets } from '../render/assets.ts';
import type { Markdown } from '../render/markdown/markdown.ts';
import type { Made, Output, OutputTools } from '../render/outputs.ts';
import { markOf } from '../render/page.ts';
import { socialImage, type Shared } from '../render/shared.ts';
import type { Templates } from '../render/templates/templates.ts';
import { observedSite } from '../site/observed-site.ts';
import { answerOf, questionKey, type QuestionKey, type SiteQuestion } from '../site/question.ts';
import type { Site } from '../site/site.ts';
import type { HeadSlots } from './head-slots.ts';
import type { AskedQuestion, Questions } from './questions.ts';

/** Everything that a page can ask. */
export interface World {
  readonly site: Site;
  readonly shared: Shared;
  readonly templates: Templates;
}

export type PageQuestion =
  | SiteQuestion
  | { readonly type: 'published' | 'template'; readonly name: string }
  | { readonly type: 'fonts' | 'favicon' };

export function answerIn(question: PageQuestion, world: World): unknown {
  switch (question.type) {
    case 'published':
      return publishedIn(world, question.name);
    case 'template':
      return world.templates.source(question.name);
    case 'fonts':
    case 'favicon':
      return world.shared.head[question.type];
    default:
      return answerOf(question, world.site);
  }
}

export interface NotingTools {
  readonly questions: Questions<PageQuestion, World>;
  readonly markdown: Markdown;
  readonly slots: HeadSlots;
}

export interface NotedMaking {
  readonly made: Made;
  readonly asked: readonly AskedQuestion<PageQuestion>[];
}

export function makeNoted(output: Output, world: World, { questions, markdown, slots }: NotingTools): NotedMaking {
  const asked = new Map<QuestionKey, AskedQuestion<PageQuestion>>();
  const note = (question: PageQuestion): void => {
    const key = questionKey(question);
    if (!asked.has(key)) asked.set(key, questions.noted(key, question, world));
  };
  const { templates, shared } = world;
  const site = observedSite(world.site, note);
  const published: OutputTools['published'] = (name) => {
    note({ type: 'published', name });
    return shared.media.published.get(name);
  };
  const tools: OutputTools = {
    markdown,
    template: templates.render,
    published,
    mark: markOf,
    assets: (page, sheets) => {
      note({ type: 'fonts' });
      note({ type: 'favicon' });
      const picture = socialImage(page, published);
      return pageAssets(page, slots.emptied(shared.head), { url: site.url, picture, sheets });
    },
  };
  const attempt = templates.attempt(output.path, () => output.make(site, tools));
  for (const name of attempt.templates) note({ type: 'template', name });
  return { made: attempt.ok ? attempt.value : { diagnostics: [] }, asked: [...asked.values()] };
}

/** Everything that a page uses of it: its paths and sizes. */
function publishedIn({ shared }: World, name: string): unknown {
  const media = shared.media.published.get(name);
  if (!media) return undefined;
  const { path, width, height, sources, preview } = media;
  return { path, width, height, sources, preview };
}
