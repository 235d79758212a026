import type { Locale } from '../../../kinds/shapes/primitives.ts';
import { diagnose } from '../../../diagnostics/diagnostic.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { linksIn, type TextLink } from '../../../markdown/links.ts';
import { readText } from '../../../markdown/reading.ts';
import type { Entity } from '../../broadcast.ts';
import { linkTarget } from '../../link-target.ts';
import { textsOf, type EntityText } from '../../texts.ts';
import type { BroadcastRule, Compared, ComparedContent, Problems } from '../rule.ts';

/** `index`: which of the document's links to headings it is. */
type HeadingLink = { readonly url: string; readonly locale: Locale | null; readonly index: number };

/** Links to headings: of the same text, or of an article. Other pages get their ids from templates. */
export const anchors: BroadcastRule<readonly HeadingLink[]> = {
  codes: ['anchor-not-found'],
  compares(entity) {
    const links = linksToHeadings(entity).flatMap(({ text, link: { url } }, index) => {
      const target = linkTarget(url, { from: entity.address, isDocument: () => true });
      const isOpen = target.type === 'document' || (target.type === 'anchor' && lacks(text, target.anchor));
      return isOpen ? [{ url, locale: text.locale ?? null, index }] : [];
    });
    return links.length === 0 ? undefined : links;
  },
  check: (documents, content) =>
    documents.flatMap((document) => document.values.flatMap((link) => anchorProblem(link, document, content))),
};

interface LinkInText {
  readonly text: EntityText;
  readonly link: TextLink;
}

const linksToHeadings = (entity: Entity): readonly LinkInText[] =>
  textsOf(entity)
    .filter(({ text }) => text.includes('#'))
    .flatMap((text) =>
      linksIn(text.text)
        .filter(({ url, use }) => use === 'link' && url.includes('#'))
        .map((link) => ({ text, link })),
    );

/** An empty anchor and `top` lead to the top of every page. */
const lacks = ({ text }: EntityText, anchor: string): boolean =>
  anchor !== '' && anchor !== 'top' && !readText(text).headings.includes(anchor);

function anchorProblem(
  { url, locale, index }: HeadingLink,
  { address }: Compared<readonly HeadingLink[]>,
  { isDocument, entityAt }: ComparedContent,
): Problems {
  const target = linkTarget(url, { from: address, isDocument });
  const other = target.type === 'document' ? bodyOf(entityAt(target.address), locale) : undefined;
  const anchor = target.type === 'document' || target.type === 'anchor' ? target.anchor : undefined;
  if (anchor === undefined || (target.type === 'document' && !(other && lacks(other, anchor)))) return [];
  const { text, link } = linksToHeadings(entityAt(address))[index]!;
  const { headings } = readText((other ?? text).text);
  const meant = nearest(anchor, headings);
  const where = target.type === 'document' ? target.address : `this text of ${address}`;
  const present =
    headings.length === 0 ? 'it has no heading' : `its headings are ${headings.slice(0, 8).map(hashed).join(', ')}`;
  return diagnose('anchor-not-found', text.spanOf(link.place ?? link.near), `${where} has no heading #${anchor}`, {
    suggestion: meant === undefined ? present : `did you mean #${meant}?`,
  });
}

const hashed = (id: string): string => `#${id}`;

/** The text in the language of the link, if there is one. */
function bodyOf(entity: Entity, locale: Locale | null): EntityText | undefined {
  const bodies = textsOf(entity).filter(({ isBody }) => isBody);
  return bodies.find((body) => (body.locale ?? null) === locale) ?? bodies[0];
}
