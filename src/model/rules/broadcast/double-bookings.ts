import { diagnose, type Diagnostic, type Span } from '../../../diagnostics/diagnostic.ts';
import type { Entity } from '../../broadcast.ts';
import { isOf } from '../../entities.ts';
import { epochOf } from '../../../values/instants.ts';
import { comparedIn, type BroadcastRule, type Compared } from '../rule.ts';

/** The times are in milliseconds since 1970. */
type Booked = { readonly resources: readonly string[]; readonly start: number; readonly end: number };

/** Two events in the same place, or two sessions in the same room. */
export const doubleBookedPlaces: BroadcastRule = {
  codes: ['double-booked-place'],
  check(read) {
    const inPlaces = comparedIn(read, (entity) => {
      if (isOf('event', entity)) return booked(entity, [entity.fields.place_id]);
      return isOf('session', entity) ? booked(entity, [entity.fields.interestPointId]) : undefined;
    });
    return [...Map.groupBy(inPlaces, ({ entity }) => entity.kind)].flatMap(([kind, alike]) =>
      overlaps(alike).map((overlap) => doubleBooked('double-booked-place', overlap, `has another ${kind}`)),
    );
  },
};

export const doubleBookedHosts: BroadcastRule = {
  codes: ['double-booked-host'],
  check(read) {
    const withHosts = comparedIn(read, (entity) => {
      if (isOf('event', entity)) return booked(entity, entity.local.hosts ?? []);
      return isOf('session', entity) ? booked(entity, entity.fields.hostIds ?? []) : undefined;
    });
    return overlaps(withHosts).map((overlap) =>
      doubleBooked('double-booked-host', overlap, `is in another ${overlap.earlier.kind}`),
    );
  },
};

function booked(entity: Entity, named: readonly (string | null | undefined)[]): Booked | undefined {
  const { start, end } = timesOf(entity);
  if (entity.local.cancelled || typeof start !== 'string' || typeof end !== 'string') return undefined;
  const resources = [...new Set(named)].flatMap((resource) => resource || []);
  return resources.length === 0 ? undefined : { resources, start: epochOf(start), end: epochOf(end) };
}

function timesOf(entity: Entity): { readonly start?: unknown; readonly end?: unknown } {
  if (isOf('session', entity)) return entity.fields.time ?? {};
  return { start: entity.fields['start_time'], end: entity.fields['end_time'] };
}

interface Overlap {
  readonly resource: string;
  readonly later: Entity;
  readonly earlier: Entity;
}

function doubleBooked(
  code: 'double-booked-place' | 'double-booked-host',
  { resource, later, earlier }: Overlap,
  what: string,
): Diagnostic {
  const startOf = ({ kind, document }: Entity): Span =>
    document.source.valueSpan(kind === 'session' ? ['time', 'start'] : ['start_time']);
  return diagnose(code, startOf(later), `${resource} ${what} at this time`, {
    notes: [{ message: 'the other one starts here', at: startOf(earlier) }],
  });
}

/** Each booking that starts during an earlier one of the same resource, with that earlier one. */
function overlaps(documents: readonly Compared<Booked>[]): readonly Overlap[] {
  const bookings = documents.flatMap((document) =>
    document.values.resources.map((resource) => ({ resource, entity: document.entity, ...document.values })),
  );
  return [...Map.groupBy(bookings, ({ resource }) => resource).values()].flatMap((group) => {
    group.sort((a, b) => a.start - b.start || (a.entity.address < b.entity.address ? -1 : 1));
    let longest: (typeof group)[number] | undefined;
    return group.flatMap((booking): readonly Overlap[] => {
      const before = longest;
      if (!before || booking.end > before.end) longest = booking;
      if (!before || booking.start >= before.end) return [];
      return [{ resource: booking.resource, later: booking.entity, earlier: before.entity }];
    });
  });
}
