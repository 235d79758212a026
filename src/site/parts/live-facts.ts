import type { Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';

/** A fact about an entry that is known only shortly before it, during it or afterwards. */
export interface LiveFact {
  readonly type: 'full' | 'stream' | 'recording';
  readonly text: string;
  /** Where the stream or the recording is. */
  readonly url?: string;
}

/** A recording means that it is over: the stream has ended, and nobody needs a place. */
export function liveFactsOf({ entity, cancelled }: Slot, { strings: { live } }: Scope): readonly LiveFact[] {
  const { full, stream, recording } = entity.local;
  if (cancelled) return [];
  if (recording !== undefined) return [{ type: 'recording', text: live.recording, url: recording }];
  return [
    ...(full ? [{ type: 'full' as const, text: live.full }] : []),
    ...(stream === undefined ? [] : [{ type: 'stream' as const, text: live.stream, url: stream }]),
  ];
}
