import type { Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';

/** What a visitor should notice first about an entry of the programme. */
export interface SlotMark {
  readonly type: 'cancelled';
  readonly text: string;
}

export function markOf({ entity }: Slot, { strings }: Scope): SlotMark | undefined {
  return entity.local.cancelled ? { type: 'cancelled', text: strings.changes.cancelled } : undefined;
}
