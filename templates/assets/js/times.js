// Days and times as the pages show them, for the other scripts.

// The event day of an instant, such as 2027-06-18. It ends at 06:00 by the clock of the event.
const eventDay = (instant, timeZone) => {
  const clock = new Date(instant).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T');
  return new Date(Date.parse(`${clock}Z`) - 6 * 3_600_000).toISOString().slice(0, 10);
};

// The time of an instant such as 2027-06-18T20:30:00+02:00, in the time zone that the visitor chose.
const OWN_ZONE = 'gitcast:own-zone';
const timeText = (machine) => {
  if (kept.read(OWN_ZONE, false) !== true) return machine.slice(11, 16);
  const [date, time] = new Date(machine).toLocaleString('sv-SE').split(' ');
  const day = new Date(machine).toLocaleString(document.documentElement.lang, { weekday: 'short' });
  return `${date === machine.slice(0, 10) ? '' : `${day} `}${time.slice(0, 5)}`;
};
