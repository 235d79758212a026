/** Visibility of documents. A hidden document appears nowhere: no page, link, list, feed or search entry. */
import type { Entity } from '../model/broadcast.ts';
import { epochOf } from '../values/instants.ts';
import { hiddenBecause, isPrivate } from '../model/traits.ts';
import { valueAt } from '../values/json.ts';
import type { Clock } from './clock.ts';

export interface Visibility {
  readonly clock: Clock;
  /** Shows drafts and scheduled documents; private pages stay hidden. */
  readonly drafts: boolean;
}

export function isVisible(entity: Entity, { clock, drafts }: Visibility): boolean {
  if (isPrivate(entity)) return false;
  if (drafts) return true;
  if (hiddenBecause(entity) !== undefined) return false;
  const { from, until } = entity.document.declaration.visibility ?? {};
  const has = (instant: readonly string[] | undefined, otherwise: boolean): boolean => {
    const value = instant && valueAt(entity.fields, instant);
    return typeof value === 'string' ? clock.hasCome(epochOf(value)) : otherwise;
  };
  return has(from, true) && !has(until, false);
}
