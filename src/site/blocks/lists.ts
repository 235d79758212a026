/** The blocks that list content: named documents, or those that a query finds. */
import type { Block } from '../../kinds/shapes/block.ts';
import type { Query } from '../../kinds/shapes/navigator.ts';
import type { KindName } from '../../kinds/registry.ts';
import type { Typed } from '../../model/entities.ts';
import { articleCard, hostCard, pointCard, slotCard, type Card } from '../cards.ts';
import { runQuery } from '../query.ts';
import type { Scope } from '../scope.ts';

type BlockOf<T extends Block['type']> = Extract<Block, { type: T }>;

export function sessionCards({ values }: BlockOf<'sessions'>, scope: Scope): readonly Card[] {
  return chosen(values, 'session', 'broadcastSessionId', scope).flatMap(({ address }) => {
    const slot = scope.site.slotOf(address);
    return slot ? slotCard(slot, scope) : [];
  });
}

export const hostCards = ({ values }: BlockOf<'hosts'>, scope: Scope): readonly Card[] =>
  chosen(values, 'host', 'broadcastHostId', scope).map((host) => hostCard(host, scope));

export const pointCards = ({ values }: BlockOf<'interestPoints'>, scope: Scope): readonly Card[] =>
  chosen(values, 'interestPoint', 'broadcastInterestPointId', scope).map((point) => pointCard(point, scope));

export const articleCards = ({ values }: BlockOf<'articles'>, scope: Scope): readonly Card[] =>
  chosen(values, 'article', 'broadcastArticleId', scope).map((article) => articleCard(article, scope));

interface Entry {
  readonly query?: Query | null | undefined;
}

function chosen<N extends KindName, P extends string>(
  values: readonly (Entry & { readonly [K in P]?: string | null | undefined })[] | null | undefined,
  kind: N,
  pointer: P,
  { site }: Scope,
): readonly Typed<N>[] {
  const found = (values ?? []).flatMap((entry): readonly Typed<N>[] => {
    if (entry[pointer] != null) return [site.find(kind, entry[pointer])].filter((entity) => entity !== undefined);
    const result = runQuery(site.of(kind), entry.query, site.timezone);
    return result.type === 'found' ? result.entities : [];
  });
  return [...new Set(found)];
}
