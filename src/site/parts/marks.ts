import { oncePer } from '../../values/once-per.ts';
import type { Appointment, SiteHistory } from '../programme-history.ts';
import type { Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';
import { typeset } from '../text/typography.ts';
import { whenAndWhere } from '../pages/programme-changes.ts';

/** The mark of an entry that a visitor should notice first. */
export interface SlotMark {
  readonly type: 'cancelled' | 'new' | 'moved';
  readonly text: string;
  /** For its own page. */
  readonly detail?: string | undefined;
}

/** How long a change is news. */
const WEEK = 7 * 24 * 3_600_000;

export function markOf({ entity }: Slot, scope: Scope): SlotMark | undefined {
  const { types, was } = scope.strings.changes;
  if (entity.local.cancelled) return { type: 'cancelled', text: types.cancelled };
  const { changes, clock } = scope.site;
  const recent = (changes && changesByAddress(changes).get(entity.address))?.filter(
    ({ at }) => !clock.hasCome(at + WEEK),
  );
  if (recent?.some(({ type }) => type === 'new')) return { type: 'new', text: types.new };
  const moves = recent?.filter(({ type }) => type === 'moved') ?? [];
  const [from, to] = [moves.at(-1)?.from, moves.at(0)?.to];
  if (!from || !to || isSame(from, to)) return undefined;
  const detail = typeset(was(whenAndWhere(from, scope)), scope.locale);
  return { type: 'moved', text: types.moved, detail };
}

/** It may have been moved back. */
const isSame = (from: Appointment, to: Appointment): boolean =>
  from.start === to.start && from.end === to.end && from.place?.title === to.place?.title;

const changesByAddress = oncePer((changes: SiteHistory['changes']) => Map.groupBy(changes, ({ address }) => address));
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
