import { diagnose, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Path } from '../../../diagnostics/json.ts';
import type { Entity } from '../../broadcast.ts';
import { entitiesOf, entityAt } from '../../entities.ts';
import { epochOf } from '../../instant.ts';
import type { BroadcastRule } from '../rule.ts';

interface Booking {
  readonly entity: Entity;
  readonly resource: string;
  readonly start: number;
  readonly end: number;
}

/** Two acts on one stage. Elsewhere things may well happen side by side. */
export const doubleBookedPlaces: BroadcastRule = {
  codes: ['double-booked-place'],
  check(broadcast) {
    const bookings = entitiesOf(broadcast, 'event').flatMap((event): readonly Booking[] => {
      const { place_id, start_time, end_time } = event.fields;
      const place = entityAt(broadcast, 'place', place_id ?? '');
      if (place?.fields.category?.toLowerCase() !== 'stage') return [];
      return [{ entity: event as never, resource: place.address, start: epochOf(start_time), end: epochOf(end_time) }];
    });
    return overlaps(bookings).map(([later, earlier]) =>
      overlap('double-booked-place', ['start_time'], later, earlier, `${later.resource} has another event then`),
    );
  },
};

export const doubleBookedHosts: BroadcastRule = {
  codes: ['double-booked-host'],
  check(broadcast) {
    const bookings = entitiesOf(broadcast, 'session').flatMap((session): readonly Booking[] => {
      const { hostIds, time } = session.fields;
      const [start, end] = [epochOf(time.start), epochOf(time.end)];
      return [...new Set(hostIds)].map((host) => ({ entity: session as never, resource: host, start, end }));
    });
    return overlaps(bookings).map(([later, earlier]) =>
      overlap('double-booked-host', ['time', 'start'], later, earlier, `${later.resource} leads another session then`),
    );
  },
};

function overlap(
  code: 'double-booked-place' | 'double-booked-host',
  path: Path,
  later: Booking,
  earlier: Booking,
  message: string,
): Diagnostic {
  return diagnose(code, later.entity.document.source.valueSpan(path), message, {
    notes: [{ message: 'the other one begins here', at: earlier.entity.document.source.valueSpan(path) }],
  });
}

/** Each booking that begins while an earlier one of the same resource lasts, with that earlier one. */
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
