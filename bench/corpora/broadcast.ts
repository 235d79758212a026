/**
 * A broadcast that grows like the calendar of a region: with more events it has more days and more places, never more on one
 * day. No two events at a place overlap, because a warning for each would measure the output of warnings.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Size {
  readonly events: number;
  readonly sessions?: number;
}

const EVENTS_A_DAY = 140;
const SESSIONS_A_HOST = 3;
const HOUR = 3_600_000;
const START = Date.UTC(2027, 0, 1);

export const placesFor = (events: number): number => Math.max(50, Math.ceil(events / 200));

/** Returns the number of documents. */
export function writeBroadcast(content: string, { events, sessions = 0 }: Size): number {
  const [places, hosts] = [placesFor(events), Math.ceil(sessions / SESSIONS_A_HOST)];
  const files: readonly (readonly [folder: string, count: number, text: (index: number) => string])[] = [
    ['categories/track', 12, (index) => `title: Track ${index}\nstatus: published\ncolor: "#${10 + index}40a0"\n`],
    ['places/place', places, (index) => `name: Place ${index}\n`],
    ['events/event', events, (index) => eventText(index, events)],
    ['interest-points/room', sessions > 0 ? 20 : 0, (index) => `title: Room ${index}\nstatus: published\n`],
    ['hosts/host', hosts, hostText],
    ['sessions/session', sessions, (index) => sessionText(index, hosts)],
  ];
  mkdirSync(content, { recursive: true });
  writeFileSync(join(content, 'broadcast.yaml'), 'name: Bench\nisWeb: true\n');
  for (const [name, count, text] of files) {
    if (count > 0) mkdirSync(join(content, name, '..'), { recursive: true });
    for (let index = 0; index < count; index++) writeFileSync(join(content, `${name}-${index}.yaml`), text(index));
  }
  return files.reduce((sum, [, count]) => sum + count, 1);
}

export function eventText(index: number, events: number, title = `Concert number ${index}`): string {
  const places = placesFor(events);
  const day = Math.floor(index / EVENTS_A_DAY) * 24;
  const start = START + (day + 7 + Math.floor((index % EVENTS_A_DAY) / places) * 4) * HOUR;
  return `# A benchmark event
title: "${title}"
start_time: ${iso(start)}
end_time: ${iso(start + 2 * HOUR)}
category: track-${index % 12}
place_id: places/place-${index % places}
description: >-
  Two sets and an encore by band number ${index}, which nobody has heard of yet,
  on the quay, free of charge.
`;
}

const hostText = (index: number): string => `title: Speaker ${index}
status: published
description: >-
  Person number ${index} has worked on rivers, bridges and boats for ${index % 40} years.
`;

/** Twenty rooms, eight sessions a day in each. */
function sessionText(index: number, hosts: number): string {
  const start = START + (Math.floor(index / 160) * 24 + 9 + (Math.floor(index / 20) % 8)) * HOUR;
  return `title: "Session number ${index}"
status: published
time: { start: ${iso(start)}, end: ${iso(start + HOUR / 2)} }
hostIds: [hosts/host-${index % hosts}]
interestPointId: interest-points/room-${index % 20}
categoryIds: [categories/track-${index % 12}]
description: >-
  What session ${index} is about: how water moves, and what to do when it does not.
`;
}

const iso = (instant: number): string => new Date(instant).toISOString();
