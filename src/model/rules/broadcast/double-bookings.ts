import { diagnose, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Path } from '../../../values/json.ts';
import type { Entity } from '../../broadcast.ts';
import { entitiesOf } from '../../entities.ts';
import { epochOf } from '../../../values/instants.ts';
import type { BroadcastRule } from '../rule.ts';

interface Booking {
  readonly entity: Omit<Entity, 'fields'>;
  readonly resource: string;
  readonly start: number;
  readonly end: number;
}

/** Two events in the same place, or two sessions in the same room. */
export const doubleBookedPlaces: BroadcastRule = {
  codes: ['double-booked-place'],
  check(broadcast) {
    const events = entitiesOf(broadcast, 'event').flatMap(({ fields, ...event }) =>
      bookings(event, [fields.place_id], { start: fields.start_time, end: fields.end_time }),
    );
    const sessions = entitiesOf(broadcast, 'session').flatMap(({ fields, ...session }) =>
      bookings(session, [fields.interestPointId], fields.time),
    );
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
  check(broadcast) {
    const sessions = entitiesOf(broadcast, 'session').flatMap(({ fields, ...session }) =>
      bookings(session, fields.hostIds ?? [], fields.time),
    );
    return overlaps(sessions).map((pair) =>
      overlap('double-booked-host', ['time', 'start'], pair, 'leads another session at this time'),
    );
  },
};

function bookings(
  entity: Omit<Entity, 'fields'>,
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
