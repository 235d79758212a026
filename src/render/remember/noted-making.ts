/** Renders a file of the site, and reports every question that it asked. */
import { observedSite } from '../../site/question.ts';
import { questionsNamed } from '../../site/question.ts';
import type { Site } from '../../site/site.ts';
import type { Made, Output, OutputTools } from '../outputs.ts';
import type { Attempt, Templates } from '../templates/templates.ts';
import type { PageQuestion, World } from './world.ts';

export type NoteQuestion = (question: PageQuestion) => void;

const [publishedAs, template] = [questionsNamed('published'), questionsNamed('template')];

/** A world whose questions are reported. */
export interface ObservedWorld {
  readonly site: Site;
  readonly published: OutputTools['published'];
}

export const observedWorld = ({ site, published }: World, note: NoteQuestion): ObservedWorld => ({
  site: observedSite(site, note),
  published(name) {
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

/** Without a text if a template failed outside of a page. */
export function makeNoted(output: Output, { site, templates, tools, note }: NotingTools): Made {
  const attempt: Attempt<Made> = templates.attempt(output.path, () => output.make(site, tools));
  for (const name of attempt.templates) note(template(name));
  return attempt.ok ? attempt.value : { diagnostics: [] };
}
