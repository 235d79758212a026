/**
 * A broadcast that grows like the calendar of a region: with more events it has more days and more places, never more on one
 * day. No two events at a place overlap, because a warning for each would measure the output of warnings.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { articleText, themed } from '../dev/corpus.ts';

export interface Size {
  readonly events: number;
  readonly articles: number;
}

const EVENTS_A_DAY = 140;
const HOUR = 3_600_000;

export function writeLargeBroadcast(content: string, { events, articles }: Size): void {
  const places = Math.max(50, Math.ceil(events / 200));
  const put = (path: string, text: string): void => writeFileSync(join(content, path), text);
  for (const folder of ['articles', 'events', 'places', 'categories'])
    mkdirSync(join(content, folder), { recursive: true });
  put('broadcast.yaml', themed('#FFFFFF'));
  for (let index = 0; index < 12; index++)
    put(`categories/track-${index}.yaml`, `title: Track ${index}\nstatus: published\ncolor: "#${10 + index}40a0"\n`);
  for (let index = 0; index < places; index++) put(`places/place-${index}.yaml`, `name: Place ${index}\n`);
  for (let index = 0; index < events; index++) put(`events/event-${index}.yaml`, eventText(index, places));
  for (let index = 0; index < articles; index++) put(`articles/article-${index}.md`, articleText(index));
}

export function eventText(index: number, places: number, title = `Concert number ${index}`): string {
  const day = Math.floor(index / EVENTS_A_DAY) * 24;
  const start = Date.UTC(2027, 0, 1) + (day + 7 + Math.floor((index % EVENTS_A_DAY) / places) * 4) * HOUR;
  const [from, to] = [start, start + 2 * HOUR].map((instant) => new Date(instant).toISOString());
  return `# A benchmark event
title: "${title}"
start_time: ${from}
end_time: ${to}
category: track-${index % 12}
place_id: places/place-${index % places}
description: >-
  Two sets and an encore by band number ${index}, which nobody has heard of yet,
  on the quay, free of charge.
`;
}
