import { diagnose } from '../../../diagnostics/diagnostic.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { linksIn, type TextLink } from '../../../markdown/links.ts';
import { readText } from '../../../markdown/reading.ts';
import type { Broadcast, Entity } from '../../broadcast.ts';
import { addressesIn, linkTarget } from '../../link-target.ts';
import { perEntity } from '../../entities.ts';
import { textsOf, type EntityText } from '../../texts.ts';
import type { BroadcastRule, Problems } from '../rule.ts';

interface Found {
  readonly text: EntityText;
  readonly link: TextLink;
}

const linksToHeadings = perEntity((entity): readonly Found[] =>
  textsOf(entity)
    .filter(({ text }) => text.includes('#'))
    .flatMap((text) =>
      linksIn(text.text)
        .filter(({ url, use }) => use === 'link' && url.includes('#'))
        .map((link) => ({ text, link })),
    ),
);

/** Links to headings: of the same text, or of an article. Other pages get their ids from templates. */
export const anchors: BroadcastRule = {
  codes: ['anchor-not-found'],
  compares: (entity) => ({
    seeks: linksToHeadings(entity).flatMap(({ link }) => addressesIn(link.url, entity.address)),
  }),
  check: (broadcast) =>
    [...broadcast.entities.values()].flatMap((entity) =>
      linksToHeadings(entity).flatMap((found) => anchorProblem(found, entity, broadcast)),
    ),
  perEntity: linksToHeadings,
};

function anchorProblem({ text, link }: Found, entity: Entity, { entities }: Broadcast): Problems {
  const target = linkTarget(link.url, { from: entity.address, isDocument: (address) => entities.has(address) });
  const isOwn = target.type === 'anchor';
  const read = isOwn ? text : target.type === 'document' ? bodyOf(entities.get(target.address)!, text) : undefined;
  const anchor = isOwn || target.type === 'document' ? target.anchor : undefined;
  // An empty anchor and `top` lead to the top of every page.
  if (!read || anchor === undefined || anchor === '' || anchor === 'top') return [];
  const { headings } = readText(read.text);
  if (headings.includes(anchor)) return [];
  const meant = nearest(anchor, headings);
  const where = target.type === 'document' ? target.address : `this text of ${entity.address}`;
  const known =
    headings.length === 0 ? 'it has no heading' : `its headings are ${headings.slice(0, 8).map(hashed).join(', ')}`;
  return diagnose('anchor-not-found', text.spanOf(link.place), `${where} has no heading #${anchor}`, {
    suggestion: meant === undefined ? known : `did you mean #${meant}?`,
  });
}

const hashed = (id: string): string => `#${id}`;

/** The text in the language of the link, if there is one. */
function bodyOf(entity: Entity, { locale }: EntityText): EntityText | undefined {
  const bodies = textsOf(entity).filter(({ isBody }) => isBody);
  return bodies.find((body) => body.locale === locale) ?? bodies[0];
}
