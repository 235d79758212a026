import type { Broadcast, Entity } from '../model/broadcast.ts';
import { entitiesOf, type Typed } from '../model/entities.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import type { FieldsOf } from '../kinds/kind.ts';
import type { broadcast as broadcastKind } from '../kinds/broadcast.ts';
import { Clock } from './clock.ts';
import { programmeOf, type Slot } from './programme.ts';
import { isVisible } from './visible.ts';

export type { Broadcast } from '../model/broadcast.ts';
export type { Typed } from '../model/entities.ts';

export interface SiteInput {
  readonly broadcast: Broadcast;
  /** The instant for which the site is built, in milliseconds. */
  readonly now: number;
  /** Where it is published; without it there is no canonical address, sitemap or feed. */
  readonly url?: string | undefined;
  readonly drafts?: boolean;
  readonly gallery?: boolean;
}

type BroadcastFields = FieldsOf<typeof broadcastKind>;

/** The visible content, ready to be asked. */
export interface Site {
  readonly broadcast: Broadcast;
  readonly url: string | undefined;
  readonly clock: Clock;
  readonly gallery: boolean;
  readonly timezone: string;
  readonly locales: readonly Locale[];
  readonly root: BroadcastFields;
  readonly rootEntity: Typed<'broadcast'> | undefined;
  readonly isPrivate: boolean;
  /** The visible documents of a kind, in the order of their addresses. */
  of<N extends KindName>(kind: N): readonly Typed<N>[];
  /** What a pointer names, when it is visible. */
  find<N extends KindName>(kind: N, pointer: string | null | undefined): Typed<N> | undefined;
  readonly programme: readonly Slot[];
}

export function openSite({ broadcast, now, url, drafts = false, gallery = false }: SiteInput): Site {
  const clock = new Clock(now);
  const [rootEntity] = entitiesOf(broadcast, 'broadcast');
  const visible = new Map<KindName, readonly Entity[]>();
  const byPointer = new Map<string, Entity>();
  for (const [kind, entities] of broadcast.byKind) {
    const shown = entities.filter((entity) => isVisible(entity, { clock, drafts }));
    visible.set(kind, shown);
    for (const entity of shown) {
      byPointer.set(entity.address, entity);
      if (entity.local.id !== undefined) byPointer.set(`${kind} ${entity.local.id}`, entity);
    }
  }
  const of: Site['of'] = (kind) => (visible.get(kind) ?? []) as never;
  const find: Site['find'] = (kind, pointer) => {
    if (pointer == null) return undefined;
    const entity = byPointer.get(pointer) ?? byPointer.get(`${kind} ${pointer}`);
    return (entity?.kind === kind ? entity : undefined) as never;
  };
  const root = rootEntity?.fields ?? ({ name: '' } as BroadcastFields);
  const { timezone, locales } = broadcast.settings;
  return {
    broadcast,
    url,
    clock,
    gallery,
    timezone,
    locales,
    root,
    rootEntity,
    isPrivate: root.isPrivate === true,
    of,
    find,
    programme: programmeOf({ events: of('event'), sessions: of('session'), find, timezone }),
  };
}
