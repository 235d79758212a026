/** Messages about parts of a text that are not on its page, and where they are written. */
import { assertNever } from '../diagnostics/errors.ts';
import type { Span } from '../diagnostics/diagnostic.ts';
import { readText, type TextRange } from '../markdown/reading.ts';
import { looseTags, removedElement } from '../markdown/unread-elements.ts';
import type { Entity } from '../site/site.ts';
import { writtenTexts } from '../site/text/typography.ts';
import type { Removed } from './sanitise/html.ts';

interface Description {
  readonly message: string;
  readonly suggestion?: string;
}

export function describeRemoved({ what, name }: Removed): Description {
  if (what === 'loose tag') {
    const suggestion = `write it as code, in backticks: \`<${name}>\``;
    return { message: `<${name}> is shown as text, because it is never closed`, suggestion };
  }
  if (what === 'unfinished tag') {
    const isComment = name === '<!--';
    const suggestion = isComment
      ? 'end the comment with `-->`'
      : 'end the tag with `>` and close its quotes, or write `&lt;` for the character';
    const message = `${name} and everything after it are shown as text, because nothing ends the ${isComment ? 'comment' : 'tag'}`;
    return { message, suggestion };
  }
  return what === 'element' ? removedElement(name) : { message: `the ${what} ${name} is not on the page` };
}

/** Undefined if the document does not contain the text as it is shown. */
export function placeOfRemoved(removed: Removed, text: string, entity: Entity): Span | undefined {
  return writtenTexts(entity, text)[0]?.spanOf(placeIn(text, removed));
}

function placeIn(text: string, { what, name }: Removed): TextRange | undefined {
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
