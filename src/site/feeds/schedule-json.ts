/** schedule.json of c3voc (https://c3voc.de/schedule/schema.json). */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { Site } from '../site.ts';
import { hoursAndMinutes, scheduleOf, type ScheduledEvent } from './schedule.ts';

export function scheduleJson(site: Site, locale: Locale): string {
  const { version, url, acronym, title, timezone, step, tracks, rooms, days, start, end } = scheduleOf(site, locale);
  const schedule = {
    $schema: 'https://c3voc.de/schedule/schema.json',
    generator: { name: 'gitcast' },
    schedule: {
      version,
      base_url: url,
      conference: {
        acronym,
        title,
        start,
        end,
        daysCount: days.length,
        timeslot_duration: step,
        ...(NAMED.test(timezone) && { time_zone_name: timezone }),
        url,
        tracks: tracks.map((track) => ({
          name: track.title.text,
          ...(SLUG.test(track.key) && { slug: track.key }),
          ...(track.colour !== undefined && { color: track.colour }),
        })),
        rooms,
        days: days.map((day) => ({
          index: day.index,
          date: day.date,
          day_start: day.start,
          day_end: day.end,
          rooms: Object.fromEntries(day.rooms.map(({ name, events }) => [name, events.map(eventJson)])),
        })),
      },
    },
  };
  return `${JSON.stringify(schedule)}\n`;
}

/** The names of time zones that the schema accepts: `Etc/GMT+3` is none. */
const NAMED = /^[A-Z][a-z]+\/[A-Z][a-z]+|^UTC$/;
const SLUG = /^[a-z0-9_-]+[a-z0-9]$/;

const eventJson = ({ id, guid, date, minutes, persons, ...event }: ScheduledEvent) => ({
  guid,
  id,
  date,
  start: date.slice(11, 16),
  duration: hoursAndMinutes(minutes),
  ...event,
  persons: persons.map(({ guid: person, name, url }) => ({ guid: person, name, url })),
  attachments: [],
});
