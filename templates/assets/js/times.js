// Days and times as the pages show them, for the other scripts.

// By the clock of the event.
const DAY_STARTS = 6 * 3_600_000;

// The event day of an instant, such as 2027-06-18.
const eventDay = (instant, timeZone) => {
  const clock = new Date(instant).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T');
  return new Date(Date.parse(`${clock}Z`) - DAY_STARTS).toISOString().slice(0, 10);
};

// The time of an instant such as 2027-06-18T20:30:00+02:00, in the time zone that the visitor chose. There, the weekday is
// shown if it differs from that of the event day, under which the entry is listed.
const OWN_ZONE = 'gitcast:own-zone';
const timeText = (machine) => {
  if (kept.read(OWN_ZONE, false) !== true) return machine.slice(11, 16);
  const [date, time] = new Date(machine).toLocaleString('sv-SE').split(' ');
  const day = new Date(machine).toLocaleString(document.documentElement.lang, { weekday: 'short' });
  const listed = new Date(Date.parse(`${machine.slice(0, 19)}Z`) - DAY_STARTS).toISOString().slice(0, 10);
  return `${date === listed ? '' : `${day} `}${time.slice(0, 5)}`;
};
