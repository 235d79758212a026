/**
 * A built page in a few words: its title, its language, and a digest of its own content, which is what stays when the menu, the
 * footer, the styles and the classes are taken away. It is read from the HTML, so it does not depend on the theme.
 */
import { htmlParts, type HtmlTag } from '../markdown/html-parts.ts';
import { digestOf } from '../values/site-file.ts';

export interface PageSummary {
  readonly title: string;
  /** Empty if the page does not declare one. */
  readonly lang: string;
  /** The digest of the text, the elements, the links and the pictures in `<main>`. */
  readonly content: string;
}

type Parts = ReturnType<typeof htmlParts>;

export const isHtml = (path: string): boolean => path.endsWith('.html');

export function summarisePage(html: string, path: string): PageSummary {
  const parts = htmlParts(html);
  return {
    title: titleOf(parts) ?? path,
    lang: parts.map((part) => valueOf(part, 'html', 'lang')).find((lang) => lang !== undefined) ?? '',
    content: digestOf(JSON.stringify(ownContent(parts))),
  };
}

/** The title for social networks does not contain the name of the site, unlike that of the window. */
function titleOf(parts: Parts): string | undefined {
  const social = parts.find((part) => valueOf(part, 'meta', 'property') === 'og:title');
  const window = parts[parts.findIndex((part) => isTag(part, 'title')) + 1];
  return [social && valueOf(social, 'meta', 'content'), window?.type === 'text' ? window.text : undefined]
    .map((text) => text?.trim())
    .find((text) => text);
}

/** Tags with what they show, and texts. */
function ownContent(parts: Parts): readonly (readonly string[])[] {
  const [main, body] = ['main', 'body'].map((name) => parts.findIndex((part) => isTag(part, name)));
  const end = parts.findLastIndex((part) => part.type === 'tag' && part.name === 'main' && part.isClosing);
  const own = end > main! ? parts.slice(main, end) : parts.slice(Math.max(body!, 0));
  return own.flatMap((part): readonly (readonly string[])[] => {
    if (part.type === 'tag') return [[`${part.isClosing ? '/' : ''}${part.name}`, ...shownBy(part)]];
    const text = part.type === 'text' ? part.text.replaceAll(/\s+/g, ' ').trim() : part.written;
    return text === '' ? [] : [['', text]];
  });
}

/** Relative links depend on the depth of the page. */
const shownBy = ({ attributes }: HtmlTag): readonly string[] =>
  attributes
    .filter(({ name }) => ['href', 'src', 'srcset', 'poster', 'alt'].includes(name))
    .map(({ name, value }) => `${name}=${value.replaceAll('../', '')}`);

const isTag = (part: Parts[number], name: string): part is HtmlTag =>
  part.type === 'tag' && !part.isClosing && part.name === name;

const valueOf = (part: Parts[number], tag: string, attribute: string): string | undefined =>
  isTag(part, tag) ? part.attributes.find(({ name }) => name === attribute)?.value : undefined;
