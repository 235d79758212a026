/** What a person should know about a part of a text that is not on its page, and where it is written. */
import { assertNever } from '../diagnostics/errors.ts';
import type { Span } from '../diagnostics/diagnostic.ts';
import { readText, type Place } from '../markdown/reading.ts';
import { looseTags, UNREAD_ELEMENTS } from '../markdown/unread-elements.ts';
import type { Entity } from '../site/site.ts';
import { writtenTexts } from '../site/text/written-texts.ts';
import type { Removed } from './sanitise/html.ts';

interface Description {
  readonly message: string;
  readonly suggestion?: string;
}

export function describeRemoved({ what, name }: Removed): Description {
  if (what === 'loose tag') {
    const suggestion = `write it as code, in backticks: \`<${name}>\``;
    return { message: `<${name}> is shown as characters, since nothing closes it`, suggestion };
  }
  if (what === 'unfinished tag') {
    const isComment = name === '<!--';
    const suggestion = isComment
      ? 'end the comment with `-->`'
      : 'end the tag with `>` and close its quotes, or write `&lt;` for the character';
    const message = `${name} and what follows it are shown as characters, since nothing ends the ${isComment ? 'comment' : 'tag'}`;
    return { message, suggestion };
  }
  const content = UNREAD_ELEMENTS.includes(name) ? 'nor is what it contains' : 'what it contains is';
  return { message: `the ${what} ${name} is not on the page${what === 'element' ? `, ${content}` : ''}` };
}

/** Undefined for a text that the document does not have as it is shown. */
export function placeOfRemoved(removed: Removed, text: string, entity: Entity): Span | undefined {
  return writtenTexts(entity, text)[0]?.spanOf(placeIn(text, removed));
}

function placeIn(text: string, { what, name }: Removed): Place | undefined {
  const { links, tags, unfinished } = readText(text);
  switch (what) {
    case 'element':
    case 'loose tag': {
      const loose = looseTags(tags);
      return tags.find((tag) => tag.name === name && loose.has(tag) === (what === 'loose tag'))?.place;
    }
    case 'unfinished tag':
      return unfinished.find(({ written }) => written === name)?.place;
    case 'attribute':
      return tags.find(({ attributes }) => attributes.includes(name))?.place;
    case 'link':
      return links.find(({ url }) => url === name)?.place;
    default:
      return assertNever(what);
  }
}
