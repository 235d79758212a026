import { answerDigest } from '../../site/answer-digest.ts';
import type { OwnStrings } from '../../site/strings.ts';
import { answerIn, type PageQuestion, type World } from './world.ts';

export interface BuildWorld extends World {
  readonly ownStrings: OwnStrings;
}

/** The digest of a question's answer in this world; undefined if it cannot be compared with that of another build. */
export type Answers = (question: PageQuestion) => string | undefined;

/** Most questions are about a document of which few pages show anything: a large site asks millions of them. */
const MOST_KNOWN = 20_000;

/** A question that many files ask is seldom answered twice. */
export function answersIn(world: BuildWorld): Answers {
  const known = new Map<PageQuestion, string | undefined>();
  return (question) => {
    if (known.has(question)) return known.get(question);
    const answer = attempted(() => digestIn(question, world));
    if (known.size === MOST_KNOWN) known.clear();
    known.set(question, answer);
    return answer;
  };
}

/**
 * A template is code. One that may read the clock, the language and time zone of the machine, the environment or other files is
 * run in each build. `readFile` is a function of the template engine.
 */
const READS_MORE =
  /\b(?:process|global|globalThis|Date|Temporal|Intl|toLocale\w*|localeCompare|random\w*|crypto|performance|navigator|fetch|readFile|require|import|Function|eval|constructor)\b/;

/** A value that has no digest, or a question about something that is gone. */
export function attempted(work: () => string): string | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

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
