/** Everything that a file of the site can ask, as values: the site's questions, and those about the parts that pages share. */
import { answerOf, type Question, type SiteQuestion, type SiteQuestionName } from '../../site/question.ts';
import type { Site } from '../../site/site.ts';
import type { SharedHead } from '../assets.ts';
import type { PublishedMedia } from '../images/images.ts';
import type { Templates } from '../templates/templates.ts';

export interface World {
  readonly site: Site;
  readonly head: SharedHead;
  readonly published: ReadonlyMap<string, PublishedMedia>;
  readonly templates: Pick<Templates, 'source'>;
}

export type PageQuestion = Question<SiteQuestionName | 'published' | 'template' | 'fonts' | 'favicon' | 'head'>;

/** Its answer differs in each build. `revised` without a history is the time of a build too, but of the one that found a change. */
export const isMomentary = ([name]: PageQuestion): boolean => name === 'now';

export function answerIn(question: PageQuestion, world: World): unknown {
  const [name, about] = question;
  switch (name) {
    case 'published':
      return publishedIn(world, String(about));
    case 'template':
      return world.templates.source(String(about));
    case 'fonts':
    case 'favicon':
      return world.head[name];
    case 'head':
      return headIn(world);
    default:
      return answerOf(question as SiteQuestion, world.site);
  }
}

/** Everything that a page uses of it: its paths and sizes. */
function publishedIn({ published }: World, name: string): unknown {
  const media = published.get(name);
  if (!media) return undefined;
  const { path, width, height, sources, preview } = media;
  return { path, width, height, sources, preview };
}

/** The fonts of link previews have a digest of their own. */
function headIn({ head: { cards, ...head } }: World): unknown {
  return { ...head, cards: cards?.digest };
}
