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
import { ifPossible } from '../../values/if-possible.ts';
import type { Templates, Attempt } from '../templates/templates.ts';
import { answerDigest } from '../../site/answer-digest.ts';
import type { OwnStrings } from '../../site/strings.ts';
import type { Made, Output, OutputTools, World } from '../outputs.ts';

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

export interface BuildWorld extends World {
  readonly ownStrings: OwnStrings;
}

/** The digest of a question's answer in this world; undefined if it cannot be compared with that of another build. */
export type Answers = (question: PageQuestion) => string | undefined;

/** Most questions are about a document of which few pages show anything: a large site asks millions of them. */
const MOST_ANSWERED = 20_000;

/** A question that many files ask is seldom answered twice. */
export function answersIn(world: BuildWorld): Answers {
  const answered = new Map<PageQuestion, string | undefined>();
  return (question) => {
    if (answered.has(question)) return answered.get(question);
    // Undefined: a value that has no digest, or a question about something that is gone.
    const answer = ifPossible(() => digestIn(question, world));
    if (answered.size === MOST_ANSWERED) answered.clear();
    answered.set(question, answer);
    return answer;
  };
}

/**
 * A template is code. One that may read the clock, the language and time zone of the machine, the environment or other files is
 * run in each build. `readFile` is a function of the template engine.
 */
const READS_MORE =
  /\b(?:process|global|globalThis|Date|Temporal|Intl|toLocale\w*|localeCompare|random\w*|crypto|performance|navigator|fetch|readFile|require|import|Function|eval|constructor)\b/;

function digestIn(question: PageQuestion, world: BuildWorld): string {
  const [name, about] = question;
  switch (name) {
    case 'strings':
      // The words of gitcast itself belong to its version.
      return answerDigest(world.ownStrings.get(String(about)));
    case 'hasCome':
      // Without asking the clock: a page that is rendered again may no longer depend on this instant.
      return String(Number(about) <= world.site.clock.now);
    case 'template': {
      const text = world.templates.source(String(about));
      if (text !== undefined && READS_MORE.test(text)) throw new TypeError('its result may change at any time');
      return answerDigest(text);
    }
    default:
      return answerDigest(answerIn(question, world));
  }
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
