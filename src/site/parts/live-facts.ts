import type { Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';

/** A fact about an entry that is known only shortly before it, during it or afterwards. */
export interface LiveFact {
  readonly type: 'full' | 'stream' | 'recording';
  readonly text: string;
  /** Where the stream or the recording is. */
  readonly url?: string | undefined;
}

/**
 * When it is over, the stream has ended, and nobody needs a place. A recording means the same, as soon as it has started: it
 * may have ended early, but nothing is recorded before.
 */
export function liveFactsOf({ entity, cancelled, start, end }: Slot, scope: Scope): readonly LiveFact[] {
  const { clock } = scope.site;
  const { live } = scope.strings;
  const { full, stream, recording } = entity.local;
  if (cancelled || (!full && stream === undefined && recording === undefined)) return [];
  if (recording !== undefined && clock.hasCome(start))
    return [{ type: 'recording', text: live.recording, url: recording }];
  if (clock.hasCome(end)) return [];
  return [
    ...(full ? [{ type: 'full' as const, text: live.full }] : []),
    ...(stream === undefined ? [] : [{ type: 'stream' as const, text: live.stream, url: stream }]),
  ];
}
