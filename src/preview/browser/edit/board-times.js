// Times on the board: local ones of the festival, such as `2027-06-18T20:30`, as minutes and in words.

/** The height of a minute, in pixels. */
export const SCALE = 1.2;
/** Slots start and end at multiples of this many minutes. */
export const STEP = 5;
export const DAY = 1440;
/** An event day ends at this hour of the next morning. */
export const FIRST_HOUR = 6;
/** Nights end at 10:00, in minutes of their day. */
const LATEST = DAY + 240;

/** By the clock: an hour that the clocks skip counts. */
export const minutesOf = (local) => Date.parse(`${local}Z`) / 60_000;
export const localAt = (minutes) => new Date(minutes * 60_000).toISOString().slice(0, 16);
/** @param {{ start?: string, end?: string }} slot */
export const lengthOf = ({ start, end }) => minutesOf(end) - minutesOf(start);
export const startOfDay = (day) => minutesOf(`${day}T00:00`) + FIRST_HOUR * 60;
export const dayOf = (local) => localAt(minutesOf(local) - FIRST_HOUR * 60).slice(0, 10);

/** The days of a slot. */
export function daysOf({ start, end }) {
  const first = startOfDay(dayOf(start));
  const nights = Math.max(0, Math.ceil((minutesOf(end) - first - LATEST) / DAY));
  return Array.from({ length: nights + 1 }, (_, index) => dayOf(localAt(first + index * DAY)));
}

/**
 * The minutes of a day that a slot fills.
 *
 * @param {string} day
 * @param {{ start?: string, end?: string, days: readonly string[] }} slot
 */
export function spanOn(day, { start, end, days }) {
  const zero = startOfDay(day);
  const from = Math.max(0, minutesOf(start) - zero);
  const to = Math.min(minutesOf(end) - zero, days.at(-1) === day ? LATEST : DAY);
  return { from, to: Math.max(to, from + STEP) };
}

/** In order of time. Slots that overlap share the width: each gets a lane, of as many as `ends` has. */
export function lanesOf(spans) {
  let ends = [];
  const inLanes = spans
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
    .map((span) => {
      if (ends.every((end) => end <= span.from)) ends = [];
      const free = ends.findIndex((end) => end <= span.from);
      const lane = free === -1 ? ends.length : free;
      ends[lane] = span.to;
      return { ...span, lane, ends };
    });
  return inLanes.map((span) => ({ ...span, count: span.ends.length }));
}

const format = (options) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
const short = format({ weekday: 'short', day: 'numeric', month: 'short' });
const long = format({ weekday: 'long', day: 'numeric', month: 'long' });

export const dayTitle = (day) => short.format(new Date(day));
export const clock = (local) => local.slice(11);
/** @param {{ start?: string, end?: string }} slot */
export const inWords = ({ start, end }) =>
  start === undefined ? 'no time' : `${long.format(new Date(`${start}Z`))}, ${clock(start)} to ${clock(end)}`;
