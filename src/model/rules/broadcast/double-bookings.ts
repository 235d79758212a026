import { diagnose, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Path } from '../../../values/json.ts';
import type { Entity } from '../../broadcast.ts';
import { entitiesOf, type Typed } from '../../entities.ts';
import { epochOf } from '../../../values/instants.ts';
import { oncePer } from '../../../values/once-per.ts';
import type { Booked, BroadcastRule } from '../rule.ts';

interface Booking extends Booked {
  readonly entity: Entity;
}

/** Two events in the same place, or two sessions in the same room. */
export const doubleBookedPlaces: BroadcastRule = {
  codes: ['double-booked-place'],
  compares(entity) {
    if (isOf('event', entity)) return { books: eventPlaces(entity) };
    return isOf('session', entity) ? { books: sessionPlaces(entity) } : {};
  },
  check(broadcast) {
    const events = entitiesOf(broadcast, 'event').flatMap(eventPlaces);
    const sessions = entitiesOf(broadcast, 'session').flatMap(sessionPlaces);
    return [
      ...overlaps(events).map((pair) =>
        overlap('double-booked-place', ['start_time'], pair, 'has another event at this time'),
      ),
      ...overlaps(sessions).map((pair) =>
        overlap('double-booked-place', ['time', 'start'], pair, 'has another session at this time'),
      ),
    ];
  },
};

export const doubleBookedHosts: BroadcastRule = {
  codes: ['double-booked-host'],
  compares: (entity) => (isOf('session', entity) ? { books: sessionHosts(entity) } : {}),
  check(broadcast) {
    return overlaps(entitiesOf(broadcast, 'session').flatMap(sessionHosts)).map((pair) =>
      overlap('double-booked-host', ['time', 'start'], pair, 'leads another session at this time'),
    );
  },
};

const isOf = <N extends 'event' | 'session'>(kind: N, entity: Entity): entity is Typed<N> => entity.kind === kind;

const eventPlaces = oncePer((event: Typed<'event'>): readonly Booking[] =>
  bookings(event, [event.fields.place_id], { start: event.fields.start_time, end: event.fields.end_time }),
);

const sessionPlaces = oncePer((session: Typed<'session'>): readonly Booking[] =>
  bookings(session, [session.fields.interestPointId], session.fields.time),
);

const sessionHosts = oncePer((session: Typed<'session'>): readonly Booking[] =>
  bookings(session, session.fields.hostIds ?? [], session.fields.time),
);

function bookings(
  entity: Entity,
  resources: readonly (string | null | undefined)[],
  time: Partial<Record<'start' | 'end', unknown>> | undefined,
): readonly Booking[] {
  if (entity.local.cancelled || typeof time?.start !== 'string' || typeof time.end !== 'string') return [];
  const [start, end] = [epochOf(time.start), epochOf(time.end)];
  return [...new Set(resources)].flatMap((resource) => (resource ? [{ entity, resource, start, end }] : []));
}

function overlap(
  code: 'double-booked-place' | 'double-booked-host',
  path: Path,
  [later, earlier]: readonly [Booking, Booking],
  what: string,
): Diagnostic {
  return diagnose(code, later.entity.document.source.valueSpan(path), `${later.resource} ${what}`, {
    notes: [{ message: 'the other one starts here', at: earlier.entity.document.source.valueSpan(path) }],
  });
}

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
