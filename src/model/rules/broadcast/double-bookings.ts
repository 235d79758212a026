import { diagnose, type Diagnostic, type Span } from '../../../diagnostics/diagnostic.ts';
import type { Path } from '../../../values/json.ts';
import type { Entity } from '../../broadcast.ts';
import { perEntity, type Typed } from '../../entities.ts';
import { epochOf } from '../../../values/instants.ts';
import type { BroadcastRule } from '../rule.ts';

interface Booking {
  readonly resource: string;
  /** In milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly entity: Entity;
  /** Where it says when it starts. */
  readonly at: Path;
}

/** Two events in the same place, or two sessions in the same room. */
export const doubleBookedPlaces: BroadcastRule = {
  codes: ['double-booked-place'],
  compares: (entity) => ({ near: daysOf(bookedBy(entity).places) }),
  check: ({ byKind }) =>
    BOOKING_KINDS.flatMap((kind) =>
      overlaps((byKind.get(kind) ?? []).flatMap((entity) => bookedBy(entity).places)).map((pair) =>
        overlap('double-booked-place', pair, `has another ${kind} at this time`),
      ),
    ),
};

export const doubleBookedHosts: BroadcastRule = {
  codes: ['double-booked-host'],
  compares: (entity) => ({ near: daysOf(bookedBy(entity).hosts) }),
  check: ({ byKind }) =>
    overlaps(BOOKING_KINDS.flatMap((kind) => (byKind.get(kind) ?? []).flatMap((entity) => bookedBy(entity).hosts))).map(
      (pair) => overlap('double-booked-host', pair, `is in another ${pair[1].entity.kind} at this time`),
    ),
};

const BOOKING_KINDS = ['event', 'session'] as const;

interface Booked {
  readonly places: readonly Booking[];
  readonly hosts: readonly Booking[];
}

const NOTHING: Booked = { places: [], hosts: [] };

const bookedBy = perEntity((entity): Booked => {
  if (isOf('event', entity)) {
    const { place_id, start_time: start, end_time: end } = entity.fields;
    const time = { at: ['start_time'], start, end };
    return { places: bookings(entity, [place_id], time), hosts: bookings(entity, entity.local.hosts ?? [], time) };
  }
  if (!isOf('session', entity)) return NOTHING;
  const { interestPointId, hostIds, time: span } = entity.fields;
  const time = { at: ['time', 'start'], ...span };
  return { places: bookings(entity, [interestPointId], time), hosts: bookings(entity, hostIds ?? [], time) };
});

const isOf = <N extends (typeof BOOKING_KINDS)[number]>(kind: N, entity: Entity): entity is Typed<N> =>
  entity.kind === kind;

const DAY = 24 * 60 * 60_000;

/** The days on which something is booked. Two bookings that overlap have one in common. */
const daysOf = (bookings: readonly Booking[]): readonly string[] =>
  bookings.flatMap(({ resource, start, end }) => {
    const first = Math.floor(start / DAY);
    const days = Math.max(0, Math.floor(end / DAY) - first) + 1;
    return Array.from({ length: days }, (_, day) => `${resource} ${first + day}`);
  });

type Resources = readonly (string | null | undefined)[];

interface Times {
  readonly at: Path;
  readonly start?: unknown;
  readonly end?: unknown;
}

function bookings(entity: Entity, resources: Resources, { at, ...time }: Times): readonly Booking[] {
  if (entity.local.cancelled || typeof time.start !== 'string' || typeof time.end !== 'string') return [];
  const [start, end] = [epochOf(time.start), epochOf(time.end)];
  return [...new Set(resources)].flatMap((resource) => (resource ? [{ entity, at, resource, start, end }] : []));
}

function overlap(
  code: 'double-booked-place' | 'double-booked-host',
  [later, earlier]: readonly [Booking, Booking],
  what: string,
): Diagnostic {
  return diagnose(code, startOf(later), `${later.resource} ${what}`, {
    notes: [{ message: 'the other one starts here', at: startOf(earlier) }],
  });
}

const startOf = ({ entity, at }: Booking): Span => entity.document.source.valueSpan(at);

/** Each booking that starts during an earlier one of the same resource, with that earlier one. */
function overlaps(bookings: readonly Booking[]): readonly (readonly [Booking, Booking])[] {
  return [...Map.groupBy(bookings, ({ resource }) => resource).values()].flatMap((group) => {
    const sorted = [...group].sort((a, b) => a.start - b.start || (a.entity.address < b.entity.address ? -1 : 1));
    let longest: Booking | undefined;
    return sorted.flatMap((booking): readonly (readonly [Booking, Booking])[] => {
      const before = longest;
      if (!before || booking.end > before.end) longest = booking;
      return before && booking.start < before.end ? [[booking, before]] : [];
    });
  });
}
