/** The blocks that list content, by name or by query. */
import { BLOCK_ENTRIES, type Block } from '../../kinds/shapes/block.ts';
import type { Query } from '../../kinds/shapes/navigator.ts';
import type { KindName } from '../../kinds/registry.ts';
import type { Entity } from '../../model/broadcast.ts';
import { cardOf, type Card } from '../parts/cards.ts';
import { runQuery } from '../query.ts';
import type { Scope } from '../scope.ts';

type ListBlock = Extract<Block, { type: 'sessions' | 'hosts' | 'interestPoints' | 'articles' }>;

type Entry = { readonly query?: Query | null | undefined } & { readonly [pointer: string]: unknown };

/** Cards of the documents that the pointers in a block's entries name, or that its queries find. */
export function listedCards({ type, values }: ListBlock, scope: Scope): readonly Card[] {
  const { site } = scope;
  const [pointer, schema] = Object.entries(BLOCK_ENTRIES[type].properties ?? {}).find(
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
