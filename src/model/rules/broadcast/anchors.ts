import type { Locale } from '../../../kinds/shapes/primitives.ts';
import { diagnose } from '../../../diagnostics/diagnostic.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { linksIn, type TextLink } from '../../../markdown/links.ts';
import { readText } from '../../../markdown/reading.ts';
import type { Address } from '../../../content/document.ts';
import type { Broadcast, Entity } from '../../broadcast.ts';
import { oncePer } from '../../../values/once-per.ts';
import { linkTarget } from '../../link-target.ts';
import { textsOf, type EntityText } from '../../texts.ts';
import type { BroadcastRule, Problems } from '../rule.ts';

/** Links to headings: of the same text, or of an article. Other pages get their ids from templates. */
export const anchors: BroadcastRule = {
  codes: ['anchor-not-found'],
  check: ({ entities }) =>
    [...entities.values()].flatMap((entity) =>
      linksToHeadings(entity).flatMap((link) => anchorProblem(link, entity.address, entities)),
    ),
};

interface LinkInText {
  readonly text: EntityText;
  readonly link: TextLink;
}

/** Kept with a document: after a save, the texts of all others need not be read again. */
const linksToHeadings = oncePer((entity: Entity): readonly LinkInText[] =>
  textsOf(entity)
    .filter(({ text }) => text.includes('#'))
    .flatMap((text) =>
      linksIn(text.text)
        .filter(({ url, use }) => use === 'link' && url.includes('#'))
        .map((link) => ({ text, link })),
    ),
);

/** An empty anchor and `top` lead to the top of every page. */
const lacks = ({ text }: EntityText, anchor: string): boolean =>
  anchor !== '' && anchor !== 'top' && !readText(text).headings.includes(anchor);

function anchorProblem({ text, link }: LinkInText, from: Address, entities: Broadcast['entities']): Problems {
  const target = linkTarget(link.url, { from, isDocument: (address) => entities.has(address) });
  if (target.type !== 'document' && target.type !== 'anchor') return [];
  const { anchor } = target;
  const other = target.type === 'document' ? bodyOf(entities.get(target.address)!, text.locale) : text;
  if (anchor === undefined || !other || !lacks(other, anchor)) return [];
  const { headings } = readText(other.text);
  const meant = nearest(anchor, headings);
  const where = target.type === 'document' ? target.address : `this text of ${from}`;
  const present =
    headings.length === 0 ? 'it has no heading' : `its headings are ${headings.slice(0, 8).map(hashed).join(', ')}`;
  return diagnose('anchor-not-found', text.spanOf(link.place ?? link.near), `${where} has no heading #${anchor}`, {
    suggestion: meant === undefined ? present : `did you mean #${meant}?`,
  });
}

const hashed = (id: string): string => `#${id}`;

/** The text in the language of the link, if there is one. */
function bodyOf(entity: Entity, locale: Locale | undefined): EntityText | undefined {
  const bodies = textsOf(entity).filter(({ isBody }) => isBody);
  return bodies.find((body) => body.locale === locale) ?? bodies[0];
}
