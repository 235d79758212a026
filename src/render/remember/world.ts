/** Everything that a file of the site can ask, as values: the site's questions, and those about the parts that pages share. */
import {
  answerOf,
  observedSite,
  questionsNamed,
  type Question,
  type SiteQuestion,
  type SiteQuestionName,
} from '../../site/question.ts';
import type { Site } from '../../site/site.ts';
import type { Templates, Attempt } from '../templates/templates.ts';
import type { Made, Output, OutputTools, World } from '../outputs.ts';

export type PageQuestion = Question<SiteQuestionName | 'published' | 'template' | 'fonts' | 'favicon' | 'head'>;

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
      return world.head;
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

type NoteQuestion = (question: PageQuestion) => void;

const [publishedAs, template] = [questionsNamed('published'), questionsNamed('template')];

/** The site and its media, whose questions are reported. */
export const observedWorld = ({ site, published }: World, note: NoteQuestion) => ({
  site: observedSite(site, note),
  published: (name: string): ReturnType<OutputTools['published']> => {
    note(publishedAs(name));
    return published.get(name);
  },
});

interface NotingTools {
  readonly site: Site;
  readonly templates: Templates;
  readonly tools: OutputTools;
  readonly note: NoteQuestion;
}

/** Renders a file of the site, and reports every question that it asked. Without a text if a template failed outside of a page. */
export function makeNoted(output: Output, { site, templates, tools, note }: NotingTools): Made {
  const attempt: Attempt<Made> = templates.attempt(output.path, () => output.make(site, tools));
  for (const name of attempt.templates) note(template(name));
  return attempt.ok ? attempt.value : { diagnostics: [] };
}
