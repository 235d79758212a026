/** What visitors may see. Whatever is not visible appears nowhere: no page, link, list, feed or search entry. */
import type { Entity } from '../model/broadcast.ts';
import { epochOf } from '../model/instant.ts';
import { hiddenBecause } from '../model/hidden.ts';
import { isObject, type Json } from '../diagnostics/json.ts';
import type { Clock } from './clock.ts';

export interface Visibility {
  readonly clock: Clock;
  /** Shows drafts and what is scheduled for later; private pages stay hidden. */
  readonly drafts: boolean;
}

export function isVisible(entity: Entity, { clock, drafts }: Visibility): boolean {
  const { kind, fields } = entity;
  if (kind === 'page' && fields['isPrivate'] === true) return false;
  if (drafts) return true;
  if (hiddenBecause(entity) !== undefined) return false;
  if (kind === 'article') return hasBegun(fields['published_at'], clock);
  if (kind === 'campaign') return isRunning(fields['time'], clock);
  return true;
}

const hasBegun = (instant: Json | undefined, clock: Clock): boolean =>
  typeof instant !== 'string' || clock.hasCome(epochOf(instant));

function isRunning(time: Json | undefined, clock: Clock): boolean {
  if (!isObject(time)) return true;
  const { start, end } = time;
  if (!hasBegun(start, clock)) return false;
  return typeof end !== 'string' || !clock.hasCome(epochOf(end));
}
