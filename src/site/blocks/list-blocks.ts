/** The blocks that list content, by name or by query. */
import { BLOCKS, type BlockOf } from '../../kinds/shapes/block.ts';
import type { Query } from '../../kinds/shapes/navigator.ts';
import type { KindName } from '../../kinds/registry.ts';
import type { Entity } from '../../model/broadcast.ts';
import { cardOf, type Card } from '../parts/cards.ts';
import { runQuery } from '../query.ts';
import type { Scope } from '../scope.ts';
import type { AnyBlock, SiteBlock, SiteBlocks } from './block-type.ts';

export interface CardsBlock extends AnyBlock<'sessions' | 'hosts' | 'interestPoints' | 'articles'> {
  readonly cards: readonly Card[];
}

/** The same for all of them. */
const cardList: SiteBlock<CardsBlock> = {
  view: (block, { scope }) => ({ cards: listedCards(block, scope) }),
  sample: () => [{ query: { limit: 6, skip: 0 } }],
  hasFormats: true,
};

export const listBlocks: SiteBlocks<CardsBlock> = {
  sessions: cardList,
  hosts: cardList,
  interestPoints: cardList,
  articles: cardList,
};

type Entry = { readonly query?: Query | null | undefined } & { readonly [pointer: string]: unknown };

/** Cards of the documents that the pointers in a block's entries name, or that its queries find. */
function listedCards({ type, values }: BlockOf<CardsBlock['type']>, scope: Scope): readonly Card[] {
  const { site } = scope;
  const [pointer, schema] = Object.entries(BLOCKS[type].entry.properties ?? {}).find(
    ([, property]) => property['x-pointer'],
  )!;
  const [kind] = schema['x-pointer'] as readonly KindName[];
  const found = ((values ?? []) as readonly Entry[]).flatMap((entry): readonly Entity[] => {
    const named = entry[pointer];
    if (typeof named === 'string') return [site.find(kind!, named) ?? []].flat();
    const result = runQuery(site.of(kind!), entry.query, site.timezone);
    return result.type === 'found' ? result.entities : [];
  });
  return [...new Set(found)].map((entity) => cardOf(entity, scope));
}
