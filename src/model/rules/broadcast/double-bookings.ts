import { diagnose, type Diagnostic, type Span } from '../../../diagnostics/diagnostic.ts';
import type { Path } from '../../../values/json.ts';
import type { Entity } from '../../broadcast.ts';
import { entitiesOf, type Typed } from '../../entities.ts';
import { epochOf } from '../../../values/instants.ts';
import { oncePer } from '../../../values/once-per.ts';
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
  compares(entity) {
    if (isOf('event', entity)) return { near: daysOf(eventPlaces(entity)) };
    return isOf('session', entity) ? { near: daysOf(sessionPlaces(entity)) } : {};
  },
  check(broadcast) {
    const events = entitiesOf(broadcast, 'event').flatMap(eventPlaces);
    const sessions = entitiesOf(broadcast, 'session').flatMap(sessionPlaces);
    return [
      ...overlaps(events).map((pair) => overlap('double-booked-place', pair, 'has another event at this time')),
      ...overlaps(sessions).map((pair) => overlap('double-booked-place', pair, 'has another session at this time')),
    ];
  },
};

export const doubleBookedHosts: BroadcastRule = {
  codes: ['double-booked-host'],
  compares(entity) {
    if (isOf('event', entity)) return { near: daysOf(eventHosts(entity)) };
    return isOf('session', entity) ? { near: daysOf(sessionHosts(entity)) } : {};
  },
  check(broadcast) {
    const all = [
      ...entitiesOf(broadcast, 'event').flatMap(eventHosts),
      ...entitiesOf(broadcast, 'session').flatMap(sessionHosts),
    ];
    return overlaps(all).map((pair) => {
      const other = pair[1].entity.kind;
      return overlap('double-booked-host', pair, `is in another ${other} at this time`);
    });
  },
};

const isOf = <N extends 'event' | 'session'>(kind: N, entity: Entity): entity is Typed<N> => entity.kind === kind;

const eventPlaces = oncePer((event: Typed<'event'>): readonly Booking[] =>
  eventBookings(event, [event.fields.place_id]),
);

const eventHosts = oncePer((event: Typed<'event'>): readonly Booking[] =>
  eventBookings(event, event.local.hosts ?? []),
);

const sessionPlaces = oncePer((session: Typed<'session'>): readonly Booking[] =>
  sessionBookings(session, [session.fields.interestPointId]),
);

const sessionHosts = oncePer((session: Typed<'session'>): readonly Booking[] =>
  sessionBookings(session, session.fields.hostIds ?? []),
);

const DAY = 24 * 60 * 60_000;

/** The days on which something is booked. Two bookings that overlap have one in common. */
const daysOf = (bookings: readonly Booking[]): readonly string[] =>
  bookings.flatMap(({ resource, start, end }) => {
    const first = Math.floor(start / DAY);
    const days = Math.max(0, Math.floor(end / DAY) - first) + 1;
    return Array.from({ length: days }, (_, day) => `${resource} ${first + day}`);
  });

type Resources = readonly (string | null | undefined)[];

const eventBookings = (event: Typed<'event'>, resources: Resources): readonly Booking[] =>
  bookings(event, resources, { at: ['start_time'], start: event.fields.start_time, end: event.fields.end_time });

const sessionBookings = (session: Typed<'session'>, resources: Resources): readonly Booking[] =>
  bookings(session, resources, { at: ['time', 'start'], ...session.fields.time });

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
